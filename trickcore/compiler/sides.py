"""Who is on whose side: the law `sides`, or the teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value, is_one, one_slot, set_slot
from trickcore.language.types import SEATS
from trickcore.rules.model import Side

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def team_of(e: Emitter, seats: Value) -> Value:
    """All seats of these seats' teams."""
    code, players, teams = e.code, e.setting.players, e.setting.team_seats
    if isinstance(seats, Const):
        return e.const(sum(mask for mask in teams if mask & int(seats.value)), SEATS)
    table = code.set_table([next(m for m in teams if m >> s & 1) for s in range(players)], name="team seats")
    if is_one(seats):
        slot = code.get_set("look_set", table, one_slot(code, seats), universe=players)
    else:
        slot = code.get_set("union", set_slot(code, seats), table, universe=players)
    return e.dyn(slot, SEATS, many=True)


def side_of(e: Emitter, seats: Value, at: At) -> Value:
    """All seats of these seats' sides; until every named side has somebody, the teams stand in."""
    texts = e.unit.layers.law("sides")
    value = team_of(e, seats)
    for condition, sides in reversed(texts):
        own = _side(e, seats, sides, at, value)
        if condition is None:
            value = own
        else:
            test = e.value(condition, at)
            value = (
                (own if test.value else value) if isinstance(test, Const) else e.choose(test.slot, own, value, SEATS)
            )
    return value


def all_sides(e: Emitter, at: At) -> list[Value]:
    """The sides of the deal, or the teams."""
    texts = e.unit.layers.law("sides")
    if len(texts) > 1 or (texts and texts[0][0] is not None):
        raise e.refuse(texts[0][1][0].span, "going through sides that overlays change")
    if not texts:
        return [e.const(mask, SEATS) for mask in e.setting.team_seats]
    return [e.dyn(slot, SEATS, many=True) for slot in _members(e, texts[0][1], at)]


def _members(e: Emitter, sides: tuple[Side, ...], at: At) -> list[int]:
    """A slot with the seats of each side; `rest` are those that no other side names."""
    code, players = e.code, e.setting.players
    named = [e.set(side.seats, at) if side.seats is not None else -1 for side in sides]
    rest = code.const_set(e.setting.seats)
    for slot in named:
        if slot >= 0:
            rest = code.get_set("less", rest, slot, universe=players)
    return [rest if slot < 0 else slot for slot in named]


def _side(e: Emitter, seats: Value, sides: tuple[Side, ...], at: At, teams: Value) -> Value:
    code, players = e.code, e.setting.players
    members = _members(e, sides, at)
    who = set_slot(code, seats)
    full = code.const_int(1)
    union = code.const_set(0)
    for slot in members:
        full = code.get("and", full, code.get("some", slot))
        mine = code.get_set("choose_set", code.get("meets", who, slot), slot, code.const_set(0), universe=players)
        union = code.get_set("join", union, mine, universe=players)
    return e.choose(full, e.dyn(union, SEATS, many=True), teams, SEATS)
