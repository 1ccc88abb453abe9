"""Finds cases files, and runs all of their cases."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Diagnostics
from trickcore.engines.meter import Stopped
from trickcore.errors import RulesError
from trickcore.testing.costs import Budget, Stop
from trickcore.testing.loader import MOST_FINDINGS, load_cases
from trickcore.testing.model import Case, CaseFile, FileResult, Outcome, Report
from trickcore.testing.runner import GameLoader, check_case, load_game, run_case

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.rules.model import OptionValue

SUFFIX = ".cases.yaml"
Progress = Callable[[int, int, str], object]  # how many are done, of how many, and the name of the next


def run_paths(
    paths: Iterable[str | os.PathLike[str]],
    game_loader: GameLoader = load_game,
    only: Iterable[str] = (),
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Report:
    """Run the cases of files, and of all cases files in folders. A file is run once, however often it is named.

    A path of a game stands for the cases beside it. Links that lead out of a folder are not followed, unless they are
    named themselves. `only`: the ids of the cases that are run, with `*` and `?` for other characters; the id of a
    table stands for all of its rows. `progress(done, all, name)` is called before each case; if it returns true, no
    further one is run. `stop()` is called now and then within a case; if it returns true, that one is left out too.
    Nothing raises: what cannot be read is in the report.
    """
    chosen = tuple(only)
    files = [_ReadFile(path, folder, chosen) for path, folder in paths_of(paths).items()]
    run = _Run(Games(game_loader), progress, stop, sum(len(file.cases) for file in files))
    return Report(tuple(run.file(file) for file in files), run.stopped)


def matches(case: Case, only: Iterable[str]) -> bool:
    """Whether a case is among those that are named, or none is named."""
    patterns = list(only)
    return not patterns or any(_fits(pattern, text) for pattern in patterns for text in (case.id, case.name))


def _fits(pattern: str, text: str) -> bool:
    """Whether a text fits a pattern with `*` and `?`; brackets are what they are, since ids of rows have them.

    >>> _fits("follow[*", "follow[3]"), _fits("follow[3]", "follow3")
    (True, False)
    """
    pieces = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in re.sub(r"\*+", "*", pattern))
    return re.fullmatch("".join(pieces), text) is not None


def check_cases(file: CaseFile, found: Diagnostics, game_loader: GameLoader = load_game) -> None:
    """Find everything that is wrong with the text of a cases file that `load_cases` cannot know of, each thing once:
    games, options, and words and cards that do not fit them. Nothing is played.
    """
    games = Games(game_loader)
    for case in file.cases:
        if _too_many(len(found), case, found):
            return
        check_case(case, found, games)


class Games:
    """Loads each game once for all the cases that play it with the same options."""

    def __init__(self, game_loader: GameLoader) -> None:
        self._load = game_loader
        self._known: dict[object, Game | RulesError] = {}

    def __call__(self, reference: str, players: int | None, options: dict[str, OptionValue]) -> Game:
        """The game, loaded now or before. Raises RulesError."""
        key = (reference, players, tuple(options.items()))
        if key not in self._known:
            try:
                self._known[key] = self._load(reference, players, options)
            except RulesError as error:
                self._known[key] = error
        game = self._known[key]
        if isinstance(game, RulesError):
            raise RulesError(game.diagnostics)
        return game


def paths_of(paths: Iterable[str | os.PathLike[str]]) -> dict[Path, Path | None]:
    """The cases files that paths stand for, each with the folder that it was found in, or None if it was named."""
    files: dict[Path, Path | None] = {}
    for file, folder in (pair for path in paths for pair in _files(Path(path))):
        files[file] = None if folder is None else files.get(file, folder)
    return files


def _files(path: Path) -> Iterator[tuple[Path, Path | None]]:
    if path.is_dir():
        yield from ((file, path) for file in sorted(p for p in path.rglob("*" + SUFFIX) if p.is_file()))
    elif path.suffix in (".yaml", ".yml") and not path.name.endswith(SUFFIX):
        yield path.with_name(path.name.removesuffix(path.suffix) + SUFFIX), path.parent
    else:
        yield path, None


def unread(path: Path, folder: Path | None) -> FileResult:
    """The result of a file that cannot be read: what is wrong with it."""
    found = Diagnostics()
    load_cases(path, found, folder)
    return FileResult(str(path), (), found.sorted())


class _ReadFile:
    """A cases file that was read. `cases`: those that are to be run."""

    def __init__(self, path: Path, folder: Path | None, only: tuple[str, ...]) -> None:
        self.path, self.found = path, Diagnostics()
        self.file = load_cases(path, self.found, folder)
        self.cases = [case for case in self.file.cases if matches(case, only)] if self.file else []
        if self.file and not only:
            warn_of_gaps(self.file, self.found)


@dataclass(slots=True)
class _Run:
    """Runs cases and tells how far it is."""

    games: Games
    progress: Progress | None
    stop: Stop | None
    all: int
    done: int = 0
    stopped: bool = False

    def file(self, read: _ReadFile) -> FileResult:
        """What came of the cases of one file, as far as they were run."""
        outcomes: list[Outcome] = []
        count, budget = 0, Budget(self.stop)
        for case in read.cases:
            self.stopped = self.stopped or bool(self.progress and self.progress(self.done, self.all, case.id))
            if self.stopped or _too_many(count, case, read.found) or _too_long(budget, case, read.found):
                break
            try:
                outcomes.append(budget.run(partial(run_case, case, self.games)))
            except Stopped:
                self.stopped = True
                break
            count += len(outcomes[-1].diagnostics)
            self.done += 1
        return FileResult(str(read.path), tuple(outcomes), read.found.sorted(), read.file)


def _too_many(count: int, case: Case, found: Diagnostics) -> bool:
    """Whether a file has so many findings already that this case and those after it are left out, which is said."""
    if count >= MOST_FINDINGS:
        message = f"{MOST_FINDINGS} findings in this file: nothing from the case `{case.id}` on was looked at"
        found.error("too-many-findings", message, case.span, "mend these first")
    return count >= MOST_FINDINGS


def _too_long(budget: Budget, case: Case, found: Diagnostics) -> bool:
    """Whether the cases of a file have taken so long that this one and those after it are left out, which is said."""
    if budget.is_spent:
        message = f"the cases of this file take too long: nothing from the case `{case.id}` on was looked at"
        found.error("takes-too-long", message, case.span, "play less in each, or divide the file")
    return budget.is_spent


def warn_of_gaps(file: CaseFile, found: Diagnostics) -> None:
    """Warn of the sentences that no case checks."""
    for sentence in file.uncovered():
        message = f"no case checks {sentence.id}: {sentence.says}"
        hint = f"name {sentence.id} in the `rules` of a case, or say with `untested` why no play can test it"
        found.warning("unchecked-rule", message, sentence.span, hint)
