"""How much work the cases of a file may ask for: what never ends, or fills the memory, is a failure, not a hang."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from trickcore.engines.meter import Meter

if TYPE_CHECKING:
    from trickcore.program.model import Program

MOST_OF_CASE = 10_000_000  # instructions of the reference machine, some seconds; cases need some thousands
MOST_OF_FILE = 100_000_000  # of all cases of a file together
MOST_EVENTS = 100_000  # of one match; matches have some hundreds
_UNCOUNTED = 1_000_000_000  # instructions that plays may take at worst before what they take is counted
_Result = TypeVar("_Result")

Stop = Callable[[], object]  # asked now and then: whether whoever called wants no more


def meter_of_case(stop: Stop | None = None) -> Meter:
    """What one case may ask for."""
    return Meter(MOST_OF_CASE, MOST_EVENTS, stop)


class Budget:
    """What the cases of one file may ask for together. `stop`: as of a meter."""

    def __init__(self, stop: Stop | None = None) -> None:
        self._left, self.stop = MOST_OF_FILE, stop

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._left <= 0

    def run(self, case: Callable[[Meter], _Result]) -> _Result:
        """What comes of a case, which is run with a meter of its own; what it spends is gone."""
        meter = Meter(max(min(MOST_OF_CASE, self._left), 0), MOST_EVENTS, self.stop)
        try:
            return case(meter)
        finally:
            self._left -= meter.most - meter.left


def uncounted_plays(program: Program) -> int:
    """How many plays may be made before it is counted what they take: many where each takes little at worst."""
    from trickcore.program.cycles import longest_silence

    return _UNCOUNTED // max(longest_silence(program), 1)
