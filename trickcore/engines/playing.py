"""The source of `playout`: the whole game in one function, decisions made on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.engines.endings import check_action, check_ask
from trickcore.engines.layout import Layout
from trickcore.engines.liveness import Liveness
from trickcore.engines.stepping import Source
from trickcore.engines.text import Lines
from trickcore.engines.traps import NO_ACTION
from trickcore.engines.whole import Whole
from trickcore.engines.writer import Writer
from trickcore.program.flow import Block
from trickcore.program.model import Program
from trickcore.program.ranges import Analysis


def playout_source(
    program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness
) -> Source:
    """The source that defines `playout(state, random)`, which plays from an entry and gives the number of decisions."""
    return _Playing(program, layout, blocks, analysis, live).source()


class _Playing(Whole):
    def source(self) -> Source:
        lines = Lines([])
        if self.entries:
            body = self.body("n = 0")
            lines.add(self.head("playout", "s", "random"))
            lines.nest(body, 0)
            lines.add(" return n")
        else:  # a match without decisions is over when it starts
            lines.add("def playout(s, random): return 0")
        return Source(lines.render(), frozenset(self.constants), 0)

    def decide(self, w: Writer, block: int) -> None:
        i = self.blocks[block].start
        args = self.program.code[i].args
        w.known.asked += 1
        if len(args) == 4 and "index" not in w.checks(i):
            self._choose(w, i)
        else:
            check_ask(w, i)
            self._choose_group(w, i)
        check_action(w, i)
        if len(args) == 4:
            w.known.chosen[args[0]] = self.program.menus[args[2]].offset

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
