"""Where a flat state keeps the saved slots, and its form as a dump.

A state is one list: index of the pending `ask` (−1: over), number of chance events so far, the chance; then the saved
slots in order, the entries of an array one after the other; then reason and winners (0 until the match is over). The
generated engine has cells of its own behind them.

A pile takes two cells: a tuple that ends with −1, and how many of its cards have been drawn from the top; so to draw
is to count. In a dump it is the list of the cards that are left.
"""

from __future__ import annotations

from typing import Any

from trickcore.dice import Chance
from trickcore.engines.model import Dump, Offer
from trickcore.program.model import Program, Role, Slot, SlotKind
from trickcore.program.ranges import Analysis, holds

POINT, EVENTS, CHANCE, FIRST = 0, 1, 2, 3
EMPTY = (-1,)  # a pile without cards


class Layout:
    """The places of a program's saved slots in a flat state."""

    def __init__(self, program: Program) -> None:
        self.slots = program.slots
        self.cards = len(program.cards)
        self.asks = tuple(i for i, instr in enumerate(program.code) if instr.op == "ask")
        self.reasons = len(program.reasons)
        self.place: dict[int, int] = {}
        self.initial: list[Any] = []  # of the saved slots
        for k, slot in enumerate(program.slots):
            if slot.role is Role.SAVED:
                self.place[k] = FIRST + len(self.initial)
                self.initial += [EMPTY, 0] if slot.kind is SlotKind.PILE else [slot.initial] * slot.size
        self.reason = FIRST + len(self.initial)
        self.winners = self.reason + 1
        self.length = self.winners + 1
        self.piles = tuple(self.place[k] for k in self.place if program.slots[k].kind is SlotKind.PILE)

    def new(self, chance: Chance) -> list[Any]:
        """The state before the first instruction."""
        return [0, 0, chance, *self.initial, 0, 0]

    def dump(self, state: list[Any]) -> Dump:
        """The state without the chance, with lists for piles."""
        values = state[: self.length]
        for place in reversed(self.piles):
            values[place : place + 2] = [list(values[place][values[place + 1] : -1])]
        del values[CHANCE]
        return values

    def restore(self, dump: Dump, chance: Chance) -> list[Any]:
        """The flat state of a dump; ValueError if it is none of this program."""
        entries = self.length - 1 - len(self.piles)
        if not isinstance(dump, list) or len(dump) != entries:
            raise ValueError(f"not a state of this game: it has {entries} entries")
        state = [dump[POINT], dump[EVENTS], chance, *dump[EVENTS + 1 :]]
        for place in self.piles:
            state.insert(place + 1, 0)
        _must(state[POINT], -1, len(self.asks) - 1)
        _must(state[EVENTS], 0, 1 << 62)
        for k, place in self.place.items():
            self._restore_slot(self.slots[k], place, state)
        _must(state[self.reason], 0, max(self.reasons - 1, 0))
        _must(state[self.winners], 0, 1 << 64)
        return state

    def _restore_slot(self, slot: Slot, place: int, state: list[Any]) -> None:
        if slot.kind is SlotKind.PILE:
            cards = state[place]
            if not isinstance(cards, list):
                raise ValueError("not a state of this game: a pile is not a list of cards")
            for card in cards:
                _must(card, 0, self.cards - 1)
            if len(set(cards)) < len(cards):
                raise ValueError("not a state of this game: a card lies twice in a pile")
            state[place] = (*cards, -1)
            return
        number = slot.kind in (SlotKind.INT, SlotKind.INTS)
        low, high = (slot.low, slot.high) if number else (0, (1 << slot.high) - 1)
        for k in range(place, place + slot.size):
            _must(state[k], low, high)

    def check(self, state: list[Any], analysis: Analysis) -> None:
        """Hold a restored state against what is known of every state at its decision; ValueError if it is none."""
        if state[POINT] >= 0:
            for slot, known in analysis.invariants[self.asks[state[POINT]]].items():
                if not holds(state[self.place[slot]], known):
                    raise ValueError("not a state of this game: no match comes to it")

    def value(self, state: list[Any], slot: int) -> int | tuple[int, ...]:
        """The value of a saved or constant slot."""
        declared = self.slots[slot]
        if declared.role is Role.TEMP:
            raise ValueError(f"{declared.name} is temporary: it has no value at a decision")
        many = declared.kind in (SlotKind.INTS, SlotKind.SETS)
        if declared.role is Role.CONST:
            return (declared.initial,) * declared.size if many else declared.initial
        place = self.place[slot]
        if declared.kind is SlotKind.PILE:
            left: tuple[int, ...] = state[place][state[place + 1] : -1]
            return left
        found: int | tuple[int, ...] = tuple(state[place : place + declared.size]) if many else state[place]
        return found


def must_offer(over: bool, offers: tuple[Offer, ...]) -> None:
    """ValueError unless somebody can do something in a restored state, or the match is over."""
    if not over and not offers:
        raise ValueError("not a state of this game: nobody can do anything")


def _must(value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"not a state of this game: {value!r} is not a number from {low} to {high}")
