"""Failures say exactly what differs."""

from __future__ import annotations

import pytest

from tests.testing.texts import HEAD, run
from trickcore.testing import Failure
from trickcore.testing.differences import texts

SETUP = "    dealer: 0\n    hands: {0: 2♦ Q♦ A♣ 6♥ A♠ 8♠, 1: 5♦ 7♦ 9♣ K♣ 3♠ 4♥}\n    stock: 2♣ 3♣ 4♣ 5♣\n"


def failure(*steps: str) -> Failure:
    course = "".join(f"      - {step}\n" for step in steps)
    (outcome,) = run(f"{HEAD}cases:\n  - id: a\n    says: x\n{SETUP}    course:\n{course}")
    assert outcome.failure is not None, str(outcome)
    return outcome.failure


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (
            ["auto: rest of deal", "points: {0: 1, 1: 2, all: 6}"],
            "points: the last deal brought other points, seat 0; the last deal brought other points, seat 1; "
            "the last deal brought other points, all together",
        ),
        (["score: {0: 3, 1: 0}"], "    expected: 3\n    found:    0: 0, 1: 0\n    differs:  0: -3"),
        (
            ["score: {0: 3, all: -7}"],
            "    expected: 0: 3; all: -7\n    found:    0: 0, 1: 0; all: 0\n    differs:  0: -3, all: +7",
        ),
        (["count: {stock: 41, hand(0): 6, hand: 11}"], "differs:  stock: -1, hand: +1"),
        (["worth: {2♥ 3♥: 5, 6♦: 2}"], "differs:  3♥: -5, 6♦: -1"),
        (
            ["hand: {0: 2♦ Q♦ A♣ 6♥ A♠ 9♠, 1: 5♦}"],
            "    missing:  9♠\n    extra:    8♠ K♣ 9♣ 7♦ 4♥ 3♠",
        ),
        (["view: {seat: 0, sees: A♠ 5♦ 7♦, hidden: 2♦}"], "seat 0 cannot see 5♦ 7♦; seat 0 is told of 2♦\n"),
        (["view: {seat: 0, sees: A♠ 5♦ 7♦, hidden: 2♦}"], "    missing:  5♦ 7♦\n    extra:    2♦"),
        (
            ["play: 5♦", "refused: {play: 6♥, because: the card that was led must be followed}"],
            "[+6♥ cannot be chosen. The suit+] that was led must be [-followed-] [+followed; what would do: Q♦ 2♦+]",
        ),
        (["auto: rest of match", "over: [0, 1]"], "missing:  1"),
    ],
)
def test_what_differs_is_shown(steps: list[str], text: str) -> None:
    shown = str(failure(*steps))
    assert text in shown


def test_texts_differ_word_by_word() -> None:
    assert texts("a b c", "a x c d") == "a [-b-] [+x+] c [+d+]"
    assert texts("same", "same") == "same"
    assert texts("", "all new") == "[+all new+]"
    assert texts("x " * 10_000, "y " * 10_000) == ""  # never a long comparison
