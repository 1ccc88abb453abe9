"""A match played again in the program that is compiled to be observed: what its probes tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from trickcore.diagnostics.model import Span
from trickcore.dice import Chance, Scripted
from trickcore.engines.reference import Machine
from trickcore.position import begin
from trickcore.script import Script, Setup

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match


@dataclass(frozen=True, slots=True)
class Broken:
    """A declared check that does not hold. `why`: what the rule file says of it; `deal`: how many deals had been
    finished; `values`: of its two sides; `after`: how many actions had been played before the one that ended the deal.
    """

    text: str
    why: str
    span: Span
    deal: int
    values: tuple[int, ...]
    after: int

    def __str__(self) -> str:
        sides = f": its sides are {self.values[0]} and {self.values[1]}" if len(self.values) > 1 else ""
        return f"at the end of a deal the check `{self.text}` does not hold{sides}"


class Observer:
    """Follows a match in an observed machine, action by action: each match that begins as the first one did."""

    def __init__(self, match: Match) -> None:
        self.broken: list[Broken] = []
        self.reached: Counter[int] = Counter()  # how often each probe was met
        game = match.game.probed
        self._whys = {check.span: check.why for check in game.rules.checks}
        self._program = game.program
        self._machine = Machine(game.program, probe=self._probe)
        self._checked = -1
        self._deal = 0
        setup = again(game, match)
        self.state: Any = begin(self._machine, setup.chance, setup.position)
        self._actions: list[int] = []

    @property
    def legal(self) -> tuple[int, ...]:
        """The ids of what may be played now, as the observed machine has it."""
        return self._machine.legal(self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each team."""
        found = self._machine.value(self.state, self._program.roles["score"]) if "score" in self._program.roles else ()
        return found if isinstance(found, tuple) else (found,)

    def follow(self, actions: Sequence[int]) -> None:
        """Play what has been added to the actions since the last time."""
        for action in actions[len(self._actions) :]:
            self._machine.step(self.state, action)
            self._actions.append(action)

    def _probe(self, number: int, values: tuple[int, ...]) -> None:
        probe = self._program.probes[number]
        self.reached[number] += 1
        if probe.kind != "check":
            return
        self._deal += number <= self._checked or self._deal == 0  # the checks of a deal come in order
        self._checked = number
        if not values[0]:
            span, after = self._program.spans[probe.span], len(self._actions)
            self.broken.append(Broken(probe.name, self._whys.get(span, ""), span, self._deal, values[1:], after))


def again(game: Game, match: Match) -> Setup:
    """How the same match starts under a game with the same rules, such as the one that is compiled to be observed."""
    setup = match.setup
    if setup.position is not None and game is not match.game:
        setup = game.position(setup.position.written, seed=setup.seed).setup
    return replace(setup, chance=chance_of(match))


def chance_of(match: Match) -> Chance:
    """The chance of a match, with what a script has worked out for it; it can be asked from the beginning again."""
    chance = match.setup.chance
    return Scripted(chance.dice, {**chance.orders, **chance.rolls}) if isinstance(chance, Script) else chance
