"""Why an action may not be played: the duty, its words, its line, and what would meet it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.actions import Action
from trickcore.decision import Decision
from trickcore.diagnostics.model import Span
from trickcore.errors import ActionError, AmbiguousAction
from trickcore.program.model import Program
from trickcore.trace import DutyMet

if TYPE_CHECKING:
    from trickcore.game import Game

BID, PASS = "bid", "pass"  # kinds of decisions of every auction
_OVER = "the match is over"
_MOST = 12  # texts named in one message


@dataclass(frozen=True, slots=True)
class ChoiceRule:
    """The rule that says which values of a choice are allowed. `says`: what it asks for in words, if that is known."""

    span: Span
    says: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be played now.

    `kind`: "over" (the match has ended), "unreadable", "ambiguous", "not-now" (another kind of decision is due, or the
    menu does not offer it), "not-held" (the seat does not hold the card), "duty" (it holds others that it must play) or
    "order" (a card may be among those that are picked, but not as the next one). `cards`: what would meet the duty, of
    the acting seat's own cards. `law`: lead, follow or pick. `span`: the line of the rule. `why`: the words of the
    message that say the reason alone, without the action, cards and what is legal; empty where there are none.
    """

    kind: str
    message: str
    cards: tuple[str, ...] = ()
    law: str = ""
    span: Span | None = None
    why: str = ""

    @classmethod
    def unclear(cls, error: ActionError) -> Refusal:
        """The refusal of a text that could not be read."""
        if isinstance(error, AmbiguousAction):
            return cls("ambiguous", str(error), error.candidates)
        return cls("unreadable", str(error))


def refuse(
    game: Game, action: Action, decisions: Sequence[Decision], duties: Sequence[DutyMet], known: Callable[[int], int]
) -> Refusal:
    """The reason why an action of the game is not legal, given the duties met since the last action.

    `known(seat)`: the cards that lie where the seat sees them. Nothing is said of others.
    """
    if not decisions:
        return Refusal("over", f"{action.text} cannot be chosen: {_OVER}", why=_OVER)
    due = decisions[0]
    if not action.card:
        return _not_offered(game, action, due)
    forms = tuple(a.text for a in due.legal if a.card == action.card)
    if forms:
        return Refusal("not-now", f"{action.text} is not offered now; what is: {_listed(forms)}", forms)
    own = known(due.seat)
    duties = [met for met in duties if not met.hand & ~own]
    copies = _mask(game.program, {action.card})
    picks = action.kind == due.kind and due.left > 0
    if not any(met.hand & copies for met in duties):
        if picks and action.card in due.picked:
            return Refusal("order", f"{action.card} is picked already", due.legal.texts[:_MOST])
        return _absent(game, action, due, bool(duties))
    met = next((m for m in reversed(duties) if m.hand & copies and not m.result & copies), None)
    if met is None and picks:
        return Refusal("order", _out_of_order(action, due), due.legal.texts[:_MOST])
    if met is None:
        return Refusal("not-now", _not_now(action, due), due.legal.texts[:_MOST])
    return _broken(game.program, action, met, tuple(dict.fromkeys(a.card for a in due.legal if a.card)))


def _not_offered(game: Game, action: Action, due: Decision) -> Refusal:
    """A value that cannot be chosen, or not now."""
    same = action.kind == due.kind or (due.kind, action.kind) == (BID, PASS)
    rule = game.choice_rules.get(action.kind) if same else None
    texts = due.legal.texts
    if rule is None:
        return Refusal("not-now", _not_now(action, due), texts[:_MOST])
    line = rule.span.line
    reason = f": {rule.says} (line {line})" if rule.says else f", by the rule in line {line}"
    message = f"{action.text} is not offered now{reason}; what is: {_listed(texts)}"
    return Refusal("not-now", message, texts[:_MOST], span=rule.span, why=rule.says)


def _mask(program: Program, names: set[str]) -> int:
    return sum(1 << i for i, card in enumerate(program.cards) if card.name in names)


def _absent(game: Game, action: Action, due: Decision, cards_are_due: bool) -> Refusal:
    if cards_are_due and any(a.kind == action.kind for a in due.legal):
        message = f"{action.text} cannot be chosen: {game.seats[due.seat]} does not hold it"
        return Refusal("not-held", message)
    return Refusal("not-now", _not_now(action, due), due.legal.texts[:_MOST])


def _broken(program: Program, action: Action, met: DutyMet, cards: tuple[str, ...]) -> Refusal:
    duty = program.duties[met.duty]
    tier = next(t for t, cards in zip(duty.tiers, met.sets, strict=True) if met.hand & cards)
    span = program.spans[tier.span] if tier.span >= 0 else None
    words = tier.why.strip().rstrip(".") if tier.why else f"The rule is `{duty.law}: {tier.text}`"
    message = f"{action.text} cannot be chosen. {words}; what would do: {_listed(cards)}"
    return Refusal("duty", message, cards, duty.law, span, words)


def _listed(texts: Sequence[str]) -> str:
    return " ".join(texts[:_MOST]) + (" …" if len(texts) > _MOST else "")


def _out_of_order(action: Action, due: Decision) -> str:
    """A card that may be among those that are picked, but not as the next one."""
    how = "one by one cards are picked against the order of the pack, the last one first, and enough must be left"
    return f"{action.text} cannot be chosen now: {how}; what is: {_listed(due.legal.texts)}"


def _not_now(action: Action, due: Decision) -> str:
    if action.kind == due.kind:
        return f"{action.text} is not offered now; what is: {_listed(due.legal.texts)}"
    return f"{action.text} ({action.kind}) cannot be chosen now; what is due: {due.prompt or due.kind}"
