"""Words of the language whose value depends on the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trickcore.compiler.cancelling import cancels
from trickcore.compiler.lookups import zone
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.sides import side_of
from trickcore.compiler.totals import kept_totals
from trickcore.compiler.tricks import best_card, best_entry, trick_cards, usual_card, winning_seat
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value, one_slot, set_slot
from trickcore.language import core

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

_Word = Callable[["Emitter", core.Get, Value | None, At], Value]


def word(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    """The value of a word."""
    if expr.name in _WORDS:
        return _WORDS[expr.name](e, expr, owner, at)
    if expr.name in e.unit.state.reg and expr.name in _REGISTERS:
        slot = e.unit.state.reg[expr.name]
        return e.dyn(slot, expr.type, many=e.code.slot_at(slot).kind.value == "set")
    if expr.name in _EMPTY_WITHOUT:
        return e.const(0, expr.type)
    raise e.refuse(expr.span, f"`{expr.name}`")


#: Words that are registers of the state.
_REGISTERS = ("dealer", "deal_no", "leader", "trick_no", "last_winner", "playing", "bidder", "passed", "played")
#: Words whose value is empty where nothing gives them another.
_EMPTY_WITHOUT = ("bidder", "passed", "trick_no", "last_winner", "leader", "played")


def _eldest(e: Emitter, expr: core.Get, _owner: Value | None, _at: At) -> Value:
    return e.dyn(turn_seat(e, e.unit.state.reg["dealer"], 1), expr.type)


def _zone(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    return zone(e, expr.name, owner if owner is not None else at.me, expr.type)


def _score(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else at.me
    assert who is not None
    return e.owned(who, e.read_array(e.unit.state.reg["score"], expr.type), expr.type, e.setting.team_seats)


def _scored(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else at.me
    assert who is not None
    reg = e.unit.state.reg

    def read(index: int, _some: bool) -> Value:
        now, before = (e.code.get("load", reg[name], index) for name in ("score", "score_before"))
        return e.dyn(e.code.get("sub", now, before), expr.type)

    return e.owned(who, read, expr.type, e.setting.team_seats)


def _array(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else at.me
    assert who is not None
    return e.owned(who, e.read_array(e.unit.state.reg[expr.name], expr.type), expr.type)


def _shown(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else at.me
    assert who is not None
    universe, reg = len(e.setting.deck.cards), e.unit.state.reg

    def read(index: int, _some: bool) -> Value:
        seen, held = (e.code.get_set("load_set", reg[name], index, universe=universe) for name in ("shown", "hand"))
        return e.dyn(e.code.get_set("meet", seen, held, universe=universe), expr.type, many=True)

    return e.owned(who, read, expr.type)


def _me(e: Emitter, expr: core.Get, _owner: Value | None, at: At) -> Value:
    if at.me is None:
        raise e.refuse(expr.span, "`me` here")
    return at.me


def _card(_e: Emitter, _expr: core.Get, _owner: Value | None, at: At) -> Value:
    assert at.card is not None
    return at.card


def _us(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else _me(e, expr, None, at)
    return e.dyn(set_slot(e.code, side_of(e, who, at)), expr.type, many=True)


def _them(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    us = set_slot(e.code, _us(e, expr, owner, at))
    universe = e.setting.players
    return e.dyn(e.code.get_set("less", e.code.const_set(e.setting.seats), us, universe=universe), expr.type, many=True)


def _partner(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else _me(e, expr, None, at)
    us, me = set_slot(e.code, side_of(e, who, at)), set_slot(e.code, who)
    return e.dyn(e.code.get_set("less", us, me, universe=e.setting.players), expr.type, many=True)


def _leading(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    if owner is None and at.moment in ("lead", "follow", "reopen"):
        return e.const(at.moment != "follow", expr.type)
    who = owner if owner is not None else _me(e, expr, None, at)
    code, reg = e.code, e.unit.state.reg
    if "round" in reg:
        empty = code.get("eq", reg["laid"], reg["opened"])
    else:
        empty = code.get("lt", code.get("load", reg["trick"], code.const_int(0)), code.const_int(0))
    leads = code.get("eq", one_slot(code, who), reg["leader"])
    return e.dyn(code.get("and", empty, leads), expr.type)


def _led(e: Emitter, expr: core.Get, _owner: Value | None, at: At) -> Value:
    if at.moment == "lead" or "led" not in e.unit.state.reg:
        return e.const(0, expr.type)
    return e.dyn(e.unit.tables.led_cards(), expr.type, many=True)


def _lead_card(e: Emitter, expr: core.Get, _owner: Value | None, at: At) -> Value:
    if at.moment == "lead" or "trick" not in e.unit.state.reg:
        return e.const(0, expr.type)
    return e.dyn(e.code.get("load", e.unit.state.reg["trick"], e.code.const_int(0)), expr.type)


def _trick(e: Emitter, expr: core.Get, _owner: Value | None, at: At) -> Value:
    if at.moment == "lead" or "trick" not in e.unit.state.reg:
        return e.const(0, expr.type)
    return e.dyn(trick_cards(e), expr.type, many=True)


def _beating(e: Emitter, expr: core.Get, _owner: Value | None, at: At) -> Value:
    if e.unit.layers.has("winner"):
        raise e.refuse(expr.span, "`beating` under a law `winner` of the game's own")
    if cancels(e):
        what = "`beating` together with `equals: cancel`, where what wins depends on all cards of the trick,"
        raise e.refuse(expr.span, what)
    if at.moment == "lead":
        return e.const(e.setting.deck.all, expr.type)
    slot = e.unit.tables.beating(e.code.get("max", best_entry(e, at), e.code.const_int(0)))
    return e.dyn(slot, expr.type, many=True)


def _round(e: Emitter, expr: core.Get, _owner: Value | None, _at: At) -> Value:
    reg = e.unit.state.reg
    return e.dyn(reg["round"], expr.type) if "round" in reg else e.const(1, expr.type)


def _last_trick(e: Emitter, expr: core.Get, _owner: Value | None, at: At) -> Value:
    """No hand holds more than one card before it is played to the trick, none a card after it."""
    code, hand = e.code, e.unit.state.reg["hand"]
    every = code.const_set(e.setting.deck.all)
    if at.moment == "taken":
        holder = code.get("holder", hand, every, code.const_int(0))
        return e.dyn(code.get("lt", holder, code.const_int(0)), expr.type)
    raise e.refuse(expr.span, "`last_trick` other than after a trick")


def _trumps(e: Emitter, expr: core.Get, _owner: Value | None, _at: At) -> Value:
    known, masks = e.unit.laws.set_of_row("trumps", lambda row: row.trumps)
    return e.const(masks, expr.type) if known else e.dyn(masks, expr.type, many=True)


def _total(e: Emitter, expr: core.Get, owner: Value | None, at: At) -> Value:
    who = owner if owner is not None else at.me
    assert who is not None
    totals, teams = at.totals, e.setting.team_seats
    if totals is None:
        totals = kept_totals(e)
    if isinstance(who, Const):
        return e.join([t for t, mask in zip(totals, teams, strict=True) if mask & int(who.value)], expr.type)
    seats = set_slot(e.code, who)
    tests = [e.code.get("meets", seats, e.code.const_set(mask)) for mask in teams]
    return e.join([e.gate(test, t, expr.type) for test, t in zip(tests, totals, strict=True)], expr.type)


_WORDS: dict[str, _Word] = {
    "eldest": _eldest,
    "hand": _zone,
    "taken": _zone,
    "pack": _zone,
    "score": _score,
    "scored": _scored,
    "tricks": _array,
    "dealt": _array,
    "shown": _shown,
    "me": _me,
    "card": _card,
    "us": _us,
    "them": _them,
    "partner": _partner,
    "leading": _leading,
    "led": _led,
    "lead_card": _lead_card,
    "trick": _trick,
    "best": lambda e, _expr, _owner, at: best_card(e, at),
    "usual": lambda e, _expr, _owner, at: usual_card(e, at),
    "winning": lambda e, _expr, _owner, at: winning_seat(e, at),
    "beating": _beating,
    "round": _round,
    "last_trick": _last_trick,
    "trumps": _trumps,
    "total": _total,
}
