"""What must hold in every match of every game here, whatever is dealt and played."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.settings import SETTINGS, SMEAR, TWO_TEN_JACK, Setting, pack, played, snapshot, visible, zones
from trickcore.dice import Dice
from trickcore.engines.generated import compile_program
from trickcore.engines.reference import Machine

OF_ALL = st.sampled_from(SETTINGS)
SEEDS = st.integers(0, 2**128 - 1)
CHOICES = st.integers(0, 2**32)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
def test_cards_are_conserved_and_somebody_can_act(setting: Setting, seed: int, choices: int) -> None:
    match, whole = setting.game.start(seed=seed), Counter(pack(setting.game))
    dice = random.Random(choices)
    for _ in range(2 * setting.deal + 6):  # two deals and the beginning of a third
        if match.over:
            return
        view = match.view(None)
        places = [*view.counts, len(view.trick), *map(len, view.taken), *(zone.count for zone in zones(view))]
        assert sum(places) == whole.total()
        own = [Counter(match.view(seat).hand) for seat in range(setting.players)]
        assert [hand.total() for hand in own] == list(view.counts)
        assert sum(own, visible(match, None)) <= whole
        assert match.legal_ids
        match.play(dice.choice(match.legal_ids))


@pytest.mark.parametrize("setting", [s for s in SETTINGS if dict(s.options).get("target", 52) != 52], ids=str)
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
def test_matches_end(setting: Setting, seed: int, choices: int) -> None:
    match = played(setting.game.start(seed=seed), choices, 1000 * setting.deal * 2)
    assert match.outcome is not None
    assert match.legal_ids == ()
    if match.outcome.reason == "abandoned":  # so many deals that nobody would play them; random bidders mostly fail
        return
    target = dict(setting.options)["target"]
    assert isinstance(target, int)
    best = max(match.scores)
    assert best >= target
    assert all(match.scores[seat] == best for seat in match.outcome.winners)
    assert match.outcome.winners


@pytest.mark.parametrize("setting", TWO_TEN_JACK, ids=str)
@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
def test_every_deal_of_two_ten_jack_has_five_points(setting: Setting, seed: int, choices: int) -> None:
    match = setting.game.start(seed=seed)
    dice = random.Random(choices)
    while not match.over:
        before = match.scores
        for _ in range(setting.deal):
            match.play(dice.choice(match.legal_ids))
        points = [now - then for now, then in zip(match.scores, before, strict=True)]
        assert sum(points) == 5
        assert all(-15 <= p <= 20 for p in points)
    assert match.outcome is not None
    assert match.outcome.winners == (match.scores.index(max(match.scores)),)


@settings(max_examples=25, deadline=None)
@given(setting=OF_ALL, seed=SEEDS, choices=CHOICES, most=st.integers(0, 150))
def test_undo_to_the_start_and_replay(setting: Setting, seed: int, choices: int, most: int) -> None:
    match = setting.game.start(seed=seed)
    start = snapshot(match)
    end = snapshot(played(match, choices, most))
    actions = match.actions
    match.undo(len(actions))
    assert snapshot(match) == start
    for action in actions:
        match.play(action)
    assert snapshot(match) == end


@settings(max_examples=20, deadline=None)
@given(setting=OF_ALL, seed=SEEDS, choices=CHOICES)
def test_an_undone_action_leaves_no_trace(setting: Setting, seed: int, choices: int) -> None:
    match = played(setting.game.start(seed=seed), choices, choices % 104)
    before = snapshot(match)
    for action in match.legal_ids[:8]:
        match.play(action).undo()
        assert snapshot(match) == before


SCRIPT = """
import hashlib, json, random, sys
import trickcore
told = hashlib.sha256()
game = trickcore.load(sys.argv[1], players=int(sys.argv[2]), options=json.loads(sys.argv[3]))
for seed in range(2):
    match = game.start(seed=seed)
    dice = random.Random(seed)
    for _ in range(150):
        if match.over:
            break
        match.play(dice.choice(match.legal_ids))
        told.update(json.dumps(match.view(match.decision.seat if not match.over else None).to_json()).encode())
print(told.hexdigest())
"""


def process(setting: Setting, hash_seed: str) -> str:
    """What a process of its own is told of some matches."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    words = [setting.name, str(setting.players), json.dumps(dict(setting.options))]
    command = [sys.executable, "-c", SCRIPT, *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("setting", [TWO_TEN_JACK[2], *SMEAR[:3]], ids=str)
def test_the_same_seed_is_the_same_match_in_every_process(setting: Setting) -> None:
    told = hashlib.sha256()
    for seed in range(2):
        match = setting.game.start(seed=seed)
        dice = random.Random(seed)
        for _ in range(150):
            if match.over:
                break
            match.play(dice.choice(match.legal_ids))
            seat = None if match.over else match.decision.seat
            told.update(json.dumps(match.view(seat).to_json()).encode())
    assert {process(setting, "1"), process(setting, "4242")} == {told.hexdigest()}


@settings(max_examples=25, deadline=None)
@given(setting=OF_ALL, seed=SEEDS, choices=CHOICES)
def test_engines_agree_at_every_step(setting: Setting, seed: int, choices: int) -> None:
    program = setting.game.program
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
