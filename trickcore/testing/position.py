"""What a case may ask of a position, taken from the views and events of the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trickcore.match import Match
    from trickcore.view import Zone

_PUT = ("dealt", "moved")  # events in which cards come to lie somewhere; others only name some


def hand(match: Match, seat: int) -> tuple[str, ...]:
    """The cards that a seat holds."""
    return match.view(seat).hand


def trick(match: Match) -> tuple[str, ...]:
    """The cards on the table."""
    return tuple(played.card for played in match.view(None).trick)


def taken(match: Match, seat: int) -> tuple[str, ...]:
    """The cards that a seat has won in this deal."""
    return match.view(seat).taken[seat]


def taker(match: Match) -> int | None:
    """The seat that took the last trick, or None where nobody did."""
    for event in reversed(match.events(None)):
        if event.name == "taken":
            seat = event.fields.get("seat")
            return seat if isinstance(seat, int) else None
    return None


def count(match: Match, place: str, seat: int | None, viewer: int | None = None) -> int | None:
    """How many cards lie in a place (of all seats, without a seat) as a viewer knows it (None: a spectator), or None
    if there is no such place."""
    view = match.view(viewer)
    if place == "hand":
        return _sum(view.counts, seat)
    if place == "taken":
        return _sum([len(cards) for cards in view.taken], seat)
    if place == "trick":
        return len(view.trick)
    zone = view.zones.get(place)
    if zone is None:
        return None
    return _sum([z.count for z in _several(zone)], seat)


def places(match: Match) -> list[str]:
    """The names of the places that `count` knows."""
    return ["hand", "taken", "trick", *match.view(None).zones]


def seen(match: Match, seat: int) -> set[str]:
    """The cards whose place a seat can see now, or that were turned up in this deal: shown, or dealt or moved to where
    all saw them. Besides, for a card that was declared to be something, that text."""
    view = match.view(seat)
    found = {*view.hand, *(played.card for played in view.trick)}
    declared = {(played.card, played.suit) for played in view.trick if played.suit}
    found.update(
        action.text for action in match.game.actions.actions.values() if (action.card, action.suit) in declared
    )
    found.update(card for cards in view.taken for card in cards)
    found.update(card for zone in view.zones.values() for z in _several(zone) for card in z.cards or ())
    found.update(_turned_up(match, seat))
    return found


def _turned_up(match: Match, seat: int) -> set[str]:
    """The cards that were turned up since the deal began, wherever they are now. What was played or won is not among
    them: whether that can be seen later is a rule of its own.
    """
    found: set[str] = set()
    for event, public in zip(match.events(seat), match.events(None), strict=True):
        if event.name == "deal":
            found.clear()
        elif event.name == "shown":
            found.update(_texts(event.to_json()["fields"]))
        elif event.name in _PUT:
            found.update(text for name in ("card", "cards") for text in _texts(public.fields.get(name)))
    return found


def known(match: Match, seat: int | None) -> set[str]:
    """Every text that stands anywhere in what a seat (None: a spectator) is told: its view and all that it heard."""
    return set(_texts(match.view(seat).to_json()))


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for item in data:
            yield from _texts(item)


def _several(zone: Zone | tuple[Zone, ...]) -> tuple[Zone, ...]:
    return zone if isinstance(zone, tuple) else (zone,)


def _sum(numbers: list[int] | tuple[int, ...], seat: int | None) -> int:
    return sum(numbers) if seat is None else numbers[seat] if len(numbers) > 1 else numbers[0]


def worth(match: Match, card: str) -> int | None:
    """What a card counts, or None where the values of cards change during a deal. Where some values are fractions,
    all are given times their common denominator."""
    game = match.game
    table = game.program.roles.get("value_table")
    return None if table is None else game.program.tables[table].values[game.card_index(card)]
