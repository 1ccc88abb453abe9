"""Players for testing and measuring: the bot protocol, a random bot, a greedy one, and a match between bots."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from trickcore.actions import Action
from trickcore.greedy import GreedyBot
from trickcore.view import View

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match


class Bot(Protocol):
    """Anything that decides for a seat. It is given that seat's view and nothing else."""

    def choose(self, view: View) -> Action | str | int:
        """One of `view.decision.legal`, as an action, its text or its id."""


class RandomBot:
    """Picks any legal action with equal chance; the same seed makes the same choices.

    Where several cards are picked, that is each next card with equal chance, and not each set of cards.
    Its dice are a stream of its own: what it does says nothing of the cards, and the other way round.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(f"trickcore bot {seed}").random

    def choose(self, view: View) -> int:
        """Any legal action."""
        if view.decision is None:
            raise ValueError("this view has nothing to decide")
        ids = view.decision.legal.ids
        return ids[int(self._random() * len(ids))]


def play_match(game: Game, bots: Sequence[Bot] | Mapping[int, Bot], seed: int | None = None) -> Match:
    """Let bots play a whole match: `bots[seat]` decides for a seat. Gives the finished match.

    >>> import trickcore
    >>> game = trickcore.load("two-ten-jack(target=5)")
    >>> match = trickcore.play_match(game, [trickcore.GreedyBot(), trickcore.RandomBot(1)], seed=7)
    >>> match.over
    True
    """
    match = game.start(seed)
    while not match.over:
        seat = match.decision.seat
        match.play(bots[seat].choose(match.view(seat)))
    return match


__all__ = ["Bot", "GreedyBot", "RandomBot", "play_match"]
