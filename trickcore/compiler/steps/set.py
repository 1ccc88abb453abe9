"""`set`: variables get new values, all at once."""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.compiler.emit import Emitter
from trickcore.compiler.eyes import audience, give, value_domain
from trickcore.compiler.follow import follow_quietly
from trickcore.compiler.state import Eyes
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value, one_slot, set_slot
from trickcore.language.core import Home
from trickcore.language.types import SEAT, SEATS, Type
from trickcore.program.model import Role, Seen
from trickcore.rules.model import Assign, Set, Target


def lower(e: Emitter, step: Set, at: At) -> None:
    """All right sides first, then all assignments."""
    assign_all(e, step.sets, at)


def assign_all(e: Emitter, sets: Sequence[Assign], at: At) -> None:
    """Assign; with several lines the values are computed before the first is stored."""
    code = e.code
    values: list[Value] = []
    for line in sets:
        value = e.value(line.value, at)
        if not isinstance(value, Const) and len(sets) > 1:
            code.keep(value.slot)
            value = _copied(e, value)
        values.append(value)
    for line, value in zip(sets, values, strict=True):
        with code.from_(line.target.span):
            assign(e, line.target, value, at)
            if line.target.home is not Home.WORD:
                give(e, e.unit.state.vars[line.target.name].slot, at)
    own = _with_eyes(e, sets)
    tell_rest = follow_quietly(e, [eyes.name for eyes in own])
    for eyes in own if not at.secret else ():
        seen, fields = audience(e, [eyes], eyes.viewers)
        what = ("value", value_domain(e, eyes.slot, e.unit.state.vars[eyes.name].type))
        code.tell("set", *fields, (*what, seen, eyes.slot), text=eyes.name)
    tell_rest()


def _with_eyes(e: Emitter, sets: Sequence[Assign]) -> list[Eyes]:
    """Variables among those that are set of which it changes who sees them. They are told of when that is known."""
    found = (e.unit.state.vars.get(line.target.name) for line in sets if line.target.home is not Home.WORD)
    known = [e.unit.state.eyes[var.slot] for var in found if var and not var.per and var.slot in e.unit.state.eyes]
    return list({eyes.slot: eyes for eyes in known}.values())


def _copied(e: Emitter, value: Value) -> Value:
    """A saved slot read as a value may be written by an earlier line: keep what it holds now."""
    if isinstance(value, Const) or e.code.slot_at(value.slot).role is not Role.SAVED:
        return value
    slot = e.code.slot_at(value.slot)
    copy = e.code.temp_set(slot.high) if value.many else e.code.temp_int(slot.low, slot.high)
    e.code.emit("copy_set" if value.many else "copy", copy, value.slot)
    return type(value)(e.code.keep(copy), value.kind, value.many, value.universe, value.scale)


def assign(e: Emitter, target: Target, value: Value, at: At, *, tell: bool = True) -> None:
    """Store a value in the variable that a target names."""
    if target.home is Home.WORD:
        _word(e, target, value)
        return
    var = e.unit.state.vars.get(target.name)
    if var is None:
        raise e.refuse(target.span, f"setting `{target.name}`")
    slot = e.code.slot_at(var.slot)
    is_set = slot.kind.value in ("set", "sets")
    new = e.slot_as(value, var.type, is_set)
    if var.per:
        owner = e.value(target.owner, at) if target.owner is not None else at.me
        assert owner is not None, target.name
        _per_owner(e, var.slot, var.per, owner, new, is_set)
    elif e.code.slot_at(new).role is Role.TEMP:
        e.code.move(var.slot, new)
    else:
        e.code.emit("copy_set" if is_set else "copy", var.slot, new)
    if tell and slot.seen is Seen.ALL and not var.per:
        _tell(e, target.name, var.slot, var.type)


def _tell(e: Emitter, name: str, slot: int, type_: Type) -> None:
    e.code.tell("set", ("value", value_domain(e, slot, type_), "all", slot), text=name)


def _per_owner(e: Emitter, array: int, per: str, owner: Value, new: int, is_set: bool) -> None:
    code, players = e.code, e.setting.players
    store = "store_set" if is_set else "store"
    groups = e.setting.team_seats if per == "team" else tuple(1 << seat for seat in range(players))
    if isinstance(owner, Const):
        for index, mask in enumerate(groups):
            if mask & int(owner.value):
                code.emit(store, array, code.const_int(index), new)
        return
    code.keep(new)
    seats = code.keep(set_slot(code, owner))
    for index, mask in enumerate(groups):
        skip = code.label()
        code.emit("unless", code.get("meets", seats, code.const_set(mask)), skip)
        code.emit(store, array, code.const_int(index), new)
        code.place(skip)


def _word(e: Emitter, target: Target, value: Value) -> None:
    slot = e.unit.state.reg[target.name]
    if target.name == "playing":
        e.code.emit("copy_set", slot, set_slot(e.code, value))
        _tell(e, target.name, slot, SEATS)
    else:
        e.code.emit("copy", slot, one_slot(e.code, value))
        _tell(e, target.name, slot, SEAT)
