"""Stage one of the verifier: the declarations, of which nothing is taken for granted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trickcore.program.fault import Fault
from trickcore.program.limits import (
    CELL_LIMIT,
    CODE_LIMIT,
    INT_LIMIT,
    SEAT_LIMIT,
    SIZE_LIMIT,
    TABLE_LIMIT,
    UNIVERSE_LIMIT,
)
from trickcore.program.model import TABLE_ROLES, Instr, Menu, Note, Program, Role, Seen, Slot, SlotKind, Table


def faults(program: Program) -> Iterator[Fault]:
    """Faults of everything but the code, and of the code's plain form."""
    words = [*_people(program), *_slots(program), *_tables(program), *_menus(program), *_words(program)]
    yield from (Fault(-1, text) for text in words)
    if not program.code or len(program.code) > CODE_LIMIT:
        yield Fault(-1, f"{len(program.code)} instructions; from 1 to {CODE_LIMIT} are allowed")
    for i, instr in enumerate(program.code):
        if not _is_instr(instr):
            yield Fault(i, "not an operation with numbers as operands")


def whole(value: object, low: int, high: int) -> bool:
    """Whether this is an integer (and no flag) between the bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_instr(instr: object) -> bool:
    return (
        isinstance(instr, Instr)
        and isinstance(instr.op, str)
        and isinstance(instr.args, tuple)
        and all(whole(arg, 0, INT_LIMIT) for arg in instr.args)
        and whole(instr.span, -1, INT_LIMIT)
    )


def _people(program: Program) -> Iterator[str]:
    if not 1 <= len(program.seats) <= SEAT_LIMIT:
        yield f"{len(program.seats)} seats; from 1 to {SEAT_LIMIT} are allowed"
    if len(program.teams) != len(program.seats) or not all(whole(t, 0, SEAT_LIMIT - 1) for t in program.teams):
        yield "teams must give a number from 0 for each seat"
    if len(program.cards) > UNIVERSE_LIMIT:
        yield f"{len(program.cards)} cards; at most {UNIVERSE_LIMIT} are allowed"


def _slots(program: Program) -> Iterator[str]:
    cells = 0
    for k, slot in enumerate(program.slots):
        problem = _slot(slot, len(program.cards)) or _viewers(slot, program)
        if problem:
            yield f"slot {k} ({slot.name!r}): {problem}"
        else:
            cells += slot.size
    if cells > CELL_LIMIT:
        yield f"slots of {cells} entries together; at most {CELL_LIMIT} are allowed"


def _slot(slot: Slot, cards: int) -> str:
    if slot.kind not in tuple(SlotKind) or slot.role not in tuple(Role):
        return "unknown kind or role"
    if not whole(slot.size, 0 if slot.kind is SlotKind.PILE else 1, SIZE_LIMIT):
        return f"size {slot.size!r} is not from 1 to {SIZE_LIMIT}"
    if slot.kind in (SlotKind.INT, SlotKind.SET) and slot.size != 1:
        return "only arrays and piles have a size"
    if slot.kind is SlotKind.PILE:
        return _pile(slot, cards)
    return _ints(slot) if slot.kind in (SlotKind.INT, SlotKind.INTS) else _sets(slot)


def _viewers(slot: Slot, program: Program) -> str:
    """Who sees a slot is said by another one of the state, and by that one only where the slot says so."""
    if slot.seen not in tuple(Seen):
        return "unknown `seen`"
    if slot.seen is not Seen.SEATS:
        return "" if slot.viewers == -1 else f"slot {slot.viewers!r} is not asked who sees it"
    if not whole(slot.viewers, 0, len(program.slots) - 1):
        return f"slot {slot.viewers!r}, which is to say who sees it, does not exist"
    seats, each = program.slots[slot.viewers], slot.kind in (SlotKind.INTS, SlotKind.SETS)
    one_each = each and seats.kind is SlotKind.SETS and seats.size == slot.size
    if seats.role is not Role.SAVED or seats.high != len(program.seats) or not (one_each or seats.kind is SlotKind.SET):
        return f"slot {slot.viewers} ({seats.name!r}) holds no set of seats that says who sees it"
    return ""


def _pile(slot: Slot, cards: int) -> str:
    if slot.role is Role.CONST:
        return "a pile cannot be constant"
    return "" if slot.high == slot.size == cards else f"a pile must be as large as the pack ({cards} cards)"


def _ints(slot: Slot) -> str:
    if not (whole(slot.low, -INT_LIMIT, INT_LIMIT) and whole(slot.high, -INT_LIMIT, INT_LIMIT)):
        return f"bounds must lie between {-INT_LIMIT} and {INT_LIMIT}"
    if slot.low > slot.high:
        return f"the lower bound {slot.low} is above the upper {slot.high}"
    if slot.role is Role.TEMP:
        return ""
    return "" if whole(slot.initial, slot.low, slot.high) else f"{slot.initial!r} is outside {slot.low} to {slot.high}"


def _sets(slot: Slot) -> str:
    if not whole(slot.high, 0, UNIVERSE_LIMIT):
        return f"{slot.high!r} elements are not from 0 to {UNIVERSE_LIMIT}"
    if slot.role is Role.TEMP:
        return ""
    return "" if whole(slot.initial, 0, (1 << slot.high) - 1) else f"the initial set has more than {slot.high} elements"


def _tables(program: Program) -> Iterator[str]:
    for k, table in enumerate(program.tables):
        problem = _table(table)
        if problem:
            yield f"table {k} ({table.name!r}): {problem}"
    if sum(len(table.values) for table in program.tables) > TABLE_LIMIT:
        yield f"more than {TABLE_LIMIT} entries in all tables"


def _table(table: Table) -> str:
    if table.kind not in (SlotKind.INT, SlotKind.SET):
        return "a table holds numbers or sets"
    low, high = (-INT_LIMIT, INT_LIMIT) if table.kind is SlotKind.INT else (0, (1 << UNIVERSE_LIMIT) - 1)
    if not all(whole(value, low, high) for value in (*table.values, table.absent)):
        return "an entry is not a number or set within the limits"
    if not whole(table.row, 0, TABLE_LIMIT) or (table.row and len(table.values) % table.row):
        return f"{len(table.values)} entries are not rows of {table.row!r}"
    return ""


def _menus(program: Program) -> Iterator[str]:
    offset = 0
    texts: set[str] = set()
    for k, menu in enumerate(program.menus):
        if not menu.items or len(menu.items) > UNIVERSE_LIMIT:
            yield f"menu {k} ({menu.name!r}): {len(menu.items)} items; from 1 to {UNIVERSE_LIMIT} are allowed"
        if menu.offset != offset:
            yield f"menu {k} ({menu.name!r}): actions must be numbered from {offset}, not {menu.offset!r}"
        yield from _items(k, menu, program, texts)
        offset += len(menu.items)


def _items(k: int, menu: Menu, program: Program, texts: set[str]) -> Iterator[str]:
    for item in menu.items:
        if item.text in texts:
            yield f"menu {k} ({menu.name!r}): the text {item.text!r} stands for two actions"
        texts.add(item.text)
        if not whole(item.card, -1, len(program.cards) - 1):
            yield f"menu {k} ({menu.name!r}): {item.text!r} names card {item.card!r}, which does not exist"


def _words(program: Program) -> Iterator[str]:
    for k, note in enumerate(program.notes):
        yield from (f"note {k} ({note.name!r}): {problem}" for problem in _note(note))
    for k, duty in enumerate(program.duties):
        if not all(whole(tier.span, -1, len(program.spans) - 1) for tier in duty.tiers):
            yield f"duty {k}: a tier names a span that does not exist"
    for k, probe in enumerate(program.probes):
        if not whole(probe.span, -1, len(program.spans) - 1):
            yield f"probe {k}: names a span that does not exist"
    for name, index in program.roles.items():
        kind, there = ("table", len(program.tables)) if name in TABLE_ROLES else ("slot", len(program.slots))
        if not whole(index, 0, there - 1):
            yield f"role {name!r} names {kind} {index!r}, which does not exist"


def _note(note: Note) -> Iterator[str]:
    names: Sequence[str] = [field.name for field in note.fields]
    if len(set(names)) < len(names):
        yield "two fields of one name"
    for field in note.fields:
        if field.seen not in ("all", "nobody", *names):
            yield f"{field.name!r} is seen by {field.seen!r}, which is no field"
