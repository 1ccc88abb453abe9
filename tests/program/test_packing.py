"""The best choice of sets that do not meet, against trying all choices."""

from __future__ import annotations

import random
from itertools import combinations

from trickcore.program.masks import elements
from trickcore.program.packing import richest

ROUNDS = 300


def _all_tried(chosen: int, sets: list[int], worths: list[int], groups: list[int]) -> int:
    """Every choice looked at; of equal ones, the one with the lowest element in which they differ."""
    found, most = 0, -1
    members = elements(chosen)
    for count in range(len(members) + 1):
        for choice in combinations(members, count):
            if any(groups[a] == groups[b] and sets[a] & sets[b] for a, b in combinations(choice, 2)):
                continue
            if any(worths[e] < 0 for e in choice):
                continue
            total, mask = sum(worths[e] for e in choice), sum(1 << e for e in choice)
            differ = (mask ^ found) & -(mask ^ found)
            if total > most or (total == most and mask & differ):
                found, most = mask, total
    return found


def test_finds_what_trying_all_finds() -> None:
    rng = random.Random(5)
    for _ in range(ROUNDS):
        count = rng.randrange(1, 10)
        sets = [rng.randrange(1, 1 << 7) & rng.randrange(1 << 7) for _ in range(count)]
        worths = [rng.choice([-10, 0, 10, 20, 20, 50]) for _ in range(count)]
        groups = [rng.randrange(2) for _ in range(count)]
        chosen = rng.randrange(1 << count)
        assert richest(chosen, sets, worths, groups) == _all_tried(chosen, sets, worths, groups)


def test_far_more_choices_than_are_told_apart() -> None:
    """All pairs of 40 cards: a sound choice comes out, and soon."""
    rng = random.Random(1)
    sets = [1 << a | 1 << b for a, b in combinations(range(40), 2)]
    rng.shuffle(sets)
    worths = [rng.randrange(1, 100) for _ in sets]
    chosen = (1 << len(sets)) - 1
    found = elements(richest(chosen, sets, worths, [0] * len(sets)))
    assert all(not sets[a] & sets[b] for a, b in combinations(found, 2))
    assert sum(worths[e] for e in found) > 20 * 50


def test_what_is_apart_is_chosen_apart() -> None:
    """Thirty triples of overlapping sets: as many parts as triples, so the bound is not met."""
    sets, worths = [], []
    for k in range(30):
        sets += [0b0011 << 4 * k, 0b0110 << 4 * k, 0b1100 << 4 * k]
        worths += [2, 3, 2]
    order = list(range(90))
    random.Random(3).shuffle(order)
    found = richest((1 << 90) - 1, [sets[i] for i in order], [worths[i] for i in order], [0] * 90)
    assert sorted(order[e] % 3 for e in elements(found)) == [0] * 30 + [2] * 30
