"""Counters that no run passes twice without a decision."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.engines.lockstep import outcome
from tests.engines.random_programs import RandomProgram
from tests.program.test_verify import builder, end, menu
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory
from trickcore.program import cycles
from trickcore.program.build import Builder
from trickcore.program.flow import components
from trickcore.program.model import Instr, Program
from trickcore.program.silence import counted_once
from trickcore.program.verify import verify


def _once(program: Program) -> tuple[frozenset[int], frozenset[int]]:
    """Ticks that are passed at most once, and all that were looked at."""
    graph = cycles._silent(program)
    parts = [p for p in components(sorted(graph), graph) if cycles._is_cycle(p, graph)]
    ticks = [(part, sorted(cycles._ticks(program, part))) for part in parts]
    return counted_once(program, ticks), frozenset(tick for _, found in ticks for tick in found)


class _Counting(Machine):
    """Counts how often each tick is passed between two decisions."""

    passed: Counter[int]
    most: Counter[int]

    def _next(self, memory: Memory, instr: Instr, i: int) -> int:
        if instr.op == "tick":
            self.passed[i] += 1
            self.most[i] = max(self.most[i], self.passed[i])
        return super()._next(memory, instr, i)


def _most(program: Program, seeds: range) -> Counter[int]:
    machine, most = _Counting(program), Counter[int]()
    machine.most = most
    for seed in seeds:
        random, states = Random(seed), list[Memory]()
        machine.passed = Counter()
        failed = outcome(lambda seed=seed, states=states: states.append(machine.start(Dice(seed))))  # type: ignore[misc]
        while not failed and not machine.over(states[0]):
            machine.passed = Counter()
            action = random.choice(machine.legal(states[0]))
            failed = outcome(lambda action=action, states=states: machine.step(states[0], action))  # type: ignore[misc]
    return most


def test_what_is_said_of_random_programs_holds() -> None:
    said = looked = 0
    for seed in range(120):
        program = RandomProgram(seed).program(16 if seed % 4 else 60)
        once, ticks = _once(program)
        most = _most(program, range(seed, seed + 4))
        assert all(most[tick] <= 1 for tick in once)
        said, looked = said + len(once), looked + len(ticks)
    assert looked


def _rounds(first: str) -> Program:
    """A hundred rounds, each with one decision, unless the seats are gone already; a loop of its own in each."""
    b = builder()
    head, again, out = b.label(), b.label(), b.label()
    n, inner = b.saved_int("n", 0, 100), b.saved_int("inner", 0, 1000)
    gone, legal = b.saved_set("gone", 2), b.saved_set("legal", 2)
    seat, turns = b.saved_int("seat", -1, 1), b.saved_int("turns", 0, 2)
    left, action, none = b.temp_set(2), b.temp_int(0, 1), b.temp_int(0, 1)
    b.place(head)
    b.emit("le", none, b.const_int(100), n)
    b.emit("if", none, out)
    b.emit("tick", n)
    b.emit("copy", inner, b.const_int(0))
    loop, done = b.label(), b.label()
    b.place(loop)
    b.emit("le", none, b.const_int(1000), inner)
    b.emit("if", none, done)
    b.emit("tick", inner)
    b.emit("jump", loop)
    b.place(done)
    if first != "as it was":
        b.emit("copy_set", gone, b.const_set(int(first)))
    b.emit("copy_set", legal, b.const_set(3))
    b.emit("copy", turns, b.const_int(0))
    b.place(again)
    b.emit("less", left, b.const_set(3), gone)
    b.emit("next_in", seat, left, b.const_int(0), b.const_int(2))
    b.emit("lt", none, seat, b.const_int(0))
    b.emit("if", none, head)
    b.emit("tick", turns)
    b.emit("ask", action, seat, menu(b), legal)
    b.emit("only", left, seat)
    b.emit("join", gone, gone, left)
    b.emit("jump", again)
    b.place(out)
    end(b)
    return b.finish()


@pytest.mark.parametrize(("first", "once"), [("0", 1), ("1", 1), ("3", 0), ("as it was", 0)])
def test_a_set_that_is_cleared_is_asked_about(first: str, once: int) -> None:
    program = _rounds(first)
    assert verify(program) == []
    assert len(_once(program)[0]) == once
    (tick,) = _once(program)[1]
    assert (_most(program, range(2))[tick] == 1) == bool(once)


def test_the_bound_is_looked_at_more_closely_only_where_it_is_too_large() -> None:
    program = _rounds("0")
    wide = cycles.longest_silence(program)
    assert cycles.longest_silence(program, most=wide - 1) * 40 < wide
    other = _rounds("as it was")
    assert cycles.longest_silence(other, most=0) == cycles.longest_silence(other)


def test_a_long_way_is_given_up() -> None:
    def write(b: Builder) -> None:
        for k in range(300):
            b.emit("copy", b.saved_int(f"s{k}", 0, 1), b.const_int(0))

    b = builder()
    head, out, n = b.label(), b.label(), b.saved_int("n", 0, 9)
    full = b.temp_int(0, 1)
    b.place(head)
    b.emit("le", full, b.const_int(9), n)
    b.emit("if", full, out)
    b.emit("tick", n)
    write(b)
    for _ in range(1500):
        skip = b.label()
        b.emit("if", n, skip)
        b.emit("copy", full, b.const_int(1))
        b.place(skip)
    b.emit("jump", head)
    b.place(out)
    end(b)
    assert _once(b.finish())[0] == frozenset()
