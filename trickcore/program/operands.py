"""Stage two of the verifier: every operand is of the kind that its letter asks for, and operands fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trickcore.program.fault import Fault
from trickcore.program.limits import UNIVERSE_LIMIT
from trickcore.program.model import Instr, Program, Role, Slot, SlotKind, Table
from trickcore.program.ops import OPS
from trickcore.program.signature import SLOT_LETTERS, letters

_KINDS = {"i": SlotKind.INT, "s": SlotKind.SET, "v": SlotKind.INTS, "w": SlotKind.SETS, "p": SlotKind.PILE}
_NAMES = {
    SlotKind.INT: "a number",
    SlotKind.SET: "a set",
    SlotKind.INTS: "an array of numbers",
    SlotKind.SETS: "an array of sets",
    SlotKind.PILE: "a pile",
}
_PLURAL_DOMAINS = ("cards", "seats", "suits", "ranks", "teams", "audience")
_SINGLE_DOMAINS = ("card", "seat", "suit", "rank", "team", "number", "flag")


def faults(program: Program) -> Iterator[Fault]:
    """Faults of the operands of all instructions."""
    for i, instr in enumerate(program.code):
        for words in _instruction(program, instr):
            yield Fault(i, words)


def _instruction(program: Program, instr: Instr) -> Iterator[str]:
    found = letters(instr.op, len(instr.args))
    if found is None:
        yield _unfit(instr)
        return
    if instr.span >= len(program.spans):
        yield f"span {instr.span} does not exist"
    problems = [words for letter, arg in zip(found, instr.args, strict=True) if (words := _one(program, letter, arg))]
    yield from problems
    if not problems and instr.op in _FIT:
        yield from _FIT[instr.op](program, instr)


def _unfit(instr: Instr) -> str:
    if instr.op not in OPS:
        return f"there is no operation {instr.op!r}"
    return f"{instr.op} takes operands {OPS[instr.op].operands}, not {len(instr.args)} of them"


def _one(program: Program, letter: str, arg: int) -> str:
    if letter in SLOT_LETTERS:
        return _slot(program, letter, arg)
    if letter in "tu":
        kind = SlotKind.INT if letter == "t" else SlotKind.SET
        if arg >= len(program.tables):
            return f"table {arg} does not exist"
        wanted = "numbers" if letter == "t" else "sets"
        return "" if program.tables[arg].kind is kind else f"table {arg} does not hold {wanted}"
    parts = {"L": program.code, "M": program.menus, "N": program.notes, "D": program.duties, "Q": program.probes}
    names = {"L": "instruction", "M": "menu", "N": "note", "D": "duty", "Q": "probe"}
    return "" if arg < len(parts[letter]) else f"{names[letter]} {arg} does not exist"


def _slot(program: Program, letter: str, arg: int) -> str:
    if arg >= len(program.slots):
        return f"slot {arg} does not exist"
    slot = program.slots[arg]
    if letter != "x" and slot.kind is not _KINDS[letter.lower()]:
        return f"{slot.name} is not {_NAMES[_KINDS[letter.lower()]]}"
    return f"{slot.name} is constant" if letter.isupper() and slot.role is Role.CONST else ""


# ------------------------------------------------------------------------------------------------ fitting operands


def _universe(slot: Slot, table: Table, width: int) -> Iterator[str]:
    elements = slot.initial.bit_length() if slot.role is Role.CONST else slot.high
    if elements > width:
        yield f"{slot.name} may have {elements} elements, the table {table.name!r} is for {width}"


def _width(table: Table) -> int:
    return table.row or len(table.values)


def _by_element(position: int) -> Callable[[Program, Instr], Iterator[str]]:
    def check(program: Program, instr: Instr) -> Iterator[str]:
        table = program.tables[instr.args[position + 1]]
        yield from _universe(program.slots[instr.args[position]], table, len(table.values))

    return check


def _richest(program: Program, instr: Instr) -> Iterator[str]:
    for arg in instr.args[2:]:
        table = program.tables[arg]
        yield from _universe(program.slots[instr.args[1]], table, len(table.values))


def _inside(program: Program, instr: Instr) -> Iterator[str]:
    table = program.tables[instr.args[3]]
    yield from _universe(program.slots[instr.args[1]], table, len(table.values))


def _top(program: Program, instr: Instr) -> Iterator[str]:
    table = program.tables[instr.args[2]]
    yield from _universe(program.slots[instr.args[1]], table, _width(table))


def _best(program: Program, instr: Instr) -> Iterator[str]:
    array, table = program.slots[instr.args[1]], program.tables[instr.args[2]]
    last = _width(table) - 1
    if array.low < -1 or array.high > last:
        yield f"{array.name} holds {array.low} to {array.high}, the table {table.name!r} is for -1 to {last}"


def _bits(program: Program, instr: Instr) -> Iterator[str]:
    array = program.slots[instr.args[1]]
    if array.low < -1:
        yield f"{array.name} may hold {array.low}; elements are numbered from 0, and -1 is absent"
    if array.high >= UNIVERSE_LIMIT:
        yield f"{array.name} may hold {array.high}; a set has at most {UNIVERSE_LIMIT} elements"


def _put(program: Program, instr: Instr) -> Iterator[str]:
    cards = program.slots[instr.args[1]]
    if (cards.initial.bit_length() if cards.role is Role.CONST else cards.high) > len(program.cards):
        yield f"{cards.name} may have {cards.high} elements, the pack has {len(program.cards)} cards"


def _ask(program: Program, instr: Instr) -> Iterator[str]:
    for seat, menu, legal in zip(instr.args[1::3], instr.args[2::3], instr.args[3::3], strict=True):
        for slot in (program.slots[seat], program.slots[legal]):
            if slot.role is Role.TEMP:
                yield f"{slot.name} is temporary; who may do what must be part of the state"
        elements, items = program.slots[legal].high, program.menus[menu].items
        if elements > len(items):
            yield f"{program.slots[legal].name} has {elements} elements, the menu {len(items)} items"


def _note(program: Program, instr: Instr) -> Iterator[str]:
    fields = program.notes[instr.args[0]].fields
    if len(fields) != len(instr.args) - 1:
        yield f"the note has {len(fields)} fields, {len(instr.args) - 1} are given"
        return
    for field, arg in zip(fields, instr.args[1:], strict=True):
        slot = program.slots[arg]
        if field.domain in _PLURAL_DOMAINS and slot.kind not in (SlotKind.SET, SlotKind.PILE):
            yield f"field {field.name!r} is for {field.domain}, {slot.name} is {_NAMES[slot.kind]}"
        if field.domain in _SINGLE_DOMAINS and slot.kind is not SlotKind.INT:
            yield f"field {field.name!r} is for a {field.domain}, {slot.name} is {_NAMES[slot.kind]}"


_FIT: dict[str, Callable[[Program, Instr], Iterator[str]]] = {
    "sum": _by_element(1),
    "union": _by_element(1),
    "inside": _inside,
    "richest": _richest,
    "top": _top,
    "best": _best,
    "best_last": _best,
    "bits": _bits,
    "put": _put,
    "ask": _ask,
    "note": _note,
}
