"""Keeping right what follows from the state, wherever what it depends on is written: the row of the card laws, and who
sees what.
"""

from __future__ import annotations

from collections.abc import Collection

from trickcore.compiler.cells import refresh_row
from trickcore.compiler.emit import Emitter
from trickcore.compiler.eyes import Tell, look_again
from trickcore.compiler.unit import At
from trickcore.language.core import Expr
from trickcore.language.types import Kind


def follow(e: Emitter, told: Collection[str] = (), *, always: bool = False) -> None:
    """If what the row or who sees what depends on was written since the last time, compute it again, and tell of what
    more seats see now, but for what is `told`. `always`: who sees what in any case.
    """
    follow_row(e)
    look_again(e, told, always=always)()


def follow_quietly(e: Emitter, told: Collection[str] = ()) -> Tell:
    """The same, if who sees something changes at all in this game; what is given back tells of it, but not of the
    variables of which another event tells.
    """
    if e.unit.state.eyes:
        follow_row(e)
    return look_again(e, told)


def follow_row(e: Emitter) -> None:
    """If what the card laws depend on was written since the last time, compute their row again."""
    laws, code = e.unit.laws, e.code
    if laws.slot < 0:
        return
    if e.unit.row_inputs & code.touched or not e.unit.row_inputs:
        start = code.here
        refresh_row(e.unit, lambda cell: _number(e, cell))
        e.unit.row_inputs |= code.saved_reads(start)
    code.touched.clear()


def _number(e: Emitter, cell: Expr) -> int:
    return e.flag(cell, At()) if cell.type.kind is Kind.FLAG else e.one(cell, At())
