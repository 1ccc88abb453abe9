"""What must hold in every match of Two-Ten-Jack, whatever is dealt and played."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickcore
from tests.models.two_ten_jack import ALL_CARDS
from trickcore.dice import Dice
from trickcore.engines.generated import compile_program
from trickcore.engines.reference import Machine
from trickcore.game import Game
from trickcore.match import Match

TARGETS = [1, 5, 31]
OPTIONS = st.tuples(st.sampled_from(TARGETS), st.booleans())
SEEDS = st.integers(0, 2**128 - 1)
CHOICES = st.integers(0, 2**32)
MOST = 52 * 400  # actions of a match: random matches to 31 points end long before


@cache
def two_ten_jack(target: int = 31, must_trump: bool = True) -> Game:
    return trickcore.load("two-ten-jack", options={"target": target, "must_trump": must_trump})


def played(match: Match, choices: int, most: int = MOST) -> Match:
    dice = random.Random(choices)
    for _ in range(most):
        if match.over:
            break
        match.play(dice.choice(match.legal_ids))
    return match


def snapshot(match: Match) -> list[object]:
    return [len(match.actions), *(match.view(seat).to_json() for seat in (0, 1, None))]


@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, seed=SEEDS, choices=CHOICES)
def test_cards_are_conserved_and_somebody_can_act(options: tuple[int, bool], seed: int, choices: int) -> None:
    match = two_ten_jack(*options).start(seed=seed)
    dice = random.Random(choices)
    for _ in range(110):  # two deals and the beginning of a third
        if match.over:
            return
        view = match.view(0)
        stock = view.zones["stock"]
        assert not isinstance(stock, tuple)
        cards = [
            *view.hand,
            *match.view(1).hand,
            *(p.card for p in view.trick),
            *(c for won in view.taken for c in won),
        ]
        assert len(cards) == len(set(cards)) == 52 - stock.count
        assert match.legal_ids
        match.play(dice.choice(match.legal_ids))


@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, seed=SEEDS, choices=CHOICES)
def test_matches_end_and_every_deal_has_five_points(options: tuple[int, bool], seed: int, choices: int) -> None:
    match = two_ten_jack(*options).start(seed=seed)
    dice = random.Random(choices)
    for _ in range(MOST // 52):
        before = match.scores
        for _ in range(52):
            match.play(dice.choice(match.legal_ids))
        points = [now - then for now, then in zip(match.scores, before, strict=True)]
        assert sum(points) == 5
        assert all(-15 <= p <= 20 for p in points)
        if match.over:
            break
    assert match.outcome is not None
    assert match.legal_ids == ()
    assert match.outcome.winners == (match.scores.index(max(match.scores)),)
    assert max(match.scores) >= options[0]


@settings(max_examples=15, deadline=None)
@given(options=OPTIONS, seed=SEEDS, choices=CHOICES, most=st.integers(0, 200))
def test_undo_to_the_start_and_replay(options: tuple[int, bool], seed: int, choices: int, most: int) -> None:
    match = two_ten_jack(*options).start(seed=seed)
    start = snapshot(match)
    end = snapshot(played(match, choices, most))
    actions = match.actions
    match.undo(len(actions))
    assert snapshot(match) == start
    for action in actions:
        match.play(action)
    assert snapshot(match) == end


@settings(max_examples=15, deadline=None)
@given(options=OPTIONS, seed=SEEDS, choices=CHOICES)
def test_an_undone_action_leaves_no_trace(options: tuple[int, bool], seed: int, choices: int) -> None:
    match = played(two_ten_jack(*options).start(seed=seed), choices, choices % 104)
    before = snapshot(match)
    for action in match.legal_ids:
        match.play(action).undo()
        assert snapshot(match) == before


SCRIPT = """
import hashlib, json, random
import trickcore
told = hashlib.sha256()
for seed in range(3):
    match = trickcore.load("two-ten-jack", options={"target": 5}).start(seed=seed)
    dice = random.Random(seed)
    while not match.over:
        match.play(dice.choice(match.legal_ids))
        told.update(json.dumps(match.view(match.decision.seat if not match.over else None).to_json()).encode())
print(told.hexdigest())
"""


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_the_same_seed_is_the_same_match_in_every_process(hash_seed: str) -> None:
    told = hashlib.sha256()
    for seed in range(3):
        match = two_ten_jack(5).start(seed=seed)
        dice = random.Random(seed)
        while not match.over:
            match.play(dice.choice(match.legal_ids))
            seat = None if match.over else match.decision.seat
            told.update(json.dumps(match.view(seat).to_json()).encode())
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    other = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == told.hexdigest()


@settings(max_examples=25, deadline=None)
@given(must_trump=st.booleans(), seed=SEEDS, choices=CHOICES)
def test_engines_agree_at_every_step(must_trump: bool, seed: int, choices: int) -> None:
    program = two_ten_jack(5, must_trump).program
    generated, reference, chance = compile_program(program), Machine(program), Dice(seed)
    one, other, dice = generated.start(chance), reference.start(chance), random.Random(choices)
    for _ in range(160):
        assert generated.dump(one) == reference.dump(other)
        assert generated.over(one) == reference.over(other)
        if generated.over(one):
            assert generated.result(one) == reference.result(other)
            return
        offers = generated.pending(one)
        assert offers == reference.pending(other)
        ids = [program.menus[o.menu].offset + i for o in offers for i in range(o.mask.bit_length()) if o.mask >> i & 1]
        action = dice.choice(ids)
        generated.step(one, action)
        reference.step(other, action)


# ------------------------------------------------------------------------------------------------ hidden cards


class Swap:
    """A deal and the same deal with cards swapped that one seat has not seen by the end of the same public play."""

    def __init__(self, seat: int, dice: random.Random, game: Game) -> None:
        self.seat, self.game = seat, game
        cards = dice.sample(ALL_CARDS, 52)
        self.first = self.start(cards)
        actions = dice.randrange(0, 51)
        for _ in range(actions):
            self.first.play(dice.choice(self.first.legal_ids))
        seen = self.seen(self.first)
        places = [at for at, card in enumerate(cards) if card not in seen]
        moved = dice.sample(places, len(places))
        swapped = list(cards)
        for place, other in zip(places, moved, strict=True):
            swapped[place] = cards[other]
        self.actions = [action.id for action in self.first.actions]
        self.cards, self.swapped = cards, swapped

    def start(self, cards: list[str]) -> Match:
        deal = {"hands": {0: cards[:6], 1: cards[6:12]}, "stock": cards[12:]}
        return self.game.start(seed=1, deal=deal, dealer=0)

    def seen(self, match: Match) -> set[str]:
        """What the seat holds, and all that lies or lay on the table."""
        view = match.view(self.seat)
        return {*view.hand, *(p.card for p in view.trick), *(c for won in view.taken for c in won)}

    def told(self, match: Match) -> list[object]:
        """Everything that the seat may see, do and ask."""
        told: list[object] = [match.view(self.seat).to_json()]
        if not match.over and match.decision.seat == self.seat:
            told.append(match.legal_ids)
            told.append([match.why_not(action) for action in self.game.actions.actions])
        return told

    def compare(self) -> int:
        """How many positions were compared: the swapped cards may not allow the other seat's play."""
        one, other = self.start(self.cards), self.start(self.swapped)
        for number, action in enumerate([*self.actions, None]):
            assert self.told(one) == self.told(other)
            if action is None or action not in other.legal_ids:
                return number + 1
            one.play(action)
            other.play(action)
        return len(self.actions) + 1


@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_cards_do_not_matter(seat: int) -> None:
    dice = random.Random(f"swap {seat}")
    whole, compared = 0, 0
    for number in range(60):
        swap = Swap(seat, dice, two_ten_jack(31, number % 2 == 0))
        count = swap.compare()
        compared += count
        whole += count == len(swap.actions) + 1
    assert compared > 300
    assert whole > 5, "hardly any swap allowed the whole public play"


OPEN = """
trickcore: 1
name: An open stock
extends: two-ten-jack
zones: {stock: {seen: seats}}
"""


def test_the_comparison_notices_an_open_stock() -> None:
    with pytest.raises(AssertionError):
        Swap(0, random.Random("open"), trickcore.loads(OPEN)).compare()
