"""Calls: what may be said besides cards and bids. Each is an item of a menu for each value of its parameters.

Items that were said are not offered again in the same turn: that bounds how long a turn can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from trickcore.compiler import probes
from trickcore.compiler.emit import Emitter
from trickcore.compiler.follow import follow
from trickcore.compiler.known import Known
from trickcore.compiler.steps.choices import combinations, inside_domains, new_items, value_text
from trickcore.compiler.steps.set import assign_all
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value, flag_slot, one_slot, set_slot
from trickcore.language.types import Kind
from trickcore.program.limits import UNIVERSE_LIMIT
from trickcore.program.model import Item
from trickcore.records import dataclass
from trickcore.rules.model import CallRule, Choose

_WRITTEN = 8  # values of a call's parameters, up to which each is looked at in code of its own


@dataclass(frozen=True, slots=True)
class _Parameter:
    """A parameter, its value for each item of its call, and where it is kept while the call is carried out."""

    choose: Choose
    values: tuple[Known, ...]
    open: bool
    slot: int


@dataclass(frozen=True, slots=True)
class _Call:
    """A call and its items: from `first`, so many."""

    rule: CallRule
    first: int
    count: int
    parameters: tuple[_Parameter, ...]


class Calls:
    """A menu of calls that one seat at a time may make."""

    def __init__(self, e: Emitter, rules: Sequence[CallRule], at: At, whose: str = "") -> None:
        self.e, self.code = e, e.code
        self.items: list[Item] = []
        self.calls = [self._call(rule, at, whose) for rule in rules]
        if len(self.items) > UNIVERSE_LIMIT:
            raise e.refuse(rules[0].span, f"a menu of more than {UNIVERSE_LIMIT} calls")
        self.menu = self.code.menu("call", "Say", self.items)
        self.offset = self.code.menu_at(self.menu).offset
        here, size = self.code.here, len(self.items)
        self.legal = self.code.saved_set(f"calls{here}_{self.menu}", size, domain="actions")
        self.made = self.code.saved_set(f"made{here}_{self.menu}", size, domain="actions")

    # ------------------------------------------------------------------------------------------------ items

    def _call(self, rule: CallRule, at: At, whose: str) -> _Call:
        rows, opens = combinations(self.e, rule.parameters, at)
        first = len(self.items)
        self.items += self._items(rule, rows, whose)
        by_parameter = list(zip(*rows, strict=True)) if rows else [()] * len(opens)
        parameters = tuple(
            _Parameter(choose, tuple(by_parameter[k]), opens[k], self._slot(choose, by_parameter[k]))
            for k, choose in enumerate(rule.parameters)
        )
        return _Call(rule, first, len(rows), parameters)

    def _items(self, rule: CallRule, rows: Sequence[tuple[Known, ...]], whose: str) -> list[Item]:
        texts = []
        for row in rows:
            values = [value_text(self.e, choose, value) for choose, value in zip(rule.parameters, row, strict=True)]
            texts.append(" ".join([rule.name, *values]) + (f" ({whose})" if whose else ""))
        return new_items(self.e, texts)

    def _slot(self, choose: Choose, values: Sequence[Known]) -> int:
        numbers = [_number(choose, value) for value in values] or [0]
        name = f"{choose.name}{self.code.here}_{len(self.items)}"
        return self.code.saved_int(name, min(0, *numbers), max(0, *numbers))

    # ------------------------------------------------------------------------------------------------ what is allowed

    def reset(self) -> None:
        """A turn begins: nothing was said in it."""
        self.code.emit("copy_set", self.made, self.code.const_set(0))

    def set_legal(self, at: At) -> None:
        """The calls that `me` may make: whose conditions hold, and that were not made in this turn."""
        code = self.code
        code.emit("copy_set", self.legal, code.const_set(0))
        for call in self.calls:
            over = code.label()
            if call.rule.who is not None:
                assert at.me is not None
                seats = set_slot(code, self.e.value(call.rule.who, at))
                code.emit("unless", code.get("meets", seats, set_slot(code, at.me)), over)
            inside = inside_domains(self.e, call.parameters, (call.first, call.count, len(self.items)), at)
            if call.count <= _WRITTEN:
                self._each_written(call, inside, at)
            else:
                self._each_tried(call, inside, at)
            code.place(over)
        code.emit("less", self.legal, self.legal, self.made)

    def _each_written(self, call: _Call, inside: int, at: At) -> None:
        code = self.code
        for k in range(call.count):
            values: dict[str, Value] = {
                p.choose.name: self.e.const(p.values[k], p.choose.type) for p in call.parameters
            }
            skip, item = code.label(), code.const_int(call.first + k)
            if self._unless_allowed(call, inside, item, values, at, skip):
                code.emit("join", self.legal, self.legal, code.const_set(1 << call.first + k))
            code.place(skip)

    def _each_tried(self, call: _Call, inside: int, at: At) -> None:
        """One after the other: the parameters have its values meanwhile."""
        code, size = self.code, len(self.items)
        item, again, done = code.temp_int(call.first - 1, call.first + call.count), code.label(), code.label()
        code.emit("copy", item, code.const_int(call.first - 1))
        code.place(again)
        code.emit("tick", item)
        code.emit("if", code.get("le", code.const_int(call.first + call.count), item), done)
        self._fill(call, item)
        if self._unless_allowed(call, inside, item, self._held(call), at, again):
            code.emit("join", self.legal, self.legal, code.get_set("only", item, universe=size))
        code.emit("jump", again)
        code.place(done)

    def _unless_allowed(self, call: _Call, inside: int, item: int, values: dict[str, Value], at: At, skip: int) -> bool:
        """Go on at `skip` unless an item is inside the domains and the condition holds. False if it never does."""
        code = self.code
        if any(parameter.open for parameter in call.parameters):
            code.emit("unless", code.get("has", inside, item), skip)
        if call.rule.condition is None:
            return True
        allowed = self.e.value(call.rule.condition, replace(at, locals={**at.locals, **values}))
        probes.guard(self.e, call.rule.condition, allowed)
        if isinstance(allowed, Const):
            return bool(allowed.value)
        code.emit("unless", flag_slot(code, allowed), skip)
        return True

    # ------------------------------------------------------------------------------------------------ what is said

    def _fill(self, call: _Call, item: int) -> None:
        """The parameters get their values of an item."""
        code = self.code
        for parameter in call.parameters:
            numbers = [0] * len(self.items)
            for k, value in enumerate(parameter.values):
                numbers[call.first + k] = _number(parameter.choose, value)
            code.move(parameter.slot, code.get("look", code.int_table(numbers, name=parameter.choose.name), item))

    def _held(self, call: _Call) -> dict[str, Value]:
        return {p.choose.name: self.e.dyn(p.slot, p.choose.type) for p in call.parameters}

    def carry_out(self, item: int, at: At, then: Callable[[CallRule], None]) -> None:
        """What an item of the menu does, told to all; `then` lowers how to go on after a call."""
        code = self.code
        code.emit("join", self.made, self.made, code.get_set("only", item, universe=len(self.items)))
        action = code.get("add", item, code.const_int(self.offset))
        assert at.me is not None
        code.tell("called", ("seat", "seat", "all", one_slot(code, at.me)), ("action", "action", "all", action))
        for n, call in enumerate(self.calls):
            next_ = code.label()
            if n < len(self.calls) - 1:
                code.emit("unless", code.get("lt", item, code.const_int(call.first + call.count)), next_)
            self._fill(call, item)
            self._do(call, replace(at, locals={**at.locals, **self._held(call)}))
            then(call.rule)
            code.place(next_)

    def _do(self, call: _Call, at: At) -> None:
        from trickcore.compiler.steps import lower_steps

        self.e.unit.probe(probes.CALL, call.rule.span, name=call.rule.name)
        assign_all(self.e, call.rule.sets, at)
        follow(self.e)
        lower_steps(self.e, call.rule.do, at)


def says_nothing(rule: CallRule) -> bool:
    """`{}`: the call is a no."""
    return not rule.sets and not rule.do


def _number(choose: Choose, value: Known) -> int:
    """How a parameter's value is kept: a number as itself, else the index of an element."""
    return int(value) if choose.type.kind in (Kind.NUMBER, Kind.FLAG) else int(value).bit_length() - 1
