"""The disassembly: a program as a person reads it, with names instead of numbers."""

from __future__ import annotations

from collections.abc import Iterator

from trickcore.program.model import Instr, Program, Role, Seen, Slot, SlotKind, Table
from trickcore.program.signature import SLOT_LETTERS, label_position, letters

_SHOWN_ENTRIES = 12


def listing(program: Program) -> str:
    """The whole program as text, one declaration or instruction a line.

    >>> from trickcore.program.build import Builder
    >>> b = Builder(name="demo", seats=("a",))
    >>> x = b.saved_int("x", 0, 3)
    >>> again = b.label()
    >>> b.place(again); b.emit("tick", x); b.emit("jump", again)
    >>> print(listing(b.finish()))
    program demo: 1 seats, 0 cards
    <BLANKLINE>
    x                        int 0..3 = 0
    <BLANKLINE>
    L1:
       0  tick       x
       1  jump       L1
    """
    parts = [[_head(program)], [*_slots(program)], [*_tables(program)], [*_menus(program)], [*_code(program)]]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _head(program: Program) -> str:
    return f"program {program.name}: {len(program.seats)} seats, {len(program.cards)} cards"


def _slots(program: Program) -> Iterator[str]:
    for k, slot in enumerate(program.slots):
        if slot.role is Role.SAVED or (slot.role is Role.CONST and slot.kind in (SlotKind.INTS, SlotKind.SETS)):
            yield f"{_slot(program, k):<24} {describe(slot)}{_seen(program, slot)}".rstrip()


def _seen(program: Program, slot: Slot) -> str:
    """Who sees it, where that is not the same for the whole match."""
    there = slot.seen is Seen.SEATS and 0 <= slot.viewers < len(program.slots)
    return f", seen by {_slot(program, slot.viewers)}" if there else ""


def describe(slot: Slot) -> str:
    """Kind and range of a slot."""
    many = f"[{slot.size}]" if slot.kind in (SlotKind.INTS, SlotKind.SETS) else ""
    of = f" of {slot.high}" if slot.kind is not SlotKind.INT and slot.kind is not SlotKind.INTS else ""
    bounds = of or f" {slot.low}..{slot.high}"
    start = "" if slot.kind is SlotKind.PILE else f" = {slot.initial}"
    return f"{slot.kind.value}{many}{bounds}{start}"


def _tables(program: Program) -> Iterator[str]:
    for k, table in enumerate(program.tables):
        rows = f", rows of {table.row}" if table.row else ""
        yield f"{_table(program, k):<24} {len(table.values)} {table.kind.value}s{rows}: {_entries(table)}"


def _entries(table: Table) -> str:
    shown = [_value(table.kind, value) for value in table.values[:_SHOWN_ENTRIES]]
    return " ".join(shown) + (" …" if len(table.values) > _SHOWN_ENTRIES else "")


def _value(kind: SlotKind, value: int) -> str:
    return f"{value:#x}" if kind is SlotKind.SET else str(value)


def _menus(program: Program) -> Iterator[str]:
    for menu in program.menus:
        texts = " ".join(item.text for item in menu.items[:_SHOWN_ENTRIES])
        more = " …" if len(menu.items) > _SHOWN_ENTRIES else ""
        yield f"menu {menu.name}: {menu.offset}..{menu.offset + len(menu.items) - 1}: {texts}{more}"


def _code(program: Program) -> Iterator[str]:
    targets = sorted({instr.args[p] for instr in program.code if (p := label_position(instr.op)) >= 0})
    names = {target: f"L{k + 1}" for k, target in enumerate(targets)}
    for i, instr in enumerate(program.code):
        if i in names:
            yield f"{names[i]}:"
        text = f"{i:>4}  {instr.op:<10} {_operands(program, instr, names)}".rstrip()
        place = _place(program, instr)
        yield f"{text:<72} ; {place}" if place else text


def _place(program: Program, instr: Instr) -> str:
    if not 0 <= instr.span < len(program.spans):
        return ""
    span = program.spans[instr.span]
    return f"{span.file}:{span.line}"


def _operands(program: Program, instr: Instr, names: dict[int, str]) -> str:
    found = letters(instr.op, len(instr.args)) or "?" * len(instr.args)
    return " ".join(_operand(program, letter, arg, names) for letter, arg in zip(found, instr.args, strict=True))


def _operand(program: Program, letter: str, arg: int, names: dict[int, str]) -> str:
    try:
        if letter in SLOT_LETTERS:
            return _slot(program, arg)
        if letter in "tu":
            return _table(program, arg)
        if letter == "L":
            return names[arg]
        if letter == "M":
            return f"menu:{program.menus[arg].name}"
        if letter == "N":
            return f"note:{program.notes[arg].name}"
        if letter == "Q":
            probe = program.probes[arg]
            return f"{probe.kind}:{probe.name}"
        if letter == "D":
            duty = program.duties[arg]
            return f"[{duty.law}: {', '.join(tier.text for tier in duty.tiers)}]"
    except IndexError:
        pass
    return f"?{arg}"


def _slot(program: Program, arg: int) -> str:
    slot = program.slots[arg]
    if slot.role is Role.CONST and slot.kind in (SlotKind.INT, SlotKind.SET):
        return _value(slot.kind, slot.initial) if slot.kind is SlotKind.INT else _set(program, slot)
    return slot.name or f"slot{arg}"


def _set(program: Program, slot: Slot) -> str:
    """A constant set of cards by name where it is small."""
    elements = [i for i in range(slot.initial.bit_length()) if slot.initial >> i & 1]
    if slot.domain == "cards" and len(elements) <= 4 and all(i < len(program.cards) for i in elements):
        return "{" + " ".join(program.cards[i].name for i in elements) + "}"
    return f"{slot.initial:#x}"


def _table(program: Program, arg: int) -> str:
    return program.tables[arg].name or f"table{arg}"
