"""What a program that is compiled to be observed tells of the rules: which conditions held, what was given.

A condition inside a choice counts only where it is asked for: its probe has the value, and whether it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.compiler.asked_for import settled
from trickcore.compiler.conditions import is_nothing
from trickcore.compiler.known import Env
from trickcore.compiler.unit import At, static_env
from trickcore.compiler.values import Const, Dyn, Value, flag_slot
from trickcore.language.core import Convert, Expr, If
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

GUARD, STEP, AWARD, CALL = "guard", "step", "award", "call"
_YES, _NO = Const(True, Kind.FLAG), Const(False, Kind.FLAG)


# ---------------------------------------------------------------------------------------------------- what is told


def guard(e: Emitter, condition: Expr | None, value: Value, reach: Value | None = None) -> None:
    """A condition has this value here. `reach`: a flag, whether it is asked for at all."""
    if condition is not None and not _never(reach):
        e.unit.probe(GUARD, condition.span, value, *_asked(reach))


def known(e: Emitter, expr: Expr, at: At) -> None:
    """The conditions in an expression for which no code is made, since its value is known."""
    if e.unit.probed and e.unit.choices.hold(expr, e.unit.layers):
        known_at(e, expr, [static_env(at)], at)


def known_at(e: Emitter, expr: Expr, envs: Iterable[Env], at: At) -> None:
    """The same where the value is known for each of several choices."""
    if e.unit.probed and e.unit.choices.hold(expr, e.unit.layers):
        found = dict.fromkeys(pair for env in envs for pair in settled(e.unit.static, expr, env))
        for condition, holds in found:
            guard(e, condition, _YES if holds else _NO, at.reach)


def points(e: Emitter, expr: Expr, at: At) -> None:
    """The numbers that an expression may come to, behind each of its conditions."""
    if e.unit.probed:
        _points(e, expr, at, replace(at, reach=_NO))


def _points(e: Emitter, expr: Expr, at: At, silent: At) -> None:
    """`silent`: the same place, where nothing is told of conditions once more."""
    if _never(at.reach):
        return
    if isinstance(expr, Convert):
        _points(e, expr.arg, at, silent)
    elif isinstance(expr, If):
        held, failed = either(e, e.value(expr.test, silent), at)
        _points(e, expr.then, held, silent)
        _points(e, expr.other, failed, silent)
    elif not is_nothing(expr):
        e.unit.probe(AWARD, expr.span, e.value(expr, silent), *_asked(at.reach))


def overlays(e: Emitter, at: At) -> None:
    """Which overlays hold now."""
    for overlay in e.setting.rules.overlays if e.unit.probed else ():
        guard(e, overlay.condition, e.value(overlay.condition, at))


def law(e: Emitter, name: str, at: At) -> None:
    """The value of a law that is a condition: of the text in force."""
    texts = e.unit.layers.law(name) if e.unit.probed else []
    places = one_after_the_other(e, [condition for condition, _ in texts], at)
    for (_, text), place in zip(texts, places, strict=True):
        guard(e, text, e.value(text, replace(at, reach=_NO)), place.reach)


# ---------------------------------------------------------------------------------------------------- what is asked for


def either(e: Emitter, test: Value, at: At) -> tuple[At, At]:
    """The place where a condition holds, and that where it does not; what stands there is asked for only then."""
    if not e.unit.probed or _never(at.reach):
        return at, at
    if isinstance(test, Const):
        never = replace(at, reach=_NO)
        return (at, never) if test.value else (never, at)
    return where(e, test.slot, at), where(e, e.code.get("not", e.code.keep(test.slot)), at)


def where(e: Emitter, flag: int, at: At) -> At:
    """The place where a flag holds besides."""
    if not e.unit.probed or _never(at.reach):
        return at
    flag = e.code.keep(flag)
    if isinstance(at.reach, Dyn):
        flag = e.code.keep(e.code.get("and", flag_slot(e.code, at.reach), flag))
    return replace(at, reach=Dyn(flag, Kind.FLAG))


def where_somebody(e: Emitter, seat: int, at: At) -> At:
    """The place where a seat is somebody."""
    return where(e, e.code.get("le", e.code.const_int(0), seat), at) if e.unit.probed else at


def one_after_the_other(e: Emitter, tests: Sequence[Expr | None], at: At) -> list[At]:
    """The places of texts of which the first whose condition holds is in force."""
    found: list[At] = []
    for test in tests:
        held = at
        if test is not None and e.unit.probed:
            held, at = either(e, e.value(test, replace(at, reach=_NO)), at)
        found.append(held)
    return found


def _never(reach: Value | None) -> bool:
    return isinstance(reach, Const) and not reach.value


def _asked(reach: Value | None) -> tuple[Value, ...]:
    """The second value of a probe, where it is not plain."""
    return (reach,) if isinstance(reach, Dyn) else ()
