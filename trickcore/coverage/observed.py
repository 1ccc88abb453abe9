"""A game's places, its programs that are compiled to be observed, and machines that watch them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from trickcore.compiler import bind_options, compile_game
from trickcore.coverage.model import Use
from trickcore.coverage.places import places_of
from trickcore.coverage.sources import Sources
from trickcore.coverage.watching import Watching, by_spot
from trickcore.diagnostics.model import Diagnostics
from trickcore.engines.reference import Machine
from trickcore.errors import RulesError
from trickcore.game import Game
from trickcore.program.model import Program
from trickcore.rules.model import OptionValue, Rules

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


def observed(rules: Rules, players: int | None, options: Mapping[str, OptionValue]) -> Game:
    """The game under these players and options, compiled to be observed. Raises RulesError if it cannot be compiled."""
    found = Diagnostics()
    bound = bind_options(rules, players, options, found)
    program = None if bound is None else compile_game(rules, *bound, found, probed=True)
    if bound is None or program is None:
        raise RulesError(found.sorted())
    return Game(rules, program, bound[1], found.sorted())
