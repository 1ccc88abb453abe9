"""Both engines agree, decision for decision and defect for defect."""

from __future__ import annotations

import random

import pytest

from tests.engines.games import stock_game, whist
from tests.engines.lockstep import lockstep, same_playout
from tests.engines.random_programs import RandomProgram, mutated
from trickcore.engines import graph, region
from trickcore.engines.generated import Engine
from trickcore.program.verify import verify


@pytest.mark.parametrize("start", range(0, 240, 40))
def test_random_programs(start: int) -> None:
    for seed in range(start, start + 40):
        program = RandomProgram(seed).program(16 if seed % 4 else 70)
        assert verify(program) == []
        lockstep(program, seed)
        same_playout(program, seed)


def test_random_programs_reach_decisions_and_defects() -> None:
    found = [lockstep(RandomProgram(seed).program(), seed) for seed in range(60)]
    assert sum(decisions for decisions, _ in found) > 40
    assert sum(1 for _, defect in found if defect) > 5
    assert sum(1 for _, defect in found if not defect) > 5


@pytest.mark.parametrize(("copies", "deepest"), [(0, 1), (0, 40), (60, 0)])
def test_however_the_code_is_cut_into_functions(monkeypatch: pytest.MonkeyPatch, copies: int, deepest: int) -> None:
    """Temporaries are handed over between functions when little is copied or nested."""
    monkeypatch.setattr(graph, "_COPIES", copies)
    monkeypatch.setattr(region, "_DEEPEST", deepest)
    handed_over = 0
    for seed in range(300, 360):
        program = RandomProgram(seed).program(40)
        lockstep(program, seed)
        same_playout(program, seed)
        handed_over += len(Engine(program)._tail) > len(Engine(program)._offered)
    assert handed_over


def test_what_the_verifier_lets_pass_of_spoiled_programs_runs_alike() -> None:
    rng = random.Random(1)
    passed = 0
    for seed in range(150):
        program = mutated(RandomProgram(seed).program(), rng)
        if not verify(program):
            passed += 1
            lockstep(program, seed)
            same_playout(program, seed)
    assert passed > 15


@pytest.mark.parametrize("seed", range(4))
def test_whole_games(seed: int) -> None:
    for program in (whist(), stock_game()):
        assert lockstep(program, seed) == (52, "")
        same_playout(program, seed)
