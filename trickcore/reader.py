"""Reads what the slots of a state hold, by the roles and labels that the program gives them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from trickcore.deal import Place
from trickcore.events import elements
from trickcore.program.model import Program, Role, Slot, SlotKind

if TYPE_CHECKING:
    from trickcore.engines.generated import Engine

Values = dict[int, Any]  # slot index → a number or mask, or a list of them (arrays; piles from the top)


class Reader:
    """Reads states of one program."""

    def __init__(self, program: Program, engine: Engine) -> None:
        self._program = program
        self._engine = engine
        self._saved = tuple(i for i, slot in enumerate(program.slots) if slot.role is Role.SAVED)

    def values(self, state: Any) -> Values:
        """The value of every saved slot."""
        return dict(zip(self._saved, self._engine.dump(state)[2:], strict=True))

    def number(self, role: str, state: Any) -> int | None:
        """The number in the slot of a role, or None if the program has no such slot."""
        slot = self._program.roles.get(role)
        return None if slot is None else int(self.values(state)[slot])

    def scores(self, state: Any) -> tuple[int, ...]:
        """The score of each seat."""
        slot = self._program.roles.get("score")
        if slot is None:
            return (0,) * len(self._program.seats)
        scores = self.values(state)[slot]
        by_seat = self._program.slots[slot].per == "seat"
        return tuple(scores[seat if by_seat else team] for seat, team in enumerate(self._program.teams))

    def places(self, state: Any, order: Sequence[int]) -> dict[Place, list[int]]:
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
        slots = [i for i in self._saved if is_zone(self._program.slots[i])]
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
