"""Klaverjas against a second model written from its sentences, and what holds of every deal."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickcore
from tests.models.klaverjas import DEFAULTS, SUITS, Play, legal, points, winner, worth
from trickcore.game import Game
from trickcore.match import Match

VARIANTS: dict[str, dict[str, int | bool | str]] = {
    "usual": {},
    "rotterdam": {"trumping": "rotterdam", "low_fours": True, "four_jacks": 100},
    "undertrump": {"must_undertrump": True, "counter_march": False, "first_lead": "maker"},
    "dealer": {"first_to_speak": "the_dealer", "march": 0, "trumping": "rotterdam", "must_undertrump": True},
    "forced": {"may_pass": False, "deals": 4},
    "again": {"all_pass": "deal_again", "target": 400},
}
SEEDS = st.integers(0, 2**64 - 1)


@cache
def game(variant: str) -> Game:
    return trickcore.load("klaverjas", options=VARIANTS[variant])


def name_trumps(match: Match, variant: str, dice: random.Random) -> tuple[int, str]:
    """Who names which trumps, by chance; whose turn it is and what may be said is looked at on the way."""
    options = VARIANTS[variant]
    named = {f"trump {glyph}" for glyph in SUITS}
    seat = first = match.decision.seat
    for turn in range(400):
        passes = turn % 4 if options.get("all_pass") == "deal_again" else turn
        must = options.get("may_pass") is False or (passes == 4 and turn == 4)
        assert match.decision.seat == seat
        texts = {action.text for action in match.decision.legal}
        assert texts == named | (set() if must else {"pass"})
        text = dice.choice(sorted(named)) if must or dice.random() < 0.15 else "pass"
        match.play(text)
        if text != "pass":
            return seat, text[-1]
        seat = (seat + 1) % 4
        if turn % 4 == 3 and options.get("all_pass") == "deal_again":
            assert seat == first  # the same dealer, so the same seat speaks
    raise AssertionError("nobody ever names trumps")


def play_deal(match: Match, variant: str, dice: random.Random) -> tuple[int, int]:
    """One deal, each decision and each trick held against the model; what it brings."""
    options = {**DEFAULTS, **VARIANTS[variant]}
    dealer = match.view(None).dealer
    assert dealer is not None
    maker, trump = name_trumps(match, variant, dice)
    hands = [set(match.view(seat).hand) for seat in range(4)]
    assert sum(worth(card, trump) for hand in hands for card in hand) == 152
    seat = maker if options.get("first_lead") == "maker" else (dealer + 1) % 4
    tricks: list[list[Play]] = []
    for _ in range(8):
        trick: list[Play] = []
        for _ in range(4):
            allowed = legal(hands[seat], trick, seat, trump, options)
            assert match.decision.seat == seat
            assert {action.text for action in match.decision.legal} == allowed
            card = dice.choice(sorted(allowed))
            match.play(card)
            trick.append((seat, card))
            hands[seat].remove(card)
            seat = (seat + 1) % 4
        tricks.append(trick)
        seat = winner(trick, trump)
    return points(tricks, maker, trump, options)


@pytest.mark.parametrize("variant", list(VARIANTS))
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_every_decision_and_every_score_is_the_models(variant: str, seed: int) -> None:
    match, dice = game(variant).start(seed=seed), random.Random(seed)
    for _ in range(4):
        before = match.scores
        wanted = play_deal(match, variant, dice)
        brought = [now - then for now, then in zip(match.scores, before, strict=True)]
        assert brought == [*wanted, *wanted]
        assert sum(wanted) >= 162  # 152 for the cards, 10 for the last trick; roem and the march besides
        assert sum(wanted) % 10 == 2
        if match.over:
            break


@pytest.mark.parametrize("variant", ["usual", "again"])
def test_a_match_is_as_long_as_it_should_be(variant: str) -> None:
    for seed in range(4):
        match, dice = game(variant).start(seed=seed), random.Random(seed)
        deals = 0
        while not match.over:
            deals += 1
            play_deal(match, variant, dice)
        target = VARIANTS[variant].get("target")
        most = max(match.scores)
        assert deals == 16 if target is None else most >= int(target)
        assert match.outcome is not None
        assert match.outcome.winners == tuple(seat for seat in range(4) if match.scores[seat] == most)
