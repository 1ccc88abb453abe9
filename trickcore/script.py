"""Chance that follows given decks, and how a match starts. What an order must be is worked out in `placing`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.deal import DealLike, Pack, Placed
from trickcore.dice import Chance, Dice
from trickcore.errors import SetupError

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.position import Position

Cards = tuple[int, ...]

_SEED_BITS = 4096  # a number that is no longer can always be written down, in records too


class UnresolvedError(Exception):
    """A shuffle is wanted whose order is not worked out yet: the match does that and plays the action again."""

    def __init__(self, event: int) -> None:
        self.event = event


class Script:
    """Chance with given decks for the first shuffles of the whole pack; the seed answers everything else.

    Which shuffle is which follows from the events of this line of play: `orders` holds those that were worked out,
    and `forget` drops the ones that undo has taken back.
    """

    def __init__(self, dice: Dice, decks: Sequence[Pack | Placed], cards: int) -> None:
        self.dice = dice
        self.decks = tuple(decks)
        self.cards = cards
        self.rolls: dict[int, int] = {}
        self.orders: dict[int, Cards] = {}

    def shuffle(self, event: int, cards: Cards, /) -> Cards:
        """The order of a shuffle."""
        if len(cards) == self.cards and (deck := self.deck(event)) is not None:
            if isinstance(deck, Placed) and event not in self.orders:
                raise UnresolvedError(event)
            return self.orders.setdefault(event, deck.order if isinstance(deck, Pack) else ())
        return self.dice.shuffle(event, cards)

    def roll(self, event: int, sides: int, /) -> int:
        """A number from 0 to `sides` − 1."""
        given = self.rolls.get(event)
        return self.dice.roll(event, sides) if given is None else given

    def deck(self, event: int) -> Pack | Placed | None:
        """The deck for a shuffle of the whole pack, if one is given."""
        number = sum(1 for k in self.orders if k < event)
        return self.decks[number] if number < len(self.decks) else None

    def forget(self, events: int) -> None:
        """Only so many events have happened now."""
        self.orders = {k: order for k, order in self.orders.items() if k < events}

    def copy(self) -> Script:
        """An independent script at the same point."""
        twin = Script(self.dice, self.decks, self.cards)
        twin.rolls, twin.orders = self.rolls, dict(self.orders)
        return twin


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match starts. Never changed; `given` and `dealer` are as the caller wrote them, for records. `position`:
    where it starts, if not at its first deal."""

    seed: int | str
    chance: Chance
    given: DealLike | None = None
    dealer: int | None = None
    position: Position | None = None


def setup(game: Game, seed: int | str, deal: DealLike | None, dealer: int | str | None) -> Setup:
    """Read what a caller asks for. Raises SetupError."""
    if not isinstance(seed, int | str):
        raise SetupError(f"a seed is a whole number or a text, not {type(seed).__name__}")
    if isinstance(seed, int) and seed.bit_length() > _SEED_BITS:
        raise SetupError(f"a seed that is a number has at most {_SEED_BITS} bits")
    dice = Dice(seed)
    if deal is None and dealer is None:
        return Setup(seed, dice)
    decks = () if deal is None else game.deals.read(deal)
    script = Script(dice, decks, len(game.program.cards))
    seat = None if dealer is None else game.deals.seat(dealer)
    if seat is not None:
        script.rolls = _rolls(game, dice, seat)
    return Setup(seed, script, deal, seat)


def setup_at(game: Game, seed: int | str, deal: DealLike | None, position: Position) -> Setup:
    """A match that starts at a position; `deal` is dealt there. Raises SetupError."""
    base = setup(game, seed, deal, None)
    return Setup(seed, base.chance, position=position)


class _Listener:
    """The seed's chance, with some rolls given; notes the rolls that are made before the first shuffle."""

    def __init__(self, dice: Dice, rolls: dict[int, int]) -> None:
        self.dice, self.rolls = dice, rolls
        self.heard: dict[int, int] = {}
        self.shuffled = False

    def shuffle(self, event: int, cards: Cards, /) -> Cards:
        self.shuffled = True
        return self.dice.shuffle(event, cards)

    def roll(self, event: int, sides: int, /) -> int:
        if not self.shuffled:
            self.heard[event] = sides
        given = self.rolls.get(event)
        return self.dice.roll(event, sides) if given is None else given


def _rolls(game: Game, dice: Dice, dealer: int) -> dict[int, int]:
    """The roll that makes a seat the first dealer."""
    first = _Listener(dice, {})
    usual = game.reader.number("dealer", game.engine.start(first))
    if usual is None:
        raise SetupError("this game has no dealer")
    for event, sides in first.heard.items():
        for value in range(sides):
            state = game.engine.start(_Listener(dice, {event: value}))
            if game.reader.number("dealer", state) == dealer:
                return {event: value}
    if usual == dealer:
        return {}
    raise SetupError(f"the first dealer of this game is fixed by its rules: it is {game.seats[usual]}")
