"""Holds a match against what a seat may know: cards that it has not seen lie elsewhere, the same public play
follows, and nothing that the seat sees, hears, may do or is refused may differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from trickcore.actions import Action
from trickcore.checking.differing import difference
from trickcore.checking.observing import chance_of
from trickcore.dice import Chance, Scripted
from trickcore.engines.meter import spend
from trickcore.events import Event, Hidden
from trickcore.program.masks import elements
from trickcore.program.model import Seen, Slot, SlotKind
from trickcore.reader import Values

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

_ASKED = 0.25  # of the positions in which refusals are compared: they take longest
_BEGINNINGS = ("deal", "thrown in")  # events with which the cards are new


@dataclass(frozen=True, slots=True)
class Leak:
    """What a seat (None: a spectator) is told that it may not know. `after`: how many actions had been played."""

    seat: int | None
    after: int
    message: str

    @property
    def about(self) -> str:
        """Where it is told, without the numbers of seats and entries, and without the action that is refused."""
        place = re.split(r"[\[ ]", self.message, maxsplit=1)[0]
        return "refused" if place.startswith("refused.") else place

    def __str__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"{who} is told something of cards that it has not seen: {self.message}"


def told(match: Match, seat: int | None) -> dict[str, object]:
    """Everything that a seat (None: a spectator) may see, hear, do and ask, by where it is found.

    >>> import trickcore
    >>> match = trickcore.load("two-ten-jack").start(seed=7)
    >>> sorted(told(match, match.decision.seat)), sorted(told(match, None))
    (['laws', 'legal', 'refused', 'said', 'view'], ['laws', 'legal', 'refused', 'said', 'view'])
    """
    view = match.view(seat)
    said = [event.text for event in view.events]
    return {"view": view.to_json(), "laws": view.law_row, "said": said, **_asked(match, seat, True)}


def _asked(match: Match, seat: int | None, refusals: bool) -> dict[str, object]:
    """What a seat may do, and why each other action, and each card by its name alone, may not be played."""
    due = [decision for decision in match.decisions if decision.seat == seat]
    legal = {text for decision in due for text in decision.legal.texts}
    actions = match.game.actions.actions.values() if refusals and due and not due[0].optional else ()
    texts = dict.fromkeys(text for action in actions for text in (action.text, action.card) if text)
    return {
        "legal": [list(decision.legal.ids) for decision in due],
        "refused": {text: match.why_not(text) for text in texts if text not in legal},
    }


class _Ears:
    """A seat at one of two matches, which knows how much it has heard already."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match, self.seat, self._count = match, seat, 0

    def heard(self) -> tuple[Event, ...]:
        """The events since the last time."""
        return self.match.events(self.seat, self._count)

    def new(self) -> tuple[Event, ...]:
        """The events since the last time, which is now."""
        new = self.heard()
        self._count += len(new)
        return new


class Swap:
    """A match, and one with the same public play in which cards that one seat has not seen lie elsewhere: those of the
    last shuffle. `compared` counts positions; `whole` says whether the swapped cards allowed the whole play.

    >>> import trickcore
    >>> match = trickcore.load("two-ten-jack").start(seed=7)
    >>> swap = Swap(match, 1, Random(0))
    >>> swap.leak() is None, swap.compared, swap.whole
    (True, 1, True)
    """

    def __init__(self, match: Match, seat: int | None, dice: Random) -> None:
        self.match = match.copy().undo(1) if match.over else match  # what comes out at the end was a secret before
        self.seat, self._dice = seat, dice
        self.compared, self.whole = 0, False
        ear = _Ear(chance_of(match))
        heard = match.game.begin(replace(match.setup, chance=ear))
        self.since, events = _last_shuffle(heard, self.match.ids, ear, seat)
        self.known = _known(heard, seat, events)
        self._end = heard.view(seat)
        self._event, self._order = ear.last
        self._swapped = self._permuted()

    def _permuted(self) -> tuple[int, ...]:
        """The order of the last shuffle, with the cards that the seat has not seen in other places."""
        cards, order = self.match.game.program.cards, list(self._order)
        places = [at for at, card in enumerate(order) if cards[card].name not in self.known]
        for at, other in zip(places, self._dice.sample(places, len(places)), strict=True):
            order[at] = self._order[other]
        return tuple(order)

    def leak(self, game: Game | None = None) -> Leak | None:
        """Play the match both ways, and give the first difference that the seat is told of, or None.

        `game`: other rules that are played instead; what may be known still follows from those of the match.
        """
        game, setup, base = game or self.match.game, self.match.setup, chance_of(self.match)
        other = Scripted(base, {self._event: self._swapped} if self._order else {})
        ears = (_Ears(game.begin(replace(setup, chance=chance)), self.seat) for chance in (base, other))
        return self._compare(*ears)

    def _compare(self, one: _Ears, other: _Ears) -> Leak | None:
        actions = self.match.ids
        for action in actions[: self.since]:  # to where the cards are shuffled there is nothing to tell apart
            one.match.play_id(action)
            other.match.play_id(action)
        for number in range(self.since, len(actions) + 1):
            spend(1)
            heard, also = one.new(), other.new()
            views = one.match.view(self.seat), other.match.view(self.seat)
            if views[0].leader != views[1].leader:
                return None  # who leads tells all of a card, where its holder does
            self.compared += 1
            if heard != also or views[0] != views[1] or not self._same(one.match, other.match, number):
                return Leak(self.seat, number, self._difference(one.match, other.match))
            self.whole = number == len(actions)
            if self.whole or not self._play(one, other.match, actions[number]):
                return None
        return None

    def _same(self, one: Match, other: Match, number: int) -> bool:
        """Whether the seat may do the same, and is refused in the same words: that is asked now and then."""
        refusals = number == len(self.match.ids) or self._dice.random() < _ASKED
        return _asked(one, self.seat, refusals) == _asked(other, self.seat, refusals)

    def _difference(self, one: Match, other: Match) -> str:
        return difference(told(one, self.seat), told(other, self.seat)) or "the two matches look alike, yet differ"

    def _play(self, one: _Ears, other: Match, action: int) -> bool:
        """Go on in both matches: in the other with the same action, or where that is the secret of another seat,
        perhaps with another choice. Whether there is one.
        """
        due = next(decision.seat for decision in one.match.decisions if action in decision.legal.ids)
        one.match.play_id(action)
        played = one.match.game.actions.actions[action]
        if due != self.seat and self._is_secret(played, due, one.heard()):
            choices = self._alike(other, played)
        else:
            choices = [action] if action in other.legal_ids else []
        if choices:
            other.play_id(self._dice.choice(choices))
        return bool(choices)

    def _is_secret(self, played: Action, due: int, heard: Sequence[Event]) -> bool:
        """Whether the seat does not know, and will not learn, what another chose."""
        if not played.card:
            hidden = _hidden(heard, due)
            return bool(hidden) and not any(self._comes_out(name, due) for name in hidden)
        return played.card not in self.known and not any(played.card in _texts(e.to_json()) for e in heard)

    def _alike(self, other: Match, played: Action) -> list[int]:
        """The choices in the other match that are the same to the seat."""
        legal = [other.game.actions.actions[i] for i in other.legal_ids]
        return [a.id for a in legal if a.kind == played.kind and (not a.card or a.card not in self.known)]

    def _comes_out(self, variable: str, owner: int) -> bool:
        """Whether the seat knows the value of a variable at the end."""
        value = self._end.variables.get(variable, Hidden())
        return not isinstance(value[owner] if isinstance(value, tuple) and len(value) > owner else value, Hidden)


class _Ear:
    """The chance of a match, which notes the shuffles."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.last: tuple[int, tuple[int, ...]] = (-1, ())

    def shuffle(self, event: int, cards: tuple[int, ...], /) -> tuple[int, ...]:
        """The order of a shuffle."""
        order = self._chance.shuffle(event, cards)
        if event > self.last[0]:  # events are heard again when somebody asks what happened
            self.last = event, order
        return order

    def roll(self, event: int, sides: int, /) -> int:
        """A number from 0 to `sides` − 1."""
        return self._chance.roll(event, sides)


def _last_shuffle(match: Match, actions: Sequence[int], ear: _Ear, seat: int | None) -> tuple[int, int]:
    """Play a match, and tell how many actions there were before the last shuffle, and which event came after it."""
    since, last = 0, ear.last
    for number, action in enumerate(actions, 1):
        match.play_id(action)
        if ear.last != last:
            since, last = number, ear.last
    events = match.events(seat)
    return since, max((event.number for event in events if event.name in _BEGINNINGS), default=0)


def _known(match: Match, seat: int | None, since: int) -> frozenset[str]:
    """The cards of which a seat knows where they lie, or that it was told of since they were shuffled.

    Places are read from the state by what the rules say of who sees them, not from the view, which is what is tried;
    and what the rules put into a variable is tried too.
    """
    view, program = match.view(seat).to_json(), match.game.program
    names = {card.name for card in program.cards}
    said = [event.to_json() for event in match.events(seat, since) if event.name != "set"]
    return frozenset({*_open(match, seat), *names.intersection(_texts([view["trick"], *said]))})


def _open(match: Match, seat: int | None) -> Iterator[str]:
    """The cards that lie where a seat sees them."""
    program, reader = match.game.program, match.game.reader
    values = reader.values(match.state())
    for index in reader.card_slots():
        slot, value = program.slots[index], values[index]
        piles = value if slot.kind is SlotKind.SETS else (value,)
        for owner, cards in enumerate(piles):
            if _sees(slot, owner if slot.kind is SlotKind.SETS else -1, seat, values, len(program.seats)):
                yield from (program.cards[i].name for i in (elements(cards) if isinstance(cards, int) else cards))


def _sees(slot: Slot, owner: int, seat: int | None, values: Values, seats: int) -> bool:
    """Whether the rules let a seat see what a place holds, or of several of a kind the one of an owner."""
    if slot.seen is Seen.SEATS:
        viewers = values[slot.viewers]
        among = viewers if isinstance(viewers, int) else viewers[owner]
        return bool(among == 2**seats - 1 if seat is None else among >> seat & 1)
    return slot.seen is Seen.ALL or (slot.seen is Seen.OWNER and seat is not None and owner == seat)


def _hidden(heard: Sequence[Event], seat: int) -> list[str]:
    """The variables of which is told that a seat chose them, and not what."""
    chosen = [event for event in heard if event.name == "chosen" and event.fields.get("seat") == seat]
    return [name for event in chosen for name, value in event.fields.items() if isinstance(value, Hidden)]


def _texts(data: object) -> Iterator[str]:
    """All texts in JSON data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        yield from (text for value in data.values() for text in _texts(value))
    elif isinstance(data, list | tuple):
        yield from (text for value in data for text in _texts(value))
