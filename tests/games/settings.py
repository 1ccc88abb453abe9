"""The games and settings that the properties are tried on, and random matches of them."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import trickcore
from trickcore.actions import Action
from trickcore.events import Event
from trickcore.game import Game
from trickcore.match import Match
from trickcore.rules.model import OptionValue
from trickcore.view import View, Zone


@dataclass(frozen=True)
class Setting:
    """A game with its players and options. `deal`: about as many actions as a deal has."""

    name: str
    players: int
    deal: int
    options: tuple[tuple[str, OptionValue], ...] = field(default=())

    @property
    def game(self) -> Game:
        return load(self)

    @property
    def ends_soon(self) -> bool:
        """Random players come to the end; in Ten Point Smear they mostly fail their bids, so never to a far target."""
        return self.name != "ten-point-smear" or "target" in dict(self.options)

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
HEARTS = [
    Setting("hearts", 4, 64),
    Setting("hearts", 3, 60, (("target", 40), ("passing", "left"), ("opening", "any_club"), ("moon", "own_less"))),
    Setting("hearts", 5, 50, (("target", 30), ("passing", "never"), ("opening", "left_of_dealer"), ("moon", "choice"))),
    Setting("hearts", 4, 64, (("target", 1), ("clean_first", False), ("must_break", False), ("jack_bonus", True))),
    Setting("hearts", 3, 60, (("queen_breaks", True), ("spare_queen", True), ("short_suit", "club"), ("target", 26))),
    Setting("hearts", 5, 65, (("no_tricks_bonus", True), ("jack_bonus", True), ("moon", "choice"), ("target", 50))),
]
EUCHRE = [
    Setting("euchre", 4, 24),
    Setting("euchre", 4, 24, (("stick", True), ("say_alone", "before_lead"), ("keep_upcard", True), ("target", 3))),
    Setting("euchre", 4, 24, (("benny", True), ("defend_alone", "anybody"), ("loner_euchred", 4), ("target", 5))),
    Setting("euchre", 4, 28, (("farmers_hand", True), ("partner_alone", True), ("defend_alone", "loner"))),
    Setting("euchre", 4, 24, (("loner_lead", "left_of_maker"), ("benny", True), ("stick", True), ("target", 1))),
]
KLAVERJAS = [
    Setting("klaverjas", 4, 34),
    Setting("klaverjas", 4, 34, (("trumping", "rotterdam"), ("low_fours", True), ("four_jacks", 100), ("deals", 2))),
    Setting("klaverjas", 4, 33, (("may_pass", False), ("must_undertrump", True), ("first_lead", "maker"))),
    Setting("klaverjas", 4, 34, (("all_pass", "deal_again"), ("march", 0), ("target", 400), ("deals", 50))),
    Setting("klaverjas", 4, 34, (("first_to_speak", "the_dealer"), ("counter_march", False), ("target", 1))),
]
SETTINGS = [*TWO_TEN_JACK, *SMEAR, *HEARTS, *EUCHRE, *KLAVERJAS]


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


def heard_deal(match: Match, choose: Callable[[Match], Action]) -> tuple[list[Event], list[int]]:
    """Play to the end of a deal. What all heard since the cards were dealt, for the last time, and what each scored."""
    before, number, known = match.scores, match.deal_number, len(match.events(None))
    while not match.over and match.deal_number == number:
        match.play(choose(match))
    heard = list(match.events(None)[known:])
    ends = [place for place, event in enumerate(heard) if event.name == "deal"]
    if not match.over:
        heard = heard[: ends.pop()]
    points = [now - then for now, then in zip(match.scores, before, strict=True)]
    return heard[ends[-1] + 1 if ends else 0 :], points


def told(setting: Setting) -> str:
    """A digest of what may be done, and of what the seats that act are told, in some random matches."""
    digest = hashlib.sha256()
    for seed in range(2):
        match, dice = setting.game.start(seed=seed), random.Random(seed)
        for number in range(150):
            if match.over:
                break
            digest.update(json.dumps(match.legal_ids).encode())
            if number % 10 == 9:
                digest.update(json.dumps(match.view(match.decision.seat).to_json()).encode())
            match.play(dice.choice(match.legal_ids))
    return digest.hexdigest()


def snapshot(match: Match) -> list[object]:
    """All that anybody may know of a match."""
    return [len(match.actions), *(match.view(seat).to_json() for seat in (*range(match.game.players), None))]
