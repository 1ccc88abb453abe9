"""What a seat sees, or saw in this deal, and what it was never told: `view` in a case."""

from __future__ import annotations

import pytest

from tests.checking import bad
from trickcore.diagnostics import Diagnostics
from trickcore.testing import Outcome, loads_cases, run_case

RULES = """\
trickcore: 1
name: Upcards
players: 2
deck: french 32
order: {all: A K Q J 10..7}
zones: {upcard: {seen: seats}, second: {seen: none}, stock: {seen: none}}
play:
  follow: [led, any]
  after trick:
    - {when: upcard meets any, move: {who: winning, from: upcard, to: hand}}
    - {when: second meets any, move: {who: winning + 1, from: second, to: hand}}
steps: [deal: {each: 8, upcard: 1, second: 1, rest: stock}, play: all, score: 1]
match: {deals: 2}
"""


def outcome(course: str) -> Outcome:
    found = Diagnostics()
    text = f"""\
trickcore: 1
game: x.yaml
cases:
  - id: a
    says: x
    dealer: 1
    hands: {{0: A♠ 7♠, 1: K♠ 8♠}}
    zones: {{upcard: A♥, second: A♦}}
    course: [{course}]
"""
    file = loads_cases(text, "x.cases.yaml", found)
    assert file is not None, list(found)
    return run_case(file.cases[0], lambda *_: bad.game(RULES))


@pytest.mark.parametrize(
    "course",
    [
        "view: {seat: 0, sees: A♠ A♥, hidden: A♦ K♠}",
        "play: 7♠ K♠, view: {seat: 0, sees: 7♠ A♦ K♠ A♥}, view: {seat: 1, sees: A♥ 7♠, hidden: A♦ A♠}",
        "play: A♠ K♠, view: {seat: 1, sees: A♥ A♦}, play: 7♠, view: {seat: 1, sees: A♠ K♠ A♥ A♦ 7♠}",
    ],
)
def test_what_lay_open_in_this_deal_is_seen(course: str) -> None:
    assert str(outcome(course).failure) == "None"


def test_what_lay_face_down_is_not() -> None:
    failure = outcome("play: 7♠ K♠, view: {seat: 1, sees: A♦}").failure
    assert failure is not None
    assert "seat 1 cannot see A♦" in failure.message


def test_another_deal_begins_anew_but_what_was_told_was_told() -> None:
    first = "play: A♠ K♠, auto: rest of deal"
    seen = outcome(f"{first}, view: {{seat: 0, sees: A♠ K♠}}, view: {{seat: 1, sees: A♠ K♠}}")
    told = outcome(f"{first}, view: {{seat: 0, hidden: K♠}}")
    assert seen.failure is not None and told.failure is not None
    assert "is told of K♠" in told.failure.message
