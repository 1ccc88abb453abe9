"""Dropping what never runs: jumps to jumps, unreachable instructions, jumps to the next instruction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trickcore.program.model import Instr
from trickcore.program.signature import label_position


def prune(code: Sequence[Instr]) -> list[Instr]:
    """The same program, shorter. Labels out of range are left as they are, for the verifier to report."""
    threaded = [_threaded(code, instr) for instr in code]
    return _compact(threaded, _without_hops(threaded, _reachable(threaded)))


def _threaded(code: Sequence[Instr], instr: Instr) -> Instr:
    position = label_position(instr.op)
    if position < 0:
        return instr
    target = instr.args[position]
    for _ in code:  # a ring of jumps ends after as many hops as there are instructions
        if not (0 <= target < len(code) and code[target].op == "jump"):
            break
        target = code[target].args[0]
    return replace(instr, args=(*instr.args[:position], target, *instr.args[position + 1 :]))


def _reachable(code: Sequence[Instr]) -> set[int]:
    seen: set[int] = set()
    todo = [0]
    while todo:
        i = todo.pop()
        if i in seen or not 0 <= i < len(code):
            continue
        seen.add(i)
        position = label_position(code[i].op)
        if position >= 0:
            todo.append(code[i].args[position])
        if code[i].op not in ("jump", "end"):
            todo.append(i + 1)
    return seen


def _without_hops(code: Sequence[Instr], keep: set[int]) -> set[int]:
    """Without jumps over nothing but dropped instructions."""
    kept = set(keep)
    following = len(code)
    for i in reversed(range(len(code))):
        if i not in keep:
            continue
        if code[i].op == "jump" and i < code[i].args[0] <= following < len(code):
            kept.discard(i)
        else:
            following = i
    return kept


def _compact(code: Sequence[Instr], kept: set[int]) -> list[Instr]:
    place: list[int] = []
    count = 0
    for i in range(len(code)):
        place.append(count)
        count += i in kept
    place.append(count)
    return [_moved(instr, place) for i, instr in enumerate(code) if i in kept]


def _moved(instr: Instr, place: list[int]) -> Instr:
    position = label_position(instr.op)
    if position < 0 or not 0 <= instr.args[position] < len(place):
        return instr
    target = place[instr.args[position]]
    return replace(instr, args=(*instr.args[:position], target, *instr.args[position + 1 :]))
