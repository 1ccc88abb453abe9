"""What may be played: the tiers of `lead` and `follow`, cards that are free, and the items of the menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trickcore.compiler.emit import Emitter
from trickcore.compiler.laws import Row
from trickcore.compiler.laws_of_play import chosen
from trickcore.compiler.loops import rounds_over
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, set_slot
from trickcore.diagnostics.model import Span
from trickcore.language.core import Expr
from trickcore.language.types import CARDS, SUITS
from trickcore.rules.model import Tier


def set_legal(e: Emitter, law: str, at: At, span: Span, asks: bool) -> None:
    """Compute the legal items for the seat to act into the slot `legal`. `asks`: its card says what is asked for."""
    menu, code = e.unit.play_menu, e.code
    legal = e.unit.state.reg["legal"]
    direct = not e.setting.deck.has_copies and not menu.by_law
    target = legal if direct else code.temp_set(len(e.setting.deck.cards))
    hand = hand_of_turn(e)
    free = chosen(e, "free", CARDS, at) if law == "follow" else None
    if free is None or (isinstance(free, Const) and not free.value):
        _tiers(e, law, e.unit.layers.law(law), hand, target, at, span)
    else:
        _tiers_and_free(e, law, hand, set_slot(code, free), target, at, span)
    printed, items = _by_law(e, target, at) if menu.by_law else (target, -1)
    if asks and menu.declared:
        _declare(e, printed)
    elif not direct:
        code.emit("union", legal, printed, _kinds_table(e))
    if items >= 0:
        code.emit("join", legal, legal, items)


def _by_law(e: Emitter, cards: int, at: At) -> tuple[int, int]:
    """Those of the cards that the law `as` does not let be declared, and for the others the actions that do."""
    code, menu, deck = e.code, e.unit.play_menu, e.setting.deck
    universe, suits = len(menu.items), len(deck.suits)
    printed, items = code.temp_set(len(deck.cards)), code.temp_set(universe)
    again, done = code.label(), code.label()
    table = code.int_table(menu.item_of(suits), name="declaration")
    code.emit("copy_set", printed, cards)
    code.emit("copy_set", items, code.const_set(0))
    able = code.get_set("meet", cards, code.const_set(menu.by_law), universe=len(deck.cards))
    begin = rounds_over(e, able, CARDS)
    code.place(again)
    card = begin(done)
    law = chosen(e, "declare", SUITS, replace(at, card=card))
    assert law is not None
    may_be = code.keep(set_slot(code, law))
    code.emit("unless", code.get("some", may_be), again)
    code.emit("less", printed, printed, code.get_set("only", card.slot, universe=len(deck.cards)))
    for suit in range(suits):
        place = code.get("add", code.get("mul", card.slot, code.const_int(suits)), code.const_int(suit))
        item = code.get_set(
            "only", code.get("look", table, code.get("max", place, code.const_int(0))), universe=universe
        )
        here = code.get("has", may_be, code.const_int(suit))
        item = code.get_set("choose_set", here, item, code.const_set(0), universe=universe)
        code.emit("join", items, items, item)
    code.emit("jump", again)
    code.place(done)
    return printed, items


def hand_of_turn(e: Emitter) -> int:
    """A slot with the hand of the seat whose turn it is."""
    reg = e.unit.state.reg
    return e.code.get_set("load_set", reg["hand"], reg["turn"], universe=len(e.setting.deck.cards))


def _tiers_and_free(e: Emitter, law: str, hand: int, free: int, target: int, at: At, span: Span) -> None:
    """Free cards oblige to nothing and may always be played."""
    code, universe = e.code, len(e.setting.deck.cards)
    code.keep(free)
    bound = code.keep(code.get_set("less", hand, free, universe=universe))
    allowed = code.keep(code.get_set("meet", hand, free, universe=universe))
    _tiers(e, law, e.unit.layers.law(law), bound, target, at, span)
    code.emit("join", target, target, allowed)


def _tiers(
    e: Emitter, law: str, texts: list[tuple[Expr | None, Sequence[Tier]]], hand: int, target: int, at: At, span: Span
) -> None:
    """The tiers in force; overlays whose condition depends on the state become branches."""
    code, done = e.code, -1
    for condition, tiers in texts:
        test = None if condition is None else e.value(condition, at)
        if isinstance(test, Const) and not test.value:
            continue
        if not isinstance(test, Dyn):
            _first(e, law, tiers, hand, target, at, span)
            break
        code.keep(hand)
        other, done = code.label(), code.label() if done < 0 else done
        code.emit("unless", test.slot, other)
        _first(e, law, tiers, hand, target, at, span)
        code.emit("jump", done)
        code.place(other)
    else:
        _first(e, law, (), hand, target, at, span)
    if done >= 0:
        code.place(done)


def _first(e: Emitter, law: str, tiers: Sequence[Tier], hand: int, target: int, at: At, span: Span) -> None:
    """The first tier that meets the hand, and the whole hand if none does."""
    code, every = e.code, e.setting.deck.all
    sets: list[int] = []
    words: list[tuple[str, str, Span | None]] = []
    open_ = True
    for tier in tiers:
        value = e.value(tier.cards, at)
        if isinstance(value, Const) and not value.value:
            continue
        sets.append(code.keep(set_slot(code, value)))
        words.append((tier.text, tier.why, tier.span))
        if isinstance(value, Const) and int(value.value) == every:
            open_ = False
            break
    if open_:
        sets.append(code.const_set(every))
        words.append(("any", "", span))
    with code.from_(tiers[0].span if tiers else span):
        code.emit("first", target, code.duty(law, words), hand, *sets)


def _kinds_table(e: Emitter) -> int:
    """For each card the item of its kind."""
    return e.code.set_table([1 << card.kind for card in e.setting.deck.cards], name="kind")


def _declare(e: Emitter, cards: int) -> None:
    """Led cards of several classes become one item for each class."""
    code, menu, legal = e.code, e.unit.play_menu, e.unit.state.reg["legal"]
    universe = len(e.setting.deck.cards)
    known, masks = e.unit.laws.set_of_row("of several suits", lambda row: _several(e, row))
    several = code.const_set(masks) if known else code.keep(masks)
    chosen_ = code.temp_set(universe)
    code.emit("meet", chosen_, cards, several)
    plain = code.label()
    if cards != legal:
        code.emit("union", legal, code.get_set("less", cards, several, universe=universe), _kinds_table(e))
    code.emit("unless", code.get("some", chosen_), plain)
    if cards == legal:
        code.emit("less", legal, legal, several)
    for items in _items(e, chosen_):
        code.emit("join", legal, legal, items)
    code.place(plain)
    assert menu.declared


def _several(e: Emitter, row: Row) -> int:
    return sum(1 << card for card in range(len(e.setting.deck.cards)) if len(row.classes_of(card)) > 1)


def _items(e: Emitter, cards: int) -> list[int]:
    """Slots with the declarations of these cards."""
    code, menu, rows = e.code, e.unit.play_menu, e.unit.laws.rows
    universe = len(menu.items)
    columns = [[menu.declarations(row, card) for row in rows] for card in range(len(e.setting.deck.cards))]
    if all(len(set(column)) == 1 for column in columns):
        table = code.set_table([column[0] for column in columns], name="declarations")
        return [code.get_set("union", cards, table, universe=universe)]
    found = []
    for card, column in enumerate(columns):
        if any(column):
            table = code.set_table(column, name="declarations")
            items = code.get_set("look_set", table, e.unit.laws.slot, universe=universe)
            has = code.get("has", cards, code.const_int(card))
            found.append(code.get_set("choose_set", has, items, code.const_set(0), universe=universe))
    return found


__all__ = ["hand_of_turn", "set_legal"]
