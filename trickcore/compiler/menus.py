"""The menu of plays: one action per kind of card, and one per suit that a card may be declared to be when it is led."""

from __future__ import annotations

from trickcore.compiler.laws import Row
from trickcore.compiler.unit import Unit
from trickcore.program.masks import element
from trickcore.program.model import Item
from trickcore.records import dataclass

TRUMPS = "trump"


@dataclass(frozen=True, slots=True)
class PlayMenu:
    """The items; those from `cards` on are declarations. `declared[k]`: kind and class of declaration k."""

    menu: int
    items: tuple[Item, ...]
    kinds: tuple[int, ...]  # for each kind of card the set of its copies
    declared: tuple[tuple[int, int], ...]

    @property
    def plain(self) -> int:
        """How many items are just cards."""
        return len(self.kinds)

    def lead_classes(self, row: Row) -> list[int]:
        """For each item, the class that is asked for when it is led; −1 for a card without one."""
        classes = [next(iter(row.classes_of(element(copies))), -1) for copies in self.kinds]
        return classes + [class_ for _, class_ in self.declared]

    def item_kinds(self) -> list[int]:
        """For each item its kind of card."""
        return [*range(self.plain), *(kind for kind, _ in self.declared)]

    def declarations(self, row: Row, card: int) -> int:
        """The items that stand for leading a card that has several classes in a row of the laws; else none."""
        classes = row.classes_of(card)
        if len(classes) < 2:
            return 0
        return sum(
            1 << self.plain + number
            for number, (kind, class_) in enumerate(self.declared)
            if self.kinds[kind] >> card & 1 and class_ in classes
        )


def make_play_menu(unit: Unit) -> PlayMenu:
    """Declare the menu. It must be the first one: its action ids are then the kinds of cards."""
    deck = unit.setting.deck
    kinds = deck.kinds()
    items = []
    for copies in kinds:
        index = element(copies)
        items.append(Item(deck.cards[index].name, deck.cards[index].ascii, index))
    declared: list[tuple[int, int]] = []
    for kind, copies in enumerate(kinds):
        index = element(copies)
        lists = [row.classes_of(index) for row in unit.laws.rows]
        classes = sorted({class_ for classes in lists if len(classes) > 1 for class_ in classes})
        for class_ in classes:
            declared.append((kind, class_))
            items.append(_declaration(unit, index, class_))
    menu = unit.code.menu("play", "Play a card", items)
    return PlayMenu(menu, tuple(items), kinds, tuple(declared))


def _declaration(unit: Unit, index: int, class_: int) -> Item:
    deck = unit.setting.deck
    card = deck.cards[index]
    if class_ == len(deck.suits):
        return Item(f"{card.name} as {TRUMPS}", f"{card.ascii} as {TRUMPS}", index, TRUMPS)
    glyph = deck.suits[class_]
    letters = {c.suit: c.ascii.removeprefix(c.rank) for c in deck.cards if c.suit}
    return Item(f"{card.name} as {glyph}", f"{card.ascii} as {letters.get(glyph, glyph)}", index, glyph)
