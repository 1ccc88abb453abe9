from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import trickcore
from trickcore import Game, Match

SETTINGS = ("two-ten-jack", "two-ten-jack(target=1)", "two-ten-jack(target=60)", "two-ten-jack(must_trump=false)")


@pytest.fixture(scope="session")
def game() -> Game:
    return trickcore.load("two-ten-jack")


@pytest.fixture(scope="session", params=SETTINGS)
def any_game(request: pytest.FixtureRequest) -> Game:
    """The game under several settings: every option at some other value."""
    return trickcore.load(request.param)


def play_random(match: Match, seed: int, stop: int = 1 << 30, look: Callable[[Match], None] = lambda _: None) -> Match:
    """Play at random, up to a number of actions, looking at each position."""
    random = Random(seed)
    for _ in range(stop):
        look(match)
        if match.over:
            return match
        match.play(random.choice(match.legal_ids))
    return match
