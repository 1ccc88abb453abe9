"""Definitions: the body that holds, where it is used, for whose value is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trickcore.compiler import probes
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, Value, is_one, may_be_none
from trickcore.language import core
from trickcore.language.core import Expr
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def definition(e: Emitter, expr: core.Get | core.Call, args: tuple[Expr, ...], at: At) -> Value:
    """The body of a definition, where it is used."""
    owner = e.value(expr.owner, at) if expr.owner is not None else None
    given = tuple(e.value(arg, at) for arg in args)
    for arg in given:
        if isinstance(arg, Dyn):
            e.code.keep(arg.slot)
    texts = e.unit.layers.definition(expr.name)
    places = probes.one_after_the_other(e, [condition for condition, _ in texts], at)
    values = [_body(e, text, expr, owner, given, place) for (_, text), place in zip(texts, places, strict=True)]
    value = values.pop()
    for (condition, _), here in zip(reversed(texts[:-1]), reversed(values), strict=True):
        assert condition is not None
        test = e.value(condition, at)
        if isinstance(test, Const):
            value = here if test.value else value
        else:
            value = e.choose(test.slot, here, value, expr.type)
    return value


def _body(
    e: Emitter, text: Any, expr: core.Get | core.Call, owner: Value | None, given: tuple[Value, ...], at: At
) -> Value:
    names = [name for name, _ in text.parameters]
    inner = replace(at, locals=dict(zip(names, given, strict=True)))
    if owner is None or text.per == "side":
        return e.value(text.body, inner if owner is None else replace(inner, me=owner))
    if text.per == "":
        return e.value(text.body, inner)
    if is_one(owner) and not isinstance(owner, Const):
        unsure = may_be_none(e.code, owner.slot)
        inner = replace(inner, me=owner)
        value = e.value(text.body, probes.where_somebody(e, owner.slot, inner) if unsure else inner)
        if not unsure:
            return value
        return e.gate(e.code.get("le", e.code.const_int(0), owner.slot), value, expr.type)
    parts: list[Value] = []
    for seat in range(e.setting.players):
        me = Const(1 << seat, Kind.SEAT, e.setting.players)
        if isinstance(owner, Const):
            if int(owner.value) >> seat & 1:
                parts.append(e.value(text.body, replace(inner, me=me)))
            continue
        test = e.code.get("has", owner.slot, e.code.const_int(seat))
        mine = probes.where(e, test, replace(inner, me=me))
        parts.append(e.gate(test, e.value(text.body, mine), expr.type))
    return e.join(parts, expr.type)
