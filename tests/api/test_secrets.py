"""What nobody may learn: from refusals, from who is asked how often, from hands that are open or hidden."""

from __future__ import annotations

import trickcore
from trickcore.match import Match

PICKS = """
trickcore: 1
name: Picks
players: 2
deck: 2 x french 24
order: {all: A K Q J 10 9}
zones: {kitty: hidden}
steps:
  - deal: {each: 6}
  - pick: {who: seats, from: hand, cards: [hearts, any], count: 1, to: kitty}
  - play: all
match: {deals: 1}
"""


def started(text: str, seed: int) -> Match:
    """A match of a rule file's text."""
    return trickcore.loads(text).start(seed)


def test_a_refusal_tells_nothing_of_other_hands() -> None:
    """Also where several seats met duties since the last action, with copies of the same cards."""
    told = set()
    for seed in range(60):
        match = started(PICKS, seed)
        while not match.over:
            seat = match.decision.seat
            held = set(match.view(seat).hand)
            for card in {name for other in (0, 1) for name in match.view(other).hand}:
                refusal = match.why_not(f"pick {card}") if match.decision.kind == "pick" else None
                if refusal is not None:
                    told.add(refusal.kind)
                    assert (refusal.kind == "not-held") == (card not in held), (seed, card)
            match.play(match.legal_ids[0])
    assert told == {"not-held", "duty"}


def test_each_seat_picks_as_often_whatever_it_holds() -> None:
    for seed in range(60):
        match = started(PICKS, seed)
        asked = []
        while match.decision.kind == "pick":
            asked.append(match.decision.seat)
            match.play(match.legal_ids[-1])
        assert sorted(asked) == [0, 1]


OPEN = """
trickcore: 1
name: Open
players: 2
deck: french 24
zones: {hand: open}
steps: [{deal: {each: 6}}, {play: all}]
match: {deals: 1}
"""


def test_open_hands_are_in_the_view_of_all() -> None:
    match = started(OPEN, 3)
    hands = tuple(match.view(seat).hand for seat in (0, 1))
    for seat in (0, 1, None):
        zones = match.view(seat).zones["hand"]
        assert isinstance(zones, tuple)
        assert tuple(zone.cards for zone in zones) == hands
