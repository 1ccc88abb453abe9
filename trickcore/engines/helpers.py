"""What generated code calls where inline code would not be faster, and the constant data that it names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from trickcore.program.limits import INT_LIMIT, UNIVERSE_LIMIT
from trickcore.program.masks import element
from trickcore.program.model import Program
from trickcore.program.packing import richest

ABSENT_KEY = -INT_LIMIT - 1  # below every entry of a table
NEXT_SEATS = 5  # up to so many elements `next_in` is a table


def union(s: int, table: Sequence[int]) -> int:
    """Union of the entries of the elements."""
    result = 0
    while s:
        low = s & -s
        result |= table[low.bit_length() - 1]
        s ^= low
    return result


def inside(candidates: int, cards: int, lists: Sequence[Sequence[tuple[int, int]]]) -> int:
    """The candidates whose entry lies within the cards. For each card, `lists` has the entries whose lowest card it is,
    each with its bit."""
    found = 0
    outside = ~cards
    while cards:
        low = cards & -cards
        for entry, bit in lists[low.bit_length() - 1]:
            if bit & candidates and not entry & outside:
                found |= bit
        cards ^= low
    return found


def top(s: int, keys: Sequence[int]) -> int:
    """The element with the greatest key, the lowest such; −1 if there is none."""
    found, best = -1, ABSENT_KEY
    while s:
        low = s & -s
        element = low.bit_length() - 1
        if keys[element] > best:
            found, best = element, keys[element]
        s ^= low
    return found


def best(array: Sequence[int], keys: Sequence[int]) -> int:
    """First position of the greatest key; the key of −1 is below all."""
    found, highest = -1, ABSENT_KEY
    for position, entry in enumerate(array):
        if keys[entry] > highest:
            found, highest = position, keys[entry]
    return found


def best_last(array: Sequence[int], keys: Sequence[int]) -> int:
    """Last position of the greatest key."""
    found, highest = -1, ABSENT_KEY
    for position, entry in enumerate(array):
        if keys[entry] >= highest and entry != -1:
            found, highest = position, keys[entry]
    return found


def bits(array: Sequence[int]) -> int:
    """The set of the entries that are not −1."""
    result = 0
    for entry in array:
        if entry >= 0:
            result |= 1 << entry
    return result


def find(array: Sequence[int], value: int) -> int:
    """First position of the value, or −1."""
    for position, entry in enumerate(array):
        if entry == value:
            return position
    return -1


def holder(sets: Sequence[int], s: int, i: int) -> int:
    """First position from i on, round, whose set meets s; −1 if none does."""
    for position in range(i, len(sets)):
        if sets[position] & s:
            return position
    for position in range(i):
        if sets[position] & s:
            return position
    return -1


def next_in(s: int, a: int, n: int) -> int:
    """First element below n from a mod n on, round; −1 if none."""
    if n < s.bit_length():
        s &= (1 << max(n, 0)) - 1
    if not s:
        return -1
    a %= n
    above = s >> a
    return a + (above & -above).bit_length() - 1 if above else (s & -s).bit_length() - 1


def put(pile: tuple[int, ...], s: int) -> tuple[int, ...] | None:
    """The cards of the pile with those of the set under them, then −1; None if one lies there already."""
    added = []
    while s:
        low = s & -s
        card = low.bit_length() - 1
        if card in pile:
            return None
        added.append(card)
        s ^= low
    return (*pile, *added, -1)


def twice(pile: tuple[int, ...], s: int) -> int:
    """The cards of the set that lie in the pile."""
    return sum(1 << card for card in pile if s >> card & 1)


@cache
def next_table(n: int) -> tuple[tuple[int, ...], ...]:
    """`next_in` for all sets of n elements: by set, then by start."""
    return tuple(tuple(next_in(s, a, n) for a in range(n)) for s in range(1 << n))


def namespace(program: Program) -> dict[str, object]:
    """The names that all generated code may use, besides the constants that it asks for."""
    return {
        "__builtins__": {},
        "int": int,
        "length": len,
        "total": sum,
        "each": map,
        "bit": (*(1 << card for card in range(len(program.cards))), 0).__getitem__,
        "union": union,
        "inside": inside,
        "richest": richest,
        "top": top,
        "best": best,
        "best_last": best_last,
        "bits": bits,
        "find": find,
        "holder": holder,
        "next_in": next_in,
        "put": put,
        "twice": twice,
        "pack": (*range(len(program.cards)), -1),
        "bottom": (-1,),
    }


def add_constant(program: Program, space: dict[str, object], name: str) -> None:
    """Make a constant that generated code names: T3 table, R3 its rows, R3_1 a row, E3 its entries by lowest element,
    A5 array, B52 bits, C52 their complements, N4 next."""
    kind, number = name[0], name[1:]
    if kind == "T":
        table = program.tables[int(number)]
        space[name] = (*table.values, table.absent)
    elif kind == "R":
        index, _, row = number.partition("_")
        space[name] = _row(program, int(index), int(row)) if row else _rows(program, int(index))
    elif kind == "E":
        space[name] = _by_lowest(program.tables[int(number)].values)
    elif kind == "A":
        slot = program.slots[int(number)]
        space[name] = (slot.initial,) * slot.size
    elif kind in "BC":
        bits = (*(1 << e for e in range(int(number))), 0)
        space[name] = bits if kind == "B" else tuple(~bit for bit in bits)
    else:
        space[name] = next_table(int(number))


def _by_lowest(entries: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each element that a set may have, the entries that it is the lowest of, with the bits of their indices."""
    lists: list[list[tuple[int, int]]] = [[] for _ in range(UNIVERSE_LIMIT)]
    for index, entry in enumerate(entries):
        if entry:
            lists[element(entry)].append((entry, 1 << index))
    return tuple(map(tuple, lists))


def _row(program: Program, index: int, row: int) -> tuple[int, ...]:
    table = program.tables[index]
    length = table.row or len(table.values)
    return (*table.values[row * length : (row + 1) * length], ABSENT_KEY)


def _rows(program: Program, index: int) -> tuple[tuple[int, ...], ...]:
    table = program.tables[index]
    return tuple(_row(program, index, row) for row in range(len(table.values) // table.row))
