"""The verifier refuses what could go wrong, and says what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.engines.games import stock_game, whist
from trickcore.program.build import Builder
from trickcore.program.model import (
    Card,
    Duty,
    DutyTier,
    Field,
    Instr,
    Item,
    Note,
    Program,
    Role,
    Seen,
    Slot,
    SlotKind,
    Table,
)
from trickcore.program.verify import verify


def builder() -> Builder:
    cards = [Card(f"c{k}", f"c{k}", k, str(k), "") for k in range(4)]
    return Builder(seats=("a", "b"), cards=cards)


def end(b: Builder) -> None:
    b.emit("end", b.const_int(b.reason("r")), b.const_set(1))


def menu(b: Builder) -> int:
    return b.menu("m", "?", [Item("x", "x"), Item("y", "y")])


@pytest.mark.parametrize("game", [whist, stock_game])
def test_sound_programs_pass(game: Callable[[], Program]) -> None:
    assert verify(game()) == []


# ------------------------------------------------------------------------------------------------ flow


def unwritten(b: Builder) -> None:
    b.emit("copy", b.saved_int("x", 0, 9), b.temp_int())
    end(b)


def half_written(b: Builder) -> None:
    x, t, skip = b.saved_int("x", 0, 9), b.temp_int(), b.label()
    b.emit("if", x, skip)
    b.emit("copy", t, x)
    b.place(skip)
    b.emit("copy", x, t)
    end(b)


def kept_across_a_decision(b: Builder) -> None:
    x, t = b.saved_int("x", 0, 9), b.temp_int()
    b.emit("copy", t, x)
    b.emit("ask", b.temp_int(), b.const_int(0), menu(b), b.const_set(3))
    b.emit("copy", x, t)
    end(b)


def stored_before_filled(b: Builder) -> None:
    array = b.temp_ints(3, 0, 9)
    b.emit("store", array, b.const_int(0), b.const_int(1))
    end(b)


def falls_off(b: Builder) -> None:
    b.emit("copy", b.saved_int("x", 0, 9), b.const_int(1))


def falls_off_a_branch(b: Builder) -> None:
    end_label = b.label()
    x = b.saved_int("x", 0, 9)
    b.emit("if", x, end_label)
    end(b)
    b.place(end_label)


def endless(b: Builder) -> None:
    head = b.label()
    b.place(head)
    b.emit("copy", b.saved_int("x", 0, 9), b.const_int(1))
    b.emit("jump", head)


def endless_with_decisions(b: Builder) -> None:
    head = b.label()
    b.place(head)
    b.emit("ask", b.temp_int(), b.const_int(0), menu(b), b.const_set(3))
    b.emit("jump", head)


def reset_counter(b: Builder) -> None:
    head, n = b.label(), b.saved_int("n", 0, 9)
    b.place(head)
    b.emit("tick", n)
    b.emit("copy", n, b.const_int(0))
    b.emit("jump", head)


def ticks_on_one_way_only(b: Builder) -> None:
    head, skip, n, x = b.label(), b.label(), b.saved_int("n", 0, 9), b.saved_int("x", 0, 1)
    b.place(head)
    b.emit("if", x, skip)
    b.emit("tick", n)
    b.place(skip)
    b.emit("copy", x, b.const_int(0))
    b.emit("jump", head)


def two_counters_that_reset_each_other(b: Builder) -> None:
    head, skip, m, n = b.label(), b.label(), b.saved_int("m", 0, 9), b.saved_int("n", 0, 9)
    b.place(head)
    b.emit("if", m, skip)
    b.emit("tick", n)
    b.emit("copy", m, b.const_int(0))
    b.emit("jump", head)
    b.place(skip)
    b.emit("tick", m)
    b.emit("copy", n, b.const_int(0))
    b.emit("jump", head)


def too_long_without_decision(b: Builder) -> None:
    outer, m = b.label(), b.saved_int("m", 0, 100_000)
    inner, n, done = b.label(), b.saved_int("n", 0, 100_000), b.label()
    b.place(outer)
    b.emit("tick", m)
    b.emit("copy", n, b.const_int(0))
    b.place(inner)
    b.emit("tick", n)
    b.emit("if", m, inner)
    b.emit("if", n, outer)
    b.place(done)
    end(b)


# ------------------------------------------------------------------------------------------------ operands


def wrong_kind(b: Builder) -> None:
    b.emit("add", b.saved_int("x", 0, 9), b.const_set(1), b.const_int(1))
    end(b)


def wrong_table(b: Builder) -> None:
    b.emit("look", b.saved_int("x", 0, 9), b.set_table([1]), b.const_int(0))
    end(b)


def writes_a_constant(b: Builder) -> None:
    b.emit("copy", b.const_int(1), b.const_int(2))
    end(b)


def sum_over_too_many(b: Builder) -> None:
    b.emit("sum", b.saved_int("x", 0, 9), b.saved_set("s", 4), b.int_table([1, 2, 3]))
    end(b)


def best_past_the_row(b: Builder) -> None:
    array = b.saved_ints("v", 2, -1, 3)
    b.emit("best", b.saved_int("x", -1, 9), array, b.int_table([1, 2, 3, 4, 5, 6], row=3), b.const_int(0))
    end(b)


def best_below_absent(b: Builder) -> None:
    b.emit("best", b.saved_int("x", -1, 9), b.saved_ints("v", 2, -2, 1), b.int_table([1, 2, 3]), b.const_int(0))
    end(b)


def top_past_the_row(b: Builder) -> None:
    table = b.int_table([1, 2, 3, 4], row=2)
    b.emit("top", b.saved_int("x", -1, 9), b.saved_set("s", 3), table, b.const_int(0))
    end(b)


def bits_of_negatives(b: Builder) -> None:
    b.emit("bits", b.saved_set("s", 9), b.saved_ints("v", 2, -5, 1))
    end(b)


def put_what_is_no_card(b: Builder) -> None:
    b.emit("put", b.saved_pile("p"), b.saved_set("s", 5))
    end(b)


def asks_a_temporary(b: Builder) -> None:
    legal = b.temp_set(2)
    b.emit("copy_set", legal, b.const_set(1))
    b.emit("ask", b.temp_int(), b.const_int(0), menu(b), legal)
    end(b)


def asks_more_than_the_menu(b: Builder) -> None:
    b.emit("ask", b.temp_int(), b.const_int(0), menu(b), b.saved_set("s", 3))
    end(b)


def note_with_too_much(b: Builder) -> None:
    b.emit("note", b.note("n", [Field("x", "number")]), b.const_int(1), b.const_int(2))
    end(b)


def note_of_the_wrong_kind(b: Builder) -> None:
    b.emit("note", b.note("n", [Field("x", "cards")]), b.const_int(1))
    end(b)


def note_of_many(b: Builder) -> None:
    b.emit("note", b.note("n", [Field("x", "seat")]), b.const_set(1))
    end(b)


@pytest.mark.parametrize(
    ("write", "index", "words"),
    [
        (unwritten, 0, "read before it is written"),
        (half_written, 2, "read before it is written"),
        (kept_across_a_decision, 2, "read before it is written since the last decision"),
        (stored_before_filled, 0, "read before it is written"),
        (falls_off, 0, "past the last instruction"),
        (falls_off_a_branch, 0, "instruction 2 does not exist"),
        (endless, 0, "no counter bounds"),
        (endless_with_decisions, 0, "no counter bounds"),
        (reset_counter, 0, "no counter bounds"),
        (ticks_on_one_way_only, 0, "no counter bounds"),
        (two_counters_that_reset_each_other, 0, "no counter bounds"),
        (too_long_without_decision, -1, "may run without a decision"),
        (wrong_kind, 0, "is not a number"),
        (wrong_table, 0, "does not hold numbers"),
        (writes_a_constant, 0, "1 is constant"),
        (sum_over_too_many, 0, "may have 4 elements, the table '' is for 3"),
        (best_past_the_row, 0, "is for -1 to 2"),
        (best_below_absent, 0, "holds -2 to 1"),
        (top_past_the_row, 0, "may have 3 elements"),
        (bits_of_negatives, 0, "may hold -5"),
        (put_what_is_no_card, 0, "the pack has 4 cards"),
        (asks_a_temporary, 1, "must be part of the state"),
        (asks_more_than_the_menu, 0, "has 3 elements, the menu 2 items"),
        (note_with_too_much, 0, "has 1 fields, 2 are given"),
        (note_of_the_wrong_kind, 0, "is for cards"),
        (note_of_many, 0, "is for a seat"),
    ],
)
def test_faulty_code(write: Callable[[Builder], None], index: int, words: str) -> None:
    b = builder()
    write(b)
    found = verify(b.finish())
    assert [fault.index for fault in found] == [index]
    assert words in found[0].words


def nested_counters() -> Program:
    """The inner counter is reset by the outer cycle, which has a counter of its own."""
    b = builder()
    outer, inner, m, n = b.label(), b.label(), b.saved_int("m", 0, 9), b.saved_int("n", 0, 9)
    b.place(outer)
    b.emit("tick", m)
    b.emit("copy", n, b.const_int(0))
    b.place(inner)
    b.emit("tick", n)
    b.emit("if", m, inner)
    b.emit("if", n, outer)
    end(b)
    return b.finish()


def test_nested_cycles_may_reset_inner_counters() -> None:
    assert verify(nested_counters()) == []


# ------------------------------------------------------------------------------------------------ declarations

INT = Slot("x", SlotKind.INT, Role.SAVED, 0, 9)
SEEN = replace(INT, seen=Seen.SEATS, viewers=1)
SEATS = Slot("seats", SlotKind.SET, Role.SAVED, 0, len(whist().seats), domain="seats")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": ()}, "0 seats"),
        ({"teams": (0,)}, "teams must give"),
        ({"teams": (0, -1)}, "teams must give"),
        ({"slots": (replace(INT, low=5, high=4),)}, "above the upper"),
        ({"slots": (replace(INT, high=2**31),)}, "bounds must lie"),
        ({"slots": (replace(INT, initial=10),)}, "10 is outside 0 to 9"),
        ({"slots": (replace(INT, initial="3"),)}, "'3' is outside"),  # type: ignore[arg-type]
        ({"slots": (replace(INT, initial=True),)}, "True is outside"),
        ({"slots": (replace(INT, size=2),)}, "only arrays and piles"),
        ({"slots": (replace(INT, kind="int"),)}, "unknown kind"),  # type: ignore[arg-type]
        ({"slots": (replace(INT, kind=SlotKind.SET, high=4, initial=16),)}, "more than 4 elements"),
        ({"slots": (replace(INT, kind=SlotKind.SET, high=2000),)}, "elements are not from 0"),
        ({"slots": (replace(INT, kind=SlotKind.INTS, size=5000),)}, "size 5000"),
        ({"slots": (replace(INT, kind=SlotKind.PILE, size=3, high=3),)}, "as large as the pack"),
        ({"slots": (replace(INT, kind=SlotKind.PILE, role=Role.CONST),)}, "cannot be constant"),
        ({"slots": (replace(INT, seen="all"),)}, "unknown `seen`"),  # type: ignore[arg-type]
        ({"slots": (replace(INT, viewers=0),)}, "is not asked who sees it"),
        ({"slots": (replace(INT, seen=Seen.SEATS),)}, "slot -1, which is to say who sees it, does not exist"),
        ({"slots": (replace(INT, seen=Seen.SEATS, viewers=1),)}, "slot 1, which is to say"),
        ({"slots": (replace(INT, seen=Seen.SEATS, viewers=0),)}, "holds no set of seats"),
        ({"slots": (SEEN, replace(SEATS, high=9))}, "holds no set of seats"),
        ({"slots": (SEEN, replace(SEATS, role=Role.CONST))}, "holds no set of seats"),
        ({"slots": (SEEN, replace(SEATS, kind=SlotKind.SETS))}, "holds no set of seats"),
        ({"slots": (replace(SEEN, kind=SlotKind.INTS, size=2), replace(SEATS, kind=SlotKind.SETS))}, "no set of seats"),
        ({"tables": (Table("t", SlotKind.INT, (1, 2, 3), 2),)}, "not rows of 2"),
        ({"tables": (Table("t", SlotKind.SET, (-1,)),)}, "within the limits"),
        ({"tables": (Table("t", SlotKind.PILE, ()),)}, "holds numbers or sets"),
        ({"notes": (Note("n", (Field("x", "card", "y"),)),)}, "seen by 'y'"),
        ({"notes": (Note("n", (Field("x", "card"), Field("x", "card"))),)}, "two fields of one name"),
        ({"duties": (Duty("lead", (DutyTier("any", "", 4),)),)}, "a span that does not exist"),
        ({"roles": {"hand": 99}}, "role 'hand' names slot 99"),
        ({"code": ()}, "0 instructions"),
        ({"code": (Instr("jump", (0.5,)),)}, "not an operation with numbers"),  # type: ignore[arg-type]
        ({"code": (Instr("jump", (-1,)),)}, "not an operation with numbers"),
        ({"code": ("jump",)}, "not an operation with numbers"),
        ({"code": (Instr("fly", ()),)}, "no operation 'fly'"),
        ({"code": (Instr("jump", ()),)}, "jump takes operands L"),
        ({"code": (Instr("jump", (7,)),)}, "instruction 7 does not exist"),
        ({"code": (Instr("jump", (0,), 3),)}, "span 3 does not exist"),
        ({"code": (Instr("copy", (99, 99)),)}, "slot 99 does not exist"),
        ({"code": (Instr("look", (0, 99, 0)),)}, "table 99 does not exist"),
        ({"code": (Instr("note", (99,)),)}, "note 99 does not exist"),
    ],
)
def test_faulty_declarations(change: dict[str, Any], words: str) -> None:
    found = verify(replace(whist(), **change))
    assert any(words in fault.words for fault in found), found


@pytest.mark.parametrize(
    "slots",
    [
        (SEEN, SEATS),
        (replace(SEEN, kind=SlotKind.INTS, size=3), SEATS),
        (replace(SEEN, kind=SlotKind.INTS, size=3), replace(SEATS, kind=SlotKind.SETS, size=3)),
    ],
)
def test_a_slot_says_who_sees_another(slots: tuple[Slot, ...]) -> None:
    program = whist()
    more = tuple(replace(slot, viewers=slot.viewers + len(program.slots)) for slot in slots[:1]) + slots[1:]
    assert verify(replace(program, slots=(*program.slots, *more))) == []


def test_actions_are_numbered_and_named_once() -> None:
    program = whist()
    menu = program.menus[0]
    twice = replace(menu, items=(*menu.items, replace(menu.items[0], card=77)))
    assert "stands for two actions" in str(verify(replace(program, menus=(twice,))))
    assert "names card 77" in str(verify(replace(program, menus=(twice,))))
    assert "numbered from 0, not 5" in str(verify(replace(program, menus=(replace(menu, offset=5),))))


def test_unreachable_code_is_a_fault() -> None:
    program = whist()
    faulty = replace(program, code=(*program.code, program.code[-1]))
    assert [str(fault) for fault in verify(faulty)] == [f"instruction {len(program.code)}: nothing leads here"]


def test_a_run_that_tells_of_too_much_names_its_loop() -> None:
    b = builder()
    k, told = b.saved_int("k", 0, 40_000), b.note("again")
    head = b.label()
    b.place(head)
    b.emit("tick", k)
    for _ in range(5):
        b.emit("note", told)
    b.emit("if", b.saved_int("x", 0, 1), head)
    b.emit("end", b.const_int(b.reason("done")), b.const_set(0))
    (fault,) = verify(b.finish())
    assert str(fault).endswith("200010 events may be told of without a decision; at most 200000 are allowed")
    assert (fault.index, fault.near) == (-1, 0)


def test_a_run_that_is_too_long_names_its_longest_loop() -> None:
    b = builder()
    short, k = b.label(), b.saved_int("k", 0, 100)
    b.place(short)
    b.emit("tick", k)
    b.emit("if", b.saved_int("x", 0, 1), short)
    too_long_without_decision(b)
    (fault,) = verify(b.finish())
    assert (fault.index, fault.near) == (-1, 4)  # the inner of its two loops
