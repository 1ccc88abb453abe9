"""States of both engines: copies, dumps, pickles, other processes; the layout that callers may rely on."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engines.games import stock_game, whist
from trickcore.dice import Dice, Scripted
from trickcore.engines.generated import Engine, compile_program
from trickcore.engines.reference import Machine
from trickcore.engines.stepping import step_source
from trickcore.program.build import Builder
from trickcore.program.model import Item

ENGINES = pytest.mark.parametrize("make", [Machine, Engine])


def advance(engine: Any, state: Any, count: int, seed: int = 3) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        engine.step(state, rng.choice(engine.legal(state)))


@ENGINES
def test_a_copy_goes_its_own_way(make: Any) -> None:
    engine = make(stock_game())
    state = engine.start(Dice(5))
    advance(engine, state, 9)
    before = engine.dump(state)
    twin = engine.copy(state)
    advance(engine, twin, 11)
    assert engine.dump(state) == before
    advance(engine, state, 11)
    assert engine.dump(state) == engine.dump(twin)


@ENGINES
@pytest.mark.parametrize("other", [Machine, Engine])
def test_a_dump_goes_through_json_into_either_engine(make: Any, other: Any) -> None:
    program = stock_game()
    engine, target = make(program), other(program)
    state = engine.start(Dice(5))
    advance(engine, state, 17)
    twin = target.restore(json.loads(json.dumps(engine.dump(state))), Dice(5))
    advance(engine, state, 35)
    advance(target, twin, 35)
    assert engine.over(state)
    assert engine.dump(state) == target.dump(twin)


@ENGINES
def test_what_is_no_state_is_refused(make: Any) -> None:
    engine = make(whist())
    good = engine.dump(engine.start(Dice(5)))
    bad: list[Any] = [None, [], good[:-1], [*good, 0], [7, *good[1:]], [0, True, *good[2:]], [0, -1, *good[2:]]]
    place = next(k for k, value in enumerate(good) if isinstance(value, list))
    bad += [[*good[:place], pile, *good[place + 1 :]] for pile in (3, [52], [1, 1], ["a"])]
    bad += [[*good[:k], 1 << 60, *good[k + 1 :]] for k in range(2, len(good) - 1)]
    for dump in bad:
        with pytest.raises(ValueError, match="not a state of this game"):
            engine.restore(dump, Dice(5))


@ENGINES
def test_an_engine_is_pickled_as_its_program(make: Any) -> None:
    engine = make(whist())
    twin = pickle.loads(pickle.dumps(engine))
    assert twin.program == engine.program
    assert twin.dump(twin.start(Dice(1))) == engine.dump(engine.start(Dice(1)))


def test_the_flat_state_is_as_documented() -> None:
    engine = compile_program(whist())
    state = engine.start(Dice(5))
    ((seat, menu, legal),) = engine.points[state[0]]
    assert (state[0], state[1], state[2]) == (0, 2, Dice(5))
    assert [(state[seat], menu, state[legal])] == [tuple(offer) for offer in engine.pending(state)]
    action = state[legal].bit_length() - 1
    engine.functions[state[0]](state, action)
    assert state[seat] == 1
    assert engine.copy(state) == list(state)
    assert engine.lists[state[0]](state) == engine.legal(state)


def test_nothing_can_be_played_when_the_match_is_over() -> None:
    engine = compile_program(whist())
    state = engine.start(Dice(5))
    assert engine.playout(state, random.Random(2).random) == 52
    assert engine.playout(state, random.Random(2).random) == 0
    assert engine.lists[state[0]](state) == ()
    with pytest.raises(ValueError, match="the match is over"):
        engine.step(state, 0)


def test_a_given_deal() -> None:
    engine = compile_program(whist())
    order = tuple(reversed(range(52)))
    state = engine.start(Scripted(Dice(1), {0: order, 1: 2}))
    assert engine.value(state, 0) == (0x1FFF << 39, 0x1FFF << 26, 0x1FFF << 13, 0x1FFF)


def test_no_text_of_the_program_is_in_the_source() -> None:
    """Names and labels come from rule files; nothing of them may be run."""
    engine = compile_program(whist())
    parts = engine.layout, engine._blocks, engine._analysis, engine._live
    source = step_source(engine.program, *parts, 99).text
    assert not any(slot.name in source for slot in engine.program.slots if len(slot.name) > 3 and slot.name.isalpha())
    assert "__" not in source


_SCRIPT = """
import random
from tests.engines.games import whist
from trickcore.engines.generated import compile_program
from trickcore.dice import Dice
engine = compile_program(whist())
state = engine.start(Dice("same"))
print(engine.playout(state, random.Random(1).random), engine.dump(state))
"""


def test_another_process_with_other_hashes_plays_the_same() -> None:
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().startswith("52 ")


@ENGINES
def test_a_dump_that_no_match_comes_to_is_refused(make: Any) -> None:
    """What the generated code relies on at a decision is held against states that come from elsewhere."""
    b = Builder(seats=("a",))
    menu = b.menu("m", "?", [Item("x", "x"), Item("y", "y")])
    x, v = b.saved_int("x", 0, 9), b.saved_ints("v", 2, 0, 9)
    b.emit("copy", x, b.const_int(1))
    b.emit("ask", b.temp_int(0, 1), b.const_int(0), menu, b.const_set(3))
    b.emit("load", x, v, x)
    b.emit("end", b.const_int(b.reason("over")), b.const_set(1))
    engine = make(b.finish())
    dump = engine.dump(engine.start(Dice(1)))
    assert engine.dump(engine.restore(dump, Dice(1))) == dump
    dump[dump.index(1, 1)] = 9
    with pytest.raises(ValueError, match="no match comes to it"):
        engine.restore(dump, Dice(1))


@ENGINES
def test_a_dump_in_which_nobody_can_do_anything_is_refused(make: Any) -> None:
    b = Builder(seats=("a",))
    menu = b.menu("m", "?", [Item("x", "x"), Item("y", "y")])
    legal = b.saved_set("legal", 2)
    b.emit("copy_set", legal, b.const_set(3))
    b.emit("ask", b.temp_int(0, 1), b.const_int(0), menu, legal)
    b.emit("copy_set", legal, b.const_set(0))
    b.emit("end", b.const_int(b.reason("over")), b.const_set(1))
    engine = make(b.finish())
    dump = engine.dump(engine.start(Dice(1)))
    dump[dump.index(3, 1)] = 0
    with pytest.raises(ValueError, match="not a state of this game"):
        engine.restore(dump, Dice(1))
