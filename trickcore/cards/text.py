"""Reading a card as a person types it: `10♥`, `10H`, `th`, `10♥️`, `joker`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trickcore.errors import UnreadableAction

if TYPE_CHECKING:
    from trickcore.language.scope import DeckWords

_SUITS = dict(zip("CDHST♧♢♡♤☆♣♦♥♠★", "♣♦♥♠★" * 3, strict=True))
_LETTERS = dict(zip("♣♦♥♠★", "CDHST", strict=True))
_CARD = re.compile(rf"([1-9][0-9]?|[AKQJCOUT])([{''.join(_SUITS)}])")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def card_form(text: str) -> str | None:
    """The canonical form of what looks like a card, whether or not a deck has it; None for anything else.

    Letters may be small; `T` is a ten; the variation selectors that editors add to suit signs do not matter.

    >>> [card_form(text) for text in ("10H", "th", "A♠️", "joker", "21T", "1x", "")]
    ['10♥', '10♥', 'A♠', 'joker', '21★', None, None]
    """
    bare = text.strip().replace("\ufe0e", "").replace("\ufe0f", "")
    found = _CARD.fullmatch(bare.upper())
    if found:
        rank, suit = found.groups()
        return ("10" if rank == "T" else rank) + _SUITS[suit]
    return bare.lower() if _WORD.fullmatch(bare.lower()) else None


def ascii_form(name: str) -> str:
    """The ASCII form of a canonical name.

    >>> ascii_form("10♥"), ascii_form("joker")
    ('10H', 'joker')
    """
    return name[:-1] + _LETTERS[name[-1]] if name[-1:] in _LETTERS else name


def parse_card(text: str, deck: DeckWords) -> str:
    """The canonical name of the card that a person typed. Raises UnreadableAction, saying which of two things is wrong.

    >>> from trickcore.cards import deck_words
    >>> parse_card("th", deck_words("french 52"))
    '10♥'
    >>> parse_card("2H", deck_words("french 32"))
    Traceback (most recent call last):
    trickcore.errors.UnreadableAction: this game has no 2♥
    """
    name = card_form(text)
    if name is not None and (card := deck.card(name)) is not None:
        return card
    if name is not None and not _WORD.fullmatch(name):
        raise UnreadableAction(f"this game has no {name}")
    raise UnreadableAction(f"{text[:40]!r} is not a card: write a rank and a suit, such as {_sample(deck)}")


def _sample(deck: DeckWords) -> str:
    """A card of the deck in its two forms, for messages."""
    for rank in deck.ranks:
        for suit in deck.suits:
            if (card := deck.card(rank + suit)) is not None:
                return f"{card} or {ascii_form(card)}"
    return next((word for word, (kind, _) in sorted(deck.words.items()) if kind == "card"), "the name of a card")
