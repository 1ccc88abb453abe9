"""The page about cases says what is true: its example passes, and it names every step."""

from __future__ import annotations

import re
from pathlib import Path

from trickcore.diagnostics import Diagnostics
from trickcore.testing import loads_cases, run_case
from trickcore.testing.steps import CHECKS

PAGE = Path(__file__).parents[2] / "docs" / "cases.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_example_passes() -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    found = Diagnostics()
    file = loads_cases(example, "example.cases.yaml", found)
    assert file is not None
    assert list(found) == []
    assert [str(run_case(case)) for case in file.cases if not run_case(case).passed] == []
    assert file.uncovered() == ()


def test_every_step_is_explained() -> None:
    course = TEXT.partition("## The course")[2].partition("\n## ")[0]
    heads = [line.split(" | ")[0] for line in course.splitlines() if line.startswith("| `")]
    told = {name for head in heads for name in re.findall(r"`(\w+)", head)}
    assert told == set(CHECKS)
