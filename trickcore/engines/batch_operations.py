"""The operations of a batch that are more than a computation: tables, arrays, piles, chance, decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from trickcore.engines import lanes
from trickcore.engines.apart import Apart
from trickcore.engines.batch_chance import shuffled
from trickcore.engines.lanes import bit, need
from trickcore.program.masks import elements

if TYPE_CHECKING:
    from trickcore.engines.batch import Runner


# ------------------------------------------------------------------------------------------------ tables, arrays


def _look(r: Runner, i: int, args: Sequence[int]) -> None:
    index = r.index(i, args[2], -1, len(r.program.tables[args[1]].values))
    r.put(i, args[0], r.batch.tables[args[1]][index])


def _load(r: Runner, i: int, args: Sequence[int]) -> None:
    array = r.get(args[1])
    index = r.index(i, args[2], 0, array.shape[1])
    r.put(i, args[0], array[:, index] if index.ndim == 0 else array[r.all(), index])


def _set_entry(r: Runner, i: int, args: Sequence[int]) -> None:
    value, size = r.get(args[2]), r.program.slots[args[0]].size
    index = r.index(i, args[1], 0, size)
    if "result" in r.checks.get(i, ()):
        r.fits(args[0], value)
    array = r.written(args[0])
    array[r.all() if index.ndim else slice(None), index] = value


def _fill(r: Runner, i: int, args: Sequence[int]) -> None:
    value = r.full(args[1])
    if "result" in r.checks.get(i, ()):
        r.fits(args[0], value)
    r.written(args[0])[:] = value[:, None]


def _only(r: Runner, i: int, args: Sequence[int]) -> None:
    r.put(i, args[0], bit(r.index(i, args[1], -1, r.program.slots[args[0]].high)))


def _sum(r: Runner, i: int, args: Sequence[int]) -> None:
    known = r.batch.analysis.operands[i][1]
    assert isinstance(known, int)
    r.put(i, args[0], lanes.summed(r.full(args[1]), r.program.tables[args[2]], known))


def _union(r: Runner, i: int, args: Sequence[int]) -> None:
    r.put(i, args[0], lanes.united(r.full(args[1]), r.batch.tables[args[2]]))


def _top(r: Runner, i: int, args: Sequence[int]) -> None:
    start = r.start(i, args[2], args[3])
    r.put(i, args[0], lanes.highest(r.full(args[1]), r.batch.tables[args[2]], start))


def _best(r: Runner, i: int, args: Sequence[int]) -> None:
    start, last = r.start(i, args[2], args[3]), r.program.code[i].op == "best_last"
    r.put(i, args[0], lanes.best(r.get(args[1]), r.batch.tables[args[2]], start, last))


def _tick(r: Runner, i: int, args: Sequence[int]) -> None:
    value = r.get(args[0]) + 1
    if r.batch.analysis.operands[i][0][1] >= r.program.slots[args[0]].high:  # type: ignore[index]
        need(value <= r.program.slots[args[0]].high)
    r.put(i, args[0], value)


def _note(r: Runner, _i: int, _args: Sequence[int]) -> None:
    pass


# ------------------------------------------------------------------------------------------------ piles, chance


def _pack(r: Runner, _i: int, args: Sequence[int]) -> None:
    cards = len(r.program.cards)
    r.renew(args[0], np.array([*range(cards), -1], dtype=np.int64), cards)


def _clear(r: Runner, _i: int, args: Sequence[int]) -> None:
    r.renew(args[0], np.int64(-1), 0)


def _shuffle(r: Runner, _i: int, args: Sequence[int]) -> None:
    k, lanes_ = args[0], r.lanes
    drawn, ends = r.drawn[k][lanes_], r.length[k][lanes_]
    chances, events = [r.chances[lane] for lane in lanes_], r.events[lanes_]
    rows = np.full((len(lanes_), r.values[k].shape[1]), -1, dtype=np.int64)
    for first, end in sorted({*zip(drawn.tolist(), ends.tolist(), strict=True)}):
        here = np.flatnonzero((drawn == first) & (ends == end))
        piles = r.values[k][lanes_[here], first:end]
        rows[here, : end - first] = shuffled([chances[h] for h in here], events[here].tolist(), piles)
    r.events[lanes_] += 1
    r.renew(k, rows, ends - drawn)


def _roll(r: Runner, i: int, args: Sequence[int]) -> None:
    rolled = []
    for lane, n in zip(r.lanes, r.full(args[1]).tolist(), strict=True):
        rolled.append(r.chances[lane].roll(int(r.events[lane]), n) if n >= 1 else 0)
    r.events[r.lanes] += 1
    r.put(i, args[0], np.array(rolled, dtype=np.int64))


def _take(r: Runner, i: int, args: Sequence[int]) -> None:
    k, drawn = args[1], r.drawn[args[1]][r.lanes]
    taken = np.clip(r.full(args[2]), 0, r.length[k][r.lanes] - drawn)
    places = np.arange(int(taken.max(initial=0)))
    index = np.minimum(drawn[:, None] + places, r.values[k].shape[1] - 1)
    cards = np.where(places < taken[:, None], r.values[k][r.lanes[:, None], index], -1)
    r.put(i, args[0], np.bitwise_or.reduce(bit(cards), axis=1))
    r.drawn[k][r.lanes] = drawn + taken


def _draw(r: Runner, i: int, args: Sequence[int]) -> None:
    k, drawn = args[1], r.drawn[args[1]][r.lanes]
    cards = r.values[k][r.lanes, drawn]
    r.drawn[k][r.lanes] = drawn + (cards >= 0)
    r.put(i, args[0], cards)


def _size(r: Runner, i: int, args: Sequence[int]) -> None:
    r.put(i, args[0], r.length[args[1]][r.lanes] - r.drawn[args[1]][r.lanes])


def _cards(r: Runner, i: int, args: Sequence[int]) -> None:
    masks = [sum(1 << card for card in r.left(args[1], lane)) for lane in r.lanes]
    r.put(i, args[0], np.array(masks, dtype=np.int64))


def _put(r: Runner, _i: int, args: Sequence[int]) -> None:
    piles = []
    for lane, cards in zip(r.lanes, r.full(args[1]).tolist(), strict=True):
        left = r.left(args[0], lane)
        if any(cards >> card & 1 for card in left):
            raise Apart
        piles.append((*left, *elements(cards)))
    r.renew(args[0], r.rows(piles), [len(cards) for cards in piles])


# ------------------------------------------------------------------------------------------------ decisions


def _ask(r: Runner, i: int, args: Sequence[int]) -> None:
    r.decisions += len(r.lanes)
    r.put(i, args[0], r.choose(args))


OPERATIONS: dict[str, Callable[[Runner, int, Sequence[int]], None]] = {
    "look": _look,
    "look_set": _look,
    "load": _load,
    "load_set": _load,
    "store": _set_entry,
    "store_set": _set_entry,
    "fill": _fill,
    "fill_set": _fill,
    "only": _only,
    "sum": _sum,
    "union": _union,
    "top": _top,
    "best": _best,
    "best_last": _best,
    "tick": _tick,
    "note": _note,
    "probe": _note,
    "pack": _pack,
    "clear": _clear,
    "shuffle": _shuffle,
    "roll": _roll,
    "take": _take,
    "draw": _draw,
    "size": _size,
    "cards": _cards,
    "put": _put,
    "ask": _ask,
    "jump": _note,
    "if": _note,
    "unless": _note,
    "end": _note,
}
