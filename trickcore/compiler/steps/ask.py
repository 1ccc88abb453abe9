"""`ask`: seats give values to variables, or make calls."""

from __future__ import annotations

from abc import ABC, abstractmethod

from trickcore.compiler import probes
from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.asking import each_afterwards, each_deciding, may_suspend
from trickcore.compiler.steps.calls import Calls, says_nothing
from trickcore.compiler.steps.choices import Choice
from trickcore.compiler.unit import At
from trickcore.compiler.values import Dyn, flag_slot, one_slot
from trickcore.rules.model import Ask, CallRule


def lower(e: Emitter, step: Ask, at: At) -> None:
    """Ask each seat, or (`at once`) ask all and then tell."""
    asking: _Asking = _Calling(e, step, at) if step.calls else _Choosing(e, step, at)
    asking.lower()


class _Asking(ABC):
    """What asking for values and for calls have in common: who is asked when, and what is done when."""

    def __init__(self, e: Emitter, step: Ask, at: At, menu: Choice | Calls) -> None:
        self.e, self.code, self.step, self.at, self.menu = e, e.code, step, at, menu

    def lower(self) -> None:
        """All seats, one after the other, or sealed."""
        step, code = self.step, self.code
        if not step.at_once:
            each_deciding(self.e, step.who, self.at, self._one)
            return
        staged = code.saved_ints(f"staged{code.here}", self.e.setting.players, -1, len(self.menu.items) - 1, initial=-1)
        code.emit("fill", staged, code.const_int(-1))
        each_deciding(self.e, step.who, self.at, lambda at, _end: self._stage(at, staged))
        each_afterwards(self.e, step.who, self.at, lambda at: self._release(at, staged))

    def _one(self, at: At, end: int) -> None:
        self._speak(at)
        if self.step.until is not None:
            until = self.e.value(self.step.until, at)
            probes.guard(self.e, self.step.until, until)
            self.code.emit("if", flag_slot(self.code, until), end)

    def _speak(self, at: At) -> None:
        """A seat decides, and what follows from it is done."""
        skip = self.code.label()
        self._carry_out(self._asked(at, skip), at, skip)
        self.code.place(skip)

    def _stage(self, at: At, staged: int) -> None:
        skip = self.code.label()
        item = self._asked(at, skip)
        assert isinstance(at.me, Dyn)
        self.code.emit("store", staged, at.me.slot, item)
        self.code.place(skip)

    def _release(self, at: At, staged: int) -> None:
        code, skip = self.code, self.code.label()
        assert at.me is not None
        item = code.keep(code.get("load", staged, one_slot(code, at.me)))
        code.emit("if", code.get("lt", item, code.const_int(0)), skip)
        self._carry_out(item, at, skip)
        code.place(skip)

    def _asked(self, at: At, skip: int) -> int:
        """The decision; a slot with the number of the chosen item. Where nothing is offered, nobody is asked."""
        code, menu = self.code, self.menu
        assert isinstance(at.me, Dyn)
        menu.set_legal(at)
        code.emit("unless", code.get("some", menu.legal), skip)
        action = code.temp_int(menu.offset, menu.offset + len(menu.items) - 1)
        code.emit("ask", action, at.me.slot, menu.menu, menu.legal)
        return code.keep(code.get("sub", action, code.const_int(menu.offset)))

    @abstractmethod
    def _carry_out(self, item: int, at: At, done: int) -> None:
        """What an item does; the code goes on at `done`, which comes next."""


class _Choosing(_Asking):
    """Values for variables."""

    def __init__(self, e: Emitter, step: Ask, at: At) -> None:
        self.choice = Choice(e, step.choose, step.condition, step.choose[0].name, at, step.span)
        super().__init__(e, step, at, self.choice)

    def _carry_out(self, item: int, at: At, done: int) -> None:  # noqa: ARG002 - it comes next
        self.choice.set(item, at)


class _Calling(_Asking):
    """A menu of calls: each seat makes one, or with `repeat` one after the other until one that does nothing."""

    def __init__(self, e: Emitter, step: Ask, at: At) -> None:
        self.calls = Calls(e, step.calls, at)
        super().__init__(e, step, at, self.calls)
        self.rounds = self.code.saved_int(f"rounds{self.code.here}", 0, len(self.calls.items) + 1)
        if step.at_once and any(may_suspend(inner) for rule in step.calls for inner in rule.do):
            raise e.refuse(step.span, "a decision inside a call that is made `at once`")

    def _speak(self, at: At) -> None:
        code, again, skip = self.code, self.code.label(), self.code.label()
        self.calls.reset()
        code.emit("copy", self.rounds, code.const_int(0))
        code.place(again)
        item = self._asked(at, skip)
        code.emit("tick", self.rounds)
        self.calls.carry_out(item, at, lambda rule: code.emit("jump", again if self._goes_on(rule) else skip))
        code.place(skip)

    def _goes_on(self, rule: CallRule) -> bool:
        return self.step.repeat and not says_nothing(rule)

    def _stage(self, at: At, staged: int) -> None:
        self.calls.reset()
        super()._stage(at, staged)

    def _carry_out(self, item: int, at: At, done: int) -> None:
        self.calls.carry_out(item, at, lambda _rule: self.code.emit("jump", done))
