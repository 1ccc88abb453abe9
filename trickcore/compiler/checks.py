"""`checks:` in programs that are compiled to be observed: at the end of each deal, whether what is declared holds."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.unit import At
from trickcore.compiler.values import Value, scale_of
from trickcore.language import core
from trickcore.language.types import Kind

_COMPARED = ("==", "!=", "<", "<=", ">", ">=")
_SCORED = "scored"


def note_scores(e: Emitter) -> None:
    """A deal begins: keep what the scores were, if a check speaks of what was scored in the deal."""
    state = e.unit.state
    if not e.unit.probed or _SCORED not in e.unit.reads:
        return
    score = state.reg["score"]
    if "score_before" not in state.reg:
        about = e.code.slot_at(score)
        state.reg["score_before"] = e.code.saved_ints("score_before", about.size, about.low, about.high)
    for team in range(e.code.slot_at(score).size):
        index = e.code.const_int(team)
        e.code.emit("store", state.reg["score_before"], index, e.code.get("load", score, index))


def check_deal(e: Emitter) -> None:
    """Tell of each check whether it holds, and of a comparison of numbers what they are."""
    if not e.unit.probed:
        return
    for check in e.setting.rules.checks:
        with e.unit.catching(), e.code.from_(check.span):
            values = [e.value(check.that, At()), *_sides(e, check.that)]
            e.unit.probe("check", check.span, *values, name=check.text)


def _sides(e: Emitter, that: core.Expr) -> list[Value]:
    if not isinstance(that, core.Binary) or that.op not in _COMPARED or that.left.type.kind is not Kind.NUMBER:
        return []
    values = [e.value(side, At()) for side in (that.left, that.right)]
    return values if all(scale_of(value) == 1 for value in values) else []
