from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Container
from pathlib import Path

import pytest

import trickcore
from tests.api.conftest import play_random
from trickcore import AmbiguousAction, Game, IllegalAction, Match, UnreadableAction, loads
from trickcore.engines.reference import Machine


def test_cards_are_conserved_and_nobody_is_ever_stuck(any_game: Game) -> None:
    pack = sorted(card.name for card in any_game.program.cards)

    def look(match: Match) -> None:
        assert match.over or match.legal_ids
        views = [match.view(seat) for seat in range(any_game.players)]
        shown = [card for view in views for card in view.hand]
        shown += [card for cards in views[0].taken for card in cards] + [p.card for p in views[0].trick]
        hidden = views[0].zones["stock"]
        assert isinstance(hidden, trickcore.view.Zone)
        assert len(shown) == len(set(shown)) and len(shown) + hidden.count == len(pack)
        assert set(shown) <= set(pack)

    play_random(any_game.start(5), 5, 130, look)


def test_undo_to_the_start_and_replay(any_game: Game) -> None:
    match = play_random(any_game.start(3), 3, 150)
    actions, end = match.actions, [match.view(s).to_json() for s in (None, 0, 1)]
    match.undo(len(actions))
    assert match.actions == () and match.view(0).to_json() == any_game.start(3).view(0).to_json()
    for action in actions:
        match.play(action)
    assert [match.view(s).to_json() for s in (None, 0, 1)] == end


def test_undo_step_by_step(game: Game) -> None:
    match = game.start(8)
    seen = []
    for _ in range(140):
        seen.append((match.legal_ids, match.scores, match.view(1).to_json()))
        match.play(match.legal_ids[-1])
    for legal, scores, view in reversed(seen):
        match.undo()
        assert (match.legal_ids, match.scores, match.view(1).to_json()) == (legal, scores, view)
    with pytest.raises(ValueError, match="cannot take back 1"):
        match.undo()
    with pytest.raises(ValueError, match="cannot take back -1"):
        match.undo(-1)


def test_undo_after_another_line(game: Game) -> None:
    match = play_random(game.start(8), 1, 40)
    assert match.events()
    match.undo(10)
    play_random(match, 2, 25)
    fresh = game.start(8)
    for action in match.actions:
        fresh.play(action)
    assert fresh.events(0) == match.events(0) and fresh.view(1) == match.view(1)


def test_copies_are_independent(any_game: Game) -> None:
    match = play_random(any_game.start(2), 2, 30)
    match.undo(3)
    before = match.view(0).to_json()
    twin = match.copy()
    play_random(twin, 9, 90)
    assert match.view(0).to_json() == before and len(match.actions) == 27
    end = twin.view(1).to_json()
    play_random(match, 9, 90)
    assert match.ids == twin.ids and match.view(1).to_json() == end
    twin.undo(20)
    assert match.view(1).to_json() == end and len(twin.ids) == len(match.ids) - 20


def test_matches_can_be_pickled_and_copied_by_the_standard_library(game: Game) -> None:
    match = play_random(game.start("seed", deal=[{"hands": {0: "A♠"}}, {"hands": {1: "A♠"}}], dealer=1), 2, 70)
    for other in (pickle.loads(pickle.dumps(match)), copy.copy(match), copy.deepcopy(match)):
        assert other.ids == match.ids and other.view(0) == match.view(0) and other.events(1) == match.events(1)
        other.undo(30)
        assert len(match.ids) == 70


def test_reference_and_generated_agree_at_every_step(any_game: Game) -> None:
    match = any_game.start(6)
    machine = Machine(any_game.program)
    state = machine.start(trickcore.dice.Dice(6))

    def look(match: Match) -> None:
        assert machine.dump(state) == any_game.engine.dump(match._state)
        assert tuple(machine.pending(state)) == tuple(any_game.engine.pending(match._state))
        if match.actions:
            assert match.ids[-1] == played[-1]

    played: list[int] = []
    for k in range(160):
        look(match)
        if match.over:
            break
        played.append(match.legal_ids[k % len(match.legal_ids)])
        match.play(played[-1])
        machine.step(state, played[-1])


SCRIPT = """
import json, trickcore
match = trickcore.load("two-ten-jack(target=10)").start(424242)
k = 0
while not match.over:
    match.play(match.legal_ids[(k * 7) % len(match.legal_ids)])
    k += 1
print(json.dumps([match.ids, match.outcome.to_json(), match.view(0).to_json(), match.game.identity]))
"""


def test_the_same_seed_is_the_same_match_in_every_process() -> None:
    outputs = set()
    for hash_seed in ("0", "1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, env=env)
        outputs.add(done.stdout)
    assert len(outputs) == 1 and json.loads(outputs.pop())[0]


def test_seeds_differ_and_a_fresh_one_is_drawn(game: Game) -> None:
    assert game.start(1).view(0).hand != game.start(2).view(0).hand
    one, other = game.start(), game.start()
    assert one.seed != other.seed and isinstance(one.seed, int)
    assert game.start(one.seed).view(0) == one.view(0)
    assert game.start("a text").view(0) == game.start("a text").view(0)


def test_actions_in_every_form(game: Game) -> None:
    match = game.start(7, deal={"hands": {1: "10♥ A♠ 2♣ 3♣ 4♣ 5♣"}}, dealer=0)
    legal: Container[object] = match.decision.legal
    for text in ("10♥", "10H", "TH", "th", " 10h ", "10♥️", "t♥"):
        assert text in legal and match.read(text).text == "10♥", text
    action = match.read("10♥")
    assert action in legal and action.id in legal
    assert "K♦" not in legal and None not in legal and 10**9 not in legal
    assert match.copy().play(action).ids == match.copy().play("TH").ids == match.copy().play(action.id).ids


def test_a_declared_lead(game: Game) -> None:
    match = game.start(7, deal={"hands": {1: "10♥ A♠ 2♣ 3♣ 4♣ 5♣"}}, dealer=0)
    with pytest.raises(AmbiguousAction) as error:
        match.play("AS")
    assert len(error.value.candidates) == 2 and set(error.value.candidates) <= set(match.decision.legal.texts)
    refusal = match.why_not("AS")
    assert refusal is not None and refusal.kind == "ambiguous" and refusal.cards == error.value.candidates
    for text in error.value.candidates:
        assert match.can_play(text)
    action = match.read(error.value.candidates[0])
    assert action.card == "A♠" and action.suit
    assert match.play(action).view(None).trick[0].suit == action.suit


def test_what_cannot_be_read(game: Game) -> None:
    match = game.start(7)
    for text in ("", "x", "10", "A♠♠", "1" * 100_000, "A♠ as ♣"):
        with pytest.raises(UnreadableAction):
            match.play(text)
        refusal = match.why_not(text)
        assert refusal is not None and refusal.kind == "unreadable"
    for number in (-1, 10**6, 10**30):
        with pytest.raises(UnreadableAction):
            match.play(number)
    assert match.actions == ()


def follow(game: Game, hand: str, lead: str) -> Match:
    match = game.start(7, deal={"hands": {1: lead + " K♦ Q♦ J♦ 10♦ 9♦", 0: hand}}, dealer=0)
    return match.play(lead)


def test_a_refusal_names_duty_cards_and_line(game: Game) -> None:
    match = follow(game, "2♣ 9♣ A♥ 3♦ 4♦ 3♠", "7♣")
    refusal = match.why_not("A♥")
    assert refusal is not None
    assert (refusal.kind, refusal.law, refusal.cards) == ("duty", "follow", ("9♣", "2♣"))
    assert refusal.span is not None
    lines = Path(refusal.span.file).read_text(encoding="utf-8").splitlines()
    assert "follow" in lines[refusal.span.line - 1]
    assert "9♣ 2♣" in refusal.message
    with pytest.raises(IllegalAction) as error:
        match.play("AH")
    assert str(error.value) == refusal.message and error.value.span == refusal.span
    assert match.decision.seat == 0 and len(match.actions) == 1


BIDS = """
trickcore: 1
name: Bids
players: 2
deck: french 52
state: {bid: number per seat, trump: suit}
order: {all: A K Q J 10..2}
trumps: trump
play: {follow: [led, any]}
steps:
  - deal: {each: 5}
  - ask:
      who: seats from eldest
      choose: {bid: 0..5}
      if: me != dealer or sum(bid(s) for s in seats) != 5
  - ask: {who: dealer, choose: {trump: suits}}
  - play: all
  - score: tricks
"""


def test_a_choice_that_a_condition_forbids_is_refused_with_its_line() -> None:
    match = loads(BIDS, file="bids.yaml").start(1, dealer=1).play("bid 3")
    refusal = match.why_not("bid 2")
    assert refusal is not None and refusal.span is not None
    assert (refusal.kind, refusal.cards) == ("not-now", ("bid 0", "bid 1", "bid 3", "bid 4", "bid 5"))
    assert str(refusal.span) == "bids.yaml:15:11"
    assert refusal.message.startswith("bid 2 is not offered now, by the rule in line 15; what is: bid 0 bid 1 bid 3")
    other = match.why_not(next(a for a in match.game.actions.actions.values() if a.kind == "trump"))
    assert other is not None and other.span is None and "what is due" in other.message
    assert match.play("bid 0").view(0).variables["bid"] == (3, 0)


def test_a_refusal_of_the_second_tier(game: Game) -> None:
    match = follow(game, "2♠ 9♠ A♥ 3♦ 4♦ 3♠", "7♣")
    refusal = match.why_not("2♠")
    assert refusal is not None and refusal.cards == ("A♥",)
    first = follow(game, "2♣ 9♣ A♥ 3♦ 4♦ 3♠", "7♣").why_not("A♥")
    assert first is not None and first.message != refusal.message


def test_a_card_that_is_not_held(game: Game) -> None:
    match = follow(game, "2♣ 9♣ A♥ 3♦ 4♦ 3♠", "7♣")
    for text in ("K♣", "7♣", "K♦"):
        refusal = match.why_not(text)
        assert refusal is not None and refusal.kind == "not-held", text


def test_a_form_that_is_not_offered(game: Game) -> None:
    match = follow(game, "A♠ 9♣ A♥ 3♦ 4♦ 3♠", "7♥")
    declared = next(a.text for a in game.actions.of_card("A♠") if a.suit)
    refusal = match.why_not(declared)
    assert match.can_play("A♠") and refusal is not None
    assert (refusal.kind, refusal.cards) == ("not-now", ("A♠",))


def test_the_end(game: Game) -> None:
    match = play_random(trickcore.load("two-ten-jack(target=1)").start(4), 4)
    assert match.over and match.legal_ids == () and match.decisions == ()
    outcome = match.outcome
    assert outcome is not None and len(outcome.winners) == 1 and outcome.scores == match.scores
    assert max(match.scores) == match.scores[outcome.winners[0]] >= 1 and outcome.reason
    with pytest.raises(IllegalAction, match="over"):
        match.decision  # noqa: B018
    with pytest.raises(IllegalAction, match="over"):
        match.play(0)
    refusal = match.why_not(0)
    assert refusal is not None and refusal.kind == "over"
    before = match.copy().undo()
    assert before.outcome is None and before.legal_ids and not before.over
    assert game.start(4).outcome is None


def test_seats_are_checked(game: Game) -> None:
    match = game.start(7)
    for seat in (2, -1):
        with pytest.raises(ValueError, match="no seat"):
            match.view(seat)
        with pytest.raises(ValueError, match="no seat"):
            match.events(seat)


def test_a_match_says_what_it_is(game: Game) -> None:
    match = game.start(7, dealer=0)
    assert repr(match) == "<Match of Two-Ten-Jack: 0 actions, seat 1 to play>"
    assert "7" not in repr(match)


AUCTION = """\
trickcore: 1
name: Bids
players: 2
deck: french 32
order: {all: A K Q J 10..7}
steps:
  - deal: {each: 8}
  - id: bid
    auction: {bid: {level: 1..3}, all pass: [], MORE}
  - play: all
  - score: 1
match: {deals: 1}
"""


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("turn: around", ": a bid must be worth more than the standing one (line 8)"),
        ("equal: me == dealer", ": a bid must be worth more than the standing one, or as much where `equal` allows it"),
        ("if: level > 1", ": a bid must be worth more than the standing one; `if` must allow it too (line 8)"),
        ("turn: duel", ", by the rule in line 8; what is: "),
    ],
)
def test_a_bid_that_is_not_offered_is_refused_by_the_rule_of_the_auction(more: str, reason: str) -> None:
    match = trickcore.loads(AUCTION.replace("MORE", more)).start(seed=1)
    refusal = match.play("level 2").why_not("level 1")
    assert refusal is not None and refusal.span is not None
    assert refusal.message.startswith(f"level 1 is not offered now{reason}")
    assert refusal.why in refusal.message


def test_who_is_forced_to_bid_is_told_so() -> None:
    text = AUCTION.replace("MORE", "forced: me == dealer and bidder == none")
    refusal = trickcore.loads(text).start(seed=1).play("pass").why_not("pass")
    assert refusal is not None and refusal.span is not None and refusal.span.line == 9
    assert refusal.message.startswith(
        "pass is not offered now: who is `forced` may not pass (line 9); what is: level 1"
    )
