"""What a choice of options and a number of players make of a rule file: seats, teams, and the cards of the pack."""

from __future__ import annotations

from collections.abc import Mapping

from trickcore.cards import build_cards, deck_words
from trickcore.language.types import Kind, Type
from trickcore.program.model import Card
from trickcore.records import dataclass
from trickcore.rules.model import DeckRule, OptionValue, Rules

CARDS_LIMIT = 256


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one game and the sets of them that texts name. Sets are masks of card indices."""

    cards: tuple[Card, ...]
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    twins: Mapping[str, str]
    words: Mapping[str, tuple[str, str]]
    by_name: Mapping[str, int]
    by_rank: tuple[int, ...]
    by_suit: tuple[int, ...]
    all: int

    @property
    def has_copies(self) -> bool:
        """Whether some card is there more than once."""
        return bool(self.cards) and self.cards[-1].kind + 1 < len(self.cards)

    def kinds(self) -> tuple[int, ...]:
        """For each distinct card the set of its copies."""
        masks = [0] * (max((card.kind for card in self.cards), default=-1) + 1)
        for index, card in enumerate(self.cards):
            masks[card.kind] |= 1 << index
        return tuple(masks)

    def copies(self) -> tuple[int, ...]:
        """For each card the set of all that are like it."""
        kinds = self.kinds()
        return tuple(kinds[card.kind] for card in self.cards)

    def word(self, word: str) -> int:
        """The cards of a word such as `queens`, `red`, `joker`, `any`."""
        if word == "any":
            return self.all
        kind, text = self.words[word]
        if kind == "rank":
            return self.by_rank[self.ranks.index(text)]
        if kind == "card":
            return self.by_name.get(text, 0)
        return sum(self.by_suit[self.suits.index(glyph)] for glyph in text)


def make_deck(rule: DeckRule, removed: frozenset[str] = frozenset()) -> Deck:
    """The deck of a rule, without the named cards."""
    base = rule.pack if rule.pack is not None else rule.base
    words = deck_words(base, rule.extra)
    cards = build_cards(rule.copies, base, rule.extra, removed)
    by_name: dict[str, int] = {}
    for index, card in enumerate(cards):
        by_name[card.name] = by_name.get(card.name, 0) | 1 << index

    def printed(what: str, text: str) -> int:
        return sum(1 << i for i, card in enumerate(cards) if getattr(card, what) == text)

    return Deck(
        cards,
        words.suits,
        words.ranks,
        words.twins,
        words.words,
        by_name,
        tuple(printed("rank", letter) for letter in words.ranks),
        tuple(printed("suit", glyph) for glyph in words.suits),
        (1 << len(cards)) - 1,
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """A rule file with options, players, teams and deck settled."""

    rules: Rules
    players: int
    options: Mapping[str, OptionValue]
    deck: Deck
    teams: tuple[int, ...] = ()  # of each seat
    melds: tuple[str, ...] = ()  # names of all melds, once they are expanded

    @property
    def seats(self) -> int:
        """All seats, as a mask."""
        return (1 << self.players) - 1

    @property
    def team_seats(self) -> tuple[int, ...]:
        """For each team the mask of its seats."""
        count = max(self.teams, default=-1) + 1
        return tuple(sum(1 << s for s, t in enumerate(self.teams) if t == team) for team in range(count))

    def size(self, type_: Type) -> int:
        """The number of elements of a type's domain; 0 where it has none."""
        kind = type_.kind
        if kind is Kind.CARD:
            return len(self.deck.cards)
        if kind is Kind.SEAT:
            return self.players
        if kind is Kind.SUIT:
            return len(self.deck.suits)
        if kind is Kind.RANK:
            return len(self.deck.ranks)
        return len(type_.symbols) if kind is Kind.SYMBOL else len(self.melds) if kind is Kind.MELD else 0

    def domain(self, type_: Type) -> str:
        """What a slot's numbers or bits mean, in the program's words."""
        words = {Kind.CARD: "cards", Kind.SEAT: "seats", Kind.SUIT: "suits", Kind.FLAG: "flag", Kind.NUMBER: "number"}
        if type_.kind is Kind.SYMBOL:
            return "symbols:" + ",".join(type_.symbols)
        if type_.kind is Kind.MELD:
            return "symbols:" + ",".join(self.melds)
        return "symbols:" + ",".join(self.deck.ranks) if type_.kind is Kind.RANK else words.get(type_.kind, "number")
