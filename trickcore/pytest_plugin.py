"""The pytest plugin: collects `*.cases.yaml`, with a test for each case and row. Only pytest imports this module.

It is loaded with every run of pytest, so the rest of the package comes in when the first cases file is met.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from trickcore.testing import Case, Outcome
    from trickcore.testing.runner import GameLoader

_SUFFIX = ".cases.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the flag and the setting that turn the plugin off."""
    group = parser.getgroup("trickcore")
    group.addoption("--no-trickcore", action="store_true", help="do not collect *.cases.yaml as tests of card games")
    parser.addini("trickcore", "collect *.cases.yaml as tests of card games", "bool", True)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A collector for a cases file, and nothing for any other."""
    config = parent.config
    if not file_path.name.endswith(_SUFFIX) or config.getoption("no_trickcore") or not config.getini("trickcore"):
        return None
    return CasesFile.from_parent(parent, path=file_path)


class UnreadableError(Exception):
    """What is wrong with a cases file as a whole."""


class FailedError(Exception):
    """A case that did not pass, with its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        super().__init__(str(outcome))


class CasesFile(pytest.File):
    """A cases file; its games are loaded once for all of its cases."""

    def collect(self) -> Iterable[pytest.Item]:
        """A test for each case. Raises UnreadableError where the file says nothing that can be run."""
        from trickcore.diagnostics import Diagnostics
        from trickcore.diagnostics.words import one_line
        from trickcore.testing import load_cases
        from trickcore.testing.model import finding_text
        from trickcore.testing.paths import Games
        from trickcore.testing.runner import load_game

        found = Diagnostics()
        file = load_cases(self.path, found, self.config.rootpath if self.path.is_symlink() else None)
        if file is None:
            raise UnreadableError("\n".join(one_line(line) for d in found for line in finding_text(d).split("\n")))
        games = Games(load_game)
        for case in file.cases:
            yield CaseItem.from_parent(self, name=case.id, case=case, games=games)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:  # type: ignore[override]
        """The findings, without a traceback."""
        if isinstance(excinfo.value, UnreadableError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class CaseItem(pytest.Item):
    """One case, or one row of a table."""

    def __init__(self, *, case: Case, games: GameLoader, **rest: Any) -> None:
        from trickcore.diagnostics.words import one_line

        super().__init__(**rest)
        self.case, self._games = case, games
        about = (("says", case.says), ("source", case.source), ("rules", " ".join(rule.text for rule in case.rules)))
        self.user_properties += [(name, one_line(value)) for name, value in about if value]

    def runtest(self) -> None:
        """Run the case. Raises FailedError if it does not pass."""
        from trickcore.testing import run_case

        outcome = run_case(self.case, self._games)
        if not outcome.passed:
            raise FailedError(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The text of the case: its place, what was expected and what was found."""
        if isinstance(excinfo.value, FailedError):
            from trickcore.testing.tidy import tidy

            return str(tidy(excinfo.value.outcome))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line (counted from 0, as pytest does), and the name of the case."""
        return self.path, self.case.span.line - 1, self.case.id
