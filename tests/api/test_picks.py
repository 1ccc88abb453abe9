"""Picks of several cards: how far one is, what only its seat may know, and sets named in any order."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

import trickcore
from trickcore import ActionError, Game, IllegalAction, Match, UnreadableAction

TEXT = """\
trickcore: 1
name: Picks
players: 2
deck: french 32
order: {all: A K Q J 10..7}
zones: {table: all, away: none}
steps:
  - deal: {each: 5, table: 5}
  - pick: {who: dealer, from: SOURCE, count: 3, cards: TIERS, to: away}
  - play: all
  - score: {points: tricks}
"""


@pytest.fixture(scope="module")
def hearts() -> Game:
    return trickcore.load("hearts")


def made(source: str, tiers: str = "all") -> Game:
    text = TEXT.replace("SOURCE", source).replace("TIERS", tiers)
    text = text.replace("{table: all, away: none}", "{table: {seen: seats}, away: {seen: none}}")
    return trickcore.loads(text.replace(", cards: all", ""))


def test_what_is_picked_and_left_is_the_seats_own(hearts: Game) -> None:
    match = hearts.start(3)
    for picked in ((), ("9♣",), ("10♣", "9♣"), ("J♣", "10♣", "9♣")):
        if len(picked) == 3:
            match.play("J♣")
            assert (match.decision.seat, match.decision.picked, match.decision.left) == (1, (), 3)
            break
        if picked:
            match.play(picked[0])
        assert (match.decision.picked, match.decision.left) == (picked, 3 - len(picked))
        data = match.view(0).to_json()["decision"]
        assert isinstance(data, dict) and (data["picked"], data["left"]) == (list(picked), 3 - len(picked))
        assert all(match.view(seat).decision is None for seat in (None, 1, 2, 3))
        assert match.view(1).to_json() == hearts.start(3).view(1).to_json()


def test_other_decisions_pick_nothing() -> None:
    decision = trickcore.load("two-ten-jack").start(1).decision
    assert (decision.picked, decision.left, decision.prompt) == ((), 0, "Play a card")


def test_any_order_is_one_line_of_play(hearts: Game) -> None:
    lines = set()
    for order in permutations(["J♣", "9♣", "2♠"]):
        match = hearts.start(3).pick(order)
        assert match.decision.seat == 1
        lines.add(match.ids)
    lines.add(hearts.start(3).pick("2s, jc 9C").ids)
    lines.add(hearts.start(3).pick("pick 2♠ pick J♣ pick 9♣").ids)
    lines.add(hearts.start(3).play("2♠").pick([hearts.action("pick J♣"), "9♣"]).ids)
    assert len(lines) == 1


def test_every_set_can_be_picked(hearts: Game) -> None:
    start = hearts.start(3)
    for cards in combinations(start.view(0).hand, 3):
        match = start.copy().pick(cards)
        assert sorted(a.card for a in match.actions) == sorted(cards)


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("J♣ 9♣", "that is 2 cards, and 3 cards are to be picked"),
        ("J♣ 10♣", "that is 2 cards, and 3 cards are to be picked"),
        ("J♣ 10♣ 9♣ 8♣", "that is 4 cards, and 3 cards are to be picked"),
        ("J♣ J♣ 9♣", "J♣ cannot be picked twice"),
        ("J♣ A♣ 9♣", "pick A♣ cannot be chosen: seat 0 does not hold it"),
        ("", "no card is named, and 3 cards are to be picked"),
        ([], "no card is named"),
    ],
)
def test_what_may_not_be_picked_leaves_the_match_as_it_was(hearts: Game, cards: Any, says: str) -> None:
    match = hearts.start(3)
    with pytest.raises(IllegalAction) as error:
        match.pick(cards)
    assert says in str(error.value)
    assert match.ids == () and match.view(0) == hearts.start(3).view(0)


def test_nothing_is_said_of_the_next_seats_hand(hearts: Game) -> None:
    """Too many cards, some of which the next seat could pick."""
    match = hearts.start(3)
    hands = [match.view(seat).hand for seat in (0, 1)]
    messages = set()
    for card in hands[1]:
        with pytest.raises(IllegalAction) as error:
            match.copy().pick([*hands[0][:3], card])
        messages.add(str(error.value).replace(card, "X"))
    assert messages == {"pick X cannot be chosen: seat 0 does not hold it"} or len(messages) == 1


def test_words_that_are_no_cards(hearts: Game) -> None:
    with pytest.raises(UnreadableAction, match="'Z9' is not an action"):
        hearts.start(3).pick("J♣ Z9 9♣")
    with pytest.raises(IllegalAction, match="no cards are to be picked now; what is due: Play a card"):
        trickcore.load("two-ten-jack").start(1).pick("A♠")


def test_a_refusal_for_the_order_alone_says_so(hearts: Game) -> None:
    match = hearts.start(3)
    refusal = match.why_not("J♣")
    assert refusal is not None and refusal.kind == "order"
    assert "against the order of the pack" in refusal.message and "pick 9♣" in refusal.cards
    match.play("9♣")
    again = match.why_not("9♣")
    assert again is not None and (again.kind, again.message) == ("order", "9♣ is picked already")


def test_bare_cards_read_as_picks_also_where_they_may_not_be_picked(hearts: Game) -> None:
    match = hearts.start(3)
    assert [match.read(card).text for card in ("J♣", "A♣", "9♣")] == ["pick J♣", "pick A♣", "pick 9♣"]


def test_what_there_is_no_choice_about_may_be_left_out() -> None:
    match = trickcore.load("ten-point-smear").start(3)
    match.play("bid 10").play("trump ♠")
    forced = match.copy()
    cards = []
    while len(forced.decision.legal) == 1:
        cards.append(forced.decision.legal.texts[0])
        forced.play(cards[-1])
    chosen = ["2♠", "5♠", "4♠"]
    assert forced.decision.left == 3
    assert match.copy().pick(chosen).ids == match.copy().pick([*chosen, *cards]).ids == forced.pick(chosen).ids
    with pytest.raises(IllegalAction, match="that is 2 cards, and 3 cards are to be picked"):
        match.pick(["2♠", "5♠"])


@pytest.mark.parametrize("tiers", ["all", "[hearts, any]", "[J, hearts, any]"])
@pytest.mark.parametrize("source", ["hand", "table"])
def test_all_ways_of_a_pick_can_be_named(source: str, tiers: str) -> None:
    """Whatever is picked card by card, with what the rules add themselves, can be named at once."""
    game = made(source, tiers)
    for seed in range(12):
        random, match = Random(seed), game.start(seed, dealer=0)
        zone = match.view(0).zones["table"]
        there = match.view(0).hand if source == "hand" else zone.cards  # type: ignore[union-attr]
        if match.decision.kind != "pick":
            continue
        twin = match.copy()
        while twin.decision.kind == "pick":
            twin.play(random.choice(twin.decision.legal.ids))
        after = twin.view(0)
        left = after.hand if source == "hand" else after.zones["table"].cards  # type: ignore[union-attr]
        assert there is not None and left is not None
        gone = [card for card in there if card not in left]
        own = [card for card in gone if card not in match.decision.picked]
        random.shuffle(own)
        assert match.pick(own).ids == twin.ids, (seed, gone)


def test_a_tier_that_comes_first_is_kept_to() -> None:
    game = made("hand", "[hearts, any]")
    match = game.start(2, dealer=0, deal={"hands": {0: "A♥ A♠ K♠ Q♠ J♠", 1: "7♣"}})
    with pytest.raises(IllegalAction):
        match.pick("A♠ K♠ Q♠")
    assert match.ids == ()
    assert (
        match.pick("A♠ K♠").ids
        == game.start(2, dealer=0, deal={"hands": {0: "A♥ A♠ K♠ Q♠ J♠", 1: "7♣"}}).pick("A♥ K♠ A♠").ids
    )


# ---------------------------------------------------------------------------------------------------- what a seat says


def test_who_has_nothing_to_decide_hears_no_more() -> None:
    match = trickcore.load("two-ten-jack").start(7, dealer=1)
    for seat, who in ((1, "seat 1"), (None, "who looks on")):
        with pytest.raises(IllegalAction, match=f"^{who} has nothing to decide now$"):
            match.act(seat, "A♠")
    with pytest.raises(ValueError, match="no seat"):
        match.act(5, "A♠")
    assert match.act(0, " 4c ").decision.seat == 1
    with pytest.raises(IllegalAction, match="must be followed"):
        match.act(1, "A♦")
    match.concede(0)
    with pytest.raises(IllegalAction, match="the match is over"):
        match.act(0, "4♣")


def test_several_cards_on_a_line(hearts: Game) -> None:
    match: Match = hearts.start(3).act(0, "jc 9c tc")
    assert match.decision.seat == 1
    assert hearts.start(3).act(0, "pick 9c").decision.left == 2
    with pytest.raises(ActionError):
        hearts.start(3).act(0, "jc 9c")


def test_an_action_is_no_flag_and_not_nothing() -> None:
    match = trickcore.load("two-ten-jack").start(7)
    bad: Any
    for bad in (True, None, 1.5):
        with pytest.raises(TypeError, match="given by its id or its text"):
            match.play(bad)
