"""The card laws as tables: what counts as what, who is higher, what cards are worth; one row for each state of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from trickcore.compiler.known import Env, Known, sum_masks
from trickcore.compiler.ladders import item_cards, pick_ladder, places, report_missing
from trickcore.compiler.setting import Deck
from trickcore.compiler.static import Static
from trickcore.diagnostics.model import Diagnostics
from trickcore.program.masks import element, elements
from trickcore.rules.model import EqualsLine, Item, Ladder, SuitLine, ValueLine

if TYPE_CHECKING:
    from trickcore.language.core import Expr


@dataclass(slots=True)
class Row:
    """The card laws in one state. Cards are indices, sets masks; class S (after the S suits) is that of trumps.

    `classes[c]`: the cards of a class. `suit_cards[s]`: those that count as suit s, which are the trumps where all
    that is printed with the suit is a trump. `suit_of[i]`: the suit that a card counts as, as a set. `place[i]`: on
    the card's own ladder, higher is better. `strength[i]`: the same over all cards, trumps above the others.
    `power[c][i]`: when class c was asked for; 0 cannot win; the last row is for no class asked. `over`: cards that
    beat even trumps.
    """

    trumps: int = 0
    classes: tuple[int, ...] = ()
    suit_cards: tuple[int, ...] = ()
    suit_of: tuple[int, ...] = ()
    place: tuple[int, ...] = ()
    strength: tuple[int, ...] = ()
    power: tuple[tuple[int, ...], ...] = ()
    above: tuple[int, ...] = ()
    values: tuple[Known, ...] = ()
    last: int = 0  # of equal cards of these, the last wins
    nobody: int = 0  # … nobody does
    cancel: int = 0  # … they beat each other out
    over: int = 0
    melds: int = 0  # those that count
    declared: tuple[tuple[int, ...], ...] = ()  # for each suit and card: its place, if it is declared to be of the suit
    step: int = 0  # what trumps are above all other cards
    trump_order: tuple[int, ...] = field(default=())  # sets of equal trumps, from high to low

    def streak(self, cards: int) -> int:
        """How many of the top trumps, without a gap, are among the cards."""
        count = 0
        for equal in self.trump_order:
            if equal & ~cards:
                return count
            count += equal.bit_count()
        return count

    def classes_of(self, card: int) -> tuple[int, ...]:
        """The classes of a card, trumps last."""
        return tuple(c for c, cards in enumerate(self.classes) if cards >> card & 1)

    def class_as(self, suit: int) -> int:
        """The class of a card that is declared to be of a suit: that of trumps, if the suit is that of trumps."""
        trumps = self.trumps and self.suit_cards[suit] == self.trumps
        return len(self.classes) - 1 if trumps else suit

    def key(self) -> tuple[object, ...]:
        """Rows with the same key are the same."""
        return (
            self.trumps,
            self.classes,
            self.place,
            self.power,
            self.values,
            self.last,
            self.nobody,
            self.cancel,
            self.melds,
            self.declared,
        )


def make_row(static: Static, env: Env, found: Diagnostics) -> Row:
    """The laws in the state that the environment's cells describe."""
    maker = _Maker(static, env, found)
    row = maker.row
    row.trumps = maker.trumps()
    maker.set_classes()
    maker.set_order()
    maker.set_values()
    maker.set_equals()
    return row


class _Maker:
    """Fills one row, law by law; later laws may use what earlier ones say."""

    def __init__(self, static: Static, env: Env, found: Diagnostics) -> None:
        self.static = static
        self.deck: Deck = static.setting.deck
        self.found = found
        self.row = Row()
        self.env = replace(env, row=self.row)
        self.printed = replace(env, printed=True)

    def _texts(self, law: str) -> list[tuple[Expr | None, Sequence[object]]]:
        """The texts of a law that hold in this state, the one in force first."""
        texts: list[tuple[Expr | None, Sequence[object]]] = []
        for condition, layer in self.static.layers.stack:
            text = getattr(layer, law)
            if text is not None and (condition is None or self.static.value(condition, self.printed)):
                texts.append((condition, text))
        return texts

    def _named(self, item: Item) -> int:
        return self.static.mask(item.value, self.env) if item.value is not None else 0

    def _item(self, item: Item) -> int:
        return item_cards(item, self.deck, self._named)

    # ------------------------------------------------------------------------------------------------ what counts

    def trumps(self) -> int:
        for condition, text in self.static.layers.law("trumps"):
            if condition is None or self.static.value(condition, self.printed):
                return self.static.mask(text, self.printed)
        return 0

    def set_classes(self) -> None:
        trumps = self.row.trumps
        plain = [mask & ~trumps for mask in self.deck.by_suit]
        self.row.classes = (*plain, trumps)
        env = replace(self.printed, row=self.row)
        for line in next((text for _, text in self._texts("suits")), ()):
            assert isinstance(line, SuitLine)
            cards, suits = self.static.mask(line.cards, env), self.static.mask(line.suits, env)
            for suit in elements(suits):
                plain[suit] |= cards
        self.row.classes = (*plain, trumps)
        self.row.suit_cards = tuple(
            trumps if mask and not mask & ~trumps and not plain[suit] else plain[suit]
            for suit, mask in enumerate(self.deck.by_suit)
        )
        self.row.suit_of = tuple(self._suit_of(card) for card in range(len(self.deck.cards)))

    def _suit_of(self, card: int) -> int:
        """A plain suit that the card belongs to, else the suit that trumps are, if they are one."""
        row, suits = self.row, range(len(self.deck.suits))
        plain = [suit for suit in suits if row.classes[suit] >> card & 1]
        of_trumps = [suit for suit in suits if row.suit_cards[suit] >> card & 1]
        printed = [suit for suit in of_trumps if self.deck.by_suit[suit] >> card & 1]
        return next((1 << suit for suit in (*plain, *printed, *of_trumps)), 0)

    # ------------------------------------------------------------------------------------------------ order

    def ladders(self) -> list[Ladder]:
        """Overlays replace ladders by name; one that has `all` replaces them all."""
        ladders: list[Ladder] = []
        for _, text in self._texts("order"):
            names = {(ladder.name, ladder.suits) for ladder in ladders}
            new = [ladder for ladder in text if isinstance(ladder, Ladder)]
            ladders += [ladder for ladder in new if (ladder.name, ladder.suits) not in names]
            if any(ladder.name == "all" for ladder in new):
                break
        return ladders

    def _places(self, cards: int, names: Sequence[str], what: str, suit: str = "") -> dict[int, int]:
        ladder = pick_ladder(self.ladders(), names, suit)
        if ladder is None:  # as printed: ranks from high to low, cards without a rank lowest
            ranks = len(self.deck.ranks)
            return {i: ranks + 1 - self._printed_rank(i) for i in elements(cards)}
        place = places(ladder, cards, self.deck, self._named, self.found)
        missing = sum(1 << i for i in elements(cards) if i not in place)
        report_missing(missing, self.deck, what, ladder.span, self.found)
        return place

    def _printed_rank(self, card: int) -> int:
        rank = self.deck.cards[card].rank
        return self.deck.ranks.index(rank) if rank else len(self.deck.ranks)

    def set_order(self) -> None:
        row, deck = self.row, self.deck
        trump_place = self._places(row.trumps, ("trumps", "all", "plain"), "trumps")
        plain_place = [
            self._places(row.classes[suit], ("plain", "all"), glyph, glyph) for suit, glyph in enumerate(deck.suits)
        ]
        over = pick_ladder([x for x in self.ladders() if x.name == "over"], ("over",))
        over_cards = sum_masks(self._item(item) for item in over.items) if over is not None else 0
        over_place = places(over, over_cards, deck, self._named, self.found) if over is not None else {}
        row.over = over_cards
        row.place = tuple(self._own_place(card, trump_place, plain_place) for card in range(len(deck.cards)))
        step = max((*trump_place.values(), *(p for x in plain_place for p in x.values()), 1))
        nothing: dict[int, int] = {}
        row.power = tuple(
            tuple(
                2 * step + over_place[card]
                if card in over_place
                else step + trump_place[card]
                if card in trump_place
                else asked.get(card, 0)
                for card in range(len(deck.cards))
            )
            for asked in (*plain_place, trump_place, nothing)
        )
        row.strength = tuple(
            max(row.power[len(deck.suits) + 1][card], row.place[card]) for card in range(len(deck.cards))
        )
        row.step = step
        row.declared = self._declared()
        row.above = self._above()
        row.trump_order = _groups(trump_place)

    def _declared(self) -> tuple[tuple[int, ...], ...]:
        """Where cards rank that the law `as` lets be declared, in the ladder of the suit; 0 without a place there."""
        if not self.static.layers.has("declare"):
            return ()
        found: list[tuple[int, ...]] = []
        for suit, glyph in enumerate(self.deck.suits):
            trumps = self.row.class_as(suit) == len(self.deck.suits)
            names = ("trumps", "all", "plain") if trumps else ("plain", "all")
            ladder = pick_ladder(self.ladders(), names, "" if trumps else glyph)
            cards = range(len(self.deck.cards))
            if ladder is None:
                place = {i: len(self.deck.ranks) + 1 - self._printed_rank(i) for i in cards}
            else:
                place = places(ladder, self.deck.all, self.deck, self._named, Diagnostics())
            found.append(tuple(place.get(card, 0) for card in cards))
        return tuple(found)

    def _own_place(self, card: int, trump_place: dict[int, int], plain_place: Sequence[dict[int, int]]) -> int:
        if card in trump_place:
            return trump_place[card]
        return next((place[card] for place in plain_place if card in place), 0)

    def _above(self) -> tuple[int, ...]:
        """For each card the cards of the same class (trumps, if it is one) that rank above."""
        row = self.row
        above = [0] * len(self.deck.cards)
        for cards in row.classes:  # trumps are the last class, and what they say counts
            passed = higher = 0
            for card in sorted(elements(cards), key=row.strength.__getitem__, reverse=True):
                if not passed or row.strength[card] < row.strength[element(passed)]:
                    higher, passed = higher | passed, 0
                passed |= 1 << card
                above[card] = higher
        return tuple(above)

    # ------------------------------------------------------------------------------------------------ values, equals

    def set_values(self) -> None:
        """The most specific line counts: a card, a named set, a rank, a suit, `any`."""
        values: list[Known] = [0] * len(self.deck.cards)
        best = [(-1, False)] * len(values)
        lines: list[ValueLine | None] = [None] * len(values)
        for line in self._value_lines():
            amount = self.static.value(line.value, self.env)
            group = {"trumps": self.row.trumps, "plain": self.deck.all & ~self.row.trumps}.get(
                line.group, self.deck.all
            )
            for item in line.items:
                level = (_specificity(item), line.group in ("trumps", "plain"))
                for card in elements(self._item(item) & group):
                    if level == best[card] and values[card] != amount:
                        self._value_twice(card, line, lines[card])
                    if level >= best[card]:
                        values[card], best[card], lines[card] = amount, level, line
        self.row.values = tuple(values)

    def _value_lines(self) -> list[ValueLine]:
        """Lines of an overlay replace lines with the same items; one that has the group `all` replaces them all."""
        lines: list[ValueLine] = []
        for _, text in self._texts("values"):
            seen = {(line.group, tuple(item.text for item in line.items)) for line in lines}
            new = [line for line in text if isinstance(line, ValueLine)]
            lines += [line for line in new if (line.group, tuple(item.text for item in line.items)) not in seen]
            if any(line.group == "all" for line in new):
                break
        return lines

    def _value_twice(self, card: int, line: ValueLine, other: ValueLine | None) -> None:
        name = self.deck.cards[card].name
        first = f"; the other is on line {other.span.line}" if other is not None else ""
        message = f"two lines of `values` that are equally specific give {name} different values{first}"
        self.found.error("value-twice", message, line.span, f"name {name} in a line of its own")

    def set_equals(self) -> None:
        for line in next((text for _, text in self._texts("equals")), ()):
            assert isinstance(line, EqualsLine)
            which = line.which.type.symbols[element(self.static.mask(line.which, self.env))]
            cards = self.deck.all if line.cards is None else self.static.mask(line.cards, self.env)
            if line.cards is None:
                cards &= ~self._named_equals
            else:
                self._named_equals |= cards
                self.row.last &= ~cards
                self.row.nobody &= ~cards
                self.row.cancel &= ~cards
            if which == "last":
                self.row.last |= cards
            elif which == "nobody":
                self.row.nobody |= cards
            elif which == "cancel":
                self.row.cancel |= cards

    _named_equals = 0


def _specificity(item: Item) -> int:
    if item.kind == "cards" and item.text == "any":
        return 0
    return {"suit": 1, "rank": 2, "cards": 3, "card": 4}[item.kind]


def _groups(place: dict[int, int]) -> tuple[int, ...]:
    """Sets of cards with an equal place, from high to low."""
    groups: dict[int, int] = {}
    for card, at in place.items():
        groups[at] = groups.get(at, 0) | 1 << card
    return tuple(groups[at] for at in sorted(groups, reverse=True))


def same_values(rows: Sequence[Row]) -> bool:
    """Whether cards are worth the same in every state."""
    return len({row.values for row in rows}) <= 1


def denominator(rows: Sequence[Row]) -> int:
    """What all values times this are whole numbers."""
    scale = 1
    for row in rows:
        for value in row.values:
            scale *= (Fraction(value) * scale).denominator
    return scale
