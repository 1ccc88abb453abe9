"""Which conditions of choices are asked for in expressions whose value is known when the game is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.compiler.conditions import parts
from trickcore.compiler.known import Env, NotStaticError
from trickcore.compiler.static_nodes import definition_at
from trickcore.language.core import Call, Expr, Get, Home, If, Quantifier
from trickcore.program.masks import element

if TYPE_CHECKING:
    from trickcore.compiler.static import Static

Settled = tuple[Expr, bool]  # a condition, and its value


def settled(s: Static, expr: Expr, env: Env) -> Iterator[Settled]:
    """The conditions in an expression and in the definitions that it uses, with their values; those that depend on the
    state are left out.
    """
    s.count(expr)
    s.enter(expr)
    try:
        yield from _settled(s, expr, env)
    finally:
        s.depth -= 1


def _settled(s: Static, expr: Expr, env: Env) -> Iterator[Settled]:
    if isinstance(expr, If):
        yield from _choice(s, expr, env)
    elif isinstance(expr, Quantifier):
        yield from _each(s, expr, env)
    else:
        for part in parts(expr):
            yield from settled(s, part, env)
        if isinstance(expr, Get | Call) and expr.home is Home.DEFINITION:
            yield from _defined(s, expr, env)


def _choice(s: Static, expr: If, env: Env) -> Iterator[Settled]:
    yield from settled(s, expr.test, env)
    test = s.known(expr.test, env)
    if test is not None:
        yield expr.test, bool(test)
        yield from settled(s, expr.then if test else expr.other, env)


def _each(s: Static, expr: Quantifier, env: Env) -> Iterator[Settled]:
    yield from settled(s, expr.domain, env)
    try:
        elements = s.elements(expr.domain, env)
    except NotStaticError:
        return
    if expr.in_turn:
        start, players = element(s.mask(expr.domain, env)), s.setting.players
        elements = [1 << (start + k) % players for k in range(players)] if start >= 0 else []
    for one in elements:
        inner = replace(env, locals={**env.locals, expr.var: one})
        if expr.test is not None:
            yield from settled(s, expr.test, inner)
        if expr.test is None or s.known(expr.test, inner):
            yield from settled(s, expr.body, inner)


def _defined(s: Static, expr: Get | Call, env: Env) -> Iterator[Settled]:
    try:
        body, inner = definition_at(s, expr.name, expr.owner, expr.args if isinstance(expr, Call) else (), env)
    except NotStaticError:
        return
    yield from settled(s, body, inner)
