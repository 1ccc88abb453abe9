"""`deal`: cards from the pack to the hands and zones, in the order written."""

from __future__ import annotations

from dataclasses import replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.known import Env
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.steps.cards import Spot, dealt, moved, put, seen_before
from trickcore.compiler.unit import At, static_env
from trickcore.compiler.values import Dyn
from trickcore.language.core import Expr, Get, Home
from trickcore.language.types import Kind
from trickcore.rules.model import Deal, Target


def lower(e: Emitter, step: Deal, at: At) -> None:
    """Shuffle the pack if this is the first deal of the deal, and deal."""
    code, state = e.code, e.unit.state
    _check_count(e, step, at)
    if "shuffled" in state.reg:
        dealt = code.label()
        code.emit("if", state.reg["shuffled"], dealt)
        code.emit("shuffle", state.reg["pack"])
        code.emit("copy", state.reg["shuffled"], code.const_int(1))
        code.place(dealt)
    else:
        code.emit("shuffle", state.reg["pack"])
    for target, count in step.parts:
        with code.from_(target.span):
            _part(e, target, count, at)
    if step.rest is not None and state.zones[step.rest.name].slot != state.reg["pack"]:
        _rest(e, step.rest, at)


def _check_count(e: Emitter, step: Deal, at: At) -> None:
    """A finding where more cards are dealt, as far as is known now, than there are."""
    cards, dealt = len(e.setting.deck.cards), 0
    for target, count in step.parts:
        if not e.unit.state.zones[target.name].per_seat:
            dealt += _known(e, count, static_env(at))
        elif target.owner is None or _is_me(target.owner):
            dealt += sum(_known(e, count, replace(static_env(at), me=1 << s)) for s in range(e.setting.players))
    if dealt > cards:
        message = f"{dealt} cards are dealt to {e.setting.players} players, and there are {cards}"
        e.unit.found.error("too-few-cards", message, step.span, "deal fewer cards, or use a larger pack")


def _known(e: Emitter, count: Expr, env: Env) -> int:
    value = e.unit.static.known(count, env)
    return 0 if value is None else max(int(value), 0)


def _part(e: Emitter, target: Target, count: Expr, at: At) -> None:
    place = e.unit.state.zones[target.name]
    if not place.per_seat:
        _give(e, Spot(place), e.number(count, at), at)
        return
    for places in range(1, e.setting.players + 1):  # eldest first, the dealer last
        seat = e.code.keep(turn_seat(e, e.unit.state.reg["dealer"], places))
        me = replace(at, me=Dyn(seat, Kind.SEAT, False, e.setting.players))
        skip = e.code.label()
        if target.owner is not None and not _is_me(target.owner):
            e.code.emit("unless", e.code.get("has", e.set(target.owner, me), seat), skip)
        _give(e, Spot(place, seat), e.number(count, me), at)
        e.code.place(skip)


def _is_me(owner: Expr) -> bool:
    return isinstance(owner, Get) and owner.home is Home.WORD and owner.name in ("me", "seats")


def _give(e: Emitter, where: Spot, count: int, at: At) -> None:
    code, state, place = e.code, e.unit.state, where.place
    cards, pack = code.keep(code.temp_set(len(e.setting.deck.cards))), Spot(state.zones["pack"])
    before = seen_before(e, pack)
    code.emit("take", cards, state.reg["pack"], count)
    if place.per_seat and "shuffled" not in state.reg:  # the only deal: nothing lies there yet
        code.emit("store_set", place.slot, where.owner, cards)
    else:
        put(e, where, cards)
    if place.name == "hand":
        dealt(e, where, cards)
        record_dealt(e, where, cards, at)
    else:
        moved(e, pack, where, cards, before)


def record_dealt(e: Emitter, where: Spot, cards: int, at: At) -> None:
    """Remember what a hand got before play."""
    _change_dealt(e, "join", where, cards, at)


def forget_dealt(e: Emitter, where: Spot, cards: int, at: At) -> None:
    """What left a hand before play is not what it held when play began."""
    _change_dealt(e, "less", where, cards, at)


def _change_dealt(e: Emitter, op: str, where: Spot, cards: int, at: At) -> None:
    dealt = e.unit.state.reg.get("dealt")
    if dealt is None or where.place.name != "hand" or at.moment:
        return
    universe = len(e.setting.deck.cards)
    before = e.code.get_set("load_set", dealt, where.owner, universe=universe)
    e.code.emit("store_set", dealt, where.owner, e.code.get_set(op, before, cards, universe=universe))


def _rest(e: Emitter, target: Target, at: At) -> None:
    """What is left of the pack."""
    code, place = e.code, e.unit.state.zones[target.name]
    if place.per_seat:
        raise e.refuse(target.span, "the rest of the pack for a zone of a seat")
    _give(e, Spot(place), code.const_int(len(e.setting.deck.cards)), at)
    if place.pile:  # it went there in the order of the deck
        code.emit("shuffle", place.slot)
