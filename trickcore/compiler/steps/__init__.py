"""The steps of a deal. One module lowers each kind; here is what they have in common: `when`, `each`, `times`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from trickcore.compiler import probes
from trickcore.compiler.emit import Emitter
from trickcore.compiler.eyes import tested
from trickcore.compiler.follow import follow
from trickcore.compiler.steps import ask, auction, deal, flow, move, pick, score
from trickcore.compiler.steps import set as set_
from trickcore.compiler.steps.asking import may_suspend
from trickcore.compiler.unit import At, RefusedError
from trickcore.compiler.values import Const, Dyn
from trickcore.language.core import Expr
from trickcore.language.types import Kind
from trickcore.rules import model

TIMES_LIMIT = 100  # rounds of a step with `times`

_Lower = Callable[[Emitter, Any, At], None]


def lower_steps(e: Emitter, steps: Sequence[model.Step], at: At) -> None:
    """Lower steps one after the other; a refused one leaves the rest to be looked at."""
    for step in steps:
        try:
            with e.code.from_(step.span):
                _step(e, step, at)
        except RefusedError:
            continue


def _step(e: Emitter, step: model.Step, at: At) -> None:
    """The kind and its conditions: `each` goes around `when`, which goes around `times`."""
    if step.each is None:
        _when(e, step, at)
    elif isinstance(step.each, str):
        for mask in e.setting.team_seats:
            _when(e, step, _as(e, at, mask))
    else:
        _each(e, step, step.each, at)


def _as(e: Emitter, at: At, mask: int) -> At:
    return replace(at, me=Const(mask, Kind.SEAT, e.setting.players))


def _each(e: Emitter, step: model.Step, seats: Expr, at: At) -> None:
    found, at = tested(e, seats, at)
    if isinstance(found, Dyn):
        kept = e.code.keep(e.set(seats, at))
    for seat in range(e.setting.players):
        if isinstance(found, Const):
            if int(found.value) >> seat & 1:
                _when(e, step, _as(e, at, 1 << seat))
            continue
        if may_suspend(step):
            raise e.refuse(step.span, "a decision under `each` with seats that depend on the state")
        skip = e.code.label()
        e.code.emit("unless", e.code.get("has", kept, e.code.const_int(seat)), skip)
        _when(e, step, _as(e, at, 1 << seat))
        e.code.place(skip)


def _when(e: Emitter, step: model.Step, at: At) -> None:
    if step.when is None:
        _times(e, step, at)
        return
    test, at = tested(e, step.when, at)
    probes.guard(e, step.when, test)
    if isinstance(test, Const):
        if test.value:
            _times(e, step, at)
        return
    skip = e.code.label()
    e.code.emit("unless", test.slot, skip)
    _times(e, step, at)
    e.code.place(skip)


def _times(e: Emitter, step: model.Step, at: At) -> None:
    if step.times is None:
        _kind(e, step, at)
        return
    code = e.code
    times, at = tested(e, step.times, at)
    known = isinstance(times, Const)
    if isinstance(times, Const) and int(times.value) > TIMES_LIMIT:
        message = f"{int(times.value)} times are too many: at most {TIMES_LIMIT} are played"
        e.unit.found.error("out-of-range", message, step.times.span, f"`times` is from 0 to {TIMES_LIMIT}")
    most = min(max(int(times.value), 0), TIMES_LIMIT) if isinstance(times, Const) else TIMES_LIMIT
    done = code.saved_int(f"done{code.here}", 0, most)
    wanted = code.const_int(most) if known else code.saved_int(f"times{code.here}", 0, most)
    if not known:
        number = code.get("max", e.whole(times), code.const_int(0))
        code.emit("min", wanted, number, code.const_int(most))
    code.emit("copy", done, code.const_int(0))
    again, end = code.label(), code.label()
    code.place(again)
    code.emit("if", code.get("le", wanted, done), end)
    code.emit("tick", done)
    _kind(e, step, at)
    code.emit("jump", again)
    code.place(end)


def _kind(e: Emitter, step: model.Step, at: At) -> None:
    lower = KINDS.get(type(step))
    if lower is None:
        raise e.refuse(step.span, f"`{type(step).__name__.lower()}`")
    e.unit.probe(probes.STEP, step.span, name=step.id)
    lower(e, step, at)
    follow(e)


def _do(e: Emitter, step: model.Do, at: At) -> None:
    lower_steps(e, step.steps, at)


def _play(e: Emitter, step: model.Play, at: At) -> None:
    from trickcore.compiler.play import lower_play

    lower_play(e, step, at)


KINDS: dict[type[model.Step], _Lower] = {
    model.Deal: deal.lower,
    model.Move: move.lower,
    model.Set: set_.lower,
    model.Ask: ask.lower,
    model.Pick: pick.lower,
    model.Auction: auction.lower,
    model.Score: score.lower,
    model.End: flow.lower_end,
    model.Show: flow.lower_show,
    model.Do: _do,
    model.Play: _play,
}

__all__ = ["KINDS", "lower_steps"]
