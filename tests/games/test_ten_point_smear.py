"""Ten Point Smear in lock step with an independent model of its rules, through the public API."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import trickcore
from tests.models.ten_point_smear import HAND_SIZES, LAST_HAND, Action, Model
from tests.models.ten_point_smear_cards import ALL_CARDS, JOKER, SUITS, height, trick_winner, trump_place
from trickcore.game import Game

CHUNKS = 16
DEALS = 626  # of each chunk, half of them with each of its settings: over 10,000 for each number of players
TARGETS = (1, 52, 9, 500)
PACKS = {1: 3, 9: 10, 52: 40, 500: 40}  # packs given to a match, of which the last is not played
# How deals are played, see Plan.
STYLES = ("plain", "plain", "low", "low", "rich", "rich", "sunk", "raised", "all pass", "ten")
RICH = ("rich", "sunk", "raised")

Setting = dict[str, str | int | bool]
DEFAULTS: Setting = {
    "target": 52,
    "equal_jokers": "first",
    "joker_game_value": 1,
    "high_low": "ace_and_two",
    "low_to": "plays",
    "stuck_dealer": False,
    "protect_scoring_trumps": False,
    "may_trump": False,
    "six_player_sides": "three_pairs",
}

PASS: Action = ("pass",)
PLAY_JOKER: Action = ("play", JOKER)
CALL_JOKER: Action = ("call", JOKER)


def settings() -> list[Setting]:
    """32 settings: any two values of any two options meet. Number n and number 31 - n differ in most options."""
    return [
        {
            "target": TARGETS[2 * (a ^ e) + (b ^ d ^ e)],
            "equal_jokers": ("first", "second")[a],
            "joker_game_value": b,
            "high_low": ("ace_and_two", "in_play")[c],
            "low_to": ("plays", "wins")[d],
            "stuck_dealer": bool(e),
            "protect_scoring_trumps": bool(a ^ b ^ c),
            "may_trump": bool(a ^ c ^ d),
            "six_player_sides": ("three_pairs", "two_trios")[b ^ c ^ d ^ e],
        }
        for a, b, c, d, e in itertools.product((0, 1), repeat=5)
    ]


SETTINGS = settings()


@cache
def ten_point_smear(players: int, setting: int) -> Game:
    return trickcore.load("ten-point-smear", players=players, options=SETTINGS[setting])


@cache
def action_ids(game: Game) -> dict[Action, int]:
    """The id in the game of every action of the model."""
    kinds = ["discard", "play", "call"] if game.players == 5 else ["discard", "play"]
    actions: list[Action] = [(kind, card) for kind in kinds for card in dict.fromkeys(ALL_CARDS)]
    actions += [("bid", number) for number in range(4, 11)]
    actions += [("trump", suit) for suit in SUITS]
    return {action: game.action(text_of(action)).id for action in [*actions, PASS]}


def text_of(action: Action) -> str:
    kind, *rest = (str(part) for part in action)
    word = {"play": "", "discard": "pick", "call": "called"}.get(kind, kind)
    return " ".join([word, *rest]).strip()


def model_of(game: Game, dealer: int, packs: list[list[str]]) -> Model:
    options: dict[str, Any] = {
        name: value.replace("_", " ") if isinstance(value, str) else value for name, value in game.options.items()
    }
    return Model(dealer, packs, game.players, discards_from="eldest", **options)


@dataclass(frozen=True)
class Plan:
    """How a deal is played: always by chance, but so that what seldom happens does. `place`: seats from the dealer's
    left; in a rich deal the hand there has many trumps of the suit. In a sunk deal, which is rich too, trumps are
    discarded from the highest down, in a raised one from the lowest up.
    """

    style: str
    place: int
    suit: str


def planned_pack(plan: Plan, players: int, dice: random.Random) -> list[str]:
    pack = dice.sample(ALL_CARDS, len(ALL_CARDS))
    if plan.style not in RICH:
        return pack
    size = HAND_SIZES[players]
    trumps = [card for card in pack if trump_place(card, plan.suit) is not None]
    hand, kitty = trumps[: dice.randint(7, size)], []
    if plan.style == "raised":
        trumps.sort(key=lambda card: height(card, plan.suit))
        hand, others = trumps[:size], trumps[size:]
        kitty = dice.sample(others, min(len(others) - 1, len(pack) - players * size))
    for card in [*hand, *kitty]:
        pack.remove(card)
    at = plan.place * size
    return [*pack[:at], *hand, *pack[at:], *kitty]


class Player:
    """Chooses among the legal actions of the model, by plan and by chance."""

    def __init__(self, model: Model, ids: dict[Action, int], plans: list[Plan], dice: random.Random) -> None:
        self.model, self.ids, self.plans, self.dice = model, ids, plans, dice

    def choose(self, legal: list[Action]) -> Action:
        model = self.model
        if model.phase == "auction":
            return self.bid(legal)
        plan = self.plan
        if model.phase == "trump" and plan.style in RICH:
            return ("trump", plan.suit)
        if model.phase == "discard" and plan.style in ("sunk", "raised"):
            return self.discard()
        if CALL_JOKER in legal and self.dice.random() < 0.1:
            return CALL_JOKER
        if PLAY_JOKER in legal and JOKER in [card for _, card in model.trick] and self.dice.random() < 0.7:
            return PLAY_JOKER
        return self.dice.choice(legal)

    def bid(self, legal: list[Action]) -> Action:
        style, rich = self.plan.style, self.plan.place == (self.model.seat - self.model.dealer - 1) % self.model.players
        if style == "ten" and self.dice.random() < 0.4:
            return ("bid", 10)
        if style == "plain":
            return self.dice.choice(legal)
        passes = style == "all pass" or (not rich if style in RICH else self.dice.random() < 0.6)
        return PASS if passes and PASS in legal else legal[0]

    def discard(self) -> Action:
        """Of the highest or the lowest cards that may be discarded, the one that is first in the game's order."""
        model = self.model
        legal, hand = model.legal(), model.hands[model.seat]
        fit = sorted(
            [card for card in hand if ("discard", card) in legal],
            key=lambda card: height(card, model.trump),
            reverse=self.plan.style == "sunk",
        )
        discards: list[Action] = [("discard", card) for card in fit[: len(hand) - LAST_HAND]]
        return max(discards, key=self.ids.__getitem__)

    @property
    def plan(self) -> Plan:
        return self.plans[self.model.deal_number - 1]


class LockStep:
    """One match, played by the model and by the game with the same packs, compared before every action."""

    def __init__(self, game: Game, dealer: int, dice: random.Random) -> None:
        players, self.last = game.players, PACKS[int(game.options["target"])]
        plans = [Plan(dice.choice(STYLES), dice.randrange(players), dice.choice(SUITS)) for _ in range(self.last)]
        packs = [planned_pack(plan, players, dice) for plan in plans]
        self.ids = action_ids(game)
        self.model = model_of(game, dealer, packs)
        self.match = game.start(seed=0, deal=packs, dealer=dealer)
        self.player = Player(self.model, self.ids, plans, dice)
        self.events = self.model.events
        self.discarded: tuple[list[Action], int] = ([], 0)  # what could be discarded before, and the id of what was

    def compare_hands(self) -> None:
        for seat, hand in enumerate(self.model.hands):
            held = [self.match.game.action(card).id for card in self.match.view(seat).hand]
            assert sorted(held) == sorted([self.ids["play", card] for card in hand])

    def play(self, most: int) -> int:
        """Play whole deals until the match is over, the packs are used up, or there are enough. Gives their number."""
        self.compare_hands()
        ids: Sequence[int] = self.match.legal_ids
        while not self.model.over and self.model.deal_number < self.last and self.events["deal ended"] < most:
            ids = self.step(ids)
        self.compare_ends()
        return self.events["deal ended"]

    def step(self, ids: Sequence[int]) -> Sequence[int]:
        """Compare the seat and what is legal, and play an action. Gives the ids that are legal next in the game."""
        model, phase, number = self.model, self.model.phase, self.model.deal_number
        assert self.match.decision.seat == model.seat_to_act
        legal = model.legal()
        offered = self.in_order(legal) if phase == "discard" else legal
        assert sorted(ids) == sorted([self.ids[action] for action in offered])
        action = self.player.choose(offered)
        if phase == "discard":
            self.discarded = legal, self.ids[action]
        elif phase == "play":
            self.count_jokers(str(action[1]))
        model.apply(action)
        following = self.match.play_id(self.ids[action])
        if model.phase != phase:
            self.count_phase()
        if model.over or model.deal_number != number:
            self.compare_scores()
        return following

    def in_order(self, legal: list[Action]) -> list[Action]:
        """Of the discards of the model, those that keep to the game's order.

        The game takes cards that are equally fit from the highest id down, so that each set of them can be discarded in
        one way only. So a card must be none above the last one, and have enough others below it.
        """
        seat, (before, last) = self.model.seat, self.discarded
        hand = self.model.hands[seat]
        fit = sorted([self.ids["discard", card] for card in hand if ("discard", card) in legal])
        missing = min(len(hand) - LAST_HAND, len(fit))
        goes_on = bool(self.model.discards[seat]) and set(legal) <= set(before)
        below = [number for number in fit if number <= last] if goes_on else fit
        allowed = below[missing - 1 :]
        return [action for action in legal if self.ids[action] in allowed]

    def count_jokers(self, card: str) -> None:
        model = self.model
        trick = [*model.trick, (model.seat, card)]
        jokers = [seat for seat, played in trick if played == JOKER]
        if len(jokers) == 2 and len(trick) == model.players:
            winner = trick_winner(trick, model.trump, model.equal_jokers)
            if winner in jokers:
                self.events[("first", "second")[jokers.index(winner)] + " of two jokers wins"] += 1

    def count_phase(self) -> None:
        model = self.model
        if model.phase == "trump":
            self.events[f"bid of {model.bid}"] += 1
        if model.phase == "discard":
            for hand in model.hands:
                trumps = [card for card in hand if trump_place(card, model.trump) is not None]
                self.events["more than six trumps held"] += len(trumps) > LAST_HAND

    def compare_scores(self) -> None:
        assert list(self.match.scores) == [self.model.seat_score(seat) for seat in range(self.model.players)]

    def compare_ends(self) -> None:
        assert self.match.over == self.model.over
        winners = () if self.match.outcome is None else self.match.outcome.winners
        assert list(winners) == sorted(self.model.winners)


def lock_steps(game: Game, dice: random.Random, deals: int) -> Counter[str]:
    events: Counter[str] = Counter()
    for dealer in itertools.cycle(range(game.players)):
        both = LockStep(game, dealer, dice)
        deals -= both.play(deals)
        events.update(both.events)
        if deals == 0:
            return events
    raise AssertionError("there is always a next dealer")


def chunk_settings(chunk: int) -> list[Setting]:
    """The two settings of a chunk, which differ in most options."""
    return [SETTINGS[chunk], SETTINGS[-1 - chunk]]


RARE = {
    "bid failed",
    "bid made",
    "bid of 10",
    "bid of ten ended the auction",
    "more than six trumps held",
    "negative score",
    "two jokers in a trick",
}
RARE_WITH_PARTNER_CALLED = {"bidder alone", "called card breaks suit", "joker called", "own discard called"}
RARE_IN_CHUNK = {"game tied", "scoring trump discarded", "several at the target"}
RARE_WITH_LOW_TARGET = {"tie at the target"}
RARE_WITH_TRUMPS_IN_PLAY = {"high or low by both jokers", "high or low split between two jokers"}


def rare_events(players: int, setting: Setting) -> set[str]:
    """What must happen with so many players under each setting."""
    rare = RARE | (RARE_WITH_PARTNER_CALLED if players == 5 else set())
    rare |= {f"{setting['equal_jokers']} of two jokers wins"}
    rare |= set() if setting["stuck_dealer"] else {"all passed"}
    rare |= {"trumped holding suit"} if setting["may_trump"] else set()
    return rare


def rare_in_chunk(players: int, options: list[Setting]) -> set[str]:
    """What must happen besides in the deals of two such settings together."""
    rare = set(RARE_IN_CHUNK)
    if any(setting["target"] == 1 for setting in options):
        rare |= RARE_WITH_LOW_TARGET | ({"tie without the bidding side"} if players == 5 else set())
    if players == 4 and any(s["high_low"] == "in_play" and not s["protect_scoring_trumps"] for s in options):
        rare |= RARE_WITH_TRUMPS_IN_PLAY
    return rare


def unmet(rare: set[str], events: Counter[str]) -> list[str]:
    return sorted(name for name in rare if not events[name])


def test_any_two_values_of_options_meet() -> None:
    for some, other in itertools.combinations(SETTINGS[0], 2):
        met = {(setting[some], setting[other]) for setting in SETTINGS}
        assert met == set(itertools.product(*({setting[name] for setting in SETTINGS} for name in (some, other))))


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", [4, 5, 6])
def test_lock_step_with_the_model(players: int, chunk: int) -> None:
    both: Counter[str] = Counter()
    for setting in chunk_settings(chunk):
        game = ten_point_smear(players, SETTINGS.index(setting))
        events = lock_steps(game, random.Random(f"ten-point-smear {players} {SETTINGS.index(setting)}"), DEALS // 2)
        assert events["deal ended"] == DEALS // 2
        assert unmet(rare_events(players, setting), events) == []
        both += events
    assert unmet(rare_in_chunk(players, chunk_settings(chunk)), both) == []


@pytest.mark.parametrize("target", [DEFAULTS["target"], 1])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_lock_step_under_the_default_options(players: int, target: int) -> None:
    game = trickcore.load("ten-point-smear", players=players, options={"target": target})
    assert {name: game.options[name] for name in DEFAULTS} == {**DEFAULTS, "target": target}
    events = lock_steps(game, random.Random(f"defaults {players} {target}"), DEALS)
    assert events["deal ended"] == DEALS
    ties = RARE_WITH_LOW_TARGET | {"several at the target"} if target == 1 else set()
    assert unmet(rare_events(players, DEFAULTS) | ties | {"game tied", "scoring trump discarded"}, events) == []


@pytest.mark.parametrize(
    ("players", "change"),
    [
        (4, "play: {leader: dealer + 1}"),
        (4, "order: {trumps: A K Q J joker jick 10..2}"),
        (4, "equals: last"),
        (4, "values: {10: 9}"),
        (4, "values: {joker: 2}"),
        (4, "let: {scoring_trumps: A J 3 of trump + jick + joker}"),
        (4, "let: {high: top}"),
        (4, "let: {low: bottom}"),
        (4, "match: {dealer: dealer}"),
        (4, "match: {tie: dealer}"),
        (5, "match: {tie: bidder if score(bidder) == most_points}"),
        (5, "match: {tie: partner_called if score(partner_called) == most_points}"),
        (5, "play: {follow: [led, any]}"),
        (6, "teams: players"),
    ],
)
def test_lock_step_notices_a_change(players: int, change: str) -> None:
    options = {"target": 1 if "tie" in change else 9, "protect_scoring_trumps": "scoring_trumps" in change}
    text = f"trickcore: 1\nname: Changed\nextends: ten-point-smear\n{change}\n"
    game = trickcore.loads(text, players=players, options={"high_low": "in_play", **options})
    with pytest.raises(AssertionError):
        lock_steps(game, random.Random("changed"), 600)
