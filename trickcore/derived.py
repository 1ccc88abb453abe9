"""What the compiler keeps for itself follows from what people name: the recipes by which the program itself works it
out, found in its code. A position that is set up by names is made whole with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trickcore.engines.pure import PURE
from trickcore.engines.reference import Machine
from trickcore.position import slots_of_play
from trickcore.program.flow import blocks
from trickcore.program.model import Program, Role, SlotKind
from trickcore.program.signature import reads, writes

Recipe = tuple[int, ...]  # instructions, in order


def recipes(program: Program) -> dict[int, Recipe]:
    """For each number of the state without a name that is only ever computed at one go from saved slots: how."""
    writers: dict[int, list[int]] = {}
    for i, instr in enumerate(program.code):
        for k in writes(instr.op, len(instr.args)):
            writers.setdefault(instr.args[k], []).append(i)
    own = slots_of_play(program)
    found: dict[int, Recipe] = {}
    for slot, where in writers.items():
        declared = program.slots[slot]
        nameless = declared.role is Role.SAVED and declared.kind is SlotKind.INT and not declared.label
        if nameless and slot not in own and all(program.code[i].op in PURE for i in where):
            ways = (_slice(program, slot, i) for i in where)
            recipe = next((way for way in ways if way), None)
            if recipe:
                found[slot] = recipe
    return found


def _slice(program: Program, slot: int, last: int) -> Recipe | None:
    """The instructions of a block that compute a slot from saved slots; None if they need something else."""
    start = next(block.start for block in blocks(program.code) if block.start <= last < block.end)
    wanted: set[int] = set()
    taken: list[int] = []
    for i in range(last, start - 1, -1):
        instr = program.code[i]
        written = {instr.args[k] for k in writes(instr.op, len(instr.args))}
        if i != last and not written & wanted:
            continue
        if instr.op not in PURE:
            return None
        taken.append(i)
        wanted -= written
        read = {instr.args[k] for k in reads(instr.op, len(instr.args))}
        wanted |= {k for k in read if program.slots[k].role is Role.TEMP}
        if slot in read:
            return None
    return None if wanted else tuple(reversed(taken))


def kept(machine: Machine, found: Mapping[int, Recipe], dumps: Iterable[list[Any]], chance: Any) -> dict[int, Recipe]:
    """The recipes that hold in all these states: those that only hold when they are run are left out."""
    held = dict(found)
    for dump in dumps:
        memory = machine.restore(dump, chance)
        for slot, recipe in list(held.items()):
            before = memory.values[slot]
            machine.compute(memory, recipe)
            if memory.values[slot] != before:
                del held[slot]
                memory.values[slot] = before
    return held


def inputs(program: Program, recipe: Recipe) -> list[int]:
    """The saved slots that a recipe reads."""
    instrs = [program.code[i] for i in recipe]
    read = [instr.args[k] for instr in instrs for k in reads(instr.op, len(instr.args))]
    return [k for k in dict.fromkeys(read) if program.slots[k].role is Role.SAVED]
