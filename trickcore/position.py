"""Where a match starts if not at its first deal: at the head of a deal or of a trick, with what the state holds there.

A program has no names for its places, but every deal counts up the number of the deal, and every trick that of the
trick: the innermost loop around such a count begins where a deal or a trick begins. No temporary lives there, so that
the state is all there is. What a decision needs besides, such as what is legal, the rules then work out themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trickcore.dice import Chance
from trickcore.engines.model import Dump
from trickcore.engines.reference import Machine
from trickcore.program.flow import components, successors
from trickcore.program.model import TABLE_ROLES, Program


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match starts. `entry`: the instruction; `state`: the saved slots there, as a dump. `written`: what the
    caller asked for, as JSON data, without the cards of the trick, which are the first actions."""

    entry: int
    state: Dump
    written: Mapping[str, Any]


def begin(engine: Any, chance: Chance, position: Position | None) -> Any:
    """The state at the first decision, on any engine."""
    if position is None:
        return engine.start(chance)
    machine = engine if isinstance(engine, Machine) else Machine(engine.program)
    memory = machine.enter(position.state, chance, position.entry)
    return memory if machine is engine else engine.restore(machine.dump(memory), chance)


def loop_head(program: Program, role: str, inside: int) -> int | None:
    """The instruction that begins the innermost loop around a `tick` of the slot with a role, if another instruction
    is inside that loop; None if it is not, or if there is more than one way into the loop."""
    graph = {i: successors(program.code, i) for i in range(len(program.code))}
    for tick in (i for i in graph if _ticks(program, i, role)):
        loop, head = _innermost(graph, tick)
        if inside in loop:
            return head
    return None


def _innermost(graph: Mapping[int, tuple[int, ...]], around: int) -> tuple[set[int], int | None]:
    """The innermost loop around an instruction, and where it is entered."""
    part, found = list(graph), (set[int](), -1)
    while True:
        inner = set(next((c for c in components(sorted(part), dict(graph)) if around in c), ()))
        heads = _heads(graph, inner)
        if len(inner) < 2 or len(heads) != 1:
            return found if found[1] >= 0 else (set(), None)
        found = inner, heads[0]
        part = [i for i in inner if i != heads[0]]


def _ticks(program: Program, i: int, role: str) -> bool:
    instr = program.code[i]
    return instr.op == "tick" and instr.args[0] == program.roles.get(role)


def _heads(graph: Mapping[int, tuple[int, ...]], loop: set[int]) -> list[int]:
    """Where a loop is entered: from outside, or at the first instruction of all."""
    entered = {target for i, next_ in graph.items() if i not in loop for target in next_ if target in loop}
    return sorted(entered | ({0} & loop))


def slots_of_play(program: Program) -> set[int]:
    """The slots that a role names for what happens at the table; the row of the card laws is not among them."""
    return {index for role, index in program.roles.items() if role not in TABLE_ROLES and not role.endswith("_row")}
