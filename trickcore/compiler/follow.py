"""Keeping the row of the card laws right, wherever what it depends on is written."""

from __future__ import annotations

from trickcore.compiler.cells import refresh_row
from trickcore.compiler.emit import Emitter
from trickcore.compiler.unit import At
from trickcore.language.core import Expr
from trickcore.language.types import Kind
from trickcore.program.model import Role
from trickcore.program.signature import reads


def follow_row(e: Emitter) -> None:
    """If what the card laws depend on was written since the last time, compute their row again."""
    laws, code = e.unit.laws, e.code
    if laws.slot < 0:
        return
    if e.unit.row_inputs & code.touched or not e.unit.row_inputs:
        start = code.here
        refresh_row(e.unit, lambda cell: _number(e, cell))
        e.unit.row_inputs |= _saved_reads(e, start)
    code.touched.clear()


def _number(e: Emitter, cell: Expr) -> int:
    return e.flag(cell, At()) if cell.type.kind is Kind.FLAG else e.one(cell, At())


def _saved_reads(e: Emitter, start: int) -> set[int]:
    """The saved slots that the instructions from here on read."""
    found = {instr.args[k] for instr in e.code.since(start) for k in reads(instr.op, len(instr.args))}
    return {slot for slot in found if e.code.slot_at(slot).role is Role.SAVED}
