"""Position tests of the Ten Point Smear model up to the last trick, each taken from a sentence of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from .ten_point_smear import Model
from .ten_point_smear_cards import (
    ALL_CARDS,
    AWARD_POINTS,
    JOKER,
    game_value,
    height,
    suit_in_play,
    trick_winner,
    trump_place,
)
from .ten_point_smear_positions import auctioned, calling, cards, choices, do, finished, new_model, position, same_packs

# Cards


def test_pack_is_complete() -> None:
    assert len(ALL_CARDS) == 54
    assert Counter(ALL_CARDS)[JOKER] == 2
    assert len(set(ALL_CARDS)) == 53


@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_trumps_rank_as_told(trump: str) -> None:
    jick = {"H": "JD", "D": "JH", "S": "JC", "C": "JS"}[trump]
    high = [rank + trump for rank in "AKQJ"]
    low = [rank + trump for rank in ["10", "9", "8", "7", "6", "5", "4", "3", "2"]]
    order = [*high, jick, JOKER, *low]
    trumps = [card for card in set(ALL_CARDS) if suit_in_play(card, trump) == trump]
    assert sorted(trumps, key=lambda card: -height(card, trump)) == order
    assert len([card for card in ALL_CARDS if trump_place(card, trump)]) == 16


def test_game_values_of_the_pack() -> None:
    assert sum(game_value(card, 1) for card in ALL_CARDS) == 82
    assert sum(game_value(card, 0) for card in ALL_CARDS) == 80
    assert [game_value(card, 1) for card in cards("AS KS QS JS 10S 9S 2S *")] == [4, 3, 2, 1, 10, 0, 0, 1]


def test_ten_points_in_all() -> None:
    # Each of the two jokers is worth a point.
    assert sum(AWARD_POINTS.values()) + AWARD_POINTS["joker"] == 10


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("9C 10C AC 2C", 2),
        ("9C AD KD AS", 0),
        ("9C AC 2H AS", 2),
        ("9C 2H 3H AC", 2),
        # Jack, jick, joker, ten.
        ("QS JD JH *", 2),
        ("10H * JD 9H", 2),
        ("10H * 9H AC", 1),
        # The jick is no diamond: it takes a trick of diamonds as a trump.
        ("AD JD KD QD", 1),
        ("JD AD KD QH", 3),
        ("JC JS 10C QC", 3),
    ],
)
def test_trick_winner(plays: str, winner: int) -> None:
    assert trick_winner(list(enumerate(cards(plays))), "H", "first") == winner


@pytest.mark.parametrize(("option", "winner"), [("first", 1), ("second", 3)])
def test_two_jokers_in_a_trick(option: str, winner: int) -> None:
    assert trick_winner(list(enumerate(cards("AC * KC *"))), "H", option) == winner
    assert trick_winner(list(enumerate(cards("* JD * 2H"))), "H", option) == 1


def test_equal_jokers_reach_the_trick() -> None:
    for option, winner in [("first", 0), ("second", 1)]:
        model = position("* 2C", "* 3C", "4H 5C", "5H 6C", equal_jokers=option)
        do(model, "*", "*", "4H", "5H")
        assert model.seat_to_act == winner
        assert model.events["two jokers in a trick"] == 1


# Dealing


@pytest.mark.parametrize(("players", "size", "rest"), [(4, 10, 14), (5, 10, 4), (6, 8, 6)])
def test_deal(players: int, size: int, rest: int) -> None:
    model = new_model(players, dealer=1)
    for turn in range(players):
        assert model.hands[(2 + turn) % players] == ALL_CARDS[turn * size : turn * size + size]
    assert model.kitty == ALL_CARDS[players * size :]
    assert len(model.kitty) == rest
    assert (model.seat_to_act, model.phase, model.over, model.winners) == (2, "auction", False, [])
    assert (model.scores, model.last_deal) == ([0] * len(model.sides), None)


def test_deal_in_packets() -> None:
    model = new_model(packet=4)
    assert model.hands[0] == ALL_CARDS[0:4] + ALL_CARDS[16:20] + ALL_CARDS[32:34]
    assert model.hands[3] == ALL_CARDS[12:16] + ALL_CARDS[28:32] + ALL_CARDS[38:40]
    assert new_model(packet=1).hands[1] == ALL_CARDS[1:40:4]


def test_a_pack_must_be_whole() -> None:
    with pytest.raises(ValueError, match="a pack is"):
        Model(0, [ALL_CARDS[:53]])


def test_no_pack_left() -> None:
    model = Model(3, [ALL_CARDS])
    do(model, "pass", "pass", "pass", "pass")
    assert (model.phase, model.legal(), model.seat_to_act, model.over) == ("no pack", [], None, False)


# Auction


def test_first_bid_is_four_to_ten_or_pass() -> None:
    assert new_model().legal() == [*(("bid", number) for number in range(4, 11)), ("pass",)]


def test_bids_rise_and_each_seat_has_one_chance() -> None:
    model = new_model(dealer=1)
    do(model, "bid 6")
    assert model.seat_to_act == 3
    assert model.legal() == [("bid", 7), ("bid", 8), ("bid", 9), ("bid", 10), ("pass",)]
    with pytest.raises(ValueError, match="not a legal action"):
        do(model, "bid 6")
    do(model, "pass", "bid 8")
    # The dealer bids last.
    assert (model.seat_to_act, model.phase) == (1, "auction")
    do(model, "pass")
    assert (model.phase, model.seat_to_act, model.bidder, model.bid) == ("trump", 0, 0, 8)
    assert model.bids == [(2, 6), (3, None), (0, 8), (1, None)]


def test_bid_of_ten_ends_the_auction() -> None:
    model = auctioned(4, "4 10")
    assert (model.phase, model.seat_to_act, model.bid) == ("trump", 1, 10)
    assert model.events["bid of ten ended the auction"] == 1


def test_all_pass_the_same_dealer_deals_again() -> None:
    packs = [list(ALL_CARDS), ALL_CARDS[::-1]]
    model = Model(2, packs)
    do(model, "pass", "pass", "pass")
    assert ("bid", 4) in model.legal()
    do(model, "pass")
    assert (model.dealer, model.seat_to_act, model.phase, model.deal_number) == (2, 3, "auction", 2)
    assert model.hands[3] == ALL_CARDS[::-1][:10]
    assert (model.scores, model.events["all passed"]) == ([0, 0], 1)


def test_the_dealer_may_open() -> None:
    model = auctioned(4, "- - - 5")
    assert (model.phase, model.bidder, model.bid) == ("trump", 3, 5)


def test_stuck_dealer_must_bid_after_three_passes() -> None:
    model = auctioned(4, "- - -", stuck_dealer=True)
    assert model.legal() == [("bid", number) for number in range(4, 11)]


def test_stuck_dealer_may_pass_after_a_bid() -> None:
    model = auctioned(4, "- 9 -", stuck_dealer=True)
    assert model.legal() == [("bid", 10), ("pass",)]
    assert ("pass",) in new_model(stuck_dealer=True).legal()


# Trumps, kitty and discards


def test_bidder_names_any_suit_as_trumps() -> None:
    model = auctioned(4, "- 5 - -")
    assert model.seat_to_act == 1
    assert model.legal() == [("trump", "C"), ("trump", "D"), ("trump", "H"), ("trump", "S")]
    assert len(model.hands[1]) == 10
    do(model, "trump S")
    assert (model.trump, model.phase) == ("S", "discard")


@pytest.mark.parametrize(("players", "calls", "size"), [(4, "- 5 - -", 24), (6, "- 5 - - - -", 14)])
def test_bidder_takes_the_kitty(players: int, calls: str, size: int) -> None:
    model = auctioned(players, calls)
    expected = model.hands[1] + model.kitty
    do(model, "trump H")
    assert model.hands[1] == expected
    assert (len(expected), model.kitty, model.seat_to_act) == (size, [], 1)


def test_five_players_leave_the_undealt_cards() -> None:
    model = auctioned(5, "- 5 - - -")
    do(model, "trump H")
    assert (len(model.hands[1]), len(model.kitty)) == (10, 4)
    assert model.phase == "discard"


@pytest.mark.parametrize(("option", "order"), [("bidder", [1, 2, 3, 0]), ("eldest", [0, 1, 2, 3])])
def test_all_discard_down_to_six(option: str, order: list[int]) -> None:
    model = auctioned(4, "- 5 - -", discards_from=option)
    do(model, "trump H")
    seen: list[int] = []
    while model.phase == "discard":
        assert model.seat_to_act is not None
        seen.append(model.seat_to_act)
        model.apply(model.legal()[0])
    assert list(dict.fromkeys(seen)) == order
    assert Counter(seen) == {0: 4, 1: 18, 2: 4, 3: 4}
    assert [len(hand) for hand in model.hands] == [6, 6, 6, 6]
    # The bidder leads.
    assert (model.phase, model.seat_to_act) == ("play", 1)


SIX = "2C 3C 4C 5C 6C 7C"


def discarding(hand: str, **options: Any) -> Model:
    """Return a match in which seat 0 discards from a hand, with hearts as trumps."""
    return position(hand, SIX, SIX, SIX, phase="discard", **options)


def test_plain_cards_go_first() -> None:
    model = discarding("AH 2H JD * 3S 4S KC AC")
    assert choices(model) == sorted(cards("3S 4S KC AC"))
    do(model, "discard KC")
    assert choices(model) == sorted(cards("3S 4S AC"))
    do(model, "discard 3S")
    assert (model.phase, model.hands[0]) == ("play", cards("AH 2H JD * 4S AC"))
    assert model.discards[0] == ["KC", "3S"]


def test_trump_may_go_only_from_more_than_six() -> None:
    model = discarding("AH KH QH JH * * 9H 4S")
    assert choices(model) == ["4S"]
    do(model, "discard 4S")
    # Two jokers are one choice.
    assert choices(model) == sorted(cards("AH KH QH JH * 9H"))
    do(model, "discard *")
    assert model.hands[0] == cards("AH KH QH JH * 9H")
    assert (model.events["trump discarded"], model.events["scoring trump discarded"]) == (1, 1)


def test_plain_cards_go_first_with_five_and_six_players_too() -> None:
    for others in [4, 5]:
        model = position("AH 2H JD * 3S 4S KC", *[SIX] * others, phase="discard")
        assert choices(model) == sorted(cards("3S 4S KC"))


def test_protected_trumps_go_last() -> None:
    model = discarding("AH KH 2H 3H JH JD * * 9S", protect_scoring_trumps=True)
    assert choices(model) == ["9S"]
    do(model, "discard 9S")
    assert choices(model) == ["KH"]
    do(model, "discard KH")
    assert choices(model) == sorted(cards("AH 2H 3H JH JD *"))


# The called partner


def test_call_comes_after_the_discards() -> None:
    model = auctioned(5, "4 - - - -")
    do(model, "trump H")
    while model.phase == "discard":
        model.apply(model.legal()[0])
    assert (model.phase, model.seat_to_act) == ("call", 0)


def test_not_a_held_card_nor_the_three_of_trumps() -> None:
    model = calling("AH KH * 4S", "3H", "*", "2C", "5C")
    assert choices(model) == sorted(set(ALL_CARDS) - set(cards("AH KH 4S 3H")))


def test_no_joker_for_who_holds_both() -> None:
    assert ("call", JOKER) not in calling("* *", "3H", "4H", "2C", "5C").legal()
    assert ("call", JOKER) in calling("2H 2D", "3H", "4H", "2C", "5C").legal()


def test_joker_goes_to_the_first_holder_from_the_left() -> None:
    model = calling("2C", "3C", "4C", "*", "*", bidder=2)
    do(model, "call *")
    assert model.partner == 3
    model = calling("2C", "*", "4C", "5C", "*", bidder=4)
    do(model, "call *")
    # The bidder's own joker does not count.
    assert (model.partner, model.events["joker called"]) == (1, 1)


def test_called_card_is_played_to_the_first_trick_whatever_was_led() -> None:
    model = calling("9C 2S", "10C AS 2D", "4C 5C", "6C 7C", "8C KC")
    do(model, "call AS")
    assert (model.partner, model.phase, model.seat_to_act) == (1, "play", 0)
    do(model, "9C")
    assert model.legal() == [("play", "AS")]
    do(model, "AS")
    assert choices(model) == ["4C", "5C"]
    assert model.events["called card breaks suit"] == 1


def test_bidder_with_the_only_joker_in_play_is_alone() -> None:
    model = calling("*", "3C", "4C", "5C", "6C")
    do(model, "call *")
    assert (model.partner, model.deal_sides()) == (None, [[0], [1, 2, 3, 4]])


def test_bidder_alone_against_four() -> None:
    model = calling("AH", "KH", "2H", "5C", "6C", target=3, bid=4)
    model.discards[0] = ["9D"]
    do(model, "call 9D")
    assert (model.partner, model.phase, model.deal_sides()) == (None, "play", [[0], [1, 2, 3, 4]])
    assert (model.events["bidder alone"], model.events["own discard called"]) == (1, 1)
    deal = finished(model)
    # High and Game against Low: the bid of four fails.
    assert (deal.won, deal.change, deal.made) == ([2, 1], [-4, 1], False)
    assert model.scores == [-4, 1, 1, 1, 1]


def test_each_member_of_a_side_of_five_scores() -> None:
    model = calling("AH", "KH", "2H", "3H", "JD", bid=5)
    do(model, "call 2H")
    deal = finished(model)
    assert deal.sides == [[0, 2], [1, 3, 4]]
    # High, Low, Three, jick and Game.
    assert (deal.partner, deal.won, deal.change) == (2, [7, 0], [7, 0])
    assert model.scores == [7, 0, 7, 0, 0]
    assert [model.seat_score(seat) for seat in range(5)] == model.scores


# Play


def answers(led: str, hand: str, **options: Any) -> list[str]:
    """Return what may be played to a lead when hearts are trumps."""
    model = position(led, hand, SIX, SIX, **options)
    do(model, led)
    return choices(model)


def test_any_card_may_be_led() -> None:
    model = position("AH * JD 2C", SIX, SIX, SIX)
    assert choices(model) == sorted(cards("AH * JD 2C"))


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("9C", "2C KC AH *", "2C KC"),
        # Void of the suit led: any card, not only trumps.
        ("9C", "2D AH * JD", "2D AH * JD"),
        # The jick is no diamond.
        ("9D", "JD 2C 3S", "JD 2C 3S"),
        ("9D", "JD 2D 3S", "2D"),
        ("9H", "JD 2D * 3S", "JD *"),
        # A joker or the jick led asks for trumps.
        ("*", "2D 3H 4C JD", "3H JD"),
        ("JD", "2D 3H 4C *", "3H *"),
        ("*", "2D 4C", "2D 4C"),
    ],
)
def test_answers(led: str, hand: str, expected: str) -> None:
    assert answers(led, hand) == sorted(cards(expected))


@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        ("9C", "2C KC AH * 3D", "2C KC AH *"),
        ("9D", "JD 2D 3S", "JD 2D"),
        ("9H", "JD 2D 3S", "JD"),
        ("9C", "2D AH", "2D AH"),
    ],
)
def test_answers_when_trumping_is_free(led: str, hand: str, expected: str) -> None:
    assert answers(led, hand, may_trump=True) == sorted(cards(expected))


def test_play_is_clockwise_and_the_winner_leads() -> None:
    model = position("9C 2D", "10C 3D", "KC 4D", "2H 5D", bidder=1)
    do(model, "10C")
    assert model.seat_to_act == 2
    do(model, "KC", "2H")
    assert model.seat_to_act == 0
    do(model, "9C")
    assert (model.seat_to_act, model.trick) == (3, [])
    assert (model.tricks[0].winner, len(model.tricks)) == (3, 1)


def test_six_tricks_make_a_deal() -> None:
    model = auctioned(4, "4 - - -")
    do(model, "trump H")
    while model.phase != "play":
        model.apply(model.legal()[0])
    for _ in range(6 * 4):
        assert model.deal_number == 1
        model.apply(model.legal()[0])
    # The deal passes to the left.
    assert (model.deal_number, model.dealer, model.seat_to_act, model.phase) == (2, 0, 1, "auction")


# Options


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": 501},
        {"equal_jokers": "third"},
        {"joker_game_value": 2},
        {"high_low": "none"},
        {"low_to": "nobody"},
        {"six_player_sides": "two pairs"},
        {"packet": 0},
        {"discards_from": "dealer"},
        {"players": 3},
        {"dealer": 4},
    ],
)
def test_options_are_checked(options: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"dealer": 0, "packs": same_packs()} | options
    with pytest.raises(ValueError, match=next(iter(options))):
        Model(**arguments)


def test_illegal_action_changes_nothing() -> None:
    model = position("9C 2D", "10C 3D", "KC 4D", "2H 5D")
    do(model, "9C")
    with pytest.raises(ValueError, match="not a legal action"):
        do(model, "3D")
    assert (model.seat_to_act, model.hands[1], model.trick) == (1, ["10C", "3D"], [(0, "9C")])
