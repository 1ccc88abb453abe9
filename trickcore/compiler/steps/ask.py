"""`ask`: seats give values to variables, or make calls."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.asking import each_afterwards, each_deciding, may_suspend
from trickcore.compiler.steps.calls import Calls, says_nothing
from trickcore.compiler.steps.choices import Choice
from trickcore.compiler.unit import At
from trickcore.compiler.values import Dyn, one_slot
from trickcore.rules.model import Ask, CallRule


def lower(e: Emitter, step: Ask, at: At) -> None:
    """Ask each seat, or (`at once`) ask all and then tell."""
    (_Calling if step.calls else _Asking)(e, step, at).lower()


class _Asking:
    def __init__(self, e: Emitter, step: Ask, at: At) -> None:
        self.e, self.code, self.step, self.at = e, e.code, step, at
        self.choice = Choice(e, step.choose, step.condition, step.choose[0].name, at, step.span)

    def lower(self) -> None:
        step, code = self.step, self.code
        if not step.at_once:
            each_deciding(self.e, step.who, self.at, self._one)
            return
        staged = code.saved_ints(
            f"staged{code.here}", self.e.setting.players, -1, len(self.choice.items) - 1, initial=-1
        )
        code.emit("fill", staged, code.const_int(-1))
        each_deciding(self.e, step.who, self.at, lambda at, _end: self._stage(at, staged))
        each_afterwards(self.e, step.who, self.at, lambda at: self._release(at, staged))

    def _one(self, at: At, end: int) -> None:
        code, skip = self.code, self.code.label()
        item = self._asked(at, skip)
        self.choice.set(item, at)
        code.place(skip)
        if self.step.until is not None:
            code.emit("if", self.e.flag(self.step.until, at), end)

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
        self.choice.set(item, at)
        code.place(skip)

    def _asked(self, at: At, skip: int) -> int:
        """The decision; a slot with the number of the chosen item. Where nothing may be chosen, nobody is asked."""
        code = self.code
        assert isinstance(at.me, Dyn)
        self.choice.set_legal(at)
        code.emit("unless", code.get("some", self.choice.legal), skip)
        action = code.temp_int(self.choice.offset, self.choice.offset + len(self.choice.items) - 1)
        code.emit("ask", action, at.me.slot, self.choice.menu, self.choice.legal)
        return code.keep(code.get("sub", action, code.const_int(self.choice.offset)))


class _Calling:
    """A menu of calls: each seat makes one, or with `repeat` one after the other until one that does nothing."""

    def __init__(self, e: Emitter, step: Ask, at: At) -> None:
        self.e, self.code, self.step, self.at = e, e.code, step, at
        self.calls = Calls(e, step.calls, at)
        self.rounds = self.code.saved_int(f"rounds{self.code.here}", 0, len(self.calls.items) + 1)

    def lower(self) -> None:
        if not self.step.at_once:
            each_deciding(self.e, self.step.who, self.at, self._one)
            return
        code, players = self.code, self.e.setting.players
        if any(may_suspend(step) for rule in self.step.calls for step in rule.do):
            raise self.e.refuse(self.step.span, "a decision inside a call that is made `at once`")
        staged = code.saved_ints(f"staged{code.here}", players, -1, len(self.calls.items) - 1, initial=-1)
        code.emit("fill", staged, code.const_int(-1))
        each_deciding(self.e, self.step.who, self.at, lambda at, _end: self._stage(at, staged))
        each_afterwards(self.e, self.step.who, self.at, lambda at: self._release(at, staged))

    def _one(self, at: At, end: int) -> None:
        code, again, skip = self.code, self.code.label(), self.code.label()
        self.calls.reset()
        code.emit("copy", self.rounds, code.const_int(0))
        code.place(again)
        action = self._asked(at, skip)
        code.emit("tick", self.rounds)
        self.calls.carry_out(action, at, lambda rule: code.emit("jump", again if self._goes_on(rule) else skip))
        code.place(skip)
        if self.step.until is not None:
            code.emit("if", self.e.flag(self.step.until, at), end)

    def _goes_on(self, rule: CallRule) -> bool:
        return self.step.repeat and not says_nothing(rule)

    def _asked(self, at: At, skip: int) -> int:
        """The decision; a slot with the action. Where nothing may be said, nobody is asked."""
        code, calls = self.code, self.calls
        assert isinstance(at.me, Dyn)
        calls.set_legal(at)
        code.emit("unless", code.get("some", calls.legal), skip)
        action = code.keep(code.temp_int(calls.offset, calls.offset + len(calls.items) - 1))
        code.emit("ask", action, at.me.slot, calls.menu, calls.legal)
        return action

    def _stage(self, at: At, staged: int) -> None:
        code, skip = self.code, self.code.label()
        assert isinstance(at.me, Dyn)
        self.calls.reset()
        action = self._asked(at, skip)
        code.emit("store", staged, at.me.slot, code.get("sub", action, code.const_int(self.calls.offset)))
        code.place(skip)

    def _release(self, at: At, staged: int) -> None:
        code, skip = self.code, self.code.label()
        assert at.me is not None
        item = code.keep(code.get("load", staged, one_slot(code, at.me)))
        code.emit("if", code.get("lt", item, code.const_int(0)), skip)
        action = code.keep(code.get("add", item, code.const_int(self.calls.offset)))
        self.calls.carry_out(action, at, lambda _rule: code.emit("jump", skip))
        code.place(skip)
