"""Control flow: which instruction may follow which, and the code cut into blocks."""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.program.model import Instr
from trickcore.program.signature import label_position
from trickcore.records import dataclass


def successors(code: Sequence[Instr], i: int) -> tuple[int, ...]:
    """What may run after instruction i: the next one first, then the label. The next may lie past the end."""
    op = code[i].op
    position = label_position(op)
    target = (code[i].args[position],) if position >= 0 else ()
    return target if op in ("jump", "end") else (i + 1, *target)


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions `start` … `end` − 1 that run one after the other; an `ask` is a block of its own."""

    start: int
    end: int
    next: tuple[int, ...]  # indices of blocks, in the order of `successors`


def blocks(code: Sequence[Instr]) -> tuple[Block, ...]:
    """The blocks of verified code, in order."""
    leaders = {0}
    for i, instr in enumerate(code):
        position = label_position(instr.op)
        if position >= 0:
            leaders.add(instr.args[position])
        if position >= 0 or instr.op in ("ask", "end"):
            leaders.add(i + 1)
        if instr.op == "ask":
            leaders.add(i)
    starts = sorted(s for s in leaders if s < len(code))
    index = {start: k for k, start in enumerate(starts)}
    ends = [*starts[1:], len(code)]
    return tuple(
        Block(s, e, tuple(index[t] for t in successors(code, e - 1))) for s, e in zip(starts, ends, strict=True)
    )


def components(nodes: Sequence[int], next: dict[int, tuple[int, ...]]) -> list[list[int]]:
    """Strongly connected components (Tarjan, without recursion) of the graph on `nodes` alone."""
    inside = set(nodes)
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    found: list[list[int]] = []
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(next.get(root, ())))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, edges = work[-1]
            for target in edges:
                if target not in inside:
                    continue
                if target not in number:
                    number[target] = low[target] = len(number)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(next.get(target, ()))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], number[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    part = [stack.pop()]
                    while part[-1] != node:
                        part.append(stack.pop())
                    on_stack.difference_update(part)
                    found.append(part)
    return found
