"""Cards that go somewhere: what a target's place holds, putting cards there, and telling who may see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.eyes import Field, audience, viewers_at
from trickcore.compiler.follow import follow_quietly
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.state import Place
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, is_one, may_be_none, one_slot, set_slot
from trickcore.language.types import Kind
from trickcore.program.model import Seen
from trickcore.records import dataclass
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
        if place.name == "hand":
            _change_shown(e, "less", where.owner, cards)
    else:
        code.emit("join", place.slot, place.slot, cards)


def show(e: Emitter, cards: int, *whose: Field) -> None:
    """All are told the cards, and whoever holds one has shown it."""
    e.code.tell("shown", *whose, ("cards", "cards", "all", cards))
    if "shown" in e.unit.state.reg:
        hands = e.unit.state.zones["hand"]
        for seat in map(e.code.const_int, range(e.setting.players)):
            here = e.code.get_set("meet", held(e, Spot(hands, seat)), cards, universe=len(e.setting.deck.cards))
            _change_shown(e, "join", seat, here)


def _change_shown(e: Emitter, op: str, seat: int, cards: int) -> None:
    """More cards of a hand are shown, or not: those that have just come to it are not."""
    shown = e.unit.state.reg.get("shown")
    if shown is not None:
        universe = len(e.setting.deck.cards)
        before = e.code.get_set("load_set", shown, seat, universe=universe)
        e.code.emit("store_set", shown, seat, e.code.get_set(op, before, cards, universe=universe))


def seen_before(e: Emitter, source: Spot, all_before: int = -1) -> int:
    """A slot with who sees what lies there before it is moved, where that changes with the state; else −1.

    `all_before`: where that was noted for all seats (`all_seen`) and who sees what has been computed again since.
    """
    if source.place.seen is not Seen.SEATS:
        return -1
    if all_before >= 0 and source.place.per_seat:
        return e.code.keep(e.code.get_set("load_set", all_before, source.owner, universe=e.setting.players))
    seats = all_before
    if seats < 0:
        seats = e.code.temp_set(e.setting.players)
        e.code.emit("copy_set", seats, viewers_at(e, e.unit.state.eyes[source.place.slot], source.owner))
    return e.code.keep(seats)


def all_seen(e: Emitter, place: Place) -> int:
    """A copy of who sees what lies in a zone, for each seat if each has its own; −1 where that does not change."""
    eyes, code, players = e.unit.state.eyes.get(place.slot), e.code, e.setting.players
    if eyes is None or place.seen is not Seen.SEATS:
        return -1
    if not eyes.per_seat:
        return seen_before(e, Spot(place))
    copy = code.temp_sets(players, players)
    code.emit("fill_set", copy, code.const_set(0))
    for seat in map(code.const_int, range(players)):
        code.emit("store_set", copy, seat, viewers_at(e, eyes, seat))
    return code.keep(copy)


def moved(e: Emitter, source: Spot, to: Spot, cards: int, before: int = -1) -> None:
    """What follows from a move, once the cards lie there: `before` is what `seen_before` gave."""
    tell_rest = follow_quietly(e)
    tell_move(e, source, to, cards, before)
    tell_rest()


def tell_move(e: Emitter, source: Spot, to: Spot, cards: int, before: int) -> None:
    """Tell that cards have moved, to those who saw them before and those who see them now."""
    fields: list[Field] = []
    for name, where in (("from", source), ("to", to)):
        if where.owner >= 0:
            fields.append((name, "seat", "all", where.owner))
    seen, more = _audience(e, source, to, before)
    text = f"{source.place.name} → {to.place.name}"
    e.code.tell("moved", *fields, *more, ("cards", "cards", seen, cards), text=text)


def _audience(e: Emitter, source: Spot, to: Spot, before: int) -> tuple[str, list[Field]]:
    """Who sees the cards, and the field that says it if it needs one."""
    if Seen.ALL in (source.place.seen, to.place.seen):
        return "all", []
    owners = [(name, w) for name, w in (("from", source), ("to", to)) if w.place.seen is Seen.OWNER and w.owner >= 0]
    eyes = [e.unit.state.eyes[w.place.slot] for w in (source, to) if w.place.seen is Seen.SEATS]
    if not owners and not eyes:
        return "nobody", []
    if not eyes and (len(owners) == 1 or owners[0][1].owner == owners[1][1].owner):
        return owners[-1][0], []
    sets = [e.code.get_set("only", where.owner, universe=e.setting.players) for _, where in owners]
    if before >= 0:
        sets.append(before)
    if to.place.seen is Seen.SEATS:
        sets.append(viewers_at(e, eyes[-1], to.owner))
    return audience(e, eyes, _joined(e, sets))


def _joined(e: Emitter, sets: list[int]) -> int:
    found = sets[0]
    for more in sets[1:]:
        found = e.code.get_set("join", found, more, universe=e.setting.players)
    return found


def dealt(e: Emitter, to: Spot, cards: int) -> None:
    """What follows when a hand has got cards: those who see it are told."""
    tell_rest = follow_quietly(e)
    fields: list[Field] = [("seat", "seat", "all", to.owner)]
    seen = "seat" if to.place.seen is Seen.OWNER else to.place.seen.value
    eyes = e.unit.state.eyes.get(to.place.slot)
    if eyes:
        seen, more = audience(e, [eyes], viewers_at(e, eyes, to.owner))
        fields += more
    e.code.tell("dealt", *fields, ("cards", "cards", seen, cards))
    tell_rest()


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
