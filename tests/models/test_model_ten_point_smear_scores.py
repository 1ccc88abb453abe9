"""Position tests of the awards, scores and match end of the Ten Point Smear model, and whole matches at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .ten_point_smear import Action, Deal, Model
from .ten_point_smear_cards import ALL_CARDS, trump_place
from .ten_point_smear_positions import calling, do, finished, position, shuffled_packs

# Awards


def awards(deal: Deal) -> dict[str, list[int]]:
    """Return the awards of a deal that went to somebody."""
    return {name: points for name, points in deal.awards.items() if sum(points) > 0}


def test_high_and_low_go_to_who_plays_them() -> None:
    deal = finished(position("AH", "2H", "3C", "4C"))
    # Seats 0 and 2 against 1 and 3: the two is lost in the trick, its point is not.
    assert awards(deal) == {"high": [1, 0], "low": [0, 1], "game": [1, 0]}


def test_low_to_who_wins_it() -> None:
    deal = finished(position("AH", "2H", "3C", "4C", low_to="wins"))
    assert awards(deal) == {"high": [1, 0], "low": [1, 0], "game": [1, 0]}


def test_jack_jick_jokers_and_three_go_to_who_wins_them() -> None:
    deal = finished(position("KH 10H", "JH *", "JD *", "3H 4H"))
    # The king takes jack, jick and three; a joker takes the other joker.
    assert awards(deal) == {"jack": [1, 0], "jick": [1, 0], "three": [3, 0], "joker": [0, 2], "game": [0, 1]}
    assert deal.game_counts == [3 + 1 + 1, 10 + 1 + 1]


def test_jokers_may_part() -> None:
    deal = finished(position("KH 4C", "* 5C", "4H *", "5H 6C"))
    assert deal.awards["joker"] == [2, 0]
    model = position("KH 4C", "* QH", "4H 7C", "5H *")
    do(model, "KH", "*", "4H", "5H", "4C", "QH", "7C", "*")
    assert model.last_deal is not None
    assert model.last_deal.awards["joker"] == [1, 1]


def test_no_award_for_cards_not_in_play() -> None:
    deal = finished(position("KC", "QC", "9C", "8C"))
    assert awards(deal) == {"game": [1, 0]}
    # Jacks of the other colour are neither jack nor jick.
    assert awards(finished(position("JC", "9D", "2S", "JS"))) == {"game": [1, 0]}


def test_game_is_what_a_side_won_in_all_its_tricks() -> None:
    deal = finished(position("AC 2D", "10C AD", "3C 3D", "4C 10D"))
    assert (deal.game_counts, deal.awards["game"]) == ([14, 14], [0, 0])
    deal = finished(position("AC KD", "10C AD", "3C 3D", "4C 10D"))
    assert (deal.game_counts, deal.awards["game"]) == ([14, 17], [0, 1])


def test_game_tied_at_nothing() -> None:
    model = position("9C", "8C", "7C", "6C")
    deal = finished(model)
    assert (deal.game_counts, deal.won, model.events["game tied"]) == ([0, 0], [0, 0], 1)


def test_joker_game_value() -> None:
    hands = ("* JC", "4H QC", "5H 2C", "6H 3C")
    assert finished(position(*hands)).game_counts == [1, 3]
    assert finished(position(*hands, joker_game_value=0)).game_counts == [0, 3]


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # King high and four low.
        (("KH", "9H", "4H", "5C"), {"high": [1, 0], "low": [1, 0], "game": [1, 0]}),
        # The only trump is both.
        (("KC", "9H", "4C", "5C"), {"high": [0, 1], "low": [0, 1], "game": [0, 1]}),
        (("KC", "9C", "4C", "5C"), {"game": [1, 0]}),
        # Two jokers rank the same: nobody has both, so nobody has high or low.
        (("*", "*", "4C", "5C"), {"joker": [2, 0], "game": [1, 0]}),
        # Partners have both.
        (("*", "4C", "*", "5C"), {"high": [1, 0], "low": [1, 0], "joker": [2, 0], "game": [1, 0]}),
        (("AH", "9H", "2H", "5C"), {"high": [1, 0], "low": [1, 0], "game": [1, 0]}),
    ],
)
def test_highest_and_lowest_in_play(hands: tuple[str, ...], expected: dict[str, list[int]]) -> None:
    assert awards(finished(position(*hands, high_low="in play"))) == expected


def test_lowest_in_play_to_who_wins_it() -> None:
    deal = finished(position("KH", "4H", "9C", "5C", high_low="in play", low_to="wins"))
    assert awards(deal) == {"high": [1, 0], "low": [1, 0], "game": [1, 0]}
    assert finished(position("KH", "4H", "9C", "5C", high_low="in play")).awards["low"] == [0, 1]


def test_lowest_jokers_in_play_to_who_wins_both() -> None:
    deal = finished(position("*", "*", "4C", "5C", high_low="in play", low_to="wins", equal_jokers="second"))
    assert (deal.awards["high"], deal.awards["low"]) == ([0, 0], [0, 1])


# Scores


def test_bid_made_scores_all_that_was_won() -> None:
    model = position("AH", "3H", "2H", "JH", bid=4)
    deal = finished(model)
    assert (deal.made, deal.won, deal.change) == (True, [7, 0], [7, 0])
    assert model.scores == [7, 0]


def test_bid_made_exactly() -> None:
    deal = finished(position("AH", "3H", "2H", "JH", bid=7))
    assert (deal.made, deal.change) == (True, [7, 0])


def test_bid_failed_loses_the_bid_and_the_others_keep_theirs() -> None:
    model = position("AH", "2H", "JH", "5C", bid=5)
    model.scores = [2, 3]
    deal = finished(model)
    # High, jack and Game: three of five. Low goes to the others.
    assert (deal.made, deal.won, deal.change) == (False, [3, 1], [-5, 1])
    assert (model.scores, model.events["negative score"]) == ([-3, 4], 1)


@pytest.mark.parametrize(
    ("option", "sides", "won"),
    [
        ("three pairs", [[0, 3], [1, 4], [2, 5]], [6, 0, 1]),
        ("two trios", [[0, 2, 4], [1, 3, 5]], [7, 0]),
    ],
)
def test_sides_of_six(option: str, sides: list[list[int]], won: list[int]) -> None:
    model = position("AH", "5C", "2H", "JH", "3H", "7C", six_player_sides=option)
    deal = finished(model)
    assert (model.sides, deal.won, model.scores) == (sides, won, won)
    assert [model.seat_score(seat) for seat in range(2)] == won[:2]


def test_sides_of_four_and_the_bidding_side() -> None:
    model = position("2C", "3C", "4C", "AH", bid=4, bidder=1)
    deal = finished(model)
    assert (deal.sides, deal.bidding_side, deal.bidder) == ([[0, 2], [1, 3]], 1, 1)
    assert model.scores == [0, -4]


def test_three_sides_tie_for_game() -> None:
    model = position("AC KS", "5C 2S", "6C 3S", "7C 4S", "8C AS", "9C 5S", bid=4)
    do(model, "AC", "5C", "6C", "7C", "8C", "9C", "KS", "2S", "3S", "4S", "AS", "5S")
    assert model.last_deal is not None
    assert model.last_deal.game_counts == [4, 7, 0]
    assert model.last_deal.awards["game"] == [0, 1, 0]


# The end of the match


def ending(scores: list[int], *hands: str, **options: Any) -> Model:
    """Return a match after a deal of one trick begun at some scores."""
    model = position(*hands, **options)
    model.scores = scores
    finished(model)
    return model


def test_reaching_the_target_exactly_wins() -> None:
    model = ending([45, 0], "AH", "3H", "2H", "JH")
    assert (model.scores, model.over, model.winners) == ([52, 0], True, [0, 2])
    assert (model.legal(), model.seat_to_act, model.deal_number) == ([], None, 1)
    with pytest.raises(ValueError, match="not a legal action"):
        do(model, "pass")


def test_one_short_of_the_target_goes_on() -> None:
    model = ending([44, 0], "AH", "3H", "2H", "JH")
    assert (model.scores, model.over, model.winners, model.deal_number) == ([51, 0], False, [], 2)


def test_target_is_tested_at_the_end_of_the_deal() -> None:
    model = position("AH 2C", "3H 3C", "2H 4C", "JH 5C", target=1)
    do(model, "AH", "3H", "2H", "JH")
    assert not model.over


def test_of_several_the_higher_wins() -> None:
    # The bidding side makes seven and is still behind.
    model = ending([46, 54], "AH", "3H", "2H", "JH")
    assert (model.scores, model.over, model.winners) == ([53, 54], True, [1, 3])
    assert model.events["several at the target"] == 1


@pytest.mark.parametrize(("bidder", "winners"), [(0, [0, 2]), (2, [0, 2]), (1, [1, 3])])
def test_tie_goes_to_the_bidding_side(bidder: int, winners: list[int]) -> None:
    model = position("2C", "3C", "4C", "5C", bidder=bidder, bid=4)
    model.scores = [60, 60]
    model.scores[bidder % 2] = 64
    finished(model)
    assert (model.scores, model.over, model.winners) == ([60, 60], True, winners)


def test_tie_without_the_bidding_side_is_another_deal() -> None:
    model = ending([0, 55, 55], "2C", "3C", "4C", "5C", "6C", "7C")
    assert (model.scores, model.over, model.deal_number) == ([-4, 55, 55], False, 2)
    assert model.events["tie without the bidding side"] == 1


def five_ending(scores: list[int]) -> Model:
    """Return a match of five after a deal in which bidder 0 and partner 2 scored seven each, the others nothing."""
    model = calling("AH", "KH", "2H", "3H", "JD", bid=5)
    model.scores = scores
    do(model, "call 2H")
    finished(model)
    return model


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([45, 0, 0, 0, 0], [0]),
        ([45, 0, 45, 0, 0], [0]),
        ([0, 52, 45, 0, 0], [2]),
        ([45, 60, 45, 0, 0], [1]),
        ([45, 52, 45, 52, 0], [0]),
        ([0, 52, 0, 52, 0], []),
    ],
)
def test_five_players_win_alone(scores: list[int], winners: list[int]) -> None:
    model = five_ending(scores)
    assert (model.winners, model.over) == (winners, winners != [])


# Whole matches at random

OPTIONS: list[dict[str, Any]] = [
    {},
    {"target": 5, "equal_jokers": "second", "joker_game_value": 0},
    {"target": 10, "high_low": "in play", "packet": 3},
    {"target": 15, "low_to": "wins", "stuck_dealer": True, "discards_from": "eldest"},
    {"target": 20, "protect_scoring_trumps": True, "may_trump": True, "six_player_sides": "two trios"},
]


def out_of_play(model: Model) -> list[str]:
    """Return the cards that no trick of this deal can hold."""
    return [card for hand in model.discards for card in hand] + model.kitty


def cards_in_sight(model: Model) -> list[str]:
    """Return every card of the deal, wherever it lies."""
    played = [card for trick in model.tricks for _seat, card in trick.plays]
    table = [card for _seat, card in model.trick]
    return [card for hand in model.hands for card in hand] + out_of_play(model) + table + played


def points_at_stake(trump: str, out: list[str], high_low: str) -> int:
    """Return how many of the ten points, Game among them, the cards in play hold."""
    places = [trump_place(card, trump) for card in out]
    lost = 3 * places.count("3") + sum(places.count(place) for place in ["J", "jick", "joker"])
    if high_low == "ace and two":
        lost = lost + places.count("A") + places.count("2")
    return 10 - lost


def check_deal(model: Model, before: list[int], out: list[str]) -> None:
    """Hold the result of a deal to what the rules say of every deal."""
    deal = model.last_deal
    assert deal is not None
    assert sum(deal.won) == sum(sum(points) for points in deal.awards.values())
    tied = sorted(deal.game_counts)[-1] == sorted(deal.game_counts)[-2]
    assert sum(deal.won) == points_at_stake(deal.trump, out, model.high_low) - tied
    for side, seats in enumerate(deal.sides):
        failed = side == deal.bidding_side and deal.won[side] < deal.bid
        expected = -deal.bid if failed else deal.won[side]
        for seat in seats:
            index = [seat in members for members in model.sides].index(True)
            assert model.scores[index] - before[index] == expected


def random_action(model: Model, chance: random.Random) -> Action:
    """Choose an action; bids stay low mostly and trumps long, or no match would ever end."""
    legal = model.legal()
    if model.phase == "auction" and chance.random() < 0.9:
        return legal[0] if model.bidder is None else legal[-1]
    if model.phase == "trump":
        hand = model.hands[model.seat]
        return max(legal, key=lambda action: len([card for card in hand if trump_place(card, str(action[1]))]))
    return chance.choice(legal)


def play_match(chance: random.Random, players: int, options: dict[str, Any], most_deals: int) -> Model:
    """Play a match, or its first deals, at random and check each step."""
    model = Model(chance.randrange(players), shuffled_packs(chance), players, **options)
    while not model.over and model.deal_number <= most_deals:
        before, ended, out = list(model.scores), model.events["deal ended"], out_of_play(model)
        assert sorted(cards_in_sight(model)) == sorted(ALL_CARDS)
        legal = model.legal()
        assert len(set(legal)) == len(legal) > 0
        model.apply(random_action(model, chance))
        if model.events["deal ended"] > ended:
            check_deal(model, before, out)
        else:
            assert model.scores == before
    return model


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("players", [4, 5, 6])
def test_random_matches(players: int, options: dict[str, Any]) -> None:
    chance = random.Random(f"{players} {options}")
    matches = [play_match(chance, players, options, 25) for _ in range(6)]
    for model in matches:
        best = max(model.scores)
        assert model.over == (model.winners != [])
        if model.over:
            assert best >= model.target
            assert {model.seat_score(seat) for seat in model.winners} == {best}
            assert len(model.winners) == {4: 2, 5: 1, 6: len(model.sides[0])}[players]
        else:
            # At the target, only a tie without the bidding side goes on.
            assert best < model.target or model.scores.count(best) > 1
    assert any(model.over for model in matches) or options == {}
