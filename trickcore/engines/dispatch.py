"""How the regions of a playout follow each other: one loop, in which `b` is the number of the region to go on with.

Python has no jump, so a transfer sets `b` and goes round. What plays most is put first and falls into what follows it
without going round; the rest is behind a tree of tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trickcore.engines.text import Lines

_GO = "go "  # a transfer, until the numbers are known
_FRONT = 3  # regions that are tested one after the other


def go(block: int) -> str:
    """The statement that transfers control to a region, given its first block. `dispatch` makes it Python."""
    return f"{_GO}{block}"


def dispatch(regions: Mapping[int, tuple[Lines, int]]) -> tuple[dict[int, int], Lines]:
    """The numbers of the regions, by their first block, and the loop. A region comes with its number of decisions."""
    order = _order(regions)
    numbers = {block: k for k, block in enumerate(order)}
    bodies = [_linked(regions[block][0], numbers, k) for k, block in enumerate(order)]
    loop = Lines([])
    loop.add("while True:")
    front = len(bodies) if len(bodies) <= _FRONT + 1 else _FRONT
    for k in range(front):
        depth = 1
        if len(bodies) > 1:
            loop.lines.append((1, f"if b == {k}:"))
            depth = 2
        loop.nest(bodies[k], depth)
    if front < len(bodies):
        loop.lines.append((1, f"if b > {front - 1}:"))
        _tree(loop, bodies, front, len(bodies), 2)
    return numbers, loop


def _order(regions: Mapping[int, tuple[Lines, int]]) -> list[int]:
    """The region with the most decisions, then those that follow when each is left at its end, then the rest."""
    first = max(regions, key=lambda block: regions[block][1])  # of equals the earliest
    chain = {first: None}
    while (following := _last(regions[list(chain)[-1]][0])) in regions and following not in chain:
        chain[following] = None
    return list({**chain, **dict.fromkeys(regions)})


def _last(lines: Lines) -> int:
    """Where control goes at the end of a region; −1: nowhere."""
    text = lines.lines[-1][1]
    return int(text.removeprefix(_GO)) if text.startswith(_GO) else -1


def _linked(region: Lines, numbers: Mapping[int, int], number: int) -> Lines:
    """A region with its transfers as Python."""
    linked = Lines([])
    for n, (depth, text) in enumerate(region.lines):
        if not text.startswith(_GO):
            linked.lines.append((depth, text))
            continue
        target = numbers[int(text.removeprefix(_GO))]
        falls = n == len(region.lines) - 1 and target > number
        statements = [f"b = {target}"] * (target != number) + ["continue"] * (not falls)
        linked.lines.append((depth, "; ".join(statements)))
    return linked


def _tree(lines: Lines, bodies: Sequence[Lines], low: int, high: int, depth: int) -> None:
    """Tests of `b`, with the regions from `low` to `high` − 1 as leaves."""
    if high - low == 1:
        lines.nest(bodies[low], depth)
        return
    middle = (low + high) // 2
    lines.lines.append((depth, f"if b < {middle}:"))
    _tree(lines, bodies, low, middle, depth + 1)
    lines.lines.append((depth, "else:"))
    _tree(lines, bodies, middle, high, depth + 1)
