"""The operations that compute a value, for many playouts at once: numpy arrays with one entry per lane.

Sets are non-negative int64, so that a universe of up to 62 elements fits; an array of a program is a matrix with a row
for each lane. What any lane would trap on raises `Apart`: then each is played on its own, and traps as it should.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from trickcore.engines.apart import Apart
from trickcore.program.masks import elements
from trickcore.program.model import Table

Lane: TypeAlias = Any  # int64 arrays, one entry (or row) per lane
WIDEST = 62  # elements of a set
_LOWEST = np.int64(-(1 << 62))


def need(good: Any) -> None:
    """Raise `Apart` unless it holds in every lane."""
    if not np.all(good):
        raise Apart


def number(flags: Any) -> Lane:
    """Truth as 0 and 1."""
    return flags.astype(np.int64)


def count(s: Lane) -> Lane:
    """Number of elements."""
    return np.bitwise_count(s).astype(np.int64)


def lowest(s: Lane) -> Lane:
    """Index of the lowest element; −1 if empty."""
    return np.where(s != 0, count((s & -s) - 1), -1)


def bit(i: Lane) -> Lane:
    """The set of just one element; empty for −1."""
    return np.where(i >= 0, np.left_shift(np.int64(1), np.maximum(i, 0)), 0)


def entries(table: Table) -> Lane:
    """A table's values, with `absent` at the end, where −1 finds it."""
    return np.array([*table.values, table.absent], dtype=np.int64)


def _div(a: Lane, b: Lane) -> Lane:
    return np.where(b != 0, a // np.where(b != 0, b, 1), 0)


def _mod(a: Lane, b: Lane) -> Lane:
    return np.where(b != 0, a % np.where(b != 0, b, 1), 0)


def _has(s: Lane, i: Lane) -> Lane:
    return np.where((i >= 0) & (i <= WIDEST), s >> np.clip(i, 0, WIDEST) & 1, 0)


def _first(hand: Lane, *tiers: Lane) -> Lane:
    found = hand & 0
    for tier in tiers:
        found = np.where(found != 0, found, hand & tier)
    return found


def _within(a: Lane, b: Lane) -> Lane:
    return number((a != 0) & (a & ~b == 0))


def _find(array: Lane, value: Lane) -> Lane:
    same = array == np.reshape(value, (-1, 1))
    return np.where(same.any(axis=1), same.argmax(axis=1), -1)


def _bits(array: Lane) -> Lane:
    return np.bitwise_or.reduce(bit(array), axis=1)


def _holder(sets: Lane, s: Lane, start: Lane) -> Lane:
    size = sets.shape[1]
    need((start >= 0) & (start < size))
    meets = sets & np.reshape(s, (-1, 1)) != 0
    order = np.broadcast_to((np.reshape(start, (-1, 1)) + np.arange(size)) % size, meets.shape)
    there = np.take_along_axis(meets, order, axis=1)
    return np.where(there.any(axis=1), (start + there.argmax(axis=1)) % size, -1)


def _next_in(s: Lane, a: Lane, n: Lane) -> Lane:
    below = s & (bit(np.clip(n, 0, WIDEST)) - 1)
    start = np.where(n > 0, a % np.where(n > 0, n, 1), 0)
    above = below >> start
    return np.where(below == 0, -1, np.where(above != 0, start + lowest(above), lowest(below)))


SIMPLE: dict[str, Callable[..., Lane]] = {
    "copy": lambda a: a,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": _div,
    "mod": _mod,
    "min": np.minimum,
    "max": np.maximum,
    "abs": np.abs,
    "eq": lambda a, b: number(a == b),
    "ne": lambda a, b: number(a != b),
    "lt": lambda a, b: number(a < b),
    "le": lambda a, b: number(a <= b),
    "and": lambda a, b: number((a != 0) & (b != 0)),
    "or": lambda a, b: number((a != 0) | (b != 0)),
    "not": lambda a: number(a == 0),
    "choose": lambda c, a, b: np.where(c != 0, a, b),
    "copy_set": lambda a: a,
    "meet": lambda a, b: a & b,
    "join": lambda a, b: a | b,
    "less": lambda a, b: a & ~b,
    "choose_set": lambda c, a, b: np.where(c != 0, a, b),
    "count": count,
    "some": lambda s: number(s != 0),
    "eq_set": lambda a, b: number(a == b),
    "meets": lambda a, b: number(a & b != 0),
    "within": _within,
    "has": _has,
    "lowest": lowest,
    "first": _first,
    "bits": _bits,
    "find": _find,
    "holder": _holder,
    "next_in": _next_in,
}


def summed(s: Lane, table: Table, known: int) -> Lane:
    """The sum of a table over a set, given which elements it can have."""
    by_value: dict[int, int] = {}
    for e in elements(known):
        by_value[table.values[e]] = by_value.get(table.values[e], 0) | 1 << e
    total = np.zeros_like(s)
    for value, mask in by_value.items():
        if value:
            total = total + value * count(s & mask)
    return total


def united(s: Lane, values: Lane) -> Lane:
    """The union of a table of sets over a set."""
    found, left = np.zeros_like(s), s.copy()
    while left.any():
        some = left != 0
        found = found | np.where(some, values[lowest(left)], 0)
        left = left & (left - 1)
    return found


def highest(s: Lane, keys: Lane, start: Lane) -> Lane:
    """The lowest element with the greatest key, keys beginning at `start`; −1 if the set is empty."""
    found, best, left = np.full_like(s, -1), np.full_like(s, _LOWEST), s.copy()
    while left.any():
        element = lowest(left)
        key = np.where(left != 0, keys[start + np.maximum(element, 0)], _LOWEST)
        better = key > best
        found, best = np.where(better, element, found), np.where(better, key, best)
        left = left & np.maximum(left - 1, 0)
    return found


def best(array: Lane, keys: Lane, start: Lane, last: bool) -> Lane:
    """The first (last) position of the greatest key; −1 if no entry is there."""
    there = array >= 0
    all_keys = np.where(there, keys[start[:, None] + np.maximum(array, 0)], _LOWEST)
    position = array.shape[1] - 1 - all_keys[:, ::-1].argmax(axis=1) if last else all_keys.argmax(axis=1)
    return np.where(there.any(axis=1), position, -1)


def nth(s: Lane, k: Lane) -> Lane:
    """The element of a set that has so many below it."""
    left, k = s.copy(), k.copy()
    while (k > 0).any():
        left = np.where(k > 0, left & (left - 1), left)
        k = k - 1
    return lowest(left)
