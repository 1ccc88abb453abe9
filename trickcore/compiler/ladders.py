"""From the lines of `order:` to the place of each card: who is higher than whom in one class of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickcore.compiler.setting import Deck
from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.program.masks import elements
from trickcore.rules.model import Item, Ladder

Read = Callable[[Item], int]


def item_cards(item: Item, deck: Deck, named: Read) -> int:
    """The cards that an item of a list of ranks stands for."""
    if item.kind == "rank":
        return deck.by_rank[deck.ranks.index(item.text)] if item.text in deck.ranks else 0
    if item.kind == "suit":
        return deck.by_suit[deck.suits.index(item.text)] if item.text in deck.suits else 0
    if item.kind == "card" and item.value is None:
        return deck.by_name.get(item.text, 0)
    return named(item)


def places(ladder: Ladder, cards: int, deck: Deck, named: Read, found: Diagnostics) -> dict[int, int]:
    """The place of each of these cards: the top of the ladder has the greatest number, the bottom 1.

    Cards claim themselves first, then names their cards; bare ranks, then suits, take what is left.
    """
    place: dict[int, int] = {}
    claimed: dict[int, Item] = {}
    length = len(ladder.items)
    for kind in ("card", "cards", "rank", "suit"):
        taken = frozenset(place)
        for position, item in enumerate(ladder.items):
            if item.kind != kind:
                continue
            for card in elements(item_cards(item, deck, named) & cards):
                if card in taken:
                    continue
                if card in place:
                    _twice(deck.cards[card].name, item, claimed[card], found)
                place[card], claimed[card] = length - position, item
    return place


def _twice(card: str, item: Item, first: Item, found: Diagnostics) -> None:
    message = f"`{item.text}` stands for {card}, which `{first.text}` has claimed already"
    found.error("ladder-twice", message, item.span, "let each card stand in one place of its ladder")


def report_missing(missing: int, deck: Deck, what: str, span: Span, found: Diagnostics) -> None:
    """Cards that no item of their ladder stands for."""
    names = list(dict.fromkeys(deck.cards[card].name for card in elements(missing)))
    if names:
        shown = " ".join(names[:8]) + (" …" if len(names) > 8 else "")
        message = f"the order of {what} has no place for {shown}"
        found.error("ladder-missing", message, span, "add them, or the rank that they bear, to the list")


def pick_ladder(ladders: Sequence[Ladder], names: Sequence[str], suit: str = "") -> Ladder | None:
    """The ladder that speaks for a class: that of the suit, else the first of these names that is there."""
    by_suit = next((ladder for ladder in ladders if suit and suit in ladder.suits), None)
    if by_suit is not None:
        return by_suit
    return next((ladder for name in names for ladder in ladders if ladder.name == name and not ladder.suits), None)
