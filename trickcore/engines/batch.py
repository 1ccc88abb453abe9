"""Playouts of many states at once. A program's blocks are run for all lanes that have come to them.

The block with the lowest number goes first, so that lanes that parted meet again. Each lane has its chance and its
random numbers to itself: it comes out as `Engine.playout` lets it come out. numpy is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trickcore.engines import lanes
from trickcore.engines.batch_choices import nth, offers, totals
from trickcore.engines.batch_operations import OPERATIONS
from trickcore.engines.lanes import Lane, entries, need
from trickcore.engines.layout import CHANCE, EVENTS, POINT, Layout
from trickcore.engines.liveness import Liveness
from trickcore.engines.pure import PURE
from trickcore.program.flow import Block
from trickcore.program.masks import elements
from trickcore.program.model import Program, Role, SlotKind
from trickcore.program.ops import SILENT
from trickcore.program.ranges import Analysis
from trickcore.streams import Streams

_ARRAYS = (SlotKind.INTS, SlotKind.SETS)
_SETS = (SlotKind.SET, SlotKind.SETS)
_NOTHING = (*SILENT, "jump", "if", "unless", "end")


def can_batch(program: Program) -> bool:
    """Whether the sets of a program are small enough, and all its operations known here."""
    sets = [slot.high for slot in program.slots if slot.kind in _SETS]
    known = {*lanes.SIMPLE, *OPERATIONS}
    return max([len(program.cards), *sets], default=0) <= lanes.WIDEST and all(i.op in known for i in program.code)


class Step(NamedTuple):
    """One instruction: what computes its first operand from the others, or else has its effect."""

    number: int
    args: tuple[int, ...]
    compute: Callable[..., Lane] | None
    effect: Callable[[Runner, int, Sequence[int]], None]


class Batch:
    """Plays out states of one program together."""

    def __init__(
        self, program: Program, layout: Layout, blocks: Sequence[Block], analysis: Analysis, live: Liveness
    ) -> None:
        self.program = program
        self.layout = layout
        self.blocks = blocks
        self.analysis = analysis
        self.tables = [entries(table) for table in program.tables]
        self.plans = [_plan(program, block, analysis, live) for block in blocks]
        self.kept = [_kept(program, block, live) for block in blocks]
        self.must_fit = frozenset(i for i, checks in analysis.checks.items() if "result" in checks)
        self.asks = [k for k, block in enumerate(blocks) if program.code[block.start].op == "ask"]

    def play(self, states: Sequence[list[Any]], streams: Streams) -> int:
        """Play all to their end, in place, and give the number of decisions. Raises `Apart` where that cannot be done
        together; the states are then as they were."""
        runner = Runner(self, states, streams)
        runner.run()
        runner.save(states)
        return runner.decisions


class Runner:
    """One run: every slot has an entry for each lane."""

    def __init__(self, batch: Batch, states: Sequence[list[Any]], streams: Streams) -> None:
        self.batch, self.program, self.layout = batch, batch.program, batch.layout
        self.size = len(states)
        self.streams = streams
        self.decisions = 0
        self.chances = [state[CHANCE] for state in states]
        self.events = self._column(states, EVENTS)
        self.values: list[Any] = [self._initial(k, states) for k in range(len(self.program.slots))]
        piles = [k for k, slot in enumerate(self.program.slots) if slot.kind is SlotKind.PILE]
        self.drawn: dict[int, Lane] = {k: self._drawn(states, k) for k in piles}
        self.length: dict[int, Lane] = {k: (self.values[k] >= 0).sum(axis=1) for k in piles}
        self.checks = batch.analysis.checks
        points = [state[POINT] for state in states]
        self.queue: dict[int, list[NDArray[np.intp]]] = {}
        self.reason = self._column(states, self.layout.reason)
        self.winners = self._column(states, self.layout.winners)
        self.lanes: NDArray[np.intp] = np.arange(self.size)
        self.constants = {k: value for k, value in enumerate(self.values) if value.ndim == 0}
        self.local: dict[int, Any] = {}
        self.dirty: set[int] = set()
        for point in sorted({*points} - {-1}):
            self.send(batch.asks[point], np.array([lane for lane in range(self.size) if points[lane] == point]))

    # ------------------------------------------------------------------------------------------------ slots

    def _drawn(self, states: Sequence[list[Any]], pile: int) -> Lane:
        saved = pile in self.layout.place
        return self._column(states, self.layout.place[pile] + 1) if saved else np.zeros(self.size, dtype=np.int64)

    def _column(self, states: Sequence[list[Any]], place: int) -> Lane:
        return np.array([state[place] for state in states], dtype=np.int64)

    def _initial(self, k: int, states: Sequence[list[Any]]) -> Any:
        slot = self.program.slots[k]
        many = slot.kind in _ARRAYS
        if slot.kind is SlotKind.PILE:
            return self.rows([state[self.layout.place[k]][:-1] if k in self.layout.place else () for state in states])
        if slot.role is Role.CONST:
            return np.full((1, slot.size), slot.initial, dtype=np.int64) if many else np.int64(slot.initial)
        if k not in self.layout.place:
            return np.zeros((self.size, slot.size) if many else self.size, dtype=np.int64)
        place = self.layout.place[k]
        if many:
            return np.array([state[place : place + slot.size] for state in states], dtype=np.int64)
        return self._column(states, place)

    def rows(self, piles: Sequence[Sequence[int]]) -> Lane:
        """Piles as rows, filled up with −1: one more than the longest can be."""
        rows = np.full((len(piles), len(self.program.cards) + 1), -1, dtype=np.int64)
        for row, cards in zip(rows, piles, strict=True):
            row[: len(cards)] = cards
        return rows

    def get(self, k: int) -> Any:
        """The entries of the lanes at hand; of a constant just one, for all."""
        found = self.local.get(k)
        if found is None:
            whole = self.values[k]
            if self.program.slots[k].role is not Role.CONST:
                found = whole.take(self.lanes, axis=0)
            else:
                found = np.broadcast_to(whole, (len(self.lanes), whole.shape[1]))
            self.local[k] = found
        return found

    def full(self, k: int) -> Lane:
        """The same, with an entry for each lane."""
        found: Lane = self.get(k)
        return np.full(len(self.lanes), found, dtype=np.int64) if found.ndim == 0 else found

    def put(self, i: int, k: int, value: Lane) -> None:
        """New values of a slot in the lanes at hand, which must fit it where that is not known of instruction i."""
        if i in self.batch.must_fit:
            self.fits(k, value)
        self.local[k] = value if value.ndim else np.full(len(self.lanes), value, dtype=np.int64)
        self.dirty.add(k)

    def fits(self, k: int, value: Lane) -> None:
        """The values lie in the range of a slot (or of its entries)."""
        slot = self.program.slots[k]
        if slot.kind in _SETS:
            need(value >> slot.high == 0)
        else:
            need((value >= slot.low) & (value <= slot.high))

    def save(self, states: Sequence[list[Any]]) -> None:
        """Write the lanes back into their states."""
        for place, column in (
            (self.layout.reason, self.reason),
            (self.layout.winners, self.winners),
            (EVENTS, self.events),
        ):
            _write(states, place, column)
        for state in states:
            state[POINT] = -1
        for k, place in self.layout.place.items():
            slot, values = self.program.slots[k], self.values[k]
            if slot.kind is SlotKind.PILE:
                piles = zip(states, values.tolist(), self.length[k].tolist(), self.drawn[k].tolist(), strict=True)
                for state, cards, length, drawn in piles:
                    state[place : place + 2] = [(*cards[:length], -1), drawn]
            elif slot.kind in _ARRAYS:
                for state, row in zip(states, values.tolist(), strict=True):
                    state[place : place + slot.size] = row
            else:
                _write(states, place, values)

    # ------------------------------------------------------------------------------------------------ running

    def run(self) -> None:
        """Block after block, until all lanes are over."""
        while self.queue:
            block = min(self.queue)
            some = self.queue.pop(block)
            self.enter(some[0] if len(some) == 1 else np.concatenate(some))
            self.block(block)

    def send(self, block: int, lanes_: NDArray[np.intp]) -> None:
        """These lanes go on at a block."""
        if len(lanes_):
            self.queue.setdefault(block, []).append(lanes_)

    def enter(self, lanes_: NDArray[np.intp]) -> None:
        """These lanes are at hand."""
        self.lanes = lanes_
        self.local, self.dirty = self.constants.copy(), set()

    def choose(self, args: Sequence[int], /) -> Lane:
        """The actions that are played in the lanes at hand, at an `ask`: drawn, where there are several."""
        found = offers(self, args)
        total = totals(found)
        free = total > 1 if len(found) == 1 else np.ones(len(self.lanes), dtype=bool)
        drawn = np.zeros(len(self.lanes))
        drawn[free] = self.streams.next(self.lanes[free])
        return nth(self, found, (drawn * total).astype(np.int64))

    def block(self, number: int) -> None:
        """Run a block in the lanes at hand."""
        for step in self.batch.plans[number]:
            if step.compute is not None:
                self.put(step.number, step.args[0], step.compute(*map(self.get, step.args[1:])))
            else:
                step.effect(self, step.number, step.args)
        for k in self.dirty & self.batch.kept[number]:
            self.values[k][self.lanes] = self.local[k]
        self._leave(self.batch.blocks[number])

    def _leave(self, block: Block) -> None:
        last = self.program.code[block.end - 1]
        if last.op == "end":
            reason, winners = self.full(last.args[0]), self.full(last.args[1])
            need((reason >= 0) & (reason < len(self.program.reasons)))
            need(winners >> max(self.program.teams) + 1 == 0)
            self.reason[self.lanes], self.winners[self.lanes] = reason, winners
        elif last.op in ("if", "unless"):
            below, label = block.next
            taken = (self.full(last.args[0]) != 0) == (last.op == "if")
            self.send(label, self.lanes[taken])
            self.send(below, self.lanes[~taken])
        else:
            self.send(block.next[0], self.lanes)

    # ------------------------------------------------------------------------------------------------ operands

    def index(self, i: int, k: int, low: int, size: int) -> Lane:
        """An operand that is an index."""
        index: Lane = self.get(k)
        if "index" in self.checks.get(i, ()):
            need((index >= low) & (index < size))
        return index

    def all(self) -> NDArray[np.intp]:
        """The rows of what `get` gives."""
        return np.arange(len(self.lanes))

    def written(self, k: int) -> Lane:
        """An array of the lanes at hand, to be changed."""
        if k not in self.dirty:
            self.local[k] = np.array(self.get(k))
            self.dirty.add(k)
        array: Lane = self.local[k]
        return array

    def start(self, i: int, table: int, row: int) -> Lane:
        """Where the keys of a row begin."""
        about = self.program.tables[table]
        if not about.row:
            return np.zeros(len(self.lanes), dtype=np.int64)
        self.index(i, row, 0, len(about.values) // about.row)
        return self.full(row) * about.row

    def left(self, k: int, lane: int) -> tuple[int, ...]:
        """The cards that are left in a pile, from the top."""
        return tuple(self.values[k][lane, self.drawn[k][lane] : self.length[k][lane]].tolist())

    def renew(self, k: int, rows: Lane, lengths: Any) -> None:
        """The piles of the lanes at hand get other cards."""
        self.values[k][self.lanes] = rows
        self.drawn[k][self.lanes] = 0
        self.length[k][self.lanes] = lengths


def _plan(program: Program, block: Block, analysis: Analysis, live: Liveness) -> tuple[Step, ...]:
    """The instructions of a block that do something, but for the last where it branches."""
    found = []
    for i in range(block.start, block.end):
        op, args = program.code[i].op, program.code[i].args
        idle = op in PURE and i not in analysis.checks and not live.uses.get(i, 1)
        if op not in _NOTHING and not idle:
            args = (args[0], *args[2:]) if op == "first" else args
            found.append(Step(i, args, lanes.SIMPLE.get(op), OPERATIONS.get(op, OPERATIONS["note"])))
    return tuple(found)


def _kept(program: Program, block: Block, live: Liveness) -> frozenset[int]:
    """The slots whose values outlive a block: those of the state, and temporaries that another block reads."""
    after = 0
    for k in block.next:
        after |= live.entry[k]
    saved = {k for k, slot in enumerate(program.slots) if slot.role is Role.SAVED}
    return frozenset(saved | set(elements(after)))


def _write(states: Sequence[list[Any]], place: int, column: Lane) -> None:
    """Write one value of each lane into its state."""
    for state, value in zip(states, column.tolist(), strict=True):
        state[place] = value
