"""Positions of the Ten Point Smear model, and a short way to write them, for its tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from .ten_point_smear import Action, Deal, Model
from .ten_point_smear_cards import ALL_CARDS, JOKER


def same_packs() -> Iterator[list[str]]:
    """Yield the unshuffled pack for ever."""
    while True:
        yield list(ALL_CARDS)


def shuffled_packs(chance: random.Random) -> Iterator[list[str]]:
    """Yield shuffled packs for ever."""
    while True:
        pack = list(ALL_CARDS)
        chance.shuffle(pack)
        yield pack


def new_model(players: int = 4, dealer: int | None = None, **options: Any) -> Model:
    """Return a match of unshuffled packs; the last seat deals unless told, so that seat 0 bids first."""
    return Model(players - 1 if dealer is None else dealer, same_packs(), players, **options)


def cards(text: str) -> list[str]:
    """Read cards, an asterisk for a joker."""
    return [JOKER if word == "*" else word for word in text.split()]


def do(model: Model, *texts: str) -> None:
    """Apply actions written as words, such as "bid 4", "trump H" or a card to play."""
    for text in texts:
        words = cards(text)
        action: Action
        if words[0] == "bid":
            action = ("bid", int(words[1]))
        elif len(words) == 1 and words[0] != "pass":
            action = ("play", words[0])
        else:
            action = tuple(words)
        model.apply(action)


def choices(model: Model) -> list[str]:
    """Return the second words of the legal actions, sorted."""
    return sorted(str(action[1]) for action in model.legal() if len(action) > 1)


def auctioned(players: int, calls: str, **options: Any) -> Model:
    """Return a match after an auction such as "4 - 6 -"."""
    model = new_model(players, **options)
    do(model, *("pass" if call == "-" else f"bid {call}" for call in calls.split()))
    return model


def position(
    *hands: str, trump: str = "H", bid: int = 4, bidder: int = 0, phase: str = "play", **options: Any
) -> Model:
    """Return a match in the middle of a deal: the bidder is to act with the given hands."""
    model = new_model(len(hands), **options)
    model.hands = [cards(hand) for hand in hands]
    model.phase, model.trump = phase, trump
    model.bidder, model.bid, model.seat = bidder, bid, bidder
    return model


def finished(model: Model) -> Deal:
    """Play whatever is legal first to the end of the deal and return what came of it."""
    number = model.deal_number
    while model.deal_number == number and not model.over:
        model.apply(model.legal()[0])
    assert model.last_deal is not None
    return model.last_deal


def calling(*hands: str, **options: Any) -> Model:
    """Return a match of five in which seat 0 is to call, with hearts as trumps."""
    return position(*hands, phase="call", **options)
