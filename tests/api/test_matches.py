"""Matches side by side are those that are played alone."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import pytest

import trickcore
from trickcore.engines.apart import Apart
from trickcore.errors import IllegalAction

pytest.importorskip("numpy", reason="numpy is not installed (the extra `batch`)")
import numpy

from trickcore.engines.batch_steps import Stepper

GAMES = [
    ("two-ten-jack", None, 400),
    ("hearts", 5, 160),
    ("euchre", None, 500),
    ("ten-point-smear", 5, 260),
    ("klaverjas", None, 120),  # its melds are too large for arrays: one by one
]
SEEDS = (3, 4, "five", 6, 7)


def actions_of(legal: Any, numbers: Any) -> list[int]:
    """Some legal action of each match, not as `draw` finds it; 0 where it is over."""
    return [
        int(ids[int(n * len(ids))]) if len(ids := numpy.flatnonzero(row)) else 0
        for row, n in zip(legal, numbers, strict=True)
    ]


@pytest.mark.parametrize(("name", "players", "steps"), GAMES)
def test_they_go_like_single_matches(name: str, players: int | None, steps: int) -> None:
    game = trickcore.load(name, players=players)
    matches, alone = game.matches(SEEDS), [game.start(seed=seed) for seed in SEEDS]
    random = numpy.random.default_rng(1).random
    for _ in range(steps):
        assert matches.over.tolist() == [match.over for match in alone]
        assert matches.seats.tolist() == [-1 if match.over else match.decision.seat for match in alone]
        assert matches.scores.tolist() == [list(match.scores) for match in alone]
        assert matches.deals.tolist() == [match.deal_number for match in alone]
        legal = matches.legal
        assert [tuple(numpy.flatnonzero(row)) for row in legal] == [tuple(sorted(match.legal_ids)) for match in alone]
        actions = actions_of(legal, random(len(SEEDS)))
        matches.play(numpy.array(actions))
        for match, action in zip(alone, actions, strict=True):
            if not match.over:
                match.play_id(action)


@pytest.mark.parametrize("name", ["two-ten-jack", "klaverjas"])
def test_draws_are_even_and_legal(name: str) -> None:
    matches = trickcore.load(name).matches([7] * 600)
    numbers = (numpy.arange(600) + 0.5) / 600
    drawn = matches.draw(numbers)
    ids = numpy.flatnonzero(matches.legal[0])
    counts = [int((drawn == action).sum()) for action in ids]
    assert sum(counts) == 600
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("name", ["two-ten-jack", "klaverjas"])
def test_what_is_not_legal_is_refused_and_nothing_is_played(name: str) -> None:
    matches = trickcore.load(name).matches(SEEDS)
    before, good = matches.legal, matches.draw(numpy.zeros(5))
    for bad in (-1, 10**6, int(numpy.flatnonzero(~before[3])[0])):
        actions = good.copy()
        actions[3] = bad
        with pytest.raises(IllegalAction, match="match 3"):
            matches.play(actions)
        assert (matches.legal == before).all()
    for shape in (good[:4], good.astype(float), good.reshape(1, -1)):
        with pytest.raises(ValueError, match="each of 5 matches"):
            matches.play(shape)
    assert matches.play(good.tolist()) is matches


def fall(_stepper: Stepper) -> None:
    raise Apart


def test_matches_that_cannot_go_on_together_go_on_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game = trickcore.load("two-ten-jack")
    usual, fallen = game.matches(SEEDS), game.matches(SEEDS)
    for step in range(30):
        actions = usual.draw(numpy.full(5, 0.5))
        usual.play(actions)
        if step == 20:
            with monkeypatch.context() as patch:
                patch.setattr(Stepper, "run", fall)
                fallen.play(actions)
        else:
            fallen.play(actions)
        assert (usual.legal == fallen.legal).all()
        assert (usual.scores == fallen.scores).all()


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "trickcore.matches", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"trickcore\[batch\]"):
        trickcore.load("two-ten-jack").matches([1])


@pytest.mark.parametrize(
    "numbers", [[0.5] * 4, [0.5, 0.5, 1.0, 0.5, 0.5], [0.5, -0.1, 0.5, 0.5, 0.5], [float("nan")] * 5]
)
def test_numbers_that_draw_nothing_are_refused(numbers: list[float]) -> None:
    with pytest.raises(ValueError, match="from 0 up to but not 1"):
        trickcore.load("two-ten-jack").matches(SEEDS).draw(numbers)


def test_one_of_them_as_a_match() -> None:
    game = trickcore.load("euchre")
    matches, random = game.matches(SEEDS), numpy.random.default_rng(3).random
    while not matches.over.all():
        matches.play(matches.draw(random(len(SEEDS))))
    for k in range(len(SEEDS)):
        match = matches.match(k)
        assert match.over and list(match.scores) == matches.scores[k].tolist()


@pytest.mark.parametrize("take", [copy.copy, copy.deepcopy, pickle.dumps])
def test_they_are_not_copied(take: Any) -> None:
    with pytest.raises(TypeError, match="from their seeds"):
        take(trickcore.load("two-ten-jack").matches([1]))


@pytest.mark.parametrize("seed", [None, 1.5, 1 << 5000])
def test_seeds_are_those_of_single_matches(seed: Any) -> None:
    with pytest.raises(trickcore.SetupError, match="a seed"):
        trickcore.load("two-ten-jack").matches([1, seed])


def test_no_matches_at_all() -> None:
    matches = trickcore.load("two-ten-jack").matches([])
    assert len(matches) == 0
    assert matches.over.all()
    assert matches.legal.shape[0] == 0
