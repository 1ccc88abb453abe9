"""What the swap of hidden cards notices, and what it takes for public."""

from __future__ import annotations

from random import Random

import pytest

import trickcore
from tests.secrets import swaps
from trickcore.checking.differing import difference
from trickcore.checking.invariants import INVARIANTS, Look
from trickcore.checking.swap import Leak, Swap, told
from trickcore.match import Match
from trickcore.refusal import Refusal
from trickcore.sight import Sight

RULES = """
trickcore: 1
name: Secrets
players: 3
deck: french 24
{state}
play: {{leader: {leader}, follow: [led, any]}}
steps:
  - deal: {{each: 8}}
{steps}
  - play: all
  - score: tricks
match: {{deals: 1}}
"""


def leaks(steps: str = "", state: str = "", leader: str = "eldest", seat: int | None = 0) -> list[Leak]:
    """What a seat is told under rules with these parts."""
    game = trickcore.loads(RULES.format(steps=steps, state=state, leader=leader))
    return [leak for swap in swaps(game, seat, 24, 12) if (leak := swap.leak()) is not None]


HELD = "  - {each: seats, set: {held: count(hearts & hand)}}"


def test_an_open_variable_that_counts_hidden_cards_is_noticed() -> None:
    for seat in (0, None):
        found = leaks(HELD, "state: {held: {type: number per seat}}", seat=seat)
        assert found
        assert all(leak.seat == seat and "view.variables.held" in leak.message for leak in found)
    assert str(found[0]).startswith("a spectator is told something of cards that it has not seen: ")


@pytest.mark.parametrize("state", ["cards per seat", "card per seat"])
def test_an_open_variable_that_names_hidden_cards_is_noticed(state: str) -> None:
    steps = "  - {each: seats, set: {held: " + ("hand" if "cards" in state else "lowest(hand)") + "}}"
    found = leaks(steps, "order: {all: A K Q J 10 9}\nstate: {held: {type: " + state + "}}")
    assert found
    assert all("view.variables.held" in leak.message for leak in found)


def test_a_variable_with_cards_is_no_place() -> None:
    rules = RULES.format(steps="", state="state: {gone: {type: cards}}", leader="eldest")
    rules = rules.replace("follow: [led, any]", "follow: [led, any], after trick: [{set: {gone: gone + trick}}]")
    game = trickcore.loads(rules)
    match = game.start(seed=1)
    while not match.over:
        match.play_id(match.legal_ids[0])
        assert all(look.look(Look(match)) is None for look in INVARIANTS.values() if look.name == "cards")
    gone = match.view(0).variables["gone"]
    assert isinstance(gone, tuple) and len(gone) == 24 and "gone" not in match.view(0).zones
    swapped = [Swap(game.start(seed=seed), 0, Random(1)).leak() for seed in range(3)]
    assert swapped == [None] * 3


def test_a_variable_that_only_its_owner_sees_is_not() -> None:
    assert leaks(HELD, "state: {held: {type: number per seat, seen: me}}") == []


def test_who_is_asked_must_not_depend_on_hidden_cards() -> None:
    state = "state: {loud: {type: flag per seat}}"
    asks = "  - ask: {{who: {who} from eldest, choose: {{loud: flags}}}}"
    found = leaks(asks.format(who="seats - none - which(hand(s) meets A♠ for s in seats)"), state)
    assert found
    assert leaks(asks.format(who="seats"), state) == []


def test_who_leads_may_follow_from_a_card() -> None:
    assert leaks(leader="holder(lowest(clubs))") == []


def test_a_refusal_that_knows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_the_next(match: Match, _: object) -> Refusal:
        return Refusal("duty", f"{match.view((match.decision.seat + 1) % 3).hand} are held by the next")

    monkeypatch.setattr(Match, "why_not", of_the_next)
    found = leaks()
    assert found
    assert all(leak.message.startswith("refused.") for leak in found)


def test_a_view_that_shows_other_hands_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sight, "_sees", lambda *_: True)
    monkeypatch.setattr(Sight, "_sees_other_hands", lambda *_: True)
    found = leaks()
    assert found
    assert "view.zones.hand" in found[0].message


def test_secret_discards_may_be_others() -> None:
    steps = "  - pick: {who: seats, from: hand, count: 2, to: box, at once: true}"
    game = trickcore.loads(RULES.format(steps=steps, state="zones: {box: hidden}", leader="eldest"))
    found = swaps(game, 0, 24, 12)
    assert [swap.leak() for swap in found] == [None] * 12
    assert any(swap.whole and len(swap.match.ids) > 6 for swap in found)


def test_it_is_the_last_deal_that_is_swapped() -> None:
    game = trickcore.loads(RULES.format(steps="", state="", leader="eldest").replace("deals: 1", "deals: 3"))
    match, dice = game.start(seed=5), Random(1)
    while match.deal_number != 3:
        match.play_id(dice.choice(match.legal_ids))
    for _ in range(4):
        match.play_id(dice.choice(match.legal_ids))
    swap = Swap(match, 1, dice)
    assert swap.since == 48
    assert swap.leak() is None
    assert 1 <= swap.compared <= 5
    assert set(match.view(1).hand) <= swap.known
    assert not set(match.view(0).hand) & swap.known


def test_given_cards_and_positions_are_swapped_too() -> None:
    game = trickcore.load("two-ten-jack")
    given = game.start(seed=2, deal={"hands": {0: "A♠ K♠"}}, dealer=0)
    dealt = game.position({"at": "deal", "hands": {0: "A♠ K♠"}, "scores": [5, 6]}, seed=3)
    trick = game.position({"hands": ["A♠ 9♣", "10♥ 2♣"], "leader": 1, "scores": [12, 30]}, seed=4)
    for match in (given, dealt, trick):
        match.play_id(match.legal_ids[0])
        for seat in (0, 1, None):
            assert Swap(match, seat, Random(3)).leak() is None


def test_what_is_told_is_all_that_a_seat_can_ask() -> None:
    match = trickcore.load("euchre").start(seed=1)
    seat = match.decision.seat
    found = told(match, seat)
    assert found["legal"] == [list(match.decision.legal.ids)]
    assert set(match.view(seat).hand) <= set(found["refused"])  # type: ignore[call-overload]
    assert told(match, None)["refused"] == {}


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a[1].b is 2, and 3 then"),
        ({"a": 1}, {}, "a is 1, and nothing then"),
        ({}, {"a": 1}, "a is nothing, and 1 then"),
        ([1, 2], [1], "[1] is 2, and nothing then"),
        ([1], [1, 2], " has 1 entry, and 2 then"),
        ((1, "x"), (1, "x"), ""),
    ],
)
def test_differences_are_told_by_their_place(one: object, other: object, said: str) -> None:
    assert difference(one, other) == said
