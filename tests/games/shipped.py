"""The cases of shipped games, and variants of these."""

from __future__ import annotations

from functools import cache

from trickcore.diagnostics import Diagnostics
from trickcore.resources import folder
from trickcore.testing import Case, CaseFile, load_cases


@cache
def case_file(game: str) -> CaseFile:
    """The cases of a game."""
    found = Diagnostics()
    file = load_cases(folder("games") / f"{game}.cases.yaml", found)
    assert file is not None, list(found)
    return file


def case_named(game: str, name: str) -> Case:
    """One of them."""
    return next(case for case in case_file(game).cases if case.id == name)


def variant(game: str, name: str, rules: str) -> str:
    """The text of a file that extends a game."""
    return f"trickcore: 1\nname: {name}\nextends: {game}\n{rules}"
