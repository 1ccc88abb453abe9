"""Choices of values: their items, which of them are allowed, and what a chosen one sets."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from trickcore.compiler import probes
from trickcore.compiler.code import Code
from trickcore.compiler.emit import Emitter
from trickcore.compiler.eyes import Field as NoteField
from trickcore.compiler.eyes import audience, give, value_domain, viewers_at
from trickcore.compiler.follow import follow, follow_quietly, follow_row
from trickcore.compiler.known import Env, Known, NotStaticError, names_of
from trickcore.compiler.steps.set import assign
from trickcore.compiler.unit import At, static_env
from trickcore.compiler.values import Dyn, Value, flag_slot, one_slot, set_slot
from trickcore.diagnostics.model import Span
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.types import FLAG, SEAT, Kind
from trickcore.program.limits import UNIVERSE_LIMIT
from trickcore.program.masks import element
from trickcore.program.model import Item, Role, SlotKind
from trickcore.records import dataclass
from trickcore.rules.model import Choose, Target

Test = Callable[[int], int]  # a slot with the number of an item → a flag


@dataclass(frozen=True, slots=True)
class Field:
    """A variable that is chosen, its values over all items, and whether the domain depends on the state."""

    choose: Choose
    target: Target
    values: tuple[Known, ...]
    open: bool


class Choice:
    """The items of a choice, one for each combination of values, and what they do to the variables."""

    def __init__(
        self, e: Emitter, choose: tuple[Choose, ...], condition: Expr | None, name: str, at: At, span: Span
    ) -> None:
        self.e, self.code, self.choose, self.condition = e, e.code, choose, condition
        rows, opens = combinations(e, choose, at)
        if len(rows) > UNIVERSE_LIMIT:
            raise e.refuse(span, f"a choice of more than {UNIVERSE_LIMIT} values")
        if not rows:
            raise e.refuse(span, "a choice of no values")
        values = tuple(zip(*rows, strict=True))
        self.fields = [Field(one, _target(one), values[k], opens[k]) for k, one in enumerate(choose)]
        self.items = self._items(rows)
        self.menu = self.code.menu(name, "Choose " + ", ".join(one.name for one in choose), self.items)
        self.offset = self.code.menu_at(self.menu).offset
        self.legal = self.code.saved_set(f"choices{self.code.here}", len(self.items), domain="actions")

    def _items(self, rows: Sequence[tuple[Known, ...]]) -> list[Item]:
        names = [one.name for one in self.choose]
        values = [[value_text(self.e, *pair) for pair in zip(self.choose, row, strict=True)] for row in rows]
        return new_items(self.e, [" ".join(map(" ".join, zip(names, row, strict=True))) for row in values])

    # ------------------------------------------------------------------------------------------------ what is allowed

    def set_legal(self, at: At, test: Test | None = None) -> None:
        """The items that are allowed: a set at a time where that will do, else by trying every one that is left.

        `test` is given the number of an item, while the variables have its values.
        """
        code = self.code
        size = len(self.items)
        code.emit("copy_set", self.legal, inside_domains(self.e, self.fields, (0, size, size), at))
        if self.condition is not None:
            values = self.known(self.condition, at)
            if values is None:
                self._try(at, self.condition, test)
                return
            for value in sorted(set(values)):
                probes.guard(self.e, self.condition, self.e.const(value, FLAG))
            self.cut(code.const_set(sum(1 << k for k, value in enumerate(values) if value)))
        if test is not None:
            self._try(at, None, test)

    def cut(self, items: int) -> None:
        """Only these are allowed of those that were."""
        self.code.emit("meet", self.legal, self.legal, items)

    def known(self, expr: Expr, at: At) -> list[Known] | None:
        """The value that an expression has for each item, if that does not depend on the state."""
        static, env, found = self.e.unit.static, static_env(at), []
        places: list[Env] = []
        for k in range(len(self.items)):
            cells = {static.key(self._name(field, None)): field.values[k] for field in self.fields}
            places.append(replace(env, cells={**env.cells, **cells}))
            value = static.known(expr, places[-1])
            if value is None:
                return None
            found.append(value)
        probes.known_at(self.e, expr, places, at)
        return found

    def _name(self, field: Field, owner: Expr | None) -> core.Get:
        return core.Get(field.choose.type, field.choose.span, Home.CHOICE, field.choose.name, owner)

    def _try(self, at: At, condition: Expr | None, test: Test | None) -> None:
        """Keep those for which the condition and the test hold: the variables have their values meanwhile."""
        code, size, changed = self.code, len(self.items), set(self.code.changed)
        before = [self._copy(field, at) for field in self.fields]
        left, rounds = code.temp_set(size), code.temp_int(0, size)
        again, done = code.label(), code.label()
        code.emit("copy_set", left, self.legal)
        code.emit("copy_set", self.legal, code.const_set(0))
        code.emit("copy", rounds, code.const_int(0))
        code.place(again)
        code.emit("unless", code.get("some", left), done)
        code.emit("tick", rounds)
        item = code.keep(code.get("max", code.get("lowest", left), code.const_int(0)))
        only = code.keep(code.get_set("only", item, universe=size))
        code.emit("less", left, left, only)
        for field in self.fields:
            assign(self.e, field.target, self.value(field, item), at, tell=False)
        follow_row(self.e)
        if condition is not None:
            allowed = self.e.value(condition, at)
            probes.guard(self.e, condition, allowed)
            code.emit("unless", flag_slot(code, allowed), again)
        if test is not None:
            code.emit("unless", test(item), again)
        code.emit("join", self.legal, self.legal, only)
        code.emit("jump", again)
        code.place(done)
        for field, value in zip(self.fields, before, strict=True):
            assign(self.e, field.target, value, at, tell=False)
        follow_row(self.e)
        code.changed = changed  # all is as before, and nobody has seen what was tried

    def _copy(self, field: Field, at: At) -> Value:
        """What the variable holds before the values are tried."""
        value = self.e.value(self._name(field, field.target.owner), at)
        assert isinstance(value, Dyn)
        return Dyn(self._kept(value.slot), value.kind, value.many, value.universe)

    def _kept(self, slot: int) -> int:
        """The value in a slot that nothing writes while values are tried."""
        code, about = self.code, self.code.slot_at(slot)
        if about.role is Role.SAVED:
            many = about.kind is SlotKind.SET
            copy = code.temp_set(about.high) if many else code.temp_int(about.low, about.high)
            code.emit("copy_set" if many else "copy", copy, slot)
            slot = copy
        return code.keep(slot)

    def value(self, field: Field, item: int) -> Dyn:
        """The value that an item gives to a variable."""
        type_, code = field.choose.type, self.code
        if type_.kind in (Kind.NUMBER, Kind.FLAG):
            return self.e.dyn(code.get("look", code.int_table([int(v) for v in field.values]), item), type_)
        numbers = [element(int(value)) for value in field.values]
        return self.e.dyn(code.get("look", code.int_table(numbers), item), type_)

    # ------------------------------------------------------------------------------------------------ what is chosen

    def set(self, item: int, at: At) -> None:
        """The chosen item's values go into the variables, and everybody who may know is told."""
        code, me = self.code, one_slot(self.code, _me(at))
        values = [self.value(field, item) for field in self.fields]
        for value in values:
            code.keep(value.slot)
        for field, value in zip(self.fields, values, strict=True):
            assign(self.e, field.target, value, at, tell=False)
            give(self.e, self.e.unit.state.vars[field.choose.name].slot, at)
        tell_rest = follow_quietly(self.e, [field.choose.name for field in self.fields])
        told = [part for field, value in zip(self.fields, values, strict=True) for part in self._told(field, value, me)]
        code.tell("chosen", ("seat", "seat", "all", me), *told)
        tell_rest()
        follow(self.e)

    def _told(self, field: Field, value: Dyn, me: int) -> list[NoteField]:
        """What is told of a variable: its value, and who may know it besides its chooser if that changes."""
        code, name = self.code, field.choose.name
        var = self.e.unit.state.vars[name]
        seen = {"all": "all", "owner": "seat"}.get(code.slot_at(var.slot).seen.value, "nobody")
        before: list[NoteField] = []
        eyes = self.e.unit.state.eyes.get(var.slot)
        if eyes:
            universe = self.e.setting.players
            viewers = code.get_set("only", me, universe=universe)
            viewers = code.get_set("join", viewers, viewers_at(self.e, eyes, me), universe=universe)
            seen, before = audience(self.e, [eyes], viewers, f"{name} seen by")
        return [*before, (name, value_domain(self.e, value.slot, field.choose.type), seen, value.slot)]


def _me(at: At) -> Value:
    assert at.me is not None
    return at.me


class Ranged(Protocol):
    """A variable or a parameter with its value for each item, and whether its domain depends on the state."""

    @property
    def choose(self) -> Choose:
        """Its name, type and domain."""

    @property
    def values(self) -> tuple[Known, ...]:
        """Its value for each item."""

    @property
    def open(self) -> bool:
        """Whether the state says which values are in the domain."""


def combinations(e: Emitter, chosen: Sequence[Choose], at: At) -> tuple[list[tuple[Known, ...]], list[bool]]:
    """All combinations of values, one more than a menu can hold at most, and which domains depend on the state."""
    columns = [domain_values(e, one, at) for one in chosen]
    rows = itertools.islice(itertools.product(*(values for values, _ in columns)), UNIVERSE_LIMIT + 1)
    return list(rows), [is_open for _, is_open in columns]


def item_of(code: Code, action: int, offset: int, size: int) -> int:
    """A slot with the number of a menu's item, given a slot with an action that may be of another menu."""
    item = code.get("sub", action, code.const_int(offset))
    return code.keep(code.get("min", code.get("max", item, code.const_int(0)), code.const_int(size - 1)))


def inside_domains(e: Emitter, fields: Sequence[Ranged], items: tuple[int, int, int], at: At) -> int:
    """A slot with the items whose values lie in the domains as they are now. `items`: the first of them, how many they
    are, and how many the menu has."""
    first, count, size = items
    found = e.code.const_set((1 << count) - 1 << first)
    for field in fields:
        if field.open:
            inside = _inside(e, field, first, size, at)
            found = e.code.keep(e.code.get_set("meet", found, inside, universe=size))
    return found


def _inside(e: Emitter, field: Ranged, first: int, size: int, at: At) -> int:
    """A slot with the items whose value of a variable lies in its domain."""
    code, domain = e.code, field.choose.domain
    if isinstance(domain, core.Range):
        return code.get_set("meet", *_within(e, field, domain, first, size, at), universe=size)
    universe = e.setting.size(field.choose.type)
    items = [sum(1 << first + k for k, v in enumerate(field.values) if int(v) >> n & 1) for n in range(universe)]
    return code.get_set("union", set_slot(code, e.value(domain, at)), code.set_table(items, name="with"), universe=size)


def _within(e: Emitter, field: Ranged, domain: core.Range, first: int, size: int, at: At) -> tuple[int, int]:
    """Slots with the items of at least the least number, and of at most the greatest."""
    code = e.code
    numbers = [int(value) for value in field.values]
    least, greatest = min(numbers), max(numbers)
    found = []
    for bound, holds in ((domain.low, operator.ge), (domain.high, operator.le)):
        rows = range(least - 1, greatest + 2)  # one more on either side stands for all beyond
        masks = [sum(1 << first + k for k, number in enumerate(numbers) if holds(number, row)) for row in rows]
        place = code.get("max", e.number(bound, at), code.const_int(least - 1))
        place = code.get("min", place, code.const_int(greatest + 1))
        index = code.get("sub", place, code.const_int(least - 1))
        table = code.set_table(masks, name="from" if holds is operator.ge else "up to")
        found.append(code.keep(code.get_set("look_set", table, index, universe=size)))
    return found[0], found[1]


def _target(choose: Choose) -> Target:
    """The chooser's own, where the variable is per seat."""
    return Target(Home.CHOICE, choose.name, core.Get(SEAT, choose.span, Home.WORD, "me"), choose.span)


def domain_values(e: Emitter, choose: Choose, at: At) -> tuple[list[Known], bool]:
    """All values that a domain can have, equal cards being one, and whether it depends on the state which it has."""
    values, is_open = _values(e, choose, at)
    if choose.type.kind is not Kind.CARD or not e.setting.deck.has_copies:
        return values, is_open
    copies = e.setting.deck.copies()
    return list(dict.fromkeys(copies[element(int(value))] if value else value for value in values)), is_open


def _values(e: Emitter, choose: Choose, at: At) -> tuple[list[Known], bool]:
    domain = choose.domain
    try:
        found = e.unit.static.elements(domain, static_env(at)), False
        probes.known(e, domain, at)
        return found
    except NotStaticError:
        pass
    if isinstance(domain, core.Range):
        low, high = e.code.slot_at(e.number(domain.low, at)), e.code.slot_at(e.number(domain.high, at))
        if high.high - low.low >= UNIVERSE_LIMIT:
            raise e.refuse(domain.span, "a choice among numbers without near bounds")
        return list(range(low.low, high.high + 1)), True
    size = e.setting.size(choose.type)
    if isinstance(domain, core.Listed) or not size:
        raise e.refuse(domain.span, "a choice among these values")
    return [1 << i for i in range(size)], True


def value_text(e: Emitter, choose: Choose, value: Known) -> str:
    """A value as it stands in the text of an item."""
    kind = choose.type.kind
    if kind is Kind.FLAG:
        return "yes" if value else "no"
    if kind is Kind.NUMBER:
        return str(value)
    index = int(value).bit_length() - 1
    if index < 0:
        return "none"
    if kind is Kind.CARD:
        return e.setting.deck.cards[index].name
    if kind is Kind.SEAT:
        return e.code.seats[index]
    return names_of(e.setting, choose.type)[index]


def new_items(e: Emitter, texts: Sequence[str]) -> list[Item]:
    """Items with these texts, numbered where a menu of the game has such a text already."""
    used = set(e.code.texts)
    items = []
    for plain in texts:
        text, number = plain, 2
        while text in used:
            text, number = f"{plain} ({number})", number + 1
        used.add(text)
        items.append(Item(text, ascii_text(e, text)))
    return items


def ascii_text(e: Emitter, text: str) -> str:
    """The text with letters for the signs of suits."""
    letters = dict.fromkeys((c.suit, c.ascii.removeprefix(c.rank)) for c in e.setting.deck.cards if c.suit)
    for suit, letter in letters:
        text = text.replace(suit, letter)
    return text
