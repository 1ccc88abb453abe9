"""What each operation can result in, given what its operands can be.

An int is known as an interval (low, high), a set as the mask of the elements that it may have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickcore.program.masks import elements
from trickcore.program.model import Slot, Table
from trickcore.program.packing import inside

Interval = tuple[int, int]
Known = Interval | int  # of an int operand, of a set operand

FLAG: Interval = (0, 1)


def full(universe: int) -> int:
    """The mask of all elements."""
    return (1 << universe) - 1


def _corners(a: Interval, b: Interval, f: Callable[[int, int], int]) -> Interval:
    values = [f(x, y) for x in a for y in b]
    return min(values), max(values)


def _div(a: Interval, b: Interval) -> Interval:
    divisors = {d for d in (*b, -1, 1) if d and b[0] <= d <= b[1]}
    values = [x // d for x in a for d in divisors]
    if b[0] <= 0 <= b[1]:
        values.append(0)
    return min(values), max(values)


def _mod(a: Interval, b: Interval) -> Interval:
    if a[0] >= 0 and a[1] < b[0]:
        return a
    return min(0, b[0] + 1), max(0, b[1] - 1)


def _abs(a: Interval) -> Interval:
    low = 0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1]))
    return low, max(abs(a[0]), abs(a[1]))


def look(table: Table, i: Interval) -> Interval:
    """The least and greatest entry that may be met; places outside the table trap and do not count."""
    low, high = max(i[0], 0), min(i[1], len(table.values) - 1)
    found = list(table.values[low : high + 1])
    if i[0] <= -1 <= i[1] or not found:
        found.append(table.absent)
    return min(found), max(found)


def look_set(table: Table, i: Interval) -> int:
    """All elements of the sets that may be met."""
    mask = table.absent if i[0] <= -1 <= i[1] else 0
    for value in table.values[max(i[0], 0) : min(i[1], len(table.values) - 1) + 1]:
        mask |= value
    return mask


def _sum(mask: int, table: Table) -> Interval:
    values = [table.values[e] for e in elements(mask)]
    return sum(v for v in values if v < 0), sum(v for v in values if v > 0)


def _union(mask: int, table: Table) -> int:
    result = 0
    for e in elements(mask):
        result |= table.values[e]
    return result


def _only(i: Interval, universe: int) -> int:
    low, high = max(i[0], 0), min(i[1], universe - 1)
    return full(high + 1) & ~full(low) if high >= low else 0


def _range_mask(low: int, high: int) -> int:
    return full(high + 1) & ~full(max(low, 0)) if high >= 0 else 0


def _position(slot: Slot) -> Interval:
    return -1 if slot.low <= -1 or slot.size == 0 else 0, slot.size - 1


def _next_in(mask: int, n: Interval) -> Interval:
    return -1, min(mask.bit_length(), max(n[1], 0)) - 1


# Arguments as the instruction has them, without the destination: intervals, masks, slots (arrays, piles) and tables.
_NUMBERS: dict[str, Callable[..., Known]] = {
    "copy": lambda a: a,
    "add": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "sub": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "mul": lambda a, b: _corners(a, b, lambda x, y: x * y),
    "div": _div,
    "mod": _mod,
    "min": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "max": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    "abs": _abs,
    "choose": lambda _c, a, b: (min(a[0], b[0]), max(a[1], b[1])),
    "look": look,
    "load": lambda v, _i: (v.low, v.high),
    "count": lambda s: (0, s.bit_count()),
    "lowest": lambda s: (-1, s.bit_length() - 1),
    "sum": _sum,
    "top": lambda s, _t, _i: (-1, s.bit_length() - 1),
    "best": lambda v, _t, _i: _position(v),
    "best_last": lambda v, _t, _i: _position(v),
    "find": lambda v, _i: (-1, v.size - 1),
    "holder": lambda w, _s, _i: (-1, w.size - 1),
    "next_in": lambda s, _a, n: _next_in(s, n),
    "roll": lambda n: (0, max(n[1] - 1, 0)),
    "draw": lambda p: (-1, p.high - 1),
    "size": lambda p: (0, p.size),
}
_FLAGS = ("eq", "ne", "lt", "le", "and", "or", "not", "some", "eq_set", "meets", "within", "has")
_SETS: dict[str, Callable[..., Known]] = {
    "copy_set": lambda a: a,
    "meet": lambda a, b: a & b,
    "join": lambda a, b: a | b,
    "less": lambda a, _b: a,
    "choose_set": lambda _c, a, b: a | b,
    "look_set": look_set,
    "load_set": lambda w, _i: full(w.high),
    "union": _union,
    "inside": lambda a, b, t: inside(a, b, t.values),
    "richest": lambda s, *_tables: s,
    "bits": lambda v: _range_mask(v.low, v.high),
    "take": lambda p, _n: full(p.high),
    "cards": lambda p: full(p.high),
}


def result(op: str, operands: Sequence[Interval | int | Slot | Table], universe: int) -> Known | None:
    """What the destination may become, before its own range is looked at; None if the operation has no such result.

    >>> result("add", [(0, 3), (-1, 1)], 0), result("meet", [0b1100, 0b0110], 4)
    ((-1, 4), 4)
    """
    if op in _FLAGS:
        return FLAG
    if op == "only":
        (i,) = operands
        assert isinstance(i, tuple)
        return _only(i, universe)
    if op == "first":
        return _first([mask for mask in operands if isinstance(mask, int)])
    rule = _NUMBERS.get(op) or _SETS.get(op)
    return rule(*operands) if rule else None


def _first(masks: Sequence[int]) -> int:
    """Operands without the duty: the hand, then the sets."""
    allowed = 0
    for mask in masks[1:]:
        allowed |= mask
    return masks[0] & allowed
