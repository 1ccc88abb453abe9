"""Random numbers for playouts: a stream for each, the same on every machine.

A stream is SplitMix64: a counter with steps of 0x9E3779B97F4A7C15, each value mixed by two shifts and products; the
upper 53 bits make a float from 0 up to but not 1. It starts where a hash of seed and number of the playout says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD = (1 << 64) - 1
_UNIT = 2.0**-53


def start(seed: int, number: int) -> int:
    """Where the stream of a playout starts."""
    text = f"trickcore playouts {seed} {number}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def stream(begin: int) -> Callable[[], float]:
    """One stream.

    >>> first = stream(start(1, 0))
    >>> 0 <= first() < 1
    True
    """
    state = begin

    def random() -> float:
        nonlocal state
        state = state + _STEP & _WORD
        z = (state ^ state >> 30) * _FIRST & _WORD
        z = (z ^ z >> 27) * _SECOND & _WORD
        return ((z ^ z >> 31) >> 11) * _UNIT

    return random


class Streams:
    """Many streams, for lanes that are played together. numpy is needed."""

    def __init__(self, begins: Sequence[int]) -> None:
        import numpy

        self._np: Any = numpy
        self._states: Any = numpy.array(begins, dtype=numpy.uint64)

    def next(self, lanes: Any) -> Any:
        """The next numbers of the streams with these numbers, both as arrays."""
        np = self._np
        state = self._states[lanes] + np.uint64(_STEP)
        self._states[lanes] = state
        z = (state ^ state >> np.uint64(30)) * np.uint64(_FIRST)
        z = (z ^ z >> np.uint64(27)) * np.uint64(_SECOND)
        return ((z ^ z >> np.uint64(31)) >> np.uint64(11)).astype(np.float64) * _UNIT
