"""One person at the table: what is typed, what it does, and what is shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING

from trickcore.cli.findings import source_text
from trickcore.cli.games import options_line
from trickcore.cli.log import lines, open_events
from trickcore.cli.output import Output
from trickcore.cli.table import score_lines, show_actions, show_table, taken_lines
from trickcore.cli.typed import not_offered, typed

if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.bots import Bot
    from trickcore.decision import Decision
    from trickcore.diagnostics.model import Span
    from trickcore.events import Event
    from trickcore.game import Game
    from trickcore.match import Match
    from trickcore.refusal import Refusal

HELP = """\
?             this help
3, b          the action that has this before it; where bids are numbers, 3 is the bid of 3
10H, 10♥      this card; AS as spades where a card may be played as one suit or another
why CARD      why a card, or another action, may not be chosen now
undo          take back your last action, and all after it
hand          the table again
score         the scores
taken         the cards won in this deal so far, and what they are worth
log           what happened in this deal; `log all`: in the match
quit          stop (so does the end of the input)"""


def play_out(game: Game, bots: Sequence[Bot], seed: int, out: Output) -> int:
    """A match between bots, its course with all cards open, since nobody plays who might not see them, and its end."""
    from trickcore.bots import play_match

    match = play_match(game, bots, seed)
    out.line(f"{game.name}, seed {seed}", bold=True)
    _show_options(game, out)
    _show_log(open_events(match), match, out)
    return 0


def _show_options(game: Game, out: Output) -> None:
    if game.options:
        out.line(options_line(game))


def _show_log(events: Sequence[Event], match: Match, out: Output, start: int = 0) -> None:
    for text in lines(events, match, start):
        out.line(text, bold=text.startswith("—"))


class Session:
    """A match in which a person has one seat and bots have the others. `again`: the command that deals these cards."""

    def __init__(self, match: Match, seat: int, bots: Sequence[Bot], out: Output, again: str) -> None:
        self.match, self.seat, self.bots, self.out, self.again = match, seat, bots, out, again
        self._turns: list[int] = []  # how many actions there were when the person decided
        self._told = 0  # events that were shown
        self._commands = {
            "?": self._help,
            "help": self._help,
            "why": self._why,
            "undo": self._undo,
            "hand": self._table,
            "score": self._score,
            "taken": self._taken,
            "log": self._log,
        }

    def run(self) -> int:
        """Play until the match is over or the person stops; the exit code."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are not an action, and no fault either
        out = self.out
        out.line(f"{self.match.game.name}: you are {self.match.game.seats[self.seat]}. Type ? for help.", bold=True)
        _show_options(self.match.game, out)
        while (decision := self._next()) is not None:
            self._tell()
            show_table(self.match.view(self.seat), out)
            if not self._decide(decision):
                done = len(self.match.actions)
                out.line(f"Stopped after {done} action{'' if done == 1 else 's'}. The same cards again: {self.again}")
                return 0
        self._tell()
        out.line(f"The same cards again: {self.again}")
        return 0

    def _next(self) -> Decision | None:
        """Let the bots act until the person may; None at the end of the match."""
        while not self.match.over:
            due, *others = self.match.decisions
            mine = next((d for d in (due, *others) if d.seat == self.seat), None)
            if mine is not None:
                return mine
            self.match.play(self.bots[due.seat].choose(self.match.view(due.seat)))
        return None

    def _tell(self) -> None:
        """Show what happened since the last time."""
        events = self.match.events(self.seat)
        _show_log(events, self.match, self.out, self._told)
        self._told = len(events)

    # ------------------------------------------------------------------------------------------------ what is typed

    def _decide(self, decision: Decision) -> bool:
        """Read lines until one changes the position; False when the person stops."""
        while True:
            show_actions(decision, self.out)
            line = self._read()
            if line is None or line.casefold() in ("quit", "exit", "q"):
                return False
            word, _, rest = line.partition(" ")
            if typed(line, decision) is None and word.casefold() in self._commands:
                if self._commands[word.casefold()](rest.strip(), decision):
                    return True
            elif not line and decision.optional:  # says nothing: the seat that must act goes on
                self._pass(decision)
                return True
            elif line and self._play(line, decision):
                return True

    def _read(self) -> str | None:
        """A line that was typed, without spaces around it; None at the end of the input."""
        prompt = "> "
        if sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                self.out.line()
                return None
        line = sys.stdin.readline()
        self.out.line(prompt + line.strip())  # so that a transcript can be read
        return line.strip() if line else None

    def _play(self, line: str, decision: Decision) -> bool:
        action = self._meant(line, decision)
        if action is None:
            return False
        before = len(self.match.actions)
        self.match.play(action)
        self._turns.append(before)
        return True

    def _meant(self, line: str, decision: Decision) -> Action | None:
        """The legal action that a line means; None after the reason why there is none has been shown."""
        text = with_signs(line)
        action = typed(line, decision) or typed(text, decision)
        if action is not None:
            return action
        if message := not_offered(line, decision):
            self.out.line(message, fg="yellow")
            return None
        refusal = self.match.why_not(text)
        if refusal is None:
            return self.match.read(text)
        self._refuse(refusal)
        return None

    def _pass(self, decision: Decision) -> None:
        due = self.match.decision
        if due.seat != decision.seat:
            self.match.play(self.bots[due.seat].choose(self.match.view(due.seat)))

    def _refuse(self, refusal: Refusal) -> None:
        led = self.match.view(self.seat).led if refusal.law == "follow" else None
        asked = "" if led is None else f" ({led} {'were' if led.isalpha() and led.endswith('s') else 'was'} led)"
        self.out.line(refusal.message + asked, fg="yellow")
        for text in rule_lines(refusal.span):
            self.out.line(text, dim=True)

    # ------------------------------------------------------------------------------------------------ commands

    def _help(self, _: str, __: Decision) -> bool:
        self.out.block(HELP)
        return False

    def _why(self, line: str, decision: Decision) -> bool:
        if not line:
            self.out.line("Which card? Write, for example, why 10H.")
        elif (action := self._meant(line, decision)) is not None:
            self.out.line(f"{action.text} may be {'played' if action.card else 'chosen'}.", fg="green")
        return False

    def _undo(self, _: str, __: Decision) -> bool:
        if not self._turns:
            self.out.line("There is nothing of yours to take back.")
            return False
        self.match.undo(len(self.match.actions) - self._turns.pop())
        self._told = len(self.match.events(self.seat))
        self.out.line("Taken back.")
        return True

    def _table(self, _: str, __: Decision) -> bool:
        show_table(self.match.view(self.seat), self.out)
        return False

    def _score(self, _: str, __: Decision) -> bool:
        for text in score_lines(self.match.game, self.match.scores):
            self.out.line(text)
        return False

    def _taken(self, _: str, __: Decision) -> bool:
        for text in taken_lines(self.match.view(self.seat)):
            self.out.line(text)
        return False

    def _log(self, how_much: str, _: Decision) -> bool:
        events = self.match.events(self.seat)
        deals = [event.number for event in events if event.name == "deal"]
        _show_log(events, self.match, self.out, deals[-1] if deals and how_much.casefold() != "all" else 0)
        return False


def with_signs(line: str) -> str:
    """Words for suits as their signs, which is what actions are read by.

    >>> with_signs("AS as spades")
    'AS as ♠'
    """
    from trickcore.cards import SIGNS

    for sign, suit in SIGNS.items():
        line = re.sub(rf"\b({suit.plural}|{suit.word})\b", sign, line, flags=re.IGNORECASE)
    return re.sub(r"\btrumps\b", "trump", line, flags=re.IGNORECASE)


def rule_lines(span: Span | None) -> list[str]:
    """The line of a rule with carets under it."""
    text = source_text(span.file) if span is not None else None
    if span is None or text is None or span.line > len(text.splitlines()):
        return []
    line = text.splitlines()[span.line - 1]
    indent = len(line) - len(line.lstrip())
    end = span.end_column if span.end_line == span.line else len(line) + 1
    place = f"  line {span.line}: "
    carets = " " * (len(place) + span.column - 1 - indent) + "^" * max(end - span.column, 1)
    return [f"  {span.file}", place + line.strip(), carets]
