"""The deck catalogue: packs as data, the words of a deck, and the cards of a game."""

from trickcore.cards.build import build_cards
from trickcore.cards.catalogue import EXTRA, PACKS, SIGNS, known_rank
from trickcore.cards.model import Face, Group, Pack, Rank, Suit
from trickcore.cards.text import ascii_form, card_form, parse_card
from trickcore.cards.words import Vocabulary, deck_words, pack_of

__all__ = [
    "EXTRA",
    "PACKS",
    "SIGNS",
    "Face",
    "Group",
    "Pack",
    "Rank",
    "Suit",
    "Vocabulary",
    "ascii_form",
    "build_cards",
    "card_form",
    "deck_words",
    "known_rank",
    "pack_of",
    "parse_card",
]
