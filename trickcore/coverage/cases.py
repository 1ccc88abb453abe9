"""Coverage by cases: each is run as usual, and what was played in it is played again under watch."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from trickcore.coverage.model import Coverage
from trickcore.coverage.observed import Places, Progress, machine, total
from trickcore.coverage.sources import Sources, real
from trickcore.coverage.watching import Watching
from trickcore.diagnostics.model import Diagnostics
from trickcore.diagnostics.words import quote
from trickcore.engines.meter import Meter, Stopped, TooMuch, metered
from trickcore.game import Game, build_game
from trickcore.match import Match
from trickcore.position import begin
from trickcore.references import parse
from trickcore.rules.model import OptionValue, Rules
from trickcore.script import Setup
from trickcore.testing import CaseFile, load_game, run_case
from trickcore.testing.costs import Budget

_MOST = 200_000  # actions that are played again for one case


def cover_cases(
    rules: Rules, files: Iterable[CaseFile], *, sources: Sources | None = None, progress: Progress | None = None
) -> Coverage:
    """What the cases of some files use of a game's rules; cases of games that extend it too.

    A case that fails counts as far as it is played, and is in `findings`; one that takes too long as far as it was
    watched. `progress(done, all)` is called before each case and within; if it gives something true, that one and
    those after it are left out.

    >>> import trickcore
    >>> from trickcore.diagnostics.model import Diagnostics
    >>> from trickcore.resources import folder
    >>> from trickcore.testing import load_cases
    >>> cases = load_cases(folder("games") / "two-ten-jack.cases.yaml", Diagnostics())
    >>> cover_cases(trickcore.load("two-ten-jack").rules, [cases]).percent
    100.0
    """
    places = Places(rules, sources)
    runner, found = _Runner(rules, places), Diagnostics()
    cases = [case for file in files for case in file.cases]
    budget = Budget()
    for at, case in enumerate(cases):
        budget.stop = partial(progress, at, len(cases)) if progress else None
        try:
            if budget.stop and budget.stop():
                break
            outcome = budget.run(partial(run_case, case, runner.load))
            whole = budget.run(runner.watch)
        except Stopped:
            break
        if not outcome.passed:
            found.warning("case-fails", f"the case {quote(case.id)} fails", case.span, "`trickcore test` tells why")
        elif not whole:
            message = f"the case {quote(case.id)} takes too long: not all that it uses is counted"
            found.warning("takes-too-long", message, case.span, "play less in it")
    uses = total(game.watching for game in runner.games.values())
    return Coverage(
        places.all, uses, rules.id, settings=len(runner.games), matches=runner.matches, findings=found.sorted()
    )


class _Runner:
    """Loads games for cases, and looks at the matches that were played in them."""

    def __init__(self, rules: Rules, places: Places) -> None:
        self.rules, self.places, self.matches = rules, places, 0
        self.games: dict[object, _Kept] = {}

    def load(self, reference: str, players: int | None, options: dict[str, OptionValue]) -> Game:
        """The game of a case, compiled to be observed."""
        key = (reference, players, tuple(sorted(options.items())))
        if key not in self.games:
            game = self._observed(reference, players, options)
            self.games[key] = _Kept(game, self.places.watching(game.program))
        return self.games[key]

    def _observed(self, reference: str, players: int | None, options: dict[str, OptionValue]) -> Game:
        parsed = parse(reference)
        if real(str(parsed.path)) == real(self.rules.span.file):
            return build_game(self.rules, players, {**parsed.options, **options}, probed=True)
        return load_game(reference, players, options).probed

    def watch(self, meter: Meter) -> bool:
        """Play again what was played since the last time, as far as the meter goes. Whether that is all of it."""
        try:
            with metered(meter):
                return self._watch()
        except Stopped:
            raise
        except TooMuch:
            return False
        finally:
            for game in self.games.values():
                game.lines.clear()

    def _watch(self) -> bool:
        left = _MOST
        for game in self.games.values():
            for line in game.lines:
                left -= len(line.ids)
                if left >= 0:
                    _replay(line, game.watching)
                    self.matches += 1
        return left >= 0


class _Kept(Game):
    """A game that keeps what is played of it."""

    watching: Watching
    lines: list[Match]

    def __init__(self, game: Game, watching: Watching) -> None:
        super().__init__(game.rules, game.program, game.options, game.warnings)
        self.__dict__.update(watching=watching, lines=[])

    def begin(self, setup: Setup) -> Match:
        """As any game does."""
        match = _Line(self, setup, self.lines)
        self.lines.append(match)
        return match


class _Line(Match):
    """A match that keeps what is taken back."""

    __slots__ = ("_length", "_lines")

    def __init__(self, game: Game, setup: Setup, lines: list[Match]) -> None:
        super().__init__(game, setup)
        self._lines, self._length = lines, 0

    def undo(self, count: int = 1) -> Match:
        """As any match does."""
        if count and len(self.ids) > self._length and len(self.ids) * len(self._lines) < _MOST:
            self._lines.append(self.copy())
        super().undo(count)
        self._length = len(self.ids)
        return self


def _replay(line: Match, watching: Watching) -> None:
    """What was played may have come to an end with a fault of the rules: that is not among the actions."""
    watched = machine(watching)
    state = begin(watched, line.setup.chance, line.setup.position)
    for action in line.ids:
        watched.step(state, action)
