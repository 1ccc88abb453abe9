"""The whole game in one function, all slots in local names: what playouts and runs have in common.

The code is cut into few regions: decisions are written where they are reached, whole tricks in a row. Only the first
decisions of a match, and one on each cycle of decisions, are *entries*, where such a function can begin.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from trickcore.engines.dispatch import dispatch, go
from trickcore.engines.endings import ending
from trickcore.engines.graph import find_entries, find_roots
from trickcore.engines.layout import POINT, Layout
from trickcore.engines.liveness import Liveness
from trickcore.engines.places import Locals
from trickcore.engines.region import RegionWriter
from trickcore.engines.text import Lines
from trickcore.engines.writer import Known, Writer
from trickcore.program.flow import Block
from trickcore.program.model import Program
from trickcore.program.ranges import Analysis


class Whole(ABC):
    """Writes such a function. What is done at a decision and around it all is left to the two kinds."""

    def __init__(
        self, program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness
    ) -> None:
        self.program = program
        self.layout = layout
        self.blocks = blocks
        self.analysis = analysis
        self.live = live
        self.asks = [k for k, block in enumerate(blocks) if program.code[block.start].op == "ask"]
        edges = [block.next for block in blocks]
        self.entries = find_entries(edges, self.asks)
        roots = find_roots(blocks, edges, self.entries, self.asks)
        self.regions = RegionWriter(program, blocks, edges, roots, self._transfer, self._ask, self._end)
        self.places = Locals(program, layout)
        self.constants: set[str] = set()
        self.wanted = dict.fromkeys(self.entries)  # blocks that begin a region
        self.asked = 0  # decisions in the current region

    @abstractmethod
    def decide(self, w: Writer, block: int) -> None:
        """Write a decision: the slot that the `ask` writes gets the action."""

    def head(self, name: str, *parameters: str) -> str:
        """The line that begins the function, once its body is written: constants become local names, found faster."""
        constants = (f"{constant}={constant}" for constant in sorted(self.constants))
        return f"def {name}({', '.join([*parameters, *constants])}):"

    def body(self, *start: str) -> Lines:
        """The statements of the function: into the game, what else comes at the start, the game, out of it."""
        numbers, loop = dispatch(self._written())
        places = [str(numbers[block]) if block in self.entries else "-1" for block in self.asks]
        lines = Lines([], 1)
        for text in (f"b = ({', '.join(places)},)[s[{POINT}]]", *self.places.load(), *start):
            lines.add(text)
        lines.nest(loop, 0)
        lines.add(self.places.save("-1"))
        return lines

    def _written(self) -> dict[int, tuple[Lines, int]]:
        """The regions, each with the number of its decisions."""
        written: dict[int, tuple[Lines, int]] = {}
        while len(written) < len(self.wanted):
            block = list(self.wanted)[len(written)]
            self.asked = 0
            lines = self._region(block)
            written[block] = lines, self.asked
        return written

    def _region(self, block: int) -> Lines:
        w = Writer(self.program, self.places, self.analysis, self.live, self.constants)
        w.known = Known()
        self.regions.write(block, w)
        return w.lines

    def _transfer(self, w: Writer, block: int) -> None:
        self.wanted.setdefault(block)
        w.settle()
        w.add(go(block))

    def _end(self, w: Writer, block: int) -> None:
        reason, winners = ending(w, self.blocks[block].end - 1)
        w.settle()
        w.add(f"s[{self.layout.reason}] = {reason}; s[{self.layout.winners}] = {winners}; break")

    def _ask(self, w: Writer, block: int) -> int:
        self.asked += 1
        w.known.chosen = {}
        self.decide(w, block)
        return self.blocks[block].next[0]
