"""Claims and concessions: when they hold, what they bring, and that they are stored and taken back."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import trickcore
from tests.api.conftest import play_random
from trickcore import ClaimRefused, Game, IllegalAction, Match

WHIST = """
trickcore: 1
name: Plain tricks
players: {players}
deck: french 52
{teams}
play: {{follow: [led, any]}}
steps:
  - deal: {{each: 5}}
  - play: all
  - score: tricks
match: {{deals: 3}}
"""


@pytest.fixture(scope="module")
def whist() -> Game:
    return trickcore.loads(WHIST.format(players=4, teams="teams: 2"), id="whist")


@pytest.fixture(scope="module")
def alone() -> Game:
    return trickcore.loads(WHIST.format(players=3, teams=""), id="alone")


def through_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def open_game(game: Game, *hands: str, **more: Any) -> Match:
    return game.position({"hands": list(hands), "leader": 0, **more}, seed=1)


def test_the_highest_cards_are_a_claim(alone: Game) -> None:
    match = open_game(alone, "A♠ K♠ Q♠", "J♠ 10♠ 9♠", "A♥ K♥ Q♥")
    match.claim(0)
    assert match.scores == (3, 0, 0) and match.deal_number == 2 and len(match.ids) == 9
    (claim,) = match.claims
    assert (claim.seat, claim.after, claim.count) == (0, 0, 9)
    events = match.events(1)
    assert [event.number for event in events] == list(range(len(events)))
    assert [event.text for event in events if event.name == "claimed"] == ["claimed: seat 0"]
    assert events[claim.number].name == "claimed" and events[claim.number + 1].name == "played"


@pytest.mark.parametrize(
    ("hands", "agreed"),
    [
        (("A♠ K♠ 2♥", "3♥ 10♠ 9♠", "A♥ K♥ Q♥"), False),  # a loser
        (("A♠ 2♥", "3♥ 4♣", "4♦ 5♦"), False),  # it matters what is kept
        (("2♠", "3♠", "4♠"), True),
    ],
)
def test_what_is_not_certain_is_no_claim(alone: Game, hands: tuple[str, ...], agreed: bool) -> None:
    match = open_game(alone, *hands)
    with pytest.raises(ClaimRefused, match=r"seat 0 cannot claim: (it is not certain|there is no way)"):
        match.claim(0, agreed=agreed)
    assert match.ids == () and match.claims == () and match.legal_ids


def test_an_agreed_claim_needs_one_way(alone: Game) -> None:
    match = open_game(alone, "A♠ 2♥", "3♥ 4♣", "4♦ 5♦")
    match.claim(0, agreed=True)
    assert match.scores == (2, 0, 0)


def test_who_follows_may_claim_too_and_in_the_middle_of_a_trick(alone: Game) -> None:
    match = open_game(alone, "2♠ 3♠", "A♠", "Q♠ J♠", trick=["4♠"])
    assert match.decision.seat == 1
    with pytest.raises(ClaimRefused):
        match.claim(2)
    match = open_game(alone, "2♠", "A♠ K♠", "Q♠ J♠", trick=["4♠"])
    match.claim(1)
    assert match.scores == (0, 2, 0)


def test_a_side_claims_together(whist: Game) -> None:
    hands = ("2♥ A♠", "3♥ 4♣", "A♥ K♥", "4♥ 6♣")
    match = open_game(whist, *hands)
    match.claim(0)
    assert match.scores == (2, 0, 2, 0)
    with pytest.raises(ClaimRefused):
        open_game(whist, *hands).claim(1)


def test_the_search_is_bounded(whist: Game) -> None:
    match = whist.start(2)
    try:
        match.claim(0)
    except ClaimRefused as error:
        assert "too many ways" in str(error) or "not certain" in str(error)


def test_cards_to_be_drawn_are_told_of_nothing(game: Game) -> None:
    match = game.position({"hands": ["A♠ A♥", "2♣ 3♣"], "leader": 0, "zones": {"stock": "4♣ 5♣"}})
    with pytest.raises(ClaimRefused, match="still to be drawn"):
        match.claim(0)


def test_every_granted_claim_holds_whatever_is_played(alone: Game) -> None:
    granted = 0
    for seed in range(60):
        match = play_random(alone.start(seed), seed, 9)
        before = match.scores
        seat = seed % 3
        try:
            claimed = match.copy().claim(seat)
        except ClaimRefused:
            continue
        granted += 1
        left = sum(match.view(None).counts) // 3 + bool(match.view(None).trick)
        got = [b - a for a, b in zip(before, claimed.scores, strict=True)]
        assert sum(got) == 5 and got[seat] >= left
        assert max_min(match, seat) == got[seat]
    assert granted


def max_min(match: Match, seat: int) -> int:
    """What a seat takes in this deal if it plays for it and all others play against it."""
    start, number = match.copy(), match.deal_number
    base = start.undo(len(start.ids)).scores

    def value(m: Match) -> int:
        if m.deal_number != number or m.over:
            return m.scores[seat] - base[seat]
        own = m.decision.seat == seat
        return (max if own else min)(value(m.copy().play(a)) for a in m.legal_ids)

    return value(match)


def test_claims_are_stored_and_taken_back(alone: Game) -> None:
    match = open_game(alone, "A♠ K♠ Q♠", "J♠ 10♠ 9♠", "A♥ K♥ Q♥").play("K♠").claim(0)
    for again in (
        Match.from_json(alone, through_json(match.to_json())),
        pickle.loads(pickle.dumps(match)),
        match.copy(),
        trickcore.replay(through_json(match.record()), alone).match,
    ):
        assert again.claims == match.claims and again.events(0) == match.events(0)
        assert again.view(2).to_json() == match.view(2).to_json()
    assert match.claims[0].after == 1
    match.undo(1)
    assert match.claims == () and "claimed" not in [event.name for event in match.events()]
    assert len(match.undo(7).ids) == 1


def test_conceding(game: Game) -> None:
    match = play_random(game.start(7), 7, 10)
    scores, ids = match.scores, match.ids
    view = match.view(0)
    heard = len(match.events())
    assert match.concede(1) is match
    assert match.over and match.legal_ids == () and match.decisions == () and match.conceded == 1
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.teams, outcome.reason) == ((0,), (0,), "seat 1 has conceded")
    assert match.scores == scores and match.ids == ids
    seen = match.view(0)
    assert seen.over and seen.to_act == () and seen.decision is None
    assert [e.text for e in seen.events[heard:]] == ["conceded: seat 1"] and len(view.events) == heard
    for action in (ids[0], "A♠"):
        refusal = match.why_not(action)
        assert refusal is not None and refusal.kind == "over"
    with pytest.raises(IllegalAction, match="over"):
        match.play(ids[0])
    with pytest.raises(IllegalAction, match="over"):
        match.concede(0)
    with pytest.raises(ClaimRefused, match="over"):
        match.claim(0)
    with pytest.raises(ValueError, match="over"):
        match.playouts(1)


def test_a_concession_is_stored_and_taken_back(game: Game) -> None:
    match = play_random(game.start(7), 7, 10)
    legal = match.legal_ids
    match.concede(0)
    for again in (
        Match.from_json(game, through_json(match.to_json())),
        pickle.loads(pickle.dumps(match)),
        match.copy(),
        trickcore.replay(through_json(match.record()), game).match,
    ):
        assert again.outcome == match.outcome and again.events(0) == match.events(0)
        assert again.undo(0).over and not again.undo().over and again.legal_ids == legal
        assert again.conceded is None and len(again.ids) == 10 and again.outcome is None
        again.play(legal[0])
    with pytest.raises(ValueError, match="cannot take back 12 actions: 11 have been played"):
        match.undo(12)
    assert match.undo(11).ids == ()


def test_partners_lose_together(whist: Game) -> None:
    outcome = whist.start(1).concede(2).outcome
    assert outcome is not None and (outcome.winners, outcome.teams) == ((1, 3), (1,))
    with pytest.raises(ValueError, match="no seat"):
        whist.start(1).concede(4)
    with pytest.raises(ValueError, match="no seat"):
        whist.start(1).claim(-1)


def test_claims_on_all_shipped_games_are_granted_or_refused() -> None:
    for name in trickcore.catalogue():
        game = trickcore.load(name)
        granted = 0
        for seed in range(12):
            match = game.start(seed)
            while not match.over and match.deal_number == game.start(seed).deal_number:
                if sum(match.view(None).counts) <= game.players * 2:
                    try:
                        match.copy().claim(match.decision.seat)
                        granted += 1
                    except ClaimRefused as error:
                        assert "cannot claim" in str(error)
                match.play_id(match.legal_ids[len(match.ids) % len(match.legal_ids)])
        assert granted, name
