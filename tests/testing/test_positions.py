"""Cases that begin at a position: scores from captured cards, and what does not fit at its place."""

from __future__ import annotations

import pytest

from tests.testing.texts import HEAD, read, run
from trickcore.diagnostics import Diagnostics
from trickcore.testing import loads_cases

CAPTURED = (
    HEAD
    + """\
cases:
  - id: scores
    says: What captured cards bring
    position:
      hands: {0: 3♣}
      taken: {0: $zero, 1: $one}
      leader: 1
      trick: 4♣
      scores: {0: 3, 1: 2}
      trick_number: 26
    course:
      - play: 3♣
      - takes: 1
      - points: {0: $first, 1: $second}
      - score: {0: $total}
      - dealer: 1
    table: |
      zero        | one   | first | second | total
      2♥ J♥ 2♣    | 6♦    | 5     | 1      | 8
      10♥ A♠ 10♠  |       | 7     | 0      | 10
      none        | J♣ J♠ | 0     | -4     | 3
"""
)


def test_scores_from_captured_cards() -> None:
    assert [str(outcome) for outcome in run(CAPTURED) if not outcome.passed] == []


def test_another_score_is_noticed() -> None:
    outcome = run(CAPTURED.replace("| 5     |", "| 6     |"))[0]
    assert outcome.failure is not None
    assert (str(outcome.failure.span), outcome.failure.difference) == ("x.cases.yaml:21:29", "0: -1")


def test_variables_sides_and_tricks() -> None:
    text = """\
trickcore: 1
game: euchre
cases:
  - id: made
    says: What tricks bring
    position:
      hands: {0: A♠, 1: 10♥, 2: 9♠, 3: 9♦}
      leader: 1
      dealer: 0
      trick_number: 5
      variables: {trump: $trump, bidder: $maker, alone: $alone, tricks: {0: $ours, 1: $theirs}, playing: $playing}
    course:
      - auto: rest of trick
      - points: {0: $us, 1: $them}
    table: |
      trump | maker  | alone | ours | theirs | playing | us | them
      ♥     | 1      | no    | 2    | 2      | 0 1 2 3 | 0  | 1
      ♥     | 0      | no    | 2    | 2      | 0 1 2 3 | 0  | 2
      ♠     | 0      | no    | 4    | 0      | 0 1 2 3 | 2  | 0
      ♠     | seat 0 | yes   | 4    | 0      | 0 1 3   | 4  | 0
"""
    assert [str(outcome) for outcome in run(text) if not outcome.passed] == []


def test_a_position_at_a_deal() -> None:
    text = HEAD + (
        "cases: [{id: a, says: x, position: {at: deal, dealer: 1, scores: {0: 30}, stock: A♣, hands: {0: 5♥}},"
        " course: [dealer: 1, score: {0: 30}, view: {seat: 0, sees: 5♥}, over: no]}]"
    )
    assert [str(outcome) for outcome in run(text) if not outcome.passed] == []


def one(position: str) -> str:
    return f"{HEAD}cases:\n  - id: a\n    says: x\n    position: {{{position}}}\n    course: [turn: 0]\n"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("hands: {0: A♠, 1: A♠}", "6:34 card-twice"),
        ("hands: {0: A♠}, taken: {1: A♠}", "6:43 card-twice"),
        ("hands: {0: A♠}, leader: 1, trick: A♠", "6:50 card-twice"),
        ("hands: {0: X♠}", "6:27 unknown-card"),
        ("hands: {7: A♠}", "6:24 unknown-seat"),
        ("hands: {0: A♠}, leader: north", "6:40 unknown-seat"),
        ("scores: {0: 1}", "cards-do-not-fit hands: say what each seat holds"),
        ("hands: {0: A♠}, variables: {trump: ♥}", "6:51 cards-do-not-fit there is no variable `trump`"),
        ("hands: {0: A♠}, zones: {kity: A♥}", "6:46 cards-do-not-fit there is no place `kity`"),
        ("hands: {0: A♠}, zones: {stock: {0: A♥}}", "6:40 cards-do-not-fit stock is given as cards"),
        ("hands: {0: A♠}, trick: A♥", "6:39 cards-do-not-fit trick: say who led it"),
        ("hands: {0: A♠}, leader: 1, trick: [A♥, B♥]", "6:55 unknown-action"),
        ("hands: {0: A♠}, deal: 0", "6:38 cards-do-not-fit deal: they are counted from 1"),
        ("at: deal, leader: 1", "6:34 cards-do-not-fit leader: a position at a deal has no trick yet"),
    ],
)
def test_what_does_not_fit_is_at_its_place(position: str, message: str) -> None:
    (outcome,) = run(one(position))
    found = [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in outcome.diagnostics]
    assert any(message in line for line in found), found


@pytest.mark.parametrize(
    ("beside", "hint"),
    [
        ("dealer: 0", "write `dealer` in `position`"),
        ("deals: [{}]", "give the cards of the deal as `hands` and `zones` in `position`, with `at: deal`"),
    ],
)
def test_what_belongs_in_a_position(beside: str, hint: str) -> None:
    found = Diagnostics()
    text = f"{HEAD}cases: [{{id: a, says: x, position: {{hands: {{0: A♠}}}}, {beside}, course: [turn: 0]}}]"
    assert loads_cases(text, "x.cases.yaml", found) is None
    assert [finding.hint for finding in found] == [hint]


@pytest.mark.parametrize(
    ("position", "more", "message"),
    [
        ("{hands: {0: A♠}}", "    dealer: 0\n", "7:5 cards-twice the case has both `position` and `dealer`: a pos"),
        ("{hands: {0: A♠}}", "    deals: [{}]\n", "7:5 cards-twice"),
        ("{}", "", "6:5 wrong-size"),
        ("{at: end}", "", "6:20 wrong-value"),
        ("{hand: {0: A♠}}", "", "6:16 unknown-key"),
        ("{deal: one}", "", "6:22 wrong-value"),
        ("{deal: $n}", "", "6:22 unknown-column"),
        ("A♠", "", "6:15 wrong-type"),
    ],
)
def test_positions_of_the_wrong_shape(position: str, more: str, message: str) -> None:
    text = f"{HEAD}cases:\n  - id: a\n    says: x\n    position: {position}\n{more}    course: [turn: 0]\n"
    file, found = read(text)
    assert file is None
    assert any(message in line for line in found), found
