"""The games and settings that the properties are tried on, and random matches of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import trickcore
from trickcore.game import Game
from trickcore.match import Match
from trickcore.rules.model import OptionValue
from trickcore.view import View, Zone


@dataclass(frozen=True)
class Setting:
    """A game with its players and options. `deal`: about as many actions as a deal has at least."""

    name: str
    players: int
    deal: int
    options: tuple[tuple[str, OptionValue], ...] = field(default=())

    @property
    def game(self) -> Game:
        return load(self)

    def __str__(self) -> str:
        chosen = " ".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name} {self.players} {chosen}".strip()


@cache
def load(setting: Setting) -> Game:
    return trickcore.load(setting.name, players=setting.players, options=dict(setting.options))


TWO_TEN_JACK = [
    Setting("two-ten-jack", 2, 52, (("target", target), ("must_trump", must)))
    for target in (1, 5, 31)
    for must in (True, False)
]
SMEAR_DEALS = {4: 61, 5: 58, 6: 62}
SMEAR = [
    *(Setting("ten-point-smear", players, deal, (("target", 8),)) for players, deal in SMEAR_DEALS.items()),
    Setting("ten-point-smear", 4, 61, (("protect_scoring_trumps", True), ("high_low", "in_play"), ("target", 1))),
    Setting("ten-point-smear", 5, 58, (("may_trump", True), ("equal_jokers", "second"), ("low_to", "wins"))),
    Setting("ten-point-smear", 6, 62, (("six_player_sides", "two_trios"), ("stuck_dealer", True), ("target", 5))),
    Setting("ten-point-smear", 5, 58, (("high_low", "in_play"), ("joker_game_value", 0), ("target", 5))),
]
SETTINGS = [*TWO_TEN_JACK, *SMEAR]


def played(match: Match, choices: int, most: int) -> Match:
    """The match after so many random actions, or at its end."""
    dice = random.Random(choices)
    for _ in range(most):
        if match.over:
            break
        match.play(dice.choice(match.legal_ids))
    return match


def pack(game: Game) -> list[str]:
    """The names of all cards."""
    return [card.name for card in game.program.cards]


def zones(view: View) -> list[Zone]:
    """All places but hands, trick and cards that were won."""
    return [zone for place in view.zones.values() for zone in (place if isinstance(place, tuple) else (place,))]


def visible(match: Match, seat: int | None) -> Counter[str]:
    """The cards that lie where a seat can see them, each as often as it sees it."""
    view = match.view(seat)
    found = Counter(view.hand)
    found.update(played.card for played in view.trick)
    for won in view.taken:
        found.update(won)
    for zone in zones(view):
        found.update(zone.cards or ())
    return found


def snapshot(match: Match) -> list[object]:
    """All that anybody may know of a match."""
    return [len(match.actions), *(match.view(seat).to_json() for seat in (*range(match.game.players), None))]
