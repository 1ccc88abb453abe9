"""Which positions of a pack go where, and the order of a pack that brings given cards there.

Where a card goes is a matter of the program, so it is found by running the program: the pack is shuffled into a known
order, a watched machine goes on to the next decision, and of each card is noted where it comes to lie on the way. This
works for every way of dealing, in every deal, and a card that is turned up and moved on can be given like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trickcore.deal import Place, Placed
from trickcore.dice import Chance
from trickcore.engines.model import Engine
from trickcore.engines.reference import Machine
from trickcore.engines.watch import Value
from trickcore.errors import SetupError
from trickcore.program.masks import elements
from trickcore.program.model import Note, Program
from trickcore.script import Cards, Script

if TYPE_CHECKING:
    from trickcore.game import Game

Run = Callable[[Engine, Chance], Any]
Ways = Mapping[Place, Sequence[int]]  # positions of the pack by the places that they come to, those to be used first

_TRIES = 64  # orders of the pack tried until one is found that leads to a decision without another shuffle
_SHOWN = 60  # characters of the name of a place in a message


def resolve(script: Script, event: int, run: Run, game: Game) -> None:
    """Work out the order of a shuffle whose cards are given by place. `run` plays up to the next decision after it,
    on the engine and with the chance that it is given, and returns the state. Raises SetupError if the cards do not
    fit.
    """
    deck = script.deck(event)
    assert isinstance(deck, Placed)
    pack = tuple(range(script.cards))
    order = _order(game, deck, _ways(script, event, run, game), script.dice.shuffle(event, pack))
    found = _try(script, event, run, game, order)
    if found is not None:
        _check(game, deck, {place: [order[at] for at in positions] for place, positions in found.items()})
    script.orders[event] = order


def _ways(script: Script, event: int, run: Run, game: Game) -> Ways:
    pack = tuple(range(script.cards))
    for order in [pack, *(script.dice.shuffle(k, pack) for k in range(_TRIES))]:
        found = _try(script, event, run, game, order)
        if found is not None:
            return found
    raise SetupError("this game shuffles again before the first decision, whatever the cards: give the whole pack")


def _try(script: Script, event: int, run: Run, game: Game, order: Cards) -> Ways | None:
    """Where the positions of an order come to lie; None if the pack is shuffled again before the next decision."""
    probe = _Probe(script, event, order, game.program)
    machine = Machine(game.program, probe)
    state = run(machine, probe)
    if probe.again:
        return None
    lying = game.reader.places(game.engine.restore(machine.dump(state), probe), order)
    position = {card: at for at, card in enumerate(order)}
    return _sorted({position[card]: way for card, way in probe.ways.items()}, lying)


class _Probe:
    """Chance that gives one shuffle a chosen order, and the watcher of what comes of it: whether another shuffle of
    the pack came after it, and the places that each card was dealt or moved to."""

    def __init__(self, script: Script, event: int, order: Cards, program: Program) -> None:
        self.script, self.event, self.order, self.program = script, event, order, program
        self.again = False
        self.ways: dict[int, list[Place]] = {}

    def shuffle(self, event: int, cards: Cards, /) -> Cards:
        if event == self.event:
            self.ways.clear()  # what was told of the deal before
            return self.order
        if event > self.event and len(cards) == self.script.cards:
            self.again = True
        return self.script.dice.shuffle(event, cards) if event > self.event else self.script.shuffle(event, cards)

    def roll(self, event: int, sides: int, /) -> int:
        return self.script.roll(event, sides)

    def note(self, note: int, values: tuple[Value, ...], /) -> None:
        place, cards = _arrival(self.program.notes[note], values)
        for card in elements(cards):
            self.ways.setdefault(card, []).append(place)

    def duty(self, duty: int, hand: int, sets: tuple[int, ...], /) -> None:
        """Duties do not matter here."""


def _arrival(note: Note, values: Sequence[Value]) -> tuple[Place, int]:
    """The place that a note tells of and the cards that come to lie there; no cards if it tells of something else."""
    fields = {field.name: value for field, value in zip(note.fields, values, strict=True)}
    cards, seat, owner = (fields.get(name, -1) for name in ("cards", "seat", "to"))
    if note.name in ("dealt", "moved") and isinstance(cards, int) and isinstance(seat, int) and isinstance(owner, int):
        place = ("hand", seat) if note.name == "dealt" else (note.text.rpartition(" → ")[2], owner)
        return place, cards
    return ("", -1), 0


def _sorted(ways: Mapping[int, Sequence[Place]], lying: Ways) -> Ways:
    """For each place the positions that come to it: those dealt there to stay, then those that come there later, then
    those that are dealt there and moved on."""
    found: dict[Place, dict[int, None]] = {}
    for place, positions in lying.items():
        stay = sorted(positions, key=lambda at: place != ways.get(at, (place,))[0])
        found[place] = dict.fromkeys(stay)
    for at in sorted(ways):
        for place in ways[at]:
            found.setdefault(place, {})[at] = None
    return {place: tuple(positions) for place, positions in found.items()}


def _order(game: Game, deck: Placed, ways: Ways, rest: Sequence[int]) -> Cards:
    """The pack that brings the given cards to their places; the positions left over are filled with the other cards in
    the order of `rest`. A position that comes to several places is for the one that fewest positions come to: a card
    turned up from the stock, say, and not for the stock."""
    order = [-1] * len(rest)
    used: set[int] = set()
    for place in sorted(deck.kinds, key=lambda place: (len(ways.get(place, ())), place)):
        free = [at for at in ways.get(place, ()) if order[at] < 0]
        indices = game.deals.indices(deck.kinds[place], used)
        if len(indices) > len(free):
            raise SetupError(_no_room(game, place, ways, len(free), len(indices)))
        for at, index in zip(free, indices, strict=False):
            order[at] = index
    others = iter([index for index in rest if index not in used])
    return tuple(index if index >= 0 else next(others) for index in order)


def _check(game: Game, deck: Placed, found: Mapping[Place, Sequence[int]]) -> None:
    """Raise SetupError unless the cards came to their places. `found`: card indices by place."""
    for place, kinds in deck.kinds.items():
        there = Counter(game.program.cards[i].kind for i in found.get(place, ()))
        if Counter(kinds) - there:
            where = _where(game, place)
            raise SetupError(f"cards move before the first decision of the deal: {where} cannot be given like this")


def _no_room(game: Game, place: Place, ways: Iterable[Place], free: int, given: int) -> str:
    where = _where(game, place)
    if place not in ways:
        known = ", ".join(_where(game, p) for p in sorted(ways))
        return f"no cards are dealt to {where}; they are dealt to: {known}"
    return f"{free} cards are dealt to {where}, and {given} are given"


def _where(game: Game, place: Place) -> str:
    zone, seat = place
    name = zone if len(zone) <= _SHOWN else f"{zone[: _SHOWN - 1]}…"
    return f"{name} of {game.seats[seat]}" if seat >= 0 else name
