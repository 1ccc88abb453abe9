"""The source of `playout`: the whole game in one function, all slots in local names, decisions made on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.engines.endings import check_action, check_ask, ending
from trickcore.engines.graph import find_roots
from trickcore.engines.layout import POINT, Layout
from trickcore.engines.liveness import Liveness
from trickcore.engines.places import Locals
from trickcore.engines.region import RegionWriter
from trickcore.engines.stepping import Source
from trickcore.engines.text import Lines
from trickcore.engines.traps import NO_ACTION
from trickcore.engines.writer import Known, Writer
from trickcore.program.flow import Block
from trickcore.program.model import Program
from trickcore.program.ranges import Analysis


def playout_source(
    program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness
) -> Source:
    """The source that defines `playout(state, random)`, which gives the number of decisions."""
    return _Playing(program, layout, blocks, analysis, live).source()


class _Playing:
    def __init__(
        self, program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness
    ) -> None:
        self.program = program
        self.layout = layout
        self.blocks = blocks
        asks = [k for k, block in enumerate(blocks) if program.code[block.start].op == "ask"]
        edges = [block.next for block in blocks]
        roots = find_roots(blocks, edges, asks)
        self.regions = RegionWriter(program, blocks, edges, roots, self._transfer, self._ask, self._end)
        self.places = Locals(program, layout)
        self.constants: set[str] = set()
        self.analysis = analysis
        self.live = live
        self.numbers = {block: k for k, block in enumerate(asks)}  # of the regions, those of the points first
        self.current = 0

    def source(self) -> Source:
        written: list[Lines] = []
        while len(written) < len(self.numbers):
            self.current = len(written)
            written.append(self._region(list(self.numbers)[self.current]))
        lines = Lines([])
        lines.add("def playout(s, random):")
        lines.depth = 1
        lines.add(f"b = s[{POINT}]")
        lines.add("if b < 0: return 0")
        if not written:  # a match without decisions is over when it starts
            return Source(lines.render(), frozenset(), 0)
        lines.add("n = 0")
        for text in self.places.load():
            lines.add(text)
        lines.add("while True:")
        _dispatch(lines, written, 0, len(written), 1)
        for text in self.places.save():
            lines.add(text)
        lines.add(f"s[{POINT}] = -1")
        lines.add("return n")
        return Source(lines.render(), frozenset(self.constants), 0)

    def _region(self, block: int) -> Lines:
        w = Writer(self.program, self.places, self.analysis, self.live, self.constants)
        w.known = Known()
        self.regions.write(block, w)
        return w.lines

    def _transfer(self, w: Writer, block: int) -> None:
        number = self.numbers.setdefault(block, len(self.numbers))
        w.add("continue" if number == self.current else f"b = {number}; continue")

    def _end(self, w: Writer, block: int) -> None:
        reason, winners = ending(w, self.blocks[block].end - 1)
        w.add(f"s[{self.layout.reason}] = {reason}; s[{self.layout.winners}] = {winners}; break")

    def _ask(self, w: Writer, block: int) -> int:
        i = self.blocks[block].start
        args = self.program.code[i].args
        w.add("n += 1")
        if len(args) == 4 and "index" not in w.checks(i):
            self._choose(w, i)
        else:
            check_ask(w, i)
            self._choose_group(w, i)
        check_action(w, i)
        if len(args) == 4:
            w.known.chosen[args[0]] = self.program.menus[args[2]].offset
        return self.blocks[block].next[0]

    def _choose(self, w: Writer, i: int) -> None:
        """One of the items of a single group; what is forced costs no random number."""
        args = self.program.code[i].args
        w.add(f"m = {w.read(args[3]).text}")
        w.add("if m & m - 1:")
        w.add(" q = random() * m.bit_count()")
        w.add(" while q >= 1.0: m &= m - 1; q -= 1.0")
        w.add(" m &= -m")
        w.add(f"elif not m: {w.trap(i, NO_ACTION, '0')}")
        w.write(args[0], f"m.bit_length() + {self.program.menus[args[2]].offset - 1}")

    def _choose_group(self, w: Writer, i: int) -> None:
        """One of the items of all groups, each as likely as any other."""
        args = self.program.code[i].args
        counts = []
        for k in range(1, len(args), 3):
            seat, legal = w.read(args[k]), w.read(args[k + 2])
            closed = self.analysis.operands[i][k]
            assert isinstance(closed, tuple)
            w.add(f"g{k} = {legal.text}" + (f" if {seat.text} >= 0 else 0" if closed[0] < 0 else ""))
            w.add(f"h{k} = g{k}.bit_count()")
            counts.append(f"h{k}")
        w.add(f"q = random() * ({' + '.join(counts)})")
        for depth, k in enumerate(range(1, len(args), 3)):
            chosen = f"m = g{k}; o = {self.program.menus[args[k + 1]].offset - 1}"
            if k + 3 >= len(args):
                w.add(f"{' ' * depth}{chosen}")
                continue
            w.add(f"{' ' * depth}if q < h{k}: {chosen}")
            w.add(f"{' ' * depth}else:")
            w.add(f"{' ' * depth} q -= h{k}")
        w.add("while q >= 1.0: m &= m - 1; q -= 1.0")
        w.add("m &= -m")
        w.write(args[0], "m.bit_length() + o")


def _dispatch(lines: Lines, written: Sequence[Lines], low: int, high: int, depth: int) -> None:
    """A tree of tests of `b`, with the regions from `low` to `high` − 1 as leaves."""
    if high - low == 1:
        lines.nest(written[low], depth)
        return
    middle = (low + high) // 2
    lines.lines.append((lines.depth + depth, f"if b < {middle}:"))
    _dispatch(lines, written, low, middle, depth + 1)
    lines.lines.append((lines.depth + depth, "else:"))
    _dispatch(lines, written, middle, high, depth + 1)
