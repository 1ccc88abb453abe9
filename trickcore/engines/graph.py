"""How the code is cut into regions: a region has one entry and no cycle, and becomes one stretch of Python code.

Entries (*roots*) are where execution resumes, where cycles close, and where long common continuations begin; short
ones are copied into every region that reaches them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from trickcore.program.flow import Block

_COPIES = 300  # instructions that copying a common continuation may add


@dataclass(frozen=True, slots=True)
class Region:
    """The blocks that a root reaches without passing another, in topological order.

    `children[b]`: the blocks with several ways in whose ways all lead through b, and through no later block, in order.
    """

    root: int
    order: tuple[int, ...]
    merges: frozenset[int]
    children: dict[int, list[int]]


def find_roots(
    blocks: Sequence[Block], edges: Sequence[tuple[int, ...]], given: Iterable[int], asks: Sequence[int]
) -> list[int]:
    """The given roots, then those found. `asks`: the blocks that ask."""
    roots = list(dict.fromkeys(given))
    roots += _cycle_heads(edges, roots, _busy(blocks, asks))
    _add_shared(blocks, edges, roots)
    return roots


def find_entries(edges: Sequence[tuple[int, ...]], asks: Sequence[int]) -> list[int]:
    """Of the blocks that ask, those that come first, and enough others that each cycle of decisions passes one."""
    found = set(asks)
    follow: list[tuple[int, ...]] = [()] * len(edges)
    for ask in asks:
        follow[ask] = _next_of(edges[ask], edges, found)
    first = list(_next_of((0,), edges, found)) if edges else []
    return first + _cycle_heads(follow, first)


def _next_of(starts: Iterable[int], edges: Sequence[tuple[int, ...]], found: set[int]) -> tuple[int, ...]:
    """Those of some blocks that are reached without passing one of them, in order."""
    reached: dict[int, None] = {}
    seen: set[int] = set()
    todo = list(starts)
    while todo:
        block = todo.pop()
        if block in found:
            reached[block] = None
        elif block not in seen:
            seen.add(block)
            todo += edges[block]
    return tuple(sorted(reached))


def _cycle_heads(edges: Sequence[tuple[int, ...]], roots: Sequence[int], busy: Set[int] = frozenset()) -> list[int]:
    """Blocks to cut so that with the roots cut too no cycle is left; those that are not busy rather than others."""
    heads: list[int] = []
    while cycle := _cycle(edges, [*roots, *heads], set(roots).union(heads)):
        heads.append(next((block for block in cycle if block not in busy), cycle[0]))
    return heads


def _cycle(edges: Sequence[tuple[int, ...]], starts: Sequence[int], cut: set[int]) -> list[int]:
    """A cycle that passes nothing that is cut, found by walking on from the starts; empty if there is none."""
    done: set[int] = set()
    for start in starts:
        work = [(start, iter(edges[start]))]
        path = {start}
        while work:
            node, targets = work[-1]
            for target in targets:
                if target in path and target not in cut:
                    way = [block for block, _ in work]
                    return way[way.index(target) :]
                if target not in cut and target not in done and target not in path:
                    path.add(target)
                    work.append((target, iter(edges[target])))
                    break
            else:
                work.pop()
                path.discard(node)
                done.add(node)
    return []


def _busy(blocks: Sequence[Block], asks: Sequence[int]) -> set[int]:
    """The blocks on the shortest way from each `ask` back to itself: what is played again and again."""
    found: set[int] = set()
    for ask in asks:
        before: dict[int, int] = {}
        todo = deque([ask])
        while todo and ask not in before:
            block = todo.popleft()
            for target in blocks[block].next:
                if target not in before:
                    before[target] = block
                    todo.append(target)
        while ask in before and (ask := before[ask]) not in found:
            found.add(ask)
    return found


def region(root: int, edges: Sequence[tuple[int, ...]], roots: Iterable[int]) -> Region:
    """The region of a root."""
    cut = set(roots)
    order = _topological(root, edges, cut)
    position = {block: k for k, block in enumerate(order)}
    ways: dict[int, list[int]] = {block: [] for block in order}
    for block in order:
        for target in edges[block]:
            if target not in cut:
                ways[target].append(block)
    merges = frozenset(block for block in order if len(ways[block]) > 1)
    above: dict[int, int] = {root: root}
    children: dict[int, list[int]] = {}
    for block in order[1:]:
        above[block] = _common(ways[block], above, position)
        if block in merges:
            children.setdefault(above[block], []).append(block)
    return Region(root, tuple(order), merges, children)


def _common(ways: list[int], above: dict[int, int], position: dict[int, int]) -> int:
    """The closest block that all ways pass."""
    found = ways[0]
    for other in ways[1:]:
        while found != other:
            if position[found] > position[other]:
                found = above[found]
            else:
                other = above[other]
    return found


def _topological(root: int, edges: Sequence[tuple[int, ...]], cut: set[int]) -> list[int]:
    return _order([root], edges, cut)


def _order(roots: Sequence[int], edges: Sequence[tuple[int, ...]], cut: set[int]) -> list[int]:
    """All that the roots reach without passing what is cut, each block after those that lead to it."""
    finished: list[int] = []
    seen: set[int] = set()
    for root in roots:
        if root in seen:
            continue
        seen.add(root)
        work = [(root, iter(edges[root]))]
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in cut and target not in seen:
                    seen.add(target)
                    work.append((target, iter(edges[target])))
                    break
            else:
                work.pop()
                finished.append(node)
    return finished[::-1]


def _add_shared(blocks: Sequence[Block], edges: Sequence[tuple[int, ...]], roots: list[int]) -> None:
    """Make roots of the continuations that several regions share, where copying them would cost too much."""
    cut = set(roots)
    owners = {root: 1 << k for k, root in enumerate(roots)}  # the regions that a block is in
    shared: set[int] = set()
    for block in _order(roots, edges, cut):
        if block in shared and block not in cut and _too_long(block, owners[block].bit_count(), blocks, edges, cut):
            owners[block] = 1 << len(roots)
            roots.append(block)
            cut.add(block)
        for target in edges[block]:
            if target not in cut:
                before = owners.get(target)
                owners[target] = owners[block] | (before or 0)
                if before is not None and before != owners[block]:
                    shared.add(target)


def _too_long(
    start: int, regions: int, blocks: Sequence[Block], edges: Sequence[tuple[int, ...]], cut: set[int]
) -> bool:
    """Whether one copy for each region would add too many instructions."""
    size = 0
    todo = [start]
    seen = {start}
    while todo:
        block = todo.pop()
        size += blocks[block].end - blocks[block].start
        if size * (regions - 1) > _COPIES:
            return True
        for target in edges[block]:
            if target not in cut and target not in seen:
                seen.add(target)
                todo.append(target)
    return False
