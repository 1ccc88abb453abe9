"""Expressions whose value depends on the state: instructions that compute it. What is known is never emitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from trickcore.compiler.static import Env, Known, names_of, renamed, table_entry, turned
from trickcore.compiler.unit import At, Unit
from trickcore.compiler.values import (
    SCALARS,
    Const,
    Dyn,
    Value,
    flag_slot,
    is_one,
    may_be_none,
    number_slot,
    one_slot,
    scale_of,
    set_slot,
)
from trickcore.diagnostics.model import Span
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.queries import unset_differs
from trickcore.language.types import Kind, Type

if TYPE_CHECKING:
    from trickcore.compiler.code import Code
    from trickcore.compiler.unit import RefusedError

DEPTH_LIMIT = 60  # definitions inside definitions


class Emitter:
    """Lowers expressions of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.code = unit.code
        self.setting = unit.setting
        self._depth = 0

    # ------------------------------------------------------------------------------------------------ results

    def value(self, expr: Expr, at: At) -> Value:
        """The value of an expression at a place."""
        known = self.unit.static.known(expr, static_env(at))
        if known is not None:
            return self.const(known, expr.type)
        with self.code.from_(expr.span):
            return NODES[type(expr)](self, expr, at)

    def number(self, expr: Expr, at: At) -> int:
        """A slot with a whole number."""
        return self.whole(self.value(expr, at))

    def whole(self, value: Value) -> int:
        """A slot with a number, rounded down if it is not whole."""
        slot, scale = number_slot(self.code, value), scale_of(value)
        return slot if scale == 1 else self.code.get("div", slot, self.code.const_int(scale))

    def flag(self, expr: Expr, at: At) -> int:
        """A slot with 0 or 1."""
        return flag_slot(self.code, self.value(expr, at))

    def set(self, expr: Expr, at: At) -> int:
        """A slot with a set."""
        return set_slot(self.code, self.value(expr, at))

    def one(self, expr: Expr, at: At) -> int:
        """A slot with the index of one element, or −1."""
        return one_slot(self.code, self.value(expr, at))

    def slot_as(self, value: Value, type_: Type, is_set: bool) -> int:
        """A slot in the form in which a variable of a type is kept."""
        if type_.kind is Kind.NUMBER:
            return self.whole(value)
        if type_.kind is Kind.FLAG:
            return flag_slot(self.code, value)
        return set_slot(self.code, value) if is_set else one_slot(self.code, value)

    def const(self, known: Known, type_: Type) -> Const:
        """A known value of a type."""
        return Const(known, type_.kind, self.setting.size(type_))

    def dyn(self, slot: int, type_: Type, *, many: bool = False, scale: int = 1) -> Dyn:
        """A slot with a value of a type."""
        return Dyn(slot, type_.kind, many, self.setting.size(type_), scale)

    def refuse(self, span: Span, what: str) -> RefusedError:
        """Report what is not lowered; the caller raises it."""
        return self.unit.refuse(span, what)

    # ------------------------------------------------------------------------------------------------ choosing

    def choose(self, test: int, then: Value, other: Value, type_: Type) -> Value:
        """`then` where the flag is 1."""
        code = self.code
        if isinstance(then, Const) and isinstance(other, Const) and then.value == other.value:
            return then
        if type_.kind in SCALARS:
            scale = max(scale_of(then), scale_of(other))
            if scale % scale_of(then) or scale % scale_of(other):
                scale = scale_of(then) * scale_of(other)
            a, b = number_slot(code, then, scale), number_slot(code, other, scale)
            return self.dyn(code.get("choose", test, a, b), type_, scale=scale)
        if is_one(then) and is_one(other):
            return self.dyn(code.get("choose", test, one_slot(code, then), one_slot(code, other)), type_)
        a, b = set_slot(code, then), set_slot(code, other)
        slot = code.get_set("choose_set", test, a, b, universe=self.setting.size(type_))
        return self.dyn(slot, type_, many=True)

    def join(self, parts: Sequence[Value], type_: Type) -> Value:
        """Several owners' values as one: sets unite, numbers add, flags are or-ed."""
        code = self.code
        total: Value = Const(False if type_.kind is Kind.FLAG else 0, type_.kind, self.setting.size(type_))
        for part in parts:
            if isinstance(part, Const) and not part.value:
                continue
            if isinstance(total, Const) and not total.value:
                total = part
            elif type_.kind is Kind.NUMBER:
                total = self.add(total, part, type_)
            elif type_.kind is Kind.FLAG:
                total = self.dyn(code.get("or", flag_slot(code, total), flag_slot(code, part)), type_)
            else:
                a, b = set_slot(code, total), set_slot(code, part)
                total = self.dyn(code.get_set("join", a, b, universe=self.setting.size(type_)), type_, many=True)
        return total

    def add(self, left: Value, right: Value, type_: Type, op: str = "add") -> Value:
        """A sum or difference of numbers, over a common denominator."""
        scale = scale_of(left) * scale_of(right) if scale_of(left) != scale_of(right) else scale_of(left)
        a, b = number_slot(self.code, left, scale), number_slot(self.code, right, scale)
        return self.dyn(self.code.get(op, a, b), type_, scale=scale)

    def gate(self, test: int, value: Value, type_: Type) -> Value:
        """The value where the flag is 1, else the empty value of the type."""
        empty = Const(False if type_.kind is Kind.FLAG else 0, type_.kind, self.setting.size(type_))
        return self.choose(test, value, empty, type_)

    # ------------------------------------------------------------------------------------------------ owners

    def owned(self, owner: Value, read: Callable[[int, bool], Value], type_: Type, groups: Sequence[int] = ()) -> Value:
        """Somebody's value. `read(slot, some)` gives the value at an index; `groups` are seats of teams, if it is
        kept per team. An owner of several seats lifts; nobody's value is empty.
        """
        code = self.code
        masks = list(groups) or [1 << seat for seat in range(self.setting.players)]
        if isinstance(owner, Const):
            picked = [i for i, mask in enumerate(masks) if mask & int(owner.value)]
            return self.join([read(code.const_int(i), True) for i in picked], type_)
        if owner.many:
            parts = []
            for i, mask in enumerate(masks):
                test = code.get("meets", owner.slot, code.const_set(mask))
                parts.append(self.gate(test, read(code.const_int(i), True), type_))
            return self.join(parts, type_)
        index = owner.slot
        if groups:
            team_of = [next(t for t, mask in enumerate(groups) if mask >> s & 1) for s in range(self.setting.players)]
            index = code.get("look", code.int_table(team_of, absent=-1, name="team_of"), index)
        if not may_be_none(code, index):
            return read(index, True)
        zero = code.const_int(0)
        value = read(code.get("max", index, zero), True)
        return self.gate(code.get("le", zero, index), value, type_)

    def read_array(self, slot: int, type_: Type) -> Callable[[int, bool], Value]:
        """Reads the entries of an array that holds values of a type."""
        array = self.code.slot_at(slot)

        def read(index: int, _some: bool) -> Value:
            if array.kind.value == "sets":
                return self.dyn(self.code.get_set("load_set", slot, index, universe=array.high), type_, many=True)
            return self.dyn(self.code.get("load", slot, index), type_)

        return read

    # ------------------------------------------------------------------------------------------------ definitions

    def definition(self, expr: core.Get | core.Call, args: tuple[Expr, ...], at: At) -> Value:
        """The body of a definition, where it is used."""
        self._depth += 1
        if self._depth > DEPTH_LIMIT:
            raise self.refuse(expr.span, "a definition so deep inside others")
        try:
            owner = self.value(expr.owner, at) if expr.owner is not None else None
            given = tuple(self.value(arg, at) for arg in args)
            for arg in given:
                if isinstance(arg, Dyn):
                    self.code.keep(arg.slot)
            return self._texts(self.unit.layers.definition(expr.name), expr, owner, given, at)
        finally:
            self._depth -= 1

    def _texts(
        self, texts: list[tuple[Expr | None, Any]], expr: core.Get | core.Call, owner: Value | None,
        given: tuple[Value, ...], at: At,
    ) -> Value:  # fmt: skip
        condition, text = texts[0]
        value = self._body(text, expr, owner, given, at)
        if condition is None or len(texts) == 1:
            return value
        other = self._texts(texts[1:], expr, owner, given, at)
        test = self.value(condition, at)
        if isinstance(test, Const):
            return value if test.value else other
        return self.choose(test.slot, value, other, expr.type)

    def _body(
        self, text: Any, expr: core.Get | core.Call, owner: Value | None, given: tuple[Value, ...], at: At
    ) -> Value:
        names = [name for name, _ in text.parameters]
        inner = replace(at, locals=dict(zip(names, given, strict=True)))
        if owner is None or text.per == "side":
            return self.value(text.body, inner if owner is None else replace(inner, me=owner))
        if text.per == "":
            return self.value(text.body, inner)
        if is_one(owner) and not isinstance(owner, Const):
            value = self.value(text.body, replace(inner, me=owner))
            if not may_be_none(self.code, owner.slot):
                return value
            return self.gate(self.code.get("le", self.code.const_int(0), owner.slot), value, expr.type)
        parts: list[Value] = []
        for seat in range(self.setting.players):
            me = Const(1 << seat, Kind.SEAT, self.setting.players)
            if isinstance(owner, Const):
                if int(owner.value) >> seat & 1:
                    parts.append(self.value(text.body, replace(inner, me=me)))
                continue
            test = self.code.get("has", owner.slot, self.code.const_int(seat))
            parts.append(self.gate(test, self.value(text.body, replace(inner, me=me)), expr.type))
        return self.join(parts, expr.type)


def static_env(at: At) -> Env:
    """What is known at a place, for static evaluation."""
    me = int(at.me.value) if isinstance(at.me, Const) else None
    return replace(at.env, me=me, locals={n: v.value if isinstance(v, Const) else None for n, v in at.locals.items()})


# ---------------------------------------------------------------------------------------------------- nodes


def _unary(e: Emitter, expr: core.Unary, at: At) -> Value:
    value = e.value(expr.arg, at)
    if expr.op == "not":
        return e.dyn(e.code.get("not", flag_slot(e.code, value)), expr.type)
    return e.add(Const(0, Kind.NUMBER), value, expr.type, "sub")


def _binary(e: Emitter, expr: core.Binary, at: At) -> Value:
    if expr.op in ("and", "or"):
        return _connective(e, expr, at)
    left, right = e.value(expr.left, at), e.value(expr.right, at)
    kind = expr.left.type.kind
    if kind is Kind.NUMBER and not expr.left.type.many:
        return _numbers(e, expr, left, right)
    if kind is Kind.FLAG:
        op = "eq" if expr.op == "==" else "ne"
        return e.dyn(e.code.get(op, flag_slot(e.code, left), flag_slot(e.code, right)), expr.type)
    if kind is Kind.MELD:
        raise e.refuse(expr.span, "a set of melds")
    if expr.right.type.kind is Kind.NUMBER:
        return _neighbour(e, expr, left, right)
    return _sets(e, expr, left, right)


def _connective(e: Emitter, expr: core.Binary, at: At) -> Value:
    known = [e.unit.static.known(side, static_env(at)) for side in (expr.left, expr.right)]
    if known[0] is not None:
        return e.value(expr.right, at)  # the left side decides nothing, or the whole would be known
    if known[1] is not None:
        return e.value(expr.left, at)
    left, right = e.flag(expr.left, at), e.flag(expr.right, at)
    return e.dyn(e.code.get(expr.op, left, right), expr.type)


_ARITHMETIC = {"+": "add", "-": "sub"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le"}


def _numbers(e: Emitter, expr: core.Binary, left: Value, right: Value) -> Value:
    code, op = e.code, expr.op
    if op in _ARITHMETIC:
        return e.add(left, right, expr.type, _ARITHMETIC[op])
    if op in (">", ">="):
        left, right, op = right, left, "<" if op == ">" else "<="
    if op in _COMPARE:
        scale = scale_of(left) if scale_of(left) == scale_of(right) else scale_of(left) * scale_of(right)
        a, b = number_slot(code, left, scale), number_slot(code, right, scale)
        return e.dyn(code.get(_COMPARE[op], a, b), expr.type)
    if op == "*":
        a, b = number_slot(code, left), number_slot(code, right)
        return e.dyn(code.get("mul", a, b), expr.type, scale=scale_of(left) * scale_of(right))
    if op == "/":
        return _divided(e, expr, left, right)
    scale = scale_of(left) * scale_of(right)
    a, b = number_slot(code, left, scale), number_slot(code, right, scale)
    if op == "//":
        return e.dyn(code.get("div", a, b), expr.type)
    return e.dyn(code.get("mod", a, b), expr.type, scale=scale)


def _divided(e: Emitter, expr: core.Binary, left: Value, right: Value) -> Value:
    if not isinstance(right, Const):
        raise e.refuse(expr.span, "a fraction whose lower part depends on the state")
    factor = Fraction(1) / Fraction(right.value) if right.value else Fraction(0)
    if factor == 0:
        return Const(0, Kind.NUMBER)
    slot = e.code.get("mul", number_slot(e.code, left), e.code.const_int(factor.numerator))
    return e.dyn(slot, expr.type, scale=scale_of(left) * factor.denominator)


def _neighbour(e: Emitter, expr: core.Binary, seats: Value, number: Value) -> Value:
    """`dealer + 1`: seats so many places on."""
    code, players = e.code, e.setting.players
    sign = 1 if expr.op == "+" else -1
    if isinstance(number, Const):
        places = sign * int(number.value)
        if is_one(seats):
            return e.dyn(turn_seat(e, one_slot(code, seats), places), expr.type)
        table = code.set_table([turned(1 << s, places, players) for s in range(players)], name=f"seats {places:+}")
        return e.dyn(code.get_set("union", set_slot(code, seats), table, universe=players), expr.type, many=True)
    step = code.get("mul", e.whole(number), code.const_int(sign))
    if is_one(seats):
        seat = one_slot(code, seats)
        moved = code.get("mod", code.get("add", seat, step), code.const_int(players))
        if not may_be_none(code, seat):
            return e.dyn(moved, expr.type)
        some = code.get("le", code.const_int(0), seat)
        return e.dyn(code.get("choose", some, moved, code.const_int(-1)), expr.type)
    parts = []
    for seat in range(players):
        test = code.get("has", set_slot(code, seats), code.const_int(seat))
        moved = code.get("mod", code.get("add", code.const_int(seat), step), code.const_int(players))
        parts.append(e.gate(test, e.dyn(moved, expr.type), expr.type))
    return e.join(parts, expr.type)


def turn_seat(e: Emitter, seat: int, places: int) -> int:
    """A slot with the seat so many places on; nobody stays nobody."""
    players = e.setting.players
    if places % players == 0:
        return seat
    table = e.code.int_table([(s + places) % players for s in range(players)], absent=-1, name=f"seat {places:+}")
    return e.code.get("look", table, seat)


def _sets(e: Emitter, expr: core.Binary, left: Value, right: Value) -> Value:
    code, op = e.code, expr.op
    universe = e.setting.size(expr.left.type) or e.setting.size(expr.right.type)
    if op in ("==", "!="):
        return _equal(e, expr, left, right)
    if op in ("in", "not in"):
        if is_one(left) and isinstance(left, Dyn):
            slot = code.get("has", set_slot(code, right), left.slot)
        else:
            slot = code.get("within", set_slot(code, left), set_slot(code, right))
        return e.dyn(slot if op == "in" else code.get("not", slot), expr.type)
    if op == "meets":
        return e.dyn(_meets(e, left, right), expr.type)
    name = {"+": "join", "-": "less", "&": "meet"}[op]
    slot = code.get_set(name, set_slot(code, left), set_slot(code, right), universe=universe)
    return e.dyn(slot, expr.type, many=True)


def _equal(e: Emitter, expr: core.Binary, left: Value, right: Value) -> Value:
    """Two values that may be empty. What is unset equals nothing but a written `none`."""
    code, same = e.code, expr.op == "=="
    gated = unset_differs(expr) and all(_may_be_empty(code, value) for value in (left, right))
    if gated and any(isinstance(value, Const) for value in (left, right)):  # which is empty, and was not written
        return e.const(not same, expr.type)
    one = is_one(left) and is_one(right)
    if one and not gated:
        slot = code.get("eq" if same else "ne", one_slot(code, left), one_slot(code, right))
        return e.dyn(slot, expr.type)
    if one:
        slot = code.get("eq", one_slot(code, left), one_slot(code, right))
        some = code.get("le", code.const_int(0), one_slot(code, left))
    else:
        slot = code.get("eq_set", set_slot(code, left), set_slot(code, right))
        some = code.get("some", set_slot(code, left)) if gated else -1
    slot = code.get("and", slot, some) if gated else slot
    return e.dyn(slot if same else code.get("not", slot), expr.type)


def _may_be_empty(code: Code, value: Value) -> bool:
    if isinstance(value, Const):
        return not value.value
    return value.many or may_be_none(code, value.slot)


def _meets(e: Emitter, left: Value, right: Value) -> int:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Dyn) and not one.many:
            return e.code.get("has", set_slot(e.code, other), one.slot)
    return e.code.get("meets", set_slot(e.code, left), set_slot(e.code, right))


def _if(e: Emitter, expr: core.If, at: At) -> Value:
    test = e.value(expr.test, at)
    if isinstance(test, Const):
        return e.value(expr.then if test.value else expr.other, at)
    e.code.keep(test.slot)
    then, other = e.value(expr.then, at), e.value(expr.other, at)
    return e.choose(test.slot, then, other, expr.type)


def _ranks_of(e: Emitter, expr: core.RanksOf, at: At) -> Value:
    deck, code = e.setting.deck, e.code
    printed = 0
    for rank in expr.ranks:
        printed |= deck.by_rank[deck.ranks.index(rank)]
    of = e.value(expr.of, at)
    if expr.of.type.kind is not Kind.SUIT:
        slot = code.get_set("meet", set_slot(code, of), code.const_set(printed), universe=len(deck.cards))
        return e.dyn(slot, expr.type, many=True)
    table = code.set_table([mask & printed for mask in deck.by_suit], name="".join(expr.ranks) + " of suit")
    return e.dyn(_mapped(e, of, table), expr.type, many=True)


def _mapped(e: Emitter, value: Value, table: int) -> int:
    """The union of a table's sets of cards over one element or several."""
    universe = len(e.setting.deck.cards)
    if is_one(value):
        return e.code.get_set("look_set", table, one_slot(e.code, value), universe=universe)
    return e.code.get_set("union", set_slot(e.code, value), table, universe=universe)


def _convert(e: Emitter, expr: core.Convert, at: At) -> Value:
    code, deck = e.code, e.setting.deck
    if expr.how == "set":
        return e.value(expr.arg, at)
    value = e.value(expr.arg, at)
    if expr.how == "one":
        return e.dyn(one_slot(code, value), expr.type)
    if expr.how == "cards of rank":
        table = code.set_table(deck.by_rank, name="cards of rank")
        return e.dyn(_mapped(e, value, table), expr.type, many=True)
    if expr.how == "cards of suit":
        return e.dyn(_suit_cards(e, value), expr.type, many=True)
    names = names_of(e.setting, expr.arg.type)
    target = e.setting.deck.suits if expr.how == "suits of domain" else expr.type.symbols
    masks = [renamed(1 << i, names, target) for i in range(len(names))]
    if is_one(value):
        numbers = [mask.bit_length() - 1 for mask in masks]
        return e.dyn(code.get("look", code.int_table(numbers, absent=-1), one_slot(code, value)), expr.type)
    slot = code.get_set("union", set_slot(code, value), code.set_table(masks), universe=len(target))
    return e.dyn(slot, expr.type, many=True)


def _suit_cards(e: Emitter, suits: Value) -> int:
    """The cards that count as these suits, in the row of the laws that is in force."""
    code, laws, deck = e.code, e.unit.laws, e.setting.deck
    cards = len(deck.cards)
    if laws.slot < 0 or all(row.suit_cards == laws.rows[0].suit_cards for row in laws.rows):
        table = code.set_table(laws.rows[0].suit_cards, name="cards of suit")
        return _mapped(e, suits, table)
    width = len(deck.suits) + 1
    table = laws.sets("cards of suit", lambda row: (0, *row.suit_cards))
    if is_one(suits):
        number = code.get("add", one_slot(code, suits), code.const_int(1))
        return code.get_set("look_set", table, laws.index(width, number), universe=cards)
    total = code.const_set(0)
    for suit in range(len(deck.suits)):
        test = code.get("has", set_slot(code, suits), code.const_int(suit))
        own = code.get_set("look_set", table, laws.index(width, code.const_int(suit + 1)), universe=cards)
        total = code.get_set(
            "join", total, code.get_set("choose_set", test, own, code.const_set(0), universe=cards), universe=cards
        )
    return total


def _get(e: Emitter, expr: core.Get, at: At) -> Value:
    if expr.home is Home.LOCAL:
        return at.locals[expr.name]
    if expr.home is Home.DEFINITION:
        return e.definition(expr, (), at)
    if expr.home in (Home.STATE, Home.CHOICE):
        return variable(e, expr, at)
    owner = e.value(expr.owner, at) if expr.owner is not None else None
    if expr.home is Home.ZONE:
        return zone(e, expr.name, owner, expr.type)
    from trickcore.compiler.words import word

    return word(e, expr, owner, at)


def variable(e: Emitter, expr: core.Get, at: At) -> Value:
    """The value of a variable."""
    var = e.unit.state.vars.get(expr.name)
    if var is None:
        raise e.refuse(expr.span, f"`{expr.name}`")
    slot = e.code.slot_at(var.slot)
    if not var.per:
        return e.dyn(var.slot, var.type, many=slot.kind.value == "set")
    owner = e.value(expr.owner, at) if expr.owner is not None else at.me
    assert owner is not None, expr.name
    groups = e.setting.team_seats if var.per == "team" else ()
    return e.owned(owner, e.read_array(var.slot, var.type), var.type, groups)


def zone(e: Emitter, name: str, owner: Value | None, type_: Type) -> Value:
    """The cards of a zone."""
    place = e.unit.state.zones[name]
    if place.per_seat:
        assert owner is not None, name
        return e.owned(owner, e.read_array(place.slot, type_), type_)
    if place.pile:
        return e.dyn(e.code.get_set("cards", place.slot, universe=len(e.setting.deck.cards)), type_, many=True)
    return e.dyn(place.slot, type_, many=True)


def _call(e: Emitter, expr: core.Call, at: At) -> Value:
    if expr.home is Home.DEFINITION:
        return e.definition(expr, expr.args, at)
    if expr.home is Home.TABLE:
        return _table(e, expr, at)
    from trickcore.compiler.functions import call

    return call(e, expr, at)


def _table(e: Emitter, expr: core.Call, at: At) -> Value:
    """A look-up with a key that depends on the state."""
    rule, key_type = e.setting.rules.tables[expr.name], expr.args[0].type
    if key_type.kind is Kind.NUMBER:
        return _number_table(e, expr, at)
    names = names_of(e.setting, key_type)
    keys: list[Known] = [False, True] if key_type.kind is Kind.FLAG else [1 << i for i in range(len(names))]
    values = [_entry(e, table_entry(rule, key, names), expr.type) for key in keys]
    key = e.flag(expr.args[0], at) if key_type.kind is Kind.FLAG else e.one(expr.args[0], at)
    return _looked_up(e, expr, values, _entry(e, table_entry(rule, 0, names), expr.type), key)


def _entry(e: Emitter, entry: Expr | None, type_: Type) -> Const:
    return e.const(e.unit.static.value(entry, Env()) if entry is not None else 0, type_)


def _number_table(e: Emitter, expr: core.Call, at: At) -> Value:
    rule, code = e.setting.rules.tables[expr.name], e.code
    rows = {int(key): _entry(e, entry, expr.type) for key, entry in rule.rows.items()}
    low, high = min(rows, default=0), max(rows, default=0)
    other = _entry(e, rule.other, expr.type)
    if high - low > 4096:
        raise e.refuse(expr.span, "a table with keys so far apart")
    key = e.number(expr.args[0], at)
    shifted = code.get("sub", key, code.const_int(low))
    inside = code.get("and", code.get("le", code.const_int(low), key), code.get("le", key, code.const_int(high)))
    index = code.get("choose", inside, shifted, code.const_int(-1))
    index = code.get("min", code.get("max", index, code.const_int(-1)), code.const_int(high - low))
    return _looked_up(e, expr, [rows.get(k, other) for k in range(low, high + 1)], other, index)


def _looked_up(e: Emitter, expr: core.Call, values: list[Const], absent: Const, index: int) -> Value:
    code = e.code
    if expr.type.kind in SCALARS:
        scale = 1
        for value in (*values, absent):
            scale = scale * scale_of(value) if scale % scale_of(value) else scale
        numbers = [int(value.value * scale) for value in values]
        table = code.int_table(numbers, absent=int(absent.value * scale), name=expr.name)
        return e.dyn(code.get("look", table, index), expr.type, scale=scale)
    masks = [int(value.value) for value in values]
    if all(mask.bit_count() <= 1 for mask in (*masks, int(absent.value))):
        numbers = [mask.bit_length() - 1 for mask in masks]
        table = code.int_table(numbers, absent=int(absent.value).bit_length() - 1, name=expr.name)
        return e.dyn(code.get("look", table, index), expr.type)
    table = code.set_table(masks, absent=int(absent.value), name=expr.name)
    universe = e.setting.size(expr.type)
    return e.dyn(code.get_set("look_set", table, index, universe=universe), expr.type, many=True)


def _quantifier(e: Emitter, expr: core.Quantifier, at: At) -> Value:
    from trickcore.compiler.quantify import quantifier

    return quantifier(e, expr, at)


def _never(e: Emitter, expr: Expr, _at: At) -> Value:
    raise e.refuse(expr.span, "a domain as a value")


NODES: dict[type[Expr], Callable[[Emitter, Any, At], Value]] = {
    core.Unary: _unary,
    core.Binary: _binary,
    core.If: _if,
    core.RanksOf: _ranks_of,
    core.Convert: _convert,
    core.Get: _get,
    core.Call: _call,
    core.Quantifier: _quantifier,
    core.Range: _never,
    core.Listed: _never,
}

__all__ = ["Emitter", "static_env", "turn_seat", "variable", "zone"]
