"""`winner_of(n)`: who took the trick of that number."""

from __future__ import annotations

import trickcore
from tests.engines.lockstep import lockstep

TEXT = """
trickcore: 1
name: Winners
players: 3
deck: french 24
order: {all: A K Q J 10 9}
steps:
  - deal: {each: 8}
  - play: all
  - score:
      lines:
        first: 1 if winner_of(1) == me
        last: 10 if winner_of(8) == me
        neither: 100 if winner_of(0) != none or winner_of(9) != none or winner_of(50) != none
match: {deals: 2}
"""


def test_each_trick_has_its_winner() -> None:
    game = trickcore.loads(TEXT)
    for seed in range(6):
        lockstep(game.program, seed)
        match = game.start(seed)
        while not match.over:
            match.play(match.legal_ids[-1])
        taken = [event.fields["seat"] for event in match.events() if event.name == "taken"]
        expected = [0, 0, 0]
        for first, points in ((0, 1), (7, 10), (8, 1), (15, 10)):
            expected[taken[first]] += points  # type: ignore[index]
        assert match.scores == tuple(expected)
