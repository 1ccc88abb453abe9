"""Both engines on one program, side by side."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from trickcore.dice import Dice
from trickcore.engines.generated import Engine, Run
from trickcore.engines.reference import Machine
from trickcore.errors import Defect
from trickcore.program.model import Program

_MOST = 60  # decisions


def outcome(action: Callable[[], object]) -> str:
    """The words and place of the defect, or nothing."""
    try:
        action()
    except Defect as defect:
        return str(defect)
    return ""


class Runner:
    """A match that goes on in a run wherever one can begin."""

    def __init__(self, engine: Engine, state: list[Any]) -> None:
        self.engine = engine
        self.state = state
        self.legal = engine.legal(state)
        self.run: Run | None = None

    def step(self, action: int) -> None:
        """Go on, in the run if there is one."""
        if self.run:
            self.legal = self.run.send(action) or ()
            return
        self.engine.step(self.state, action)
        self.run = self.engine.run(self.state)
        first = next(self.run) if self.run else self.engine.legal(self.state)
        self.legal = first or ()

    def current(self) -> list[Any]:
        """The state, up to date."""
        if self.run:
            assert self.run.send(-1) is None
        return self.state


def lockstep(program: Program, seed: int) -> tuple[int, str]:
    """Play at random, by steps, in a run and on the reference machine; every state and every defect must be the same.
    Decisions, and the defect if there was one."""
    engine, machine, rng = Engine(program), Machine(program), random.Random(seed)
    states: dict[str, Any] = {}
    first = outcome(lambda: states.update(engine=engine.start(Dice(seed))))
    assert first == outcome(lambda: states.update(machine=machine.start(Dice(seed))))
    if first:
        return 0, first
    state, memory = states["engine"], states["machine"]
    runner = Runner(engine, engine.copy(state))
    for decisions in range(_MOST):
        assert engine.dump(state) == machine.dump(memory)
        assert engine.over(state) == machine.over(memory)
        assert engine.pending(state) == machine.pending(memory)
        if decisions % 3 or engine.over(state):  # not always: asking for the state must change nothing
            assert engine.dump(runner.current()) == engine.dump(state)
        if engine.over(state):
            assert engine.result(state) == machine.result(memory)
            return decisions, ""
        legal = engine.legal(state)
        assert legal == machine.legal(memory) == runner.legal
        action = rng.choice(legal)
        found = outcome(lambda action=action: engine.step(state, action))  # type: ignore[misc]
        assert found == outcome(lambda action=action: machine.step(memory, action))  # type: ignore[misc]
        assert found == outcome(lambda action=action: runner.step(action))  # type: ignore[misc]
        if found:
            return decisions, found
    return _MOST, ""


def same_playout(program: Program, seed: int) -> None:
    """A playout is what the reference machine does with the same random numbers, from the start or from later on."""
    engine, machine = Engine(program), Machine(program)
    if outcome(lambda: engine.start(Dice(seed))):
        return
    state, memory = engine.start(Dice(seed)), machine.start(Dice(seed))
    for _ in range(seed % 4):
        legal = engine.legal(state)
        if legal and not outcome(lambda legal=legal: machine.step(memory, legal[-1])):  # type: ignore[misc]
            engine.step(state, legal[-1])
        elif legal:
            return
    before = engine.dump(state)
    counts: list[int] = []
    found = outcome(lambda: counts.append(engine.playout(state, random.Random(seed).random)))
    expected = outcome(lambda: counts.append(slow_playout(machine, memory, random.Random(seed).random)))
    assert found == expected
    if found:
        assert engine.dump(state)[:-2] == before[:-2]
    else:
        assert counts[0] == counts[1]
        assert engine.dump(state) == machine.dump(memory)
        assert engine.over(state)


def slow_playout(machine: Machine, memory: object, rng: Callable[[], float]) -> int:
    """What `Engine.playout` promises, on the reference machine."""
    decisions = 0
    while not machine.over(memory):  # type: ignore[arg-type]
        legal = machine.legal(memory)  # type: ignore[arg-type]
        groups = (len(machine.program.code[machine.layout.asks[memory.point]].args) - 1) // 3  # type: ignore[attr-defined]
        action = legal[0] if len(legal) == 1 and groups == 1 else legal[int(rng() * len(legal))]
        decisions += 1
        machine.step(memory, action)  # type: ignore[arg-type]
    return decisions
