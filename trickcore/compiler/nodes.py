"""Which module lowers which kind of expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from trickcore.compiler import probes
from trickcore.compiler.conversions import convert, ranks_of
from trickcore.compiler.definitions import definition
from trickcore.compiler.functions import call
from trickcore.compiler.lookups import table, variable, zone
from trickcore.compiler.operators import binary, unary
from trickcore.compiler.quantify import quantifier
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value
from trickcore.compiler.words import word
from trickcore.language import core
from trickcore.language.core import Expr, Home

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def _if(e: Emitter, expr: core.If, at: At) -> Value:
    test = e.value(expr.test, at)
    probes.guard(e, expr.test, test, at.reach)
    if isinstance(test, Const):
        return e.value(expr.then if test.value else expr.other, at)
    e.code.keep(test.slot)
    held, failed = probes.either(e, test, at)
    then, other = e.value(expr.then, held), e.value(expr.other, failed)
    return e.choose(test.slot, then, other, expr.type)


def _get(e: Emitter, expr: core.Get, at: At) -> Value:
    if expr.home is Home.LOCAL:
        return at.locals[expr.name]
    if expr.home is Home.DEFINITION:
        return definition(e, expr, (), at)
    if expr.home in (Home.STATE, Home.CHOICE):
        return variable(e, expr, at)
    owner = e.value(expr.owner, at) if expr.owner is not None else None
    if expr.home is Home.ZONE:
        return zone(e, expr.name, owner, expr.type)
    return word(e, expr, owner, at)


def _call(e: Emitter, expr: core.Call, at: At) -> Value:
    if expr.home is Home.DEFINITION:
        return definition(e, expr, expr.args, at)
    if expr.home is Home.TABLE:
        return table(e, expr, at)
    return call(e, expr, at)


def _never(e: Emitter, expr: Expr, _at: At) -> Value:
    raise e.refuse(expr.span, "a domain as a value")


NODES: Mapping[type[Expr], Callable[[Emitter, Any, At], Value]] = {
    core.Unary: unary,
    core.Binary: binary,
    core.If: _if,
    core.RanksOf: ranks_of,
    core.Convert: convert,
    core.Get: _get,
    core.Call: _call,
    core.Quantifier: quantifier,
    core.Range: _never,
    core.Listed: _never,
}
