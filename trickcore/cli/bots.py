"""The bots that a command line can name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from trickcore.bots import Bot
    from trickcore.game import Game

BOTS = ("random", "greedy")
bot_type = click.Choice(BOTS)


def make_bots(name: str, game: Game, seed: int) -> list[Bot]:
    """One bot per seat. Random bots get seeds of their own, so that no two make the same choices."""
    from trickcore.bots import GreedyBot, RandomBot

    if name == "random":
        return [RandomBot(seed * game.players + seat) for seat in range(game.players)]
    return [GreedyBot() for _ in range(game.players)]
