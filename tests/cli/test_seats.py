"""Several persons at one screen."""

from __future__ import annotations

import builtins
import io
import re
import sys
from collections.abc import Iterator

import pytest

import trickcore
from tests.cli.conftest import Run
from trickcore.cli.output import Output
from trickcore.cli.session import Session

TWO = ("play", "two-ten-jack", "--seed", "7", "--seat", "0", "--seat", "1")


def test_a_line_says_whose_turn_it_is(run: Run) -> None:
    output = run(*TWO, input="4C\n5C\nquit\n").output
    assert "Two-Ten-Jack: you are seat 0 and seat 1." in output
    assert re.findall(r"It is the turn of (seat \d)\.", output)[:2] == ["seat 0", "seat 1"]
    assert "\x1b" not in output and "Press Enter" not in output


def test_each_sees_the_own_cards_only(run: Run) -> None:
    output = run(*TWO, input="4C\nquit\n").output
    first, second = output.split("It is the turn of ")[1:]
    assert "seat 0 gets 4♣ J♦" in first and "seat 1 gets 6 cards" in first
    assert "seat 1 gets 5♣ A♦" in second and "seat 0 gets 6 cards" in second
    assert "J♦" not in second


def test_seats_by_name_in_any_order_and_twice(run: Run) -> None:
    arguments = ("play", "hearts", "--seed", "3", "--seat", "seat 2", "--seat", "0", "--seat", "2")
    output = run(*arguments, input="").output
    assert "you are seat 0 and seat 2." in output
    assert "The same cards again: trickcore play hearts --seed 3 --seat 0 --seat 2\n" in output
    assert run("play", "hearts", "--seat", "0", "--seat", "7").exit_code == 2


def test_picks_at_once_are_secret(run: Run) -> None:
    arguments = ("play", "hearts", "--seed", "3", "--seat", "0", "--seat", "1")
    output = run(*arguments, input="JC 10C 9C\nquit\n").output
    second = output.split("It is the turn of ")[2]
    assert second.startswith("seat 1.")
    assert "J♣" not in second and "Pick 3 cards" in second


def test_undo_goes_back_to_the_last_person_over_what_bots_did(run: Run) -> None:
    arguments = ("play", "euchre", "--seed", "3", "--seat", "0", "--seat", "1")
    output = run(*arguments, input="1\n1\n1\nundo\nundo\nundo\nundo\nquit\n").output
    turns = re.findall(r"It is the turn of (seat \d)\.", output)
    assert turns == ["seat 0", "seat 1", "seat 0", "seat 1", "seat 0"]
    assert output.count("Taken back.") == 3
    assert "There is nothing of anybody here to take back." in output
    assert "Stopped after 0 actions" in output


def test_all_seats_can_be_persons(run: Run) -> None:
    seats = [part for seat in range(4) for part in ("--seat", str(seat))]
    result = run("play", "euchre(target=1)", "--seed", "3", *seats, input="1\n" * 200)
    assert result.exit_code == 0
    assert "— The match has ended: " in result.output


def test_what_was_told_is_not_told_again(run: Run) -> None:
    output = run(*TWO, input="4C\n5C\n1\n1\nquit\n").output
    for seat in (0, 1):
        mine = "".join(part for part in output.split("It is the turn of ") if part.startswith(f"seat {seat}."))
        assert mine.count("— Deal 1") == 1
        assert mine.count("seat 0 plays 4♣") == 1


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> str:
    """What two persons see who type these lines."""
    screen, answers = Terminal(), iter(lines)

    def answer(prompt: str = "") -> str:
        screen.write(prompt)
        return next_or_end(answers)

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(builtins, "input", answer)
    match = trickcore.load("two-ten-jack").start(7)
    assert Session(match, [0, 1], [], Output(screen, colour=False, plain=False), "again").run() == 0
    return screen.getvalue()


def next_or_end(answers: Iterator[str]) -> str:
    for answer in answers:
        return answer
    raise EOFError


def test_the_other_hand_is_wiped_until_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM", raising=False)
    screen = on_a_terminal(monkeypatch, ["", "4C", "", "quit"])
    before, after = screen.split("\x1b[H\x1b[2J\x1b[3J")
    assert before.startswith("Two-Ten-Jack: you are seat 0 and seat 1.")
    assert "It is the turn of seat 0. Press Enter to see the hand.\n" in before
    assert after.startswith("It is the turn of seat 1. Press Enter to see the hand.\n")
    assert "hand     7♥ | 5♣" in after and "J♦" not in after


def test_nothing_is_shown_before_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = on_a_terminal(monkeypatch, ["", "4C"])
    assert screen.split("turn of seat 1.")[1].startswith(" Press Enter to see the hand.\n\nStopped after 1 action.")


def test_a_terminal_without_sequences_is_scrolled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    screen = on_a_terminal(monkeypatch, ["", "4C", "", "quit"])
    assert "\x1b" not in screen and "\n" * 20 in screen


FREE = """\
trickcore: 1
name: Free
players: 3
deck: french 32
order: {all: A K Q J 10..7}
state: {stake: "number = 1"}
play:
  calls:
    double: {who: seats - leader, if: stake < 4, set: {stake: stake * 2}}
steps: [{deal: {each: 2}}, {play: all}, {score: stake}]
match: {deals: 1}
"""


def free(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seats: list[int], typed: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    match = trickcore.loads(FREE).start(1, dealer=2)
    bots = [trickcore.GreedyBot() for _ in range(3)]
    assert Session(match, seats, bots, Output(sys.stdout, colour=False, plain=False), "again").run() == 0
    return capsys.readouterr().out


def test_who_may_speak_out_of_turn_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = free(monkeypatch, capsys, [1, 2], "\n\nquit\n")
    first = output.split("seat 0 plays")[0]
    assert re.findall(r"It is the turn of (seat \d)\.", first) == ["seat 1", "seat 2"]
    assert first.count("(Enter: say nothing):") == 2
    assert "Stopped after 1 action." in output


def test_who_has_a_turn_waits_for_those_who_may_speak(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = free(monkeypatch, capsys, [0, 1, 2], "a\n\n\nundo\nquit\n")
    turns = re.findall(r"It is the turn of (seat \d)\.", output)
    assert turns == ["seat 1", "seat 2", "seat 0", "seat 1"]
    assert "you are seat 0, seat 1 and seat 2." in output
    assert "Taken back." in output
    assert "Stopped after 0 actions" in output
