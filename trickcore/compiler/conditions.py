"""The conditions that an author writes inside an expression: `x if c else y`, as far as they stand outside of loops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from trickcore.language.core import Convert, Empty, Expr, If, Number, Quantifier


def conditions(expr: Expr | None) -> Iterator[Expr]:
    """The conditions of all choices in an expression, in the order written; not those that are asked for each element
    of a set.
    """
    todo = [expr]
    while todo:
        one = todo.pop()
        if isinstance(one, If):
            yield one.test
        if isinstance(one, Expr) and not isinstance(one, Quantifier):
            todo += reversed(parts(one))


def parts(expr: Expr) -> list[Expr]:
    """The expressions that an expression is made of."""
    found: list[Expr] = []
    for field in fields(expr):
        part = getattr(expr, field.name)
        found += [one for one in (part if isinstance(part, tuple) else (part,)) if isinstance(one, Expr)]
    return found


def leaves(expr: Expr) -> Iterator[Expr]:
    """What a number may come to: itself, or what stands behind each of its conditions, but for a plain nothing."""
    if isinstance(expr, Convert):
        yield from leaves(expr.arg)
    elif isinstance(expr, If):
        yield from leaves(expr.then)
        yield from leaves(expr.other)
    elif not is_nothing(expr):
        yield expr


def is_nothing(expr: Expr) -> bool:
    """Whether an expression is nothing, or 0, as it is written or because `else` is left out."""
    return isinstance(expr, Empty) or (isinstance(expr, Number) and not expr.value)
