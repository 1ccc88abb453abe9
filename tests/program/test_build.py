"""The builder: interning, labels, pruning."""

from __future__ import annotations

import pytest

from trickcore.diagnostics.model import Span
from trickcore.program.build import Builder
from trickcore.program.model import Field, Item, Role, SlotKind
from trickcore.program.verify import verify

PLACE = Span("x.yaml", 1, 1, 1, 2)


def test_what_repeats_is_kept_once() -> None:
    b = Builder(seats=("a",))
    assert b.const_int(3) == b.const_int(3) != b.const_int(4)
    assert b.const_set(3) == b.const_set(3) != b.const_set(3, 9)
    assert b.const_int(3) != b.const_set(3)
    assert b.int_table([1, 2]) == b.int_table((1, 2)) != b.set_table([1, 2])
    assert b.note("n", [Field("x", "number")]) == b.note("n", [Field("x", "number")]) != b.note("n")
    assert b.duty("lead", [("any", "", PLACE)]) == b.duty("lead", [("any", "", PLACE)])
    assert b.span(PLACE) == 0 == b.span(PLACE)
    assert b.reason("r") == b.reason("r")
    assert b.span(None) == -1


def test_slots_are_declared_as_asked() -> None:
    b = Builder(seats=("a", "b"))
    slots = [b.slot_at(k) for k in (b.saved_int("n", 2, 5), b.saved_int("m", -5, -2), b.temp_set(7), b.const_int(-3))]
    assert [(s.role, s.kind, s.low, s.high, s.initial) for s in slots] == [
        (Role.SAVED, SlotKind.INT, 2, 5, 2),
        (Role.SAVED, SlotKind.INT, -5, -2, -2),
        (Role.TEMP, SlotKind.SET, 0, 7, 0),
        (Role.CONST, SlotKind.INT, -3, -3, -3),
    ]


def test_menus_number_their_actions_on() -> None:
    b = Builder()
    menus = [b.menu(name, "?", [Item(f"{name}{k}", "") for k in range(3)]) for name in "xy"]
    assert [b.menu_at(menu).offset for menu in menus] == [0, 3]


def test_spans_of_instructions() -> None:
    b = Builder(seats=("a",))
    x = b.saved_int("x", 0, 1)
    other = Span("x.yaml", 2, 1, 2, 2)
    b.emit("copy", x, b.const_int(0))
    assert b.at(PLACE) is None
    b.emit("copy", x, b.const_int(0))
    b.emit("copy", x, b.const_int(0), span=other)
    assert b.at(None) == PLACE
    b.emit("end", b.const_int(b.reason("r")), b.const_set(0))
    program = b.finish()
    assert [instr.span for instr in program.code] == [-1, 0, 1, -1]
    assert program.spans == (PLACE, other)


def test_labels_before_and_after() -> None:
    b = Builder(seats=("a",))
    x = b.saved_int("x", 0, 9)
    head, out = b.label(), b.label()
    b.place(head)
    b.emit("tick", x)
    b.emit("if", x, out)
    b.emit("jump", head)
    b.place(out)
    b.emit("end", b.const_int(b.reason("r")), b.const_set(0))
    program = b.finish()
    assert [(instr.op, instr.args) for instr in program.code[1:3]] == [("if", (x, 3)), ("jump", (0,))]
    assert verify(program) == []


def test_what_never_runs_is_dropped() -> None:
    b = Builder(seats=("a",))
    x = b.saved_int("x", 0, 9)
    far, near, hop = b.label(), b.label(), b.label()
    b.emit("if", x, hop)  # goes to a jump: goes on to its target
    b.emit("jump", near)  # over nothing but what is dropped
    b.emit("copy", x, x)
    b.place(hop)
    b.emit("jump", far)
    b.place(near)
    b.emit("tick", x)
    b.place(far)
    b.emit("end", b.const_int(b.reason("r")), b.const_set(0))
    program = b.finish()
    assert [(instr.op, instr.args[-1]) for instr in program.code] == [("if", 2), ("tick", x), ("end", 2)]
    assert verify(program) == []


def test_a_ring_of_jumps_is_left_to_the_verifier() -> None:
    b = Builder(seats=("a",))
    one, two = b.label(), b.label()
    b.place(one)
    b.emit("jump", two)
    b.place(two)
    b.emit("jump", one)
    assert [fault.words for fault in verify(b.finish())] != []


def test_wrong_uses() -> None:
    b = Builder()
    with pytest.raises(ValueError, match="there is no such operation"):
        b.emit("fly", 1)
    with pytest.raises(ValueError, match="add does not take 2 operands"):
        b.emit("add", 1, 2)
    label = b.label()
    b.place(label)
    with pytest.raises(ValueError, match="placed twice"):
        b.place(label)
    b.emit("jump", b.label())
    with pytest.raises(ValueError, match="never placed"):
        b.finish()
