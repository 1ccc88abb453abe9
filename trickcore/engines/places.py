"""Where generated code finds the slots: in the flat state (stepping), or in local names (playing out)."""

from __future__ import annotations

from collections.abc import Iterable

from trickcore.engines.layout import CHANCE, EVENTS, Layout
from trickcore.engines.text import Code, literal
from trickcore.program.model import Program, Role, SlotKind
from trickcore.program.ops import SILENT
from trickcore.program.signature import letters

ARRAYS = (SlotKind.INTS, SlotKind.SETS)
UNROLLED = 8  # arrays up to this size are written out entry by entry
CHOSEN = 4  # arrays up to this size are read by a choice among their entries


class Places:
    """Local names for everything: `x7` for slot 7, a list if it is an array. The base for both kinds of code."""

    chance = "c"
    events = "k"

    def __init__(self, program: Program, layout: Layout) -> None:
        self.slots = program.slots
        self.layout = layout

    def is_array(self, slot: int) -> bool:
        """Whether the slot has entries."""
        return self.slots[slot].kind in ARRAYS

    def local(self, slot: int) -> str:
        """The name of a slot's value in a function."""
        return f"x{slot}"

    def constant(self, slot: int) -> Code | None:
        """A constant as a literal."""
        declared = self.slots[slot]
        if declared.role is not Role.CONST or self.is_array(slot):
            return None
        return literal(declared.initial)

    def in_state(self, slot: int) -> bool:  # noqa: ARG002 - others look at the slot
        """Whether the value lies in the state list."""
        return False

    def whole(self, slot: int) -> str:
        """An array as a sequence."""
        if self.slots[slot].role is Role.CONST:
            return f"A{slot}"
        return self.local(slot)

    def is_pile(self, slot: int) -> bool:
        """Whether the slot is a pile."""
        return self.slots[slot].kind is SlotKind.PILE

    def drawn(self, slot: int) -> str:
        """The place of how many cards have been drawn from a pile."""
        return f"d{slot}"

    def entry(self, slot: int, index: Code) -> str:
        """An entry of an array."""
        return f"{self.whole(slot)}[{index.text}]"

    def repeats(self, slot: int, index: Code) -> bool:  # noqa: ARG002 - others look at them
        """Whether `entry` writes the index more than once."""
        return False

    def splits(self, slot: int) -> bool:  # noqa: ARG002 - others look at the slot
        """Whether each entry of an array has a name of its own."""
        return False

    def entries(self, slot: int) -> list[str]:
        """All entries of an array."""
        return [self.entry(slot, literal(k)) for k in range(self.slots[slot].size)]

    def filled(self, slot: int, value: str) -> str:
        """The statement that sets every entry."""
        return f"{self.local(slot)} = [{value}] * {self.slots[slot].size}"


class Locals(Places):
    """All slots in local names, as in a playout; an array never changed at a variable index has one per entry."""

    def __init__(self, program: Program, layout: Layout) -> None:
        super().__init__(program, layout)
        self.split = _split(program)

    def entry(self, slot: int, index: Code) -> str:
        """An entry of an array."""
        if slot not in self.split:
            return super().entry(slot, index)
        if self.repeats(slot, index):
            return _among([f"x{slot}_{k}" for k in range(self.slots[slot].size)], 0, index.text)
        return f"x{slot}_{index.text.strip('()')}"

    def repeats(self, slot: int, index: Code) -> bool:
        """Whether `entry` writes the index more than once: an entry in a name of its own is chosen by tests."""
        return slot in self.split and not index.text.strip("()").isdigit()

    def splits(self, slot: int) -> bool:
        """Whether each entry of an array has a name of its own."""
        return slot in self.split

    def filled(self, slot: int, value: str) -> str:
        """The statement that sets every entry."""
        if slot in self.split:
            return f"{' = '.join(self.entries(slot))} = {value}"
        return super().filled(slot, value)

    def load(self) -> Iterable[str]:
        """Statements that fetch the saved slots from the state `s`."""
        yield f"c = s[{CHANCE}]"
        yield f"k = s[{EVENTS}]"
        for slot, place in self.layout.place.items():
            if self.is_array(slot):
                yield f"{self._all(slot)} = s[{place}:{place + self.slots[slot].size}]"
            else:
                yield f"x{slot} = s[{place}]"
            if self.is_pile(slot):
                yield f"{self.drawn(slot)} = s[{place + 1}]"

    def save(self, point: str) -> str:
        """The statement that puts them back, at a point."""
        values = [point, "k", "c"]
        for slot in self.layout.place:
            if self.is_array(slot):
                values += self.entries(slot) if slot in self.split else [f"*x{slot}"]
            else:
                values += [f"x{slot}"] + [self.drawn(slot)] * self.is_pile(slot)
        return f"s[:{self.layout.reason}] = {', '.join(values)}"

    def _all(self, slot: int) -> str:
        return ", ".join(self.entries(slot)) + "," if slot in self.split else f"x{slot}"


def _among(names: list[str], first: int, index: str) -> str:
    """The name whose number is the index, by halves."""
    if len(names) == 1:
        return names[0]
    half = len(names) // 2
    left, right = _among(names[:half], first, index), _among(names[half:], first + half, index)
    return f"({left} if {index} < {first + half} else {right})"


def _split(program: Program) -> frozenset[int]:
    """The saved arrays whose entries are all set by constant index, and taken one by one or, if few, read by any."""
    kept: set[int] = set()
    for instr in program.code:
        for k, slot in enumerate(instr.args):
            kinds = letters(instr.op, len(instr.args)) or ""
            if kinds[k] not in "vVwW" or program.slots[slot].size > UNROLLED:
                continue
            index = {"load": 2, "load_set": 2, "store": 1, "store_set": 1}.get(instr.op)
            if index is not None:
                at = program.slots[instr.args[index]]
                few = instr.op.startswith("load") and program.slots[slot].size <= CHOSEN
                known = at.role is Role.CONST
                if not (0 <= at.initial < program.slots[slot].size if known else few):
                    kept.add(slot)
            elif instr.op not in ("fill", "fill_set", "best", "best_last", "bits", "find", *SILENT):
                kept.add(slot)
    return frozenset(
        k
        for k, slot in enumerate(program.slots)
        if slot.kind in ARRAYS and slot.role is Role.SAVED and slot.size <= UNROLLED and k not in kept
    )


class Cells(Places):
    """Saved slots in the state `s`; numbers and sets that are read again are kept in local names besides."""

    chance = f"s[{CHANCE}]"
    events = f"s[{EVENTS}]"

    def in_state(self, slot: int) -> bool:
        """Whether the value lies in the state list."""
        return slot in self.layout.place

    def cell(self, slot: int) -> str:
        """The place of a number, set or pile in the state."""
        return f"s[{self.layout.place[slot]}]"

    def drawn(self, slot: int) -> str:
        """The place of how many cards have been drawn from a pile."""
        if slot not in self.layout.place:
            return super().drawn(slot)
        return f"s[{self.layout.place[slot] + 1}]"

    def whole(self, slot: int) -> str:
        """An array as a sequence."""
        if slot not in self.layout.place:
            return super().whole(slot)
        place = self.layout.place[slot]
        return f"s[{place}:{place + self.slots[slot].size}]"

    def entry(self, slot: int, index: Code) -> str:
        """An entry of an array."""
        if slot not in self.layout.place:
            return super().entry(slot, index)
        place = self.layout.place[slot]
        known = index.text.strip("()")
        return f"s[{place + int(known)}]" if known.isdigit() else f"s[{place} + {index.text}]"

    def filled(self, slot: int, value: str) -> str:
        """The statement that sets every entry."""
        if slot not in self.layout.place:
            return super().filled(slot, value)
        size = self.slots[slot].size
        if size <= UNROLLED // 2:  # two slices are slower
            return f"{' = '.join(self.entries(slot))} = {value}"
        return f"{self.whole(slot)} = [{value}] * {size}"
