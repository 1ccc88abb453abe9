"""`move`: cards change place without a choice."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.cards import Spot, each_seat, held, moved, put, seen_before, spot
from trickcore.compiler.steps.deal import forget_dealt, record_dealt
from trickcore.compiler.steps.piles import take_out
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, set_slot
from trickcore.rules.model import Move, Target

COUNT_LIMIT = 16  # cards of a set that are counted off one by one


def lower(e: Emitter, step: Move, at: At) -> None:
    """Once, or for each of some seats."""
    if step.who is None:
        _once(e, step, at)
    else:
        each_seat(e, step.who, at, lambda mine: _once(e, step, mine))


def _once(e: Emitter, step: Move, at: At) -> None:
    """From the first of the sources that has cards."""
    end = e.code.label()
    for source in step.sources:
        next_ = e.code.label()
        _from(e, step, source, at, next_)
        if len(step.sources) > 1:
            e.code.emit("jump", end)
        e.code.place(next_)
    e.code.place(end)


def _from(e: Emitter, step: Move, target: Target, at: At, skip: int) -> None:
    source = spot(e, target, at, skip)
    to = spot(e, step.to, at, skip)
    if source.place.slot == to.place.slot and not source.place.per_seat:
        return
    before = seen_before(e, source)
    take = _pick_out if not source.place.pile else _draw if step.cards is None else _take_out
    cards = take(e, step, source, at, skip)
    forget_dealt(e, source, cards, at)
    put(e, to, cards)
    record_dealt(e, to, cards, at)
    moved(e, source, to, cards, before)
    if to.place.name == "pack" and "shuffled" in e.unit.state.reg:
        e.code.emit("copy", e.unit.state.reg["shuffled"], e.code.const_int(0))


def _draw(e: Emitter, step: Move, source: Spot, at: At, skip: int) -> int:
    """The top cards of a pile."""
    code = e.code
    count = code.const_int(len(e.setting.deck.cards)) if step.count is None else e.number(step.count, at)
    if count == code.const_int(1):  # a single card needs no set of it on the way
        card = code.temp_int(-1, len(e.setting.deck.cards) - 1)
        code.emit("draw", card, source.place.slot)
        code.emit("if", code.get("lt", card, code.const_int(0)), skip)
        return code.keep(code.get_set("only", card, universe=len(e.setting.deck.cards)))
    code.emit("unless", code.get("size", source.place.slot), skip)
    cards = code.keep(code.temp_set(len(e.setting.deck.cards)))
    code.emit("take", cards, source.place.slot, count)
    return cards


def _take_out(e: Emitter, step: Move, source: Spot, at: At, skip: int) -> int:
    """Chosen cards of a pile, the top ones first."""
    assert step.cards is not None
    wanted = e.set(step.cards, at)
    most = -1 if step.count is None else e.number(step.count, at)
    cards = take_out(e, source.place.slot, wanted, most)
    e.code.emit("unless", e.code.get("some", cards), skip)
    return cards


def _pick_out(e: Emitter, step: Move, source: Spot, at: At, skip: int) -> int:
    """Cards of a set, which leave it."""
    code, universe = e.code, len(e.setting.deck.cards)
    there = held(e, source)
    wanted = there
    if step.cards is not None:
        chosen = set_slot(code, e.value(step.cards, at))
        wanted = code.get_set("meet", there, chosen, universe=universe)
    if step.count is not None:
        wanted = _counted(e, step, wanted, at)
    cards = code.keep(code.temp_set(universe))
    code.emit("copy_set", cards, wanted)
    code.emit("unless", code.get("some", cards), skip)
    left = code.get_set("less", held(e, source), cards, universe=universe)
    if source.place.per_seat:
        code.emit("store_set", source.place.slot, source.owner, left)
    else:
        code.move(source.place.slot, left)
    return cards


def _counted(e: Emitter, step: Move, cards: int, at: At) -> int:
    """So many cards of a set, in the order of the deck."""
    assert step.count is not None
    code, universe = e.code, len(e.setting.deck.cards)
    count = e.value(step.count, at)
    if not isinstance(count, Const) or count.value > COUNT_LIMIT:
        raise e.refuse(step.count.span, "a number of cards out of a set, where it depends on the state")
    picked = code.const_set(0)
    for _ in range(int(count.value)):
        left = code.get_set("less", cards, picked, universe=universe)
        lowest = code.get_set("only", code.get("lowest", left), universe=universe)
        picked = code.get_set("join", picked, lowest, universe=universe)
    return picked
