"""What lowering an expression gives: a known value, or a slot that will hold it; and the ways between their forms."""

from __future__ import annotations

import math
from fractions import Fraction

from trickcore.compiler.code import Code
from trickcore.compiler.known import Known
from trickcore.language.types import Kind
from trickcore.program.masks import element
from trickcore.records import dataclass


@dataclass(frozen=True, slots=True)
class Const:
    """A known value: a number, a flag, or a mask over `universe` elements."""

    value: Known
    kind: Kind
    universe: int = 0


@dataclass(frozen=True, slots=True)
class Dyn:
    """A slot. `many`: it is a set; else a number, a flag, or the index of one element (−1: none).

    `scale`: the number is the slot's divided by this.
    """

    slot: int
    kind: Kind
    many: bool = False
    universe: int = 0
    scale: int = 1


Value = Const | Dyn
SCALARS = (Kind.NUMBER, Kind.FLAG)


def flag_slot(code: Code, value: Value) -> int:
    """A slot with 0 or 1."""
    return code.const_int(int(bool(value.value))) if isinstance(value, Const) else value.slot


def number_slot(code: Code, value: Value, scale: int = 0) -> int:
    """A slot with the number times `scale` (0: times its own, see `scale_of`)."""
    wanted = scale or scale_of(value)
    if isinstance(value, Const):
        return code.const_int(math.floor(Fraction(value.value) * wanted))
    if wanted == value.scale:
        return value.slot
    return code.get("mul", value.slot, code.const_int(wanted // value.scale))


def scale_of(value: Value) -> int:
    """What the number times this is whole."""
    return Fraction(value.value).denominator if isinstance(value, Const) else value.scale


def one_slot(code: Code, value: Value) -> int:
    """A slot with the index of the one element, −1 for none; of several the lowest."""
    if isinstance(value, Const):
        return code.const_int(element(int(value.value)))
    return code.get("lowest", value.slot) if value.many else value.slot


def set_slot(code: Code, value: Value) -> int:
    """A slot with the set."""
    if isinstance(value, Const):
        return code.const_set(int(value.value))
    return value.slot if value.many else code.get_set("only", value.slot, universe=value.universe)


def is_one(value: Value) -> bool:
    """Whether the value is known to have one element or none, and is kept as its index where it is a slot."""
    if isinstance(value, Const):
        return int(value.value).bit_count() <= 1
    return not value.many


def may_be_none(code: Code, slot: int) -> bool:
    """Whether an index can be −1."""
    return code.slot_at(slot).low < 0
