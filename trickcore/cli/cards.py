"""Cards as players hold them: by suit and rank, trumps apart, under the laws that are in force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from trickcore.greedy import Tables

if TYPE_CHECKING:
    from trickcore.view import View

_GAP = "   "


def in_hand(view: View) -> str:
    """The own hand on one line: trumps from high to low, a bar, and the other suits.

    >>> import trickcore
    >>> in_hand(trickcore.load("two-ten-jack").start(seed=7).view(0))
    'K♥ 6♥ | 4♣   J♦   8♠ 7♠'
    """
    trumps, others = _sorted(view.hand, view)
    return " | ".join(part for part in (" ".join(trumps), _GAP.join(_by_suit(others, view))) if part)


def by_suit(cards: Iterable[str], view: View) -> list[str]:
    """One text for the trumps among these cards, one for each other suit, and one for each card without a suit."""
    trumps, others = _sorted(cards, view)
    return [*([" ".join(trumps)] if trumps else []), *_by_suit(others, view)]


def _sorted(cards: Iterable[str], view: View) -> tuple[list[str], list[str]]:
    """Trumps and other cards, each from high to low; of equal cards those first that stand first in the pack."""
    if view.law_row is None:  # which are trumps, not all may know
        return [], list(cards)
    tables = Tables(view)
    pack = sorted(cards, key=view.game.card_index)
    trumps = sorted((card for card in pack if tables.trump(card)), key=tables.trump, reverse=True)
    others = sorted((card for card in pack if not tables.trump(card)), key=tables.height, reverse=True)
    return trumps, others


def _by_suit(cards: Iterable[str], view: View) -> list[str]:
    """In the order of the suits; what has none stands alone, behind."""
    suits: dict[str, list[str]] = {suit: [] for suit in view.game.program.suits}
    for name in cards:
        suit = view.game.program.cards[view.game.card_index(name)].suit
        suits.setdefault(suit or name, []).append(name)
    return [" ".join(names) for names in suits.values() if names]
