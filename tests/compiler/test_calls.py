"""Calls: in a turn of the play, out of turn, in auctions, as menus, with parameters and with what they lead to."""

from __future__ import annotations

import pytest

import trickcore
from tests.engines.lockstep import lockstep
from trickcore.match import Match

HEAD = """
trickcore: 1
name: Calls
players: {players}
deck: french 24
order: {{all: A K Q J 10 9}}
match: {{deals: 1}}
"""


def started(body: str, players: int = 3, seed: int = 1) -> Match:
    """A match; whatever is played, both engines must agree on it."""
    game = trickcore.loads(HEAD.format(players=players) + body)
    for number in range(12):
        lockstep(game.program, number)
    return game.start(seed, dealer=0)


def offered(match: Match) -> dict[int, list[str]]:
    """What each seat may say: what is no card."""
    return {d.seat: [a.text for a in d.legal if not a.card] for d in match.decisions}


def said(match: Match) -> list[tuple[object, object]]:
    """Who made which call so far."""
    return [(e.fields["seat"], e.fields["action"]) for e in match.events() if e.name == "called"]


TURNS = """
state: {stake: "number = 1", closer: seat}
play:
  calls:
    raise:
      with: {extra: 1..3}
      if: leading and closer == none
      set: {stake: stake + extra}
    close: {if: closer == none and trick_no > 1, set: {closer: me}}
    stop: {if: trick_no == 3, do: [end: play]}
steps:
  - deal: {each: 6}
  - play: all
  - score: stake
"""


def test_a_call_is_made_once_in_a_turn_and_then_a_card_is_played() -> None:
    match = started(TURNS)
    assert offered(match) == {1: ["raise 1", "raise 2", "raise 3"]}
    match.play("raise 2")
    assert offered(match) == {1: ["raise 1", "raise 3"]}
    match.play("raise 3")
    assert match.view(0).variables["stake"] == 6
    assert match.decision.seat == 1
    match.play(next(a for a in match.decision.legal if a.card))
    assert offered(match) == {2: []}
    assert said(match) == [(1, "raise 2"), (1, "raise 3")]


def test_a_call_is_offered_again_in_the_next_turn_if_its_condition_holds() -> None:
    match = started(TURNS)
    seen = []
    while match.deal_number == 1 and not match.over:
        texts = [a.text for a in match.decision.legal]
        seen.append("close" in texts)
        match.play(
            "close" if "close" in texts and match.view(0).trick_number == 2 else next(iter(match.decision.legal))
        )
        if "stop" in texts:
            break
    assert any(seen)
    assert "close" not in [a.text for a in match.decision.legal]


def test_a_call_may_end_the_play() -> None:
    match = started(TURNS)
    while "stop" not in [a.text for a in match.decision.legal]:
        match.play(next(a for a in match.decision.legal if a.card))
    match.play("stop")
    assert match.over
    assert match.scores == (1, 1, 1)


FREE = """
state: {stake: "number = 1"}
play:
  calls:
    double: {who: seats - leader, if: stake < 4, set: {stake: stake * 2}}
steps:
  - deal: {each: 6}
  - play: all
  - score: stake
"""


def test_others_speak_out_of_turn() -> None:
    match = started(FREE)
    assert offered(match) == {1: [], 0: ["double (seat 0)"], 2: ["double (seat 2)"]}
    assert [d.optional for d in match.decisions] == [False, True, True]
    match.play("double (seat 2)")
    assert offered(match) == {1: [], 0: ["double (seat 0)"]}
    match.play("double (seat 0)")
    assert offered(match) == {1: []}
    assert said(match) == [(2, "double (seat 2)"), (0, "double (seat 0)")]
    assert match.view(1).variables["stake"] == 4


def test_who_may_speak_out_of_turn_is_known_to_the_speaker_alone() -> None:
    secret = FREE.replace("stake < 4", "stake < 4 and A♠ in hand")
    matches = (started(secret, seed=seed) for seed in range(99))
    match, holder = next((m, seat) for m in matches for seat in (0, 2) if "A♠" in m.view(seat).hand)
    for seat in (0, 1, 2, None):
        expected = {1, holder} if seat == holder else {1}
        assert set(match.view(seat).to_act) == expected


AUCTION = """
state: {doubled: "number = 1"}
steps:
  - deal: {each: 6}
  - auction:
      bid: {level: 1..3}
      pass: stays in
      then: [{set: {doubled: 1}}]
      calls:
        double: {if: bidder != none and bidder != me and doubled == 1, set: {doubled: 2}}
        redouble: {if: bidder == me and doubled == 2, set: {doubled: 4}}
        hm: {}
      all pass: [end: deal]
  - score: level * doubled if me == bidder
"""


def test_a_double_is_answered_like_a_bid() -> None:
    match = started(AUCTION)
    match.play("level 1").play("double").play("pass")
    assert match.decision.seat == 1  # the bidder, though the two others have spoken
    match.play("redouble").play("pass").play("pass")
    assert match.over and match.scores == (0, 4, 0)


def test_a_higher_bid_undoes_the_double() -> None:
    match = started(AUCTION)
    match.play("level 1").play("double").play("level 2").play("pass").play("pass")
    assert match.over and match.scores == (2, 0, 0)


def test_a_call_that_does_nothing_asks_for_no_answer() -> None:
    match = started(AUCTION)
    match.play("level 1").play("hm").play("pass")
    assert match.over and match.scores == (0, 1, 0)


MENUS = """
state: {mood: [glad, sad], taps: "number per seat"}
steps:
  - deal: {each: 6}
  - ask:
      who: seats from eldest
      repeat: true
      calls:
        tap: {with: {times: 1..12}, if: taps < 9, set: {taps: taps + times}}
        enough: {}
  - ask: {who: seats, until: mood == sad, calls: {smile: {set: {mood: glad}}, weep: {set: {mood: sad}}}}
  - score: taps
"""


def test_a_menu_is_repeated_until_a_call_that_does_nothing() -> None:
    match = started(MENUS)
    assert [a.text for a in match.decision.legal] == [*(f"tap {n}" for n in range(1, 13)), "enough"]
    match.play("tap 3").play("tap 4")
    assert match.decision.seat == 1
    assert "tap 3" not in [a.text for a in match.decision.legal]
    match.play("tap 5")  # 12 by now: only the no is left
    assert [a.text for a in match.decision.legal] == ["enough"]
    match.play("enough").play("enough")
    assert match.decision.seat == 0
    match.play("tap 1").play("enough")
    match.play("smile")
    assert match.decision.seat == 2
    match.play("weep")
    assert match.over and match.scores == (1, 12, 0)


NESTED = """
state: {stake: "number = 1", raiser: seat, folded: seat}
play:
  calls:
    raise:
      if: raiser != me
      set: {raiser: me}
      do:
        - ask:
            who: seats - me
            until: folded != none
            calls: {accept: {set: {stake: stake + 1}}, fold: {set: {folded: me}}}
        - {when: folded != none, end: play}
steps:
  - deal: {each: 6}
  - play: all
  - score: stake if folded == none or me == raiser
"""


def test_a_call_may_ask_the_others() -> None:
    match = started(NESTED, players=2)
    match.play("raise")
    assert (match.decision.seat, offered(match)) == (0, {0: ["accept", "fold"]})
    match.play("accept")
    assert match.decision.seat == 1 and match.decision.kind == "play"
    match.play(next(a for a in match.decision.legal if a.card)).play("raise").play("fold")
    assert match.over and match.scores == (2, 0)


SEALED = """
state: {stake: "number = 1"}
steps:
  - deal: {each: 6}
  - ask: {who: seats, at once: true, calls: {add: {set: {stake: stake + 1}}, keep: {}}}
  - score: stake
"""


def test_calls_at_once_are_told_when_all_have_spoken() -> None:
    match = started(SEALED)
    match.play("add").play("keep")
    assert said(match) == []
    match.play("add")
    assert match.over and match.scores == (3, 3, 3)
    assert said(match) == [(0, "add"), (1, "add"), (2, "keep")]


@pytest.mark.parametrize("body", [TURNS, FREE, AUCTION, MENUS, NESTED, SEALED])
@pytest.mark.parametrize("seed", range(8))
def test_random_play_comes_to_its_end(body: str, seed: int) -> None:
    players = 2 if body is NESTED else 3
    report = trickcore.simulate(trickcore.loads(HEAD.format(players=players) + body), deals=20, seed=seed)
    assert report.deals == 20
