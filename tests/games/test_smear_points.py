"""What each deal of Ten Point Smear awards, counted again from what all could see, in random matches."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

import trickcore
from trickcore.events import Event
from trickcore.match import Match

TWIN = {"♠": "♣", "♣": "♠", "♥": "♦", "♦": "♥"}
GAME = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10, "joker": 1}
BIG = 500


@dataclass
class Deal:
    """What all heard of a deal."""

    players: int
    bidder: int = -1
    bid: int = 0
    trump: str = ""
    partner: int | None = None
    played: list[tuple[int, str]] = field(default_factory=list)
    taken: list[tuple[int, str]] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        about = event.to_json()["fields"]
        assert isinstance(about, dict)
        if event.name == "chosen" and "bid" in about:
            self.bidder, self.bid = about["seat"], about["bid"]
        elif event.name == "chosen" and "trump" in about:
            self.trump = about["trump"]
        elif event.name == "set" and event.label == "partner_called":
            self.partner = about["value"]
        elif event.name == "played":
            self.played.append((about["seat"], about["card"]))
        elif event.name == "taken":
            self.taken += [(about["seat"], card) for card in about["cards"]]

    def side(self, seat: int) -> int:
        """Opposite seats; with five players 0 the bidder's side, 1 the other."""
        if self.players != 5:
            return seat % (self.players // 2)
        return int(seat not in (self.bidder, self.partner))

    def sides(self) -> set[int]:
        return {self.side(seat) for seat in range(self.players)}

    def game(self) -> Counter[int]:
        """Card points by side."""
        points = Counter(dict.fromkeys(self.sides(), 0))
        for seat, card in self.taken:
            points[self.side(seat)] += GAME.get(card.strip("♠♥♦♣"), 0)
        return points

    def awards(self) -> list[tuple[int, int]]:
        """The side and the points of each award that somebody has."""
        t = self.trump
        won = {"J" + t: 1, "J" + TWIN[t]: 1, "3" + t: 3, "joker": 1}
        found = [(self.side(seat), 1) for seat, card in self.played if card in ("A" + t, "2" + t)]
        found += [(self.side(seat), won[card]) for seat, card in self.taken if card in won]
        game = self.game()
        best = [side for side, points in game.items() if points == max(game.values())]
        return found + [(best[0], 1)] * (len(best) == 1)

    def missing(self) -> int:
        """Points of cards that nobody played, and the one for game if sides are equal in it."""
        t, cards = self.trump, Counter(card for _, card in self.played)
        out = sum(not cards[rank + t] for rank in ("A", "2", "J")) + (not cards["J" + TWIN[t]])
        out += 3 * (not cards["3" + t]) + 2 - cards["joker"]
        top = sorted(self.game().values())[-2:]
        return out + (top[0] == top[1])

    def due(self) -> list[int]:
        """What each seat must score."""
        won: Counter[int] = Counter()
        for side, points in self.awards():
            won[side] += points
        mine = self.side(self.bidder)
        return [
            -self.bid if self.side(seat) == mine and won[mine] < self.bid else won[self.side(seat)]
            for seat in range(self.players)
        ]


def deals(match: Match, dice: random.Random, count: int) -> list[tuple[Deal, list[int]]]:
    """So many deals of a random match, each with what every seat scored."""
    found: list[tuple[Deal, list[int]]] = []
    while len(found) < count:
        before, number, told = match.scores, match.deal_number, len(match.events(None))
        while match.deal_number == number:
            legal = match.decision.legal
            low = [a for a in legal if a.text.startswith("bid") and int(a.text[4:]) <= 5]
            match.play(dice.choice(low or list(legal)))
        deal = Deal(match.game.players)
        for event in match.events(None)[told:]:
            if event.name == "deal":
                break
            deal.hear(event)
        found.append((deal, [now - then for now, then in zip(match.scores, before, strict=True)]))
    return found


@pytest.mark.parametrize("players", [4, 5, 6])
def test_every_deal_scores_what_is_due(players: int) -> None:
    dice = random.Random(f"due {players}")
    game = trickcore.load("ten-point-smear", players=players, options={"target": BIG})
    met: Counter[str] = Counter()
    for seed in range(25):
        for deal, points in deals(game.start(seed=seed), dice, 4):
            assert len(deal.played) == len(deal.taken) == 6 * players
            assert Counter(card for _, card in deal.played) == Counter(card for _, card in deal.taken)
            assert sum(deal.game().values()) <= 82
            assert sum(award for _, award in deal.awards()) == 10 - deal.missing()
            assert points == deal.due()
            met["made" if points[deal.bidder] > 0 else "failed"] += 1
            met["more than bid"] += points[deal.bidder] > deal.bid
            met["out of play"] += deal.missing() > 0
            met["partner"] += deal.partner is not None
    wanted = {"made", "failed", "more than bid", *(["out of play", "partner"] if players == 5 else [])}
    assert {name for name in wanted if not met[name]} == set()
