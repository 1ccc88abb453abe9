"""The trick on the table: what was asked for, who is winning, what would beat it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trickcore.compiler.cancelling import cancels, standing, unless_it_cannot_win
from trickcore.compiler.laws import Row
from trickcore.compiler.unit import At, Unit
from trickcore.compiler.values import Const, Dyn, one_slot
from trickcore.language.types import CARD, SEAT, Kind

if TYPE_CHECKING:
    from trickcore.compiler.emit import Emitter
    from trickcore.compiler.menus import PlayMenu


class Tables:
    """The tables of the card laws that plays are decided by, made when first asked for."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.suits = len(unit.setting.deck.suits)
        self.cards = len(unit.setting.deck.cards)
        self.width = self.suits + 2  # classes asked for: the suits, trumps, none
        self.classless = any(not row.classes_of(card) for row in unit.laws.rows for card in range(self.cards))

    def asked(self) -> int:
        """A slot with the row number of the tables by class asked for."""
        code, led = self.unit.code, self.unit.state.reg["led"]
        if self.classless:
            numbers = list(range(self.suits + 1))
            led = code.get("look", code.int_table(numbers, absent=self.suits + 1, name="asked"), led)
        return self.unit.laws.index(self.width, led)

    def power(self) -> int:
        """For each class asked for, how high each card is; 0 cannot win."""
        return self.unit.laws.numbers_table("power", lambda row: [p for x in row.power for p in x], self.cards)

    def laid(self) -> int:
        """The array by which the best card is found: the cards of the trick, or the actions that they were laid by."""
        reg = self.unit.state.reg
        return reg.get("trick_as", reg["trick"])

    def power_laid(self) -> int:
        """For each class asked for, how high each entry of that array is."""
        menu = self.unit.play_menu
        if not menu.by_law:
            return self.power()
        powers = self.unit.laws.numbers_table
        return powers("power as laid", lambda row: [p for x in menu.powers(row) for p in x], len(menu.items))

    def led_cards(self) -> int:
        """A slot with the cards of the class asked for."""
        table = self.unit.laws.sets("class", lambda row: (*row.classes, 0))
        return self.unit.code.get_set("look_set", table, self.asked(), universe=self.cards)

    def beating(self, best: int) -> int:
        """A slot with the cards that would win, as what they are printed, against what the best card was laid as."""
        code, menu = self.unit.code, self.unit.play_menu
        masks = [mask for row in self.unit.laws.rows for mask in _beats(row, menu)]
        table = code.set_table(masks, name="beating")
        entries = code.const_int(len(menu.items) if menu.by_law else self.cards)
        index = code.get("add", code.get("mul", self.asked(), entries), best)
        return code.get_set("look_set", table, index, universe=self.cards)


def _beats(row: Row, menu: PlayMenu) -> Iterator[int]:
    """For each class asked for and each best card, or the action that it was laid by, the cards that win against it."""
    if menu.by_law:
        yield from _beats_as_laid(row, menu)
        return
    for power in row.power:
        by_power: dict[int, int] = {}
        for card, strength in enumerate(power):
            by_power[strength] = by_power.get(strength, 0) | 1 << card
        higher: dict[int, int] = {}
        above = 0
        for strength in sorted(by_power, reverse=True):
            higher[strength] = above
            above |= by_power[strength]
        for card, strength in enumerate(power):
            equal = by_power[strength] & row.last if strength and row.last >> card & 1 else 0
            yield higher[strength] | equal


def _beats_as_laid(row: Row, menu: PlayMenu) -> Iterator[int]:
    kinds = menu.item_kinds()
    for power, laid in zip(row.power, menu.powers(row), strict=True):
        for item, best in enumerate(laid):
            last = row.last if menu.kinds[kinds[item]] & row.last else 0
            higher = (card for card, own in enumerate(power) if 2 * own > best)
            equal = (card for card, own in enumerate(power) if own and 2 * own == best and last >> card & 1)
            yield sum(1 << card for card in (*higher, *equal))


def best_entry(e: Emitter, at: At) -> int:
    """A slot with what the best card was laid as: the card, or the action, −1 if nobody is ahead."""
    if "trick_as" not in e.unit.state.reg:
        best = usual_card(e, at)
        assert isinstance(best, Dyn)
        return best.slot
    position = best_position(e)
    laid = e.code.get("load", e.unit.tables.laid(), e.code.get("max", position, e.code.const_int(0)))
    return e.code.get("choose", e.code.get("le", e.code.const_int(0), position), laid, e.code.const_int(-1))


def best_position(e: Emitter) -> int:
    """A slot with the position of the card that wins by suit and order; −1 if nobody does, or nothing lies there."""
    if not cancels(e):
        return _best_of(e, e.unit.tables.laid(), e.unit.state.reg["trick"])
    left = standing(e)
    return unless_it_cannot_win(e, left, _best_of(e, left, left))


def _best_of(e: Emitter, laid: int, trick: int) -> int:
    """A slot with the position of the best card of an array, by the law `equals`; −1 if nobody wins. `laid`: what its
    cards were laid as.
    """
    code, tables = e.code, e.unit.tables
    power, asked = tables.power_laid(), tables.asked()
    rows = e.unit.laws.rows
    every = e.setting.deck.all
    if all(row.last == every for row in rows):
        return code.get("best_last", laid, power, asked)
    first = code.get("best", laid, power, asked)
    if not any(row.last or row.nobody for row in rows):
        return first
    last = code.get("best_last", laid, power, asked)
    card = code.get("load", trick, code.get("max", first, code.const_int(0)))
    position = first
    for name, other in (("last", last), ("nobody", code.const_int(-1))):
        known, masks = e.unit.laws.set_of_row(name, lambda row, name=name: getattr(row, name))  # type: ignore[misc]
        if known and not masks:
            continue
        which = code.get("has", code.const_set(masks) if known else masks, card)
        if name == "nobody":
            which = code.get("and", which, code.get("ne", first, last))
        position = code.get("choose", which, other, position)
    return position


def best_card(e: Emitter, at: At) -> Dyn | Const:
    """The card that wins so far, by the law `winner` if there is one."""
    from trickcore.compiler.laws_of_play import chosen

    law = chosen(e, "winner", CARD, at)
    return usual_card(e, at) if law is None else Dyn(one_slot(e.code, law), Kind.CARD, False, e.unit.tables.cards)


def usual_card(e: Emitter, at: At) -> Dyn | Const:
    """The card that wins by suit and order."""
    if at.moment == "lead":
        return Const(0, Kind.CARD, e.unit.tables.cards)
    return _entry(e, "trick", best_position(e), Kind.CARD, e.unit.tables.cards, at)


def winning_seat(e: Emitter, at: At) -> Dyn | Const:
    """Who wins so far, or has won this trick."""
    from trickcore.compiler.laws_of_play import chosen

    if at.moment == "lead":
        return Const(0, Kind.SEAT, e.setting.players)
    if at.moment == "taken":
        return e.dyn(e.unit.state.reg["won"], SEAT)
    law = chosen(e, "winner", CARD, at)
    if law is None:
        position = best_position(e)
    else:
        position = e.code.get("find", e.unit.state.reg["trick"], one_slot(e.code, law))
        at = At()  # the law may name a card that is not there
    return _seat_at(e, position, at)


def _seat_at(e: Emitter, position: int, at: At) -> Dyn:
    """Who laid the card at a position of the trick; none for position −1. Seats that have no card are passed over, but
    keep their place in the order."""
    players, reg, code = e.setting.players, e.unit.state.reg, e.code
    if "trick_seat" in reg:
        return _entry(e, "trick_seat", position, Kind.SEAT, players, at)
    seats = [(leader + place) % players for leader in range(players) for place in range(players)]
    table = code.int_table(seats, absent=0, name="seat at")
    index = code.get("add", code.get("mul", reg["leader"], code.const_int(players)), position)
    return _known_or_none(e, code.get("look", table, index), position, Kind.SEAT, players, at)


def _entry(e: Emitter, array: str, position: int, kind: Kind, universe: int, at: At) -> Dyn:
    """An entry of the trick; none for position −1."""
    code, array_ = e.code, e.unit.state.reg[array]
    if _lies(e, at):
        return Dyn(code.get("load", array_, position), kind, False, universe)
    found = code.get("load", array_, code.get("max", position, code.const_int(0)))
    return _known_or_none(e, found, position, kind, universe, at)


def _lies(e: Emitter, at: At) -> bool:
    """Whether there is a best card for certain."""
    return at.moment in ("follow", "reopen", "card", "won") and not any(
        row.nobody or row.cancel for row in e.unit.laws.rows
    )


def _known_or_none(e: Emitter, found: int, position: int, kind: Kind, universe: int, at: At) -> Dyn:
    if _lies(e, at):
        return Dyn(found, kind, False, universe)
    code = e.code
    some = code.get("le", code.const_int(0), position)
    return Dyn(code.get("choose", some, found, code.const_int(-1)), kind, False, universe)


def trick_cards(e: Emitter) -> int:
    """A slot with the cards of the trick."""
    return e.code.get_set("bits", e.unit.state.reg["trick"], universe=e.unit.tables.cards)


def extremes(e: Emitter, cards: int, last: bool) -> int:
    """A slot with the first (last) of the cards that was played to the trick, −1 if none was."""
    code = e.code
    found = code.const_int(-1)
    places = range(code.slot_at(e.unit.state.reg["trick"]).size)
    order = places if last else reversed(places)
    for position in order:
        card = code.get("load", e.unit.state.reg["trick"], code.const_int(position))
        found = code.get("choose", code.get("has", cards, card), card, found)
    return found


__all__ = ["Tables", "best_card", "best_position", "extremes", "trick_cards", "usual_card", "winning_seat"]
