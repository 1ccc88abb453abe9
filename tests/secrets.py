"""Holds a game against what its seats may know: hidden cards are swapped at the deal, the same public play follows, and
nobody who has not seen the cards may find a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from trickcore.actions import Action
from trickcore.game import Game
from trickcore.match import Match
from trickcore.testing.position import known

Alter = Callable[[Match, int | None, Action], Action]  # what is done instead in the other match


def told(match: Match, seat: int | None) -> list[object]:
    """Everything that a seat (None: a spectator) may see, do and ask."""
    found: list[object] = [match.view(seat).to_json(), [event.text for event in match.events(seat)]]
    due = [decision for decision in match.decisions if decision.seat == seat]
    found += [decision.legal.ids for decision in due]
    if due and not due[0].optional:
        found.append([match.why_not(action) for action in match.game.actions.actions.values()])
    return found


def _same(_: Match, __: int | None, action: Action) -> Action:
    return action


class Swap:
    """A match, and one in which cards that a seat has not seen after some play lie elsewhere."""

    def __init__(self, game: Game, seat: int | None, dice: Random, most: int, alter: Alter = _same) -> None:
        self.game, self.seat, self.alter = game, seat, alter
        pack = [card.name for card in game.program.cards]
        dice.shuffle(pack)
        first = self._start(pack)
        for _ in range(dice.randrange(most)):
            if first.over or first.deal_number != 1:
                break
            first.play(dice.choice(first.legal_ids))
        if first.deal_number != 1 or first.over:  # all that came out when it was over is no secret before
            first.undo()
        self.first, self.pack = first, pack
        seen = {text for viewer in {seat, None} for text in known(first, viewer)}
        places = [at for at, card in enumerate(pack) if card not in seen]
        moved = dice.sample(places, len(places))
        self.swapped = list(pack)
        for at, other in zip(places, moved, strict=True):
            self.swapped[at] = pack[other]

    def _start(self, pack: list[str]) -> Match:
        return self.game.start(seed=1, deal=[pack], dealer=0)

    def compare(self) -> tuple[int, bool]:
        """How many positions were compared, and whether the whole play was possible with the swapped cards."""
        one, other = self._start(self.pack), self._start(self.swapped)
        for number, action in enumerate(self.first.actions):
            assert told(one, self.seat) == told(other, self.seat)
            instead = self.alter(self.first, self.seat, action)
            if instead.id not in other.legal_ids:
                return number + 1, False
            one.play(action)
            other.play(instead)
        assert told(one, self.seat) == told(other, self.seat)
        return len(self.first.actions) + 1, True


def find_no_difference(game: Game, most: int, count: int = 40, alter: Alter = _same) -> None:
    """Swap cards for each seat and a spectator. Enough whole plays must be possible for this to mean something."""
    for seat in (*range(game.players), None):
        dice = Random(f"swap {seat}")
        found = [Swap(game, seat, dice, most, alter).compare() for _ in range(count)]
        assert sum(whole for _, whole in found) > count // 10, (seat, found)
        assert sum(positions for positions, _ in found) > 2 * count
