"""The menu of plays: one action per kind of card, and one per suit that a card may be declared to be when it is led,
or, by the law `as`, played.
"""

from __future__ import annotations

from dataclasses import replace

from trickcore.compiler.laws import Row
from trickcore.compiler.unit import Unit
from trickcore.program.masks import element, elements
from trickcore.program.model import Item
from trickcore.records import dataclass

TRUMPS = "trump"


@dataclass(frozen=True, slots=True)
class PlayMenu:
    """The items; those from `cards` on are declarations. `declared[k]`: kind and class of declaration k. `by_law`: the
    cards that the law `as` may let be declared, whatever they are.
    """

    menu: int
    items: tuple[Item, ...]
    kinds: tuple[int, ...]  # for each kind of card the set of its copies
    declared: tuple[tuple[int, int], ...]
    by_law: int = 0

    @property
    def plain(self) -> int:
        """How many items are just cards."""
        return len(self.kinds)

    def lead_classes(self, row: Row) -> list[int]:
        """For each item, the class that is asked for when it is led; −1 for a card without one."""
        classes = [next(iter(row.classes_of(element(copies))), -1) for copies in self.kinds]
        return classes + [self._class_of(row, kind, class_) for kind, class_ in self.declared]

    def _class_of(self, row: Row, kind: int, class_: int) -> int:
        """The class that a card is of when it is declared: one of its own, or that of a suit."""
        own = row.classes_of(element(self.kinds[kind]))
        return class_ if not self.by_law or class_ in own or class_ == len(row.suit_cards) else row.class_as(class_)

    def powers(self, row: Row) -> list[list[int]]:
        """For each class asked for and each item how high it is, twice as high as cards are in the row, so that a card
        without a place in the suit that it is declared to be of is its lowest.
        """
        plain = [element(copies) for copies in self.kinds]
        return [
            [
                *(2 * power[card] for card in plain),
                *(self._power(row, asked, plain[kind], (kind, class_)) for kind, class_ in self.declared),
            ]
            for asked, power in enumerate(row.power)
        ]

    def _power(self, row: Row, asked: int, card: int, declared: tuple[int, int]) -> int:
        class_ = self._class_of(row, *declared)
        if class_ in row.classes_of(card) or row.over >> card & 1:
            return 2 * row.power[asked][card]
        place = max(1, 2 * row.declared[declared[1]][card])
        if class_ == len(row.suit_cards):
            return 2 * row.step + place
        return place if asked == class_ else 0

    def item_of(self, suits: int) -> list[int]:
        """For each card and each suit, one after the other, the item that declares it; −1 without one."""
        where = {declared: self.plain + number for number, declared in enumerate(self.declared)}
        cards = {card: kind for kind, copies in enumerate(self.kinds) for card in elements(copies)}
        return [where.get((cards[card], suit), -1) for card in range(len(cards)) for suit in range(suits)]

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
    by_law = 0
    for kind, copies in enumerate(kinds):
        index = element(copies)
        lists = [row.classes_of(index) for row in unit.laws.rows]
        own = {class_ for classes in lists if len(classes) > 1 for class_ in classes}
        law = set(elements(_by_law(unit, index)))
        by_law |= copies if law else 0
        classes = sorted(own | law)
        for class_ in classes:
            declared.append((kind, class_))
            items.append(_declaration(unit, index, class_))
    menu = unit.code.menu("play", "Play a card", items)
    return PlayMenu(menu, tuple(items), kinds, tuple(declared), by_law)


def _by_law(unit: Unit, card: int) -> int:
    """The suits that a card may ever be declared to be by the law `as`, as far as that is known now."""
    suits = 0
    for _, text in unit.layers.law("declare"):
        known = unit.static.known(text, replace(unit.env, card=1 << card))
        suits |= (1 << len(unit.setting.deck.suits)) - 1 if known is None else int(known)
    return suits


def _declaration(unit: Unit, index: int, class_: int) -> Item:
    deck = unit.setting.deck
    card = deck.cards[index]
    if class_ == len(deck.suits):
        return Item(f"{card.name} as {TRUMPS}", f"{card.ascii} as {TRUMPS}", index, TRUMPS)
    glyph = deck.suits[class_]
    letters = {c.suit: c.ascii.removeprefix(c.rank) for c in deck.cards if c.suit}
    return Item(f"{card.name} as {glyph}", f"{card.ascii} as {letters.get(glyph, glyph)}", index, glyph)
