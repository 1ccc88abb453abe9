"""What a pack is made of: suits, ranks, and cards that have neither."""

from __future__ import annotations

from collections.abc import Iterator

from trickcore.records import dataclass


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit. `letter`: its ASCII form. `twin`: glyph of the other suit of the same colour, or empty."""

    glyph: str
    letter: str
    word: str  # heart
    plural: str  # hearts
    colour: str = ""
    twin: str = ""


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank as it is written on the card. `plurals`: words for all cards of the rank; the first is the usual one."""

    letter: str
    word: str  # queen
    plurals: tuple[str, ...]  # queens


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one or more suits that have the same ranks, from high to low as printed order goes."""

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A printed card of a pack: `rank` and `suit` are empty for a card without them, such as a joker."""

    name: str  # 10♥, joker
    ascii: str  # 10H, joker
    rank: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A whole pack. `suits` is the deck's order; `extra` are cards without a suit, with their numbers."""

    name: str
    suits: tuple[Suit, ...]
    groups: tuple[Group, ...]
    extra: tuple[tuple[int, str], ...] = ()
    help: str = ""

    def faces(self) -> Iterator[Face]:
        """The printed cards with a suit, each once: suits in the deck's order, ranks from high to low."""
        for suit in self.suits:
            for group in self.groups:
                if suit in group.suits:
                    for rank in group.ranks:
                        yield Face(rank.letter + suit.glyph, rank.letter + suit.letter, rank.letter, suit.glyph)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """All ranks of the pack, from high to low; of several groups, one group after the other."""
        return tuple(dict.fromkeys(rank for group in self.groups for rank in group.ranks))

    def __len__(self) -> int:
        return sum(1 for _ in self.faces()) + sum(count for count, _ in self.extra)
