"""The source of `playout`: the whole game in one function, all slots in local names, decisions made on the spot.

The code is cut into few regions: decisions are written where they are reached, whole tricks in a row. Only the first
decisions of a match, and one on each cycle of decisions, are entries, where a playout can begin.
"""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.engines.dispatch import dispatch, go
from trickcore.engines.endings import check_action, check_ask, ending
from trickcore.engines.graph import find_entries, find_roots
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
    """The source that defines `entries`, the points where a playout can begin, and `playout(state, random)`, which
    plays from one of them and gives the number of decisions."""
    return _Playing(program, layout, blocks, analysis, live).source()


class _Playing:
    def __init__(
        self, program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness
    ) -> None:
        self.program = program
        self.layout = layout
        self.blocks = blocks
        self.asks = [k for k, block in enumerate(blocks) if program.code[block.start].op == "ask"]
        edges = [block.next for block in blocks]
        self.entries = find_entries(edges, self.asks)
        roots = find_roots(blocks, edges, self.entries)
        self.regions = RegionWriter(program, blocks, edges, roots, self._transfer, self._ask, self._end)
        self.places = Locals(program, layout)
        self.constants: set[str] = set()
        self.analysis = analysis
        self.live = live
        self.wanted = dict.fromkeys(self.entries)  # blocks that begin a region
        self.asked = 0  # decisions in the current region

    def source(self) -> Source:
        points = {block: k for k, block in enumerate(self.asks)}
        names = f"entries = ({''.join(f'{points[block]}, ' for block in self.entries)})\n"
        if not self.entries:  # a match without decisions is over when it starts
            return Source(names + "def playout(s, random): return 0", frozenset(), 0)
        numbers, loop = dispatch(self._written())
        places = [str(numbers[block]) if block in self.entries else "-1" for block in self.asks]
        lines = Lines([])
        lines.add("def playout(s, random):")
        lines.depth = 1
        lines.add(f"b = ({', '.join(places)},)[s[{POINT}]]")
        lines.add("n = 0")
        for text in self.places.load():
            lines.add(text)
        lines.nest(loop, 0)
        for text in self.places.save():
            lines.add(text)
        lines.add(f"s[{POINT}] = -1")
        lines.add("return n")
        return Source(names + lines.render(), frozenset(self.constants), 0)

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
        i = self.blocks[block].start
        args = self.program.code[i].args
        self.asked += 1
        w.known.asked += 1
        w.known.chosen = {}
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
        w.add("q = m & m - 1")
        w.add("if q:")
        w.add(" p = random() * m.bit_count()")
        for k, text in enumerate(("m = q", "m &= m - 1", "m &= m - 1")):  # written out: faster than going round
            w.add(f"{' ' * (k + 1)}if p >= {k + 1}.0:")
            w.add(f"{' ' * (k + 2)}{text}")
        w.add("    while p >= 4.0: m &= m - 1; p -= 1.0")
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
        w.add(f"p = random() * ({' + '.join(counts)})")
        for depth, k in enumerate(range(1, len(args), 3)):
            chosen = f"m = g{k}; o = {self.program.menus[args[k + 1]].offset - 1}"
            if k + 3 >= len(args):
                w.add(f"{' ' * depth}{chosen}")
                continue
            w.add(f"{' ' * depth}if p < h{k}: {chosen}")
            w.add(f"{' ' * depth}else:")
            w.add(f"{' ' * depth} p -= h{k}")
        w.add("while p >= 1.0: m &= m - 1; p -= 1.0")
        w.add("m &= -m")
        w.write(args[0], "m.bit_length() + o")
