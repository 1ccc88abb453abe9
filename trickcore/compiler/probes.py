"""What a program that is compiled to be observed tells of the rules: which conditions held, what was given.

A condition inside a choice counts only where it is asked for: its probe has the value, and whether it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.compiler.conditions import is_nothing, parts
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, Value, flag_slot
from trickcore.language.core import Convert, Expr, If, Quantifier
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

GUARD, STEP, AWARD, CALL = "guard", "step", "award", "call"


def guard(e: Emitter, condition: Expr | None, value: Value, reach: Value | None = None) -> None:
    """A condition has this value here. `reach`: a flag, whether it is asked for at all."""
    if condition is not None:
        e.unit.probe(GUARD, condition.span, value, *_asked(reach))


def conditions_in(e: Emitter, expr: Expr, at: At, reach: Value | None = None) -> None:
    """The values of all conditions that are written in an expression."""
    if not e.unit.probed or isinstance(expr, Quantifier) or _never(reach):
        return
    if isinstance(expr, If):
        conditions_in(e, expr.test, at, reach)
        then, other = _branches(e, expr, at, reach)
        conditions_in(e, expr.then, at, then)
        conditions_in(e, expr.other, at, other)
        return
    for part in parts(expr):
        conditions_in(e, part, at, reach)


def points_in(e: Emitter, expr: Expr, at: At, reach: Value | None = None) -> None:
    """The numbers that an expression may come to, behind each of its conditions."""
    if not e.unit.probed or _never(reach):
        return
    if isinstance(expr, Convert):
        points_in(e, expr.arg, at, reach)
    elif isinstance(expr, If):
        then, other = _both_ways(e, e.value(expr.test, at), reach)
        points_in(e, expr.then, at, then)
        points_in(e, expr.other, at, other)
    elif not is_nothing(expr):
        e.unit.probe(AWARD, expr.span, e.value(expr, at), *_asked(reach))


def overlays(e: Emitter, at: At) -> None:
    """Which overlays hold now."""
    for overlay in e.setting.rules.overlays if e.unit.probed else ():
        guard(e, overlay.condition, e.value(overlay.condition, at))


def law(e: Emitter, name: str, at: At) -> None:
    """The value of a law that is a condition: of the text in force."""
    reach: Value = Const(True, Kind.FLAG)
    for condition, text in e.unit.layers.law(name) if e.unit.probed else ():
        test: Value = Const(True, Kind.FLAG) if condition is None else e.value(condition, at)
        holds, reach = _both_ways(e, test, reach)
        if not _never(holds):
            guard(e, text, e.value(text, at), holds)


def _branches(e: Emitter, expr: If, at: At, reach: Value | None) -> tuple[Value, Value]:
    """Whether the one side of a choice is asked for, and whether the other is; the condition itself is told of."""
    test = e.value(expr.test, at)
    guard(e, expr.test, test, reach)
    return _both_ways(e, test, reach)


def _both_ways(e: Emitter, test: Value, reach: Value | None) -> tuple[Value, Value]:
    """Flags: it is asked for and holds; it is asked for and does not hold."""
    if isinstance(test, Const):
        asked, never = Const(True, Kind.FLAG) if reach is None else reach, Const(False, Kind.FLAG)
        return (asked, never) if test.value else (never, asked)
    code = e.code
    held = code.keep(test.slot)
    other = code.keep(code.get("not", held))
    if isinstance(reach, Dyn):
        held, other = (code.keep(code.get("and", flag_slot(code, reach), slot)) for slot in (held, other))
    return Dyn(held, Kind.FLAG), Dyn(other, Kind.FLAG)


def _never(reach: Value | None) -> bool:
    return isinstance(reach, Const) and not reach.value


def _asked(reach: Value | None) -> tuple[Value, ...]:
    """The second value of a probe, where it is not plain."""
    return (reach,) if isinstance(reach, Dyn) else ()
