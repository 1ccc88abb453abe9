"""A game's places, and machines that watch its programs that are compiled to be observed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from trickcore.coverage.model import Use
from trickcore.coverage.places import places_of
from trickcore.coverage.sources import Sources
from trickcore.coverage.watching import Watching, by_spot
from trickcore.engines.reference import Machine
from trickcore.program.model import Program
from trickcore.rules.model import Rules

Progress = Callable[[int, int], object]  # how much is done, of how much; something true ends the work


class Places:
    """All places of a game, and what is counted of them."""

    def __init__(self, rules: Rules, sources: Sources | None) -> None:
        self.all = places_of(rules, (sources or Sources()).text)
        self._spots = by_spot(self.all)

    def watching(self, program: Program) -> Watching:
        """Counts for a program of the game, or of another one that has places in common with it."""
        return Watching(program, self._spots)


def machine(watching: Watching) -> Machine:
    """A machine that is watched."""
    return Machine(watching.program, watching, watching.probe)


def total(watchings: Iterable[Watching]) -> dict[Use, int]:
    """All that was counted."""
    found: Counter[Use] = Counter()
    for watching in watchings:
        found.update(watching.uses())
    return dict(found)
