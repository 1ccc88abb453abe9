"""Who sees what, where that changes with the state: hands laid open, variables that come out or that one seat knows."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import trickcore
from tests.compiler.support import findings_of, program_of
from tests.engines.lockstep import lockstep, same_playout
from tests.secrets import find_no_difference
from trickcore.checking.swap import Swap
from trickcore.cli.log import lines
from trickcore.events import Event, Hidden
from trickcore.game import Game
from trickcore.match import Match
from trickcore.program.codec import dumps, identity, loads
from trickcore.program.listing import listing
from trickcore.program.model import Program, Seen, Slot
from trickcore.view import Zone

HEAD = """
trickcore: 1
name: Eyes
players: {players}
deck: french 24
order: {{all: A K Q J 10 9}}
match: {{deals: 2}}
"""


@cache
def game_of(body: str, players: int = 3) -> Game:
    """The game; whatever is played, both engines must agree on it."""
    game = trickcore.loads(HEAD.format(players=players) + body)
    for number in range(4):
        lockstep(game.program, number)
        same_playout(game.program, number)
    return game


def slot_of(program: Program, label: str) -> Slot:
    return next(slot for slot in program.slots if slot.label == label)


def shown(match: Match, seat: int | None) -> list[Event]:
    return [event for event in match.events(seat) if event.name == "shown"]


# ------------------------------------------------------------------------------------------------ one hand laid open

OUVERT = """
zones: {kitty: hidden, hand: {seen: seats if level == ouvert and me == bidder else me}}
steps:
  - deal: {each: 6, kitty: 2}
  - auction: {turn: duel, bid: [10, 20, 30], all pass: [end: deal]}
  - move: {from: kitty, to: hand(bidder)}
  - pick: {who: bidder, from: hand, count: 2, to: kitty}
  - ask: {who: bidder, choose: {level: [closed, ouvert]}}
  - play: all
  - score: tricks
"""


def bid_by_two(match: Match) -> Match:
    """Seat 2 bids, the others pass; it takes the kitty and puts two cards away."""
    match.play("bid 10").play("pass").play("pass")
    for _ in range(2):
        match.play(match.legal_ids[0])
    return match


def test_a_hand_lies_open_once_that_is_announced() -> None:
    match = bid_by_two(game_of(OUVERT).start(seed=3, dealer=0))
    before = [match.view(seat) for seat in (0, 1, 2, None)]
    assert all("hand" not in view.zones for view in before)
    match.play("level ouvert")
    hand = match.view(2).hand
    assert len(hand) == 6
    for seat in (0, 1, None):
        zones = match.view(seat).zones["hand"]
        assert isinstance(zones, tuple)
        assert zones[2].cards == hand
        assert [zone.cards is None for zone in zones] == [seat != 0, seat != 1, False]
        (event,) = shown(match, seat)
        assert (event.label, event.fields, event.audience) == ("hand", {"seat": 2, "cards": hand}, {})
    assert "hand" not in match.view(2).zones
    names = [event.name for event in match.events(None)]
    assert names[-2:] == ["chosen", "shown"]


def test_it_stays_closed_otherwise_and_is_closed_again_in_the_next_deal() -> None:
    match = bid_by_two(game_of(OUVERT).start(seed=3, dealer=0))
    closed = match.copy().play("level closed")
    assert shown(closed, None) == [] and "hand" not in closed.view(0).zones
    match.play("level ouvert")
    while match.deal_number == 1:
        match.play(match.legal_ids[0])
    assert len(shown(match, None)) == 1
    assert "hand" not in match.view(0).zones
    dealt = [event for event in match.events(0) if event.name == "dealt"][-3:]
    assert [(event.fields["seat"], event.audience) for event in dealt] == [(s, {"cards": (s,)}) for s in (2, 0, 1)]


def test_cards_that_come_to_a_hand_are_for_those_who_see_it_then() -> None:
    text = OUVERT.replace("  - play: all", "  - move: {from: kitty, to: hand(bidder), count: 1}\n  - play: all")
    game = game_of(text)
    for level, known in (("ouvert", {0, 1, 2, None}), ("closed", {2})):
        match = bid_by_two(game.start(seed=3, dealer=0)).play(f"level {level}")
        for seat in (0, 1, 2, None):
            moved = [e for e in match.events(seat) if e.label == "kitty → hand"][-1]
            assert isinstance(moved.fields["cards"], tuple) == (seat in known)
            assert list(moved.fields) == ["to", "cards"]
            assert moved.audience == ({} if level == "ouvert" else {"cards": (2,)})


def test_cards_that_leave_an_open_hand_were_seen_by_all() -> None:
    text = OUVERT.replace("  - play: all", "  - pick: {who: bidder, from: hand, count: 1, to: kitty}\n  - play: all")
    game = game_of(text)
    match = bid_by_two(game.start(seed=3, dealer=0)).play("level ouvert")
    match.play(match.legal_ids[0])
    for seat in (0, 1, 2, None):
        moved = [e for e in match.events(seat) if e.label == "hand → kitty"]
        assert [isinstance(e.fields["cards"], tuple) for e in moved] == [seat == 2, True]


def test_a_refusal_speaks_of_an_open_hand_only_to_those_who_see_it() -> None:
    match = bid_by_two(game_of(OUVERT).start(seed=3, dealer=0)).play("level ouvert")
    while match.decision.seat != 0:
        match.play(match.legal_ids[0])
    known = match.view(0).hand + match.view(2).hand
    for card in known:
        refusal = match.why_not(card)
        assert refusal is None or refusal.kind in ("not-held", "duty", "not-now")


def test_hidden_cards_do_not_matter_before_and_after_a_hand_is_open() -> None:
    find_no_difference(game_of(OUVERT), 24)


def test_the_comparison_notices_an_open_hand() -> None:
    always_open = OUVERT.replace("level == ouvert and me == bidder", "deal_no == 1")
    swap = Swap(game_of(OUVERT).start(seed=1), 0, Random(1))  # before the first bid
    assert (swap.leak(), swap.compared, swap.whole) == (None, 1, True)
    leak = swap.leak(trickcore.loads(HEAD.format(players=3) + always_open))
    assert leak is not None and "view.zones.hand" in leak.message


# ------------------------------------------------------------------------------------------------ after the first lead

DUMMY = """
zones: {hand: {seen: seats if me == dummy and played != none else me}}
state: {declarer: seat}
let: {dummy: partner(declarer)}
teams: 2
play:
  leader: declarer + 1
  follow: [led, any]
  by: declarer if me == dummy else me
steps:
  - deal: {each: 6}
  - auction:
      bid: {level: 1..3}
      pass: stays in
      all pass: [end: deal]
  - set: {declarer: bidder}
  - play: all
  - score: tricks
"""


def declared(seed: int = 2) -> Match:
    """Seat 1 declares, so that seat 3 is dummy and seat 2 leads."""
    match = game_of(DUMMY, 4).start(seed=seed, dealer=0)
    return match.play("level 2").play("pass").play("pass").play("pass")


def test_dummy_lies_open_after_the_first_card() -> None:
    match = declared()
    assert match.decision.seat == 2
    assert all("hand" not in match.view(seat).zones for seat in (0, 1, 2, 3, None))
    match.play(match.legal_ids[0])
    assert match.decision.seat == 1  # who plays dummy's cards
    assert [event.name for event in match.events(None)][-2:] == ["played", "shown"]
    hand = match.view(3).hand
    for seat in (0, 1, 2, None):
        zones = match.view(seat).zones["hand"]
        assert isinstance(zones, tuple)
        assert [s for s in range(4) if zones[s].cards is not None] == sorted({3} if seat is None else {3, seat})
        assert zones[3].cards == hand
        assert shown(match, seat)[0].fields["cards"] == hand
    assert {action.card for action in match.decision.legal} <= set(hand)
    assert [match.view(seat).to_act for seat in (0, 1, 2, 3, None)] == [(1,)] * 5


def test_declarer_is_refused_by_what_dummy_holds() -> None:
    for seed in range(20):
        match = declared(seed)
        match.play(match.legal_ids[0])
        held = set(match.view(3).hand)
        legal = {action.card for action in match.decision.legal}
        for card in held - legal:
            refusal = match.why_not(card)
            assert refusal is not None and refusal.kind == "duty" and set(refusal.cards) == legal
        others = {c.name for c in match.game.program.cards} - held - {p.card for p in match.view(1).trick}
        assert {refusal.kind for card in others if (refusal := match.why_not(card))} == {"not-held"}


def test_hidden_cards_do_not_matter_with_a_dummy() -> None:
    find_no_difference(game_of(DUMMY, 4), 24)


# ------------------------------------------------------------------------------------------------ a suit that comes out

TRUMP = """
teams: 2
trumps: trump if asker != none
values: {A: 4, K: 3}
state:
  trump: {type: suit, seen: seats if asker != none else bidder}
  asker: seat
play:
  leader: eldest
  follow: [led, trumps if me == asker, any]
  calls:
    ask for trumps: {if: not leading and asker == none and not hand meets led, set: {asker: me}}
steps:
  - deal: {each: 3}
  - auction: {turn: duel, bid: 1..4, all pass: [end: deal]}
  - ask: {who: bidder, choose: {trump: suits}}
  - deal: {each: 3}
  - play: all
  - score: value(taken)
"""


def chosen(suit: str = "♥", seed: int = 4) -> Match:
    match = game_of(TRUMP, 4).start(seed=seed, dealer=0)
    match.play("bid 1").play("pass").play("pass").play("pass")
    return match.play(f"trump {suit}")


def test_a_suit_is_known_to_who_chose_it_until_somebody_asks() -> None:
    match = chosen()
    bidder = match.view(None).variables["bidder"]
    for seat in (0, 1, 2, 3, None):
        view, (event,) = match.view(seat), (e for e in match.events(seat) if e.name == "chosen" and "trump" in e.fields)
        knows = seat == bidder
        assert view.variables.get("trump") == ("♥" if knows else None)
        assert ("trump" in view.variables) == knows
        assert event.fields == {"seat": bidder, "trump": "♥" if knows else Hidden()}
        assert event.audience == {"trump": (bidder,)}
    while not any(action.text == "ask for trumps" for action in match.decision.legal):
        match.play(match.legal_ids[0])
    assert all(shown(match, seat) == [] for seat in (0, 1, 2, 3, None))
    asker = match.decision.seat
    match.play("ask for trumps")
    for seat in (0, 1, 2, 3, None):
        assert match.view(seat).variables["trump"] == "♥"
        assert [(e.label, dict(e.fields), e.audience) for e in shown(match, seat)] == [("trump", {"value": "♥"}, {})]
    assert list(lines(match.events(0), match))[-2:] == [f"set asker {match.game.seats[asker]}", "trump is ♥"]


def test_it_is_a_secret_again_in_the_next_deal() -> None:
    match = chosen()
    while match.deal_number == 1:
        texts = [action.text for action in match.decision.legal]
        match.play("ask for trumps" if "ask for trumps" in texts else match.legal_ids[0])
    assert all("trump" not in match.view(seat).variables for seat in (0, 1, 2, 3, None))
    assert len(shown(match, None)) == 1


def test_neither_hidden_cards_nor_the_hidden_suit_matter() -> None:
    find_no_difference(game_of(TRUMP, 4), 26)  # another suit is chosen where a seat never learns which it was


# ------------------------------------------------------------------------------------------------ known to itself

MATE = """
values: {A: 4, K: 3}
state: {mate: {type: seat, seen: mate}, called: suit}
sides: {soloists: bidder + mate, others: rest}
play:
  leader: eldest
steps:
  - deal: {each: 6}
  - auction: {bid: {contract: [solo, call]}, all pass: [end: deal]}
  - when: contract == call
    do:
      - ask: {who: bidder, choose: {called: which(A of s not in hand for s in suits)}}
      - set: {mate: holder(A of called)}
  - play: all
  - score: value(taken)
"""


def called(seed: int = 4) -> Match:
    match = game_of(MATE, 4).start(seed=seed, dealer=0)
    match.play("contract call")
    while match.decision.kind in ("bid", "pass"):
        match.play("pass")
    return match.play(match.legal_ids[0])


def test_the_mate_alone_knows_who_it_is() -> None:
    match = called()
    suit = match.view(0).variables["called"]
    (mate,) = (seat for seat in range(4) if f"A{suit}" in match.view(seat).hand)
    for seat in (0, 1, 2, 3, None):
        (event,) = (e for e in match.events(seat) if e.name == "set")
        assert match.view(seat).variables.get("mate") == (mate if seat == mate else None)
        assert event.label == "mate" and event.fields == {"value": mate if seat == mate else Hidden()}
        assert event.audience == {}, "who knows it is the secret itself"
        assert shown(match, seat) == []


def test_hidden_cards_do_not_matter_with_a_secret_mate() -> None:
    find_no_difference(game_of(MATE, 4), 26)


def test_that_something_secret_is_set_at_all_is_no_event_where_that_would_tell() -> None:
    text = MATE.replace("      - set:", "      - when: A of called in hand(eldest)\n        set:")
    game = game_of(text, 4)
    match = game.start(seed=4, dealer=0)
    match.play("contract call")
    while match.decision.kind in ("bid", "pass"):
        match.play("pass")
    for action in match.legal_ids:
        assert "set" not in [e.name for e in match.copy().play(action).events(None)]
    find_no_difference(game, 26)


# ------------------------------------------------------------------------------------------------ all kinds of things

ARRAYS = """
zones:
  stock: {seen: seats if up else dealer}
  box: {per: seat, seen: seats if me == chosen else me}
state:
  up: flag
  chosen: seat
  secret: {type: number per seat, seen: seats if up else me}
  marked: {type: set of card, seen: seats if up else dealer}
  clubs_of: {type: number per team, seen: seats if up else dealer}
teams: 2
steps:
  - deal: {each: 3, rest: stock}
  - pick: {who: seats, from: hand, count: 1, to: box, at once: true}
  - set: {marked: clubs & hand(dealer), clubs_of(dealer): count(clubs & hand(dealer))}
  - {each: seats, set: {secret: count(hand)}}
  - ask: {who: dealer, choose: {chosen: seats}}
  - ask: {who: eldest, choose: {up: flags}}
  - play: all
  - score: tricks
"""


def test_zones_and_variables_of_all_kinds() -> None:
    game = game_of(ARRAYS, 4)
    match = game.start(seed=5, dealer=1)
    for _ in range(4):
        match.play(match.legal_ids[0])
    for seat in (0, 1, 2, 3, None):
        view = match.view(seat)
        stock, boxes = view.zones["stock"], view.zones["box"]
        assert isinstance(stock, Zone) and (stock.cards is not None) == (seat == 1)
        assert isinstance(boxes, tuple) and [box.cards is not None for box in boxes] == [s == seat for s in range(4)]
        assert ("marked" in view.variables) == (seat == 1) and "marked" not in view.zones
        assert view.variables["secret"] == tuple(2 if s == seat else Hidden() for s in range(4))
        (told,) = (e for e in match.events(seat) if e.name == "set" and e.label == "marked")
        assert isinstance(told.fields["value"], tuple) if seat == 1 else told.fields["value"] == Hidden()
    match.play("chosen seat 2")
    assert [(e.label, e.fields["seat"]) for e in shown(match, None)] == [("box", 2)]
    match.play("up yes")
    told_of = [(e.label, e.fields.get("seat", e.fields.get("team"))) for e in shown(match, 0)][1:]
    assert told_of[0] == ("stock", None)
    assert [x for x in told_of if x[0] == "secret"] == [("secret", seat) for seat in range(4)]
    assert [x for x in told_of if x[0] == "clubs_of"] == [("clubs_of", 0), ("clubs_of", 1)]
    view = match.view(None)
    assert view.variables["secret"] == (2, 2, 2, 2) and "marked" in view.variables
    plain = ARRAYS.replace("clubs & hand(dealer)", "clubs")  # else what comes out tells of the hand, as it should
    find_no_difference(game_of(plain, 4), 20, 20)


UNSET = """
state:
  odd: {type: seat, seen: seats if up else looker}
  looker: seat
  up: flag
play:
  leader: eldest
steps:
  - deal: {each: 3}
  - when: A♠ in hand(eldest)
    set: {odd: eldest}
  - ask: {who: dealer, choose: {looker: seats}}
  - ask: {who: dealer, choose: {up: flags}}
  - play: all
  - score: tricks
"""


def test_that_it_has_a_value_is_told_only_where_all_may_know() -> None:
    game = game_of(UNSET)
    told = set()
    for seed in range(12):
        match = game.start(seed=seed, dealer=0)
        holds = "A♠" in match.view(1).hand
        match.play("looker seat 2")
        assert match.view(2).variables["odd"] == (1 if holds else None)
        assert shown(match, None) == []
        match.play("up yes")
        assert [(e.label, e.fields["value"]) for e in shown(match, None)] == ([("odd", 1)] if holds else [])
        told.add(holds)
    assert told == {True, False}
    always = game_of(UNSET.replace("  - when: A♠ in hand(eldest)\n    set", "  - set"))
    match = always.start(seed=1, dealer=0).play("looker seat 2")
    for seat in range(3):
        (event,) = shown(match, seat)
        assert event.fields == {"value": 1 if seat == 2 else Hidden()} and event.audience == {"value": (2,)}


# ------------------------------------------------------------------------------------------------ the program


def test_the_program_says_where_the_seats_stand() -> None:
    program = program_of(HEAD.format(players=3) + OUVERT)
    hand = slot_of(program, "hand")
    viewers = program.slots[hand.viewers]
    assert hand.seen is Seen.SEATS and (viewers.kind.value, viewers.size, viewers.high) == ("sets", 3, 3)
    assert not viewers.label
    assert loads(dumps(program)) == program
    closed = program_of(HEAD.format(players=3) + OUVERT.replace("level == ouvert and me == bidder", "false"))
    assert identity(closed) != identity(program)
    assert ", seen by hand seen by" in listing(program)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ("seats if players == 3 else me", Seen.ALL),
        ("seats if players == 4 else me", Seen.OWNER),
        ("me if trick_no == 1 else me", Seen.SEATS),
    ],
)
def test_what_does_not_depend_on_the_state_needs_no_slot(seen: str, expected: Seen) -> None:
    steps = "steps: [deal: {each: 2}, play: all]"
    program = program_of(HEAD.format(players=3) + f"zones: {{hand: {{seen: {seen}}}}}\n{steps}")
    assert slot_of(program, "hand").seen is expected


def test_a_seat_always_sees_its_own_hand() -> None:
    text = "zones: {hand: {seen: seats if trick_no > 1 else none}}\nsteps: [deal: {each: 2}, play: all, score: tricks]"
    match = game_of(text).start(seed=1)
    for seat in range(3):
        assert len(match.view(seat).hand) == 2
        zones = match.view(seat).zones
        assert "hand" not in zones


def test_what_cannot_be_lowered_is_refused_once() -> None:
    state = "state: {a: {type: flag, seen: seats if 1 / (1 + deal_no) > 0 else none}}"
    text = f"{state}\nsteps: [deal: {{each: 2}}, play: all]"
    assert [code for code, _ in findings_of(HEAD.format(players=3) + text)] == ["not-lowered"]


def test_a_position_knows_who_sees_what() -> None:
    game = game_of(OUVERT)
    hands = {0: "A♣ K♣", 1: "A♦ K♦", 2: "A♥ K♥"}
    for level, is_open in (("ouvert", True), ("closed", False)):
        match = game.position({"hands": hands, "leader": 0, "variables": {"bidder": 1, "level": level}})
        zones = match.view(0).zones.get("hand")
        assert (zones is not None) == is_open
        assert [e.fields["seat"] for e in shown(match, None) if isinstance(e.fields["cards"], tuple)] == [1] * is_open
