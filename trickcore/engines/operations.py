"""The expression of every operation that computes a value (`pure.PURE`), given code for its operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from trickcore.engines.helpers import NEXT_SEATS
from trickcore.engines.places import UNROLLED, Places
from trickcore.engines.text import NONE, Code, literal
from trickcore.program.intervals import full
from trickcore.program.masks import elements
from trickcore.program.model import Program, Slot, Table
from trickcore.program.ranges import Operand


class Writer(Protocol):
    """What an operation may ask of the code that it becomes part of."""

    program: Program
    places: Places

    def read(self, slot: int) -> Code:
        """Code for the value of a number, set or pile."""

    def atom(self, code: Code) -> Code:
        """The same value as a name or literal, computed beforehand."""

    def fresh(self) -> str:
        """A new name."""

    def add(self, text: str) -> None:
        """Append a statement."""

    def use(self, name: str) -> str:
        """Ask for a constant of `helpers.add_constant`."""

    def present(self, entry: str) -> bool:
        """Whether an entry of an array is known not to be −1."""


class Operands:
    """The operands of one instruction: code on demand, and what the analysis knows."""

    def __init__(self, writer: Writer, args: Sequence[int], known: Sequence[Operand]) -> None:
        self.writer = writer
        self.args = args
        self.known = known

    def __getitem__(self, k: int) -> Code:
        return self.writer.read(self.args[k])

    def atom(self, k: int) -> Code:
        """The operand as a name or literal."""
        return self.writer.atom(self[k])

    def atoms(self, *places: int) -> list[Code]:
        """Several operands as names or literals."""
        return [self.atom(k) for k in places]

    def interval(self, k: int) -> tuple[int, int]:
        """What is known of an int."""
        known = self.known[k]
        assert isinstance(known, tuple)
        return known

    def mask(self, k: int) -> int:
        """What is known of a set."""
        known = self.known[k]
        assert isinstance(known, int)
        return known

    def constant(self, k: int) -> int | None:
        """The operand's value if it is always the same."""
        known = self.known[k]
        if isinstance(known, tuple):
            return int(known[0]) if known[0] == known[1] else None
        slot = self.writer.places.constant(self.args[k])
        return int(slot.text) if slot else None

    def table(self, k: int) -> Table:
        """A table."""
        return self.writer.program.tables[self.args[k]]

    def slot(self, k: int) -> Slot:
        """A slot's declaration."""
        return self.writer.program.slots[self.args[k]]

    def use(self, name: str) -> str:
        """Ask for a constant."""
        return self.writer.use(name)


Maker = Callable[[Operands], Code]


def _leaves(*codes: Code) -> frozenset[int]:
    return NONE.union(*(code.leaves for code in codes))


def _infix(operator: str) -> Maker:
    def make(o: Operands) -> Code:
        a, b = o[1], o[2]
        return Code(f"({a.text} {operator} {b.text})", _leaves(a, b))

    return make


def _meet(o: Operands) -> Code:
    a, b = o[1], o[2]
    wider = None
    for whole, cut in ((a, o.constant(2)), (b, o.constant(1))):
        if whole.atom and cut is not None:
            wider = whole.text, cut
    return Code(f"({a.text} & {b.text})", _leaves(a, b), wider=wider)


def _compare(operator: str) -> Maker:
    def make(o: Operands) -> Code:
        a, b = o[1], o[2]
        return Code(f"({a.text} {operator} {b.text})", _leaves(a, b), flag=True)

    return make


def _logic(operator: str) -> Maker:
    def make(o: Operands) -> Code:
        a, b = o[1], o[2]
        truth = f"({a.test} {operator} {b.test})"
        return Code(f"({a.boolean} {operator} {b.boolean})", _leaves(a, b), flag=True, truth=truth)

    return make


def _not(o: Operands) -> Code:
    a = o[1]
    return Code(f"(not {a.test})", a.leaves, flag=True)


def _copy(o: Operands) -> Code:
    return o[1]


def _divide(operator: str) -> Maker:
    def make(o: Operands) -> Code:
        low, high = o.interval(2)
        a, b = (o[1], o[2]) if low > 0 or high < 0 else (o[1], o.atom(2))
        text = f"({a.text} {operator} {b.text})"
        if low <= 0 <= high:
            text = f"({text} if {b.text} else 0)"
        return Code(text, _leaves(a, b))

    return make


def _mod(o: Operands) -> Code:
    (low, high), (least, _) = o.interval(1), o.interval(2)
    return o[1] if low >= 0 and high < least else _divide("%")(o)


def _extreme(operator: str) -> Maker:
    def make(o: Operands) -> Code:
        a, b = o.atoms(1, 2)
        return Code(f"({a.number} if {a.text} {operator} {b.text} else {b.number})", _leaves(a, b))

    return make


def _abs(o: Operands) -> Code:
    if o.interval(1)[0] >= 0:
        return o[1]
    a = o.atom(1)
    return Code(f"({a.text} if {a.text} >= 0 else -{a.text})", a.leaves)


def _choose(o: Operands) -> Code:
    c, a, b = o[1], o[2], o[3]
    return Code(f"({a.number} if {c.test} else {b.number})", _leaves(c, a, b))


def _look(o: Operands) -> Code:
    place = o.constant(2)
    table = o.table(1)
    if place is not None and -1 <= place < len(table.values):
        return literal(table.absent if place == -1 else table.values[place])
    i = o[2]
    return Code(f"{o.use(f'T{o.args[1]}')}[{i.text}]", i.leaves)


def _load(o: Operands) -> Code:
    i = o[2]
    if o.writer.places.repeats(o.args[1], i):
        i = o.writer.atom(i)
    _use_array(o, 1)
    return Code(o.writer.places.entry(o.args[1], i), i.leaves | {o.args[1]})


def _use_array(o: Operands, k: int) -> str:
    """An array as a sequence, its constant made if need be."""
    whole = o.writer.places.whole(o.args[k])
    return o.use(whole) if whole.startswith("A") else whole


def _less(o: Operands) -> Code:
    struck = o.constant(2)
    a = o[1]
    if struck is not None:
        return Code(f"({a.text} & {o.mask(1) & ~struck})", a.leaves)
    b = o[2]
    if b.complement:
        o.use(b.complement.partition("[")[0])
    return Code(f"({a.text} & {b.complement or '~' + b.text})", _leaves(a, b))


def _only(o: Operands) -> Code:
    i = o[1]  # entry −1, the last one, is the empty set
    bits = o.use(f"B{o.slot(0).high}")
    return Code(f"{bits}[{i.text}]", i.leaves, complement=f"C{o.slot(0).high}[{i.text}]")


def _count(o: Operands) -> Code:
    s = o[1]
    return Code(f"({s.text}).bit_count()", s.leaves, truth=s.text)


def _some(o: Operands) -> Code:
    s = o[1]
    return Code(f"({s.text} != 0)", s.leaves, flag=True, truth=s.text)


def _meets(o: Operands) -> Code:
    a, b = o[1], o[2]
    return Code(f"({a.text} & {b.text} != 0)", _leaves(a, b), flag=True, truth=f"({a.text} & {b.text})")


def _within(o: Operands) -> Code:
    a = o.atom(1)
    b = o[2]
    outside = f"not {a.text} & ~{b.text}"
    return Code(f"({a.text} != 0 and {outside})", _leaves(a, b), flag=True, truth=f"({a.text} and {outside})")


def _has(o: Operands) -> Code:
    low, high = o.interval(2)
    s = o[1]
    if low == high and 0 <= low <= o.mask(1).bit_length():
        return Code(f"({s.text} >> {low} & 1)", s.leaves, truth=f"({s.text} & {1 << low})")
    i = o[2] if low >= 0 else o.atom(2)
    text = f"({s.text} >> {i.text} & 1)" if low >= 0 else f"({s.text} >> {i.text} & 1 if {i.text} >= 0 else 0)"
    return Code(text, _leaves(s, i))


def _lowest(o: Operands) -> Code:
    s = o.atom(1)
    return Code(f"(({s.text} & -{s.text}).bit_length() - 1)", s.leaves)


def _first(o: Operands) -> Code:
    hand = o.atom(2)
    terms: list[str] = []
    leaves = hand.leaves
    for k in range(3, len(o.args)):
        tier = o.constant(k)
        if tier is not None and not o.mask(2) & ~tier:
            terms.append(hand.text)
            break
        code = o[k]
        leaves |= code.leaves
        terms.append(f"{hand.text} & {code.text}")
    return Code(f"({' or '.join(terms)})", leaves) if terms else literal(0)


def _sum(o: Operands) -> Code:
    values, s = o.table(2).values, o[1]
    cut = s.wider[1] if s.wider else -1
    worth = {e: values[e] for e in elements(o.mask(1) & cut) if values[e]}
    if not worth:
        return literal(0)
    s = Code(s.wider[0], s.leaves, atom=True) if s.wider else o.writer.atom(s)
    amounts = sorted(set(worth.values()))
    planes = max(abs(amounts[0]), abs(amounts[-1])).bit_length() * (2 if amounts[0] < 0 < amounts[-1] else 1)
    groups = _by_value(worth) if len(amounts) <= planes else _by_plane(worth)
    terms = [_term(factor, f"({s.text} & {mask}).bit_count()") for factor, mask in groups]
    return Code(f"({' + '.join(terms)})", s.leaves)


def _term(factor: int, count: str) -> str:
    return count if factor == 1 else f"{factor} * {count}"


def _by_value(worth: dict[int, int]) -> list[tuple[int, int]]:
    return [(v, sum(1 << e for e, w in worth.items() if w == v)) for v in sorted(set(worth.values()))]


def _by_plane(worth: dict[int, int]) -> list[tuple[int, int]]:
    """By the binary digits of the values, those of negative values apart."""
    groups: list[tuple[int, int]] = []
    for sign in (1, -1):
        digits = max((sign * w for w in worth.values()), default=0)
        for digit in range(max(digits, 0).bit_length()):
            mask = sum(1 << e for e, w in worth.items() if sign * w > 0 and sign * w >> digit & 1)
            if mask:
                groups.append((sign << digit, mask))
    return groups


def _union(o: Operands) -> Code:
    s = o[1]
    return Code(f"union({s.text}, {o.use(f'T{o.args[2]}')})", s.leaves)


def _inside(o: Operands) -> Code:
    a, b = o[1], o[2]
    return Code(f"inside({a.text}, {b.text}, {o.use(f'E{o.args[3]}')})", _leaves(a, b))


def _richest(o: Operands) -> Code:
    tables = ", ".join(o.use(f"T{arg}") for arg in o.args[2:])
    s = o[1]
    return Code(f"richest({s.text}, {tables})", s.leaves)


def _keys(o: Operands) -> Code:
    """The row of a table that gives the keys, with a lowest key for −1."""
    if not o.table(2).row:
        return Code(o.use(f"R{o.args[2]}_0"), atom=True)
    row = o.constant(3)
    if row is not None and 0 <= row < len(o.table(2).values) // o.table(2).row:
        return Code(o.use(f"R{o.args[2]}_{row}"), atom=True)
    code = o[3]
    return Code(f"{o.use(f'R{o.args[2]}')}[{code.text}]", code.leaves)


def _top(o: Operands) -> Code:
    s, keys = o[1], _keys(o)
    return Code(f"top({s.text}, {keys.text})", _leaves(s, keys))


def _best(name: str, operator: str) -> Maker:
    def make(o: Operands) -> Code:
        if o.slot(1).size > UNROLLED:
            array, keys = _use_array(o, 1), _keys(o)
            return Code(f"{name}({array}, {keys.text})", keys.leaves | {o.args[1]})
        return _written_out(o, operator)

    return make


def _written_out(o: Operands, operator: str) -> Code:
    writer = o.writer
    _use_array(o, 1)
    keys = writer.atom(_keys(o)).text
    entries = writer.places.entries(o.args[1])
    position, highest, key = writer.fresh(), writer.fresh(), writer.fresh()
    writer.add(f"{position} = 0; {highest} = {keys}[{entries[0]}]")
    for p, entry in enumerate(entries[1:], 1):
        writer.add(f"{key} = {keys}[{entry}]")
        writer.add(f"if {key} {operator} {highest}: {highest} = {key}; {position} = {p}")
    if o.slot(1).low < 0 and not any(writer.present(entry) for entry in entries):
        writer.add(f"if {' and '.join(f'{entry} < 0' for entry in entries)}: {position} = -1")
    return Code(position, atom=True)


def _bits(o: Operands) -> Code:
    array = o.slot(1)
    whole = _use_array(o, 1)
    if array.size > UNROLLED:
        return Code(f"bits({whole})", frozenset({o.args[1]}))
    name = o.use(f"B{max(array.high, 0) + 1}")
    terms = [f"{name}[{entry}]" for entry in o.writer.places.entries(o.args[1])]
    return Code(f"({' | '.join(terms)})", frozenset({o.args[1]}))


def _find(o: Operands) -> Code:
    whole = _use_array(o, 1)
    if o.slot(1).size > UNROLLED:
        i = o[2]
        return Code(f"find({whole}, {i.text})", i.leaves | {o.args[1]})
    i = o.atom(2)
    entries = o.writer.places.entries(o.args[1])
    terms = [f"{p} if {entry} == {i.text} else " for p, entry in enumerate(entries)]
    return Code(f"({''.join(terms)}-1)", i.leaves | {o.args[1]})


def _holder(o: Operands) -> Code:
    whole = _use_array(o, 1)
    start, size = o.constant(3), o.slot(1).size
    if start is None or not 0 <= start < size or size > UNROLLED:
        s, i = o[2], o[3]
        return Code(f"holder({whole}, {s.text}, {i.text})", _leaves(s, i) | {o.args[1]})
    s = o.atom(2)
    entries = o.writer.places.entries(o.args[1])
    order = [*range(start, size), *range(start)]
    terms = [f"{p} if {entries[p]} & {s.text} else " for p in order]
    return Code(f"({''.join(terms)}-1)", s.leaves | {o.args[1]})


def _next_in(o: Operands) -> Code:
    n, members, (low, high) = o.constant(3), o.constant(1), o.interval(2)
    if n is not None and n >= 1:
        a = o[2]
        start = a.text if low >= 0 and high < n else f"{a.text} % {n}"
        if members is not None and n <= members.bit_length() and members & full(n) == full(n):
            return Code(f"({start})", a.leaves)
        if n <= NEXT_SEATS and not o.mask(1) >> n:
            s = o[1]
            return Code(f"{o.use(f'N{n}')}[{s.text}][{start}]", _leaves(s, a))
        s = o[1]
        return Code(f"next_in({s.text}, {a.text}, {n})", _leaves(s, a))
    s, a, count = o[1], o[2], o[3]
    return Code(f"next_in({s.text}, {a.text}, {count.text})", _leaves(s, a, count))


def _size(o: Operands) -> Code:
    p = o[1]
    return Code(f"(length({p.text}) - 1 - {o.writer.places.drawn(o.args[1])})", p.leaves)


def _cards(o: Operands) -> Code:
    p = o[1]
    return Code(f"total(each(bit, {p.text}[{o.writer.places.drawn(o.args[1])}:]))", p.leaves)


MAKERS: dict[str, Maker] = {
    "copy": _copy,
    "add": _infix("+"),
    "sub": _infix("-"),
    "mul": _infix("*"),
    "div": _divide("//"),
    "mod": _mod,
    "min": _extreme("<"),
    "max": _extreme(">"),
    "abs": _abs,
    "eq": _compare("=="),
    "ne": _compare("!="),
    "lt": _compare("<"),
    "le": _compare("<="),
    "and": _logic("and"),
    "or": _logic("or"),
    "not": _not,
    "choose": _choose,
    "look": _look,
    "load": _load,
    "copy_set": _copy,
    "meet": _meet,
    "join": _infix("|"),
    "less": _less,
    "choose_set": _choose,
    "look_set": _look,
    "load_set": _load,
    "only": _only,
    "count": _count,
    "some": _some,
    "eq_set": _compare("=="),
    "meets": _meets,
    "within": _within,
    "has": _has,
    "lowest": _lowest,
    "first": _first,
    "sum": _sum,
    "union": _union,
    "inside": _inside,
    "richest": _richest,
    "top": _top,
    "best": _best("best", ">"),
    "best_last": _best("best_last", ">="),
    "bits": _bits,
    "find": _find,
    "holder": _holder,
    "next_in": _next_in,
    "size": _size,
    "cards": _cards,
}
