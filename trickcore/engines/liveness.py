"""Which temporaries are needed where: what may be folded into an expression, and what need not be computed at all."""

from __future__ import annotations

from dataclasses import dataclass

from trickcore.engines.pure import PURE
from trickcore.program.flow import Block
from trickcore.program.model import Program, Role
from trickcore.program.ops import SILENT
from trickcore.program.ranges import Analysis
from trickcore.program.signature import UPDATED, letters, reads, writes

MANY = 1 << 30  # uses of a temporary that outlives its block


@dataclass(frozen=True, slots=True)
class Liveness:
    """`entry[b]`: mask of the temporaries that block b reads before it writes them.

    `uses[i]`: how often the temporary written by instruction i is read, MANY if past the block; 0 if never, and then
    the instruction need not run.
    """

    entry: tuple[int, ...]
    uses: dict[int, int]


def liveness(program: Program, blocks: tuple[Block, ...], analysis: Analysis) -> Liveness:
    """Backward analysis over the blocks. Notes do not count: engines that play do not tell."""
    scan = _Scan(program, analysis)
    entry = [0] * len(blocks)
    before: list[list[int]] = [[] for _ in blocks]
    for k, block in enumerate(blocks):
        for target in block.next:
            before[target].append(k)
    todo = list(range(len(blocks)))
    while todo:
        k = todo.pop()
        live = scan.block(blocks[k], _leaving(entry, blocks[k]))
        if live != entry[k]:
            entry[k] = live
            todo += before[k]
    uses: dict[int, int] = {}
    for block in blocks:
        scan.count(block, _leaving(entry, block), uses)
    return Liveness(tuple(entry), uses)


def _leaving(entry: list[int], block: Block) -> int:
    live = 0
    for target in block.next:
        live |= entry[target]
    return live


class _Scan:
    def __init__(self, program: Program, analysis: Analysis) -> None:
        self.code = program.code
        self.temps = {k for k, slot in enumerate(program.slots) if slot.role is Role.TEMP}
        self.read: list[list[int]] = []
        self.fresh: list[int] = []  # the temporary that an instruction writes as a whole, or −1
        self.idle: list[bool] = []  # whether it does nothing but write it
        for i, instr in enumerate(program.code):
            found = letters(instr.op, len(instr.args)) or ""
            kept = UPDATED.get(instr.op, "")
            written = [instr.args[k] for k in writes(instr.op, len(instr.args)) if found[k] not in kept]
            temps = [slot for slot in written if slot in self.temps]
            self.read.append([instr.args[k] for k in reads(instr.op, len(instr.args)) if instr.args[k] in self.temps])
            self.fresh.append(temps[0] if temps else -1)
            self.idle.append(bool(temps) and instr.op in PURE and i not in analysis.checks)

    def block(self, block: Block, live: int) -> int:
        """What is live at the start of a block, given what is at its end."""
        for i in reversed(range(block.start, block.end)):
            if self.code[i].op in SILENT or self._dead(i, live):
                continue
            if self.fresh[i] >= 0:
                live &= ~(1 << self.fresh[i])
            for slot in self.read[i]:
                live |= 1 << slot
        return live

    def _dead(self, i: int, live: int) -> bool:
        return self.idle[i] and not live >> self.fresh[i] & 1

    def count(self, block: Block, live: int, uses: dict[int, int]) -> None:
        """Fill in the uses of what the block writes."""
        seen: dict[int, int] = {}
        for i in reversed(range(block.start, block.end)):
            if self.code[i].op in SILENT:
                continue
            temp = self.fresh[i]
            if temp >= 0:
                uses[i] = seen.pop(temp, 0) + (MANY if live >> temp & 1 else 0)
                live &= ~(1 << temp)
                if self.idle[i] and not uses[i]:
                    continue
            for slot in self.read[i]:
                seen[slot] = seen.get(slot, 0) + 1
