"""All who may say something at a turn: the seat to act, and others out of turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.calls import Calls
from trickcore.compiler.steps.choices import item_of
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const
from trickcore.language.types import Kind
from trickcore.rules.model import CallRule


class Voices:
    """A menu for the seat to act, and one for each seat that may speak out of turn."""

    def __init__(self, e: Emitter, rules: Sequence[CallRule], at: At) -> None:
        self.e, self.code = e, e.code
        own = [rule for rule in rules if rule.who is None]
        free = [rule for rule in rules if rule.who is not None]
        seats = range(e.setting.players) if free else ()
        self.own = Calls(e, own, at) if own else None
        self.others = [(seat, Calls(e, free, replace(at, me=self._const(seat)), e.code.seats[seat])) for seat in seats]
        menus = [*([self.own] if self.own else []), *(calls for _, calls in self.others)]
        self.size = sum(len(calls.items) for calls in menus)
        self.ids = [number for calls in menus for number in (calls.offset, calls.offset + len(calls.items) - 1)]

    def _const(self, seat: int) -> Const:
        return Const(1 << seat, Kind.SEAT, self.e.setting.players)

    def reset(self) -> None:
        """A turn begins."""
        for calls in (self.own, *(calls for _, calls in self.others)):
            if calls:
                calls.reset()

    def set_legal(self, at: At) -> None:
        """What may be said now; `me` is the seat to act."""
        if self.own:
            self.own.set_legal(at)
        for seat, calls in self.others:
            calls.set_legal(replace(at, me=self._const(seat)))

    def groups(self, actor: int) -> list[int]:
        """For an `ask`: who may say what. `actor`: a slot with who decides for the seat to act."""
        found = [actor, self.own.menu, self.own.legal] if self.own else []
        for seat, calls in self.others:
            found += [self.code.const_int(seat), calls.menu, calls.legal]
        return found

    def carry_out(self, action: int, at: At, then: Callable[[CallRule, At], None]) -> None:
        """What was said, if it was something of these menus."""
        everybody = [(at, self.own)] if self.own else []
        everybody += [(replace(at, me=self._const(seat)), calls) for seat, calls in self.others]
        for mine, calls in everybody:
            next_, first = self.code.label(), self.code.const_int(calls.offset)
            last = self.code.const_int(calls.offset + len(calls.items) - 1)
            said = self.code.get("and", self.code.get("le", first, action), self.code.get("le", action, last))
            self.code.emit("unless", said, next_)
            item = item_of(self.code, action, calls.offset, len(calls.items))
            calls.carry_out(item, mine, lambda rule, mine=mine: then(rule, mine))  # type: ignore[misc]
            self.code.place(next_)
