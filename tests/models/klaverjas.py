"""Klaverjas once more, written from the sentences of its cases: cards are texts, nothing is shared with the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

SUITS = "♣♦♥♠"
RUN = ["7", "8", "9", "10", "J", "Q", "K", "A"]
TRUMPS = ["7", "8", "Q", "K", "10", "A", "9", "J"]
PLAIN = ["7", "8", "9", "J", "Q", "K", "10", "A"]
TRUMP_WORTH = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN_WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
DEFAULTS: Mapping[str, object] = {
    "trumping": "amsterdam",
    "must_undertrump": False,
    "four_jacks": 200,
    "low_fours": False,
    "march": 100,
    "counter_march": True,
}
Play = tuple[int, str]  # seat, card


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def worth(card: str, trump: str) -> int:
    return (TRUMP_WORTH if suit(card) == trump else PLAIN_WORTH).get(rank(card), 0)


def height(card: str, led: str, trump: str) -> int:
    """How high a card is in a trick: 0 for what cannot win."""
    if suit(card) == trump:
        return 20 + TRUMPS.index(rank(card))
    return 1 + PLAIN.index(rank(card)) if suit(card) == led else 0


def winner(trick: Sequence[Play], trump: str) -> int:
    led = suit(trick[0][1])
    return max(trick, key=lambda play: height(play[1], led, trump))[0]


def legal(hand: set[str], trick: Sequence[Play], seat: int, trump: str, options: Mapping[str, object]) -> set[str]:
    """What may be played."""
    if not trick:
        return hand
    led = suit(trick[0][1])
    own = {card for card in hand if suit(card) == led}
    best = max(height(card, led, trump) for _, card in trick)
    trumps = {card for card in hand if suit(card) == trump}
    higher = {card for card in trumps if height(card, led, trump) > best}
    if own:
        return higher if led == trump and higher else own
    partner = winner(trick, trump) % 2 == seat % 2
    if options["trumping"] == "rotterdam":
        return higher or trumps or hand
    if not partner and higher:
        return higher
    if not partner and trumps and options["must_undertrump"]:
        return trumps
    return hand - (trumps - higher) or hand


def roem(cards: Sequence[str], trump: str, options: Mapping[str, object]) -> int:
    """What the four cards of a trick are worth together: the best run or four alike, and the stuk besides."""
    best = 0
    for size, points in ((3, 20), (4, 50)):
        for some in combinations(cards, size):
            places = sorted(RUN.index(rank(card)) for card in some)
            if len({suit(card) for card in some}) == 1 and places == list(range(places[0], places[0] + size)):
                best = max(best, points)
    ranks = {rank(card) for card in cards}
    if len(ranks) == 1:
        one = ranks.pop()
        alike = (
            options["four_jacks"] if one == "J" else 100 if one in ("A", "10", "K", "Q") or options["low_fours"] else 0
        )
        assert isinstance(alike, int)
        best = max(best, alike)
    return best + (20 if {"K" + trump, "Q" + trump} <= set(cards) else 0)


def points(tricks: Sequence[Sequence[Play]], maker: int, trump: str, options: Mapping[str, object]) -> tuple[int, int]:
    """What a deal brings to the sides of seats 0 and 1."""
    totals, won = [0, 0], [0, 0]
    for trick in tricks:
        side = winner(trick, trump) % 2
        cards = [card for _, card in trick]
        won[side] += 1
        totals[side] += sum(worth(card, trump) for card in cards) + roem(cards, trump, options)
    totals[winner(tricks[-1], trump) % 2] += 10
    makers = maker % 2
    for side in (0, 1):
        if won[side] == 8 and (side == makers or options["counter_march"]):
            march = options["march"]
            assert isinstance(march, int)
            totals[side] += march
    if totals[makers] <= totals[1 - makers]:
        totals[1 - makers] += totals[makers]
        totals[makers] = 0
    return totals[0], totals[1]
