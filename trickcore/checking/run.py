"""Checks a game: random play over players and options, held against what must be so, in rounds of one deal of each
setting.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

from trickcore.asked import asked
from trickcore.checking.case import case_text, fails
from trickcore.checking.course import Course, Found
from trickcore.checking.invariants import INVARIANTS, RULES, Problem
from trickcore.checking.limits import LEAST, SOON, Limits, Progress, Wanted
from trickcore.checking.report import CheckReport, Data, Forecast, Violation
from trickcore.checking.settings import Setting, settings, settled
from trickcore.checking.shrink import Line, Shrinker
from trickcore.checking.surprises import surprises
from trickcore.engines.meter import Stopped, spend
from trickcore.errors import RulesError
from trickcore.game import Game, load
from trickcore.references import find, is_path, parse
from trickcore.rules.model import OptionValue, Rules

_SHRINKING = 0.8  # of the time for a case; what is left is for finding out whether it fails
_MEASURED = 3  # deals, from which it is told how long all of them will take
_CODE = 400_000  # instructions in all settings that are played at once: they take memory
_LEAST = 8  # settings, however large a game is
_ONCE = ("pickle",)  # looked at under one setting for each number of players
MOST_VIOLATIONS = 20  # different ones, after which no more are looked for
_VARYING = re.compile(r"\d+|[♣♦♥♠]|'[^']*'|^a spectator|^seat ")  # what may differ between two messages of one problem


def check(
    game: Game | str | os.PathLike[str],
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    deals: int | None = None,
    total: int | None = None,
    seconds: float | None = None,
    skip: Collection[str] = (),
    progress: Progress | None = None,
    forecast: Callable[[Forecast], object] | None = None,
) -> CheckReport:
    """Play a game at random and hold it against what must always be so.

    `game`: a game, or what `trickcore.load` takes; options that its reference names are fixed. `players` and `options`
    fix others; the rest is tried in combinations (see `settings`).

    `deals`: how many of each setting are played, `total`: how many in all, in rounds of one deal of each setting;
    `seconds`: how long all may take, about, at most; with a time and no number, as many as there is time for. With none
    of them 5 deals of each setting are played, and more, up to 100 in all, until that has taken 20 seconds. `skip`:
    names of invariants that are not looked at. `forecast` is told how long it will take, `progress` of each deal, and
    now and then within one; if that gives something true, checking stops, and what was found until then is reported.

    The same seed and deals, or total, give the same report. Raises RulesError if the game cannot be loaded or what is
    given does not fit it, and ValueError for a name in `skip` that there is not.

    >>> report = check("two-ten-jack", options={"must_trump": True}, deals=1)
    >>> report.ok, len(report.settings), report.deals
    (True, 4, 1)
    """
    unknown = sorted(set(skip) - {*INVARIANTS, RULES})
    if unknown:
        raise ValueError(f"there is no invariant {unknown[0]!r}; they are {', '.join((*INVARIANTS, RULES))}")
    if isinstance(game, Game):
        rules, (count, given) = game.rules, asked(players, options)
    else:
        rules = load(game, players=players, options=options).rules
        count, given = asked(players, options, parse(game).options)
    names = [name for name in (*INVARIANTS, RULES) if name not in skip]
    run = _Run(rules, settings(rules, count, given), given, seed, names)
    wanted = Wanted(deals, total, seconds)
    return run.report(wanted, Limits(wanted, progress or _go_on), forecast or _untold)


def _go_on(_: int, __: int) -> bool:
    return False


def _untold(_: Forecast) -> None:
    return None


class _Clock:
    """How long settings take to be prepared, and deals to be played."""

    def __init__(self) -> None:
        self._prepared, self._played, self._settings, self._deals = 0.0, 0.0, 0, 0

    def prepare(self, make: Callable[[], Course | None]) -> Course | None:
        """Prepare a setting."""
        start = time.perf_counter()
        course = make()
        self._prepared += time.perf_counter() - start
        self._settings += 1
        return course

    def deal(self, play: Callable[[], Found | None]) -> Found | None:
        """Play a deal."""
        start = time.perf_counter()
        found = play()
        self._played += time.perf_counter() - start
        self._deals += 1
        return found

    def expected(self, settings: int, deals: int) -> float:
        """Seconds for so many deals of so many settings."""
        return settings * (self._prepared / max(self._settings, 1) + deals * self._played / max(self._deals, 1))


class _Run:
    def __init__(
        self,
        rules: Rules,
        tried: Sequence[Setting],
        given: Mapping[str, OptionValue],
        seed: int,
        names: Sequence[str],
    ) -> None:
        self._rules, self._settings, self._given = rules, tuple(tried), given
        self._seed, self._names = seed, names
        self._found: dict[tuple[str, str], tuple[Found, int]] = {}
        self._courses: list[Course] = []
        self._cases: dict[tuple[str, str], str] = {}
        self._records: dict[tuple[str, str], Data | None] = {}
        self._played = 0
        self._stopped = False

    def report(self, wanted: Wanted, limits: Limits, forecast: Callable[[Forecast], object]) -> CheckReport:
        """Play, and tell what was found."""
        with limits.within(limits.stop_playing):
            self._play(wanted, limits, forecast)
        limits.share(0.5)
        with limits.within(limits.stop_share):
            for course in self._courses:
                course.finish()
        self._make_cases(limits)
        with limits.within(limits.stop_all):
            told = surprises(self._rules, self._courses, self._given, self._seed, self._note)
        self._make_cases(limits)
        tallies = [course.tally for course in self._courses]
        outcomes = sum((tally.outcomes for tally in tallies), start=type(tallies[0].outcomes)()) if tallies else {}
        return CheckReport(
            game=self._rules.id,
            name=self._rules.name,
            seed=self._seed,
            settings=self._settings[: self._played],
            wanted=len(self._settings),
            deals=-(-self._played // len(self._settings)),
            played=self._played,
            decisions=sum(tally.decisions for tally in tallies),
            matches=sum(outcomes.values()),
            violations=tuple(self._violations()),
            surprises=told[0],
            notes=told[1],
            stopped=self._stopped,
            outcomes=dict(sorted(outcomes.items())),
        )

    def _play(self, wanted: Wanted, limits: Limits, forecast: Callable[[Forecast], object]) -> None:
        """Deals in rounds, one of each setting, so that all settings have nearly as many whenever it stops."""
        clock = _Clock()
        try:
            for done, course in enumerate(self._rounds(clock), 1):
                if done == _MEASURED + 1:
                    forecast(self._forecast(wanted, clock))
                found = clock.deal(course.deal) if course is not None else None
                if found is not None:
                    self._note(found)
                self._played = done
                all = wanted.all(len(self._settings))
                is_last = self._is_last(wanted, limits, done)
                asked = limits.tell(done, all)
                if asked or is_last or limits.is_late() or len(self._found) >= MOST_VIOLATIONS:
                    self._stopped = not is_last
                    break
        except Stopped:
            self._stopped = True

    def _is_last(self, wanted: Wanted, limits: Limits, done: int) -> bool:
        """Whether that is all that was wanted."""
        settings = len(self._settings)
        if done >= (wanted.all(settings) or done + 1):
            return True
        return wanted.is_open and done >= LEAST * settings and done % settings == 0 and limits.is_long()

    def _forecast(self, wanted: Wanted, clock: _Clock) -> Forecast:
        """How long it will take: of deals that are only played where there is time, no longer than that."""
        settings = len(self._settings)
        deals = wanted.rounds(settings) or 0
        seconds = clock.expected(settings, deals or 1)
        if wanted.is_open and seconds > SOON:
            least = clock.expected(settings, LEAST)
            deals, seconds = (LEAST, least) if least > SOON else (deals, SOON)
        return Forecast(settings, deals, seconds)

    def _rounds(self, clock: _Clock) -> Iterator[Course | None]:
        """The settings in order, again and again; None for one under which there is no game."""
        courses: list[Course | None] = []
        counts: set[int] = set()
        while len(courses) < len(self._settings):
            spend(1)
            setting = self._settings[len(courses)]
            course = clock.prepare(partial(self._course, setting, setting.players not in counts))
            counts.add(setting.players)
            courses.append(course)
            if course is not None:
                self._courses.append(course)
                self._settings = self._settings[: max(_CODE // len(course.game.program.code), _LEAST)]
            yield course
        while self._courses:
            yield from courses

    def _course(self, setting: Setting, is_first: bool) -> Course | None:
        names = [name for name in self._names if name != RULES and (name not in _ONCE or is_first)]
        try:
            return Course(settled(self._rules, setting), setting, self._seed, names)
        except RulesError as error:
            first = error.diagnostics[0]
            self._note(Found(RULES, Problem(first.message, first.span), setting, 0, ()))
            return None

    def _note(self, found: Found) -> None:
        """Keep a problem, of those that are alike the one that was met first."""
        if found.name not in self._names:
            return
        words = str(found.problem.span) if found.problem.span else _VARYING.sub("", found.problem.message)
        first, count = self._found.get((found.name, words), (found, 0))
        self._found[found.name, words] = first, count + 1

    # ------------------------------------------------------------------------------------------------------ violations

    def _make_cases(self, limits: Limits) -> None:
        """Cases for the problems that have none yet, as far as there is time; the time is for all of them alike."""
        missing = [key for key in self._found if key not in self._cases]
        for number, key in enumerate(missing):
            found = self._found[key][0]
            self._cases[key], self._records[key] = "", None
            limits.share(_SHRINKING, len(missing) - number)
            with limits.within(limits.stop_share):
                self._records[key] = _record(self._rules, found)
            limits.share(_SHRINKING, len(missing) - number)
            with limits.within(limits.stop_share):
                line = Shrinker(self._rules, found, tuple(self._given)).shrink()
            limits.share(1, len(missing) - number)
            with suppress(Stopped):
                if line is not None:
                    self._cases[key] = self._case(found, line, self._number(key), limits.stop_share)

    def _number(self, key: tuple[str, str]) -> int:
        """Of the problems of one invariant, the number of this one."""
        return 1 + [other for other in self._found if other[0] == key[0]].index(key)

    def _violations(self) -> Iterator[Violation]:
        for key, (found, count) in self._found.items():
            yield Violation(
                invariant=found.name,
                message=found.problem.message,
                span=found.problem.span,
                setting=found.setting,
                seed=found.seed,
                actions=found.actions,
                record=self._records[key],
                case=self._cases[key],
                count=count,
                why=found.problem.why,
                scored=found.problem.scored,
            )

    def _case(self, found: Found, line: Line, number: int, stop: Callable[[], bool]) -> str:
        """A case that fails, or nothing. Its name is its own, so that all cases fit into one file."""
        text = case_text(self._rules, self._reference(), f"found-{found.name}-{number}", found.name, line)
        return text if fails(self._rules, text, stop) else ""

    def _reference(self) -> str:
        """How a cases file beside the rules names them."""
        path, shipped = self._rules.span.file, find(self._rules.id)
        if shipped is not None and str(shipped) == path:
            return self._rules.id
        name = os.path.basename(path)  # noqa: PTH119 - any text will do
        return name if is_path(name) else f"./{name}"


def _record(rules: Rules, found: Found) -> Data | None:
    """The match of a problem as a record: without its last action, if that is what cannot be played."""
    for actions in (found.actions, found.actions[:-1]):
        with suppress(Exception):  # it may be the record that is at fault
            match = settled(rules, found.setting).start(found.seed)
            for action in actions:
                match.play_id(action)
            return match.record()
    return None
