"""What must hold in every match of every game here, whatever is dealt and played."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.settings import SETTINGS, TWO_TEN_JACK, Setting, pack, played, snapshot, told, visible, zones
from trickcore.checking.observing import Observer
from trickcore.dice import Dice
from trickcore.engines.generated import compile_program
from trickcore.engines.reference import Machine

OF_ALL = pytest.mark.parametrize("setting", SETTINGS, ids=str)
SEEDS = st.integers(0, 2**128 - 1)
CHOICES = st.integers(0, 2**32)


@OF_ALL
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


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
def test_what_the_rules_say_must_hold_holds(setting: Setting, seed: int, choices: int) -> None:
    match = played(setting.game.start(seed=seed), choices, 3 * setting.deal)
    observer = Observer(match)
    observer.follow(match.ids)
    assert observer.broken == []
    checks = [k for k, probe in enumerate(setting.game.probed.program.probes) if probe.kind == "check"]
    assert checks and (match.deal_number == 1 or all(observer.reached[k] for k in checks))


@pytest.mark.parametrize("setting", [setting for setting in SETTINGS if setting.ends_soon], ids=str)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
def test_matches_end(setting: Setting, seed: int, choices: int) -> None:
    match = played(setting.game.start(seed=seed), choices, 1000 * setting.deal * 2)
    assert match.outcome is not None
    assert match.legal_ids == ()
    if match.outcome.reason == "abandoned":  # so many deals that nobody would play them; random bidders mostly fail
        return
    target, deals = (setting.game.options.get(name, 0) for name in ("target", "deals"))
    assert isinstance(target, int)
    assert 0 < target <= max(match.scores) or match.deal_number == deals
    best = min(match.scores) if setting.name == "hearts" else max(match.scores)
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


@OF_ALL
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, choices=CHOICES, most=st.integers(0, 150))
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


@OF_ALL
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
def test_an_undone_action_leaves_no_trace(setting: Setting, seed: int, choices: int) -> None:
    match = played(setting.game.start(seed=seed), choices, choices % 104)
    before = snapshot(match)
    for action in match.legal_ids[:8]:
        match.play(action).undo()
        assert snapshot(match) == before


SCRIPT = "from tests.games.settings import SETTINGS, told; print(*map(told, SETTINGS))"


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_the_same_seed_is_the_same_match_in_every_process(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    checkout = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, cwd=checkout, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [told(setting) for setting in SETTINGS]


@OF_ALL
@settings(max_examples=3, deadline=None)
@given(seed=SEEDS, choices=CHOICES)
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
