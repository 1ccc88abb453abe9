"""The verifier: proves that a program can be run by any engine without a fault but the defined traps.

Stages, each only if the one before found nothing: the declarations; the operands of every instruction; the flow
(nothing falls off the end, nothing is unreachable, temporaries are written before they are read and never kept across a
decision, every cycle is bounded).
"""

from __future__ import annotations

from collections.abc import Iterator

from trickcore.program import assigned, cycles, operands, shape
from trickcore.program.fault import Fault
from trickcore.program.flow import successors
from trickcore.program.limits import NOTE_LIMIT, STEP_LIMIT
from trickcore.program.model import Program
from trickcore.program.ranges import checks

__all__ = ["Fault", "checks", "verify"]


def verify(program: Program) -> list[Fault]:
    """All faults of the first stage that has any; an empty list for a sound program.

    >>> from trickcore.program.build import Builder
    >>> b = Builder(seats=("a",))
    >>> b.emit("copy", b.saved_int("x", 0, 3), b.temp_int())
    >>> [str(fault) for fault in verify(b.finish())]
    ['instruction 0: the run goes past the last instruction']
    """
    for stage in (shape.faults, operands.faults, _flow):
        found = sorted(set(stage(program)))
        if found:
            return found
    return []


def _flow(program: Program) -> Iterator[Fault]:
    reached = _reached(program)
    falls = [i for i in sorted(reached) if max(successors(program.code, i), default=0) >= len(program.code)]
    yield from (Fault(i, "the run goes past the last instruction") for i in falls)
    yield from (Fault(i, "nothing leads here") for i in range(len(program.code)) if i not in reached)
    if falls or len(reached) < len(program.code):
        return
    yield from assigned.faults(program)
    endless = cycles.endless(program)
    yield from (Fault(i, "a cycle starts here that no counter bounds: it passes no tick of its own") for i in endless)
    if not endless:
        yield from _silence(program)


def _silence(program: Program) -> Iterator[Fault]:
    """What may happen between two decisions is bounded, and far below what anybody waits for or keeps."""
    for op, most, what in (("", STEP_LIMIT, "instructions may run"), ("note", NOTE_LIMIT, "events may be told of")):
        count = cycles.longest_silence(program, op, most)
        if count > most:
            text = f"{count} {what} without a decision; at most {most} are allowed"
            yield Fault(-1, text, cycles.longest_cycle(program, op))
            return


def _reached(program: Program) -> set[int]:
    seen: set[int] = set()
    todo = [0]
    while todo:
        i = todo.pop()
        if i not in seen and i < len(program.code):
            seen.add(i)
            todo += successors(program.code, i)
    return seen
