"""Picks of several cards: how far one has come, read from a state, and playing a set of cards named in any order.

A pick is a run of single choices along one path for every set of cards: against the order of the pack, its last card
first. So each set is one line of play, and what a seat has picked stays its own until the pick is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

from trickcore.compiler.layers import walk
from trickcore.diagnostics.model import Span
from trickcore.engines.layout import POINT, Layout
from trickcore.errors import IllegalAction
from trickcore.program.masks import elements
from trickcore.refusal import Refusal
from trickcore.rules.model import Pick

if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.game import Game
    from trickcore.match import Match

PICK = "pick"  # the kind of decisions about cards that are picked


@dataclass(frozen=True, slots=True)
class Picked:
    """How far the pick of a seat has come. `step`: which pick of the rules; `cards`: a mask of what it has; `left`: how
    many more are wanted; `way`: from where to where, as the event of it says, or empty."""

    step: str
    seat: int
    cards: int
    left: int
    way: str

    def goes_on(self, now: Picked | None) -> bool:
        """Whether `now` is the same pick after more cards."""
        if now is None or (self.step, self.seat) != (now.step, now.seat):
            return False
        return self.cards & now.cards == self.cards != now.cards

    @property
    def prompt(self) -> str:
        """What is asked for."""
        more = "more " if self.cards else ""
        what = f"{self.left} {more}card{'' if self.left == 1 else 's'}" if self.left > 1 or more else "a card"
        return f"Pick {what}" + (f" ({self.way})" if self.way else "")


class Picks:
    """Reads the picks of one game out of its states."""

    def __init__(self, game: Game) -> None:
        program, layout = game.program, Layout(game.program)
        names = {slot.name: index for index, slot in enumerate(program.slots)}
        ways = _ways(game) if any(menu.name == PICK for menu in program.menus) else {}
        self._points: dict[int, tuple[str, int, int, str]] = {}
        for point, at in enumerate(layout.asks):
            instr = program.code[at]
            step = program.slots[instr.args[3]].name.removeprefix("picks")
            if program.menus[instr.args[2]].name == PICK and f"picked{step}" in names:
                picked, need = (layout.place[names[name + step]] for name in ("picked", "need"))
                way = ways.get(program.spans[instr.span], "") if instr.span >= 0 else ""
                self._points[point] = step, picked, need, way

    def read(self, state: Any, seat: int) -> Picked | None:
        """The pick that a seat has before it, if it is that."""
        found = self._points.get(state[POINT])
        if found is None:
            return None
        step, picked, need, way = found
        cards: int = state[picked + seat]
        return Picked(step, seat, cards, max(state[need] - cards.bit_count(), 1), way)


def _ways(game: Game) -> dict[Span, str]:
    """From where to where each pick of the rules goes."""
    steps = walk((game.rules.steps, game.rules.hooks))
    return {step.span: _way(step) for step in steps if isinstance(step, Pick)}


def _way(step: Pick) -> str:
    return f"{step.source.name} → {step.to.name}" if step.to is not None else ""


def words(line: str, kind: str = PICK) -> list[str]:
    """What stands for one card each in a line of them: `pick` may stand before the first, commas between.

    >>> words("pick 7C, 3C")
    ['7C', '3C']
    """
    found = line.replace(",", " ").split()
    return [word for word in found if word.casefold() != kind]


def picked(match: Match) -> Picked | None:
    """How far the pick has come that the match waits for, if it waits for one."""
    return None if match.over else match.game.picks.read(match.state(), match.decision.seat)


def pick(match: Match, cards: str | Iterable[Action | str | SupportsIndex]) -> None:
    """What `Match.pick` does."""
    due = match.decision
    if due.kind != PICK:
        raise IllegalAction(f"no cards are to be picked now; what is due: {due.prompt or due.kind}")
    named: list[Action | str | SupportsIndex] = [*words(cards)] if isinstance(cards, str) else list(cards)
    if not named:
        raise IllegalAction(f"no card is named, and {_are(due.left)} to be picked")
    refusal = pick_all(match, [match.read(card).id for card in named])
    if refusal is not None:
        raise IllegalAction(refusal.message, refusal.span)


def act(match: Match, seat: int | None, action: Action | str | SupportsIndex) -> None:
    """What `Match.act` does."""
    due = next((d for d in match.decisions if d.seat == seat), None)
    if seat is None or due is None:
        who = "who looks on" if seat is None else match.game.seats[seat]
        raise IllegalAction("the match is over" if match.over else f"{who} has nothing to decide now")
    if isinstance(action, str) and due.kind == PICK and len(words(action)) > 1:
        match.pick(action)
        return
    if isinstance(action, str):
        meant = match.game.actions.read(action, due.legal.ids.__contains__, (due.kind,))
    else:
        meant = match.read(action)
    if meant.id in due.legal.ids:
        match.play_id(meant.id)
    elif due.optional:
        raise IllegalAction(f"{meant.text} is not offered to {match.game.seats[seat]} now")
    else:
        refusal = match.refusal(meant)
        raise IllegalAction(refusal.message, refusal.span)


def pick_all(match: Match, ids: Sequence[int]) -> Refusal | None:
    """Pick cards named in any order, and besides them what is offered alone before there is a choice. If they are not
    what may be picked, nothing is played, and this is why.
    """
    before = len(match.ids)
    try:
        refusal = _Run(match, ids).refusal()
    except BaseException:
        match.undo(len(match.ids) - before)
        raise
    if refusal is not None:
        match.undo(len(match.ids) - before)
    return refusal


class _Run:
    """One pick that is played card by card."""

    def __init__(self, match: Match, ids: Sequence[int]) -> None:
        self.match, self.named = match, Counter(ids)
        kinds = match.game.program.cards
        actions = match.game.actions
        self.action = {card.kind: a.id for card in kinds for a in actions.of_card(card.name) if a.kind == PICK}
        self.wanted = match.decision.left  # cards that there is a choice about
        self.chose = False

    def refusal(self) -> Refusal | None:
        """Play on until the pick is over. Why it cannot be played so."""
        match, now = self.match, picked(self.match)
        before = Counter() if now is None else self.counted(now.cards)  # named earlier, and done with
        while now is not None:
            left = self.named - (self.counted(now.cards) - before)
            card = self.next(left)
            if card is None:
                return self.amiss(left) or self.unfit(left)
            left.subtract([card])
            match.play_id(card)
            after = picked(match)
            if not now.goes_on(after):
                return None if +left == self.rest(card, now) else self.unfit(+left)
            now = after
        return self.unfit(self.named)

    def next(self, left: Counter[int]) -> int | None:
        """What to pick next: the last card of the pack that may be, or what there is no choice about."""
        legal = self.match.decision.legal.ids
        card = next((i for i in sorted(left, reverse=True) if i in legal), None)
        if not self.chose and len(legal) == 1:
            self.wanted -= card is None
            return legal[0]
        self.chose = True
        return card

    def counted(self, cards: int) -> Counter[int]:
        """The actions that pick these cards."""
        kinds = self.match.game.program.cards
        return Counter(self.action[kinds[i].kind] for i in elements(cards))

    def rest(self, card: int, now: Picked) -> Counter[int]:
        """What the rules have picked with the last card, since there was no other choice: all that is left below it."""
        if now.left <= 1:
            return Counter()
        duties = self.match.duties(len(self.match.ids) - 1)
        return Counter({i: n for i, n in self.counted(duties[-1].result).items() if i < card}) if duties else Counter()

    def amiss(self, left: Counter[int]) -> Refusal | None:
        """Why one of the cards that are left cannot be picked, whatever the others are."""
        reasons = (self.match.why_not(action) for action in sorted(left, reverse=True) if left[action] > 0)
        return next((reason for reason in reasons if reason is not None and reason.kind != "order"), None)

    def unfit(self, left: Counter[int]) -> Refusal:
        """Why the cards do not go together; `left`: those that could not be picked."""
        game, named = self.match.game, sum(self.named.values())
        copies = Counter(card.name for card in game.program.cards)
        names = {action: game.actions.get(action).card for action in sorted(self.named)}
        twice = next((card for action, card in names.items() if self.named[action] > copies[card]), "")
        if twice:
            return Refusal("order", f"{twice} cannot be picked twice")
        if named != self.wanted:
            return Refusal(
                "order", f"that is {named} card{'' if named == 1 else 's'}, and {_are(self.wanted)} to be picked"
            )
        return Refusal(
            "order", f"{' '.join(names[i] for i in sorted(+left))} cannot be picked together with the others"
        )


def _are(count: int) -> str:
    return f"{count} card{' is' if count == 1 else 's are'}"
