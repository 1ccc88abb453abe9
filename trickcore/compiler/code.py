"""The compiler's assembler: the program's builder, and results that are computed once and used again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import accumulate

from trickcore.compiler.limits import ACTION_LIMIT, CODE_LIMIT, LimitError, fits, out_of_range, too_large
from trickcore.diagnostics.model import Span
from trickcore.program.build import Builder
from trickcore.program.intervals import result
from trickcore.program.limits import INT_LIMIT, UNIVERSE_LIMIT
from trickcore.program.model import TABLE_ROLES, Card, Field, Instr, Item, Program, Role, Slot, SlotKind, Table
from trickcore.program.ranges import declared
from trickcore.program.signature import SLOT_LETTERS, letters, reads, writes


class Code(Builder):
    """`get` asks for a pure result: the same operation on the same unchanged operands in one straight stretch of code
    gives the same temporary back. `emit` is for everything that writes a named slot. What is too large for a program
    is a `LimitError` at the place that is being lowered.
    """

    def __init__(
        self, *, name: str, seats: Sequence[str], teams: Sequence[int], cards: Sequence[Card], suits: Sequence[str]
    ) -> None:
        super().__init__(name=name, seats=seats, teams=teams, cards=cards, suits=suits)
        self._known: dict[tuple[str, tuple[int, ...]], int] = {}
        self._naming: dict[int, list[tuple[str, tuple[int, ...]]]] = {}  # slot → results that it is part of
        self._pinned: set[int] = set()
        self._straight = 0  # no label stands behind this instruction
        self.texts: set[str] = set()  # of all actions
        self.touched: set[int] = set()  # slots written since whoever cares has cleared this
        self.changed: set[int] = set()  # the same for who cares about who sees what

    @contextmanager
    def from_(self, span: Span) -> Iterator[None]:
        """Instructions emitted inside come from this place."""
        before = self.at(span)
        try:
            yield
        finally:
            self.at(before)

    def place(self, label: int) -> None:
        """The label stands here. Whatever jumps here may have computed other things, so results are forgotten."""
        super().place(label)
        self._forget_all()
        self._straight = self.here

    def emit(self, op: str, *args: int, span: Span | None = None) -> None:
        """Append an instruction."""
        if self.here >= CODE_LIMIT:
            raise self._too_large(f"more than {CODE_LIMIT} instructions")
        super().emit(op, *args, span=span)
        written = {args[k] for k in writes(op, len(args))}
        self.touched |= written
        self.changed |= written
        if op == "ask":
            self._forget_all()
        for slot in written:
            self._forget(slot)

    def _forget(self, slot: int) -> None:
        """Results in this slot, or made of it, are no longer known."""
        for key in self._naming.pop(slot, ()):
            self._known.pop(key, None)

    def _forget_all(self) -> None:
        self._known.clear()
        self._naming.clear()

    def slot(self, slot: Slot) -> int:
        """Declare a slot."""
        if slot.kind in (SlotKind.SET, SlotKind.SETS) and slot.high > UNIVERSE_LIMIT:
            raise self._too_large(f"a set over {slot.high} elements; at most {UNIVERSE_LIMIT} are possible")
        return super().slot(slot)

    def const_int(self, value: int) -> int:
        """The constant number."""
        if not fits(value):
            raise out_of_range(value, self._span, in_parts=True)
        return super().const_int(value)

    def int_table(self, values: Iterable[int], *, row: int = 0, absent: int = 0, name: str = "") -> int:
        """A table of numbers."""
        numbers = tuple(values)
        for number in (*numbers, absent):
            if not fits(number):
                raise out_of_range(number, self._span, in_parts=True)
        return super().int_table(numbers, row=row, absent=absent, name=name)

    def _too_large(self, what: str) -> LimitError:
        return too_large(what, "use smaller choices, or fewer loops inside loops", self._span)

    def get(self, op: str, *args: int) -> int:
        """The result of a pure operation, a number."""
        return self._pure(op, args, sets=False)

    def get_set(self, op: str, *args: int, universe: int) -> int:
        """The result of a pure operation, a set over so many elements."""
        return self._pure(op, args, sets=True, universe=universe)

    def _pure(self, op: str, args: tuple[int, ...], *, sets: bool, universe: int = 0) -> int:
        found = self._known.get((op, args))
        if found is None:
            found = self.temp_set(universe) if sets else self.temp_int(*self._range(op, args))
            self.emit(op, found, *args)
            self._known[(op, args)] = found
            for slot in (found, *args):
                self._naming.setdefault(slot, []).append((op, args))
        return found

    def _range(self, op: str, args: tuple[int, ...]) -> tuple[int, int]:
        """What the result can be, as far as declarations tell; the engines check what could be beyond."""
        operands: list[tuple[int, int] | int | Slot | Table] = []
        for letter, arg in zip((letters(op, len(args) + 1) or "")[1:], args, strict=True):
            slot = self.slot_at(arg) if letter in SLOT_LETTERS else None
            if slot is not None:
                operands.append(declared(slot) if slot.kind in (SlotKind.INT, SlotKind.SET) else slot)
            elif letter in "tu":
                operands.append(list(self._tables)[arg])
        found = result(op, operands, 0)
        low, high = found if isinstance(found, tuple) else (-INT_LIMIT, INT_LIMIT)
        return min(max(low, -INT_LIMIT), INT_LIMIT), max(min(high, INT_LIMIT), -INT_LIMIT)

    def forget(self) -> None:
        """What is computed from here on is computed anew, so that the instructions tell all that it comes from."""
        self._forget_all()

    def menu(self, name: str, prompt: str, items: Iterable[Item]) -> int:
        """A kind of decision."""
        menu = super().menu(name, prompt, items)
        if self._actions > ACTION_LIMIT:
            raise self._too_large(f"more than {ACTION_LIMIT} actions")
        self.texts.update(item.text for item in self._menus[menu].items)
        return menu

    def since(self, start: int) -> list[Instr]:
        """The instructions from that number on."""
        return self._code[start:]

    def saved_reads(self, start: int) -> set[int]:
        """The saved slots that the instructions from that number on read."""
        found = {instr.args[k] for instr in self.since(start) for k in reads(instr.op, len(instr.args))}
        return {slot for slot in found if self.slot_at(slot).role is Role.SAVED}

    def finish(self) -> Program:
        """The program so far, without results that nothing reads."""
        self._drop_unread()
        return super().finish()

    def _drop_unread(self) -> None:
        counts: dict[int, int] = {}  # slot → how often it is read
        makers: dict[int, list[int]] = {}  # slot → droppable instructions that make it
        for i, instr in enumerate(self._code):
            for k in reads(instr.op, len(instr.args)):
                counts[instr.args[k]] = counts.get(instr.args[k], 0) + 1
            if self._may_go(instr):
                makers.setdefault(instr.args[0], []).append(i)
        dropped: set[int] = set()
        todo = [slot for slot in makers if not counts.get(slot)]
        while todo:
            for i in makers.pop(todo.pop(), ()):
                dropped.add(i)
                instr = self._code[i]
                for k in reads(instr.op, len(instr.args)):
                    counts[instr.args[k]] -= 1
                    if not counts[instr.args[k]]:
                        todo.append(instr.args[k])
        self._drop(dropped)

    def _drop(self, dropped: set[int]) -> None:
        moved = list(accumulate((i not in dropped for i in range(len(self._code))), initial=0))
        self._labels = [at if at < 0 else moved[at] for at in self._labels]
        self._code = [instr for i, instr in enumerate(self._code) if i not in dropped]

    def _may_go(self, instr: Instr) -> bool:
        """It only makes a temporary, and changes nothing else."""
        if instr.op in ("take", "draw", "roll", "ask") or writes(instr.op, len(instr.args)) != (0,):
            return False
        return self.slot_at(instr.args[0]).role is Role.TEMP

    def keep(self, slot: int) -> int:
        """This result is used again later: `move` must not redirect it."""
        self._pinned.add(slot)
        return slot

    def move(self, target: int, slot: int) -> None:
        """Copy a result into a slot, or, if the last instruction has just made it for this, let it write there."""
        last = self._code[-1] if self._code else None
        if last is not None and self.here > self._straight and self._made_for_this(last, slot):
            self._code.pop()
            self._forget(slot)
            before, self._span = self._span, None
            self.emit(last.op, target, *last.args[1:])
            self._span = before
            self._code[-1] = replace(self._code[-1], span=last.span)
        elif slot != target:
            self.emit("copy" if self.slot_at(slot).kind is SlotKind.INT else "copy_set", target, slot)

    def _made_for_this(self, last: Instr, slot: int) -> bool:
        return (
            slot not in self._pinned
            and self.slot_at(slot).role is Role.TEMP
            and writes(last.op, len(last.args)) == (0,)
            and last.args[0] == slot
        )

    def tell(self, name: str, *fields: tuple[str, str, str, int], text: str = "") -> None:
        """A note; each field is (name, domain, seen, slot)."""
        note = self.note(name, [Field(n, domain, seen) for n, domain, seen, _ in fields], text)
        for *_, slot in fields:
            self.keep(slot)
        self.emit("note", note, *(slot for *_, slot in fields))

    def tell_probe(self, kind: str, span: Span, *slots: int, name: str = "", known: int = -1) -> None:
        """A place of the rules is observed here, with the values of these slots."""
        for slot in slots:
            self.keep(slot)
        self.emit("probe", self.probe(kind, name, span, known), *slots, span=span)


def tidy(program: Program) -> Program:
    """Slots in their final order (saved, temporary, constant), without those that nothing names."""
    used = {slot for name, slot in program.roles.items() if name not in TABLE_ROLES}
    for instr in program.code:
        used |= {arg for letter, arg in _operands(instr) if letter in SLOT_LETTERS}
    order = [
        index
        for role in (Role.SAVED, Role.TEMP, Role.CONST)
        for index, slot in enumerate(program.slots)
        if slot.role is role and (index in used or (slot.label and role is Role.SAVED))
    ]
    order = sorted({*order, *(program.slots[k].viewers for k in order)} - {-1}, key=lambda k: _place_of(program, k))
    where = {old: new for new, old in enumerate(order)}
    slots = [_named(program.slots[old], new, where) for new, old in enumerate(order)]
    code = tuple(
        Instr(i.op, tuple(where[a] if letter in SLOT_LETTERS else a for letter, a in _operands(i)), i.span)
        for i in program.code
    )
    roles = {name: k if name in TABLE_ROLES else where[k] for name, k in program.roles.items()}
    return replace(program, slots=tuple(slots), code=code, roles=roles)


def _operands(instr: Instr) -> Iterator[tuple[str, int]]:
    return zip(letters(instr.op, len(instr.args)) or "", instr.args, strict=True)


def _place_of(program: Program, index: int) -> tuple[int, int]:
    return list(Role).index(program.slots[index].role), index


def _named(slot: Slot, index: int, where: Mapping[int, int]) -> Slot:
    if slot.viewers >= 0:
        slot = replace(slot, viewers=where[slot.viewers])
    return replace(slot, name=f"t{index}") if slot.role is Role.TEMP else slot
