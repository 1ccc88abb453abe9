"""Known values: numbers, flags and masks, and what operators and quantifiers make of them.

Numbers are ints or fractions, flags bools; every set (a single element too) is a mask over its domain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, TypeGuard

from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.types import Kind, Type
from trickcore.program.masks import element, elements
from trickcore.records import dataclass

if TYPE_CHECKING:
    from trickcore.compiler.laws import Row
    from trickcore.compiler.setting import Setting
    from trickcore.rules.model import Table

Known = int | Fraction | bool


class NotStaticError(Exception):
    """The value depends on the state of the game."""


@dataclass(frozen=True, slots=True)
class Env:
    """What names stand for at some place.

    `me`: the seat (or a team's seats) whose values bare names are: a mask, or None where it is not known. `card`: the
    same of the card that is being played. `locals`:
    masks or numbers, None for one that is not known. `cells`: values given to expressions, by `Static.key`. `row`: the
    card laws as far as they are known. `printed`: suits mean printed suits, as they do inside the laws that say
    what counts as what.
    """

    me: int | None = None
    card: int | None = None
    locals: Mapping[str, Known | None] = field(default_factory=dict)
    cells: Mapping[str, Known] = field(default_factory=dict)
    row: Row | None = None
    printed: bool = False


def divide(a: Known, b: Known) -> Known:
    """`a / b`, exactly; 0 when b is 0."""
    if b == 0:
        return 0
    result = Fraction(a) / Fraction(b)
    return int(result) if result.denominator == 1 else result


NUMBERS: Mapping[str, Callable[[Known, Known], Known]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "/": divide,
    "mod": lambda a, b: a % b if b else 0,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
SETS: Mapping[str, Callable[[int, int], Known]] = {
    "+": lambda a, b: a | b,
    "-": lambda a, b: a & ~b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "in": lambda a, b: a != 0 and not a & ~b,
    "not in": lambda a, b: not (a != 0 and not a & ~b),
    "meets": lambda a, b: a & b != 0,
}
PLAIN_FUNCTIONS: Mapping[str, Callable[..., Known]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
}


def sum_masks(masks: Iterator[int]) -> int:
    """The union."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def turned(seats: int, places: int, players: int) -> int:
    """The seats so many places to the left."""
    return sum(1 << (seat + places) % players for seat in elements(seats))


def renamed(mask: int, names: tuple[str, ...], other: tuple[str, ...]) -> int:
    """The elements of the same names in another domain."""
    return sum(1 << other.index(names[i]) for i in elements(mask) if names[i] in other)


def names_of(setting: Setting, type_: Type) -> tuple[str, ...]:
    """The names of a domain's elements: suits by their glyphs, ranks by their letters, symbols, melds."""
    names = {
        Kind.SUIT: setting.deck.suits,
        Kind.RANK: setting.deck.ranks,
        Kind.SYMBOL: type_.symbols,
        Kind.MELD: setting.melds,
    }
    return names.get(type_.kind, ())


def table_entry(table: Table, key: Known, names: tuple[str, ...]) -> Expr | None:
    """The entry of a table for a key: a number, a flag, or a set of one of the named elements."""
    if names:
        at = element(int(key))
        text = names[at] if at >= 0 else "none"
    else:
        text = str(key).lower() if isinstance(key, bool) else str(key)
    return table.rows.get(text, table.other)


def is_groups(expr: Expr) -> TypeGuard[core.Get]:
    """Whether the expression is the list of the teams or of the sides, whose elements are sets of seats."""
    return isinstance(expr, core.Get) and expr.home is Home.WORD and expr.name in ("teams", "sides")


def quantified(fn: str, found: list[tuple[Known, Known]]) -> Known:
    """The result of a quantifier over (element, body) pairs."""
    bodies = [body for _, body in found]
    if fn in ("min", "max"):
        return (min if fn == "min" else max)(bodies, default=0)
    if fn in ("most", "least"):
        goal = (max if fn == "most" else min)(bodies, default=0)
        return sum_masks(int(one) for one, body in found if body == goal)
    if fn == "first":
        return next((one for one, body in found if body), 0)
    if fn == "which":
        return sum_masks(int(one) for one, body in found if body)
    simple: dict[str, Callable[[list[Known]], Known]] = {
        "any": lambda all_: any(all_),
        "all": lambda all_: all(all_),
        "count": lambda all_: sum(1 for body in all_ if body),
        "sum": lambda all_: sum(all_),
    }
    return simple[fn](bodies)
