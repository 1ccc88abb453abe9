"""Who sees what, where that changes with the state: computed anew wherever what it depends on was written, and told.

Where all may know who sees something, an event tells of whatever comes to be seen by more seats. Where even that is
secret no event may come of it: that there is one would tell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.state import Eyes
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value
from trickcore.language.core import Expr
from trickcore.language.types import Kind, Type
from trickcore.program.model import Seen, SlotKind

Tell = Callable[[], None]
Field = tuple[str, str, str, int]  # of a note: name, domain, who sees it, slot


def look_again(e: Emitter, told: Collection[str] = (), *, always: bool = False) -> Tell:
    """Compute who sees what, where something that this depends on was written since the last time (`always`:
    everywhere). What is given back tells of what more seats see now; it is for the same straight stretch of code.
    `told`: zones and variables of which another event tells, or that hold nothing.
    """
    state, changed = e.unit.state, set(e.code.changed)
    tells: list[Tell] = []
    for eyes in state.eyes.values():
        if always or not eyes.inputs or eyes.inputs & changed:
            with e.unit.catching():
                tells.append(_compute(e, eyes, eyes.name in told))
    e.code.changed.clear()

    def tell() -> None:
        for one in tells:
            one()

    return tell


def _compute(e: Emitter, eyes: Eyes, is_told: bool) -> Tell:
    code, players = e.code, e.setting.players
    seats = range(players) if eyes.per_seat else (-1,)
    if not eyes.inputs:  # what others have computed before would hide what it comes from
        code.forget()
    start = code.here
    new = [code.keep(_viewers(e, eyes, seat)) for seat in seats]
    eyes.inputs.update(code.saved_reads(start) or {eyes.viewers})
    wider = []
    for seat, now in zip(seats, new, strict=True):
        before = viewers_at(e, eyes, code.const_int(seat)) if eyes.per_seat else eyes.viewers
        wider.append(code.keep(code.get_set("less", now, before, universe=players)))
        if eyes.per_seat:
            code.emit("store_set", eyes.viewers, code.const_int(seat), now)
        else:
            code.emit("copy_set", eyes.viewers, now)
    return lambda: _tell(e, eyes, seats, new, wider) if is_public(e, eyes) and not is_told else None


def _viewers(e: Emitter, eyes: Eyes, seat: int) -> int:
    """A slot with who sees it. The owner of a hand always does: what a seat may play it knows."""
    code, players = e.code, e.setting.players
    me = Const(1 << seat, Kind.SEAT, players) if seat >= 0 else None
    found = e.set(eyes.expr, At(me=me))
    if eyes.slot == e.unit.state.reg["hand"]:
        return code.get_set("join", found, code.const_set(1 << seat), universe=players)
    return found


def viewers_at(e: Emitter, eyes: Eyes, owner: int) -> int:
    """A slot with who sees what is kept at present. `owner`: a slot with whose it is, where each seat has its own."""
    if not eyes.per_seat:
        return eyes.viewers
    return e.code.get_set("load_set", eyes.viewers, owner, universe=e.setting.players)


# ------------------------------------------------------------------------------------------------ what all may know


def is_public(e: Emitter, eyes: Eyes) -> bool:
    """Whether all may know who sees it: it follows from what all see."""
    return all_see(e, eyes.inputs - {eyes.viewers})


def all_see(e: Emitter, slots: Collection[int]) -> bool:
    """Whether all seats see all of these slots, or what they are computed from."""
    laws, public = e.unit.laws.slot, True
    for slot in slots:
        if slot == laws:
            public = public and all(e.code.slot_at(k).seen is Seen.ALL for k in e.unit.row_inputs - {laws})
        else:
            public = public and e.code.slot_at(slot).seen is Seen.ALL
    return public


def tested(e: Emitter, expr: Expr, at: At) -> tuple[Value, At]:
    """The value of what decides whether something is done, and the place where it is done: what is done there is
    secret if not all may know the value.
    """
    if not e.unit.state.eyes:
        return e.value(expr, at), at
    e.code.forget()
    start = e.code.here
    value = e.value(expr, at)
    return value, at if all_see(e, e.code.saved_reads(start)) else replace(at, secret=True)


# ------------------------------------------------------------------------------------------------ events


def _tell(e: Emitter, eyes: Eyes, seats: Sequence[int], new: Sequence[int], wider: Sequence[int]) -> None:
    for seat, now, more in zip(seats, new, wider, strict=True):
        entries = range(e.code.slot_at(eyes.slot).size) if eyes.variable and not eyes.per_seat else (seat,)
        for entry in entries:
            _tell_entry(e, eyes, entry, now, more)


def _tell_entry(e: Emitter, eyes: Eyes, entry: int, now: int, more: int) -> None:
    """What an entry of an array (or the whole of a slot) holds, if somebody sees it now who did not before."""
    code, skip = e.code, e.code.label()
    code.emit("unless", code.get("some", more), skip)
    value = code.keep(_value(e, eyes, code.const_int(max(entry, 0))))
    if not eyes.variable:
        code.emit("unless", code.get("some", value), skip)
    elif eyes.given >= 0:
        code.emit("unless", _is_worth_telling(e, eyes, value, now), skip)
    per = code.slot_at(eyes.slot).per
    whose: list[Field] = [(per, per, "all", code.const_int(entry))] if per else []
    what = ("value", value_domain(e, value, eyes.variable)) if eyes.variable else ("cards", "cards")
    code.tell("shown", *whose, ("seen_by", "audience", "all", now), (*what, "seen_by", value), text=eyes.name)
    code.place(skip)


def _value(e: Emitter, eyes: Eyes, index: int) -> int:
    code, slot = e.code, e.code.slot_at(eyes.slot)
    if slot.kind is SlotKind.PILE:
        return code.get_set("cards", eyes.slot, universe=slot.high)
    if slot.kind is SlotKind.SETS:
        return code.get_set("load_set", eyes.slot, index, universe=slot.high)
    return code.get("load", eyes.slot, index) if slot.kind is SlotKind.INTS else eyes.slot


def _is_worth_telling(e: Emitter, eyes: Eyes, value: int, now: int) -> int:
    """A flag: all know that the variable was given a value, or all see that it has one. Else those who do not see it
    would learn from the event that it has.
    """
    code = e.code
    is_set = code.slot_at(value).kind is SlotKind.SET
    something = code.get("some", value) if is_set else code.get("le", code.const_int(0), value)
    everybody = code.get("eq_set", now, code.const_set(e.setting.seats))
    return code.get("or", eyes.given, code.get("and", everybody, something))


def give(e: Emitter, slot: int, at: At) -> None:
    """A variable gets a value."""
    eyes = e.unit.state.eyes.get(slot)
    if eyes and eyes.given >= 0 and not at.secret:
        e.code.emit("copy", eyes.given, e.code.const_int(1))


def value_domain(e: Emitter, slot: int, type_: Type) -> str:
    """The domain in the words of notes: one card is `card`, a set of them `cards`."""
    domain = e.setting.domain(type_)
    one = {"cards": "card", "seats": "seat", "suits": "suit"}
    return domain if e.code.slot_at(slot).kind is SlotKind.SET else one.get(domain, domain)


def audience(e: Emitter, eyes: Sequence[Eyes], viewers: int, name: str = "seen_by") -> tuple[str, list[Field]]:
    """Who sees a field of a note: the name of the field that says it, and that field. Secret if one of `eyes` is."""
    return name, [(name, "audience", "all" if all(is_public(e, one) for one in eyes) else "nobody", viewers)]
