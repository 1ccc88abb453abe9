"""What one seat may know of a match: the position as it sees it, what it may decide, and what it heard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trickcore.decision import Decision
from trickcore.events import Event, Value, plain
from trickcore.outcome import Outcome

if TYPE_CHECKING:
    from trickcore.game import Game


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table. `suit`: what it was declared to be, where its player had the choice, else empty."""

    seat: int
    card: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards in a place: how many, and which, where the seat may look (of a pile the top card first), else None."""

    count: int
    cards: tuple[str, ...] | None = None

    def to_json(self) -> object:
        """The cards, or their number."""
        return self.count if self.cards is None else list(self.cards)


@dataclass(frozen=True)
class View:
    """The match as one seat may know it (`seat` None: a spectator, who sees what all see). Nothing here depends on
    a card that the seat cannot see.

    `hand`: the seat's own cards, by suit and rank. `counts`: cards in each hand. `zones`: places by name, one `Zone`
    or one per seat. `trick`: the cards on the table in the order played; `led`: the suit asked for, None where there
    is none. `taken`: the cards that each seat has won. `variables`: what else the rules keep and the seat may know, by
    name. `to_act`: the seats that may act now; `decision`: this seat's, or None. `events`: what it heard.
    `outcome`: how the match ended, once it is over.
    `law_row`: the row of the program's tables of card laws that is in force, None where it follows from what not all
    may see.

    >>> import trickcore
    >>> view = trickcore.load("two-ten-jack").start(seed=7, dealer=0).view(0)
    >>> len(view.hand), view.counts, view.zones["stock"], view.to_act, view.decision
    (6, (6, 6), Zone(count=40, cards=None), (1,), None)
    """

    game: Game = field(repr=False, compare=False)
    seat: int | None
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    zones: Mapping[str, Zone | tuple[Zone, ...]]
    trick: tuple[Played, ...]
    led: str | None
    leader: int | None
    taken: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    dealer: int | None
    deal_number: int | None
    trick_number: int | None
    variables: Mapping[str, Value | tuple[Value, ...]]
    to_act: tuple[int, ...]
    decision: Decision | None
    over: bool
    outcome: Outcome | None
    _hear: Callable[[], tuple[Event, ...]] = field(repr=False, compare=False)
    law_row: int | None = field(default=0, repr=False, compare=False)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened so far, as this seat may know it; from the number on that the view was asked for with."""
        if "_events" not in self.__dict__:  # made when first asked for: most bots never do
            self.__dict__["_events"] = self._hear()
        events: tuple[Event, ...] = self.__dict__["_events"]
        return events

    def __reduce__(self) -> tuple[Callable[..., View], tuple[object, ...]]:
        # A pickled view holds its events and no way back to the match.
        values = {name: value for name, value in self.__dict__.items() if name not in ("_hear", "_events")}
        return _restored, (values, self.events)

    def to_json(self) -> dict[str, object]:
        """The view as JSON data: exact, in a fixed order, and nothing that the seat may not know. Described by
        `schemas/view.schema.json`.
        """
        return {
            "game": self.game.id,
            "identity": self.game.identity,
            "seat": self.seat,
            "seats": list(self.game.seats),
            "teams": list(self.game.teams),
            "hand": list(self.hand),
            "counts": list(self.counts),
            "zones": {name: _zone_json(zone) for name, zone in self.zones.items()},
            "trick": [{"seat": p.seat, "card": p.card, "suit": p.suit} for p in self.trick],
            "led": self.led,
            "leader": self.leader,
            "taken": [list(cards) for cards in self.taken],
            "scores": list(self.scores),
            "dealer": self.dealer,
            "deal": self.deal_number,
            "trick_number": self.trick_number,
            "variables": {name: plain(value) for name, value in self.variables.items()},
            "to_act": list(self.to_act),
            "decision": None if self.decision is None else self.decision.to_json(),
            "over": self.over,
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "events": [event.to_json() for event in self.events],
        }


def _restored(values: dict[str, object], events: tuple[Event, ...]) -> View:
    return View(**values, _hear=lambda: events)  # type: ignore[arg-type]


def _zone_json(zone: Zone | tuple[Zone, ...]) -> object:
    return [z.to_json() for z in zone] if isinstance(zone, tuple) else zone.to_json()
