"""What every operation means at its edges, on both engines: one table, which must not forget an operation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines.lockstep import outcome
from trickcore.dice import Dice, Scripted
from trickcore.engines.generated import Engine
from trickcore.engines.reference import Machine
from trickcore.program.build import Builder
from trickcore.program.model import Card, Item, Program, Role, Seen, Slot, SlotKind
from trickcore.program.ops import OPS
from trickcore.program.signature import UPDATED
from trickcore.program.verify import verify

CARDS = 8
FLOW = {"jump", "if", "unless", "tick", "ask", "note", "probe", "end"}  # tests of their own, in test_flow
KEYS = ((3, 1, 4, 1, 5, 9, 2, 6, 9, 8, 7, 6, 5, 4, 3, 2), 8, 0)  # two rows of eight
TABLE = ((10, -20, 30, 0), 0, 7)
SETS = ((0b1, 0b110, 0b1000, 0), 0, 0b11)
MANY_SETS = ((0b1, 0b110, 0b1000, 0, 0, 0, 0, 0b10000), 0, 0b11)
WORTH = ((5, -5, 1, 1, 0, 0, 20, -7), 0, 0)
REST = (0, 0, 0, 0)
CHAIN = ((0b0011, 0b0110, 0b1100, 0b0111, *REST), 0, 0)  # each meets the next; the last meets all
PRICES = ((20, 30, 20, -5, *REST), 0, 0)
EQUAL = ((10, 10, 10, 10, *REST), 0, 0)
ALIKE = ((0, 0, 0, 0, *REST), 0, 0)
APART = ((0, 1, 2, 3, *REST), 0, 0)
PLACE = "is no place for"
OUT = "would become"
BITS = "would hold"

# (operands after the destination, or all of them where there is none) → result, or words of the defect.
CASES: dict[str, list[tuple[tuple[Any, ...], Any]]] = {
    "copy": [((5,), 5), ((-100,), -100), ((101,), OUT)],
    "add": [((2, 3), 5), ((60, 50), OUT), ((-60, -50), OUT)],
    "sub": [((2, 3), -1), ((-60, 50), OUT)],
    "mul": [((-4, 3), -12), ((2**31 - 1, 2**31 - 1), OUT)],
    "div": [((7, 2), 3), ((-7, 2), -4), ((7, -2), -4), ((7, 0), 0), ((0, 0), 0)],
    "mod": [((7, 3), 1), ((-7, 3), 2), ((7, -3), -2), ((7, 0), 0), ((2, 5), 2)],
    "min": [((2, -3), -3), ((4, 4), 4)],
    "max": [((2, -3), 2), ((4, 4), 4)],
    "abs": [((-3,), 3), ((0,), 0), ((9,), 9)],
    "eq": [((1, 1), 1), ((1, 2), 0)],
    "ne": [((1, 1), 0), ((1, 2), 1)],
    "lt": [((1, 2), 1), ((2, 2), 0)],
    "le": [((2, 2), 1), ((3, 2), 0)],
    "and": [((2, -1), 1), ((2, 0), 0), ((0, 0), 0)],
    "or": [((2, 0), 1), ((0, 0), 0), ((0, -3), 1)],
    "not": [((0,), 1), ((7,), 0)],
    "choose": [((2, 3, 4), 3), ((0, 3, 4), 4)],
    "look": [((TABLE, 1), -20), ((TABLE, -1), 7), ((TABLE, 4), PLACE), ((TABLE, -2), PLACE)],
    "load": [(((4, 5, 6), 2), 6), (((4, 5, 6), 3), PLACE), (((4, 5, 6), -1), PLACE)],
    "store": [
        (((4, 5, 6), 1, 7), (4, 7, 6)),
        (((4, 5), 2, 7), PLACE),
        (((4, 5), -1, 0), PLACE),
        (((4, 5), 0, 99), OUT),
    ],
    "fill": [(((4, 5, 6), -1), (-1, -1, -1)), (((4, 5), 99), OUT)],
    "copy_set": [((0b101,), 0b101), ((0b100000000,), BITS)],
    "meet": [((0b110, 0b011), 0b010)],
    "join": [((0b110, 0b011), 0b111), ((0b100000000, 1), BITS)],
    "less": [((0b110, 0b011), 0b100), ((0b11, 0b11), 0)],
    "choose_set": [((1, 0b1, 0b10), 0b1), ((0, 0b1, 0b10), 0b10)],
    "look_set": [((SETS, 1), 0b110), ((SETS, -1), 0b11), ((SETS, 4), PLACE)],
    "load_set": [(((1, 2, 4), 1), 2), (((1, 2, 4), 3), PLACE)],
    "store_set": [(((1, 2, 4), 0, 7), (7, 2, 4)), (((1, 2), 2, 7), PLACE), (((1, 2), 1, 256), BITS)],
    "fill_set": [(((1, 2, 4), 3), (3, 3, 3)), (((1, 2), 256), BITS)],
    "only": [((3,), 8), ((-1,), 0), ((8,), PLACE), ((-2,), PLACE), ((2**31 - 1,), PLACE)],
    "count": [((0b10110,), 3), ((0,), 0)],
    "some": [((4,), 1), ((0,), 0)],
    "eq_set": [((6, 6), 1), ((6, 2), 0)],
    "meets": [((6, 2), 1), ((6, 1), 0), ((0, 0), 0)],
    "within": [((2, 6), 1), ((0, 6), 0), ((3, 6), 0)],
    "has": [((6, 1), 1), ((6, 0), 0), ((6, -1), 0), ((6, -9), 0), ((6, 2**31 - 1), 0)],
    "lowest": [((0b1100,), 2), ((0,), -1)],
    "first": [
        (("D", 0b1111, 0b110000, 0b0110, 0b1000), 0b0110),
        (("D", 0b1111, 0b110000), 0),
        (("D", 0b1001, 0, 0b11111111), 0b1001),
        (("D", 0, 1, 2), 0),
    ],
    "sum": [((0b11, WORTH), 0), ((0b01001111, WORTH), 22), ((0, WORTH), 0), ((0b10000010, WORTH), -12)],
    "union": [((0b1011, MANY_SETS), 0b111), ((0, MANY_SETS), 0)],
    "inside": [
        ((0b1111, 0b1111, MANY_SETS), 0b0111),
        ((0b1010, 0b0111, MANY_SETS), 0b0010),
        ((0b1111, 0, MANY_SETS), 0),
        ((0, 0b1111, MANY_SETS), 0),
        ((0b10000001, 0b10001, MANY_SETS), 0b10000001),
        ((0b10000111, 0b00111, MANY_SETS), 0b00000011),
    ],
    "richest": [
        ((0b0111, CHAIN, PRICES, ALIKE), 0b0101),
        ((0b0110, CHAIN, PRICES, ALIKE), 0b0010),
        ((0b0111, CHAIN, PRICES, APART), 0b0111),
        ((0b1111, CHAIN, PRICES, ALIKE), 0b0101),
        ((0b1001, CHAIN, EQUAL, ALIKE), 0b0001),
        ((0b1010, CHAIN, EQUAL, ALIKE), 0b0010),
        ((0b0110, CHAIN, ALIKE, ALIKE), 0b0010),
        ((0, CHAIN, PRICES, ALIKE), 0),
    ],
    "top": [
        ((0b101, KEYS, 0), 2),
        ((0b1010, KEYS, 0), 1),
        ((0b11, KEYS, 1), 0),
        ((0, KEYS, 1), -1),
        ((1, KEYS, 2), PLACE),
        ((1, KEYS, -1), PLACE),
        ((0b1001, WORTH, 5), 0),
    ],
    "best": [
        (((0, 2, 4), KEYS, 0), 2),
        (((1, 3, -1), KEYS, 0), 0),
        (((-1, -1, 3), KEYS, 1), 2),
        (((-1, -1), KEYS, 0), -1),
        (((1, 2), KEYS, 2), PLACE),
        (((0, 0, 0, 0, 0, 0, 0, 0, 5, 5), KEYS, 0), 8),
        (((-1,) * 9, KEYS, 0), -1),
    ],
    "best_last": [
        (((1, 3, -1), KEYS, 0), 1),
        (((-1, -1), KEYS, 0), -1),
        (((0, 2), KEYS, -1), PLACE),
        (((5, 0, 0, 0, 0, 0, 0, 0, 5, -1), KEYS, 0), 8),
        (((-1,) * 9, KEYS, 0), -1),
    ],
    "bits": [((((0, -1, 3)),), 0b1001), (((-1, -1),), 0), (((7,) * 9,), 128), (((1, 9),), BITS)],
    "find": [(((4, 5, 5), 5), 1), (((4, 5), 6), -1), (((0,) * 9, 0), 0), (((0,) * 9, 1), -1)],
    "holder": [
        (((1, 2, 3), 2, 0), 1),
        (((1, 2, 3), 1, 1), 2),
        (((1, 2, 2), 1, 1), 0),
        (((1, 2), 4, 0), -1),
        (((1, 2), 1, 2), PLACE),
        (((1, 2), 1, -1), PLACE),
        (((0, 1) + (0,) * 7, 1, 2), 1),
    ],
    "next_in": [
        ((0b1011, 2, 4), 3),
        ((0b0011, 2, 4), 0),
        ((0b0011, 5, 4), 1),
        ((0b0011, -1, 4), 0),
        ((0, 1, 4), -1),
        ((0b1000, 0, 3), -1),
        ((0b11, 0, 0), -1),
        ((0b11, 0, -2), -1),
        ((0b10, 0, 2**31 - 1), 1),
        ((0b1111, 6, 4), 2),
    ],
    "pack": [(((3,),), tuple(range(CARDS)))],
    "shuffle": [(((3, 1, 2),), (2, 1, 3))],
    "roll": [((6,), 4), ((0,), 0), ((-5,), 0)],
    "take": [
        (((3, 1, 2), 2), (0b1010, (2,))),
        (((3, 1), 5), (0b1010, ())),
        (((3, 1), 0), (0, (3, 1))),
        (((3, 1), -1), (0, (3, 1))),
    ],
    "draw": [(((3, 1, 2),), (3, (1, 2))), (((),), (-1, ()))],
    "size": [(((3, 1, 2),), 3), (((),), 0)],
    "cards": [(((3, 1, 2),), 0b1110), (((),), 0)],
    "put": [(((3,), 0b110), (3, 1, 2)), (((3,), 0b1001), "lie in"), (((), 0), ())],
    "clear": [(((3, 1),), ())],
}


class Bench:
    """A program that computes one operation and keeps what comes out."""

    def __init__(self, form: str) -> None:
        cards = [Card(f"c{k}", f"c{k}", k, str(k), "") for k in range(CARDS)]
        self.form = form
        self.b = Builder(seats=("a", "b"), cards=cards)
        self.menu = self.b.menu("go", "?", [Item("go", "go")])
        self.events = 0

    def operand(self, letter: str, value: Any) -> int:
        b = self.b
        if letter == "D":
            return b.duty("follow", [("a", "", None)])
        if letter in "tu":
            values, row, absent = value
            make = b.int_table if letter == "t" else b.set_table
            return make(values, row=row, absent=absent)
        if letter in "pP":
            return self.pile(value)
        return b.slot(self.slot(letter, value))

    def slot(self, letter: str, value: Any) -> Slot:
        kind = {"i": SlotKind.INT, "s": SlotKind.SET, "v": SlotKind.INTS, "w": SlotKind.SETS}[letter.lower()]
        role = Role.CONST if self.form == "constant" and letter.islower() and letter in "is" else Role.SAVED
        many = isinstance(value, tuple)
        entries = value if many else (value,)
        if letter in "is":
            low, high = (min(-100, value), max(100, value)) if letter == "i" else (0, max(CARDS, value.bit_length()))
            if letter == "s":
                high = 8 if value < 256 else 9
        else:
            low, high = (-1, max(7, *entries)) if letter in "vV" else (0, 8)
        size = len(entries)
        return Slot(f"{letter}{self.b.here}", kind, role, low, high, size, 0 if many else value, seen=Seen.ALL)

    def pile(self, value: tuple[int, ...]) -> int:
        pile = self.b.saved_pile("pile")
        for card in value:
            self.b.emit("put", pile, self.b.const_set(1 << card))
        return pile

    def fill(self, array: int, letter: str, entries: tuple[int, ...]) -> None:
        b = self.b
        for k, entry in enumerate(entries):
            if letter in "vV":
                b.emit("store", array, b.const_int(k), b.const_int(entry))
            else:
                b.emit("store_set", array, b.const_int(k), b.const_set(entry))

    def program(self, op: str, values: tuple[Any, ...]) -> tuple[Program, list[int]]:
        b = self.b
        text = OPS[op].operands.replace("s*", "s" * (len(values) - 1))
        fresh = (
            text[0].isupper() and text[0] not in UPDATED.get(op, "") and op not in ("pack", "clear", "fill", "fill_set")
        )
        kept: list[int] = []
        args: list[int] = []
        if fresh:
            out = b.saved_int("out", -100, 100) if text[0] == "I" else b.saved_set("out", CARDS)
            target = b.temp_int(-100, 100) if text[0] == "I" else b.temp_set(CARDS)
            args, kept = [target], [out]
        for letter, value in zip(text[len(args) :], values, strict=True):
            args.append(self.operand(letter, value))
            if letter in "vVwW":
                self.fill(args[-1], letter, value)
            if letter in "VWP":
                kept.append(args[-1])
        if self.form == "unknown":  # after a decision, nothing is known but the declared ranges
            b.emit("ask", b.temp_int(), b.const_int(0), self.menu, b.const_set(1))
        b.emit(op, *args)
        if fresh:
            b.emit("copy" if text[0] == "I" else "copy_set", kept[0], args[0])
        b.emit("ask", b.temp_int(), b.const_int(0), self.menu, b.const_set(1))
        b.emit("end", b.const_int(b.reason("done")), b.const_set(0))
        return b.finish(), kept


@pytest.mark.parametrize("form", ["constant", "known", "unknown"])
@pytest.mark.parametrize(
    ("op", "values", "expected"),
    [(op, values, expected) for op, cases in CASES.items() for values, expected in cases],
)
def test_operation(op: str, values: tuple[Any, ...], expected: Any, form: str) -> None:
    program, kept = Bench(form).program(op, values)
    assert verify(program) == []
    for engine in (Machine(program), Engine(program)):
        seen: list[Any] = []

        def run(engine: Any = engine, seen: list[Any] = seen) -> None:
            state = engine.start(Scripted(Dice(1), {0: (2, 1, 3) if op == "shuffle" else 4}))
            if form == "unknown":
                engine.step(state, 0)
            found = [engine.value(state, slot) for slot in kept]
            seen.append(found[0] if len(found) == 1 else tuple(found))

        words = outcome(run)
        if isinstance(expected, str):
            assert expected in words
        else:
            assert (words, seen) == ("", [expected])


def test_no_operation_is_forgotten() -> None:
    assert set(CASES) | FLOW == set(OPS)
    assert not set(CASES) & FLOW
