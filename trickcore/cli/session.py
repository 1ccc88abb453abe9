"""Persons at the table: whose turn it is, what is typed, what it does, and what is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING

from trickcore.cli.answers import Answers
from trickcore.cli.course import show_log, show_options
from trickcore.cli.output import Output
from trickcore.cli.picking import Picking
from trickcore.cli.screen import clear, is_terminal, read
from trickcore.cli.table import show_actions, show_table
from trickcore.cli.typed import typed
from trickcore.diagnostics.words import many
from trickcore.picks import PICK

if TYPE_CHECKING:
    from trickcore.bots import Bot
    from trickcore.decision import Decision
    from trickcore.match import Match

_STOP = ("quit", "exit", "q")


class Session:
    """A match in which persons have some seats and bots have the others. `again`: the command that deals these cards;
    `resume`: gives the one that goes on with the match in a file.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[int],
        bots: Sequence[Bot],
        out: Output,
        again: str,
        resume: Callable[[str], str] = "trickcore play --resume {}".format,
    ) -> None:
        self.match, self.seats, self.bots, self.out = match, tuple(seats), bots, out
        self.again, self.resume = again, resume
        self.seat = seats[0]  # who looks at the screen
        self.turns = _turns(match, seats)  # how many actions there were when a person decided
        self.picking: Picking | None = None
        deals = [event.number for event in match.events(None) if event.name == "deal"]
        self.told = dict.fromkeys(seats, deals[-1] if match.ids and deals else 0)  # events that each was shown
        self._looking = len(self.seats) == 1  # nobody has sat down yet where several may
        self._silent: tuple[int, set[int]] = (0, set())  # who has nothing to say after so many actions
        self._answers = Answers(self)

    @property
    def several(self) -> bool:
        """Whether persons share the screen."""
        return len(self.seats) > 1

    def run(self) -> int:
        """Play until the match is over or somebody stops; the exit code."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are not an action, and no fault either
        game, out = self.match.game, self.out
        *others, last = (game.seats[seat] for seat in self.seats)
        names = f"{', '.join(others)} and {last}" if others else last
        out.line(f"{game.name}: you are {names}. Type ? for help.", bold=True)
        show_options(game, out)
        while (decision := self._next()) is not None:
            if not self._turn(decision):
                done = len(self.match.ids)
                out.line(f"Stopped after {many(done, 'action')}. {self._once_more()}")
                return 0
        self._tell()
        out.line(self._once_more())
        return 0

    def _once_more(self) -> str:
        return f"The same cards again: {self.again}" if "--resume" not in self.again else f"Once more: {self.again}"

    def _next(self) -> Decision | None:
        """Let the bots act until a person may; None at the end. Who may speak out of turn is asked first."""
        while not self.match.over:
            due, *others = self.match.decisions
            length, silent = self._silent
            heard = silent if length == len(self.match.ids) else set()
            mine = [d for d in (*others, due) if d.seat in self.seats and not (d.optional and d.seat in heard)]
            if mine:
                return mine[0]
            self.match.play(self.bots[due.seat].choose(self.match.view(due.seat)))
        return None

    def _turn(self, decision: Decision) -> bool:
        """What a person sees and does; False when the person stops."""
        if not self._hand_over(decision.seat):
            return False
        self._tell()
        show_table(self.match.view(self.seat), self.out)
        self.picking = self._picks(decision)
        return self._decide(decision)

    def _hand_over(self, seat: int) -> bool:
        """Where persons share a screen, the next one sits down before anything of the hand is shown; on a terminal,
        what the other saw goes first. False at the end of the input.
        """
        if seat == self.seat and self._looking:
            return True
        wipe, self.seat, self._looking = self._looking, seat, True
        name = self.match.game.seats[seat]
        if not is_terminal(self.out):
            self.out.line(f"It is the turn of {name}.", bold=True)
            return True
        if wipe:
            clear(self.out)
        self.out.line(f"It is the turn of {name}. Press Enter to see the hand.", bold=True)
        return read(self.out, "") is not None

    def _tell(self) -> None:
        """Show what happened since the last time."""
        events = self.match.events(self.seat)
        show_log(events, self.match, self.out, self.told[self.seat])
        self.told[self.seat] = len(events)

    def _picks(self, decision: Decision) -> Picking | None:
        """The cards to be picked, if it is that; those that there is no choice about are named already."""
        if decision.kind != PICK or decision.optional:
            return None
        picking = Picking(self.match, decision)
        if picking.forced:
            cards = " ".join(action.card for action in picking.chosen)
            self.out.line(f"Picked without a choice: {cards}")
        return picking

    # ------------------------------------------------------------------------------------------------ what is typed

    def _decide(self, decision: Decision) -> bool:
        """Read lines until one changes the position; False when the person stops."""
        while True:
            if self.picking is not None and self.picking.complete:
                if self._answers.pick_all(self.picking):
                    return True
                continue
            offered = self.picking.decision if self.picking is not None else decision
            show_actions(offered, self.out)
            line = read(self.out)
            if line is None or line.casefold() in _STOP:
                return False
            if self._does(line, offered):
                return True

    def _does(self, line: str, decision: Decision) -> bool:
        """What a line does; whether the position is another one then."""
        word, _, rest = line.partition(" ")
        command = self._answers.commands.get(word.casefold())
        if command is not None and typed(line, decision) is None:
            return command(rest.strip(), decision)
        if not line and decision.optional:  # says nothing: the next who may speak goes on
            self._says_nothing()
            return True
        if not line:
            return False
        return self._answers.pick(line, self.picking) if self.picking else self._answers.play(line, decision)

    def _says_nothing(self) -> None:
        length, silent = self._silent
        now = len(self.match.ids)
        self._silent = (now, {*(silent if length == now else ()), self.seat})


def _turns(match: Match, seats: Sequence[int]) -> list[int]:
    """Where persons decided in a match that goes on; cards that were picked in a row were one decision."""
    if not match.ids:
        return []
    found: list[int] = []
    twin = match.copy().undo(len(match.ids))
    before = (-1, "")
    for number, action in enumerate(match.ids):
        due = next(d for d in twin.decisions if action in d.legal.ids)
        now = (due.seat, due.kind)
        if due.seat in seats and not (now == before and due.kind == PICK):
            found.append(number)
        before = now
        twin.play_id(action)
    return found
