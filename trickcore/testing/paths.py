"""Finds cases files, and runs all of their cases."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Diagnostics
from trickcore.errors import RulesError
from trickcore.testing.loader import MOST_FINDINGS, load_cases
from trickcore.testing.model import Case, CaseFile, FileResult, Outcome, Report
from trickcore.testing.runner import GameLoader, check_case, load_game, run_case

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.rules.model import OptionValue

SUFFIX = ".cases.yaml"


def run_paths(paths: Iterable[str | os.PathLike[str]], game_loader: GameLoader = load_game) -> Report:
    """Run the cases of files, and of all cases files in folders. A file is run once, however often it is named.

    A path of a game stands for the cases beside it. Nothing raises: what cannot be read is in the report.
    """
    files = dict.fromkeys(file for path in paths for file in _files(Path(path)))
    games = _Games(game_loader)
    return Report(tuple(_run_file(file, games) for file in files))


def check_cases(file: CaseFile, found: Diagnostics, game_loader: GameLoader = load_game) -> None:
    """Find everything that is wrong with the text of a cases file that `load_cases` cannot know of, each thing once:
    games, options, and words and cards that do not fit them. Nothing is played.
    """
    games = _Games(game_loader)
    for case in file.cases:
        if _too_many(len(found), case, found):
            return
        check_case(case, found, games)


class _Games:
    """Loads each game once for all the cases that play it with the same options."""

    def __init__(self, game_loader: GameLoader) -> None:
        self._load = game_loader
        self._known: dict[object, Game | RulesError] = {}

    def __call__(self, reference: str, players: int | None, options: dict[str, OptionValue]) -> Game:
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


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(p for p in path.rglob("*" + SUFFIX) if p.is_file())
    elif path.suffix in (".yaml", ".yml") and not path.name.endswith(SUFFIX):
        yield path.with_name(path.name.removesuffix(path.suffix) + SUFFIX)
    else:
        yield path


def _run_file(path: Path, game_loader: GameLoader) -> FileResult:
    found = Diagnostics()
    file = load_cases(path, found)
    if file is None:
        return FileResult(str(path), (), found.sorted())
    _warn_of_gaps(file, found)
    outcomes: list[Outcome] = []
    count = 0
    for case in file.cases:
        if _too_many(count, case, found):
            break
        outcomes.append(run_case(case, game_loader))
        count += len(outcomes[-1].diagnostics)
    return FileResult(str(path), tuple(outcomes), found.sorted(), file)


def _too_many(count: int, case: Case, found: Diagnostics) -> bool:
    """Whether a file has so many findings already that this case and those after it are left out, which is said."""
    if count >= MOST_FINDINGS:
        message = f"{MOST_FINDINGS} findings in this file: nothing from the case `{case.id}` on was looked at"
        found.error("too-many-findings", message, case.span, "mend these first")
    return count >= MOST_FINDINGS


def _warn_of_gaps(file: CaseFile, found: Diagnostics) -> None:
    for sentence in file.uncovered():
        message = f"no case checks {sentence.id}: {sentence.says}"
        hint = f"name {sentence.id} in the `rules` of a case, or say with `untested` why no play can test it"
        found.warning("unchecked-rule", message, sentence.span, hint)
