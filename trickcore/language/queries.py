"""Questions about checked expressions: what they contain, and what they need to be known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields

from trickcore.language import core
from trickcore.language.convert import PLAIN
from trickcore.language.core import Binary, Call, Convert, Empty, Expr, Get, Home
from trickcore.language.scope import Context, Name
from trickcore.language.signatures import functions, words
from trickcore.language.types import Kind

Find = Callable[[str], Name | None]


_ANYWHERE = (Home.LOCAL, Home.TABLE)  # what is known wherever its name is
_FIELDS = {
    kind: tuple(one.name for one in fields(kind))
    for kind in vars(core).values()
    if isinstance(kind, type) and issubclass(kind, Expr)
}


def children(expr: Expr) -> Iterator[Expr]:
    """The expressions directly inside one, in the order of its fields."""
    for name in _FIELDS[type(expr)]:
        value = getattr(expr, name)
        if isinstance(value, Expr):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Expr))


def walk(expr: Expr) -> Iterator[Expr]:
    """An expression and everything inside it."""
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(list(children(one))))


def names_of(expr: Expr, *homes: Home) -> frozenset[str]:
    """The names used that are defined in one of these homes."""
    return frozenset(e.name for e in walk(expr) if isinstance(e, Get | Call) and e.home in homes)


def mentions(expr: Expr) -> frozenset[str]:
    """The words of the language that an expression uses, those that are left to be understood (`me`) included."""
    return names_of(expr, Home.WORD)


def uses_me(expr: Expr) -> bool:
    """Whether the value depends on `me`: a definition of it is per seat."""
    return "me" in mentions(expr)


def uses_side(expr: Expr) -> bool:
    """Whether the value depends on `us` or `them`: without `me`, a definition of it is per side."""
    return not mentions(expr).isdisjoint({"us", "them"})


def unset_differs(comparison: Binary) -> bool:
    """Whether a `==` is false, and a `!=` true, where both sides are empty: one of them is no set but one value (a
    seat, a suit …), which may be unset, and neither is a written `none`. Empty sets are equal."""
    sides = (comparison.left, comparison.right)
    return any(_is_one(side) for side in sides) and not any(isinstance(side, Empty) for side in sides)


def _is_one(expr: Expr) -> bool:
    while isinstance(expr, Convert) and expr.type.many:
        expr = expr.arg
    if isinstance(expr, Binary) and expr.right.type.kind is not Kind.NUMBER:
        return False  # what two sets have in common, or what is left of one, is a set
    return not expr.type.many and expr.type.kind not in PLAIN


def needs(expr: Expr, find: Find | None = None) -> frozenset[str]:
    """The contexts without which the value is not known. `find` looks up the file's names, for what those need."""
    found: set[str] = set()
    for one in walk(expr):
        if not isinstance(one, Get | Call):
            continue
        if one.home is Home.WORD:
            found |= words[one.name].needs - ({Context.SEAT} if words[one.name].per else set())
        elif one.home is Home.FUNCTION:
            found |= functions[one.name].needs
        elif find is not None and one.home not in _ANYWHERE and (known := find(one.name)) is not None:
            found |= known.needs - ({Context.SEAT} if known.per else set())  # the owner brings it, where it is me
    return frozenset(found)
