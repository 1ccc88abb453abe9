"""Cases files as texts, for the tests."""

from __future__ import annotations

from trickcore.diagnostics import Diagnostics
from trickcore.testing import CaseFile, Outcome, loads_cases, run_case

HEAD = "trickcore: 1\ngame: two-ten-jack\n"


def read(text: str) -> tuple[CaseFile | None, list[str]]:
    """The file, and what was found, with places and codes."""
    found = Diagnostics()
    file = loads_cases(text, "x.cases.yaml", found)
    return file, [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in found]


def run(text: str) -> list[Outcome]:
    """What came of all cases."""
    file, found = read(text)
    assert file is not None, found
    return [run_case(case) for case in file.cases]
