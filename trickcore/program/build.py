"""How the compiler writes a program: declare slots, tables and menus, emit instructions, finish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from trickcore.diagnostics.model import Span
from trickcore.program.declare import Declarations
from trickcore.program.model import Card, Instr, Program
from trickcore.program.prune import prune
from trickcore.program.signature import label_position, letters


class Builder(Declarations):
    """Collects the parts of a program. All methods that declare give the index that instructions use as operand.

    Labels are handles: `label()` makes one, `place(label)` puts it before the next instruction, and a branch may
    name it before or after. `at(span)` sets the span of what follows; `emit` may override it. `finish` drops code
    that no way leads to and jumps to the next instruction. A wrong use of the builder is a ValueError; whether the
    program is sound is the verifier's question.

    >>> b = Builder(name="demo", seats=("a", "b"))
    >>> score = b.saved_int("score", 0, 10)
    >>> b.emit("add", score, score, b.const_int(1))
    >>> b.emit("end", b.const_int(b.reason("done")), b.const_set(1))
    >>> [instr.op for instr in b.finish().code]
    ['add', 'end']
    """

    def __init__(
        self,
        *,
        name: str = "",
        seats: Sequence[str] = (),
        teams: Sequence[int] | None = None,
        cards: Iterable[Card] = (),
        suits: Sequence[str] = (),
        language: int = 1,
    ) -> None:
        super().__init__(name=name, seats=seats, teams=teams, cards=cards, suits=suits, language=language)
        self._code: list[Instr] = []
        self._labels: list[int] = []
        self._span: Span | None = None

    # ------------------------------------------------------------------------------------------------ code

    @property
    def here(self) -> int:
        """Number of instructions so far (before `finish` drops any)."""
        return len(self._code)

    def label(self) -> int:
        """A new label, not yet placed."""
        self._labels.append(-1)
        return len(self._labels) - 1

    def place(self, label: int) -> None:
        """The label stands before the next instruction."""
        if self._labels[label] != -1:
            raise ValueError(f"label {label} is placed twice")
        self._labels[label] = len(self._code)

    def at(self, span: Span | None) -> Span | None:
        """Set the span of the instructions that follow and give the one before, to be set again afterwards."""
        before, self._span = self._span, span
        return before

    def emit(self, op: str, *args: int, span: Span | None = None) -> None:
        """Append an instruction; a branch names its label by the handle."""
        if letters(op, len(args)) is None:
            raise ValueError(f"{op} does not take {len(args)} operands, or there is no such operation")
        self._code.append(Instr(op, args, self.span(span or self._span)))

    def finish(self) -> Program:
        """The program so far. The builder can be used on."""
        code = [self._resolved(instr) for instr in self._code]
        return replace(self.program(), code=tuple(prune(code)))

    def _resolved(self, instr: Instr) -> Instr:
        position = label_position(instr.op)
        if position < 0:
            return instr
        target = self._labels[instr.args[position]]
        if target < 0:
            raise ValueError(f"label {instr.args[position]} is used and never placed")
        return replace(instr, args=(*instr.args[:position], target, *instr.args[position + 1 :]))
