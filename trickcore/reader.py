"""Reads what the slots of a state hold, by the roles and labels that the program gives them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from trickcore.deal import Place
from trickcore.engines.layout import EVENTS, Layout
from trickcore.program.masks import elements
from trickcore.program.model import Program, Seen, Slot, SlotKind

State = list[Any]
Values = dict[int, Any]  # slot index → a number or mask, or a tuple of them (arrays; piles from the top)


class Reader:
    """Reads the flat states of one program (see `engines.layout`)."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._layout = Layout(program)
        roles = {role: self._layout.place.get(slot) for role, slot in program.roles.items()}
        self._numbers = {
            role: place
            for role, place in roles.items()
            if place is not None and program.slots[program.roles[role]].kind is SlotKind.INT
        }
        self._scores = self._score_places()

    def _score_places(self) -> tuple[int, ...]:
        slot = self._program.roles.get("score", -1)
        if slot not in self._layout.place:
            return ()
        first, by_seat = self._layout.place[slot], self._program.slots[slot].per == "seat"
        return tuple(first + (seat if by_seat else team) for seat, team in enumerate(self._program.teams))

    @cached_property
    def open_laws(self) -> bool:
        """Whether the row of the card laws follows from named values that all see."""
        from trickcore.derived import inputs, recipes

        recipe = recipes(self._program).get(self._program.roles.get("power_row", -1))
        sources = [self._program.slots[k] for k in inputs(self._program, recipe)] if recipe else []
        return bool(sources) and all(slot.seen is Seen.ALL and slot.label for slot in sources)

    def values(self, state: State) -> Values:
        """The value of every saved slot."""
        return {slot: self._layout.value(state, slot) for slot in self._layout.place}

    def events(self, state: State) -> int:
        """How many chance events there were."""
        return int(state[EVENTS])

    def number(self, role: str, state: State) -> int | None:
        """The number in the slot of a role, or None if the program has no such slot."""
        place = self._numbers.get(role)
        return None if place is None else int(state[place])

    def scores(self, state: State) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple([state[at] for at in self._scores]) or (0,) * len(self._program.seats)

    def places(self, state: State, order: Sequence[int]) -> dict[Place, list[int]]:
        """Where the cards lie: for each place, in its order, the positions in `order` of its cards."""
        values = self.values(state)
        position = {card: at for at, card in enumerate(order)}
        found: dict[Place, list[int]] = {}
        met: set[int] = set()
        for index in self.card_slots():
            slot = self._program.slots[index]
            for place, cards in _by_place(slot, values[index]):
                new = [card for card in cards if card not in met]
                met.update(new)
                if new:
                    found[place] = [position[card] for card in new]
        return found

    def card_slots(self) -> list[int]:
        """The labelled slots that hold cards, hands first."""
        hand = self._program.roles.get("hand")
        slots = [i for i in self._layout.place if is_zone(self._program.slots[i])]
        return sorted(slots, key=lambda i: i != hand)


def is_zone(slot: Slot) -> bool:
    """Whether a slot is a place for cards that people have a name for."""
    kinds = (SlotKind.SET, SlotKind.SETS, SlotKind.PILE)
    return bool(slot.label) and slot.kind in kinds and slot.domain in ("card", "cards")


def _by_place(slot: Slot, value: Any) -> Iterable[tuple[Place, Sequence[int]]]:
    if slot.kind is SlotKind.PILE:
        return [((slot.label, -1), list(value))]
    if slot.kind is SlotKind.SET:
        return [((slot.label, -1), elements(value))]
    return [((slot.label, seat), elements(mask)) for seat, mask in enumerate(value)]
