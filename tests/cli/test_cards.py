"""Hands as players hold them, and suits in colour."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

import trickcore
from tests.cli.conftest import Run, Spawn
from trickcore.cli.cards import by_suit, in_hand
from trickcore.cli.output import Output


def hand(reference: str, cards: str, *actions: str, **setup: Any) -> str:
    game = trickcore.load(reference)
    match = game.start(1, deal={"hands": {0: cards}, **setup}, dealer=game.players - 1)
    for action in actions:
        match.play(action)
    return in_hand(match.view(0))


def test_trumps_stand_apart_in_their_order() -> None:
    assert hand("two-ten-jack", "A♠ 2♠ 3♥ A♥ 9♣ 10♦") == "A♠ A♥ 3♥ | 9♣   10♦   2♠"


def test_trumps_are_apart_when_they_are_known() -> None:
    cards = "J♠ J♣ A♠ 9♠ A♥"
    assert hand("euchre", cards, upcard="K♠") == "J♣   A♥   A♠ J♠ 9♠"
    assert hand("euchre", cards, "trump S alone no", upcard="K♠") == "J♠ J♣ A♠ 9♠ | A♥"


def test_without_trumps_there_is_no_bar() -> None:
    assert "|" not in hand("hearts(passing=never)", "2♠ A♠ 3♥ K♦ 5♣ 4♣ 6♣ 7♣ 8♣ 9♣ J♣ Q♣ 3♦")


def test_cards_without_a_suit_stand_with_the_trumps() -> None:
    assert hand("ten-point-smear", "joker A♠ 2♠ 3♥ A♥ 9♣ 10♦ 3♦ 4♦ 5♦").startswith("joker | 9♣ ")


def test_ranks_follow_the_order_of_the_game() -> None:
    text = """\
trickcore: 1
name: Tens
players: 2
deck: french 32
order: {all: A 10 K Q J 9 8 7}
steps: [{deal: {each: 4}}, {play: all}, {score: {points: tricks}}]
"""
    match = trickcore.loads(text).start(1, deal={"hands": {0: "K♣ 10♣ A♣ 9♥"}}, dealer=1)
    assert in_hand(match.view(0)) == "A♣ 10♣ K♣   9♥"


def test_what_not_all_know_of_trumps_changes_no_order() -> None:
    text = """\
trickcore: 1
name: Hidden
players: 2
deck: french 32
trumps: trump
order: {all: A K Q J 10..7}
state: {trump: {type: suit, seen: none}}
steps: [{deal: {each: 4}}, {ask: {who: dealer, choose: {trump: suits}}}, {play: all}, {score: {points: tricks}}]
"""
    match = trickcore.loads(text).start(1, deal={"hands": {0: "K♣ 10♣ A♥ 9♥"}}, dealer=1).play("trump H")
    assert in_hand(match.view(0)) == "K♣ 10♣   A♥ 9♥"


def test_cards_won_are_sorted_too() -> None:
    view = trickcore.load("two-ten-jack").start(7).view(0)
    assert by_suit(["2♠", "3♥", "A♠", "K♠"], view) == ["A♠ 3♥", "K♠ 2♠"]


# ------------------------------------------------------------------------------------------------ colours


def test_suits_have_their_colours() -> None:
    out = Output(io.StringIO(), colour=True, plain=False)
    assert out.suited("10♥ 2♦ A♣ K♠") == "\x1b[31m10♥\x1b[0m \x1b[94m2♦\x1b[0m \x1b[32mA♣\x1b[0m K♠"
    assert out.suited("no card") == "no card"
    assert out.suited("a ♥", bold=True) == "\x1b[1ma \x1b[0m\x1b[31m\x1b[1m♥\x1b[0m"


def test_colour_and_letters_go_together() -> None:
    assert Output(io.StringIO(), colour=True, plain=True).suited("10♥") == "\x1b[31m10H\x1b[0m"


def test_rule_files_bring_no_sequences_of_their_own() -> None:
    out = Output(io.StringIO(), colour=True, plain=False)
    assert out.suited("\x1b[2J♥") == "?[\x1b[31m2J♥\x1b[0m"


def test_lines_with_a_colour_of_their_own_keep_it() -> None:
    stream = io.StringIO()
    Output(stream, colour=True, plain=False).line("K♥ cannot be chosen", fg="yellow")
    assert stream.getvalue() == "\x1b[33mK♥ cannot be chosen\x1b[0m\n"


@pytest.mark.parametrize("game", ["two-ten-jack", "hearts", "euchre", "ten-point-smear"])
def test_a_pipe_and_no_color_have_none(run: Run, spawn: Spawn, game: str) -> None:
    start = ("play", game, "--seed", "7")
    bare = run(*start, input="hint\nquit\n").output
    assert "\x1b" not in bare
    coloured = spawn(*start, input="hint\nquit\n", FORCE_COLOR="1").stdout
    assert "\x1b[31m" in coloured
    assert _same(re.sub(r"\x1b\[\d+m", "", coloured)) == _same(bare)
    assert run(*start, "--ascii", input="hint\nquit\n").output.isascii()


def _same(output: str) -> list[str]:
    """Without the last line, which names the program as it was called."""
    return output.splitlines()[:-1]
