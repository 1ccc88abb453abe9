"""Definite assignment: a temporary is written on every way to where it is read, and since the last decision."""

from __future__ import annotations

from collections.abc import Iterator

from trickcore.program.fault import Fault
from trickcore.program.flow import blocks
from trickcore.program.model import Program, Role
from trickcore.program.signature import UPDATED, letters, reads, writes


def faults(program: Program) -> Iterator[Fault]:
    """Reads of temporaries that may not be written yet. Sets of slots are bit masks here."""
    temps = sum(1 << k for k, slot in enumerate(program.slots) if slot.role is Role.TEMP)
    parts = blocks(program.code)
    written = [_written(program, block.start, block.end) for block in parts]
    entry: dict[int, int] = {0: 0}
    todo = [0]
    while todo:
        k = todo.pop()
        leaving = written[k] if program.code[parts[k].start].op == "ask" else entry[k] | written[k]
        for target in parts[k].next:
            before = entry.get(target, -1)
            entry[target] = before & leaving
            if entry[target] != before:
                todo.append(target)
    for k, block in enumerate(parts):
        yield from _reading(program, block.start, block.end, temps, entry[k])


def _written(program: Program, start: int, end: int) -> int:
    mask = 0
    for instr in program.code[start:end]:
        for k in writes(instr.op, len(instr.args)):
            mask |= 1 << instr.args[k]
    return mask


def _reading(program: Program, start: int, end: int, temps: int, known: int) -> Iterator[Fault]:
    for i in range(start, end):
        instr = program.code[i]
        for k in reads(instr.op, len(instr.args)):
            slot = instr.args[k]
            if temps & ~known & 1 << slot:
                yield Fault(i, f"{program.slots[slot].name} is read before it is written since the last decision")
        fresh = letters(instr.op, len(instr.args)) or ""
        for k in writes(instr.op, len(instr.args)):
            if fresh[k] not in UPDATED.get(instr.op, ""):
                known |= 1 << instr.args[k]
