"""Quantifiers over what only the game knows: a set of cards or melds, a wide range of numbers, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.compiler.unit import At
from trickcore.compiler.values import Dyn, Value, flag_slot, number_slot, one_slot, scale_of, set_slot
from trickcore.language import core
from trickcore.language.core import Expr
from trickcore.language.types import Kind, Type
from trickcore.records import dataclass

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

ROUND_LIMIT = 1000  # numbers of a range that are gone through in a loop
_EXTREMES = ("min", "max", "most", "least")


@dataclass(frozen=True, slots=True)
class _Result:
    """Slots that the rounds fill. `best`, `some`: the best number so far and whether there is one, for extremes."""

    total: int
    best: int = -1
    some: int = -1


def loop(e: Emitter, expr: core.Quantifier, at: At) -> Value:
    """Over a set of cards or melds, or a range of numbers, that only the game knows."""
    code = e.code
    if expr.body.type.many:
        raise e.refuse(expr.span, f"`{expr.fn}` over what depends on the state")
    if isinstance(expr.domain, core.Range) and expr.fn in ("first", "which", "most", "least"):
        raise e.refuse(expr.span, f"`{expr.fn}` over a range of numbers that depends on the state")
    again, done, next_ = code.label(), code.label(), code.label()
    steps = _numbers(e, expr.domain, at) if isinstance(expr.domain, core.Range) else _elements(e, expr, at)
    result, scale = _start(e, expr), 1
    code.place(again)
    element = steps(done)
    inner = replace(at, locals={**at.locals, expr.var: element})
    if expr.test is not None:
        code.emit("unless", e.flag(expr.test, inner), next_)
    body = e.value(expr.body, inner)
    if expr.fn == "sum" or expr.fn in _EXTREMES:
        scale = scale_of(body)
    _step(e, expr, body, element.slot, result, done)
    code.place(next_)
    code.emit("jump", again)
    code.place(done)
    if expr.fn in ("most", "least", "which"):
        return e.dyn(result.total, expr.type, many=True)
    return e.dyn(result.total, expr.type, scale=scale)


def _elements(e: Emitter, expr: core.Quantifier, at: At) -> Callable[[int], Dyn]:
    """The lowest element of what is left, again and again. What it gives emits the next round's beginning."""
    return rounds_over(e, e.set(expr.domain, at), expr.domain.type)


def rounds_over(e: Emitter, domain: int, type_: Type) -> Callable[[int], Dyn]:
    """Rounds over the elements of a set."""
    code, universe = e.code, e.setting.size(type_)
    left, rounds, one = code.temp_set(universe), code.temp_int(0, universe + 1), code.temp_int(-1, universe - 1)
    code.emit("copy_set", left, domain)
    code.emit("copy", rounds, code.const_int(0))

    def begin(done: int) -> Dyn:
        code.emit("lowest", one, left)
        code.emit("if", code.get("lt", one, code.const_int(0)), done)
        code.emit("tick", rounds)
        code.emit("less", left, left, code.get_set("only", one, universe=universe))
        return Dyn(one, type_.kind, False, universe)

    return begin


def _numbers(e: Emitter, domain: core.Range, at: At) -> Callable[[int], Dyn]:
    code = e.code
    high = code.keep(e.number(domain.high, at))
    number = code.temp_int()
    code.emit("sub", number, e.number(domain.low, at), code.const_int(1))
    rounds = code.temp_int(0, ROUND_LIMIT)
    code.emit("copy", rounds, code.const_int(0))

    def begin(done: int) -> Dyn:
        code.emit("if", code.get("le", high, number), done)
        code.emit("tick", rounds)
        code.emit("add", number, number, code.const_int(1))
        return Dyn(number, Kind.NUMBER)

    return begin


def _start(e: Emitter, expr: core.Quantifier) -> _Result:
    """Declare what the rounds fill, and empty it."""
    code, universe = e.code, e.setting.size(expr.domain.type)
    if expr.fn in ("which", "most", "least"):
        total = code.temp_set(universe)
        code.emit("copy_set", total, code.const_set(0))
    else:
        bounds = {"any": (0, 1), "all": (0, 1), "count": (0, universe or ROUND_LIMIT), "first": (-1, universe - 1)}
        total = code.temp_int(*bounds[expr.fn]) if expr.fn in bounds else code.temp_int()
        code.emit("copy", total, code.const_int({"all": 1, "first": -1}.get(expr.fn, 0)))
    if expr.fn not in _EXTREMES:
        return _Result(total)
    best, some = (code.temp_int() if expr.fn in ("most", "least") else total), code.temp_int(0, 1)
    code.emit("copy", best, code.const_int(0))
    code.emit("copy", some, code.const_int(0))
    return _Result(total, best, some)


def _step(e: Emitter, expr: core.Quantifier, body: Value, one: int, result: _Result, done: int) -> None:
    """What one element does to the result."""
    code, total = e.code, result.total
    if expr.fn in _EXTREMES:
        _better(e, expr, number_slot(code, body), one, result)
        return
    if expr.fn == "sum":
        code.emit("add", total, total, number_slot(code, body))
        return
    flag = flag_slot(code, body)
    if expr.fn == "count":
        code.emit("add", total, total, flag)
    elif expr.fn == "which":
        universe = e.setting.size(expr.domain.type)
        own = code.get_set("only", one, universe=universe)
        own = code.get_set("choose_set", flag, own, code.const_set(0), universe=universe)
        code.emit("join", total, total, own)
    elif expr.fn == "first":
        code.emit("choose", total, flag, one, total)
        code.emit("if", flag, done)
    else:
        code.emit("copy", total, flag)
        code.emit("unless" if expr.fn == "all" else "if", flag, done)


def _better(e: Emitter, expr: core.Quantifier, number: int, one: int, result: _Result) -> None:
    """The best number so far, and for `most` and `least` the elements that have it."""
    code, universe = e.code, e.setting.size(expr.domain.type)
    pair = (result.best, number) if expr.fn in ("max", "most") else (number, result.best)
    better = code.get("or", code.get("not", result.some), code.get("lt", *pair))
    if expr.fn in ("most", "least"):
        own = code.get_set("only", one, universe=universe)
        joined = code.get_set("join", result.total, own, universe=universe)
        as_good = code.get("eq", number, result.best)
        kept = code.get_set("choose_set", as_good, joined, result.total, universe=universe)
        code.emit("choose_set", result.total, better, own, kept)
    code.emit("choose", result.best, better, number, result.best)
    code.emit("copy", result.some, code.const_int(1))


def card_loop(e: Emitter, expr: Expr, cards: Value, body: Callable[[Value], Value]) -> Value:
    """The union of a function's results, one element each, over an unknown set of cards."""
    code, universe = e.code, e.setting.size(expr.type)
    begin, total = rounds_over(e, set_slot(code, cards), Type(Kind.CARD, many=True)), code.temp_set(universe)
    code.emit("copy_set", total, code.const_set(0))
    again, done = code.label(), code.label()
    code.place(again)
    card = begin(done)
    found = one_slot(code, body(card))
    code.emit("join", total, total, code.get_set("only", found, universe=universe))
    code.emit("jump", again)
    code.place(done)
    return e.dyn(total, expr.type, many=True)
