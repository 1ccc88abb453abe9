"""What the lines of a score have added up to, kept for whoever asks after that score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trickcore.compiler.values import Value
from trickcore.language.types import NUMBER

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def keep_totals(e: Emitter, totals: Sequence[Value]) -> None:
    """The teams' totals of a score, for what follows."""
    reg = e.unit.state.reg
    for team, total in enumerate(totals) if "total" in reg else ():
        e.code.emit("store", reg["total"], e.code.const_int(team), e.whole(total))


def kept_totals(e: Emitter) -> tuple[Value, ...]:
    """The teams' totals of the latest score in this deal that has lines; 0 before it."""
    array, teams = e.unit.state.reg["total"], range(len(e.setting.team_seats))
    return tuple(e.dyn(e.code.get("load", array, e.code.const_int(team)), NUMBER) for team in teams)
