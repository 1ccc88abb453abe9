"""The deck catalogue, as data: suits and ranks of several nations, and the packs that are made of them.

National suits are written with the four French signs, in the correspondence that bilingual packs print: acorns and
batons with ♣, bells and coins with ♦, cups, roses and German hearts with ♥, leaves, shields and swords with ♠. Only
the words differ. A tarot's trumps are its fifth suit, ★.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from trickcore.cards.model import Group, Pack, Rank, Suit
from trickcore.whole import whole


def _four(clubs: str, diamonds: str, hearts: str, spades: str, twins: bool = True) -> tuple[Suit, ...]:
    """The four suits under a nation's words, in the plural. `twins`: whether the pack has two suits of each colour."""
    signs = (("♣", "C", "black", "♠"), ("♦", "D", "red", "♥"), ("♥", "H", "red", "♦"), ("♠", "S", "black", "♣"))
    words = (clubs, diamonds, hearts, spades)
    return tuple(
        Suit(glyph, letter, _singular(plural), plural, colour if twins else "", twin if twins else "")
        for (glyph, letter, colour, twin), plural in zip(signs, words, strict=True)
    )


def _singular(plural: str) -> str:
    return plural.removesuffix("ves") + "f" if plural.endswith("ves") else plural.removesuffix("s")


FRENCH = _four("clubs", "diamonds", "hearts", "spades")
GERMAN = _four("acorns", "bells", "hearts", "leaves")
SWISS = _four("acorns", "bells", "roses", "shields", twins=False)
LATIN = _four("batons", "coins", "cups", "swords", twins=False)
STARS = Suit("★", "T", "star", "stars")

#: Words for numerals; a rank's word is that of its numeral where it has one.
_NUMERALS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
#: Second words for a rank.
_ALSO = {"2": ("deuces",), "3": ("treys",)}
_COURTS = {
    "A": ("ace", "aces"),
    "K": ("king", "kings"),
    "Q": ("queen", "queens"),
    "J": ("jack", "jacks"),
    "C": ("cavalier", "cavaliers"),
    "O": ("over", "overs"),
    "U": ("under", "unders"),
}
#: The lowest and highest numeral that a pack of a game's own may have.
NUMERALS = range(1, 100)


def rank(letter: str) -> Rank:
    """The rank of a letter or numeral; numerals above twenty have no word of their own.

    >>> rank("6").plurals, rank("21").plurals
    (('sixes',), ())
    """
    if letter in _COURTS:
        word, plural = _COURTS[letter]
        return Rank(letter, word, (plural, *_ALSO.get(letter, ())))
    number = int(letter)
    if number > len(_NUMERALS):
        return Rank(letter, letter, ())
    word = _NUMERALS[number - 1]
    plural = word[:-1] + "ies" if word.endswith("y") else word + ("es" if word.endswith("x") else "s")
    return Rank(letter, word, (plural, *_ALSO.get(letter, ())))


def known_rank(letter: str) -> bool:
    """Whether a card may bear this rank: a court's letter, or a numeral from 1 to 99 without a leading zero."""
    return letter in _COURTS or (whole(letter) in NUMERALS and not letter.startswith("0"))


def _ranks(text: str) -> tuple[Rank, ...]:
    """Ranks from high to low, written as in a rule file: `A K Q J 10..2`."""
    letters: list[str] = []
    for part in text.split():
        high, dots, low = part.partition("..")
        letters += [str(n) for n in range(int(high), int(low) - 1, -1)] if dots else [part]
    return tuple(rank(letter) for letter in letters)


#: Suits that a pack of a game's own may use, by sign: the French words, and the star.
SIGNS = MappingProxyType({suit.glyph: suit for suit in (*FRENCH, STARS)})
#: Cards without a suit that `+ 2 joker` may add to any pack.
EXTRA = ("joker", "excuse")


def _plain(name: str, suits: tuple[Suit, ...], ranks: str, jokers: int = 0, help: str = "") -> Pack:
    """A pack whose suits all have the same ranks."""
    extra = ((jokers, "joker"),) if jokers else ()
    return Pack(name, suits, (Group(suits, _ranks(ranks)),), extra, help)


def _split(name: str, black: str, red: str, extra: tuple[tuple[int, str], ...], help: str) -> Pack:
    """A French pack whose black and red suits have different ranks."""
    clubs, diamonds, hearts, spades = FRENCH
    groups = (Group((clubs, spades), _ranks(black)), Group((diamonds, hearts), _ranks(red)))
    return Pack(name, FRENCH, groups, extra, help)


def _tarot(name: str, black: str, red: str, help: str) -> Pack:
    """A tarot pack: four suits, 21 trumps, the excuse."""
    base = _split(name, black, red, ((1, "excuse"),), help)
    return Pack(name, (*FRENCH, STARS), (*base.groups, Group((STARS,), _ranks("21..1"))), base.extra, help)


def _packs() -> Iterable[Pack]:
    yield _plain("french 52", FRENCH, "A K Q J 10..2", help="the standard pack")
    yield _plain("french 53", FRENCH, "A K Q J 10..2", 1, "the standard pack and a joker")
    yield _plain("french 54", FRENCH, "A K Q J 10..2", 2, "the standard pack and two jokers")
    yield _plain("french 48", FRENCH, "A K Q J 10..3", help="from three to ace")
    yield _plain("french 44", FRENCH, "A K Q J 10..4", help="from four to ace")
    yield _plain("french 40", FRENCH, "A K Q J 7..2", help="without eights, nines and tens")
    yield _plain("french 36", FRENCH, "A K Q J 10..6", help="from six to ace")
    yield _plain("french 32", FRENCH, "A K Q J 10..7", help="from seven to ace")
    yield _plain("french 33", FRENCH, "A K Q J 10..7", 1, "from seven to ace, and a joker")
    yield _plain("french 28", FRENCH, "A K Q J 10..8", help="from eight to ace")
    yield _plain("french 24", FRENCH, "A K Q J 10 9", help="from nine to ace")
    yield _plain("french 25", FRENCH, "A K Q J 10 9", 1, "from nine to ace, and a joker")
    yield _plain("french 20", FRENCH, "A K Q J 10", help="from ten to ace")
    joker = ((1, "joker"),)
    yield _split("french 43", "A K Q J 10..5", "A K Q J 10..4", joker, "black fives and red fours to aces, and a joker")
    yield _split(
        "french 63", "A K Q J 12..2", "A K Q J 13..2", joker, "with elevens, twelves, red thirteens and a joker"
    )
    yield _plain("german 36", GERMAN, "A K O U 10..6", help="from six to ace")
    yield _plain("german 32", GERMAN, "A K O U 10..7", help="from seven to ace")
    yield _plain("german 24", GERMAN, "A K O U 10 9", help="from nine to ace")
    yield _plain("german 20", GERMAN, "A K O U 10", help="from ten to ace")
    yield _plain("swiss 36", SWISS, "A K O U 10..6", help="from six to ace; the ten is the banner")
    for nation in ("latin", "spanish", "italian"):
        yield _plain(f"{nation} 40", LATIN, "K C J 7..2 A", help="ace to seven, jack, cavalier, king")
    for nation in ("latin", "spanish"):
        yield _plain(f"{nation} 48", LATIN, "K C J 9..2 A", help="ace to nine, jack, cavalier, king")
    yield _tarot("tarot 78", "K Q C J 10..1", "K Q C J 10..1", "four courts, 21 trumps and the excuse")
    yield _tarot("tarot 54", "K Q C J 10 9 8 7", "K Q C J 1 2 3 4", "black tens to sevens, red ones to fours")
    yield _tarot("tarot 42", "K Q C J 10", "K Q C J 1", "black tens and red ones")


#: All packs by name, such as "french 52".
PACKS = MappingProxyType({pack.name: pack for pack in _packs()})
