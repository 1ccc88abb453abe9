"""Setting up positions by readable names: what comes of them, and what is said when something does not fit."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import trickcore
from tests.api.conftest import play_random
from trickcore import Game, Match, SetupError
from trickcore.events import decode, plain
from trickcore.program.model import SlotKind
from trickcore.view import View


def test_a_position_is_what_it_says(game: Game) -> None:
    match = game.position(
        {
            "hands": {0: "A♠ 9♣", "seat 1": ["10H"]},
            "zones": {"taken": {0: "2♥ 3♥", 1: "4H 5H"}, "stock": "6♦ 7♦"},
            "leader": 1,
            "trick": ["2♣"],
            "dealer": "seat 1",
            "deal": 4,
            "trick_number": 17,
            "scores": {0: 12, 1: -3},
        },
        seed=1,
    )
    view = match.view(0)
    assert view.hand == ("9♣", "A♠") and view.counts == (2, 1) and match.view(1).hand == ("10♥",)
    assert view.taken == (("3♥", "2♥"), ("5♥", "4♥")) and view.zones["stock"] == trickcore.view.Zone(2)
    assert [(p.seat, p.card) for p in view.trick] == [(1, "2♣")] and (view.led, view.leader) == ("♣", 1)
    assert (view.dealer, view.deal_number, view.trick_number, view.scores) == (1, 4, 17, (12, -3))
    assert match.decision.seat == 0 and match.decision.legal.texts == ("9♣",)
    refusal = match.why_not("A♠")
    assert refusal is not None and (refusal.kind, refusal.cards) == ("duty", ("9♣",))
    match.play("9♣")
    assert match.view(0).hand == ("6♦", "A♠") and match.view(1).hand == ("7♦", "10♥")


def test_refusals_at_the_first_decision_name_the_duty() -> None:
    hearts = "trickcore: 1\nname: H\nplayers: 3\ndeck: french 52\nsteps: [{deal: {each: 3}}, {play: all}]\n"
    rules = hearts + "play: {lead: [{cards: any - hearts, why: Hearts are not broken}, any], follow: [led, any]}\n"
    match = trickcore.loads(rules).position({"hands": ["2♥ 3♠", "4♠ 5♠", "6♠ 7♠"], "leader": 0})
    refusal = match.why_not("2♥")
    assert refusal is not None and refusal.kind == "duty" and "Hearts are not broken" in refusal.message


def test_a_deal_is_set_up_before_it_is_dealt(game: Game) -> None:
    match = game.position({"at": "deal", "hands": {0: "A♠ 2♣"}, "dealer": 0, "scores": [30, 29], "deal": 9}, seed=4)
    view = match.view(0)
    assert {"A♠", "2♣"} <= set(view.hand) and view.counts == (6, 6) and view.scores == (30, 29)
    assert (view.dealer, view.deal_number, match.decision.seat) == (0, 9, 1)
    assert [e.name for e in match.events(0)] == ["deal", "dealt", "dealt"]
    assert game.position({"at": "deal"}, seed=4).view(0).counts == (6, 6)
    other = game.position({"at": "deal", "hands": {0: "A♠ 2♣"}, "dealer": 0}, seed=5)
    assert other.view(0).hand != view.hand


def test_history_follows_from_the_cards() -> None:
    rules = """
trickcore: 1
name: Broken hearts
players: 3
deck: french 52
play: {lead: [any - hearts if not played meets hearts, any], follow: [led, any]}
steps: [{deal: {each: 3}}, {play: all}]
"""
    game = trickcore.loads(rules)
    hands = {"hands": ["2♥ 3♠", "4♠ 5♠", "6♠ 7♠"], "leader": 0}
    assert not game.position(hands).can_play("2♥")
    assert game.position({**hands, "zones": {"taken": {1: "K♥ 2♣ 3♣"}}}).can_play("2♥")
    assert game.position({**hands, "zones": {"played": "K♥"}}).can_play("2♥")


VARIABLES = """
trickcore: 1
name: Variables
players: 4
teams: 2
deck: french 52
trumps: trump
state:
  trump: suit
  stake: number = 1
  phase: [calm, wild]
  bold: flag
  friends: set of seat
  bids: number per seat
  exposed: set of card
kept: {games: number per team}
play: {follow: [led, any]}
steps:
  - deal: {each: 5}
  - ask: {who: eldest, choose: {trump: suits, stake: 2..5, phase: [calm, wild], bold: flags}}
  - set: {friends: which(bold or s == eldest for s in seats), exposed: hand(eldest)}
  - set: {bids(eldest): stake, bids(eldest + 1): stake, bids(eldest + 2): stake, bids(dealer): stake}
  - play: all
  - score: tricks
match: {deals: 2}
"""


def test_variables_by_name() -> None:
    game = trickcore.loads(VARIABLES)
    given = {
        "trump": "S",
        "stake": 4,
        "phase": "wild",
        "bold": True,
        "friends": [0, "seat 2"],
        "bids": {1: 3, "seat 3": 2},
        "exposed": ["A♠", "KH"],
        "games": [1, 0, 1, 0],
    }
    hands = ["2♥ 3♥", "4♥ 5♥", "6♥ 7♥", "2♠ 3♠"]
    match = game.position({"hands": hands, "leader": 0, "variables": given}, seed=1)
    shown = match.view(None).variables
    assert (shown["trump"], shown["stake"], shown["phase"], shown["bold"]) == ("♠", 4, "wild", True)
    assert shown["friends"] == (0, 2) and shown["bids"] == (0, 3, 0, 2) and shown["games"] == (1, 0)
    assert shown["exposed"] == ("K♥", "A♠")
    for card in ("2♥", "4♥", "6♥", "2♠"):
        match.play(card)
    assert match.view(None).leader == 3  # spades are trumps: what the laws depend on follows


def test_what_no_match_comes_to_is_named() -> None:
    always = re.sub(r"  - ask: .*", "  - set: {trump: ♥, stake: 2}", VARIABLES)
    game = trickcore.loads(always)
    hands = {"hands": ["2♥", "4♥", "6♥", "2♠"], "leader": 0}
    assert game.position(hands).view(None).variables["trump"] == "♥"
    for trump in ("♠", None):
        with pytest.raises(SetupError, match=f"trump cannot be {trump} here: no match comes to that"):
            game.position({**hands, "variables": {"trump": trump}})
    with pytest.raises(SetupError, match="stake cannot be 3 here"):
        game.position({**hands, "variables": {"stake": 3}})


BAD: list[tuple[Any, str]] = [
    ({}, "hands: say what each seat holds"),
    ({"hands": ["", ""]}, "hands: say what each seat holds"),
    ([], "a position is a mapping, not list"),
    ({"hnads": 1}, "no key `hnads`; did you mean `hands`?"),
    ({"at": "auction"}, "`at` a deal or a trick, not 'auction'"),
    ({"at": "deal", "leader": 0}, "leader: a position at a deal has no trick"),
    ({"hands": ["A♠ 9♣", "A♠"]}, "A♠ is given 2 times"),
    ({"hands": ["A♠", "Z♠"]}, "'Z♠' is not a card of this pack"),
    ({"hands": {5: "A♠"}}, "there is no seat 5"),
    ({"zones": {"stok": "A♠"}}, "no place `stok`; did you mean `stock`?"),
    ({"zones": {"taken": "A♠"}}, "taken is given as {0: cards}, by seat"),
    ({"zones": {"stock": {0: "A♠"}}}, "stock is given as cards, for all together"),
    ({"variables": {"x": 1}}, "no variable `x`; this game has none"),
    ({"variables": [1]}, "variables are given by name"),
    ({"leader": 5}, "leader cannot be '5'; it may be: 0, 1"),
    ({"leader": "nobody"}, "there is no seat 'nobody'"),
    ({"leader": None}, "leader cannot be 'None'"),
    ({"scores": ["a", 1]}, "scores is a number from"),
    ({"scores": [True, 1]}, "scores is a number from"),
    ({"scores": [10**12, 0]}, "scores is a number from"),
    ({"scores": [1, 2, 3]}, "there is no seat 2"),
    ({"scores": 7}, "scores is given by seat"),
    ({"hands": ["A♠", ""], "leader": 1}, "leader: seat 1 has no card to lead"),
    ({"hands": ["A♠", "K♠"], "trick_number": 99}, "trick_number is a number from 0 to 52"),
    ({"hands": ["A♠", "K♠"], "trick_number": 0}, "trick_number: they are counted from 1"),
    ({"hands": ["A♠", "K♠"], "deal": 0}, "deal: they are counted from 1"),
    ({"hands": ["A♠", "9♣"], "trick": ["9♦"]}, "say who led it"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": "9♦"}, "a list of actions"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": ["pass"]}, "'pass' is not an action"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": [7]}, "trick: '7' is no action"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": [{0: "9♦", 1: "8♦"}]}, "is no action"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": [{5: "9♦"}]}, "there is no seat 5"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": [{1: "9♦"}]}, "trick: 9♦ of seat 1: it is the turn of seat 0"),
    ({"hands": ["A♠", "9♣"], "leader": 0, "trick": 7}, "a list of actions"),
    ({"hands": 7, "leader": 0}, "hands are given by seat"),
    ({"hands": 7, "leader": 0, "trick": ["9♦"]}, "hands are given by seat"),
    ({"hands": [7, "9♣"], "leader": 0}, "cards are a text or a list of texts, not int"),
    ({"hands": [7, "9♣"], "leader": 0, "trick": ["9♦"]}, "cards are a text or a list of texts, not int"),
    ({"zones": 7}, "zones are given by name"),
    ({"zones": {"taken": {0: 7}}}, "cards are a text or a list of texts, not int"),
    ({"hands": {None: "A♠"}}, "there is no seat None"),
    ({"hands": {1.5: "A♠"}}, "there is no seat 1.5"),
    ({"hands": ["A♠", "9♣ 8♦"], "leader": 0, "trick": ["7♦", "10♣"]}, "trick: seat 1: 10♣ cannot be chosen"),
    ({"at": "deal", "hands": ["2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠"]}, "6 cards are dealt to hand of seat 0, and 7 are given"),
]


@pytest.mark.parametrize(("data", "message"), BAD)
def test_what_does_not_fit_is_named(game: Game, data: Any, message: str) -> None:
    with pytest.raises(SetupError, match=re.escape(message)):
        game.position(data)


def test_partners_have_one_score() -> None:
    game = trickcore.loads(VARIABLES)
    hands = {"hands": ["2♥", "4♥", "6♥", "2♠"], "leader": 0, "variables": {"trump": "♥"}}
    assert game.position({**hands, "scores": [5, 7, 5, 7]}).scores == (5, 7, 5, 7)
    assert game.position({**hands, "scores": {0: 5}}).scores == (5, 0, 5, 0)
    with pytest.raises(SetupError, match="partners have one value"):
        game.position({**hands, "scores": [5, 7, 6, 7]})


def written(match: Match, view: View, hands: list[list[str]]) -> dict[str, Any]:
    """The position of a match as one would write it down."""
    data: dict[str, Any] = {
        "hands": hands,
        "zones": {"taken": {str(s): list(cards) for s, cards in enumerate(view.taken) if cards}},
        "leader": view.leader,
        "trick": [{p.seat: a.text} for p, a in zip(view.trick, match.actions[-len(view.trick) :], strict=False)],
        "dealer": view.dealer,
        "deal": view.deal_number,
        "trick_number": view.trick_number,
        "scores": list(view.scores),
    }
    return data


def test_positions_written_down_in_play_are_the_same_positions(game: Game) -> None:
    random = Random(3)
    for seed in range(6):
        match = play_random(game.start(seed), seed, 41 + 3 * seed)  # the stock is used up: nothing else is hidden
        while match.deal_number == 1:
            view = match.view(None)
            data = written(match, view, [list(match.view(s).hand) for s in range(2)])
            again = game.position(json.loads(json.dumps(data)), seed=match.seed)
            assert again.game.engine.dump(again.state())[2:] == game.engine.dump(match.state())[2:]
            assert again.legal_ids == match.legal_ids
            match.play_id(random.choice(match.legal_ids))


def test_positions_are_stored_undone_and_recorded(game: Game) -> None:
    data = {"hands": {0: "A♠ 9♣", 1: "10♥"}, "leader": 1, "trick": ["2♣"], "scores": [12, 30]}
    for what in (data, {"at": "deal", "hands": ["A♠ K♠", "2♣"], "dealer": 1}):
        match = play_random(game.position(what, seed=9), 2, 25)
        stored = json.loads(json.dumps(match.to_json()))
        again = Match.from_json(game, stored)
        assert again.to_json() == stored and again.view(0) == match.view(0) and again.events(1) == match.events(1)
        assert trickcore.replay(json.loads(json.dumps(match.record())), game).ok
        twin = match.copy()
        assert play_random(twin, 1, 40).ids == play_random(again, 1, 40).ids
        first = match.undo(len(match.ids)).view(0)
        assert match.ids == () and first == Match.from_json(game, match.to_json()).view(0)
    assert game.position(data, seed=9).undo().decision.seat == 1


def test_all_shipped_games_can_be_set_up_at_a_deal_and_at_a_trick() -> None:
    for name in trickcore.catalogue():
        game = trickcore.load(name)
        match = game.position({"at": "deal", "deal": 2}, seed=5)
        assert match.deal_number == 2, name
        hands = [[match.game.program.cards[s * 3 + k].name for k in range(3)] for s in range(game.players)]
        try:
            trick = game.position({"hands": hands, "leader": 1}, seed=5)
        except SetupError as error:
            assert "cannot be" in str(error), name
            continue
        assert trick.view(1).counts == (3,) * game.players, name
        play_random(trick, 1, 400)


def all_of(match: Match) -> dict[str, Any]:
    """The position of a match with everything that its state holds under a name, hidden or not."""
    game, view = match.game, match.view(None)
    values = game.reader.values(match.state())
    data = written(match, view, [list(match.view(s).hand) for s in range(game.players)])
    own = {game.program.roles[role] for role in data if role in game.program.roles}
    own |= {game.program.roles.get(role, -1) for role in ("hand", "taken", "trick", "score", "trick_no", "led")}
    zones, variables = data["zones"], {}
    for index, slot in enumerate(game.program.slots):
        if index not in values or index in own:
            continue
        value, many = values[index], slot.kind in (SlotKind.SET, SlotKind.SETS)
        name = slot.label or slot.name
        if slot.kind is SlotKind.PILE:
            zones[name] = [game.program.cards[i].name for i in value]
        elif slot.domain == "cards" and many and (slot.label == "" or slot.label in game.rules.zones):
            shown = value if isinstance(value, tuple) else (value,)
            cards = [list(decode(game.program, "cards", mask, True)) for mask in shown]  # type: ignore[arg-type]
            zones[name] = dict(enumerate(cards)) if slot.kind is SlotKind.SETS else cards[0]
        elif slot.label:
            one = [plain(decode(game.program, slot.domain, part, many)) for part in _parts(value)]
            by_seat = [one[team] for team in game.teams] if slot.per == "team" else one
            variables[name] = by_seat if isinstance(value, tuple) else one[0]
    return {**data, "variables": variables}


def _parts(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def test_positions_of_all_shipped_games_written_down_in_play_go_on_as_they_did() -> None:
    for name in trickcore.catalogue():
        game, tricks = trickcore.load(name), 0
        for seed in range(4):
            match, random = game.start(seed), Random(seed)
            while match.deal_number == 1 and not match.over:
                if match.decision.kind == "play" and match.view(None).trick_number:
                    again = game.position(through_json(all_of(match)), seed=1)
                    tricks += 1
                    assert again.legal_ids == match.legal_ids and again.scores == match.scores, (name, seed)
                    assert again.view(None).zones == match.view(None).zones, (name, seed)
                    assert again.view(None).variables == match.view(None).variables, (name, seed)
                    same_to_the_end(again, match.copy(), seed)
                match.play_id(random.choice(match.legal_ids))
        assert tricks > 10, name


def through_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def same_to_the_end(one: Match, other: Match, seed: int) -> None:
    """Both come to the same scores when the deal is over; the next one is dealt as it comes."""
    random = Random(seed)
    while not other.over and other.deal_number == 1:
        assert one.legal_ids == other.legal_ids
        action = random.choice(other.legal_ids)
        one.play_id(action)
        other.play_id(action)
    assert one.scores == other.scores
