"""Quantifiers over cards and numbers that only the game knows, held against Python."""

from __future__ import annotations

from tests.compiler.support import findings_of, program_of
from tests.engines.lockstep import lockstep
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.program.masks import elements

GAME = """\
trickcore: 1
name: Loops
players: 4
deck: french 52
values: {A: 11, 10: 10, K: 4, Q: 3, J: -2}
state: {done: flag, most_: set of cards, least_: set of cards, high: number, low: number, none_: number, few: number}
steps:
  - deal: {each: 13}
  - set:
      most_: most(value(c) for c in hand(dealer) if c not in aces)
      least_: least(value(c) for c in hand(dealer))
      high: max(value(c) - 20 for c in hand(dealer))
      low: min(value(c) + 5 for c in hand(dealer) if suit(c) == ♥)
      none_: max(value(c) + 5 for c in hand(dealer) if c not in hand(dealer))
      few: count(n * n <= 50 for n in 0..900 * count(hand(dealer) & 2♠))
  - ask: {who: dealer, choose: {done: flags}}
"""
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": -2}


def test_extremes_over_unknown_cards() -> None:
    program = program_of(GAME)
    machine = Machine(program)
    for seed in range(30):
        state = machine.start(Dice(seed))
        slots = {slot.label: machine.value(state, k) for k, slot in enumerate(program.slots) if slot.label}
        hands, dealer = slots["hand"], slots["dealer"]
        assert isinstance(hands, tuple)
        assert isinstance(dealer, int)
        hand = elements(hands[dealer])
        worth = {card: WORTH.get(program.cards[card].rank, 0) for card in hand}
        others = {card: n for card, n in worth.items() if program.cards[card].rank != "A"}
        assert elements(_number(slots["most_"])) == [c for c, n in others.items() if n == max(others.values())]
        assert elements(_number(slots["least_"])) == [c for c, n in worth.items() if n == min(worth.values())]
        assert slots["high"] == max(worth.values()) - 20
        hearts = [n + 5 for card, n in worth.items() if program.cards[card].suit == "♥"]
        assert slots["low"] == min(hearts, default=0)
        assert slots["none_"] == 0
        assert slots["few"] == (8 if any(program.cards[card].name == "2♠" for card in hand) else 1)
        assert lockstep(program, seed)[1] == ""


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def test_the_greatest_of_unknown_numbers_is_refused_as_a_set() -> None:
    text = GAME.replace("count(n * n <= 50", "first(n * n >= 50")
    assert [code for code, _ in findings_of(text)] == ["not-lowered"]
