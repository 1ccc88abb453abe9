"""A bound on what the reference machine may run on somebody's behalf, wherever it is called from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

CHUNK = 4096  # instructions between two looks at the meter


class TooMuch(Exception):
    """The bound is reached. Nothing between the meter and the one who has set it may take it for a fault of its own."""


class Stopped(TooMuch):
    """Whoever called wants no more."""


class Meter:
    """So many instructions of the reference machine, and so many events of one match, and no more.

    `left`: how many instructions are left. `stop`: asked now and then; if it gives something true, the work ends.

    >>> meter = Meter(1000, 10)
    >>> meter.spend(600)
    >>> meter.left
    400
    >>> meter.spend(600)
    Traceback (most recent call last):
        ...
    trickcore.engines.meter.TooMuch: more than 1,000 instructions
    """

    def __init__(self, instructions: int, events: int, stop: Callable[[], object] | None = None) -> None:
        self.most, self.events, self.left = instructions, events, instructions
        self._stop = stop

    def spend(self, instructions: int) -> None:
        """So many more were run. Raises TooMuch."""
        self.left -= instructions
        if self._stop is not None and self._stop():
            raise Stopped
        if self.left < 0:
            raise TooMuch(f"more than {self.most:,} instructions")

    def told(self, count: int) -> None:
        """So many events of one match are kept. Raises TooMuch."""
        if count > self.events:
            raise TooMuch(f"more than {self.events:,} events in one match")


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metered(meter: Meter) -> Iterator[None]:
    """Within, all reference machines run at the cost of this meter.

    >>> from trickcore import load
    >>> meter = Meter(1_000_000, 1_000)
    >>> with metered(meter):
    ...     heard = load("two-ten-jack").start(seed=7).events()
    >>> 0 < meter.left < 1_000_000
    True
    """
    before = _METER.set(meter)
    try:
        yield
    finally:
        _METER.reset(before)


def spend(instructions: int) -> None:
    """The reference machine has run so many."""
    meter = _METER.get()
    if meter is not None:
        meter.spend(instructions)


def told(count: int) -> None:
    """A watched match keeps so many events."""
    meter = _METER.get()
    if meter is not None:
        meter.told(count)
