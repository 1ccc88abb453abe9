"""Expressions whose value depends on the state: instructions that compute it. What is known is never emitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from trickcore.compiler import probes
from trickcore.compiler.known import Known
from trickcore.compiler.nodes import NODES
from trickcore.compiler.unit import At, Unit, static_env
from trickcore.compiler.values import (
    SCALARS,
    Const,
    Dyn,
    Value,
    flag_slot,
    is_one,
    may_be_none,
    number_slot,
    one_slot,
    scale_of,
    set_slot,
)
from trickcore.diagnostics.model import Span
from trickcore.language.core import Expr
from trickcore.language.types import Kind, Type

if TYPE_CHECKING:
    from trickcore.compiler.unit import RefusedError


class Emitter:
    """Lowers expressions of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.code = unit.code
        self.setting = unit.setting

    # ------------------------------------------------------------------------------------------------ results

    def value(self, expr: Expr, at: At) -> Value:
        """The value of an expression at a place."""
        known = self.unit.static.known(expr, static_env(at))
        if known is not None:
            probes.known(self, expr, at)
            return self.const(known, expr.type)
        before = self.code.at(expr.span)
        self.unit.static.enter(expr)
        try:
            return NODES[type(expr)](self, expr, at)
        finally:
            self.unit.static.depth -= 1
            self.code.at(before)

    def number(self, expr: Expr, at: At) -> int:
        """A slot with a whole number."""
        return self.whole(self.value(expr, at))

    def whole(self, value: Value) -> int:
        """A slot with a number, rounded down if it is not whole."""
        slot, scale = number_slot(self.code, value), scale_of(value)
        return slot if scale == 1 else self.code.get("div", slot, self.code.const_int(scale))

    def flag(self, expr: Expr, at: At) -> int:
        """A slot with 0 or 1."""
        return flag_slot(self.code, self.value(expr, at))

    def set(self, expr: Expr, at: At) -> int:
        """A slot with a set."""
        return set_slot(self.code, self.value(expr, at))

    def one(self, expr: Expr, at: At) -> int:
        """A slot with the index of one element, or −1."""
        return one_slot(self.code, self.value(expr, at))

    def slot_as(self, value: Value, type_: Type, is_set: bool) -> int:
        """A slot in the form in which a variable of a type is kept."""
        if type_.kind is Kind.NUMBER:
            return self.whole(value)
        if type_.kind is Kind.FLAG:
            return flag_slot(self.code, value)
        return set_slot(self.code, value) if is_set else one_slot(self.code, value)

    def const(self, known: Known, type_: Type) -> Const:
        """A known value of a type."""
        return Const(known, type_.kind, self.setting.size(type_))

    def dyn(self, slot: int, type_: Type, *, many: bool = False, scale: int = 1) -> Dyn:
        """A slot with a value of a type."""
        return Dyn(slot, type_.kind, many, self.setting.size(type_), scale)

    def refuse(self, span: Span, what: str) -> RefusedError:
        """Report what is not lowered; the caller raises it."""
        return self.unit.refuse(span, what)

    # ------------------------------------------------------------------------------------------------ choosing

    def choose(self, test: int, then: Value, other: Value, type_: Type) -> Value:
        """`then` where the flag is 1."""
        code = self.code
        if isinstance(then, Const) and isinstance(other, Const) and then.value == other.value:
            return then
        if type_.kind in SCALARS:
            scale = max(scale_of(then), scale_of(other))
            if scale % scale_of(then) or scale % scale_of(other):
                scale = scale_of(then) * scale_of(other)
            a, b = number_slot(code, then, scale), number_slot(code, other, scale)
            return self.dyn(code.get("choose", test, a, b), type_, scale=scale)
        if is_one(then) and is_one(other):
            return self.dyn(code.get("choose", test, one_slot(code, then), one_slot(code, other)), type_)
        a, b = set_slot(code, then), set_slot(code, other)
        slot = code.get_set("choose_set", test, a, b, universe=self.setting.size(type_))
        return self.dyn(slot, type_, many=True)

    def join(self, parts: Sequence[Value], type_: Type) -> Value:
        """Several owners' values as one: sets unite, numbers add, flags are or-ed."""
        code = self.code
        total: Value = Const(False if type_.kind is Kind.FLAG else 0, type_.kind, self.setting.size(type_))
        for part in parts:
            if isinstance(part, Const) and not part.value:
                continue
            if isinstance(total, Const) and not total.value:
                total = part
            elif type_.kind is Kind.NUMBER:
                total = self.add(total, part, type_)
            elif type_.kind is Kind.FLAG:
                total = self.dyn(code.get("or", flag_slot(code, total), flag_slot(code, part)), type_)
            else:
                a, b = set_slot(code, total), set_slot(code, part)
                total = self.dyn(code.get_set("join", a, b, universe=self.setting.size(type_)), type_, many=True)
        return total

    def add(self, left: Value, right: Value, type_: Type, op: str = "add") -> Value:
        """A sum or difference of numbers, over a common denominator."""
        scale = scale_of(left) * scale_of(right) if scale_of(left) != scale_of(right) else scale_of(left)
        a, b = number_slot(self.code, left, scale), number_slot(self.code, right, scale)
        return self.dyn(self.code.get(op, a, b), type_, scale=scale)

    def gate(self, test: int, value: Value, type_: Type) -> Value:
        """The value where the flag is 1, else the empty value of the type."""
        empty = Const(False if type_.kind is Kind.FLAG else 0, type_.kind, self.setting.size(type_))
        return self.choose(test, value, empty, type_)

    # ------------------------------------------------------------------------------------------------ owners

    def owned(self, owner: Value, read: Callable[[int, bool], Value], type_: Type, groups: Sequence[int] = ()) -> Value:
        """Somebody's value. `read(slot, some)` gives the value at an index; `groups` are seats of teams, if it is
        kept per team. An owner of several seats lifts; nobody's value is empty.
        """
        code = self.code
        masks = list(groups) or [1 << seat for seat in range(self.setting.players)]
        if isinstance(owner, Const):
            picked = [i for i, mask in enumerate(masks) if mask & int(owner.value)]
            return self.join([read(code.const_int(i), True) for i in picked], type_)
        if owner.many:
            parts = []
            for i, mask in enumerate(masks):
                test = code.get("meets", owner.slot, code.const_set(mask))
                parts.append(self.gate(test, read(code.const_int(i), True), type_))
            return self.join(parts, type_)
        index = owner.slot
        if groups:
            team_of = [next(t for t, mask in enumerate(groups) if mask >> s & 1) for s in range(self.setting.players)]
            index = code.get("look", code.int_table(team_of, absent=-1, name="team_of"), index)
        if not may_be_none(code, index):
            return read(index, True)
        zero = code.const_int(0)
        value = read(code.get("max", index, zero), True)
        return self.gate(code.get("le", zero, index), value, type_)

    def read_array(self, slot: int, type_: Type) -> Callable[[int, bool], Value]:
        """Reads the entries of an array that holds values of a type."""
        array = self.code.slot_at(slot)

        def read(index: int, _some: bool) -> Value:
            if array.kind.value == "sets":
                return self.dyn(self.code.get_set("load_set", slot, index, universe=array.high), type_, many=True)
            return self.dyn(self.code.get("load", slot, index), type_)

        return read
