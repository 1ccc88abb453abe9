"""Branches, counters, decisions, notes and the end, on both engines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engines.lockstep import outcome
from trickcore.diagnostics.model import Span
from trickcore.dice import Dice
from trickcore.engines.generated import Engine
from trickcore.engines.model import Offer
from trickcore.engines.reference import Machine
from trickcore.engines.watch import Value
from trickcore.errors import Defect
from trickcore.program.build import Builder
from trickcore.program.model import Field, Item, Program
from trickcore.program.verify import verify

ENGINES = pytest.mark.parametrize("make", [Machine, Engine])
SEATS = ("a", "b", "c")


def builder() -> Builder:
    return Builder(seats=SEATS, teams=(0, 1, 0))


def end(b: Builder, winners: int = 1) -> Program:
    b.emit("end", b.const_int(b.reason("done")), b.const_set(winners))
    return b.finish()


@ENGINES
@pytest.mark.parametrize(("op", "value", "expected"), [("if", 0, 1), ("if", -3, 2), ("unless", 0, 2), ("unless", 1, 1)])
def test_branches(make: Any, op: str, value: int, expected: int) -> None:
    b = builder()
    test, out = b.saved_int("test", -5, 5, initial=value), b.saved_int("out", 0, 9)
    away, done = b.label(), b.label()
    b.emit(op, test, away)
    b.emit("copy", out, b.const_int(1))
    b.emit("jump", done)
    b.place(away)
    b.emit("copy", out, b.const_int(2))
    b.place(done)
    program = end(b)
    assert verify(program) == []
    engine = make(program)
    assert engine.value(engine.start(Dice(0)), out) == expected


@ENGINES
@pytest.mark.parametrize("high", [1, 7, 3000])
def test_a_counter_that_runs_out_is_a_defect_with_its_place(make: Any, high: int) -> None:
    b = builder()
    again = b.label()
    b.place(again)
    b.emit("tick", b.saved_int("rounds", 0, high, label="deals"), span=Span("x.yaml", 4, 1, 4, 9))
    b.emit("jump", again)
    program = b.finish()
    assert verify(program) == []
    with pytest.raises(Defect, match=f"deals went past its limit of {high}") as caught:
        make(program).start(Dice(0))
    assert caught.value.span == Span("x.yaml", 4, 1, 4, 9)


def asking(groups: list[tuple[int, int]]) -> Program:
    """One decision with (seat, mask) groups, from slots that the verifier knows nothing of."""
    b = builder()
    menus = [
        b.menu(f"menu{k}", "?", [Item(f"{k}{letter}", f"{k}{letter}") for letter in "xyz"]) for k in range(len(groups))
    ]
    operands = []
    for k, (seat, mask) in enumerate(groups):
        operands += [b.saved_int(f"seat{k}", -1, 5, initial=seat), menus[k], b.saved_set(f"mask{k}", 3, initial=mask)]
    out = b.saved_int("out", 0, 99)
    b.emit("ask", out, *operands)
    return end(b)


@ENGINES
def test_a_decision_offers_what_is_not_empty(make: Any) -> None:
    engine = make(asking([(1, 0b101), (2, 0), (-1, 0b11), (0, 0b10)]))
    state = engine.start(Dice(0))
    assert engine.pending(state) == (Offer(1, 0, 0b101), Offer(0, 3, 0b10))
    assert engine.legal(state) == (0, 2, 10)
    engine.step(state, 10)
    assert engine.over(state)
    assert engine.pending(state) == ()
    assert engine.legal(state) == ()
    assert engine.value(state, len(engine.program.slots) - 3) == 10


@ENGINES
@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([(0, 0)], "no action is legal"),
        ([(0, 0), (1, 1)], "no action is legal"),
        ([(-1, 1)], "seat -1 cannot act"),
        ([(3, 1)], "seat 3 cannot act"),
        ([(0, 1), (4, 0)], "seat 4 cannot act"),
        ([(0, 0), (0, 1)], ""),
    ],
)
def test_the_first_seat_must_be_able_to_act(make: Any, groups: list[tuple[int, int]], words: str) -> None:
    engine = make(asking(groups))
    found = outcome(lambda: engine.start(Dice(0)))
    assert words in found
    assert bool(words) == bool(found)


@ENGINES
def test_the_end_has_a_reason_and_winners(make: Any) -> None:
    b = builder()
    for text in ("one", "two"):
        b.reason(text)
    b.emit("end", b.saved_int("why", 0, 9, initial=1), b.saved_set("who", 5, initial=0b11))
    engine = make(b.finish())
    state = engine.start(Dice(0))
    assert engine.over(state)
    assert engine.result(state) == (1, 0b11)


@ENGINES
@pytest.mark.parametrize(
    ("reason", "winners", "words"), [(2, 1, "2 is no place for end"), (0, 0b100, "winning teams 2")]
)
def test_an_end_that_cannot_be(make: Any, reason: int, winners: int, words: str) -> None:
    b = builder()
    for text in ("one", "two"):
        b.reason(text)
    b.emit("end", b.saved_int("why", 0, 9, initial=reason), b.saved_set("who", 5, initial=winners))
    engine = make(b.finish())
    assert words in outcome(lambda: engine.start(Dice(0)))


class Notebook:
    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def note(self, note: int, values: tuple[Value, ...]) -> None:
        self.told.append(("note", note, values))

    def duty(self, duty: int, hand: int, sets: tuple[int, ...]) -> None:
        self.told.append(("duty", duty, hand, sets))


def test_a_watcher_hears_notes_and_duties() -> None:
    b = builder()
    note = b.note("told", [Field("n", "number"), Field("list", "numbers")])
    duty = b.duty("follow", [("led", "", None), ("any", "", None)])
    b.emit("first", b.temp_set(4), duty, b.const_set(6), b.const_set(8), b.const_set(15))
    b.emit("note", note, b.const_int(5), b.saved_ints("list", 2, 0, 9, initial=3))
    notebook = Notebook()
    Machine(end(b), notebook).start(Dice(0))
    assert notebook.told == [("duty", duty, 6, (8, 15)), ("note", note, (5, (3, 3)))]


def test_probes_are_told_and_change_nothing() -> None:
    b = builder()
    x = b.saved_int("x", 0, 9, initial=4)
    b.emit("probe", b.probe("step", "begin", None))
    b.emit("probe", b.probe("guard", "", None), x, b.const_int(7))
    told: list[tuple[int, tuple[int, ...]]] = []
    program = end(b)
    Machine(program, probe=lambda probe, values: told.append((probe, values))).start(Dice(0))
    assert told == [(0, ()), (1, (4, 7))]
    assert verify(program) == []
    plain = replace(program, code=tuple(i for i in program.code if i.op != "probe"), probes=())
    makers: tuple[Any, ...] = (Machine, Engine)
    for make in makers:
        observed, other = make(program), make(plain)
        assert observed.dump(observed.start(Dice(0))) == other.dump(other.start(Dice(0)))


def test_a_long_way_without_decisions_needs_no_stack() -> None:
    """Thousands of joins in a row, and a loop that closes thousands of times."""
    b = builder()
    x = b.saved_int("x", 0, 1)
    rounds = b.saved_int("rounds", 0, 400)
    head = b.label()
    b.place(head)
    b.emit("tick", rounds)
    for _ in range(1500):
        skip = b.label()
        b.emit("if", x, skip)
        b.emit("copy", x, b.const_int(0))
        b.place(skip)
    test = b.temp_int(0, 1)
    b.emit("lt", test, rounds, b.const_int(400))
    b.emit("if", test, head)
    program = end(b)
    assert verify(program) == []
    state = Engine(program).start(Dice(0))
    assert Engine(program).over(state)


def test_deep_nesting_needs_no_stack() -> None:
    b = builder()
    x = b.saved_int("x", 0, 1)
    out = [b.label() for _ in range(400)]
    for label in out:
        b.emit("if", x, label)
        b.emit("copy", x, b.const_int(0))
    for label in reversed(out):
        b.place(label)
        b.emit("copy", x, b.const_int(1))
    program = end(b)
    assert verify(program) == []
    engine, machine = Engine(program), Machine(program)
    assert engine.dump(engine.start(Dice(0))) == machine.dump(machine.start(Dice(0)))
