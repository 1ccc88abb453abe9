"""What deals of Hearts, Euchre and Klaverjas bring, counted again from what all heard, in random matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import trickcore
from tests.games.settings import heard_deal, pack
from tests.models.klaverjas import roem
from trickcore.actions import Action
from trickcore.events import Event
from trickcore.game import Game
from trickcore.match import Match

Options = dict[str, int | bool | str]
Heard = list[tuple[str, dict[str, Any]]]


def heard(events: list[Event]) -> Heard:
    """Names of events and what they tell."""
    return [(event.name, event.to_json()["fields"]) for event in events]  # type: ignore[misc]


def random_deals(game: Game, matches: int, deals: int, uneven: bool = False) -> Iterator[tuple[Heard, list[int]]]:
    """Some deals of random matches, in which people often pass. In two of three matches packs are uneven, if wanted."""
    for seed in range(matches):
        dice = random.Random(seed)

        def choose(match: Match, dice: random.Random = dice) -> Action:
            legal = list(match.decision.legal)
            return next((a for a in legal if a.text == "pass" and dice.random() < 0.7), dice.choice(legal))

        given = [uneven_pack(game, dice, seed % 3 == 1) for _ in range(deals + 1)] if uneven and seed % 3 else None
        match = game.start(seed=seed, deal=given)
        for _ in range(deals):
            if match.over:
                break
            events, points = heard_deal(match, choose)
            yield heard(events), points


# ------------------------------------------------------------------------------------------------------------- hearts

OPEN: Options = {"passing": "never", "opening": "left_of_dealer", "target": 500}
HEARTS: list[tuple[int, Options]] = [
    (4, {"target": 500}),
    (4, {**OPEN, "jack_bonus": True}),
    (3, {**OPEN, "no_tricks_bonus": True, "moon": "own_less"}),
    (5, {**OPEN, "no_tricks_bonus": True, "jack_bonus": True, "moon": "choice"}),
]


def uneven_pack(game: Game, dice: random.Random, high: bool) -> list[str]:
    """A pack that gives the player after the dealer, who gets the first cards, the highest ones of all suits: whoever
    leads from that hand wins all tricks. Or it gives the lowest ones.
    """
    ranks = ["A", "K", "Q", "J", *map(str, range(10, 1, -1))]

    def place(card: str) -> tuple[int, int]:
        return ranks.index(card[:-1]), "♥♠♦♣".index(card[-1])

    cards = sorted(pack(game), key=place, reverse=not high)
    size = len(cards) // game.players
    return [*cards[:size], *dice.sample(cards[size:], len(cards) - size)]


def hearts_due(events: Heard, players: int, options: Options) -> tuple[str, list[int]]:
    """What each seat must score, and what kind of deal it was."""
    points, tricks, jack = [0] * players, [0] * players, -1
    to_others = options.get("moon", "others_add") == "others_add"
    for name, about in events:
        if name == "taken":
            tricks[about["seat"]] += 1
            points[about["seat"]] += sum(13 if card == "Q♠" else card[-1] == "♥" for card in about["cards"])
            jack = about["seat"] if "J♦" in about["cards"] else jack
        elif name == "chosen":
            to_others = about["to_others"]
    assert sum(points) == 26
    kind = "shared"
    if 26 in points:
        kind = "moon added" if to_others else "moon taken off"
        shooter = points.index(26)
        points = [
            26 * to_others * (seat != shooter) - 26 * (not to_others) * (seat == shooter) for seat in range(players)
        ]
    elif options.get("no_tricks_bonus"):
        points = [now - 5 * (won == 0) for now, won in zip(points, tricks, strict=True)]
    if options.get("jack_bonus"):
        points[jack] -= 10
    return kind, points


@pytest.mark.parametrize(("players", "options"), HEARTS)
def test_deals_of_hearts(players: int, options: Options) -> None:
    game = trickcore.load("hearts", players=players, options=options)
    met: Counter[str] = Counter()
    for events, points in random_deals(game, 24, 3, uneven=options.get("passing") == "never"):
        kind, due = hearts_due(events, players, options)
        assert points == due
        met[kind] += 1
        met["no tricks"] += -5 in points or -15 in points
        bonus = 10 * bool(options.get("jack_bonus"))
        if kind == "shared" and not options.get("no_tricks_bonus"):
            assert sum(points) == 26 - bonus
        if kind != "shared":
            assert sum(points) + bonus == (26 * (players - 1) if kind == "moon added" else -26)
    wanted = {"shared"}
    if options.get("passing") == "never":
        moon = options.get("moon", "others_add")
        wanted |= {"moon added"} if moon == "others_add" else {"moon taken off"}
        wanted |= {"moon added"} if moon == "choice" else set()
    wanted |= {"no tricks"} if options.get("no_tricks_bonus") else set()
    assert {kind for kind in wanted if not met[kind]} == set()


# ------------------------------------------------------------------------------------------------------------- euchre

EUCHRE: list[Options] = [
    {"target": 100},
    {"target": 100, "say_alone": "before_lead", "stick": True, "loner_lead": "left_of_maker", "loner_euchred": 3},
    {"target": 100, "defend_alone": "anybody", "benny": True},
    {"target": 100, "defend_alone": "loner", "farmers_hand": True, "loner_euchred": 4},
]


def euchre_due(events: Heard, options: Options) -> tuple[str, list[int]]:
    """What each side must score, and what kind of deal it was."""
    makers, alone, guarded, tricks = None, False, False, [0, 0]
    for name, about in events:
        if name == "taken":
            tricks[about["seat"] % 2] += 1
        elif name == "chosen":
            makers = about["seat"] % 2 if "trump" in about else makers
            alone = alone or about.get("alone", False)
            guarded = guarded or about.get("guard", False)
    if makers is None:
        return "passed", [0, 0]
    assert sum(tricks) == 5
    won = tricks[makers]
    if won == 5:
        kind, points = ("march alone", 4) if alone else ("march", 2)
    elif won >= 3:
        kind, points = "made", 1
    elif guarded:
        kind, points = "euchred by one", 4
    else:
        kind, points = ("loner euchred", int(options.get("loner_euchred", 2))) if alone else ("euchred", 2)
    return kind, [points * (side == (makers if won >= 3 else 1 - makers)) for side in (0, 1)]


@pytest.mark.parametrize("options", EUCHRE)
def test_deals_of_euchre(options: Options) -> None:
    game = trickcore.load("euchre", options=options)
    met: Counter[str] = Counter()
    for events, points in random_deals(game, 15, 20):
        kind, due = euchre_due(events, options)
        assert points == due * 2
        assert min(due) == 0
        assert sum(due) in ((0,) if kind == "passed" else range(1, 5))
        met[kind] += 1
    wanted = {"made", "march", "march alone", "euchred", "loner euchred"}
    wanted |= set() if options.get("stick") else {"passed"}
    wanted |= {"euchred by one"} if "defend_alone" in options else set()
    assert {kind for kind in wanted if not met[kind]} == set()


# ---------------------------------------------------------------------------------------------------------- klaverjas

KLAVERJAS: list[dict[str, int | bool]] = [
    {},
    {"low_fours": True, "four_jacks": 100},
    {"counter_march": False, "march": 150, "may_pass": False},
]
DEFAULT_KLAVERJAS: dict[str, int | bool] = {"four_jacks": 200, "low_fours": False, "march": 100, "counter_march": True}


@pytest.mark.parametrize("options", KLAVERJAS)
def test_deals_of_klaverjas(options: dict[str, int | bool]) -> None:
    """All that there is to win goes to one side or is shared: 152 for the cards, 10 for the last trick, roem, march."""
    game = trickcore.load("klaverjas", options=options)
    rules = {**DEFAULT_KLAVERJAS, **options}
    met: Counter[str] = Counter()
    for events, points in random_deals(game, 15, 16):
        named = next(about for name, about in events if name == "chosen" and "trump" in about)
        tricks = [about for name, about in events if name == "taken"]
        makers, winners = named["seat"] % 2, {trick["seat"] % 2 for trick in tricks}
        shown = sum(roem(trick["cards"], named["trump"], rules) for trick in tricks)
        march = len(winners) == 1 and (makers in winners or rules["counter_march"])
        assert len(tricks) == 8
        assert points[:2] == points[2:]
        assert sum(points[:2]) == 162 + shown + rules["march"] * march
        assert points[makers] == 0 or points[makers] > points[1 - makers]
        met["roem"] += shown > 0
        met["march"] += march
        met["nat"] += points[makers] == 0
        met["made"] += points[makers] > 0
    assert {kind for kind in ("roem", "march", "nat", "made") if not met[kind]} == set()
