"""Recorded matches of Euchre, replayed: every play legal, with the winners, points and totals of the record.

Not recorded are the dealer's discard, the hand of who sat out, and the cards that nobody saw: any others will do.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import trickcore
from tests.study import require_records
from trickcore.errors import IllegalAction
from trickcore.game import Game
from trickcore.match import Match

Record = dict[str, Any]

FILE = require_records() / "euchre.jsonl"
RECORDS: list[Record] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines() if line.strip()]
WHOLE = [record for record in RECORDS if record.get("use") is None]
PACK = [rank + suit for suit in "cdhs" for rank in "9TJQKA"]
SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
LEADS = {"LEFT_OF_DEALER": "left_of_dealer", "LEFT_OF_MAKER": "left_of_maker"}
DEALS = 79


def by_name(name: str) -> Record:
    return next(record for record in RECORDS if record["id"] == name)


@cache
def game(target: int, stick: bool, partner_alone: bool, lead: str) -> Game:
    options: dict[str, bool | int | str] = {"target": target, "stick": stick, "partner_alone": partner_alone}
    return trickcore.load("euchre", options={**options, "loner_lead": lead})


def game_of(record: Record) -> Game:
    """The rules that a record was played by. A match that does not begin at nothing is played without an end."""
    rules = record["ruleset"]
    target = 10 if record["initial_score"] == [0, 0] else 100
    return game(target, rules["std"], rules["canadian"], LEADS[rules["loner_lead"]])


def ordered_up(deal: Record) -> bool:
    return "Order" in deal["calls"]


def cards_of(deal: Record) -> Record:
    """The cards as they were dealt, with others for those that are not recorded."""
    hands = {seat: list(deal["played_hands"][str(seat)]) for seat in range(4)}
    unseen = [card for card in PACK if card != deal["upcard"] and not any(card in hand for hand in hands.values())]
    for hand in hands.values():
        hand[:] = [card for card in hand if card != deal["upcard"]]  # it was not dealt to anybody
        while len(hand) < 5:
            hand.append(unseen.pop())
    return {"hands": hands, "zones": {"upcard": [deal["upcard"]]}}


def discard(deal: Record) -> str:
    """The card that the dealer put away: what was held and taken, and not played."""
    held = [*cards_of(deal)["hands"][deal["dealer"]], deal["upcard"]]
    played = deal["played_hands"][str(deal["dealer"])]
    return str(next(card for card in held if card not in played))


def replay_bids(match: Match, deal: Record) -> None:
    assert match.view(None).dealer == deal["dealer"]
    for call in deal["calls"]:
        if call == "Pass":
            match.play("pass")
        else:
            assert match.decision.seat == deal["maker"]
            match.play(f"trump {SUITS[deal['trump']]} alone {'yes' if deal['alone'] else 'no'}")
    if ordered_up(deal):
        assert match.decision.seat == deal["dealer"]
        match.play(f"pick {discard(deal)}")


def replay_tricks(match: Match, deal: Record) -> None:
    for trick, leader in zip(deal["plays"], deal["leaders"], strict=True):
        assert match.decision.seat == leader
        for seat, card in trick:
            assert match.decision.seat == seat
            match.play(card)
    winners = [event.fields["seat"] for event in match.events() if event.name == "taken"]
    assert winners[-len(deal["winners"]) :] == deal["winners"]


def replay(record: Record) -> Match:
    """The match of a record, checked deal by deal."""
    deals = record["deals"]
    match = game_of(record).start(seed=0, dealer=deals[0]["dealer"], deal=[cards_of(deal) for deal in deals])
    start = record["initial_score"]
    for deal in deals:
        assert not match.over
        before = match.scores
        replay_bids(match, deal)
        replay_tricks(match, deal)
        assert [now - then for now, then in zip(match.scores, before, strict=True)] == deal["points"] * 2
        assert [score + start[seat % 2] for seat, score in enumerate(match.scores)] == deal["score_after"] * 2
    return match


@pytest.mark.parametrize("name", [record["id"] for record in WHOLE])
def test_a_recorded_match(name: str) -> None:
    record = by_name(name)
    match = replay(record)
    final = record["final_score"]
    if record["initial_score"] == [0, 0]:
        assert match.over == (max(final) >= 10)
    if match.outcome is not None:
        assert match.outcome.teams == (final.index(max(final)),)


def test_all_deals_are_replayed() -> None:
    assert (len(WHOLE), sum(len(record["deals"]) for record in WHOLE)) == (10, DEALS)


def test_the_first_renege_is_refused() -> None:
    """The record is made by hand: its second card is a diamond on a club, by a player who holds clubs."""
    record = by_name("egn13")
    _, number, seat, held = record["problems"][0]
    deal = record["deals"][number]
    match = game_of(record).start(seed=0, dealer=deal["dealer"], deal=cards_of(deal))
    replay_bids(match, deal)
    plays = [(who, card) for trick in deal["plays"] for who, card in trick]
    legal = 0
    while match.can_play(plays[legal][1]):
        match.play(plays[legal][1])
        legal += 1
    assert legal == 1
    assert plays[legal][0] == match.decision.seat == seat
    assert held in match.decision.legal
    with pytest.raises(IllegalAction, match="suit that was led must be followed"):
        match.play(plays[legal][1])


def test_a_match_that_was_broken_off_is_legal_as_far_as_it_goes() -> None:
    record = by_name("egn23")
    (deal,) = record["deals"]
    match = game_of(record).start(seed=0, dealer=deal["dealer"], deal=cards_of(deal))
    replay_bids(match, deal)
    replay_tricks(match, deal)
    assert match.view(None).trick_number == 2
