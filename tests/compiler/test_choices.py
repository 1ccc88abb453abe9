"""Choices whose values depend on the state: what is tried for the condition does not change what is open."""

from __future__ import annotations

import pytest

import trickcore

TEXT = """
trickcore: 1
name: Another suit
players: 2
deck: french 24
state: {{turned: card, trump: suit}}
trumps: trump + J of twin(trump)
steps:
  - deal: {{each: 5}}
  - set: {{turned: J♥}}
  - {step}
  - score: 1
match: {{deals: 1}}
"""
CHOICE = "trump: suits - suit(turned), alone: flags"
NAMED = ["trump ♣ alone no", "trump ♣ alone yes", "trump ♦ alone no", "trump ♦ alone yes"]
NAMED += ["trump ♠ alone no", "trump ♠ alone yes"]


@pytest.mark.parametrize(
    ("step", "legal"),
    [
        (f"ask: {{who: eldest, choose: {{{CHOICE}}}, if: count(hand) == 5}}", NAMED),
        (f"auction: {{turn: first, bid: {{{CHOICE}}}, all pass: []}}", [*NAMED, "pass"]),
        (
            "ask: {who: eldest, choose: {trump: suits, n: 0..count(trumps)}, if: n < 1}",
            [f"trump {suit} n 0" for suit in "♣♦♥♠"],
        ),
    ],
)
def test_what_is_open_is_asked_before_anything_is_tried(step: str, legal: list[str]) -> None:
    match = trickcore.loads(TEXT.format(step=step)).start(seed=1)
    assert list(match.decision.legal.texts) == legal
