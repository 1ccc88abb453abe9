"""Functions of melds: which there are in cards, the best of them, and what a meld is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trickcore.compiler.melds import Meld
from trickcore.compiler.unit import At
from trickcore.compiler.values import Value, is_one, one_slot, set_slot
from trickcore.language import core
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def melds_in(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """`melds`: those that lie within the cards."""
    return e.dyn(_within(e, args[0]), expr.type, many=True)


def best_melds(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """`best_melds`: those of most worth, no two of one class sharing a card."""
    melds, code = e.unit.melds, e.code
    groups = melds.numbers("class", lambda meld: meld.group)
    universe = len(melds.melds)
    slot = code.get_set("richest", _within(e, args[0]), melds.sets(), melds.worths(), groups, universe=universe)
    return e.dyn(slot, expr.type, many=True)


def _within(e: Emitter, cards: Value) -> int:
    melds = e.unit.melds
    universe = len(melds.melds)
    return e.code.get_set("inside", melds.in_force(), set_slot(e.code, cards), melds.sets(), universe=universe)


def cards_of(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """`cards`: of one meld or several."""
    code, table, cards = e.code, e.unit.melds.sets(), len(e.setting.deck.cards)
    if is_one(args[0]):
        slot = code.get_set("look_set", table, one_slot(code, args[0]), universe=cards)
    else:
        slot = code.get_set("union", set_slot(code, args[0]), table, universe=cards)
    return e.dyn(slot, expr.type, many=True)


def worth_of(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """`worth`: of one meld, or of several together."""
    code, melds = e.code, e.unit.melds
    if is_one(args[0]):
        slot = code.get("look", melds.worths(), one_slot(code, args[0]))
    else:
        slot = code.get("sum", set_slot(code, args[0]), melds.worths())
    return e.dyn(slot, expr.type, scale=melds.scale())


def about(e: Emitter, expr: core.Call, args: list[Value], _at: At) -> Value:
    """`kind`, `class`, `height` of one meld."""
    number = _ABOUT[expr.name]
    absent = -1 if expr.type.kind is Kind.SYMBOL else 0
    table = e.unit.melds.numbers(expr.name, number, absent)
    return e.dyn(e.code.get("look", table, one_slot(e.code, args[0])), expr.type)


_ABOUT: dict[str, Callable[[Meld], int]] = {
    "kind": lambda meld: meld.pattern,
    "class": lambda meld: meld.group - 1,
    "height": lambda meld: meld.height,
}
