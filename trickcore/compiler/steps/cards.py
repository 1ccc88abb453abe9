"""Cards that go somewhere: what a target's place holds, putting cards there, and telling who may see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.state import Place
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, is_one, may_be_none, one_slot, set_slot
from trickcore.language.types import Kind
from trickcore.program.model import Seen
from trickcore.rules.model import Target, Who


@dataclass(frozen=True, slots=True)
class Spot:
    """A place and the slot with whose it is (−1: nobody's)."""

    place: Place
    owner: int = -1


def spot(e: Emitter, target: Target, at: At, skip: int) -> Spot:
    """Where a target is. If it is nobody's at that moment, the code goes on at the label `skip`."""
    place = e.unit.state.zones.get(target.name)
    if place is None:
        raise e.refuse(target.span, f"cards in `{target.name}`")
    if not place.per_seat:
        return Spot(place)
    owner = e.value(target.owner, at) if target.owner is not None else at.me
    assert owner is not None, target.name
    if not is_one(owner):
        raise e.refuse(target.span, f"`{target.name}` of several seats at once")
    slot = one_slot(e.code, owner)
    if isinstance(owner, Const) and not owner.value:  # nobody at any time
        e.code.emit("jump", skip)
        return Spot(place, e.code.const_int(0))
    if may_be_none(e.code, slot):
        e.code.emit("if", e.code.get("lt", slot, e.code.const_int(0)), skip)
    return Spot(place, e.code.keep(slot))


def held(e: Emitter, where: Spot) -> int:
    """A slot with the cards that lie there."""
    cards = len(e.setting.deck.cards)
    if where.place.per_seat:
        return e.code.get_set("load_set", where.place.slot, where.owner, universe=cards)
    if where.place.pile:
        return e.code.get_set("cards", where.place.slot, universe=cards)
    return where.place.slot


def put(e: Emitter, where: Spot, cards: int) -> None:
    """Cards come to lie there, under those of a pile."""
    code, place, universe = e.code, where.place, len(e.setting.deck.cards)
    if place.pile:
        code.emit("put", place.slot, cards)
    elif place.per_seat:
        code.emit("store_set", place.slot, where.owner, code.get_set("join", held(e, where), cards, universe=universe))
    else:
        code.emit("join", place.slot, place.slot, cards)


def tell_move(e: Emitter, source: Spot, to: Spot, cards: int) -> None:
    """Tell that cards have moved, to those who may see them at either end."""
    fields = []
    for name, where in (("from", source), ("to", to)):
        if where.owner >= 0:
            fields.append((name, "seat", "all", where.owner))
    seen = _audience(e, source, to)
    if not isinstance(seen, str):
        fields.append(("seen_by", "seats", "all", seen))
        seen = "seen_by"
    text = f"{source.place.name} → {to.place.name}"
    e.code.tell("moved", *fields, ("cards", "cards", seen, cards), text=text)


def _audience(e: Emitter, source: Spot, to: Spot) -> str | int:
    kinds = (source.place.seen, to.place.seen)
    if Seen.ALL in kinds:
        return "all"
    owners = [(name, w) for name, w in (("from", source), ("to", to)) if w.place.seen is Seen.OWNER and w.owner >= 0]
    if not owners:
        return "nobody"
    if len(owners) == 1 or owners[0][1].owner == owners[1][1].owner:
        return owners[-1][0]
    sets = [e.code.get_set("only", where.owner, universe=e.setting.players) for _, where in owners]
    return e.code.get_set("join", *sets, universe=e.setting.players)


def each_seat(e: Emitter, who: Who, at: At, body: Callable[[At], None]) -> None:
    """Lower the body once for every seat, round the table from the first one, with `me` being that seat."""
    code, players = e.code, e.setting.players
    seats = e.value(who.seats, at)
    if is_one(seats) and not isinstance(seats, Const):
        _one_seat(e, seats, at, body)
        return
    if isinstance(seats, Const) and int(seats.value).bit_count() == 1:
        body(replace(at, me=seats))
        return
    members = seats if isinstance(seats, Const) else e.dyn(code.keep(seats.slot), who.seats.type, many=True)
    start = first_seat(e, who, at)
    for k in range(players):
        seat = start if k == 0 else turn_seat(e, start, k)
        end = code.label()
        if isinstance(members, Dyn) or int(members.value) != e.setting.seats:
            code.emit("unless", code.get("has", set_slot(code, members), seat), end)
        body(replace(at, me=Dyn(code.keep(seat), Kind.SEAT, False, players)))
        code.place(end)


def first_seat(e: Emitter, who: Who, at: At) -> int:
    """Who begins: eldest, unless somebody is named."""
    dealer = e.unit.state.reg["dealer"]
    if who.start is None:
        return e.code.keep(turn_seat(e, dealer, 1))
    start = e.one(who.start, at)
    if may_be_none(e.code, start):
        start = e.code.get("choose", e.code.get("lt", start, e.code.const_int(0)), turn_seat(e, dealer, 1), start)
        start = e.code.get("max", start, e.code.const_int(0))
    return e.code.keep(start)


def _one_seat(e: Emitter, seat: Dyn | Const, at: At, body: Callable[[At], None]) -> None:
    slot = e.code.keep(one_slot(e.code, seat))
    skip = e.code.label()
    if may_be_none(e.code, slot):
        e.code.emit("if", e.code.get("lt", slot, e.code.const_int(0)), skip)
    body(replace(at, me=Dyn(slot, Kind.SEAT, False, e.setting.players)))
    e.code.place(skip)
