"""Operand letters of one instruction, with the repeats of the signature table written out."""

from __future__ import annotations

import re
from functools import lru_cache

from trickcore.program.ops import OPS, SILENT

_SHAPE = re.compile(r"([A-Za-z]*?)(?:\((\w+)\)\*|(\w)\*)?\Z")

# Operands in upper case that are read as well as written: a tick counts on, a store keeps the other entries.
UPDATED: dict[str, str] = {
    "tick": "I",
    "store": "V",
    "store_set": "W",
    "shuffle": "P",
    "take": "P",
    "draw": "P",
    "put": "P",
}
SLOT_LETTERS = "IiSsVvWwPpx"
BRANCHES = ("jump", "if", "unless")


@lru_cache(maxsize=4096)
def letters(op: str, count: int) -> str | None:
    """The letter of each of `count` operands; None when the operation is unknown or does not take so many.

    >>> letters("first", 4), letters("ask", 7), letters("add", 2)
    ('SDss', 'IiMsiMs', None)
    """
    if op not in OPS:
        return None
    match = _SHAPE.match(OPS[op].operands)
    assert match is not None, op
    fixed, group = match[1], match[2] or match[3] or ""
    more = count - len(fixed)
    if not group:
        return fixed if more == 0 else None
    least = 0 if op in SILENT else len(group)  # they may tell of nothing but themselves
    return fixed + group * (more // len(group)) if more >= least and more % len(group) == 0 else None


@lru_cache(maxsize=4096)
def reads(op: str, count: int) -> tuple[int, ...]:
    """Positions of the operands that are slots and read."""
    found = letters(op, count) or ""
    return tuple(k for k, c in enumerate(found) if c in SLOT_LETTERS and (c.islower() or c in UPDATED.get(op, "")))


@lru_cache(maxsize=4096)
def writes(op: str, count: int) -> tuple[int, ...]:
    """Positions of the operands that are slots and written, wholly or in part."""
    return tuple(k for k, c in enumerate(letters(op, count) or "") if c in "ISVWP")


@lru_cache(maxsize=4096)
def label_position(op: str) -> int:
    """Where a branch has its label; −1 for other operations."""
    return OPS[op].operands.find("L") if op in BRANCHES else -1
