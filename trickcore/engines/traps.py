"""The words of a defect. Both engines say the same."""

from __future__ import annotations

from trickcore.errors import Defect
from trickcore.program.model import Program, Slot, SlotKind

# What can go wrong: a number or set outside its slot; an index, row or reason that is not there; no legal action; no
# seat; a counter at its end; a card put where it lies; more winners than teams.
OUTSIDE, INDEX, NO_ACTION, NO_SEAT, COUNTER, TWICE, WINNERS = range(7)


def defect(program: Program, i: int, kind: int, value: int) -> Defect:
    """The error of instruction i; `value` is what was found."""
    instr = program.code[i]
    span = program.spans[instr.span] if 0 <= instr.span < len(program.spans) else None
    return Defect(_words(program, i, kind, value), span)


def _words(program: Program, i: int, kind: int, value: int) -> str:
    instr = program.code[i]
    if kind == NO_ACTION:
        return "no action is legal here"
    if kind == NO_SEAT:
        return f"seat {value} cannot act: seats are numbered from 0 to {len(program.seats) - 1}"
    if kind == INDEX:
        return f"{value} is no place for {instr.op}"
    if kind == WINNERS:
        return f"the winning teams {_elements(value)} are not all teams of this game"
    slot = program.slots[instr.args[0]]
    if kind == COUNTER:
        return f"{_name(slot)} went past its limit of {slot.high}"
    if kind == TWICE:
        return f"cards {_elements(value)} lie in {_name(slot)} already"
    if slot.kind in (SlotKind.SET, SlotKind.SETS):
        return f"{_name(slot)} would hold {_elements(value)}, of elements 0 to {slot.high - 1}"
    return f"{_name(slot)} would become {value}, outside {slot.low} to {slot.high}"


def _name(slot: Slot) -> str:
    return slot.label or slot.name


def _elements(mask: int) -> str:
    return ", ".join(str(e) for e in range(mask.bit_length()) if mask >> e & 1) or "nothing"
