"""The step `holds`: what must always be so, as a case says it."""

from __future__ import annotations

import pytest

from tests.checking import bad
from trickcore.checking.invariants import INVARIANTS
from trickcore.diagnostics import Diagnostics
from trickcore.schema.library import schemas
from trickcore.testing import Outcome, loads_cases, run_case

FILE = "{{trickcore: 1, game: x.yaml, cases: [{{id: a, says: It holds, seed: 1, course: [{course}]}}]}}"


def outcome(text: str, course: str) -> Outcome:
    found = Diagnostics()
    file = loads_cases(FILE.format(course=course), "x.cases.yaml", found)
    assert file is not None, list(found)
    return run_case(file.cases[0], lambda *_: bad.game(text))


def test_the_schema_has_the_names_there_are() -> None:
    step = schemas()["cases.schema.json"]["$defs"]["step"]["properties"]["holds"]
    assert step["enum"] == ["all", *INVARIANTS]


@pytest.mark.parametrize("name", ["all", *INVARIANTS])
def test_a_sound_game_holds(name: str) -> None:
    assert outcome(bad.SOUND, f"{{auto: 9}}, {{holds: {name}}}").passed


@pytest.mark.parametrize("name", ["all", "checks"])
def test_a_check_that_does_not_hold_fails_at_its_step(name: str) -> None:
    found = outcome(bad.TOTAL, f"{{auto: rest of deal}}, {{holds: {name}}}")
    assert found.failure is not None
    assert found.failure.step == "holds"
    assert "its sides are 7 and 28 (bad.yaml:13:17)" in found.failure.message
    assert outcome(bad.TOTAL, "{auto: 5}, {holds: checks}").passed


def test_an_unknown_name_is_a_finding() -> None:
    found = Diagnostics()
    assert loads_cases(FILE.format(course="{holds: secret}"), "x.cases.yaml", found) is None
    assert found.has_errors


def test_it_counts_as_looking_back() -> None:
    steps = ", ".join(["{holds: checks}"] * 300)
    found = outcome(bad.SOUND.replace("deals: 1", "deals: 9"), f"{{auto: 20}}, {steps}")
    assert found.failure is not None
    assert "looks back too often" in found.failure.message


def test_rules_that_cannot_even_begin_fail_the_case() -> None:
    found = outcome(bad.FIRST, "{turn: 0}")
    assert found.failure is not None
    assert found.failure.step == "start"
    assert "the rules are at fault" in found.failure.message
