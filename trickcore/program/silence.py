"""Which counters count at most once between two decisions: what follows their tick leads back to it by a decision only.

From the tick on, as much is worked out as is known whatever came before: sets that are cleared, and what follows from
them. A branch that is settled by that is followed one way only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from trickcore.program.model import Instr, Program, Role, SlotKind
from trickcore.program.signature import label_position, writes

WORK_LIMIT = 300_000  # instructions, and slots that something is known of, gone through for one program

_Range = tuple[int, int]
_State = dict[int, int | _Range]  # slot → the set that it holds, or the least and greatest number
_UNKNOWN = (0, 1)


def counted_once(program: Program, parts: Iterable[tuple[Sequence[int], Iterable[int]]]) -> frozenset[int]:
    """The ticks among these that no run passes twice without a decision. `parts`: each cycle of the code without its
    decisions, with its ticks.
    """
    walker = _Walker(program)
    return frozenset(tick for part, ticks in parts for tick in ticks if not walker.comes_back(tick, frozenset(part)))


class _Walker:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.code = program.code
        self.work = 0
        constant = ((k, slot) for k, slot in enumerate(program.slots) if slot.role is Role.CONST)
        self.constants: _State = {
            k: slot.initial if slot.kind is SlotKind.SET else (slot.initial, slot.initial)
            for k, slot in constant
            if slot.kind in (SlotKind.INT, SlotKind.SET)
        }
        self.labels = {i.args[label_position(i.op)] for i in self.code if label_position(i.op) >= 0}

    def comes_back(self, tick: int, part: frozenset[int]) -> bool:
        """Whether a run may come from a tick to it again inside a part of the code that holds no decision."""
        states: dict[int, _State] = {}
        todo: list[tuple[int, _State]] = [(tick + 1, {})]
        while todo:
            i, state = todo.pop()
            self.work += len(state)
            for target, found in self._straight(i, dict(state), part, tick):
                if target == tick:
                    return True
                if target not in part:
                    continue
                old = states.get(target)
                new = found if old is None else {k: v for k, v in old.items() if found.get(k) == v}
                if old is None or len(new) < len(old):
                    states[target] = new
                    todo.append((target, new))
            if self.work > WORK_LIMIT:
                return True
        return False

    def _straight(self, i: int, state: _State, part: frozenset[int], tick: int) -> list[tuple[int, _State]]:
        """Go on as far as there is one way only; where it leads to then, with what is known there."""
        first = i
        while i in part and i != tick and (i == first or i not in self.labels):
            self.work += 1
            instr = self.code[i]
            position = label_position(instr.op)
            if position >= 0:
                kept = {k: v for k, v in state.items() if self.program.slots[k].role is Role.SAVED}
                return [(target, kept) for target in self._ways(i, instr, instr.args[position], state)]
            self._apply(instr, state)
            i += 1
        return [(i, state)]

    def _ways(self, i: int, instr: Instr, label: int, state: _State) -> list[int]:
        if instr.op == "jump":
            return [label]
        low, high = self._number(instr.args[0], state)
        jumps, goes_on = (low, high) != (0, 0), low <= 0 <= high
        if instr.op == "unless":
            jumps, goes_on = goes_on, jumps
        return [*([i + 1] if goes_on else []), *([label] if jumps else [])]

    def _apply(self, instr: Instr, state: _State) -> None:
        rule = _RULES.get(instr.op)
        value = rule(self, instr.args, state) if rule is not None else None
        for k in writes(instr.op, len(instr.args)):
            state.pop(instr.args[k], None)
        if value is not None:
            state[instr.args[0]] = value

    def _number(self, slot: int, state: _State) -> _Range:
        value = state.get(slot, self.constants.get(slot))
        about = self.program.slots[slot]
        return value if isinstance(value, tuple) else (about.low, about.high)

    def _set(self, slot: int, state: _State) -> int | None:
        value = state.get(slot, self.constants.get(slot))
        return value if isinstance(value, int) else None

    # ------------------------------------------------------------------------------------------------ operations

    def _copy(self, args: Sequence[int], state: _State) -> _Range:
        return self._number(args[1], state)

    def _copy_set(self, args: Sequence[int], state: _State) -> int | None:
        return self._set(args[1], state)

    def _less(self, args: Sequence[int], state: _State) -> int | None:
        a, b = self._set(args[1], state), self._set(args[2], state)
        return None if a is None or b is None else a & ~b

    def _only(self, args: Sequence[int], state: _State) -> int | None:
        low, high = self._number(args[1], state)
        return None if low != high else 1 << low if low >= 0 else 0

    def _next_in(self, args: Sequence[int], state: _State) -> _Range | None:
        """Of a set that is known the next element is one of it."""
        elements, (most, _) = self._set(args[1], state), self._number(args[3], state)
        return None if elements is None or not elements & ((1 << max(most, 0)) - 1) else (0, elements.bit_length() - 1)

    def _lt(self, args: Sequence[int], state: _State) -> _Range:
        (low, high), (other_low, other_high) = (self._number(arg, state) for arg in args[1:])
        return (1, 1) if high < other_low else (0, 0) if low >= other_high else _UNKNOWN

    def _le(self, args: Sequence[int], state: _State) -> _Range:
        (low, high), (other_low, other_high) = (self._number(arg, state) for arg in args[1:])
        return (1, 1) if high <= other_low else (0, 0) if low > other_high else _UNKNOWN


_RULES: Mapping[str, Callable[[_Walker, Sequence[int], _State], int | _Range | None]] = {
    "copy": _Walker._copy,
    "copy_set": _Walker._copy_set,
    "less": _Walker._less,
    "only": _Walker._only,
    "next_in": _Walker._next_in,
    "lt": _Walker._lt,
    "le": _Walker._le,
}
