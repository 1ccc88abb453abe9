"""Hearts and Euchre in lock step with OpenSpiel: the same cards, the same legal actions at every step, the same points.

Hearts is compared under all settings of OpenSpiel's options, in matches of four deals with the four ways of passing.
There are two differences in how decisions are put. OpenSpiel takes the three cards of a pass in any order, here each
set of three can be chosen in one order; and there the seats pass from the first on. OpenSpiel's Euchre asks for the
discard and then for playing alone, so `say_alone` is `before_lead`; and it asks a single player whether to order up and
nothing else, which is here the suit together with "not alone".
"""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import pytest

import trickcore
from trickcore.game import Game
from trickcore.match import Match

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra `bench`)")

CHUNKS = 8
DEALS = 250  # of each chunk and game: 2,000 in all
SUITS = "♣♦♥♠"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SEATS = range(4)


def card(number: int, ranks: list[str]) -> str:
    """OpenSpiel's cards go through the suits with each rank."""
    return ranks[number // 4] + SUITS[number % 4]


def numbers(ranks: list[str]) -> dict[str, int]:
    return {card(n, ranks): n for n in range(4 * len(ranks))}


def texts(match: Match) -> list[str]:
    return sorted(match.decision.legal.texts)


# ------------------------------------------------------------------------------------------------------------- hearts

PACK = [card(n, RANKS) for n in range(52)]
NUMBERS = numbers(RANKS)
CYCLE = (1, 3, 2, 0)  # how far cards are passed in the deals of a match
SWITCHES: dict[str, tuple[str, bool | str]] = {  # OpenSpiel's options and what is said here
    "no_pts_on_first_trick": ("clean_first", True),
    "can_lead_any_club": ("opening", "any_club"),
    "jd_bonus": ("jack_bonus", True),
    "avoid_all_tricks_bonus": ("no_tricks_bonus", True),
    "must_break_hearts": ("must_break", True),
    "qs_breaks_hearts": ("queen_breaks", True),
    "can_lead_hearts_instead_of_qs": ("spare_queen", True),
}
OFF: dict[str, bool | str] = {name: False for name, _ in SWITCHES.values()} | {"opening": "low_club"}


@cache
def hearts(switches: tuple[bool, ...]) -> tuple[Game, Any]:
    chosen = [here for here, on in zip(SWITCHES.values(), switches, strict=True) if on]
    game = trickcore.load("hearts", options={"target": 500, **OFF, **dict(chosen)})
    return game, pyspiel.load_game("hearts", {"pass_cards": True, **dict(zip(SWITCHES, switches, strict=True))})


def hearts_hands(dice: random.Random) -> list[list[str]]:
    """Four hands: by chance, or one of a kind that seldom comes: a suit, or nothing but points."""
    pack = dice.sample(PACK, 52)
    kind = dice.randrange(6)
    if kind < 2:
        chosen = [c for c in PACK if c[-1] == "♣"] if kind else dice.sample([*PACK[2::4], "Q♠"], 13)
        pack = chosen + [c for c in pack if c not in chosen]
    hands = [pack[13 * n : 13 * n + 13] for n in SEATS]
    turn = dice.randrange(4)  # who has it
    return hands[turn:] + hands[:turn]


def pack_of(hands: list[list[str]], dealer: int) -> list[str]:
    """The pack that gives these hands: the player after the dealer gets the first cards."""
    return [one for seat in SEATS for one in hands[(dealer + 1 + seat) % 4]]


class HeartsDeal:
    """One deal in both programs."""

    def __init__(self, match: Match, other: Any, hands: list[list[str]], way: int, dice: random.Random) -> None:
        self.match, self.dice, self.way = match, dice, way
        self.state = other.new_initial_state()
        self.state.apply_action(way)
        for dealt in zip(*hands, strict=True):
            for one in dealt:
                self.state.apply_action(NUMBERS[one])
        self.hands = hands

    def play(self) -> list[float]:
        for seat in SEATS:
            assert sorted(self.match.view(seat).hand) == sorted(self.hands[seat])
        if self.way:
            self.exchange()
        for _ in range(52):
            self.card()
        assert self.state.is_terminal()
        return [26 - points for points in self.state.returns()]

    def exchange(self) -> None:
        """All pass three cards. Each set of three can be chosen in one order: from the end of the hand to its front."""
        passed: dict[int, list[str]] = {}
        for _ in SEATS:
            seat = self.match.decision.seat
            hand = list(self.match.view(seat).hand)
            end = len(hand)
            for front in (2, 1, 0):
                assert list(self.match.decision.legal.texts) == [f"pick {one}" for one in hand[front:end]]
                end = self.dice.randrange(front, end)
                self.match.play(f"pick {hand[end]}")
                passed.setdefault(seat, []).append(hand[end])
        for seat in SEATS:
            for one in passed[seat]:
                assert self.state.current_player() == seat
                self.apply(NUMBERS[one])

    def card(self) -> None:
        assert self.match.decision.seat == self.state.current_player()
        legal = texts(self.match)
        assert legal == sorted(card(n, RANKS) for n in self.state.legal_actions())
        one = self.dice.choice(legal)
        self.match.play(one)
        self.apply(NUMBERS[one])

    def apply(self, action: int) -> None:
        assert action in self.state.legal_actions()
        self.state.apply_action(action)


def hearts_match(switches: tuple[bool, ...], dice: random.Random) -> list[list[int]]:
    """The points of the four deals of a match."""
    game, other = hearts(switches)
    deals = [hearts_hands(dice) for _ in CYCLE]
    dealer = dice.randrange(4)
    given = [pack_of(hands, dealer + number) for number, hands in enumerate(deals)]
    match = game.start(seed=0, dealer=dealer, deal=given)
    points = []
    for hands, way in zip(deals, CYCLE, strict=True):
        before = match.scores
        expected = HeartsDeal(match, other, hands, way, dice).play()
        points.append([now - then for now, then in zip(match.scores, before, strict=True)])
        assert points[-1] == expected
    return points


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_hearts(chunk: int) -> None:
    dice = random.Random(f"hearts {chunk}")
    settings = list(itertools.product([False, True], repeat=len(SWITCHES)))
    points = []
    for switches in settings[chunk::CHUNKS] * 4:
        points += hearts_match(switches, dice)
    assert len(points) >= DEALS
    assert sum(max(deal) >= 16 and sum(p >= 16 for p in deal) == 3 for deal in points) > 3, "nobody shot the moon"


def test_hearts_without_passing() -> None:
    dice = random.Random("no passing")
    game = trickcore.load("hearts", options={"passing": "never", "queen_breaks": True, "target": 500})
    other = pyspiel.load_game("hearts", {"pass_cards": False, "can_lead_hearts_instead_of_qs": False})
    for _ in range(20):
        hands = hearts_hands(dice)
        match = game.start(seed=0, dealer=0, deal=pack_of(hands, 0))
        assert HeartsDeal(match, other, hands, 0, dice).play() == list(match.scores)


# ------------------------------------------------------------------------------------------------------------- euchre

SHORT = ["9", "10", "J", "Q", "K", "A"]
SMALL = [card(n, SHORT) for n in range(24)]
SMALL_NUMBERS = numbers(SHORT)
PASS, NAMES, ALONE, PARTNER = 24, range(25, 29), 29, 30  # OpenSpiel's actions besides cards


@cache
def euchre(stick: bool, defend: bool) -> tuple[Game, Any]:
    options: dict[str, bool | str] = {"stick": stick, "say_alone": "before_lead", "keep_upcard": True}
    game = trickcore.load("euchre", options={**options, "defend_alone": "anybody" if defend else "nobody"})
    return game, pyspiel.load_game("euchre", {"stick_the_dealer": stick, "allow_lone_defender": defend})


class EuchreDeal:
    """One deal in both programs."""

    def __init__(self, stick: bool, defend: bool, dice: random.Random) -> None:
        game, other = euchre(stick, defend)
        self.dice, self.dealer = dice, dice.randrange(4)
        pack = dice.sample(SMALL, 24)
        self.state = other.new_initial_state()
        self.state.apply_action(self.dealer)
        for one in pack[:21]:
            self.state.apply_action(SMALL_NUMBERS[one])
        # OpenSpiel deals to the dealer first.
        hands = {(self.dealer + n) % 4: pack[n:20:4] for n in SEATS}
        given = pack_of([hands[seat] for seat in SEATS], self.dealer) + pack[20:]
        self.match = game.start(seed=0, dealer=self.dealer, deal=given)
        for seat in SEATS:
            assert sorted(self.match.view(seat).hand) == sorted(hands[seat])

    def play(self) -> tuple[str, list[float]]:
        """The last kind of decision, and the points; both are the same."""
        kinds = []
        silent = self.dice.randrange(10) == 0  # a deal in which all pass, as long as they may
        while not self.state.is_terminal():
            assert self.match.deal_number == 1
            kinds.append(self.match.decision.kind)
            assert self.match.decision.seat == self.state.current_player()
            said = {self.said(action): action for action in self.state.legal_actions()}
            assert texts(self.match) == sorted(said)
            text = "pass" if silent and "pass" in said else self.dice.choice(sorted(said))
            self.match.play(text)
            self.state.apply_action(said[text])
        assert self.match.over or self.match.deal_number == 2
        scores = self.match.scores
        points = [float(scores[seat] - scores[(seat + 1) % 4]) for seat in SEATS]
        assert points == self.state.returns()
        return "guard" if "guard" in kinds else kinds[-1], points

    def said(self, action: int) -> str:
        """OpenSpiel's action as it is said here."""
        if action == PASS:
            return "pass"
        if action in NAMES:
            return f"trump {SUITS[action - NAMES[0]]} alone no"
        kind = self.match.decision.kind
        if action in (ALONE, PARTNER):
            return f"{kind} {'yes' if action == ALONE else 'no'}"
        return f"pick {card(action, SHORT)}" if kind == "pick" else card(action, SHORT)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_euchre(chunk: int) -> None:
    dice = random.Random(f"euchre {chunk}")
    played = [EuchreDeal(number % 2 == 0, number % 4 < 2, dice).play() for number in range(DEALS)]
    assert {kind for kind, _ in played} == {"play", "guard", "bid"}
    assert {abs(points[0]) for _, points in played} == {0, 1, 2, 4}
