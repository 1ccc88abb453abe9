"""What programs that are compiled to be observed tell, and that they play as others do."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

import trickcore
from tests.engines.lockstep import lockstep
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.game import Game

TEXT = """
trickcore: 1
name: Observed
players: 2
options: {strict: {type: flag, default: true}}
deck: french 24
order: {all: A K Q J 10 9}
state: {rounds: number}
when:
  trick_no > 2: {values: {any: 1}}
  strict: {bonus: 2}
let: {bonus: 0}
play:
  follow:
    - led if strict
    - hearts if trick_no == 1 or trick_no == 2 and me == dealer
    - any
  until: trick_no == 4
  calls:
    stop: {if: trick_no == 3, do: [{id: over, end: play}]}
steps:
  - deal: {each: 6}
  - {id: never, when: trick_no > 0, set: {rounds: 1}}
  - play: all
  - id: points
    score:
      lines: {tricks: tricks, bonus: bonus if tricks > 2}
      points: total if tricks > 1 else -1 if strict else 0
match: {deals: 2}
"""


def told(game: Game, matches: int = 5, text: str = TEXT) -> dict[tuple[str, str], set[tuple[int, ...]]]:
    """What the probes of random matches had: by kind and text, all values."""
    program = game.probed.program
    found: dict[tuple[str, str], set[tuple[int, ...]]] = defaultdict(set)
    lines = text.splitlines()

    def probe(index: int, values: tuple[int, ...]) -> None:
        span = program.spans[program.probes[index].span]
        text = lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""
        found[program.probes[index].kind, program.probes[index].name or text].add(values)

    machine, random = Machine(program, probe=probe), Random(1)
    for number in range(matches):
        state = machine.start(Dice(number))
        while not machine.over(state):
            legal = machine.legal(state)
            machine.step(state, legal[int(random.random() * len(legal))])
    return dict(found)


def test_conditions_are_told_where_they_are_asked_for() -> None:
    found = told(trickcore.loads(TEXT))
    assert found["guard", "trick_no > 2"] == {(0,), (1,)}
    assert found["guard", "strict"] == {(1,), (1, 0), (1, 1)}  # the overlay; in the points where it is asked for, too
    assert found["guard", "trick_no > 0"] == {(0,)}
    assert found["guard", "trick_no == 1 or trick_no == 2 and me == dealer"] == {(0,), (1,)}
    assert found["guard", "trick_no == 4"] == {(0,), (1,)}
    assert found["guard", "trick_no == 3"] == {(0,), (1,)}
    assert found["guard", "tricks > 1"] >= {(0,), (1,)}
    loose = told(trickcore.loads(TEXT, options={"strict": False}))
    assert loose["guard", "strict"] == {(0,), (0, 0), (0, 1)}


DEEP = """
trickcore: 1
name: Deep
players: 2
options: {long: {type: flag, default: true}, half: {type: number, default: 1, min: 0, max: 2}}
deck: french 24
order: {all: A K Q J 10 9}
state: {phase: [early, late], who: seat}
let:
  size(n): 5 if n == 1 else 7 if n == 2 else 9
  much: (3 if tricks > 2 else 4) if long else (8 if tricks > 1)
  ours: 2 if me == eldest
play:
  leader: eldest if long else dealer
steps:
  - deal: {each: 6 if long else 4}
  - ask: {who: eldest, choose: {phase: [early, late]}, if: phase == early if half == 1 else true}
  - set: {who: dealer if phase == late}
  - play: all
  - score: size(half) + much + sum(ours(s) for s in who) + sum(1 if s == dealer else 2 for s in seats)
match: {deals: 2, winner: which(true for s in seats) if long else most(score(s) for s in seats)}
"""


def test_conditions_are_told_in_definitions_and_wherever_a_value_is_worked_out() -> None:
    found = {text: values for (kind, text), values in told(trickcore.loads(DEEP), 8, DEEP).items() if kind == "guard"}
    assert found["n == 1"] == {(1,)} and "n == 2" not in found  # known, and not asked for
    assert found["tricks > 2"] == {(0,), (1,)} and "tricks > 1" not in found
    assert found["long"] == {(1,)}
    assert found["half == 1"] == {(1,)}
    assert found["phase == late"] == {(0,)}
    assert found["s == dealer"] == {(0,), (1,)}
    assert {values for values in found["me == eldest"] if values[-1]} == set()  # nobody is `who`
    other = told(trickcore.loads(DEEP, options={"long": False, "half": 2}), 8, DEEP)
    assert other["guard", "n == 1"] == {(0,)} and other["guard", "n == 2"] == {(1,)}
    assert other["guard", "tricks > 1"] == {(0,), (1,)} and ("guard", "tricks > 2") not in other
    assert other["guard", "half == 1"] == {(0,)} and other["guard", "phase == late"] == {(0,), (1,)}
    assert {values[0] for values in other["guard", "me == eldest"] if values[-1]} == {0}  # only the dealer is `who`


def test_steps_calls_and_points_are_told() -> None:
    found = told(trickcore.loads(TEXT), 12)
    assert found["step", "points"] == found["step", "over"] == found["call", "stop"] == {()}
    assert ("step", "never") not in found
    assert found["award", "tricks"] >= {(0,), (2,)}
    assert found["award", "bonus"] == {(0,), (2,)}
    assert {values for values in found["award", "-1"] if values[1]} == {(-1, 1)}


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_what_is_observed_plays_as_what_is_not(name: str) -> None:
    game = trickcore.load(name)
    lockstep(game.probed.program, 1)
    plain, probed, random = game.start(3), game.probed.start(3), Random(3)
    for _ in range(300):
        assert probed.legal_ids == plain.legal_ids
        if plain.over:
            break
        action = random.choice(plain.legal_ids)
        plain.play(action)
        probed.play(action)
        seen = {**probed.view(0).to_json(), "identity": game.identity}
        assert seen == plain.view(0).to_json()
    assert probed.scores == plain.scores


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_what_is_not_observed_has_no_probes(name: str) -> None:
    program = trickcore.load(name).program
    assert not program.probes and not any(instr.op == "probe" for instr in program.code)
