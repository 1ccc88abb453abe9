"""Everything that is wrong with some files: rule files and cases files, by path, in folders, or from standard input.

A cases file is checked as far as that can be done without playing; whether its cases hold is the business of
`trickcore test`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from trickcore.cli.games import parents
from trickcore.diagnostics.model import Diagnostic, Diagnostics
from trickcore.source import Mapping, Node, read_file, read_text
from trickcore.source.text import LARGEST

if TYPE_CHECKING:
    from trickcore.testing.model import CaseFile

STDIN = "-"
_STDIN_NAME = "<stdin>"
_RULES = (".yaml", ".yml")
_CASES = (".cases.yaml", ".cases.yml")


@dataclass(slots=True)
class Checked:
    """What was found: the files looked at, the findings in their order, and the texts that came from no file."""

    files: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)  # folders without a file to look at


def check(paths: Sequence[str]) -> Checked:
    """Check every path, each file once. A path that cannot be read is a finding like any other."""
    checked = Checked()
    for path in dict.fromkeys(paths):
        files = list(_files(path)) if path != STDIN and Path(path).is_dir() else [path]
        if not files:
            checked.empty.append(path)
        for file in files:
            if file not in checked.files:
                _check_one(file, checked)
    checked.diagnostics = list(dict.fromkeys(checked.diagnostics))
    return checked


def _files(folder: str) -> Iterator[str]:
    """The YAML files under a folder, in order; hidden folders are left out."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (str(Path(here) / name) for name in sorted(names) if name.endswith(_RULES))


def _check_one(path: str, checked: Checked) -> None:
    found = Diagnostics()
    checked.files.append(path)
    if path == STDIN:
        text = sys.stdin.buffer.read(LARGEST + 1)  # enough to see that it is too large
        checked.texts[_STDIN_NAME] = text.decode("utf-8", "replace")
        _check_text(text, found)
    elif path.endswith(_CASES):
        from trickcore.testing.loader import load_cases

        _check_cases(load_cases(path, found), found)
    else:
        check_rules(read_file(path, found), Path(path).stem, found)
    checked.diagnostics += found.sorted()


def _check_text(text: bytes, found: Diagnostics) -> None:
    """A text without a file name is a cases file if it has cases."""
    node = read_text(text, _STDIN_NAME, found)
    if isinstance(node, Mapping) and "cases" in node:
        from trickcore.testing.loader import loads_cases

        _check_cases(loads_cases(text.decode("utf-8", "replace"), _STDIN_NAME, found), found)
    else:
        check_rules(node, "game", found)


def _check_cases(file: CaseFile | None, found: Diagnostics) -> None:
    """The words of the cases too: whether their games know them. Of `unused`, whether it names places of the rules."""
    from trickcore.testing.paths import check_cases

    if file is None:
        return
    check_cases(file, found)
    if file.unused:
        _check_unused(file, found)


def _check_unused(file: CaseFile, found: Diagnostics) -> None:
    """Reasons name places of the rules; whether these are used after all, only `trickcore coverage` can tell."""
    from trickcore.cli.games import read_game
    from trickcore.coverage.excuses import misnamed
    from trickcore.errors import RulesError

    with suppress(RulesError):  # what is wrong with the rules, the cases say
        for finding in misnamed(read_game(file.game.text), file.unused):
            found.add(finding)


def check_rules(node: Node | None, id: str, found: Diagnostics) -> None:
    """Check a rule file as far as playing needs it: compiled for every number of players, under its default options."""
    from trickcore.references import catalogue
    from trickcore.rules import read_rules

    rules = None if node is None else read_rules(node, id, found, parents(found), catalogue())
    if rules is None or found.has_errors:
        return
    from trickcore.compiler import compile_game

    for players in rules.players:
        compile_game(rules, players, {}, found)
