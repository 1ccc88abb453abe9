"""Batches of playouts: right, the same for the same seed, and from any position."""

from __future__ import annotations

import pytest

import trickcore
from tests.api.conftest import play_random
from trickcore import Game


def test_playouts_of_all_shipped_games() -> None:
    for name in trickcore.catalogue():
        game = trickcore.load(name)
        found = game.playouts(4, seed=4)
        assert found.count == 4 and sum(found.reasons.values()) == 4 and found.decisions > 30, name
        assert found == game.playouts(4, seed=4) and found.scores != game.playouts(4, seed=5).scores, name
        assert [s.count for s in found.points] == [4] * game.players
        assert found.points[0].low == min(scores[0] for scores in found.scores)
        assert game.playouts(2, seed=4).scores == found.scores[:2]


def test_winners_are_those_of_the_rules(game: Game) -> None:
    found = game.playouts(60, seed=1)
    best = [max(range(2), key=lambda s, scores=scores: scores[s]) for scores in found.scores]  # type: ignore[misc]
    assert found.wins == (best.count(0), best.count(1))
    assert all(max(scores) >= 31 for scores in found.scores)
    data = found.to_json()
    assert data["count"] == 60 and data["wins"] == list(found.wins)


def test_from_a_position(game: Game) -> None:
    match = play_random(game.start(3), 3, 30)
    before = match.to_json()
    found = match.playouts(40, seed=2)
    assert found == match.playouts(40, seed=2) == match.copy().playouts(40, seed=2)
    assert match.to_json() == before and len(set(found.scores)) > 1
    match.play_id(match.legal_ids[0])
    assert len(match.ids) == 31


def test_what_is_given_and_left_of_the_deal_is_played_out() -> None:
    game = trickcore.load("two-ten-jack(target=1)")
    data = {"hands": ["2♥", "3♣"], "leader": 0, "scores": [20, 0]}
    found = game.position(data, seed=1).playouts(10)
    assert found.wins == (10, 0) and set(found.scores) == {(25, 0)}


def test_given_cards_of_deals_to_come_are_no_trouble(game: Game) -> None:
    match = game.start(3, deal=[{"hands": {0: "A♠"}}, {"hands": {1: "A♠"}}])
    assert match.playouts(5).count == 5


@pytest.mark.parametrize("count", [0, -1])
def test_nothing_cannot_be_counted(game: Game, count: int) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        game.playouts(count)
    with pytest.raises(ValueError, match="1 or more"):
        game.start(1).playouts(count)
