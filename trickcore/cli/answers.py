"""What is done and said on what a person types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trickcore.actions import with_signs
from trickcore.cli.course import show_log
from trickcore.cli.table import score_lines, show_table, taken_lines
from trickcore.cli.typed import not_offered, typed
from trickcore.source.reader import text_of

if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.cli.picking import Picking
    from trickcore.cli.session import Session
    from trickcore.decision import Decision
    from trickcore.diagnostics.model import Span
    from trickcore.refusal import Refusal

HELP = """\
?             this help
3, b          the action that has this before it; where bids are numbers, 3 is the bid of 3
10H, 10♥      this card; AS as spades where a card may be played as one suit or another
10H 3C 2C     where several cards are picked, some or all of them, in any order
why CARD      why a card, or another action, may not be chosen now
hint          what the greedy bot would do, and why
undo          take back your last action, and all after it
hand          the table again
score         the scores
taken         the cards won in this deal so far, and what they are worth
log           what happened in this deal; `log all`: in the match
save FILE     store the match, to go on with `trickcore play --resume FILE`
quit          stop (so does the end of the input)"""


class Answers:
    """The commands of a session, and the lines that mean an action. Each says whether the position is another one
    then.
    """

    def __init__(self, session: Session) -> None:
        self.session, self.out = session, session.out
        self.commands: dict[str, Callable[[str, Decision], bool]] = {
            "?": self._help,
            "help": self._help,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "hand": self._table,
            "score": self._score,
            "taken": self._taken,
            "log": self._log,
            "save": self._save,
        }

    # ------------------------------------------------------------------------------------------------ actions

    def play(self, line: str, decision: Decision) -> bool:
        """Play the action that a line means, or say why not."""
        action = self._meant(line, decision)
        if action is None:
            return False
        before = len(self.session.match.ids)
        self.session.match.play(action)
        self.session.turns.append(before)
        return True

    def pick(self, line: str, picking: Picking) -> bool:
        """Name cards that are picked; they are played when all are named."""
        actions = picking.named(line)
        if not actions:
            self._no_pick(picking.unknown(line), picking)
        elif message := picking.name(actions):
            self.out.line(message, fg="yellow")
        return False

    def _no_pick(self, word: str, picking: Picking) -> None:
        if picking.already(word):
            self.out.line(f"{word} is picked already.", fg="yellow")
        else:
            self._meant(word, picking.decision)

    def pick_all(self, picking: Picking) -> bool:
        """Play the cards that were named."""
        before = len(self.session.match.ids)
        refusal = picking.play()
        if refusal is not None:
            self._refuse(refusal)
            return False
        if picking.forced < picking.count:  # a person had a choice
            self.session.turns.append(before)
        return True

    def _meant(self, line: str, decision: Decision) -> Action | None:
        """The legal action that a line means; None after the reason why there is none has been shown."""
        text, match = with_signs(line), self.session.match
        action = typed(line, decision) or typed(text, decision)
        if action is not None:
            return action
        if message := not_offered(line, decision):
            self.out.line(message, fg="yellow")
            return None
        cards = [a for a in match.game.actions.of_card(text) if a.kind == decision.kind]
        refusal = match.why_not(cards[0] if len(cards) == 1 else text)
        if refusal is None:
            return match.read(text)
        self._refuse(refusal)
        return None

    def _refuse(self, refusal: Refusal) -> None:
        led = self.session.match.view(self.session.seat).led if refusal.law == "follow" else None
        asked = "" if led is None else f" ({led} {'were' if led.isalpha() and led.endswith('s') else 'was'} led)"
        self.out.line(refusal.message + asked, fg="yellow")
        for text in rule_lines(refusal.span):
            self.out.line(text, dim=True)

    # ------------------------------------------------------------------------------------------------ commands

    def _help(self, _: str, __: Decision) -> bool:
        self.out.block(HELP)
        return False

    def _why(self, line: str, decision: Decision) -> bool:
        picking = self.session.picking
        if not line:
            self.out.line("Which card? Write, for example, why 10H.")
            return False
        actions = picking.named(line) if picking else []
        action = actions[0] if len(actions) == 1 else self._meant(line, decision)
        if action is not None:
            verb = "picked" if picking else "played" if action.card else "chosen"
            self.out.line(f"{action.card if picking else action.text} may be {verb}.", fg="green")
        return False

    def _hint(self, _: str, decision: Decision) -> bool:
        from trickcore.cli.hints import hint

        self.out.line(hint(self.session.match, decision), fg="green")
        return False

    def _undo(self, _: str, __: Decision) -> bool:
        session, match = self.session, self.session.match
        card = session.picking.put_back() if session.picking else ""
        if card:
            self.out.line(f"{card} is not picked.")
            return False
        if not session.turns:
            self.out.line(f"There is nothing of {'anybody here' if session.several else 'yours'} to take back.")
            return False
        match.undo(len(match.ids) - session.turns.pop())
        session.told = {seat: min(told, len(match.events(seat))) for seat, told in session.told.items()}
        self.out.line("Taken back.")
        return True

    def _table(self, _: str, __: Decision) -> bool:
        show_table(self.session.match.view(self.session.seat), self.out)
        return False

    def _score(self, _: str, __: Decision) -> bool:
        for text in score_lines(self.session.match.game, self.session.match.scores):
            self.out.line(text)
        return False

    def _taken(self, _: str, __: Decision) -> bool:
        for text in taken_lines(self.session.match.view(self.session.seat)):
            self.out.line(text)
        return False

    def _log(self, how_much: str, _: Decision) -> bool:
        match = self.session.match
        events = match.events(self.session.seat)
        deals = [event.number for event in events if event.name == "deal"]
        show_log(events, match, self.out, deals[-1] if deals and how_much.casefold() != "all" else 0)
        return False

    def _save(self, file: str, _: Decision) -> bool:
        from trickcore.cli.stored import save

        if not file:
            self.out.line("Where? Write, for example, save match.json.")
        elif message := save(self.session.match, file):
            self.out.line(message, fg="yellow")
        else:
            self.out.line(f"Saved. To go on: {self.session.resume(file)}")
            self.out.line("The file holds the seed, and with it every card to come: not for the eyes of a player.")
        return False


def rule_lines(span: Span | None) -> list[str]:
    """The line of a rule with carets under it."""
    text = text_of(span.file) if span is not None else None
    if span is None or text is None or span.line > len(text.splitlines()):
        return []
    line = text.splitlines()[span.line - 1]
    indent = len(line) - len(line.lstrip())
    end = span.end_column if span.end_line == span.line else len(line) + 1
    place = f"  line {span.line}: "
    carets = " " * (len(place) + span.column - 1 - indent) + "^" * max(end - span.column, 1)
    return [f"  {span.file}", place + line.strip(), carets]
