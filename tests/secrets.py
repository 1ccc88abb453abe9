"""Holds a game against what its seats may know, in many random matches."""

from __future__ import annotations

from random import Random

from trickcore.checking.swap import Swap
from trickcore.game import Game
from trickcore.match import Match


def played(game: Game, dice: Random, most: int) -> Match:
    """A match after some random actions, still in its first deal."""
    match = game.start(seed=dice.randrange(2**32))
    for _ in range(dice.randrange(most)):
        if match.over or match.deal_number != 1:
            break
        match.play_id(dice.choice(match.legal_ids))
    if match.over or match.deal_number != 1:
        match.undo()
    return match


def swaps(game: Game, seat: int | None, most: int, count: int) -> list[Swap]:
    """So many matches with cards to be swapped."""
    dice = Random(f"swap {seat}")
    return [Swap(played(game, dice, most), seat, dice) for _ in range(count)]


def find_no_difference(game: Game, most: int, count: int = 40) -> None:
    """Swap cards for each seat and a spectator. Enough whole plays must be possible for this to mean something."""
    for seat in (*range(game.players), None):
        found = swaps(game, seat, most, count)
        assert [str(leak) for swap in found if (leak := swap.leak())] == []
        assert sum(swap.whole for swap in found) > count // 10, seat
        assert sum(swap.compared for swap in found) > 2 * count
