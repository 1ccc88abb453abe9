"""Auctions as duels: the newcomer raises, the one who is in holds, the survivor meets the next."""

from __future__ import annotations

import pytest

import trickcore
from tests.engines.lockstep import lockstep
from trickcore.match import Match

DUEL = """
trickcore: 1
name: Duel
players: 3
deck: french 24
order: {all: A K Q J 10 9}
steps:
  - deal: {each: 6}
  - auction: {turn: duel, bid: [18, 20, 22, 23], all pass: [end: deal]}
  - score: bid if me == bidder else -1
match: {deals: 1}
"""


def started() -> Match:
    """Seat 1 is the first who is in, seat 2 the first to raise."""
    game = trickcore.loads(DUEL)
    for seed in range(20):
        lockstep(game.program, seed)
    return game.start(1, dealer=0)


def turn(match: Match) -> tuple[int, list[str]]:
    """Who speaks, and what may be said."""
    return match.decision.seat, list(match.decision.legal.texts)


def test_the_newcomer_raises_and_the_other_holds() -> None:
    match = started()
    assert turn(match) == (2, ["bid 18", "bid 20", "bid 22", "bid 23", "pass"])
    match.play("bid 18")
    assert turn(match) == (1, ["bid 18", "pass"])
    match.play("bid 18")
    assert turn(match) == (2, ["bid 20", "bid 22", "bid 23", "pass"])
    match.play("pass")
    assert turn(match) == (0, ["bid 20", "bid 22", "bid 23", "pass"])  # the next newcomer meets seat 1
    match.play("bid 23")
    assert turn(match) == (1, ["bid 23", "pass"])
    match.play("pass")
    assert match.over and match.scores == (23, -1, -1)


def test_who_holds_the_highest_bid_has_it() -> None:
    match = started()
    match.play("bid 23").play("bid 23")
    assert turn(match) == (2, ["pass"])
    match.play("pass")
    assert turn(match) == (0, ["pass"])
    match.play("pass")
    assert match.over and match.scores == (-1, 23, -1)


def test_the_survivor_meets_the_next() -> None:
    match = started()
    match.play("bid 20").play("pass")
    assert turn(match) == (0, ["bid 22", "bid 23", "pass"])
    match.play("bid 22")
    assert turn(match) == (2, ["bid 22", "pass"])
    match.play("bid 22").play("pass")
    assert match.over and match.scores == (-1, -1, 22)


@pytest.mark.parametrize(("last", "scores"), [("bid 18", (-1, 18, -1)), ("pass", (0, 0, 0))])
def test_the_last_one_left_may_bid_if_nobody_did(last: str, scores: tuple[int, ...]) -> None:
    match = started()
    match.play("pass").play("pass")
    assert turn(match) == (1, ["bid 18", "bid 20", "bid 22", "bid 23", "pass"])
    match.play(last)
    assert match.over and match.scores == scores
