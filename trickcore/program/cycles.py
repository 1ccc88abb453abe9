"""Every run ends: each cycle of the code passes a `tick` of a counter that nothing else in that cycle writes.

The counter's range bounds how often the cycle can go round. Take those ticks away and the argument applies again to
the cycles that are left, which may reset counters of their own.
"""

from __future__ import annotations

from trickcore.program.flow import components, successors
from trickcore.program.limits import STEP_LIMIT
from trickcore.program.model import Program
from trickcore.program.signature import writes
from trickcore.program.silence import counted_once


def endless(program: Program) -> list[int]:
    """Instructions that start a cycle of which no counter bounds the rounds; one for each such cycle."""
    graph = {i: successors(program.code, i) for i in range(len(program.code))}
    todo = [part for part in components(range(len(program.code)), graph) if _is_cycle(part, graph)]
    found: list[int] = []
    while todo:
        part = todo.pop()
        ticks = _ticks(program, part)
        if not ticks:
            found.append(min(part))
            continue
        rest = [i for i in sorted(part) if i not in ticks]
        todo += [inner for inner in components(rest, graph) if _is_cycle(inner, graph)]
    return sorted(found)


def longest_silence(program: Program, op: str = "", most: int = STEP_LIMIT) -> int:
    """A bound on the instructions that run between two decisions, once `endless` finds nothing; on those of one
    operation, if one is given. Where it is above `most`, it is looked at more closely."""
    graph = _silent(program)
    nodes = sorted(graph)
    count = _cost(program, nodes, graph, op)
    if count <= most:
        return count
    parts = [part for part in components(nodes, graph) if _is_cycle(part, graph)]
    once = counted_once(program, [(part, sorted(_ticks(program, part))) for part in parts])
    return _cost(program, nodes, graph, op, once) if once else count


def longest_cycle(program: Program, op: str = "") -> int:
    """The first instruction of the cycle that may run longest between two decisions, or run the most of an operation;
    the innermost of those that lie one in another. −1 if there is no cycle, or none that runs the operation."""
    graph = _silent(program)
    first, nodes = -1, sorted(graph)
    while cycles := [part for part in components(nodes, graph) if _is_cycle(part, graph)]:
        costs = {min(part): _cost(program, part, graph, op) for part in cycles}
        part = max(cycles, key=lambda part: (costs[min(part)], -min(part)))
        if not costs[min(part)]:
            break
        ticks = _ticks(program, part)
        first, nodes = min(part), [i for i in sorted(part) if i not in ticks]
    return first


def _silent(program: Program) -> dict[int, tuple[int, ...]]:
    """The flow of the code without its decisions."""
    return {i: successors(program.code, i) for i in range(len(program.code)) if program.code[i].op != "ask"}


def _cost(
    program: Program,
    nodes: list[int],
    graph: dict[int, tuple[int, ...]],
    op: str,
    once: frozenset[int] = frozenset(),
) -> int:
    """Every component once; a cycle as often as its counter allows, each round at the cost of what is inside. `once`:
    ticks that are passed at most once.
    """
    total = 0
    todo: list[tuple[list[int], int]] = [(nodes, 1)]
    while todo:
        part, factor = todo.pop()
        if factor > STEP_LIMIT:
            return factor
        for inner in components(part, graph):
            if not _is_cycle(inner, graph):
                total += factor if op in ("", program.code[inner[0]].op) else 0
                continue
            ticks = _ticks(program, inner)
            often = {program.code[i].args[0] for i in ticks - once}
            rounds = sum(_span_of(program, slot) for slot in often) + len(ticks & once) + (not often)
            total += factor * len(ticks) * rounds if op in ("", "tick") else 0
            todo.append(([i for i in sorted(inner) if i not in ticks], factor * rounds))
    return total


def _span_of(program: Program, slot: int) -> int:
    return program.slots[slot].high - program.slots[slot].low + 2


def _is_cycle(part: list[int], graph: dict[int, tuple[int, ...]]) -> bool:
    return len(part) > 1 or part[0] in graph.get(part[0], ())


def _ticks(program: Program, part: list[int]) -> set[int]:
    """The ticks in this part of counters that it writes in no other way."""
    ticks = {i for i in part if program.code[i].op == "tick"}
    written = {
        program.code[i].args[k]
        for i in part
        if i not in ticks
        for k in writes(program.code[i].op, len(program.code[i].args))
    }
    return {i for i in ticks if program.code[i].args[0] not in written}
