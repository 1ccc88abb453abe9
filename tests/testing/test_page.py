"""The page about cases says what is true: its example passes, and it names every step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trickcore.diagnostics import Diagnostics
from trickcore.testing import loads_cases, run_case
from trickcore.testing.steps import CHECKS

PAGE = Path(__file__).parents[2] / "docs" / "cases.md"
TEXT = PAGE.read_text(encoding="utf-8")


EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
HEAD = "trickcore: 1\ngame: {}\nsentences: [{{id: S1, says: x}}]\ncases:\n"


def test_the_example_passes() -> None:
    example = EXAMPLES[0]
    found = Diagnostics()
    file = loads_cases(example, "example.cases.yaml", found)
    assert file is not None
    assert list(found) == []
    assert [str(run_case(case)) for case in file.cases if not run_case(case).passed] == []
    assert file.uncovered() == ()


@pytest.mark.parametrize("cases", EXAMPLES[1:])
def test_the_other_cases_pass(cases: str) -> None:
    game = "euchre" if "upcard" in cases else "two-ten-jack"
    file = loads_cases(HEAD.format(game) + cases, "example.cases.yaml", found := Diagnostics())
    assert file is not None, list(found)
    assert len(file.cases) == 3
    outcomes = [run_case(case) for case in file.cases]
    assert [str(outcome) for outcome in outcomes if not outcome.passed] == []


def test_every_step_is_explained() -> None:
    course = TEXT.partition("## The course")[2].partition("\n## ")[0]
    heads = [line.split(" | ")[0] for line in course.splitlines() if line.startswith("| `")]
    told = {name for head in heads for name in re.findall(r"`(\w+)", head)}
    assert told == set(CHECKS)
