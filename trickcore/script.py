"""Chance that follows given decks, and finding out which position of a pack is dealt where.

Where a card goes is a matter of the program, so it is found by running the program: the pack is shuffled into a known
order, and at the next decision it is seen where each card lies. This works for every way of dealing, in every deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trickcore.deal import DealLike, DealReader, Pack, Place, Placed
from trickcore.dice import Dice
from trickcore.errors import SetupError

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.reader import Reader

Cards = tuple[int, ...]

_TRIES = 64  # orders of the pack tried until one is found that leads to a decision without another shuffle


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


class _Probe:
    """Chance that gives one shuffle a chosen order and tells whether another shuffle of the pack came after it."""

    def __init__(self, script: Script, event: int, order: Cards) -> None:
        self.script, self.event, self.order = script, event, order
        self.again = False

    def shuffle(self, event: int, cards: Cards, /) -> Cards:
        if event == self.event:
            return self.order
        if event > self.event and len(cards) == self.script.cards:
            self.again = True
        return self.script.dice.shuffle(event, cards) if event > self.event else self.script.shuffle(event, cards)

    def roll(self, event: int, sides: int, /) -> int:
        return self.script.roll(event, sides)


def resolve(script: Script, event: int, run: Callable[[Any], Any], deals: DealReader, reader: Reader) -> None:
    """Work out the order of a shuffle whose cards are given by place. `run` plays up to the next decision after it,
    with the chance that it is given, and returns the state. Raises SetupError if the cards do not fit.
    """
    deck = script.deck(event)
    assert isinstance(deck, Placed)
    places = _places(script, event, run, reader)
    script.orders[event] = deals.order(deck, places, script.dice.shuffle(event, tuple(range(script.cards))))
    check = _Probe(script, event, script.orders[event])
    try:
        found = reader.places(run(check), range(script.cards))
        if not check.again:
            deals.check(deck, found)
    except BaseException:
        del script.orders[event]
        raise


def _places(script: Script, event: int, run: Callable[[Any], Any], reader: Reader) -> dict[Place, list[int]]:
    pack = tuple(range(script.cards))
    orders = [pack, *(script.dice.shuffle(k, pack) for k in range(_TRIES))]
    for order in orders:
        probe = _Probe(script, event, order)
        state = run(probe)
        if not probe.again:
            return reader.places(state, order)
    raise SetupError("this game shuffles again before the first decision, whatever the cards: give the whole pack")


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match starts. Never changed; `given` and `dealer` are as the caller wrote them, for records."""

    seed: int | str
    chance: Dice | Script
    given: DealLike | None = None
    dealer: int | None = None


def setup(game: Game, seed: int | str, deal: DealLike | None, dealer: int | str | None) -> Setup:
    """Read what a caller asks for. Raises SetupError."""
    if not isinstance(seed, int | str):
        raise SetupError(f"a seed is a whole number or a text, not {type(seed).__name__}")
    dice = Dice(seed)
    if deal is None and dealer is None:
        return Setup(seed, dice)
    decks = () if deal is None else game.deals.read(deal)
    script = Script(dice, decks, len(game.program.cards))
    seat = None if dealer is None else game.deals.seat(dealer)
    if seat is not None:
        script.rolls = _rolls(game, dice, seat)
    return Setup(seed, script, deal, seat)


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
