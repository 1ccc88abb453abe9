"""Picks that go on from one tier of cards to the next: every set of cards can be chosen, in one way each."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.compiler.support import program_of
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory

TEXT = """
trickcore: 1
name: Tiers
players: 2
deck: {deck}
zones: {{heap: hidden}}
steps:
  - deal: {{each: 7}}
  - pick: {{who: dealer, from: hand, count: {count}, cards: {cards}, to: heap}}
"""
DECKS = ["french 24", "french 24 + 2 joker"]
TIERS = ["hearts", "clubs", "spades", "queens", "hearts + queens", "spades + kings"]


def chosen(machine: Machine, state: Memory, offset: int, way: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """All ways of choosing, as the numbers of the cards in the menu."""
    if machine.over(state):
        return [way]
    ways = []
    for action in machine.legal(state):
        after = machine.copy(state)
        machine.step(after, action)
        ways += chosen(machine, after, offset, (*way, action - offset))
    return ways


def expected(hand: list[int], first: set[int], count: int) -> list[tuple[int, ...]]:
    """Cards of the first tier, and others only if all of these are among them."""
    tier, rest = [c for c in hand if c in first], [c for c in hand if c not in first]
    if len(tier) >= count:
        return sorted({tuple(sorted(c)) for c in combinations(tier, count)})
    return sorted({tuple(sorted((*tier, *c))) for c in combinations(rest, count - len(tier))})


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("tier", TIERS)
def test_every_set_can_be_chosen_once_where_a_tier_runs_out(deck: str, tier: str) -> None:
    for seed, count in ((seed, count) for seed in range(4) for count in (2, 4)):
        program = program_of(TEXT.format(deck=deck, count=count, cards=f"[{tier}, any]"))
        machine = Machine(program)
        state = machine.start(Dice(seed))
        dealer = machine.value(state, program.roles["dealer"])
        held = machine.value(state, program.roles["hand"])
        assert isinstance(dealer, int) and isinstance(held, tuple)
        kinds = list(dict.fromkeys(card.name for card in program.cards))
        hand = [kinds.index(card.name) for i, card in enumerate(program.cards) if held[dealer] >> i & 1]
        first = {kinds.index(card.name) for card in program.cards if in_tier(card.suit, card.rank, tier)}
        menu = next(menu for menu in program.menus if menu.name == "pick")
        ways = [tuple(sorted(way)) for way in chosen(machine, state, menu.offset)]
        assert sorted(ways) == expected(hand, first, count)


def in_tier(suit: str, rank: str, tier: str) -> bool:
    words = {"hearts": "♥", "clubs": "♣", "spades": "♠", "queens": "Q", "kings": "K"}
    return any(words[word] in (suit, rank) for word in tier.split(" + "))
