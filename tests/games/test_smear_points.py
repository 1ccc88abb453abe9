"""What each deal of Ten Point Smear awards, counted again from what all could see, in random matches."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

import trickcore
from tests.games.settings import heard_deal
from trickcore.actions import Action
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
        best = self.best()
        return found + [(best[0], 1)] * (len(best) == 1)

    def best(self) -> list[int]:
        """The sides that have most card points."""
        game = self.game()
        return [side for side, points in game.items() if points == max(game.values())]

    def jokers_meet(self) -> bool:
        """Both jokers were played to one trick."""
        tricks = [self.played[n : n + self.players] for n in range(0, len(self.played), self.players)]
        return any([card for _, card in trick].count("joker") == 2 for trick in tricks)

    def missing(self) -> int:
        """Points of cards that nobody played, and the one for game if sides are equal in it."""
        t, cards = self.trump, Counter(card for _, card in self.played)
        out = sum(not cards[rank + t] for rank in ("A", "2", "J")) + (not cards["J" + TWIN[t]])
        out += 3 * (not cards["3" + t]) + 2 - cards["joker"]
        return out + (len(self.best()) > 1)

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

    def choose(match: Match) -> Action:
        legal = match.decision.legal
        low = [a for a in legal if a.text.startswith("bid") and int(a.text[4:]) <= 5]
        return dice.choice(low or list(legal))

    found: list[tuple[Deal, list[int]]] = []
    for _ in range(count):
        events, points = heard_deal(match, choose)
        deal = Deal(match.game.players)
        for event in events:
            deal.hear(event)
        found.append((deal, points))
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
            met["game tied"] += len(deal.best()) > 1
            met["partner"] += deal.partner is not None
            met["bidder alone"] += deal.partner is None
            met["two jokers in a trick"] += deal.jokers_meet()
    wanted = {"made", "failed", "more than bid", "game tied", "two jokers in a trick"}
    wanted |= {"out of play", "partner", "bidder alone"} if players == 5 else set()
    assert {name for name in wanted if not met[name]} == set()
