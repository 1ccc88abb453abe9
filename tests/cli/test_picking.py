"""Cards that are picked: in any order, on one line or several, and shown until all are named."""

from __future__ import annotations

import re

import pytest

import trickcore
from tests.cli.conftest import Run
from trickcore.cli.picking import Picking

HEARTS = ("play", "hearts", "--seed", "3")
SMEAR = ("play", "ten-point-smear", "--seed", "3")
GIVEN = "hand → hand: seat 1 gets J♣ 10♣ 9♣\n"


def test_all_cards_of_the_hand_are_offered(run: Run) -> None:
    output = run(*HEARTS, input="quit\n").output
    assert "Pick 3 cards, one by one or on one line:\n" in output
    assert len(re.findall(r"\d+\) pick ", output)) == 13


@pytest.mark.parametrize(
    "lines",
    ["JC 10C 9C", "9c, jc, tc", "1 2 3", "JC\n10C\n9C", "9C\nJC 10C", "pick JC\npick 10C\npick 9♣", "pick JC 9C 10C"],
)
def test_any_order_on_any_number_of_lines(run: Run, lines: str) -> None:
    assert GIVEN in run(*HEARTS, input=f"{lines}\nquit\n").output


def test_what_was_picked_so_far_is_shown(run: Run) -> None:
    output = run(*HEARTS, input="JC\n9C\nquit\n").output
    assert "Pick 2 more cards (so far: J♣):\n" in output
    assert "Pick 1 more card (so far: J♣ 9♣):\n" in output
    assert "Stopped after 0 actions" in output


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("JC 10C 9C AH", "That is 4 cards: 3 are to be picked."),
        ("AH AH", "A♥ cannot be picked twice."),
        ("AH ZZ", "'ZZ' is not an action of this game"),
        ("AC", "pick A♣ cannot be chosen: seat 0 does not hold it"),
        ("99", "There is no action with the number 99."),
        ("AH\nah", "ah is picked already."),
        ("AH\nQH\n9C 8C", "That is 2 cards: 1 is to be picked."),
    ],
)
def test_what_cannot_be_picked(run: Run, line: str, says: str) -> None:
    output = run(*HEARTS, input=f"{line}\nquit\n").output
    assert says in output
    assert "Stopped after 0 actions" in output


def test_undo_puts_cards_back_one_by_one_and_then_takes_back_the_pick(run: Run) -> None:
    output = run(*HEARTS, input="JC 9C\nundo\nundo\nundo\nJC 10C 9C\nundo\nquit\n").output
    assert "9♣ is not picked.\nPick 2 more cards (so far: J♣):" in output
    assert "J♣ is not picked.\nPick 3 cards" in output
    assert "There is nothing of yours to take back." in output
    assert output.index(GIVEN) < output.index("Taken back.")
    assert output.count("Pick 3 cards, one by one") == 4
    assert "Stopped after 0 actions" in output


def test_why_of_a_card_that_may_be_picked(run: Run) -> None:
    assert "J♣ may be picked.\n" in run(*HEARTS, input="why JC\nquit\n").output


def test_the_hint_names_all_cards(run: Run) -> None:
    output = run(*HEARTS, input="hint\nquit\n").output
    assert re.search(r"The greedy bot would pick \S+ \S+ \S+: of least use to keep\n", output)


def test_cards_that_there_is_no_choice_about(run: Run) -> None:
    output = run(*SMEAR, input="10\nspades\nhint\nAC\n1 2 3\nquit\n").output
    plain = "3♥ 4♥ 7♥ Q♥ 4♦ 10♦ 3♣ 4♣ 5♣ 6♣ 8♣ 9♣ Q♣ K♣ A♣"
    assert f"Picked without a choice: {plain}\nPick 3 more cards, one by one or on one line:\n" in output
    assert "AC is picked already." in output
    assert "The greedy bot would pick 2♠ 4♠ 5♠: of least use to keep\n" in output
    assert "seat 0 gives 10♦" not in output
    assert re.search(r"^hand +8♠ 7♠ 6♠ 5♠ 4♠ 2♠\n", output, re.MULTILINE)


def test_a_duty_of_the_pick_is_told(run: Run) -> None:
    output = run("play", "euchre(keep_upcard=yes)", "--seed", "3", "--seat", "3", input="QS\nquit\n").output
    assert "The card that was turned up must be kept" in output
    assert "so far" not in output


def test_a_match_that_stands_amid_a_pick() -> None:
    match = trickcore.load("hearts").start(3).play("pick 9♣")
    picking = Picking(match, match.decision)
    assert (picking.count, picking.forced) == (2, 2)  # what the match offers then, it offers alone
    assert picking.play() is None
    assert match.decision.seat == 1


def test_what_a_seat_hears_ends_a_pick() -> None:
    text = """\
trickcore: 1
name: Twice
players: 2
deck: french 32
order: {all: A K Q J 10..7}
zones: {left: none, right: none}
steps:
  - deal: {each: 5}
  - pick: {who: dealer, from: hand, count: 1, to: left}
  - pick: {who: dealer, from: hand, count: 2, to: right}
  - play: all
  - score: {points: tricks}
"""
    match = trickcore.loads(text.replace("none", "{seen: none}")).start(1, dealer=0)
    picking = Picking(match, match.decision)
    assert picking.count == 1
    first = match.view(0).hand[0]
    assert picking.name(picking.named(first)) == "" and picking.play() is None
    assert Picking(match, match.decision).count == 2
    assert first not in match.view(0).hand


def test_what_does_not_go_together_is_not_played() -> None:
    match = trickcore.load("hearts").start(3)
    picking = Picking(match, match.decision)
    picking.chosen = [match.game.action(f"pick {card}") for card in ("J♣", "J♣", "10♣")]
    refusal = picking.play()
    assert refusal is not None and refusal.message
    assert (match.ids, picking.chosen) == ((), [])
