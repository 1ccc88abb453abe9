"""Seats that decide one after the other. Nothing temporary outlives a decision: the loop's state is kept in slots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.steps.cards import first_seat
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, is_one, may_be_none, one_slot, set_slot
from trickcore.language.types import Kind
from trickcore.rules import model
from trickcore.rules.model import Who


def each_deciding(e: Emitter, who: Who, at: At, body: Callable[[At, int], None]) -> None:
    """Lower the body for every seat, round the table. It gets the place with `me`, and a label to leave the round."""
    code, players = e.code, e.setting.players
    end = code.label()
    seat = code.saved_int(f"speaker{code.here}", 0, players - 1, domain="seats")
    mine = replace(at, me=Dyn(seat, Kind.SEAT, False, players))
    seats = e.value(who.seats, at)
    if is_one(seats):
        found = one_slot(code, seats)
        if may_be_none(code, found):
            code.emit("if", code.get("lt", found, code.const_int(0)), end)
            found = code.get("max", found, code.const_int(0))
        code.move(seat, found)
        body(mine, end)
        code.place(end)
        return
    spoken = code.saved_int(f"spoken{code.here}", 0, players)
    members = code.saved_set(f"speakers{code.here}", players, domain="seats")
    code.emit("copy_set", members, set_slot(code, seats))
    code.move(seat, turn_seat(e, first_seat(e, who, at), -1))
    code.emit("copy", spoken, code.const_int(0))
    again = code.label()
    code.place(again)
    code.emit("if", code.get("le", code.const_int(players), spoken), end)
    code.emit("tick", spoken)
    code.move(seat, turn_seat(e, seat, 1))
    if not isinstance(seats, Const) or int(seats.value) != e.setting.seats:
        code.emit("unless", code.get("has", members, seat), again)
    body(mine, end)
    code.emit("jump", again)
    code.place(end)


def each_afterwards(e: Emitter, who: Who, at: At, body: Callable[[At], None]) -> None:
    """What is done for all seats once the last of them has decided."""
    seats = e.value(who.seats, at)
    for seat in range(e.setting.players):
        skip = e.code.label()
        if isinstance(seats, Const):
            if not int(seats.value) >> seat & 1:
                continue
        else:
            e.code.emit("unless", e.code.get("has", set_slot(e.code, seats), e.code.const_int(seat)), skip)
        body(replace(at, me=Const(1 << seat, Kind.SEAT, e.setting.players)))
        e.code.place(skip)


def may_suspend(step: model.Step) -> bool:
    """Whether a step may ask somebody something."""
    if isinstance(step, model.Do):
        return any(may_suspend(inner) for inner in step.steps)
    return isinstance(step, model.Ask | model.Pick | model.Auction | model.Play)
