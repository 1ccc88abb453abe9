"""The cards of a trick that a position is set up with: who has played what, read before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trickcore.errors import ActionError, SetupError

if TYPE_CHECKING:
    from trickcore.game import Game


@dataclass(frozen=True, slots=True)
class Laid:
    """An action that was played to the trick. `card`: what it laid."""

    seat: int
    text: str
    card: str


def read_laid(game: Game, trick: Any, leader: Any) -> tuple[Laid, ...]:
    """The actions, each a text of the next seat from the leader on, or `{seat: text}`. Raises SetupError."""
    if isinstance(trick, str | Mapping) or not isinstance(trick, Sequence):
        raise SetupError("trick: what was played is a list of actions, from the leader on")
    if trick and leader is None:
        raise SetupError("trick: say who led it, as `leader`")
    found: list[Laid] = []
    for item in trick:
        seat = (found[-1].seat + 1) % game.players if found else game.deals.seat(leader)
        found.append(_one(game, item, seat))
    return tuple(found)


def _one(game: Game, item: Any, seat: int) -> Laid:
    if isinstance(item, Mapping) and len(item) == 1:
        ((named, item),) = item.items()
        seat = game.deals.seat(named)
    if not isinstance(item, str):
        raise SetupError(f"trick: {str(item)[:40]!r} is no action: write its text, or {{seat: text}}")
    try:
        card = game.action(item).card
    except ActionError as error:
        raise SetupError(f"trick: {game.seats[seat]}: {error}") from error
    if not card:
        raise SetupError(f"trick: {game.seats[seat]}: {item!r} lays no card")
    return Laid(seat, item, card)


def with_laid(game: Game, hands: Any, laid: Sequence[Laid]) -> Any:
    """The hands from which these cards were played."""
    if not laid:
        return hands
    if isinstance(hands, str) or not isinstance(hands, Mapping | Sequence):
        raise SetupError("hands are given by seat: {0: cards, 1: cards}, or a list of them")
    pairs = hands.items() if isinstance(hands, Mapping) else enumerate(hands)
    by_seat = {game.deals.seat(seat): cards for seat, cards in pairs}
    for one in laid:
        held = by_seat.get(one.seat, ())
        if not isinstance(held, Sequence):
            raise SetupError(f"cards are a text or a list of texts, not {type(held).__name__}")
        by_seat[one.seat] = [*(held.replace(",", " ").split() if isinstance(held, str) else held), one.card]
    return by_seat
