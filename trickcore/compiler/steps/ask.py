"""`ask` with `choose`: seats give values to variables."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.asking import each_afterwards, each_deciding
from trickcore.compiler.steps.choices import Choice
from trickcore.compiler.unit import At
from trickcore.compiler.values import Dyn, one_slot
from trickcore.rules.model import Ask


def lower(e: Emitter, step: Ask, at: At) -> None:
    """Ask each seat, or (`at once`) ask all and then tell."""
    if step.calls:
        raise e.refuse(step.calls[0].span, "`calls` of an `ask`")
    if step.repeat:
        raise e.refuse(step.span, "`repeat` of an `ask`")
    _Asking(e, step, at).lower()


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
