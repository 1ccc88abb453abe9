"""Operators whose operands depend on the state."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from trickcore.compiler.known import turned
from trickcore.compiler.unit import At, static_env
from trickcore.compiler.values import (
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
from trickcore.language import core
from trickcore.language.queries import unset_differs
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.code import Code
    from trickcore.compiler.emit import Emitter


def unary(e: Emitter, expr: core.Unary, at: At) -> Value:
    """`not`, and a minus before a number."""
    value = e.value(expr.arg, at)
    if expr.op == "not":
        return e.dyn(e.code.get("not", flag_slot(e.code, value)), expr.type)
    return e.add(Const(0, Kind.NUMBER), value, expr.type, "sub")


def binary(e: Emitter, expr: core.Binary, at: At) -> Value:
    """An operator between two operands."""
    if expr.op in ("and", "or"):
        return _connective(e, expr, at)
    left, right = e.value(expr.left, at), e.value(expr.right, at)
    kind = expr.left.type.kind
    if kind is Kind.NUMBER and not expr.left.type.many:
        return _numbers(e, expr, left, right)
    if kind is Kind.FLAG:
        op = "eq" if expr.op == "==" else "ne"
        return e.dyn(e.code.get(op, flag_slot(e.code, left), flag_slot(e.code, right)), expr.type)
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
