"""The step `holds`: what must always be so, as a case says it."""

from __future__ import annotations

import pytest

from tests.checking import bad
from trickcore import loads
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
    assert step["items"]["enum"] == ["all", *INVARIANTS]
    one = "|".join(["all", *INVARIANTS])
    assert step["pattern"] == f"^({one})( +({one}))*$"


@pytest.mark.parametrize("name", ["all", *INVARIANTS])
def test_a_sound_game_holds(name: str) -> None:
    assert outcome(bad.SOUND, f"{{auto: 9}}, {{holds: {name}}}").passed


@pytest.mark.parametrize("names", ["cards secrets", "cards  checks cards", "[checks, undo]", "undo all"])
def test_several_are_looked_at_in_one_step(names: str) -> None:
    assert outcome(bad.SOUND, f"{{auto: 9}}, {{holds: {names}}}").passed
    found = outcome(bad.TOTAL, f"{{auto: rest of deal}}, {{holds: {names}}}")
    assert found.passed == ("check" not in names and "all" not in names)


@pytest.mark.parametrize("name", ["all", "checks"])
def test_a_check_that_does_not_hold_fails_at_its_step(name: str) -> None:
    found = outcome(bad.TOTAL, f"{{auto: rest of deal}}, {{holds: {name}}}")
    assert found.failure is not None
    assert found.failure.step == "holds"
    assert "its sides are 7 and 28" in found.failure.message and "(bad.yaml:13:17)" in found.failure.message
    assert outcome(bad.TOTAL, "{auto: 5}, {holds: checks}").passed


def test_an_unknown_name_is_a_finding() -> None:
    found = Diagnostics()
    assert loads_cases(FILE.format(course="{holds: secret}, {holds: [secrets, chekcs]}"), "x.cases.yaml", found) is None
    assert [finding.hint.partition("?")[0] for finding in found] == ["did you mean `secrets`", "did you mean `checks`"]


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


TRICKS = """\
trickcore: 1
name: Tricks
players: 2
deck: french 32
order: {all: A K Q J 10..7}
zones: {turned: {seen: seats}}
state: {bonus: number}
play: {follow: [led, any]}
steps: [deal: {each: 8, turned: 1}, play: all, score: 1]
match: {ends: true}
checks:
  - {that: sum(tricks(s) for s in seats) == 8, why: All cards are played}
  - {that: sum(scored(t) for t in teams) == 2, why: Each scores one}
"""


def at_the_last_trick(variables: str, rules: str = TRICKS) -> Outcome:
    found = Diagnostics()
    text = f"""\
trickcore: 1
game: x.yaml
cases:
  - id: a
    says: It holds
    position: {{hands: {{0: A♠, 1: 9♠}}, leader: 0, trick_number: 8, scores: {{0: 3, 1: 4}}, variables: {variables}}}
    course: [play: A♠ 9♠, holds: checks]
"""
    file = loads_cases(text, "x.cases.yaml", found)
    assert file is not None, list(found)
    return run_case(file.cases[0], lambda *_: loads(rules))


def test_a_position_gives_what_only_the_checks_read() -> None:
    assert at_the_last_trick("{tricks: {0: 4, 1: 3}}").passed
    failure = at_the_last_trick("{tricks: {0: 4, 1: 2}}").failure
    assert failure is not None
    assert "its sides are 7 and 8" in failure.message


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ("{tricks: {0: 99}}", "tricks is a number from 0 to 32, not 99"),
        ("{trick: 1}", "there is no variable `trick`; did you mean `tricks`? there are `tricks` or `bonus`"),
    ],
)
def test_what_only_the_checks_read_is_held_against_their_program(variables: str, message: str) -> None:
    assert [d.message for d in at_the_last_trick(variables).diagnostics] == [message]


def test_checks_that_cannot_be_played_leave_the_position_to_the_rules() -> None:
    rules = TRICKS[: TRICKS.index("checks:")] + "checks: [{that: 1 / (1 + deal_no) > 0, why: Not played yet}]\n"
    found = at_the_last_trick("{tricks: {0: 4}}", rules)
    assert [d.message for d in found.diagnostics] == ["there is no variable `tricks`; there is `bonus`"]
