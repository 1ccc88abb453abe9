"""Playouts that are played together come out as when each is played alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import trickcore
from tests.engines.games import stock_game, whist
from tests.engines.lockstep import outcome
from tests.engines.random_programs import RandomProgram
from trickcore.dice import Dice
from trickcore.engines import generated
from trickcore.engines.apart import Apart
from trickcore.engines.generated import Engine
from trickcore.program.model import Program
from trickcore.streams import Streams, start, stream

pytest.importorskip("numpy", reason="numpy is not installed (the extra `batch`)")
import numpy

from trickcore.engines.batch import Batch, can_batch
from trickcore.engines.batch_chance import shuffled


def same_batch(engine: Engine, seeds: Sequence[int]) -> str:
    """Play both ways. What came of it: "same", "apart" (and then nothing has changed) or "none"."""
    starts = [
        engine.start(Dice(seed))
        for seed in seeds
        if not outcome(lambda seed=seed: engine.start(Dice(seed)))  # type: ignore[misc]
    ]
    if not starts or not can_batch(engine.program):
        return "none"
    alone, begins = [engine.copy(state) for state in starts], [start(5, k) for k in range(len(starts))]
    before = [engine.dump(state) for state in starts]
    counts: list[int] = []
    defects = [
        outcome(lambda state=state, begin=begin: counts.append(engine.playout(state, stream(begin))))  # type: ignore[misc]
        for state, begin in zip(alone, begins, strict=True)
    ]
    batch = Batch(engine.program, engine.layout, engine._blocks, engine._analysis, engine._live)
    try:
        decisions = batch.play(starts, Streams(begins))
    except Apart:
        assert [engine.dump(state) for state in starts] == before
        return "apart"
    assert not any(defects)
    assert decisions == sum(counts)
    assert [engine.dump(state) for state in starts] == [engine.dump(state) for state in alone]
    return "same"


def test_random_programs() -> None:
    found = Counter(
        same_batch(Engine(RandomProgram(seed).program(16 if seed % 4 else 60)), range(seed, seed + 5))
        for seed in range(160)
    )
    assert found["same"] > 40 and found["apart"] > 5


def test_small_games() -> None:
    for program in (whist(), stock_game()):
        assert same_batch(Engine(program), range(20)) == "same"


@pytest.mark.parametrize("name", ["two-ten-jack", "hearts", "euchre"])
def test_shipped_games(name: str) -> None:
    assert same_batch(trickcore.load(name).engine, range(12)) == "same"


def test_games_with_large_sets_or_melds_are_played_one_by_one() -> None:
    assert not can_batch(trickcore.load("klaverjas").program)
    assert trickcore.load("klaverjas").playouts(70, seed=1).count == 70


def _program() -> Program:
    return trickcore.load("two-ten-jack").program


def test_few_states_and_machines_without_numpy_come_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(engine: Engine) -> tuple[int, list[object]]:
        states = [engine.start(Dice(seed)) for seed in range(70)]
        decisions = engine.playouts(states, [start(1, k) for k in range(70)])
        return decisions, [engine.dump(state) for state in states]

    together = played(Engine(_program()))
    monkeypatch.setattr(generated, "_FEW", 71)
    assert played(Engine(_program())) == together
    monkeypatch.setattr(generated, "_FEW", 1)
    monkeypatch.setattr(generated, "find_spec", {}.get)
    engine = Engine(_program())
    assert engine.batch is None
    assert played(engine) == together


def test_streams_are_alike() -> None:
    import numpy as np

    begins = [start(3, k) for k in range(9)]
    together, alone = Streams(begins), [stream(begin) for begin in begins]
    for lanes in ([0, 4, 8], [4], range(9), [8, 0]):
        assert together.next(np.array(lanes)).tolist() == [alone[lane]() for lane in lanes]
    assert all(0 <= number < 1 for number in together.next(np.arange(9)))


@pytest.mark.parametrize("cards", [1, 2, 5, 24, 52, 104, 300])
def test_shuffles_side_by_side_are_those_of_each(cards: int) -> None:
    dice = [Dice(seed) for seed in range(7)]
    events = [seed * 3 for seed in range(7)]
    piles = numpy.array([[(card * 7 + lane) % 1000 for card in range(cards)] for lane in range(7)])
    alone = [one.shuffle(event, tuple(row)) for one, event, row in zip(dice, events, piles.tolist(), strict=True)]
    assert shuffled(dice, events, piles).tolist() == [list(row) for row in alone]
    assert [sorted(row) for row in alone] == [sorted(row) for row in piles.tolist()]


def test_a_word_that_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """As good as never in play: here the first word of every event is one that none of its dice may use."""
    usual = Dice._block

    def block(self: Dice, event: int, number: int) -> bytes:
        digest = usual(self, event, number)
        return bytes(8) + digest[8:] if number == 0 else digest

    monkeypatch.setattr(Dice, "_block", block)
    dice = [Dice(seed) for seed in range(5)]
    piles = numpy.tile(numpy.arange(24), (5, 1))
    alone = [one.shuffle(0, tuple(range(24))) for one in dice]
    assert shuffled(dice, [0] * 5, piles).tolist() == [list(row) for row in alone]
