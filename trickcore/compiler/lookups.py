"""Values that are looked up: variables, zones, and constant tables with keys that depend on the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.compiler.known import Env, Known, names_of, table_entry
from trickcore.compiler.unit import At
from trickcore.compiler.values import (
    SCALARS,
    Const,
    Value,
    scale_of,
)
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.types import Kind, Type

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter
    from trickcore.compiler.setting import Setting


def variable(e: Emitter, expr: core.Get, at: At) -> Value:
    """The value of a variable. A card that was chosen is a kind of card: all copies of it."""
    value = _stored(e, expr, at)
    if not means_copies(e.setting, expr) or isinstance(value, Const):
        return value
    code, copies = e.code, e.setting.deck.copies()
    table = code.set_table(copies, name="copies")
    operands = ("union", value.slot, table) if value.many else ("look_set", table, value.slot)
    return e.dyn(code.get_set(*operands, universe=len(copies)), expr.type, many=True)


def means_copies(setting: Setting, expr: core.Get) -> bool:
    """Whether a variable holds one of several equal cards and means all of them."""
    return expr.home is Home.CHOICE and expr.type.kind is Kind.CARD and setting.deck.has_copies


def _stored(e: Emitter, expr: core.Get, at: At) -> Value:
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


def table(e: Emitter, expr: core.Call, at: At) -> Value:
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
