"""Quantifiers: over seats, suits, teams and known sets written out one by one; over what is unknown in a loop."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.compiler import probes
from trickcore.compiler.known import NotStaticError, is_groups
from trickcore.compiler.loops import loop
from trickcore.compiler.sides import all_sides
from trickcore.compiler.unit import At, static_env
from trickcore.compiler.values import Const, Dyn, Value, flag_slot, number_slot, scale_of, set_slot
from trickcore.language import core
from trickcore.language.core import Expr
from trickcore.language.types import Kind, Type

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

UNROLL_LIMIT = 64  # elements that are written out one by one
Element = tuple[Value, int | None]  # the element, and a flag slot that says whether it is in the domain (None: it is)


def quantifier(e: Emitter, expr: core.Quantifier, at: At) -> Value:
    """The value of a quantifier."""
    elements = _elements(e, expr, at)
    if elements is None:
        return loop(e, expr, at)
    found: list[tuple[Value, Value]] = []  # element, body; a body that does not count is gated below
    guards: list[int | None] = []
    for element, inside in elements:
        inner = replace(at, locals={**at.locals, expr.var: element})
        guard = inside
        if expr.test is not None:
            test = e.value(expr.test, inner)
            if isinstance(test, Const):
                if not test.value:
                    continue
            else:
                guard = test.slot if guard is None else e.code.get("and", guard, test.slot)
        if guard is not None:
            e.code.keep(guard)
        body = e.value(expr.body, inner if guard is None else probes.where(e, guard, inner))
        if isinstance(body, Dyn):
            e.code.keep(body.slot)
        found.append((element, body))
        guards.append(guard)
    return _FOLDS[expr.fn](e, expr, found, guards, at)


def _elements(e: Emitter, expr: core.Quantifier, at: At) -> list[Element] | None:
    """What is gone through, or None if it takes a loop: an unknown set of cards or melds, a wide range of numbers."""
    domain = expr.domain
    if is_groups(domain):
        return [(value, None) for value in (all_sides(e, at) if domain.name == "sides" else _teams(e))]
    if expr.in_turn:
        return _round_table(e, domain)
    try:
        one = replace(domain.type, many=False)
        found: list[Element] = [(e.const(value, one), None) for value in e.unit.static.elements(domain, static_env(at))]
        probes.known(e, domain, at)
        return found
    except NotStaticError:
        pass
    if isinstance(domain, core.Range):
        return _numbers(e, domain, at)
    universe = e.setting.size(domain.type)
    if domain.type.kind in (Kind.CARD, Kind.MELD):
        return None
    if universe == 0 or universe > UNROLL_LIMIT:
        raise e.refuse(domain.span, "going through this set")
    cards = e.code.keep(e.set(domain, at))
    return [
        (Const(1 << i, domain.type.kind, universe), e.code.get("has", cards, e.code.const_int(i)))
        for i in range(universe)
    ]


def _teams(e: Emitter) -> list[Value]:
    return [Const(mask, Kind.SEAT, e.setting.players) for mask in e.setting.team_seats]


def _round_table(e: Emitter, start: Expr) -> list[Element]:
    """All seats; from where matters only to `first`."""
    del start
    return [(Const(1 << seat, Kind.SEAT, e.setting.players), None) for seat in range(e.setting.players)]


def _numbers(e: Emitter, domain: core.Range, at: At) -> list[Element] | None:
    """A range with a bound that depends on the state: all numbers that it can have, each with its test."""
    code = e.code
    low, high = e.number(domain.low, at), e.number(domain.high, at)
    least, most = _bounds(e, low)[0], _bounds(e, high)[1]
    if most - least >= UNROLL_LIMIT:
        return None
    return [
        (
            Const(n, Kind.NUMBER),
            code.get("and", code.get("le", low, code.const_int(n)), code.get("le", code.const_int(n), high)),
        )
        for n in range(least, most + 1)
    ]


def _bounds(e: Emitter, slot: int) -> tuple[int, int]:
    declared = e.code.slot_at(slot)
    return declared.low, declared.high


# ---------------------------------------------------------------------------------------------------- folds

_Found = list[tuple[Value, Value]]
_Guards = list[int | None]


def _flags(e: Emitter, found: _Found, guards: _Guards, empty: bool) -> list[int]:
    """Slots with the bodies' flags, `empty` for those that do not count."""
    code, flags = e.code, []
    for (_, body), guard in zip(found, guards, strict=True):
        flag = flag_slot(code, body)
        if guard is not None:
            flag = code.get("or", code.get("not", guard), flag) if empty else code.get("and", guard, flag)
        flags.append(flag)
    return flags


def _chain(e: Emitter, op: str, flags: list[int], empty: bool) -> int:
    code = e.code
    if not flags:
        return code.const_int(int(empty))
    total = flags[0]
    for flag in flags[1:]:
        total = code.get(op, total, flag)
    return total


def _any(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, _at: At) -> Value:
    empty = expr.fn == "all"
    return e.dyn(_chain(e, "and" if empty else "or", _flags(e, found, guards, empty), empty), expr.type)


def _count(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, _at: At) -> Value:
    return e.dyn(_chain(e, "add", _flags(e, found, guards, False), False), expr.type)


def _sum(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, _at: At) -> Value:
    parts = [
        body if guard is None else e.gate(guard, body, expr.type)
        for (_, body), guard in zip(found, guards, strict=True)
    ]
    return e.join(parts, expr.type)


def _extreme(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, _at: At) -> Value:
    best, some, scale = _best(e, found, guards, "max" if expr.fn in ("max", "most") else "min")
    if best < 0:
        return e.const(0, expr.type)
    if some is not None:
        best = e.code.get("choose", some, best, e.code.const_int(0))
    return e.dyn(best, expr.type, scale=scale)


def _best(e: Emitter, found: _Found, guards: _Guards, op: str) -> tuple[int, int | None, int]:
    """Slots with the greatest (smallest) number and whether there is one (None: surely); their denominator."""
    code, scale = e.code, math.lcm(1, *(scale_of(body) for _, body in found))
    best, some = -1, None
    for (_, body), guard in zip(found, guards, strict=True):
        number = number_slot(code, body, scale)
        if best < 0:
            best, some = number, guard
            continue
        better = code.get(op, best, number)
        if some is not None:
            better = code.get("choose", some, better, number)
        best = better if guard is None else code.get("choose", guard, better, best)
        some = None if some is None or guard is None else code.get("or", some, guard)
    return best, some, scale


def _most(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, _at: At) -> Value:
    code = e.code
    best, _, scale = _best(e, found, guards, "max" if expr.fn == "most" else "min")
    flags = []
    for (_, body), guard in zip(found, guards, strict=True):
        flag = code.get("eq", number_slot(code, body, scale), best)
        flags.append(flag if guard is None else code.get("and", guard, flag))
    return _collected(e, expr.type, [element for element, _ in found], flags)


def _which(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, _at: At) -> Value:
    return _collected(e, expr.type, [element for element, _ in found], _flags(e, found, guards, False))


def _collected(e: Emitter, type_: Type, elements: list[Value], flags: list[int]) -> Value:
    """The union of the elements whose flag is 1."""
    universe, code = e.setting.size(type_), e.code
    union = code.const_set(0)
    for element, flag in zip(elements, flags, strict=True):
        own = code.get_set("choose_set", flag, set_slot(code, element), code.const_set(0), universe=universe)
        union = own if union == code.const_set(0) else code.get_set("join", union, own, universe=universe)
    return e.dyn(union, type_, many=True)


def _first(e: Emitter, expr: core.Quantifier, found: _Found, guards: _Guards, at: At) -> Value:
    code = e.code
    flags = _flags(e, found, guards, False)
    if expr.in_turn:
        seats = set_slot(code, _collected(e, replace(expr.type, many=True), [element for element, _ in found], flags))
        start = e.one(expr.domain, at)
        places = code.const_int(e.setting.players)
        seat = code.get("next_in", seats, code.get("max", start, code.const_int(0)), places)
        return e.gate(code.get("le", code.const_int(0), start), e.dyn(seat, expr.type), expr.type)
    value: Value = e.const(0, expr.type)
    for (element, _), flag in zip(reversed(found), reversed(flags), strict=True):
        value = e.choose(flag, element, value, expr.type)
    return value


_Fold = Callable[["Emitter", core.Quantifier, _Found, _Guards, At], Value]
_FOLDS: dict[str, _Fold] = {
    "any": _any,
    "all": _any,
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "which": _which,
    "first": _first,
    "most": _most,
    "least": _most,
}
