"""What the operations mean that compute a value and do nothing else: the definition, in plain Python.

Each function takes the operands after the destination: numbers, sets (bit masks), arrays (sequences), piles (tuples
from the top) and tables; `only` takes the size of its destination's universe besides. An index outside raises
`Outside`; whether the result fits its slot is the machine's question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickcore.program.masks import element, elements
from trickcore.program.model import Table
from trickcore.program.packing import inside, richest


class Outside(Exception):
    """An operand that is an index is not in range."""

    def __init__(self, value: int) -> None:
        self.value = value
        super().__init__(value)


def within(index: int, low: int, size: int) -> int:
    """The index, if it lies from `low` to `size` − 1."""
    if not low <= index < size:
        raise Outside(index)
    return index


# ------------------------------------------------------------------------------------------------ numbers


def _mod(a: int, b: int) -> int:
    return a % b if b else 0


def _div(a: int, b: int) -> int:
    return a // b if b else 0


def _choose(c: int, a: int, b: int) -> int:
    return a if c else b


def _look(table: Table, i: int) -> int:
    return table.absent if within(i, -1, len(table.values)) == -1 else table.values[i]


def _load(array: Sequence[int], i: int) -> int:
    return array[within(i, 0, len(array))]


# ------------------------------------------------------------------------------------------------ sets


def _only(i: int, universe: int) -> int:
    return 1 << i if within(i, -1, universe) >= 0 else 0


def _has(s: int, i: int) -> int:
    return s >> i & 1 if i >= 0 else 0


def _lowest(s: int) -> int:
    return element(s)


def _first(hand: int, *sets: int) -> int:
    return next((hand & tier for tier in sets if hand & tier), 0)


def _sum(s: int, table: Table) -> int:
    return sum(table.values[e] for e in elements(s))


def _union(s: int, table: Table) -> int:
    result = 0
    for e in elements(s):
        result |= table.values[e]
    return result


def _row(table: Table, row: int) -> Sequence[int]:
    if not table.row:
        return table.values
    start = within(row, 0, len(table.values) // table.row) * table.row
    return table.values[start : start + table.row]


def _top(s: int, table: Table, row: int) -> int:
    keys = _row(table, row)
    return max(elements(s), key=lambda e: (keys[e], -e), default=-1)


def _best(array: Sequence[int], table: Table, row: int) -> int:
    keys = _row(table, row)
    present = [p for p, e in enumerate(array) if e != -1]
    return max(present, key=lambda p: (keys[array[p]], -p), default=-1)


def _best_last(array: Sequence[int], table: Table, row: int) -> int:
    keys = _row(table, row)
    present = [p for p, e in enumerate(array) if e != -1]
    return max(present, key=lambda p: (keys[array[p]], p), default=-1)


def _bits(array: Sequence[int]) -> int:
    result = 0
    for e in array:
        if e != -1:
            result |= 1 << e
    return result


def _find(array: Sequence[int], value: int) -> int:
    return next((p for p, entry in enumerate(array) if entry == value), -1)


def _holder(sets: Sequence[int], s: int, i: int) -> int:
    start = within(i, 0, len(sets))
    order = (*range(start, len(sets)), *range(start))
    return next((p for p in order if sets[p] & s), -1)


def _next_in(s: int, a: int, n: int) -> int:
    below = [e for e in elements(s) if e < n]
    if not below:
        return -1
    return next((e for e in below if e >= a % n), below[0])


PURE: dict[str, Callable[..., int]] = {
    "copy": lambda a: a,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": _div,
    "mod": _mod,
    "min": min,
    "max": max,
    "abs": abs,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "and": lambda a, b: int(a != 0 and b != 0),
    "or": lambda a, b: int(a != 0 or b != 0),
    "not": lambda a: int(a == 0),
    "choose": _choose,
    "look": _look,
    "load": _load,
    "copy_set": lambda a: a,
    "meet": lambda a, b: a & b,
    "join": lambda a, b: a | b,
    "less": lambda a, b: a & ~b,
    "choose_set": _choose,
    "look_set": _look,
    "load_set": _load,
    "only": _only,
    "count": int.bit_count,
    "some": lambda s: int(s != 0),
    "eq_set": lambda a, b: int(a == b),
    "meets": lambda a, b: int(a & b != 0),
    "within": lambda a, b: int(a != 0 and not a & ~b),
    "has": _has,
    "lowest": _lowest,
    "first": _first,
    "sum": _sum,
    "union": _union,
    "inside": lambda a, b, table: inside(a, b, table.values),
    "richest": lambda s, sets, worths, groups: richest(s, sets.values, worths.values, groups.values),
    "top": _top,
    "best": _best,
    "best_last": _best_last,
    "bits": _bits,
    "find": _find,
    "holder": _holder,
    "next_in": _next_in,
    "size": len,
    "cards": lambda pile: sum(1 << card for card in pile),
}
