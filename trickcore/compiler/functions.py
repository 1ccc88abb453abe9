"""Functions of the language whose arguments, or whose answers, depend on the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trickcore.compiler.known import is_groups
from trickcore.compiler.laws import denominator, same_values
from trickcore.compiler.loops import card_loop
from trickcore.compiler.meld_functions import about, best_melds, cards_of, melds_in, worth_of
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.sides import all_sides, side_of, team_of
from trickcore.compiler.tricks import extremes
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, Value, is_one, number_slot, one_slot, scale_of, set_slot
from trickcore.language import core
from trickcore.language.types import Kind
from trickcore.program.masks import element

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter

_Function = Callable[["Emitter", core.Call, list[Value], At], Value]


def call(e: Emitter, expr: core.Call, at: At) -> Value:
    """The value of a function."""
    if expr.name == "count" and is_groups(expr.args[0]):
        return Const(len(all_sides(e, at)), Kind.NUMBER)
    if expr.name not in _FUNCTIONS:
        raise e.refuse(expr.span, f"`{expr.name}(…)`")
    return _FUNCTIONS[expr.name](e, expr, [e.value(arg, at) for arg in expr.args], at)


def _count(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    if is_one(args[0]):
        slot = e.code.get("le", e.code.const_int(0), one_slot(e.code, args[0]))
    else:
        slot = e.code.get("count", set_slot(e.code, args[0]))
    return e.dyn(slot, expr.type)


def _value(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """The sum over a set: one table where values never change, else each worth times its cards."""
    code, rows = e.code, e.unit.laws.rows
    scale = denominator(rows)
    cards = set_slot(code, args[0])
    if same_values(rows):
        table = value_table(e)
        return e.dyn(code.get("sum", cards, table), expr.type, scale=scale)
    total: Value = Const(0, Kind.NUMBER)
    for worth in sorted({value for row in rows for value in row.values} - {0}):
        table = e.unit.laws.sets("worth", lambda row, worth=worth: (_worth(row.values, worth),))  # type: ignore[misc]
        own = code.get_set("look_set", table, e.unit.laws.slot, universe=len(e.setting.deck.cards))
        count = code.get("count", code.get_set("meet", cards, own, universe=len(e.setting.deck.cards)))
        amount = code.get("mul", count, code.const_int(int(worth * scale)))
        total = e.add(total, Dyn(amount, Kind.NUMBER, scale=scale), expr.type)
    return total


def _worth(values: tuple[object, ...], worth: object) -> int:
    return sum(1 << card for card, value in enumerate(values) if value == worth)


def value_table(e: Emitter) -> int:
    """The table of the cards' values, times their common denominator."""
    rows = e.unit.laws.rows
    scale = denominator(rows)
    return e.code.int_table([int(value * scale) for value in rows[0].values], name="value")


def _suit(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    code, laws = e.code, e.unit.laws
    masks = [row.suit_of for row in laws.rows]
    if all(mask == masks[0] for mask in masks):
        return _by_card(e, expr, args[0], list(masks[0]), len(e.setting.deck.suits))
    if not is_one(args[0]):
        return card_loop(e, expr, args[0], lambda card: _suit(e, expr, [card], _at))
    table = laws.numbers_table("suit of", lambda row: (-1, *(element(mask) for mask in row.suit_of)), 0)
    number = code.get("add", one_slot(code, args[0]), code.const_int(1))
    return e.dyn(code.get("look", table, laws.index(len(e.setting.deck.cards) + 1, number)), expr.type)


def _rank(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    deck = e.setting.deck
    masks = [sum(1 << r for r, cards in enumerate(deck.by_rank) if cards >> i & 1) for i in range(len(deck.cards))]
    return _by_card(e, expr, args[0], masks, len(deck.ranks))


def _by_card(e: Emitter, expr: core.Call, cards: Value, masks: list[int], universe: int) -> Value:
    """A suit or rank of each card, where that does not depend on the state."""
    code = e.code
    if is_one(cards):
        table = code.int_table([element(mask) for mask in masks], absent=-1, name=expr.name)
        return e.dyn(code.get("look", table, one_slot(code, cards)), expr.type)
    slot = code.get_set("union", set_slot(code, cards), code.set_table(masks, name=expr.name), universe=universe)
    return e.dyn(slot, expr.type, many=True)


def _twin(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    deck = e.setting.deck
    twins = [deck.suits.index(deck.twins[s]) if s in deck.twins else -1 for s in deck.suits]
    slot = e.code.get("look", e.code.int_table(twins, absent=-1, name="twin"), one_slot(e.code, args[0]))
    return e.dyn(slot, expr.type)


def _top(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    cards, low = len(e.setting.deck.cards), expr.name == "lowest"
    name = "weakness" if low else "strength"
    table = e.unit.laws.numbers_table(name, lambda row: [-s if low else s for s in row.strength], cards)
    return e.dyn(e.code.get("top", set_slot(e.code, args[0]), table, e.unit.laws.row_slot()), expr.type)


def _above(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    code, laws, cards = e.code, e.unit.laws, len(e.setting.deck.cards)
    table = laws.sets("above", lambda row: (0, *row.above))
    number = code.get("add", one_slot(code, args[0]), code.const_int(1))
    slot = code.get_set("look_set", table, laws.index(cards + 1, number), universe=cards)
    return e.dyn(slot, expr.type, many=True)


def _strength(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    code, laws, cards = e.code, e.unit.laws, len(e.setting.deck.cards)
    table = laws.numbers_table("place", lambda row: (0, *row.place), 0)
    number = code.get("add", one_slot(code, args[0]), code.const_int(1))
    return e.dyn(code.get("look", table, laws.index(cards + 1, number)), expr.type)


def _streak(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """Each step of the trump ladder adds its cards where all steps down to it are held."""
    code, laws, cards = e.code, e.unit.laws, set_slot(e.code, args[0])
    longest = max((len(row.trump_order) for row in laws.rows), default=0)
    total: Value = Const(0, Kind.NUMBER)
    for step in range(longest):
        prefixes = [sum(row.trump_order[: step + 1]) if step < len(row.trump_order) else 0 for row in laws.rows]
        sizes = [row.trump_order[step].bit_count() if step < len(row.trump_order) else 0 for row in laws.rows]
        if laws.slot < 0:
            prefix, size = code.const_set(prefixes[0]), code.const_int(sizes[0])
        else:
            table = code.set_table(prefixes, name="top trumps")
            prefix = code.get_set("look_set", table, laws.slot, universe=len(e.setting.deck.cards))
            size = code.get("look", code.int_table(sizes, name="of them"), laws.slot)
        held = code.get("mul", code.get("within", prefix, cards), size)
        total = e.add(total, e.dyn(held, expr.type), expr.type)
    return total


def _played(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """`player`, `taker`: the seats whose history has the cards."""
    code = e.code
    slot = e.unit.state.reg["played_by" if expr.name == "player" else "taken_by"]
    cards = set_slot(code, args[0])
    if not expr.type.many:
        return e.dyn(code.get("holder", slot, cards, code.const_int(0)), expr.type)
    universe, union = e.setting.players, code.const_set(0)
    for seat in range(universe):
        own = code.get_set("load_set", slot, code.const_int(seat), universe=len(e.setting.deck.cards))
        mine = code.get_set(
            "choose_set", code.get("meets", own, cards), code.const_set(1 << seat), code.const_set(0), universe=universe
        )
        union = code.get_set("join", union, mine, universe=universe)
    return e.dyn(union, expr.type, many=True)


def _trick_of(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    code, zero = e.code, e.code.const_int(0)
    card = one_slot(code, args[0])
    number = code.get("load", e.unit.state.reg["trick_of"], code.get("max", card, zero))
    return e.dyn(code.get("choose", code.get("le", zero, card), number, zero), expr.type)


def _winner_of(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """Who took the trick of a number; nobody if there was none yet, or nobody took it."""
    code, most = e.code, e.code.const_int(len(e.setting.deck.cards))
    number = code.get("min", code.get("max", e.whole(args[0]), code.const_int(0)), most)
    winner = code.get("load", e.unit.state.reg["winners"], number)
    return e.dyn(code.get("sub", winner, code.const_int(1)), expr.type)


def _holder(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    eldest = turn_seat(e, e.unit.state.reg["dealer"], 1)
    slot = e.code.get("holder", e.unit.state.reg["hand"], set_slot(e.code, args[0]), eldest)
    return e.dyn(slot, expr.type)


def _place(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    code, players = e.code, e.code.const_int(e.setting.players)
    eldest = turn_seat(e, e.unit.state.reg["dealer"], 1)
    return e.dyn(code.get("mod", code.get("sub", one_slot(code, args[0]), eldest), players), expr.type)


def _extreme(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    if "trick" not in e.unit.state.reg:
        return e.const(0, expr.type)
    return e.dyn(extremes(e, set_slot(e.code, args[0]), expr.name == "last"), expr.type)


def _least(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    scale = 1
    for arg in args:
        scale = scale * scale_of(arg) if scale % scale_of(arg) else scale
    slot = number_slot(e.code, args[0], scale)
    for arg in args[1:]:
        slot = e.code.get(expr.name, slot, number_slot(e.code, arg, scale))
    return e.dyn(slot, expr.type, scale=scale)


def _abs(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    return e.dyn(e.code.get("abs", number_slot(e.code, args[0])), expr.type, scale=scale_of(args[0]))


def _floor(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    return e.dyn(e.whole(args[0]), expr.type)


def _ceil(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    zero = Const(0, Kind.NUMBER)
    down = e.whole(e.add(zero, args[0], expr.type, "sub"))
    return e.add(zero, e.dyn(down, expr.type), expr.type, "sub")


_FUNCTIONS: dict[str, _Function] = {
    "count": _count,
    "value": _value,
    "suit": _suit,
    "rank": _rank,
    "twin": _twin,
    "highest": _top,
    "lowest": _top,
    "above": _above,
    "strength": _strength,
    "streak": _streak,
    "first": _extreme,
    "last": _extreme,
    "player": _played,
    "taker": _played,
    "trick_of": _trick_of,
    "winner_of": _winner_of,
    "side": lambda e, _expr, args, at: side_of(e, args[0], at),
    "team": lambda e, _expr, args, _at: team_of(e, args[0]),
    "holder": _holder,
    "place": _place,
    "melds": melds_in,
    "best_melds": best_melds,
    "cards": cards_of,
    "worth": worth_of,
    "kind": about,
    "class": about,
    "height": about,
    "min": _least,
    "max": _least,
    "abs": _abs,
    "floor": _floor,
    "ceil": _ceil,
}

__all__ = ["call", "value_table"]
