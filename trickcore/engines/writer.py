"""Turns straight-line instructions into statements: folds what is used once, keeps what is read again in local names.

Two rules make that safe. An expression that is still pending is computed as soon as a slot that it reads is about to
change. A local copy of a saved slot is written together with the slot, and only trusted on ways that all set it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from trickcore.engines.liveness import MANY, Liveness
from trickcore.engines.operations import MAKERS, Operands
from trickcore.engines.places import Cells, Places
from trickcore.engines.text import NONE, Code, Lines
from trickcore.engines.traps import COUNTER, INDEX, OUTSIDE, TWICE
from trickcore.program.intervals import result
from trickcore.program.model import Program, Role, SlotKind
from trickcore.program.ops import SILENT
from trickcore.program.ranges import Analysis

_TAKEN = 16  # cards, up to which taking them is written out

# Which operand is the index, and below what it must stay (given the operands).
_INDEX_OPERAND = {
    "look": 2,
    "look_set": 2,
    "load": 2,
    "load_set": 2,
    "store": 1,
    "store_set": 1,
    "only": 1,
    "top": 3,
    "best": 3,
    "best_last": 3,
    "holder": 3,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A temporary that holds an entry of an array, and the slots on which that depends."""

    slot: int
    leaves: frozenset[int]


@dataclass(slots=True)
class Known:
    """What is known at a place of the code: saved slots with a good local copy; ints that are the chosen item.

    `chosen[slot]`: the slot is the index of the item just chosen plus so much. `asked`: decisions on the way to here
    that a playout has not counted yet. `entries`: entries of arrays that a temporary holds, by array and index.
    `present`: names of entries that are not −1.
    """

    cached: set[int] = field(default_factory=set)
    chosen: dict[int, int] = field(default_factory=dict)
    asked: int = 0
    entries: dict[tuple[int, str], Entry] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)

    def copy(self) -> Known:
        """An independent copy."""
        return Known(set(self.cached), dict(self.chosen), self.asked, dict(self.entries), set(self.present))

    def meet(self, other: Known) -> None:
        """Keep what both know. Both have the same number of decisions left to count."""
        self.present &= other.present
        self.cached &= other.cached
        self.chosen = {slot: k for slot, k in self.chosen.items() if other.chosen.get(slot) == k}
        self.entries = {key: entry for key, entry in self.entries.items() if other.entries.get(key) == entry}

    def forget(self, slot: int) -> None:
        """A slot changes."""
        self.chosen.pop(slot, None)
        gone = [key for key, entry in self.entries.items() if key[0] == slot or slot in entry.leaves]
        for key in gone:
            del self.entries[key]


class Writer:
    """Writes the statements of one function."""

    def __init__(
        self, program: Program, places: Places, analysis: Analysis, live: Liveness, constants: set[str]
    ) -> None:
        self.program = program
        self.places = places
        self.analysis = analysis
        self.live = live
        self.constants = constants
        self.lines = Lines([])
        self.drawn: tuple[str, str] | None = None  # what was just drawn, and what to do if it is a card
        self.known = Known()
        self.pending: dict[int, Code] = {}
        self.again: dict[int, int] = {}  # how often the current region reads each saved slot
        self._names = 0

    # ------------------------------------------------------------------------------------------------ text

    def add(self, text: str) -> None:
        """Append a statement."""
        self.count_drawn()
        self.lines.add(text)

    def count_drawn(self) -> None:
        """Count a card that was just drawn, if there was one: a branch that follows may do so in its own test."""
        if self.drawn:
            (card, count), self.drawn = self.drawn, None
            self.lines.add(f"if {card} >= 0: {count}")

    def fresh(self) -> str:
        """A new name."""
        self._names += 1
        return f"y{self._names}"

    def use(self, name: str) -> str:
        """Ask for a constant."""
        self.constants.add(name)
        return name

    def present(self, entry: str) -> bool:
        """Whether an entry of an array is known not to be −1."""
        return entry in self.known.present

    def atom(self, code: Code) -> Code:
        """The same value as a name or literal."""
        if code.atom:
            return code
        name = self.fresh()
        self.add(f"{name} = {code.number}")
        return Code(name, NONE, atom=True)

    def settle(self, later: int = 0) -> None:
        """Count the decisions on the way to here, but for so many that are counted later: what comes next is reached on
        other ways too."""
        if self.known.asked != later:
            self.add(f"n += {self.known.asked - later}")
            self.known.asked = later

    # ------------------------------------------------------------------------------------------------ slots

    def read(self, slot: int) -> Code:
        """Code for the value of a number, set or pile."""
        constant = self.places.constant(slot)
        if constant:
            return constant
        if slot in self.pending:
            code = self.pending[slot]
            return code if code.atom else self.pending.pop(slot)
        name = self.places.local(slot)
        if isinstance(self.places, Cells) and self.places.in_state(slot) and slot not in self.known.cached:
            if self.again.get(slot, 0) < 2:
                return Code(self.places.cell(slot), frozenset({slot}))
            self.add(f"{name} = {self.places.cell(slot)}")
            self.known.cached.add(slot)
        return Code(name, frozenset({slot}), atom=True)

    def touch(self, slot: int) -> None:
        """A slot is about to change: compute what is pending and reads it."""
        late = [temp for temp, code in self.pending.items() if slot in code.leaves]
        for temp in late:
            code = self.pending.pop(temp)
            self.add(f"{self.places.local(temp)} = {code.number}")
        self.pending.pop(slot, None)
        self.known.forget(slot)

    def write(self, slot: int, value: str) -> None:
        """The statement that gives a number, set or pile a new value."""
        self.touch(slot)
        name = self.places.local(slot)
        if not (isinstance(self.places, Cells) and self.places.in_state(slot)):
            self.add(f"{name} = {value}")
        elif self.again.get(slot, 0) >= 1:
            self.add(f"{name} = {self.places.cell(slot)} = {value}")
            self.known.cached.add(slot)
        else:
            self.add(f"{self.places.cell(slot)} = {value}")
            self.known.cached.discard(slot)

    # ------------------------------------------------------------------------------------------------ instructions

    def instruction(self, i: int) -> None:
        """Write one instruction that does not branch, ask or end."""
        instr = self.program.code[i]
        o = Operands(self, instr.args, self.analysis.operands[i])
        if instr.op in SILENT:
            return
        if instr.op in MAKERS:
            self._compute(i, o)
        else:
            if "index" in self.checks(i):
                self._check_index(i, o)
            _EFFECTS[instr.op](self, i, o)

    def checks(self, i: int) -> frozenset[str]:
        """What instruction i must check."""
        return self.analysis.checks.get(i, frozenset())

    def trap(self, i: int, kind: int, value: str) -> str:
        """The statement that gives up."""
        return f"raise trap({i}, {kind}, {value})"

    def _compute(self, i: int, o: Operands) -> None:
        op, slot = self.program.code[i].op, o.args[0]
        temp = self.program.slots[slot].role is Role.TEMP
        uses = self.live.uses.get(i, 0) if temp else MANY
        checked = self.checks(i)
        if not uses and not checked:
            return
        if "index" in checked:
            self._check_index(i, o)
        chosen, entry = self._chosen(op, o), self._entry(op, o)
        held = self.known.entries.get(entry[0]) if entry else None
        code = self._from_choice(op, o) or MAKERS[op](o)
        if held:
            code = Code(self.places.local(held.slot), frozenset({held.slot}), atom=True)
        if "result" in checked:
            code = self.checked(i, slot, code, result(op, [x for x in o.known[1:] if x is not None], o.slot(0).high))
        if temp and (uses == 1 or (code.atom and uses < MANY)) and slot not in code.leaves:
            self.touch(slot)
            self.pending[slot] = code
        else:
            self.write(slot, code.number)
            if entry is not None and temp:
                self.known.entries[entry[0]] = Entry(slot, entry[1] | {slot})
        if chosen is not None:
            self.known.chosen[slot] = chosen

    def checked(self, i: int, slot: int, code: Code, value: object) -> Code:
        """Check a value against a slot (or an entry of it)."""
        declared = self.program.slots[slot]
        code = self.atom(code)
        if declared.kind in (SlotKind.SET, SlotKind.SETS):
            self.add(f"if {code.text} >> {declared.high}: {self.trap(i, OUTSIDE, code.number)}")
            return code
        low, high = value if isinstance(value, tuple) else (declared.low - 1, declared.high + 1)
        test = code.text
        if low < declared.low:
            test = f"{declared.low} <= {test}"
        if high > declared.high:
            test = f"{test} <= {declared.high}"
        if test != code.text:
            self.add(f"if not {test}: {self.trap(i, OUTSIDE, code.number)}")
        return code

    def _check_index(self, i: int, o: Operands) -> None:
        op = self.program.code[i].op
        place = _INDEX_OPERAND[op]
        code = self.atom(o[place])
        if self.program.slots[o.args[place]].role is Role.TEMP:  # the operation reads it once more
            self.pending[o.args[place]] = code
        (low, size), (least, most) = self._bounds(op, o), o.interval(place)
        test = _outside(code.text, low if least < low else None, size if most >= size else None)
        self.add(f"if {test}: {self.trap(i, INDEX, code.number)}")

    def _bounds(self, op: str, o: Operands) -> tuple[int, int]:
        if op in ("look", "look_set"):
            return -1, len(o.table(1).values)
        if op == "only":
            return -1, o.slot(0).high
        if op in ("top", "best", "best_last"):
            return 0, len(o.table(2).values) // o.table(2).row
        return 0, o.slot(0 if op in ("store", "store_set") else 1).size

    # ------------------------------------------------------------------------------------------------ the chosen item

    def _chosen(self, op: str, o: Operands) -> int | None:
        """Whether the result is the index of the chosen item plus a constant."""
        if op not in ("copy", "sub") or o.args[1] not in self.known.chosen:
            return None
        shift = 0 if op == "copy" else o.constant(2)
        return None if shift is None else self.known.chosen[o.args[1]] - shift

    def _entry(self, op: str, o: Operands) -> tuple[tuple[int, str], frozenset[int]] | None:
        """Which entry of an array is read, and on what the index depends, where that has a name."""
        if op not in ("load", "load_set") or self.places.whole(o.args[1]).startswith("A"):
            return None
        slot = o.args[2]
        code = self.places.constant(slot) or self.pending.get(slot)
        if code is None and not self.places.in_state(slot):
            code = Code(self.places.local(slot), frozenset({slot}), atom=True)
        return ((o.args[1], code.text), code.leaves) if code is not None and code.atom else None

    def _from_choice(self, op: str, o: Operands) -> Code | None:
        """A playout has the chosen item as a set at hand."""
        if op == "only" and self.known.chosen.get(o.args[1]) == 0:
            item = o[1]
            return Code("m", item.leaves, atom=True, complement=f"C{o.slot(0).high}[{item.text}]" if item.atom else "")
        return None


def _outside(text: str, low: int | None, size: int | None) -> str:
    """The test whether a number is below a bound or not below a size, where that can be."""
    if low is not None and size is not None:
        return f"not {low} <= {text} < {size}"
    return f"{text} < {low}" if low is not None else f"{text} >= {size}"


def _assignment(place: str, value: str) -> str:
    """The statement that gives a place a new value; one made of the old one spares finding the place twice."""
    for operator in "&|":
        if value.startswith(f"({place} {operator} "):
            return f"{place} {operator}= {value[len(place) + 4 : -1]}"
    return f"{place} = {value}"


# ------------------------------------------------------------------------------------------------ effects


def _store(w: Writer, i: int, o: Operands) -> None:
    index, value = o[1], o[2]
    if "result" in w.checks(i):
        index = index if index.atom else w.atom(index)
        value = w.checked(i, o.args[0], value, o.known[2])
    w.touch(o.args[0])
    place, interval = w.places.entry(o.args[0], index), o.known[2]
    w.add(_assignment(place, value.number))
    if w.places.splits(o.args[0]):
        w.known.present.discard(place)
        if isinstance(interval, tuple) and interval[0] >= 0:
            w.known.present.add(place)


def _fill(w: Writer, i: int, o: Operands) -> None:
    value = o[1]
    if "result" in w.checks(i):
        value = w.checked(i, o.args[0], value, o.known[1])
    w.touch(o.args[0])
    w.known.present.difference_update(w.places.entries(o.args[0]))
    w.add(w.places.filled(o.args[0], value.number))


def _renew(w: Writer, pile: int, cards: str) -> None:
    """The pile gets other cards: a tuple that ends with −1."""
    w.write(pile, cards)
    w.add(f"{w.places.drawn(pile)} = 0")


def _left(w: Writer, o: Operands, k: int) -> Code:
    """The cards that are left in a pile."""
    pile = o[k]
    return Code(f"{pile.text}[{w.places.drawn(o.args[k])}:-1]", pile.leaves)


def _pack(w: Writer, _i: int, o: Operands) -> None:
    _renew(w, o.args[0], "pack")


def _clear(w: Writer, _i: int, o: Operands) -> None:
    _renew(w, o.args[0], "(-1,)")


def _shuffle(w: Writer, _i: int, o: Operands) -> None:
    cards = _left(w, o, 0)
    _renew(w, o.args[0], f"{w.places.chance}.shuffle({w.places.events}, {cards.text}) + bottom")
    w.add(f"{w.places.events} += 1")


def _roll(w: Writer, i: int, o: Operands) -> None:
    low, high = o.interval(1)
    n = w.atom(o[1])
    roll = f"{w.places.chance}.roll({w.places.events}, {n.number})"
    name = w.fresh()
    w.add(f"{name} = {roll if low >= 1 else f'{roll} if {n.text} >= 1 else 0'}")
    w.add(f"{w.places.events} += 1")
    code = Code(name, atom=True)
    if "result" in w.checks(i):
        code = w.checked(i, o.args[0], code, (0, max(high - 1, 0)))
    w.write(o.args[0], code.text)


def _take(w: Writer, i: int, o: Operands) -> None:
    low, _ = o.interval(2)
    n = w.atom(o[2])
    if low < 0:
        n = w.atom(Code(f"({n.text} if {n.text} > 0 else 0)", n.leaves))
    pile, drawn = w.atom(o[1]), w.places.drawn(o.args[1])
    name, bits, count = w.fresh(), w.use(f"B{len(w.program.cards)}"), o.constant(2)
    w.add(f"if {drawn} + {n.text} < length({pile.text}):")
    if count is not None and 0 < count <= _TAKEN:
        cards = " | ".join(f"{bits}[{pile.text}[{drawn} + {k}]]" for k in range(count))
        w.add(f" {name} = {cards}; {drawn} += {count}")
    else:
        w.add(f" {name} = total(each(bit, {pile.text}[{drawn}:{drawn} + {n.text}])); {drawn} += {n.text}")
    w.add(f"else: {name} = total(each(bit, {pile.text}[{drawn}:])); {drawn} = length({pile.text}) - 1")
    code = Code(name, atom=True)
    if "result" in w.checks(i):
        code = w.checked(i, o.args[0], code, None)
    w.touch(o.args[1])
    w.write(o.args[0], code.text)


def _draw(w: Writer, i: int, o: Operands) -> None:
    pile, drawn = o[1], w.places.drawn(o.args[1])
    code = Code(f"{pile.text}[{drawn}]", pile.leaves)
    if "result" in w.checks(i):
        code = w.checked(i, o.args[0], code, (-1, o.slot(1).high - 1))
    elif o.slot(0).role is not Role.TEMP:
        code = w.atom(code)
    w.write(o.args[0], code.text)
    w.touch(o.args[1])
    w.drawn = code.text if code.atom else w.places.local(o.args[0]), f"{drawn} += 1"


def _put(w: Writer, i: int, o: Operands) -> None:
    pile, cards = w.atom(_left(w, o, 0)), w.atom(o[1])
    name = w.fresh()
    w.add(f"{name} = put({pile.text}, {cards.text})")
    w.add(f"if {name} is None: {w.trap(i, TWICE, f'twice({pile.text}, {cards.text})')}")
    _renew(w, o.args[0], name)


def _tick(w: Writer, i: int, o: Operands) -> None:
    counter = w.atom(o[0])
    if o.interval(0)[1] >= o.slot(0).high:
        w.add(f"if {counter.text} >= {o.slot(0).high}: {w.trap(i, COUNTER, counter.text)}")
    w.write(o.args[0], f"{counter.text} + 1")


_EFFECTS: dict[str, Callable[[Writer, int, Operands], None]] = {
    "store": _store,
    "store_set": _store,
    "fill": _fill,
    "fill_set": _fill,
    "pack": _pack,
    "clear": _clear,
    "shuffle": _shuffle,
    "roll": _roll,
    "take": _take,
    "draw": _draw,
    "put": _put,
    "tick": _tick,
}
