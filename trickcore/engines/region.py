"""Writes the code of one region: blocks in structured order, branches as `if`, what leaves the region as a transfer.

A block with several ways in is written once, after the construct that all its ways lie in, and control falls into it.
A way that would have to jump over other code makes its target a root instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickcore.engines.graph import Region, region
from trickcore.engines.text import Lines
from trickcore.engines.writer import Known, Writer
from trickcore.program.flow import Block
from trickcore.program.model import Program, Role
from trickcore.program.ops import SILENT
from trickcore.program.signature import reads

_DEEPEST = 40  # nesting of ifs, and of the calls here


class RegionWriter:
    """Writes regions through a `Writer`. `roots` may grow while writing; the caller writes those too.

    `transfer(block)` writes how to go on at a root; `ask(block)` writes a decision and gives the block to go on at,
    or −1; `end(block)` writes the end of the match.
    """

    def __init__(
        self,
        program: Program,
        blocks: Sequence[Block],
        edges: Sequence[tuple[int, ...]],
        roots: list[int],
        transfer: Callable[[Writer, int], None],
        ask: Callable[[Writer, int], int],
        end: Callable[[Writer, int], None],
    ) -> None:
        self.program = program
        self.blocks = blocks
        self.edges = edges
        self.roots = roots
        self.transfer = transfer
        self.ask = ask
        self.end = end

    def write(self, root: int, writer: Writer) -> None:
        """Write the region of a root."""
        found = region(root, self.edges, self.roots)
        writer.again = self._reads(found)
        writer.pending = {}
        _Walk(self, found, writer).tree(root, -1, 0)

    def _reads(self, found: Region) -> dict[int, int]:
        """How often the region reads each saved slot."""
        again: dict[int, int] = {}
        for block in found.order:
            for instr in self.program.code[self.blocks[block].start : self.blocks[block].end]:
                if instr.op in SILENT:
                    continue
                for k in reads(instr.op, len(instr.args)):
                    slot = instr.args[k]
                    if self.program.slots[slot].role is Role.SAVED:
                        again[slot] = again.get(slot, 0) + 1
        return again


class _Walk:
    def __init__(self, parent: RegionWriter, found: Region, writer: Writer) -> None:
        self.parent = parent
        self.region = found
        self.writer = writer
        self.arrivals: dict[int, Known] = {}

    def tree(self, block: int, follow: int, depth: int) -> bool:
        """Write a block and all that it dominates; whether control falls into `follow` at the end."""
        while True:
            inner = self.region.children.get(block, [])
            after = inner[0] if inner else follow
            following = self._body(block, after, depth, tail=not inner)
            if following >= 0:
                block = following
                continue
            if not inner:
                return following == _FALLS
            for k, child in enumerate(inner[:-1]):
                self._child(child, inner[k + 1], depth)
            if not self._enter(inner[-1]):
                return False
            block = inner[-1]

    def _child(self, child: int, follow: int, depth: int) -> None:
        if self._enter(child):
            self.tree(child, follow, depth + 1)

    def _enter(self, child: int) -> bool:
        """Control falls into a block with several ways in: whether it is to be written here."""
        known = self.arrivals.pop(child, None)
        if known is None:
            return False
        self.writer.known = known
        if child in self.parent.roots:
            self.parent.transfer(self.writer, child)
            return False
        return True

    def _body(self, block: int, after: int, depth: int, tail: bool) -> int:
        """Write the instructions of a block. The block to go on with at the same depth, else `_FALLS` or `_LEAVES`."""
        w = self.writer
        cut = self.parent.blocks[block]
        last = self.parent.program.code[cut.end - 1]
        w.pending = {}
        for i in range(cut.start, cut.end - 1):
            w.instruction(i)
        if last.op in ("if", "unless"):
            return self._branch(block, after, depth, tail)
        w.count_drawn()
        if last.op == "end":
            self.parent.end(w, block)
            return _LEAVES
        if last.op == "ask":
            following = self.parent.ask(w, block)
            return self._go(following, after) if following >= 0 else _LEAVES
        if last.op != "jump":
            w.instruction(cut.end - 1)
            w.count_drawn()
        w.pending = {}
        return self._go(cut.next[0], after)

    def _go(self, target: int, after: int) -> int:
        """Control passes to another block."""
        if target in self.parent.roots:
            self.parent.transfer(self.writer, target)
            return _LEAVES
        if target not in self.region.merges:
            return target
        if target != after:
            self.parent.roots.append(target)
            self.parent.transfer(self.writer, target)
            return _LEAVES
        if target in self.arrivals:
            self.writer.settle(self.arrivals[target].asked)
            self.arrivals[target].meet(self.writer.known)
        else:
            self.arrivals[target] = self.writer.known.copy()
        return _FALLS

    def _branch(self, block: int, after: int, depth: int, tail: bool) -> int:
        w = self.writer
        last = self.parent.program.code[self.parent.blocks[block].end - 1]
        test = w.read(last.args[0]).test
        w.pending = {}
        below, label = self.parent.blocks[block].next
        yes, no = (label, below) if last.op == "if" else (below, label)
        count = ""
        if w.drawn and test == f"({w.drawn[0]} < 0)":  # one test for both: no card was left, and was one drawn?
            yes, no, test = no, yes, f"{w.drawn[0]} >= 0"
            count, w.drawn = w.drawn[1], None
        w.count_drawn()
        before = w.known.copy()
        first, first_falls = self._side(yes, after, depth, count)
        w.known = before.copy()
        if not first_falls:
            self._arm(f"if {test}:", first)
            if tail and no not in self.parent.roots and no not in self.region.merges:
                return no  # the other way goes on without nesting
            second, second_falls = self._side(no, after, depth)
            w.lines.nest(second, 0)
            return _FALLS if second_falls else _LEAVES
        second, second_falls = self._side(no, after, depth)
        if not second_falls:
            self._arm(f"if not {test}:", second)
            w.lines.nest(first, 0)
        elif first.lines:
            self._arm(f"if {test}:", first)
            if second.lines:
                self._arm("else:", second)
        elif second.lines:
            self._arm(f"if not {test}:", second)
        return _FALLS

    def _arm(self, head: str, body: Lines) -> None:
        self.writer.add(head)
        self.writer.lines.nest(body, 1)

    def _side(self, target: int, after: int, depth: int, start: str = "") -> tuple[Lines, bool]:
        """One side of a branch, written apart; whether it falls into `after`. `start`: what it does first."""
        w = self.writer
        outer, w.lines = w.lines, Lines([])
        if start:
            w.add(start)
        if depth >= _DEEPEST and target not in self.parent.roots:
            self.parent.roots.append(target)
        following = self._go(target, after)
        falls = self.tree(following, after, depth + 1) if following >= 0 else following == _FALLS
        inner, w.lines = w.lines, outer
        return inner, falls


_FALLS = -1
_LEAVES = -2
