"""Interval analysis: nothing that can happen is missed, and what is plain needs no check."""

from __future__ import annotations

import random
from typing import Any

import pytest

from trickcore.engines.pure import PURE, Outside
from trickcore.program.build import Builder
from trickcore.program.intervals import full, result
from trickcore.program.masks import elements
from trickcore.program.model import Item, Role, Slot, SlotKind, Table
from trickcore.program.ops import OPS
from trickcore.program.ranges import analyse, checks, declared

UNIVERSE = 6


class Samples:
    """Random ranges for the operands of an operation, and values out of them."""

    def __init__(self, op: str, rng: random.Random) -> None:
        self.rng = rng
        text = OPS[op].operands.replace("s*", "ss")
        self.op = op
        self.letters = [letter for letter in text[1:] if letter != "D"]
        self.known = [self.range(letter) for letter in self.letters]

    def range(self, letter: str) -> Any:
        r = self.rng
        if letter == "i":
            low = r.randrange(-6, 7)
            return low, low + r.randrange(5)
        if letter == "s":
            return r.randrange(1 << UNIVERSE)
        if letter == "t":
            return Table("t", SlotKind.INT, tuple(r.randrange(-9, 9) for _ in range(2 * UNIVERSE)), UNIVERSE, 5)
        if letter == "u":
            return Table("u", SlotKind.SET, tuple(r.randrange(1 << UNIVERSE) for _ in range(UNIVERSE)), 0, 33)
        kind = {"v": SlotKind.INTS, "w": SlotKind.SETS, "p": SlotKind.PILE}[letter]
        low = r.choice([-1, 0]) if letter == "v" else 0
        return Slot("a", kind, Role.SAVED, low, UNIVERSE - (letter == "v"), UNIVERSE if letter == "p" else 3)

    def value(self, known: Any) -> Any:
        r = self.rng
        if isinstance(known, tuple):
            return r.randint(*known)
        if isinstance(known, int):
            return known & r.randrange(1 << UNIVERSE)
        if isinstance(known, Table):
            return known
        if known.kind is SlotKind.PILE:
            return tuple(r.sample(range(UNIVERSE), r.randrange(UNIVERSE + 1)))
        low, high = (known.low, known.high) if known.kind is SlotKind.INTS else (0, full(known.high))
        return [r.randint(low, high) for _ in range(known.size)]


@pytest.mark.parametrize("op", sorted(PURE))
def test_results_lie_within_what_is_foreseen(op: str) -> None:
    rng = random.Random(op)
    for _ in range(150):
        samples = Samples(op, rng)
        foreseen = result(op, samples.known, UNIVERSE)
        for _ in range(12):
            values = [samples.value(known) for known in samples.known]
            try:
                value = PURE[op](*values, *([UNIVERSE] if op == "only" else []))
            except Outside:
                continue
            if isinstance(foreseen, tuple):
                assert foreseen[0] <= value <= foreseen[1], (samples.known, values)
            else:
                assert foreseen is not None
                assert not value & ~foreseen, (samples.known, values)


def test_elements() -> None:
    assert elements(0b10110) == [1, 2, 4]


def needed(b: Builder) -> dict[int, set[str]]:
    b.emit("end", b.const_int(b.reason("r")), b.const_set(0))
    return {i: set(parts) for i, parts in checks(b.finish()).items()}


def test_what_is_proved_is_not_checked() -> None:
    b = Builder(seats=("a",))
    seat, t = b.saved_int("seat", 0, 3), b.temp_int()
    hands, hand = b.saved_sets("hands", 4, 8), b.temp_set(8)
    b.emit("add", t, seat, b.const_int(1))
    b.emit("mod", seat, t, b.const_int(4))
    b.emit("load_set", hand, hands, seat)
    b.emit("count", t, hand)
    b.emit("look", seat, b.int_table([0] * 8 + [3]), t)
    assert needed(b) == {}


def test_what_is_not_proved_is_checked() -> None:
    b = Builder(seats=("a",))
    menu = b.menu("m", "?", [Item("x", "x")])
    seat, other = b.saved_int("seat", 0, 3), b.saved_int("other", -1, 4)
    hands, small = b.saved_sets("hands", 4, 8), b.saved_set("small", 4)
    b.emit("ask", b.temp_int(), b.const_int(0), menu, b.const_set(1))
    b.emit("load", seat, b.saved_ints("seats", 1, 0, 3), b.const_int(0))
    b.emit("load", other, b.saved_ints("others", 1, -1, 4), b.const_int(0))
    b.emit("add", seat, seat, b.const_int(1))
    b.emit("load_set", small, hands, other)
    b.emit("tick", other)
    b.emit("store_set", hands, seat, b.const_set(256))
    assert needed(b) == {3: {"result"}, 4: {"index", "result"}, 5: {"result"}, 6: {"result"}}


def test_what_is_known_of_saved_slots_outlasts_a_decision_and_is_its_invariant() -> None:
    b = Builder(seats=("a",))
    menu = b.menu("m", "?", [Item("x", "x"), Item("y", "y"), Item("z", "z")])
    x, legal, array = b.saved_int("x", 0, 9), b.saved_set("legal", 3), b.saved_ints("v", 3, 0, 9)
    action = b.temp_int(0, 9)
    b.emit("copy", x, b.const_int(2))
    b.emit("copy_set", legal, b.const_set(0b011))
    b.emit("ask", action, b.const_int(0), menu, legal)
    b.emit("load", b.temp_int(0, 9), array, x)  # x is 2
    b.emit("load", x, array, action)  # z was not offered
    b.emit("ask", action, b.const_int(0), menu, legal)
    b.emit("load", x, array, x)
    b.emit("end", b.const_int(b.reason("over")), b.const_set(1))
    program = b.finish()
    analysis = analyse(program)
    assert analysis.checks == {len(program.code) - 2: frozenset({"index"})}
    assert analysis.invariants[2] == {x: (2, 2), legal: 0b011}


def test_what_is_known_ends_at_a_decision_and_where_ways_meet() -> None:
    b = Builder(seats=("a",))
    menu = b.menu("m", "?", [Item("x", "x")])
    x, array, skip = b.saved_int("x", 0, 9), b.saved_ints("v", 3, 0, 9), b.label()
    out = b.temp_int()
    b.emit("copy", x, b.const_int(1))
    b.emit("load", out, array, x)  # x is 1
    b.emit("if", out, skip)
    b.emit("copy", x, b.const_int(5))
    b.place(skip)
    b.emit("load", out, array, x)  # x is 1 or 5
    b.emit("ask", b.temp_int(), b.const_int(0), menu, b.const_set(1))
    b.emit("load", out, array, x)
    assert needed(b) == {4: {"index"}, 6: {"index"}}


def test_arrays_of_great_numbers_cost_nothing() -> None:
    b = Builder(seats=("a",))
    array = b.saved_ints("scores", 4, -(2**31) + 1, 2**31 - 1)
    b.emit("fill", array, b.const_int(0))
    assert declared(b.slot_at(array)) == 0
    assert needed(b) == {}


def test_a_loop_settles() -> None:
    b = Builder(seats=("a",))
    n, x, head = b.saved_int("n", 0, 9), b.saved_int("x", 0, 1000), b.label()
    b.place(head)
    b.emit("tick", n)
    b.emit("add", x, x, b.const_int(1))
    b.emit("if", n, head)
    assert needed(b) == {0: {"result"}, 1: {"result"}}
