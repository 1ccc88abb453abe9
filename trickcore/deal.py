"""Given cards: what a caller may write for a deal, and the packs that come of it."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trickcore.actions import Action, ActionTable
from trickcore.diagnostics.words import nearest
from trickcore.errors import SetupError
from trickcore.program.model import Program
from trickcore.whole import shown, whole

CardsText = str | Sequence[str]

_MOST = 1000  # cards of one place that are looked at: more than any pack has


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards of one deal. `hands`: by seat (number or name), whole or in part. `zones`: by the name of the place,
    the top card first, such as `{"stock": "2♣ 3♣"}`; for a place of a seat `{"name": {0: "2♣"}}`. All that is not
    named comes from the seed.

    >>> Deal(hands={0: "A♠ 10H"}, zones={"stock": "2♣"})
    Deal(hands={0: 'A♠ 10H'}, zones={'stock': '2♣'})
    """

    hands: Mapping[int | str, CardsText] = field(default_factory=dict)
    zones: Mapping[str, CardsText | Mapping[int | str, CardsText]] = field(default_factory=dict)


DealLike = CardsText | Deal | Mapping[str, Any] | Sequence[Any]

Place = tuple[str, int]  # a zone by its label, and whose it is: a seat, or −1 for the table's


@dataclass(frozen=True, slots=True)
class Pack:
    """A whole pack, top first, as card indices."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """Kinds of cards by the place that they are dealt to."""

    kinds: Mapping[Place, tuple[int, ...]]


class DealReader:
    """Reads what callers write for deals of one program."""

    def __init__(self, program: Program, actions: ActionTable) -> None:
        self._program = program
        self._key = actions.key
        self._kinds = {self._key(text): c.kind for c in program.cards for text in (c.name, c.ascii)}
        self._names = {c.kind: c.name for c in reversed(program.cards)}
        self._copies = Counter(c.kind for c in program.cards)

    def read(self, deal: DealLike) -> tuple[Pack | Placed, ...]:
        """The deals, one after the other. Raises SetupError."""
        if isinstance(deal, (str, Deal, Mapping)):
            return (self._one(deal),)
        if not isinstance(deal, Sequence):
            raise SetupError(f"a deal is a text, a list, a mapping or a Deal, not {type(deal).__name__}")
        if not deal:
            raise SetupError("the list of deals is empty")
        if all(isinstance(item, str) and len(_split(item)) == 1 for item in deal):
            return (self._one(deal),)
        return tuple(self._one(item) for item in deal)

    def _one(self, deal: Any) -> Pack | Placed:
        if isinstance(deal, Deal):
            placed: dict[Place, tuple[int, ...]] = {}
            hands = [(("hand", self._seat(seat)), self._cards(cards)) for seat, cards in _hands(deal.hands).items()]
            for place, kinds in [*hands, *(part for zone in _zones(deal.zones).items() for part in self._zone(*zone))]:
                if place in placed:
                    raise SetupError(f"cards are given twice for {self._where(place)}")
                placed[place] = kinds
            return self._checked(placed)
        if isinstance(deal, Mapping):
            return self._one(Deal(_hands(deal.get("hands", {})), self._places(deal)))
        return self._pack(self._cards(deal))

    def _places(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        """What is given besides hands: places as keys of their own, or under `zones` as in cases files."""
        places = {name: cards for name, cards in _zones(deal).items() if name != "hands"}
        if "zones" not in places or any(slot.label == "zones" for slot in self._program.slots):
            return places
        zones = _zones(places.pop("zones"))
        twice = [name for name in zones if name in places]
        if twice:
            raise SetupError(f"{twice[0][:40]} is given twice: in `zones`, and beside it")
        return {**places, **zones}

    def _where(self, place: Place) -> str:
        name, seat = place
        return f"{name[:40]} of {self._program.seats[seat]}" if seat >= 0 else name[:40]

    def _zone(self, name: str, cards: Any) -> Iterable[tuple[Place, tuple[int, ...]]]:
        if isinstance(cards, Mapping):
            return [((name, self._seat(seat)), self._cards(texts)) for seat, texts in cards.items()]
        return [((name, -1), self._cards(cards))]

    def _pack(self, kinds: tuple[int, ...]) -> Pack:
        self._no_doubles(kinds)
        missing = Counter(self._copies)
        missing.subtract(kinds)
        if len(kinds) != len(self._program.cards):
            names = " ".join(self._names[k] for k in sorted(missing.elements()))
            count = len(self._program.cards)
            raise SetupError(f"the pack has {count} cards and {len(kinds)} are given; missing: {names}")
        return Pack(tuple(self.indices(kinds, set())))

    def _checked(self, placed: dict[Place, tuple[int, ...]]) -> Placed:
        self._no_doubles([kind for kinds in placed.values() for kind in kinds])
        return Placed(placed)

    def _no_doubles(self, kinds: Sequence[int]) -> None:
        for kind, count in sorted(Counter(kinds).items()):
            if count > self._copies[kind]:
                held = self._copies[kind]
                times = "once" if held == 1 else f"{held} times"
                raise SetupError(f"{self._names[kind]} is given {count} times, and the pack holds it {times}")

    def _cards(self, cards: Any) -> tuple[int, ...]:
        if isinstance(cards, str):
            texts: list[str] = _split(cards)
        elif isinstance(cards, Iterable) and not isinstance(cards, Mapping):
            texts = [_card(card) for card in cards]
        else:
            raise SetupError(f"cards are a text or a list of texts, not {type(cards).__name__}")
        if len(texts) > _MOST:
            held = len(self._program.cards)
            raise SetupError(f"{len(texts):,} cards are given for one place, and the pack has {held}")
        return tuple(self._kind(text) for text in texts)

    def _kind(self, text: str) -> int:
        kind = self._kinds.get(self._key(text))
        if kind is None:
            near = nearest(self._key(text)[:40], self._kinds, 0.5)
            hint = f"; did you mean {self._names[self._kinds[near]]}?" if near else ""
            raise SetupError(f"{text[:40]!r} is not a card of this pack{hint}")
        return kind

    def _seat(self, seat: object) -> int:
        seats = self._program.seats
        if isinstance(seat, str) and seat in seats:
            return seats.index(seat)
        number = whole(seat) if isinstance(seat, str) else _index(seat)
        if number is None or not 0 <= number < len(seats):
            known = f"the seats are 0 to {len(seats) - 1}, or {', '.join(seats)}"
            raise SetupError(f"there is no seat {shown(seat)}: {known}")
        return number

    def seat(self, seat: int | str) -> int:
        """The number of a seat given by number or name. Raises SetupError."""
        return self._seat(seat)

    def indices(self, kinds: Iterable[int], used: set[int]) -> list[int]:
        """For each kind a copy that is not in `used` yet, the lowest first; adds them to `used`."""
        out = []
        for kind in kinds:
            index = next(i for i, c in enumerate(self._program.cards) if c.kind == kind and i not in used)
            used.add(index)
            out.append(index)
        return out


def _hands(hands: Any) -> Mapping[int | str, CardsText]:
    if isinstance(hands, str) or not isinstance(hands, Mapping | Sequence):
        raise SetupError("hands are given by seat: {0: cards, 1: cards}, or a list of them")
    return hands if isinstance(hands, Mapping) else dict(enumerate(hands))


def _zones(zones: Any) -> Mapping[str, Any]:
    if not isinstance(zones, Mapping):
        raise SetupError('zones are given by name: {"zones": {"stock": cards}}')
    for name in zones:
        if not isinstance(name, str):
            raise SetupError(f"a place for cards is given by its name, a text, not {shown(name)}")
    return zones


def _card(card: Any) -> str:
    if isinstance(card, str | Action):
        return str(card)
    raise SetupError(f"a card is given as a text, not as {shown(card)}")


def _index(seat: Any) -> int | None:
    """The number that a seat of any type of whole numbers is."""
    try:
        return operator.index(seat)
    except TypeError:
        return None


def _split(text: str) -> list[str]:
    return text.replace(",", " ").split()
