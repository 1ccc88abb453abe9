"""Conversions: what cards a suit or rank stands for, and the same names in another domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.compiler.known import names_of, renamed
from trickcore.compiler.unit import At
from trickcore.compiler.values import (
    Value,
    is_one,
    one_slot,
    set_slot,
)
from trickcore.language import core
from trickcore.language.types import Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def convert(e: Emitter, expr: core.Convert, at: At) -> Value:
    """A conversion that the checker has written out."""
    code, deck = e.code, e.setting.deck
    if expr.how == "set":
        return e.value(expr.arg, at)
    value = e.value(expr.arg, at)
    if expr.how == "one":
        return e.dyn(one_slot(code, value), expr.type)
    if expr.how == "cards of rank":
        table = code.set_table(deck.by_rank, name="cards of rank")
        return e.dyn(_mapped(e, value, table), expr.type, many=True)
    if expr.how == "cards of suit":
        return e.dyn(_suit_cards(e, value), expr.type, many=True)
    names = names_of(e.setting, expr.arg.type)
    target = e.setting.deck.suits if expr.how == "suits of domain" else expr.type.symbols
    masks = [renamed(1 << i, names, target) for i in range(len(names))]
    if is_one(value):
        numbers = [mask.bit_length() - 1 for mask in masks]
        return e.dyn(code.get("look", code.int_table(numbers, absent=-1), one_slot(code, value)), expr.type)
    slot = code.get_set("union", set_slot(code, value), code.set_table(masks), universe=len(target))
    return e.dyn(slot, expr.type, many=True)


def ranks_of(e: Emitter, expr: core.RanksOf, at: At) -> Value:
    """The cards of some ranks among those of a suit, or of a set."""
    deck, code = e.setting.deck, e.code
    printed = 0
    for rank in expr.ranks:
        printed |= deck.by_rank[deck.ranks.index(rank)]
    of = e.value(expr.of, at)
    if expr.of.type.kind is not Kind.SUIT:
        slot = code.get_set("meet", set_slot(code, of), code.const_set(printed), universe=len(deck.cards))
        return e.dyn(slot, expr.type, many=True)
    table = code.set_table([mask & printed for mask in deck.by_suit], name="".join(expr.ranks) + " of suit")
    return e.dyn(_mapped(e, of, table), expr.type, many=True)


def _mapped(e: Emitter, value: Value, table: int) -> int:
    """The union of a table's sets of cards over one element or several."""
    universe = len(e.setting.deck.cards)
    if is_one(value):
        return e.code.get_set("look_set", table, one_slot(e.code, value), universe=universe)
    return e.code.get_set("union", set_slot(e.code, value), table, universe=universe)


def _suit_cards(e: Emitter, suits: Value) -> int:
    """The cards that count as these suits, in the row of the laws that is in force."""
    code, laws, deck = e.code, e.unit.laws, e.setting.deck
    cards = len(deck.cards)
    if laws.slot < 0 or all(row.suit_cards == laws.rows[0].suit_cards for row in laws.rows):
        table = code.set_table(laws.rows[0].suit_cards, name="cards of suit")
        return _mapped(e, suits, table)
    width = len(deck.suits) + 1
    table = laws.sets("cards of suit", lambda row: (0, *row.suit_cards))
    if is_one(suits):
        number = code.get("add", one_slot(code, suits), code.const_int(1))
        return code.get_set("look_set", table, laws.index(width, number), universe=cards)
    total = code.const_set(0)
    for suit in range(len(deck.suits)):
        test = code.get("has", set_slot(code, suits), code.const_int(suit))
        own = code.get_set("look_set", table, laws.index(width, code.const_int(suit + 1)), universe=cards)
        total = code.get_set(
            "join", total, code.get_set("choose_set", test, own, code.const_set(0), universe=cards), universe=cards
        )
    return total
