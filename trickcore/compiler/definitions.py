"""Definitions: the body that holds, where it is used, for whose value is wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, Value, is_one, may_be_none
from trickcore.language import core
from trickcore.language.core import Expr
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

DEPTH_LIMIT = 60  # definitions inside definitions


def definition(e: Emitter, expr: core.Get | core.Call, args: tuple[Expr, ...], at: At) -> Value:
    """The body of a definition, where it is used."""
    e.depth += 1
    try:
        if e.depth > DEPTH_LIMIT:
            raise e.refuse(expr.span, "a definition so deep inside others")
        owner = e.value(expr.owner, at) if expr.owner is not None else None
        given = tuple(e.value(arg, at) for arg in args)
        for arg in given:
            if isinstance(arg, Dyn):
                e.code.keep(arg.slot)
        return _texts(e, e.unit.layers.definition(expr.name), expr, owner, given, at)
    finally:
        e.depth -= 1


def _texts(
    e: Emitter, texts: list[tuple[Expr | None, Any]], expr: core.Get | core.Call, owner: Value | None,
    given: tuple[Value, ...], at: At,
) -> Value:  # fmt: skip
    condition, text = texts[0]
    value = _body(e, text, expr, owner, given, at)
    if condition is None or len(texts) == 1:
        return value
    other = _texts(e, texts[1:], expr, owner, given, at)
    test = e.value(condition, at)
    if isinstance(test, Const):
        return value if test.value else other
    return e.choose(test.slot, value, other, expr.type)


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
        value = e.value(text.body, replace(inner, me=owner))
        if not may_be_none(e.code, owner.slot):
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
        parts.append(e.gate(test, e.value(text.body, replace(inner, me=me)), expr.type))
    return e.join(parts, expr.type)
