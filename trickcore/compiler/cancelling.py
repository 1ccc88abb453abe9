"""`equals: cancel`: equal cards of a trick beat each other out, and the next card that is left wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trickcore.compiler.laws import Row

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter


def cancels(e: Emitter) -> bool:
    """Whether there is a state of the card laws in which equal cards beat each other out."""
    return any(row.cancel for row in e.unit.laws.rows)


def standing(e: Emitter) -> int:
    """An array with the cards of the trick that are not beaten out by an equal one, at their places."""
    code, cards = e.code, e.unit.tables.cards
    trick = e.unit.state.reg["trick"]
    places = code.slot_at(trick).size
    table = code.set_table([mask for row in e.unit.laws.rows for mask in _rivals(row)], name="rivals")
    lying = code.keep(code.get_set("bits", trick, universe=cards))
    left = code.temp_ints(places, -1, cards - 1)
    code.emit("fill", left, code.const_int(-1))
    for place in map(code.const_int, range(places)):
        card = code.get("load", trick, place)
        rivals = code.get_set("look_set", table, _index(e, card), universe=cards)
        out = code.get("meets", rivals, lying)
        code.emit("store", left, place, code.get("choose", out, code.const_int(-1), card))
    return left


def unless_it_cannot_win(e: Emitter, trick: int, position: int) -> int:
    """The position of the best card that is left; −1 if that card can win nothing, or none is left."""
    code, zero = e.code, e.code.const_int(0)
    card = code.get("load", trick, code.get("max", position, zero))
    power = code.get("look", e.unit.tables.power(), _index(e, card))
    wins = code.get("and", code.get("le", zero, position), code.get("lt", zero, power))
    return code.get("choose", wins, position, code.const_int(-1))


def _index(e: Emitter, card: int) -> int:
    """Where a card stands in the tables by class asked for and card. No card is taken for the first one."""
    code, zero = e.code, e.code.const_int(0)
    start = code.get("mul", e.unit.tables.asked(), code.const_int(e.unit.tables.cards))
    return code.get("max", code.get("add", start, code.get("max", card, zero)), zero)


def _rivals(row: Row) -> Iterator[int]:
    """For each class asked for and each card, the equal cards that beat it out, and that it beats out."""
    for power in row.power:
        equal: dict[int, int] = {}
        for card, strength in enumerate(power):
            if strength and row.cancel >> card & 1:
                equal[strength] = equal.get(strength, 0) | 1 << card
        for card, strength in enumerate(power):
            own = 1 << card
            yield equal.get(strength, 0) & ~own if row.cancel & own else 0
