"""The vocabulary of a deck: how its cards, suits and ranks are written in the texts of a rule file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from trickcore.cards.catalogue import PACKS, SIGNS, rank
from trickcore.cards.model import Face, Group, Pack
from trickcore.cards.text import card_form
from trickcore.records import dataclass

if TYPE_CHECKING:
    from trickcore.rules.model import CustomPack


def pack_of(base: str | CustomPack) -> Pack:
    """The pack of a name of the catalogue, or of a game's own suits and ranks (which must be known to the catalogue).

    >>> from trickcore.rules.model import CustomPack
    >>> len(pack_of("french 52")), len(pack_of(CustomPack(("♥", "♠"), ("2", "1"), ((3, "jester"),))))
    (52, 7)
    """
    if isinstance(base, str):
        return PACKS[base]
    suits = tuple(SIGNS[glyph] for glyph in base.suits)
    return Pack("own", suits, (Group(suits, tuple(rank(letter) for letter in base.ranks)),), base.extra)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one deck: see `DeckWords`. `faces` maps canonical names to the printed cards."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    words: Mapping[str, tuple[str, str]]
    faces: Mapping[str, Face]
    twins: Mapping[str, str]  # glyph → glyph of the other suit of its colour

    def card(self, text: str) -> str | None:
        """The canonical name of a printed card, or None if the deck has no such card.

        >>> words = deck_words("french 52")
        >>> words.card("10H"), words.card("T♥"), words.card("joker")
        ('10♥', '10♥', None)
        """
        name = card_form(text)
        return name if name in self.faces else None


def deck_words(base: str | CustomPack, extra: Iterable[tuple[int, str]] = ()) -> Vocabulary:
    """The vocabulary of a pack and the cards added to it, whatever options and players take out.

    >>> deck_words("french 52").words["queens"], deck_words("french 52").words["red"]
    (('rank', 'Q'), ('suits', '♦♥'))
    """
    pack = pack_of(base)
    suitless = tuple(dict.fromkeys(name for _, name in (*pack.extra, *extra)))
    faces = {face.name: face for face in pack.faces()}
    faces |= {name: Face(name, name) for name in suitless}
    return Vocabulary(
        tuple(suit.glyph for suit in pack.suits),
        tuple(rank.letter for rank in pack.ranks),
        _words(pack) | {name: ("card", name) for name in suitless},
        faces,
        {suit.glyph: suit.twin for suit in pack.suits if suit.twin in (s.glyph for s in pack.suits)},
    )


def _words(pack: Pack) -> dict[str, tuple[str, str]]:
    """Words for suits, colours and ranks of the pack."""
    words = {suit.plural: ("suit", suit.glyph) for suit in pack.suits}
    for colour in sorted({suit.colour for suit in pack.suits} - {""}):
        words[colour] = ("suits", "".join(suit.glyph for suit in pack.suits if suit.colour == colour))
    for one in pack.ranks:
        words.update(dict.fromkeys(one.plurals, ("rank", one.letter)))
    return words
