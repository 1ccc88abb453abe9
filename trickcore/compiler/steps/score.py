"""`score`: points of the deal's lines are added to the teams' scores."""

from __future__ import annotations

from dataclasses import replace

from trickcore.compiler import probes
from trickcore.compiler.emit import Emitter
from trickcore.compiler.totals import keep_totals
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, Value
from trickcore.language.core import Expr
from trickcore.language.types import NUMBER, Kind
from trickcore.rules.model import Score


def lower(e: Emitter, step: Score, at: At) -> None:
    """First every team's total, then every team's points, then the scores."""
    code = e.code
    places = [replace(at, me=Const(mask, Kind.SEAT, e.setting.players)) for mask in e.setting.team_seats]
    totals = tuple(_total(e, step, place, team) for team, place in enumerate(places))
    if step.lines:
        keep_totals(e, totals)
    points = totals
    if step.points is not None:
        known = None if "total" in e.unit.state.reg and not step.lines else totals
        points = tuple(_points(e, step.points, replace(place, totals=known)) for place in places)
    score = e.unit.state.reg["score"]
    for team, gained in enumerate(points):
        index, amount = code.const_int(team), code.keep(e.whole(gained))
        new = code.keep(code.get("add", code.get("load", score, index), amount))
        code.emit("store", score, index, new)
        code.tell(
            "score",
            ("team", "team", "all", index),
            ("points", "number", "all", amount),
            ("total", "number", "all", new),
        )


def _points(e: Emitter, points: Expr, at: At) -> Value:
    value = _kept(e, e.value(points, at))
    probes.points(e, points, at)
    return value


def _total(e: Emitter, step: Score, at: At, team: int) -> Value:
    total: Value = Const(0, Kind.NUMBER)
    for label, line in step.lines:
        with e.code.from_(line.span):
            value = _kept(e, e.value(line, at))
            e.unit.probe(probes.AWARD, line.span, value, name=label)
            if label:
                points = e.code.keep(e.whole(value))
                fields = (("team", "team", "all", e.code.const_int(team)), ("points", "number", "all", points))
                e.code.tell("scored", *fields, text=label)
            total = _kept(e, e.join([total, value], NUMBER))
    return total


def _kept(e: Emitter, value: Value) -> Value:
    if isinstance(value, Dyn):
        e.code.keep(value.slot)
    return value
