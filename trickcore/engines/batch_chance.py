"""Shuffles of many playouts at once: what each lane's dice give alone, worked out side by side. numpy is needed."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trickcore.dice import Chance, Dice, throws
from trickcore.engines.lanes import Lane

_HALF, _WORD = np.uint64(32), 1 << 64
_LOW = np.uint64((1 << 32) - 1)


def shuffled(chances: Sequence[Chance], events: Sequence[int], piles: Lane) -> Lane:
    """The rows of `piles`, each in the order that its chance gives it in its event. All cards of a row count."""
    cards = piles.shape[1]
    plain = [chance for chance in chances if type(chance) is Dice]
    if cards < 2 or len(plain) < len(chances):
        rows = zip(chances, events, piles.tolist(), strict=True)
        return np.array([chance.shuffle(event, tuple(row)) for chance, event, row in rows], dtype=np.int64)
    thrown = throws(cards)
    dice, fair = _dice(_words(plain, events, len(thrown)), thrown)
    found = np.take_along_axis(piles, _places(dice).T.astype(np.intp), axis=1)
    for lane in np.flatnonzero(~fair):  # a word was thrown away: nearly never
        found[lane] = plain[int(lane)].shuffle(events[int(lane)], tuple(piles[lane].tolist()))
    return found


def _words(chances: Sequence[Dice], events: Sequence[int], count: int) -> NDArray[np.uint64]:
    """For each word of an event, those of all lanes."""
    digests = b"".join(chance.blocks(event, count) for chance, event in zip(chances, events, strict=True))
    words = np.frombuffer(digests, dtype="<u8").reshape(len(chances), -1)
    return np.ascontiguousarray(words[:, :count].T).astype(np.uint64)


def _dice(words: NDArray[np.uint64], thrown: Sequence[Sequence[int]]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """For each die what it shows in all lanes, one more that shows 0, and in which lanes no word is thrown away."""
    count = sum(map(len, thrown))
    dice = np.zeros((count + 1, words.shape[1]), dtype=np.uint8 if count < 256 else np.uint16)
    fair = np.ones(words.shape[1], dtype=bool)
    k = 0
    for word, sides in zip(words, thrown, strict=True):
        product = prod(sides)
        value, rest = _product(word, product)
        fair &= rest >= np.uint64(_WORD % product)
        for n in sides:
            quotient = value // np.uint64(n)
            dice[k] = value - quotient * np.uint64(n)
            value, k = quotient, k + 1
    return dice, fair


def _product(word: NDArray[np.uint64], factor: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The upper and the lower 64 bits of word · factor."""
    high, low = np.uint64(factor >> 32), np.uint64(factor) & _LOW
    above, below = word >> _HALF, word & _LOW
    middle = above * low + (below * low >> _HALF)
    cross = below * high + (middle & _LOW)
    return above * high + (middle >> _HALF) + (cross >> _HALF), word * np.uint64(factor)


def _places(dice: Any) -> Any:
    """Each die says which of the cards that are left is taken; which of all cards that is."""
    for i in range(len(dice) - 2, -1, -1):
        later = dice[i + 1 :]
        later += later >= dice[i]
    return dice
