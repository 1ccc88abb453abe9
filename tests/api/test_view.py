from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

import trickcore
from tests.api.conftest import play_random
from trickcore import Game, Match, View
from trickcore.errors import ActionError


def everything(match: Match, seat: int | None) -> str:
    """All that a seat (or a spectator) can learn, as one text."""
    view = match.view(seat)
    data: list[Any] = [view.to_json(), [e.to_json() for e in match.events(seat)]]
    if seat is not None and match.decisions and match.decision.seat == seat:
        data.append(match.legal_ids)
        data.append([_refusal(match, card.name) for card in match.game.program.cards])
    return json.dumps(data, ensure_ascii=False)


def _refusal(match: Match, text: str) -> str:
    refusal = match.why_not(text)
    return "" if refusal is None else f"{refusal.kind} {refusal.message} {refusal.cards} {refusal.span}"


def swapped(game: Game, seed: int, seat: int | None, plays: list[str]) -> list[str] | None:
    """Another pack that gives the seat the same cards at the same time and allows the same public plays, or None.

    Cards that never showed up in the plays, and that the seat never held, may lie anywhere else.
    """
    random = Random(seed)
    match, order = game.start(seed, dealer=0), pack_of(game, seed)
    known = {text.split()[0] for text in plays}
    if seat is not None:
        known |= held(game, seed, seat, plays)
    free = [k for k, card in enumerate(order) if card not in known]
    assert match.actions == ()
    cards = [order[k] for k in free]
    random.shuffle(cards)
    other = list(order)
    for k, card in zip(free, cards, strict=True):
        other[k] = card
    return other if other != order and allows(game, other, plays) else None


def pack_of(game: Game, seed: int) -> list[str]:
    random = Random(seed)
    names = [card.name for card in game.program.cards]
    random.shuffle(names)
    return names


def held(game: Game, seed: int, seat: int, plays: list[str]) -> set[str]:
    match = game.start(seed, deal=pack_of(game, seed), dealer=0)
    cards = set(match.view(seat).hand)
    for text in plays:
        match.play(text)
        cards |= set(match.view(seat).hand)
    return cards


def allows(game: Game, order: list[str], plays: list[str]) -> bool:
    match = game.start(0, deal=order, dealer=0)
    try:
        for text in plays:
            match.play(text)
    except ActionError:
        return False
    return True


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("length", [0, 3, 8, 17])
def test_hidden_cards_swapped_at_the_deal_change_nothing(game: Game, seat: int | None, length: int) -> None:
    compared = 0
    for seed in range(12):
        match = game.start(0, deal=pack_of(game, seed), dealer=0)
        plays = [a.text for a in play_random(match, seed, length).actions]
        other = swapped(game, seed, seat, plays)
        if other is None:
            continue
        compared += 1
        one, two = game.start(0, deal=pack_of(game, seed), dealer=0), game.start(0, deal=other, dealer=0)
        assert everything(one, seat) == everything(two, seat)
        for text in plays:
            assert everything(one.play(text), seat) == everything(two.play(text), seat)
    assert compared >= 3


def test_the_other_seat_does_see_the_difference(game: Game) -> None:
    one = game.start(0, deal=pack_of(game, 1), dealer=0)
    plays: list[str] = []
    other = swapped(game, 1, 0, plays)
    assert other is not None
    two = game.start(0, deal=other, dealer=0)
    assert everything(one, 1) != everything(two, 1)


def test_a_view_shows_the_own_hand_in_order(game: Game) -> None:
    match = game.start(7, deal={"hands": {0: "2♣ A♠ K♦ 10♦ A♦ 3♥"}}, dealer=0)
    view = match.view(0)
    ranks = {name: k for k, name in enumerate(c.name for c in game.program.cards)}
    assert set(view.hand) == {"2♣", "A♠", "K♦", "10♦", "A♦", "3♥"}
    assert list(view.hand) == sorted(view.hand, key=ranks.__getitem__)
    assert view.hand.index("A♦") + 1 == view.hand.index("K♦") == view.hand.index("10♦") - 1
    assert view.counts == (6, 6) and view.scores == (0, 0) and view.dealer == 0
    assert view.zones["stock"] == trickcore.view.Zone(40)


def test_only_the_seat_to_act_sees_what_is_legal(game: Game) -> None:
    match = game.start(7, dealer=0)
    assert match.view(0).decision is None and match.view(None).decision is None
    assert match.view(1).decision == match.decision
    assert match.view(0).to_act == match.view(None).to_act == (1,)


def test_the_trick_and_what_was_taken(game: Game) -> None:
    hands = {1: "7♣ K♦ Q♦ J♦ 10♦ 9♦", 0: "2♣ 9♣ A♥ 3♦ 4♦ 3♠"}
    match = game.start(7, deal={"hands": hands}, dealer=0).play("7♣")
    view = match.view(None)
    assert [(p.seat, p.card, p.suit) for p in view.trick] == [(1, "7♣", "")]
    assert view.led == "♣" and view.leader == 1
    view = match.play("9♣").view(None)
    assert view.trick == () and view.led is None and view.leader == 0
    assert set(view.taken[0]) == {"7♣", "9♣"} and view.taken[1] == ()
    assert view.hand == () and view.counts == (6, 6)


def test_json_is_stable_and_holds_no_seed(game: Game) -> None:
    seed = 987654321987654321
    match = play_random(game.start(seed), 3, 20)
    for seat in (None, 0, 1):
        text = json.dumps(match.view(seat).to_json())
        assert text == json.dumps(match.copy().view(seat).to_json())
        assert str(seed) not in text and str(seed) not in repr(match.view(seat))
        assert json.loads(text) == match.view(seat).to_json()


def test_a_view_stays_as_it_was(game: Game) -> None:
    match = play_random(game.start(7), 3, 10)
    view, text = match.view(0), match.copy().view(0).to_json()
    play_random(match, 4, 10)
    assert view.to_json() == text
    match.undo(15)
    play_random(match, 5, 10)
    assert game.start(7).view(0) == game.start(7).view(0)


def test_a_pickled_view_leads_nowhere(game: Game) -> None:
    view = play_random(game.start(55555), 3, 10).view(0)
    data = pickle.dumps(view)
    copy = pickle.loads(data)
    assert isinstance(copy, View) and copy == view and copy.to_json() == view.to_json()
    assert b"trickcore.match" not in data and b"trickcore.dice" not in data
