"""What two-player games do not have: several menus, seats out of turn, teams, secrets, faulty rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from trickcore import Defect, Game, Hidden, IllegalAction, UnreadableAction
from trickcore.diagnostics.model import Span
from trickcore.errors import SetupError
from trickcore.program.build import Builder
from trickcore.program.model import Card, Item, Program, Seen, Slot, SlotKind
from trickcore.program.model import Role as SlotRole
from trickcore.program.verify import verify
from trickcore.view import Zone


def game_of(program: Program) -> Game:
    assert not verify(program)
    rules = cast(Any, SimpleNamespace(id="small", name="Small"))
    return Game(rules, program, {})


def items(*texts: str) -> list[Item]:
    return [Item(text, text) for text in texts]


@pytest.fixture
def calls() -> Game:
    """Seat 2 plays or calls; seat 0 may double instead; the choice is remembered and the match ends."""
    b = Builder(seats=("a", "b", "c"), teams=(0, 1, 0), name="calls")
    said = b.saved_int("said", -1, 5, initial=-1, label="said")
    play, call = b.menu("play", "Play", items("low", "high")), b.menu("call", "Call", items("close", "claim"))
    double = b.menu("double", "Double?", items("double", "redouble"))
    two, zero = b.const_int(2), b.const_int(0)
    b.emit("ask", said, two, play, b.const_set(3), two, call, b.const_set(1), zero, double, b.const_set(1))
    b.emit("end", b.const_int(b.reason("said")), b.const_set(1))
    return game_of(b.finish())


def test_one_seat_has_several_menus_and_another_may_speak(calls: Game) -> None:
    match = calls.start(1)
    assert [(d.seat, d.kind, d.legal.texts, d.optional) for d in match.decisions] == [
        (2, "play", ("low", "high", "close"), False),
        (0, "double", ("double",), True),
    ]
    assert match.decision == match.decisions[0] and match.legal_ids == (0, 1, 2, 4)
    assert match.view(1).decision is None and match.view(1).to_act == (
        2,
    )  # who may speak is known to the speaker alone
    assert match.view(0).to_act == (2, 0)
    own = match.view(0).decision
    assert own is not None and own.legal.texts == ("double",) and own.optional


@pytest.mark.parametrize("action", [0, 1, 2, 4, "close", "DOUBLE"])
def test_any_offer_may_be_taken(calls: Game, action: int | str) -> None:
    match = calls.start(1)
    match.play(action)
    assert match.over and match.ids == (match.read(action).id,)
    outcome = match.outcome
    assert outcome is not None and (outcome.winners, outcome.teams, outcome.scores) == ((0, 2), (0,), (0, 0, 0))
    assert match.undo().legal_ids == (0, 1, 2, 4)


def test_each_seat_may_say_what_is_offered_to_it(calls: Game) -> None:
    match = calls.start(1)
    with pytest.raises(IllegalAction, match="low is not offered to a now"):
        match.act(0, "low")
    with pytest.raises(IllegalAction, match="cannot be chosen now; what is due: Play"):
        match.act(2, "double")
    with pytest.raises(IllegalAction, match="b has nothing to decide now"):
        match.act(1, "low")
    assert match.ids == ()
    assert match.act(0, "Double").ids == (4,)
    assert match.undo().act(2, "close").ids == (2,)


@pytest.mark.parametrize("action", [3, 5, "claim", "redouble"])
def test_what_is_not_offered_is_refused(calls: Game, action: int | str) -> None:
    match = calls.start(1)
    refusal = match.why_not(action)
    assert refusal is not None and refusal.kind == "not-now"
    with pytest.raises(IllegalAction, match="cannot be chosen now; what is due: Play"):
        match.play(action)
    assert match.ids == () and not match.can_play(action)
    with pytest.raises(UnreadableAction):
        match.play(6)


def test_a_defect_leaves_the_match_as_it_was() -> None:
    b = Builder(seats=("a", "b"), name="faulty")
    number = b.saved_int("number", 0, 2, label="number")
    menu = b.menu("add", "Add", items("0", "1", "2"))
    choice = b.temp_int(0, 2)
    counter = b.saved_int("turns", 0, 100)
    head = b.label()
    b.place(head)
    b.emit("tick", counter)
    b.emit("ask", choice, b.const_int(0), menu, b.const_set(7))
    b.emit("add", number, number, choice, span=Span("x.yaml", 3, 1, 3, 4))
    b.emit("jump", head)
    match = game_of(b.finish()).start(1)
    match.play("1").play("0")
    before = match.view(0).to_json()
    for _ in range(2):
        with pytest.raises(Defect, match=r"number would become 3.*x\.yaml:3:1"):
            match.play(2)
        assert match.view(0).to_json() == before and match.ids == (1, 0)
    assert match.play(1).view(0).variables == {"number": 2}


CARDS = [Card(f"{rank}{suit}", f"{rank}{letter}", k, rank, suit) for k, (rank, suit, letter) in enumerate(
    [("A", "♣", "C"), ("K", "♣", "C"), ("A", "♥", "H"), ("K", "♥", "H")])]  # fmt: skip


def secrets() -> Builder:
    b = Builder(seats=("a", "b"), teams=(0, 1), cards=CARDS, suits=("♣", "♥"), name="secrets")
    b.role("hand", b.saved_sets("hand", 2, 4, initial=0b0101, label="hand", seen=Seen.OWNER, per="seat"))
    b.saved_sets("discards", 2, 4, initial=0b0010, label="discards", seen=Seen.OWNER, per="seat")
    b.saved_sets("shown", 2, 4, initial=0b1000, label="shown", per="seat")
    b.saved_set("kitty", 4, initial=0b1000, label="kitty", seen=Seen.NOBODY)
    b.saved_set("upcard", 4, initial=0b0010, label="upcard")
    b.saved_ints("bid", 2, 0, 9, initial=4, label="bid", seen=Seen.OWNER, per="seat")
    b.saved_ints("games", 2, 0, 9, initial=3, label="games", per="team", seen=Seen.OWNER)
    b.saved_int("mate", -1, 1, initial=1, label="mate", domain="seat", seen=Seen.NOBODY)
    b.saved_int("trump", -1, 1, initial=1, label="trump", domain="suit")
    b.saved_set("voids", 2, initial=3, label="voids", domain="suits")
    b.slot(Slot("open", SlotKind.INT, SlotRole.SAVED, 0, 1, initial=1, label="open", domain="flag"))
    b.saved_int("own", 0, 1, initial=1)  # no label: the compiler's own
    return b


def test_each_seat_sees_what_is_its_own() -> None:
    b = secrets()
    b.emit("ask", b.temp_int(), b.const_int(0), b.menu("go", "Go", items("go")), b.const_set(1))
    b.emit("end", b.const_int(b.reason("done")), b.const_set(0))
    match = game_of(b.finish()).start(1)
    mine, all_see = match.view(0), match.view(None)
    assert mine.hand == ("A♣", "A♥") and all_see.hand == () and mine.counts == (2, 2)
    assert mine.zones == {
        "discards": (Zone(1, ("K♣",)), Zone(1)),
        "shown": (Zone(1, ("K♥",)), Zone(1, ("K♥",))),
        "kitty": Zone(1),
        "upcard": Zone(1, ("K♣",)),
    }
    assert all_see.zones["discards"] == (Zone(1), Zone(1))
    public = {"trump": "♥", "voids": ("♣", "♥"), "open": True}
    assert mine.variables == {"bid": (4, Hidden()), "games": (3, Hidden()), **public}
    assert all_see.variables == public
    assert mine.to_json()["variables"] == {
        "bid": [4, {"hidden": None}],
        "games": [3, {"hidden": None}],
        "trump": "♥",
        "voids": ["♣", "♥"],
        "open": True,
    }


def test_a_game_without_a_dealer() -> None:
    b = secrets()
    b.emit("ask", b.temp_int(), b.const_int(0), b.menu("go", "Go", items("go")), b.const_set(1))
    b.emit("end", b.const_int(b.reason("done")), b.const_set(0))
    game = game_of(b.finish())
    with pytest.raises(SetupError, match="has no dealer"):
        game.start(1, dealer=0)


def dealing(first_dealer: int | None) -> Game:
    """Deals one card each and a kitty of two; throws in a deal that gives seat 0 a club."""
    b = Builder(seats=("a", "b"), cards=CARDS, suits=("♣", "♥"), name="dealing")
    dealer = b.saved_int("dealer", 0, 1, initial=first_dealer or 0, label="dealer", domain="seat")
    hand = b.saved_sets("hand", 2, 4, label="hand", per="seat", seen=Seen.OWNER)
    pile, card, turn = b.saved_pile("kitty", label="kitty"), b.temp_set(4), b.saved_int("deals", 0, 90, label="deals")
    b.role("dealer", dealer)
    b.role("hand", hand)
    if first_dealer is None:
        b.emit("roll", dealer, b.const_int(2))
    head, kept = b.label(), b.label()
    b.place(head)
    b.emit("tick", turn)
    b.emit("pack", pile)
    b.emit("shuffle", pile)
    for seat in (1, 0):
        b.emit("take", card, pile, b.const_int(1))
        b.emit("store_set", hand, b.const_int(seat), card)
    has = b.temp_int(0, 1)
    b.emit("meets", has, card, b.const_set(3, 4))
    b.emit("unless", has, kept)
    b.emit("jump", head)
    b.place(kept)
    b.emit("ask", b.temp_int(), dealer, b.menu("go", "Go", items("go")), b.const_set(1))
    b.emit("jump", head)
    return game_of(b.finish())


def test_deals_that_are_thrown_in_do_not_confuse_given_cards() -> None:
    game = dealing(None)
    match = game.start(3, deal={"hands": {0: "A♥", 1: "K♥"}, "kitty": "K♣"}, dealer=1)
    assert match.view(0).hand == ("A♥",) and match.view(1).hand == ("K♥",)
    assert match.view(None).dealer == 1 and match.view(None).variables["deals"] == 1
    again = game.start(3, deal=[{"hands": {0: "A♣"}}, {"hands": {0: "K♥", 1: "A♥"}}])
    assert again.view(0).hand == ("K♥",) and again.view(None).variables["deals"] == 2
    assert again.play("go").view(None).variables["deals"] != 2


def test_a_dealer_fixed_by_the_rules() -> None:
    game = dealing(1)
    assert game.start(1, dealer=1).view(None).dealer == 1
    with pytest.raises(SetupError, match="fixed by its rules: it is b"):
        game.start(1, dealer=0)
