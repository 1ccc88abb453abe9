"""Cutting the code into regions: no cycle is left, and every cycle of decisions can be entered."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trickcore.engines.dispatch import dispatch, go
from trickcore.engines.graph import find_entries, find_roots, region
from trickcore.engines.text import Lines
from trickcore.program.flow import Block

Edges = tuple[tuple[int, ...], ...]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Edges, list[int]]:
    """Blocks with up to two ways out, and which of them ask."""
    count = draw(st.integers(1, 12))
    ways = st.lists(st.integers(0, count - 1), max_size=2, unique=True).map(tuple)
    edges = tuple(draw(ways) for _ in range(count))
    return edges, sorted(draw(st.sets(st.integers(0, count - 1))))


def reached(edges: Edges, starts: list[int], cut: set[int]) -> set[int]:
    """All that the starts come to without passing what is cut."""
    seen: set[int] = set()
    todo = list(starts)
    while todo:
        block = todo.pop()
        if block not in seen:
            seen.add(block)
            todo += [target for target in edges[block] if target not in cut]
    return seen


@given(graphs())
def test_regions_have_no_cycle_and_hold_everything(graph: tuple[Edges, list[int]]) -> None:
    edges, asks = graph
    blocks = [Block(10 * k, 10 * k + 10, ways) for k, ways in enumerate(edges)]
    roots = find_roots(blocks, edges, [0], asks)
    held: set[int] = set()
    for root in roots:
        found = region(root, edges, roots)
        position = {block: k for k, block in enumerate(found.order)}
        inner = [(a, b) for a in found.order for b in edges[a] if b not in roots]
        assert all(position[a] < position[b] for a, b in inner)
        held |= set(found.order)
    assert held == reached(edges, [0], set())


@given(graphs())
def test_a_cycle_of_decisions_has_an_entry(graph: tuple[Edges, list[int]]) -> None:
    edges, asks = graph
    entries = find_entries(edges, asks)
    assert set(entries) <= set(asks)
    plain = [block for block in asks if block not in entries and block in reached(edges, [0], set())]
    for block in plain:  # going on from it, it does not come again before an entry does
        assert block not in reached(edges, [t for t in edges[block] if t not in entries], set(entries))


def test_what_follows_at_the_end_falls_through() -> None:
    first, second = Lines([(0, "if x:"), (1, go(7)), (0, "y = 1"), (0, go(9))]), Lines([(0, go(7))])
    numbers, loop = dispatch({9: (second, 0), 7: (first, 2)})
    assert numbers == {7: 0, 9: 1}
    assert loop.render().splitlines() == [
        "while True:",
        " if b == 0:",
        "  if x:",
        "   continue",
        "  y = 1",
        "  b = 1",
        " if b == 1:",
        "  b = 0; continue",
    ]


@given(st.integers(1, 12), st.data())
def test_control_comes_to_the_region_that_is_meant(count: int, data: st.DataObject) -> None:
    following = [data.draw(st.integers(0, count - 1)) for _ in range(count)]
    regions = {k: (Lines([(0, f"seen.append({k})"), (0, go(following[k]))]), k % 3) for k in range(count)}
    numbers, loop = dispatch(regions)
    text = loop.render().replace("while True:", "while len(seen) < 20:")
    for start in range(count):
        seen: list[int] = []
        exec(text, {"seen": seen, "b": numbers[start]})
        expected = [start]
        while len(expected) < len(seen):
            expected.append(following[expected[-1]])
        assert len(seen) >= 20
        assert seen == expected
