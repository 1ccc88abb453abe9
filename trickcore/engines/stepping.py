"""The source of the stepping functions: one for the start, one for each `ask`, and inner ones that they share.

An inner function gives the block of the inner function to go on with, or −1 at a decision; `go` calls one after
the other, so that no stack grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trickcore.engines.endings import check_action, check_ask, ending
from trickcore.engines.graph import find_roots
from trickcore.engines.layout import POINT, Layout
from trickcore.engines.liveness import Liveness
from trickcore.engines.places import Cells
from trickcore.engines.region import RegionWriter
from trickcore.engines.writer import Known, Writer
from trickcore.program.flow import Block
from trickcore.program.model import Program
from trickcore.program.ranges import Analysis


@dataclass(frozen=True, slots=True)
class Source:
    """Generated code, the constants that it names, and how many cells of its own it needs behind the state."""

    text: str
    constants: frozenset[str]
    scratch: int


def step_source(
    program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness, base: int
) -> Source:
    """The source that defines `begin(state)` and `functions`. `base`: where its own cells start."""
    return _Stepping(program, layout, blocks, analysis, live, base).source()


class _Stepping:
    def __init__(
        self,
        program: Program,
        layout: Layout,
        blocks: Sequence[Block],
        analysis: Analysis,
        live: Liveness,
        base: int,
    ) -> None:
        self.program = program
        self.layout = layout
        self.blocks = blocks
        self.live = live
        self.base = base
        self.analysis = analysis
        self.points = {i: k for k, i in enumerate(layout.asks)}
        self.asks = [k for k, block in enumerate(blocks) if program.code[block.start].op == "ask"]
        edges = [() if program.code[block.start].op == "ask" else block.next for block in blocks]
        roots = find_roots(blocks, edges, [0, *(blocks[k].next[0] for k in self.asks)], self.asks)
        self.regions = RegionWriter(program, blocks, edges, roots, self._transfer, self._ask, self._end)
        self.constants: set[str] = set()
        self.scratch: dict[int, int] = {}
        self.wanted: dict[int, None] = {}  # blocks that need an inner function
        self.inner = False
        self.here = -1  # the point that the state is at while the current function runs, where that is known

    def source(self) -> Source:
        parts = [self._function("begin(s)", 0, -1)]
        parts += [self._function(f"f{k}(s, a)", self.blocks[k].next[0], k) for k in self.asks]
        done: list[int] = []
        while len(done) < len(self.wanted):
            block = list(self.wanted)[len(done)]
            done.append(block)
            parts.append(self._inner(block))
        parts.append(f"inner = {{{', '.join(f'{block}: g{block}' for block in done)}}}")
        parts.append("def go(s, k):\n while k >= 0: k = inner[k](s)")
        parts.append(f"functions = ({''.join(f'f{k}, ' for k in self.asks)})")
        return Source("\n".join(parts), frozenset(self.constants), len(self.scratch))

    def _writer(self, head: str) -> Writer:
        places = Cells(self.program, self.layout)
        w = Writer(self.program, places, self.analysis, self.live, self.constants)
        w.add(f"def {head}:")
        w.lines.depth = 1
        return w

    def _function(self, head: str, root: int, ask: int) -> str:
        """A function that resumes at a decision, or starts."""
        self.inner = False
        self.here = self.points[self.blocks[ask].start] if ask >= 0 else 0
        w = self._writer(head)
        if ask >= 0:
            i = self.blocks[ask].start
            w.write(self.program.code[i].args[0], "a")
            check_action(w, i)
        w.known = Known()
        self.regions.write(root, w)
        return w.lines.render()

    def _inner(self, block: int) -> str:
        self.inner = True
        self.here = -1
        w = self._writer(f"g{block}(s)")
        for temp in self._temps(block):
            w.add(f"x{temp} = s[{self._cell(temp)}]")
            if w.places.is_pile(temp):
                w.add(f"{w.places.drawn(temp)} = s[{self._cell(~temp)}]")
        self.regions.write(block, w)
        return w.lines.render()

    def _temps(self, block: int) -> list[int]:
        mask = self.live.entry[block]
        return [slot for slot in range(mask.bit_length()) if mask >> slot & 1]

    def _cell(self, temp: int) -> int:
        return self.base + self.scratch.setdefault(temp, len(self.scratch))

    def _transfer(self, w: Writer, block: int) -> None:
        self.wanted.setdefault(block)
        for temp in self._temps(block):
            w.add(f"s[{self._cell(temp)}] = x{temp}")
            if w.places.is_pile(temp):
                w.add(f"s[{self._cell(~temp)}] = {w.places.drawn(temp)}")
        if self.inner:
            w.add(f"return {block}")
        else:  # most lead to a decision at once
            w.add(f"k = g{block}(s)")
            w.add("if k >= 0: go(s, k)")
            w.add("return")

    def _ask(self, w: Writer, block: int) -> int:
        i = self.blocks[block].start
        check_ask(w, i)
        if self.points[i] != self.here:
            w.add(f"s[{POINT}] = {self.points[i]}")
        self._leave(w)
        return -1

    def _end(self, w: Writer, block: int) -> None:
        reason, winners = ending(w, self.blocks[block].end - 1)
        w.add(f"s[{self.layout.reason}] = {reason}; s[{self.layout.winners}] = {winners}; s[{POINT}] = -1")
        self._leave(w)

    def _leave(self, w: Writer) -> None:
        w.add("return -1" if self.inner else "return")
