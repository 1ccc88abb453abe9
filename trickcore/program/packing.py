"""The most valuable choice of sets that do not meet: what the instruction `richest` computes, for every engine.

Elements that are in each other's way, directly or through others, are looked at together, one after the other in the
order of their index. Partial choices that leave the same possibilities are one, the better of them, so the work is
bounded by the number of those that have to be told apart: past a limit, see `choices_limit`, the best are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trickcore.program.masks import elements

CHOICES_LIMIT = 512  # partial choices that are told apart …
LEAST_LIMIT = 16  # … and so many at least where very many elements are in each other's way
WORK_LIMIT = 20_000  # … of which each is looked at for each partial choice


def inside(candidates: int, cards: int, sets: Sequence[int]) -> int:
    """The candidates whose entry is not empty and lies within the cards.

    >>> bin(inside(0b1111, 0b011, [0b001, 0b101, 0, 0b011]))
    '0b1001'
    """
    found = 0
    for e in elements(candidates):
        if sets[e] and not sets[e] & ~cards:
            found |= 1 << e
    return found


def choices_limit(count: int) -> int:
    """How many partial choices are told apart among so many elements that are in each other's way.

    >>> choices_limit(8), choices_limit(39), choices_limit(200), choices_limit(1024)
    (512, 512, 100, 19)
    """
    return max(LEAST_LIMIT, min(CHOICES_LIMIT, WORK_LIMIT // count))


def richest(chosen: int, sets: Sequence[int], worths: Sequence[int], groups: Sequence[int]) -> int:
    """The choice of elements with the greatest sum of worths in which no two of one group have sets that meet.

    Of equal choices the one that has the lowest element in which they differ; none whose worth is below 0.

    >>> bin(richest(0b111, [0b0011, 0b0110, 0b1100], [20, 30, 20], [0, 0, 0]))
    '0b101'
    """
    by_group: dict[int, list[int]] = {}
    for e in elements(chosen):
        if worths[e] >= 0:
            by_group.setdefault(groups[e], []).append(e)
    best = 0
    for members in by_group.values():
        for part in _parts(members, sets):
            best |= _best(part, sets, worths)
    return best


def _parts(members: Sequence[int], sets: Sequence[int]) -> Iterable[list[int]]:
    """The elements apart, as far as their sets do not meet, each part in the order of the elements."""
    parts: list[tuple[int, list[int]]] = []
    for e in members:
        union, together, apart = sets[e], [e], []
        for cards, part in parts:
            if cards & sets[e]:
                union |= cards
                together += part
            else:
                apart.append((cards, part))
        parts = [*apart, (union, together)]
    return (sorted(part) for _, part in parts)


def _best(part: Sequence[int], sets: Sequence[int], worths: Sequence[int]) -> int:
    """The best choice from elements that are in each other's way."""
    if len(part) == 1:
        return 1 << part[0]
    count, later = len(part), [0] * len(part)
    for k in range(count - 2, -1, -1):
        later[k] = later[k + 1] | sets[part[k + 1]]
    # taken cards that still matter → worth and choice as one number: of equal worths, lower elements count more
    choices, limit = {0: 0}, choices_limit(count)
    for k, e in enumerate(part):
        choices = _with(choices, sets[e], (worths[e] << count) + (1 << count - 1 - k), later[k], limit)
    value = max(choices.values())
    return sum(1 << e for k, e in enumerate(part) if value >> count - 1 - k & 1)


def _with(choices: dict[int, int], cards: int, gain: int, later: int, limit: int) -> dict[int, int]:
    """The partial choices after one more element, which may be taken or not."""
    after: dict[int, int] = {}
    for taken, value in choices.items():
        left = taken & later
        if after.get(left, -1) < value:
            after[left] = value
        if not taken & cards:
            left = (taken | cards) & later
            if after.get(left, -1) < value + gain:
                after[left] = value + gain
    if len(after) > limit:
        return dict(sorted(after.items(), key=lambda item: (-item[1], item[0]))[:limit])
    return after
