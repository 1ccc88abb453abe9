"""Random matches of one setting, deal by deal, held against the invariants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from trickcore.checking.invariants import INVARIANTS, MOST_DECISIONS, RULES, Look, Problem, problems
from trickcore.checking.settings import Setting
from trickcore.diagnostics.model import Span
from trickcore.engines.layout import POINT
from trickcore.engines.meter import Stopped, spend
from trickcore.errors import TrickcoreError

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

_MATCH = 3  # deals, after which another match begins: what comes later is no different, and looks back get long
_TURNS = ("json", "record", "undo", "copies", "engines")  # looked at in turn, since each takes its time
_AT_ONCE = 2  # of these at each deal


@dataclass(frozen=True, slots=True)
class Found:
    """A problem as it was met: the match up to there. `actions`: with the one that the rules could not go on from."""

    name: str
    problem: Problem
    setting: Setting
    seed: int
    actions: tuple[int, ...]


@dataclass(slots=True)
class Tally:
    """What random play says of a setting."""

    decisions: int = 0
    deals: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)  # of finished matches, by the word for how they ended
    asked: Counter[tuple[Span, str]] = field(default_factory=Counter)  # decisions, by rule and kind
    free: Counter[tuple[Span, str]] = field(default_factory=Counter)  # of these the ones with a choice
    reached: Counter[Span] = field(default_factory=Counter)  # steps

    def copy(self) -> Tally:
        """The same so far."""
        asked, free, reached = self.asked.copy(), self.free.copy(), self.reached.copy()
        return Tally(self.decisions, self.deals, self.outcomes.copy(), asked, free, reached)


class Course:
    """Plays a setting deal by deal. The same seed and setting give the same matches, whatever is played besides."""

    def __init__(self, game: Game, setting: Setting, seed: int, names: Sequence[str]) -> None:
        self.game, self.setting, self.tally = game, setting, Tally()
        self._dice = Random(f"trickcore check {seed} {setting}")
        self._each = [name for name in names if INVARIANTS[name].each]
        self._late = [name for name in names if name in ("bounds", "checks")]
        self._some = [name for name in names if name == "secrets"]
        self._turns = [name for name in _TURNS if name in names]
        self._once = [name for name in names if name == "pickle"]
        self._look: Look | None = None
        self._seed = self._deals = 0
        program = game.program
        asks = [program.code[i] for i in game.engine.layout.asks]
        self._points = [(program.spans[ask.span], program.menus[ask.args[2]].name) for ask in asks]

    def deal(self) -> Found | None:
        """Play one more deal. Gives what is wrong; the next deal is then the first of another match. A deal that is not
        ended, since nobody waits for it, is as if it had not begun.
        """
        before = self.tally.copy()
        try:
            return self._deal()
        except Stopped:
            self.tally, self._look = before, None
            raise

    def _deal(self) -> Found | None:
        found = self._begin() if self._look is None else None
        if found is None:
            found = self._play()
        self.tally.deals += 1
        if found is not None or self._look is None or self._look.match.over or self._deals >= _MATCH:
            self.finish()
        return found

    def _begin(self) -> Found | None:
        self._seed, self._deals = self._dice.randrange(2**31), 0
        try:
            self._look = Look(self.game.start(self._seed), self._dice)
        except TrickcoreError as error:
            return self._found(RULES, _fault(error))
        return self._wrong(self._each)

    def finish(self) -> None:
        """Leave the match that is played, and count what it told."""
        look, self._look = self._look, None
        if look is None:
            return
        with suppress(Stopped):  # then nobody wants to know
            self._tell(look)

    def _tell(self, look: Look) -> None:
        if look.match.outcome is not None:
            self.tally.outcomes[look.match.outcome.reason] += 1
        program = look.match.game.probed.program
        for number, count in look.observer.reached.items():
            if program.probes[number].kind == "step":
                self.tally.reached[program.spans[program.probes[number].span]] += count

    def _play(self) -> Found | None:
        """Play to the end of the deal, and look closely somewhere on the way, rather late than early."""
        assert self._look is not None
        match, number, seed = self._look.match, self._look.match.deal_number, self._dice.random()
        length = self._length(match, Random(seed))
        close = max(self._dice.randrange(length + 1) for _ in range(2))
        choices = Random(seed)
        for played in range(MOST_DECISIONS + 1):
            if match.over or (played and match.deal_number != number):
                break
            found = (self._closely() if played == close else None) or self._step(match, choices)
            if found is not None:
                return found
        self._deals += 1
        return self._wrong(self._late)

    def _length(self, match: Match, choices: Random) -> int:
        """How many actions the deal is going to have; those that the rules can go on with."""
        twin, length = match.copy(), 0
        with suppress(TrickcoreError):
            while not twin.over and twin.deal_number == match.deal_number and length < MOST_DECISIONS:
                spend(1)
                twin.play_id(_choice(twin.legal_ids, choices))
                length += 1
        return max(length - 1, 0)

    def _step(self, match: Match, choices: Random) -> Found | None:
        spend(1)
        legal = match.legal_ids
        self._count(match, len(legal))
        action = _choice(legal, choices)
        try:
            match.play_id(action)
        except TrickcoreError as error:
            return self.fault(match, error, action)
        return self._wrong(self._each)

    def fault(self, match: Match, error: TrickcoreError, action: int) -> Found:
        """A match of this setting that the rules could not go on with after an action."""
        return Found(RULES, _fault(error), self.setting, int(match.seed), (*match.ids, action))

    def _closely(self) -> Found | None:
        names = [*self._some, *self._once, *self._turns[:_AT_ONCE]]
        self._turns = self._turns[_AT_ONCE:] + self._turns[:_AT_ONCE]
        self._once = []
        return self._wrong(names)

    def _wrong(self, names: Sequence[str]) -> Found | None:
        assert self._look is not None
        return next((self._found(name, problem) for name, problem in problems(self._look, names)), None)

    def _found(self, name: str, problem: Problem) -> Found:
        actions = () if self._look is None else self._look.match.ids
        return Found(name, problem, self.setting, self._seed, actions)

    def _count(self, match: Match, choices: int) -> None:
        self.tally.decisions += 1
        point = self._points[match.state()[POINT]]
        self.tally.asked[point] += 1
        self.tally.free[point] += choices > 1


def _choice(legal: Sequence[int], choices: Random) -> int:
    return legal[int(choices.random() * len(legal))]


def _fault(error: TrickcoreError) -> Problem:
    return Problem(str(error), getattr(error, "span", None))
