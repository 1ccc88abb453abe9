"""The source of `run`: the whole game in one generator, which gives the legal actions and takes the one played.

It keeps the slots in local names, so that a match goes on faster than from a state. The state is written when it is
asked for, and at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.engines.actions import PIECE
from trickcore.engines.endings import check_action, check_ask
from trickcore.engines.layout import Layout
from trickcore.engines.liveness import Liveness
from trickcore.engines.stepping import Source
from trickcore.engines.text import Lines
from trickcore.engines.whole import Whole
from trickcore.engines.writer import Writer
from trickcore.program.flow import Block
from trickcore.program.model import Program
from trickcore.program.ranges import Analysis


def run_source(program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness) -> Source:
    """The source that defines the generator `run(state)`, which begins at an entry."""
    return _Running(program, layout, blocks, analysis, live).source()


class _Running(Whole):
    def source(self) -> Source:
        lines = Lines([])
        body = self.body() if self.entries else Lines([])
        lines.add(self.head("run", "s"))
        lines.nest(body, 0)
        lines.add(" yield ()")
        lines.add(" while True: yield")
        return Source(lines.render(), frozenset(self.constants), 0)

    def decide(self, w: Writer, block: int) -> None:
        i = self.blocks[block].start
        taken = self.program.code[i].args[0]
        check_ask(w, i)
        w.add(f"a = yield {self._listed(w, i)}")
        w.add(f"while a < 0: {self.places.save(str(self.asks.index(block)))}; a = yield")
        w.write(taken, "a")
        check_action(w, i)

    def _listed(self, w: Writer, i: int) -> str:
        """The ids of the legal actions, in the order of the `ask`."""
        args = self.program.code[i].args
        if len(args) == 4:
            return self._pieces(w, args[2], w.read(args[3]).text)
        terms = []
        for k in range(1, len(args), 3):
            seat, legal, ids = w.read(args[k]), w.read(args[k + 2]), w.use(f"F{args[k + 1]}")
            terms.append(f"({ids}({legal.text}) if {seat.text} >= 0 and {legal.text} else ())")
        return " + ".join(terms)

    def _pieces(self, w: Writer, menu: int, mask: str) -> str:
        w.add(f"m = {mask}")
        items, low = len(self.program.menus[menu].items), (1 << PIECE) - 1
        terms = [f"{w.use(f'L{menu}_{k}')}[m{f' >> {k}' if k else ''} & {low}]" for k in range(0, items, PIECE)]
        return " + ".join(terms)
