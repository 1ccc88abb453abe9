"""Interval analysis: which instructions need a check at run time because their ranges are not proved.

One forward pass over the blocks with what is known of each int and set slot. Loops settle by falling back to the
declared range of what still changes. What is known of the saved slots at a decision is an invariant of the program: a
state that comes from elsewhere must be held against it before it is run.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from trickcore.program.flow import Block, blocks
from trickcore.program.intervals import Interval, Known, full, result
from trickcore.program.model import Instr, Program, Role, Slot, SlotKind, Table
from trickcore.program.signature import letters, writes
from trickcore.records import dataclass

Env = dict[int, Known]  # slots of which more is known than their declaration says
Operand = Interval | int | Slot | Table | None

_PATIENCE = 3  # visits of a block before what changes is given up


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of every instruction.

    `checks[i]`: parts of instruction i that must be checked: "index" (an operand as an index, row or seat) and
    "result" (the value against the destination). `operands[i]`: for each operand its interval, mask, slot (of an
    array or pile) or table; None for labels, menus, notes, duties and for what is only written. `invariants[i]`: what
    holds of saved slots at the `ask` i, where it is more than they declare.
    """

    checks: dict[int, frozenset[str]]
    operands: tuple[tuple[Operand, ...], ...]
    invariants: dict[int, Env]


def declared(slot: Slot) -> Known:
    """What a declaration says of an int or a set; nothing of anything else."""
    if slot.kind not in (SlotKind.INT, SlotKind.SET):
        return 0
    if slot.role is Role.CONST:
        return (slot.initial, slot.initial) if slot.kind is SlotKind.INT else slot.initial
    return (slot.low, slot.high) if slot.kind is SlotKind.INT else full(slot.high)


def holds(value: int, known: Known) -> bool:
    """Whether a value is one of those that are known to be possible."""
    return not value & ~known if isinstance(known, int) else known[0] <= value <= known[1]


def checks(program: Program) -> dict[int, frozenset[str]]:
    """The instructions of a verified program that both engines check at run time, and what about them."""
    return analyse(program).checks


def analyse(program: Program) -> Analysis:
    """Run the analysis on a verified program."""
    return _Pass(program).run()


class _Pass:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = program.code
        self.blocks = blocks(program.code)
        self.known = [declared(slot) for slot in program.slots]
        self.entry: dict[int, Env] = {0: self._start()}

    def run(self) -> Analysis:
        self._settle()
        needed: dict[int, frozenset[str]] = {}
        operands: list[tuple[Operand, ...]] = [() for _ in self.code]
        invariants: dict[int, Env] = {}
        for k, block in enumerate(self.blocks):
            env = dict(self.entry.get(k, {}))
            for i in range(block.start, block.end):
                operands[i] = self._operands(self.code[i], env)
                if self.code[i].op == "ask":
                    invariants[i] = self._saved(env)
                parts = self._apply(self.code[i], operands[i], env)
                if parts:
                    needed[i] = parts
        return Analysis(needed, tuple(operands), invariants)

    def _saved(self, env: Env) -> Env:
        return {k: known for k, known in env.items() if self.program.slots[k].role is Role.SAVED}

    def _start(self) -> Env:
        """When a match starts, every saved slot has its initial value."""
        env: Env = {}
        for k, slot in enumerate(self.program.slots):
            if slot.role is Role.SAVED and slot.kind is SlotKind.INT:
                env[k] = (slot.initial, slot.initial)
            elif slot.role is Role.SAVED and slot.kind is SlotKind.SET:
                env[k] = slot.initial
        return env

    def _settle(self) -> None:
        visits: dict[int, int] = {}
        todo = [0]  # a heap: blocks mostly come before those that they lead to
        while todo:
            k = heappop(todo)
            visits[k] = visits.get(k, 0) + 1
            env = self._leave(self.blocks[k], dict(self.entry[k]))
            for way, target in enumerate(self.blocks[k].next):
                leaving = self._told(self.blocks[k], env, bool(way))
                if self._join(target, leaving, visits.get(target, 0)) and target not in todo:
                    heappush(todo, target)

    def _leave(self, block: Block, env: Env) -> Env:
        for i in range(block.start, block.end):
            self._apply(self.code[i], self._operands(self.code[i], env), env)
        return env

    def _told(self, block: Block, env: Env, taken: bool) -> Env:
        """What is known on one way out of a block: a branch on a comparison tells about what was compared."""
        branch = self.code[block.end - 1]
        if branch.op not in ("if", "unless"):
            return env
        compared = self._comparison(block, branch.args[0])
        if compared is None:
            return env
        env = dict(env)
        _narrow(compared, taken == (branch.op == "if"), env, self.known)
        return env

    def _comparison(self, block: Block, test: int) -> Instr | None:
        """The comparison that gave the test, if it is of this block and nothing that it names was written since."""
        changed: set[int] = set()
        for i in reversed(range(block.start, block.end - 1)):
            instr = self.code[i]
            if instr.op in COMPARISONS and instr.args[0] == test and test not in changed:
                return None if changed & set(instr.args) or test in instr.args[1:] else instr
            changed.update(instr.args[k] for k in writes(instr.op, len(instr.args)))
        return None

    def _join(self, target: int, env: Env, visits: int) -> bool:
        """Widen what is known at the entry of a block; whether that changed it."""
        before = self.entry.get(target)
        if before is None:
            self.entry[target] = dict(env)
            return True
        after = {k: _hull(v, env[k]) for k, v in before.items() if k in env}
        if visits >= _PATIENCE:
            after = {k: v for k, v in after.items() if v == before[k] and visits < 3 * _PATIENCE}
        self.entry[target] = after
        return after != before

    def _operands(self, instr: Instr, env: Env) -> tuple[Operand, ...]:
        found: list[Operand] = []
        for letter, arg in zip(letters(instr.op, len(instr.args)) or "", instr.args, strict=True):
            if letter in "isI":
                found.append(env.get(arg, self.known[arg]))
            elif letter in "vwpVWPS":
                found.append(self.program.slots[arg])
            elif letter in "tu":
                found.append(self.program.tables[arg])
            else:
                found.append(None)
        return tuple(found)

    def _apply(self, instr: Instr, operands: tuple[Operand, ...], env: Env) -> frozenset[str]:
        """Let the instruction change what is known; which checks it needs."""
        parts = set()
        if instr.op in _INDEX and _INDEX[instr.op](self.program, operands):
            parts.add("index")
        if instr.op == "ask":
            self._asked(instr, operands, env, parts)
        elif instr.op == "tick":
            parts.add("result")
            _set(env, instr.args[0], _after_tick(operands[0]), self.known)
        elif (instr.op in _STORED and _STORED[instr.op](self.program, operands)) or instr.op == "put":
            parts.add("result")
        else:
            self._written(instr, operands, env, parts)
        return frozenset(parts)

    def _asked(self, instr: Instr, operands: tuple[Operand, ...], env: Env, parts: set[str]) -> None:
        saved = self._saved(env)
        env.clear()
        env.update(saved)
        ids: list[int] = []
        for menu, offered in zip(instr.args[2::3], operands[3::3], strict=True):
            assert isinstance(offered, int)
            first, items = self.program.menus[menu].offset, len(self.program.menus[menu].items)
            possible = offered & full(items) or full(items)
            ids += [first + (possible & -possible).bit_length() - 1, first + possible.bit_length() - 1]
        self._store(instr.args[0], (min(ids), max(ids)), env, parts)

    def _written(self, instr: Instr, operands: tuple[Operand, ...], env: Env, parts: set[str]) -> None:
        places = writes(instr.op, len(instr.args))
        if not places or self.program.slots[instr.args[places[0]]].kind not in (SlotKind.INT, SlotKind.SET):
            return
        slot = self.program.slots[instr.args[0]]
        value = result(instr.op, [x for x in operands[1:] if x is not None], slot.high)
        assert value is not None, instr.op
        self._store(instr.args[0], value, env, parts)

    def _store(self, index: int, value: Known, env: Env, parts: set[str]) -> None:
        if not _inside(value, self.known[index]):
            parts.add("result")
        _set(env, index, value, self.known)


COMPARISONS = ("lt", "le", "eq", "ne")


def _narrow(compared: Instr, holds: bool, env: Env, known: list[Known]) -> None:
    """Take up what a comparison tells of its two operands."""
    _, a, b = compared.args
    x, y = env.get(a, known[a]), env.get(b, known[b])
    assert not isinstance(x, int)
    assert not isinstance(y, int)
    if compared.op in ("eq", "ne"):
        if holds == (compared.op == "eq"):
            same = (max(x[0], y[0]), min(x[1], y[1]))
            _keep(env, a, same, known)
            _keep(env, b, same, known)
        return
    gap = 1 if (compared.op == "lt") == holds else 0  # how far the smaller is below the greater, at least
    if holds:
        _keep(env, a, (x[0], min(x[1], y[1] - gap)), known)
        _keep(env, b, (max(y[0], x[0] + gap), y[1]), known)
    else:
        _keep(env, a, (max(x[0], y[0] + gap), x[1]), known)
        _keep(env, b, (y[0], min(y[1], x[1] - gap)), known)


def _keep(env: Env, slot: int, value: Interval, known: list[Known]) -> None:
    if value[0] <= value[1]:  # else the way is never gone, and what is known does not matter
        _set(env, slot, value, known)


def _set(env: Env, index: int, value: Known, known: list[Known]) -> None:
    """Past its check, a value lies within the declaration too."""
    limit = known[index]
    if isinstance(value, int):
        assert isinstance(limit, int)
        narrowed: Known = value & limit
    else:
        assert not isinstance(limit, int)
        narrowed = (max(value[0], limit[0]), min(value[1], limit[1]))
        if narrowed[0] > narrowed[1]:  # it traps in any case
            narrowed = limit
    if narrowed == limit:
        env.pop(index, None)
    else:
        env[index] = narrowed


def _inside(value: Known, limit: Known) -> bool:
    if isinstance(value, int):
        assert isinstance(limit, int)
        return not value & ~limit
    assert not isinstance(limit, int)
    return limit[0] <= value[0] and value[1] <= limit[1]


def _hull(a: Known, b: Known) -> Known:
    if isinstance(a, int):
        assert isinstance(b, int)
        return a | b
    assert not isinstance(b, int)
    return (min(a[0], b[0]), max(a[1], b[1]))


def _after_tick(counter: Operand) -> Interval:
    assert isinstance(counter, tuple)
    return counter[0] + 1, counter[1] + 1


# ------------------------------------------------------------------------------------------------ what must hold


def _outside(low: int, high: int, i: Operand) -> bool:
    assert isinstance(i, tuple)
    return i[0] < low or i[1] > high


def _entry(array: int, index: int) -> Callable[[Program, tuple[Operand, ...]], bool]:
    def outside(_program: Program, x: tuple[Operand, ...]) -> bool:
        slot = x[array]
        assert isinstance(slot, Slot)
        return _outside(0, slot.size - 1, x[index])

    return outside


def _place(_program: Program, x: tuple[Operand, ...]) -> bool:
    assert isinstance(x[1], Table)
    return _outside(-1, len(x[1].values) - 1, x[2])


def _row(_program: Program, x: tuple[Operand, ...]) -> bool:
    assert isinstance(x[2], Table)
    return bool(x[2].row) and _outside(0, len(x[2].values) // x[2].row - 1, x[3])


def _element(_program: Program, x: tuple[Operand, ...]) -> bool:
    assert isinstance(x[0], Slot)
    return _outside(-1, x[0].high - 1, x[1])


def _seats(program: Program, x: tuple[Operand, ...]) -> bool:
    last = len(program.seats) - 1
    return _outside(0, last, x[1]) or any(_outside(-1, last, seat) for seat in x[4::3])


def _reason(program: Program, x: tuple[Operand, ...]) -> bool:
    return _outside(0, len(program.reasons) - 1, x[0])


def _stored(array: int, value: int) -> Callable[[Program, tuple[Operand, ...]], bool]:
    def outside(_program: Program, x: tuple[Operand, ...]) -> bool:
        slot, stored = x[array], x[value]
        assert isinstance(slot, Slot)
        if isinstance(stored, int):
            return bool(stored & ~full(slot.high))
        return _outside(slot.low, slot.high, stored)

    return outside


def _winners(program: Program, x: tuple[Operand, ...]) -> bool:
    assert isinstance(x[1], int)
    return bool(x[1] & ~full(max(program.teams, default=-1) + 1))


_INDEX: dict[str, Callable[[Program, tuple[Operand, ...]], bool]] = {
    "look": _place,
    "look_set": _place,
    "load": _entry(1, 2),
    "load_set": _entry(1, 2),
    "store": _entry(0, 1),
    "store_set": _entry(0, 1),
    "only": _element,
    "top": _row,
    "best": _row,
    "best_last": _row,
    "holder": _entry(1, 3),
    "ask": _seats,
    "end": _reason,
}
_STORED: dict[str, Callable[[Program, tuple[Operand, ...]], bool]] = {
    "store": _stored(0, 2),
    "store_set": _stored(0, 2),
    "fill": _stored(0, 1),
    "fill_set": _stored(0, 1),
    "end": _winners,
}
