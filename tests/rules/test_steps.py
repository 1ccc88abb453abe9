from __future__ import annotations

import pytest

from tests.rules.helpers import codes, game, good, read
from trickcore.language.core import Get, Home, Listed
from trickcore.rules.model import Ask, Auction, Deal, Do, Move, Pick, Rules, Score, Set

ZONES = "{stock: hidden, pot: {per: seat, seen: me}}"


def steps(*lines: str, **sections: str) -> str:
    text = "\n" + "\n".join(f"  - {line}" for line in ("deal: {each: 5}", *lines))
    return game(steps=text, zones=ZONES, **sections)


def rules(*lines: str, **sections: str) -> Rules:
    return good(steps(*lines, **sections))


def test_a_step_has_its_kind_as_id_unless_it_says_another() -> None:
    assert [step.id for step in rules("play: all", "{id: last, play: 3}").steps] == ["deal", "play", "last"]


def test_a_deal_has_its_parts_in_the_order_written() -> None:
    deal = good(
        game(zones=ZONES, steps="[deal: {each: 2 if me == dealer else 3, stock: 1, pot(dealer): 2, rest: stock}]")
    )
    (step,) = deal.steps
    assert isinstance(step, Deal)
    assert [target.name for target, _ in step.parts] == ["hand", "stock", "pot"]
    owner = step.parts[0][0].owner
    assert isinstance(owner, Get) and owner.name == "me"
    assert step.rest is not None and step.rest.home is Home.ZONE


def test_when_may_speak_of_the_seat_of_each() -> None:
    step = rules("{each: seats, when: tricks == 0, set: {playing: playing - me}}").steps[1]
    assert isinstance(step, Set)
    assert step.each is not None and step.each != "teams" and step.when is not None
    assert rules("{each: teams, set: {n: 1}}", kept="{n: number per team}").steps[1].each == "teams"
    assert codes(steps("{when: tricks == 0, play: all}")) == ["whose"]


def test_a_move_may_be_made_by_several() -> None:
    step = rules("move: {who: seats from dealer, from: [stock, pot], count: 1, to: hand}").steps[1]
    assert isinstance(step, Move)
    assert step.who is not None and step.who.start is not None
    assert [source.name for source in step.sources] == ["stock", "pot"]
    assert codes(steps("move: {from: stock, to: hand}")) == ["whose"]


def test_cards_go_to_zones_only() -> None:
    assert codes(steps("move: {from: stock, to: stake}", state="{stake: number}")) == ["not-a-zone"]
    _, found = read(steps("move: {from: stok, to: hand(dealer)}"))
    assert "`stock`" in next(iter(found)).hint


def test_a_pick_says_how_many() -> None:
    step = rules(
        "pick: {who: seats, at once: true, from: hand, count: 3, to: hand(me + 1), cards: [trumps, any]}"
    ).steps[1]
    assert isinstance(step, Pick)
    assert step.at_once
    assert [tier.text for tier in step.cards] == ["trumps", "any"]
    assert codes(steps("pick: {who: seats, from: hand}")) != []
    assert codes(steps("pick: {who: seats, from: hand, count: 1, leave: 2}")) != []


def test_choices_declare_their_variables() -> None:
    result = rules(
        "ask: {who: dealer, choose: {trump: suits, level: 1..7, style: [slow, quick]}}", "set: {style: slow}"
    )
    ask = result.steps[1]
    assert isinstance(ask, Ask)
    assert {name: str(variable.type) for name, variable in result.variables.items()} == {
        "trump": "suit",
        "level": "number",
        "style": "one of slow, quick",
    }
    assert [choose.name for choose in ask.choose] == ["trump", "level", "style"]


def test_choices_at_several_places_are_one_variable() -> None:
    lines = ("ask: {who: dealer, choose: {strain: [♣, nt]}}", "ask: {who: dealer, choose: {strain: [♥, nt]}}")
    result = rules(*lines)
    assert result.variables["strain"].type.symbols == ("♣", "nt", "♥")
    asks = [step for step in result.steps if isinstance(step, Ask)]
    domains = [ask.choose[0].domain for ask in asks]
    assert all(isinstance(domain, Listed) and domain.type.symbols == ("♣", "nt", "♥") for domain in domains)
    assert codes(steps("ask: {who: dealer, choose: {x: suits}}", "ask: {who: dealer, choose: {x: 1..3}}")) == [
        "wrong-type"
    ]


def test_a_choice_must_fit_the_variable_that_is_declared() -> None:
    assert codes(steps("ask: {who: dealer, choose: {trump: 1..4}}", state="{trump: suit}")) == ["wrong-type"]
    assert codes(steps("ask: {who: dealer, choose: {trump: [♥, ♠, none]}}", state="{trump: suit}")) == []


def test_a_fault_in_a_choice_is_told_once() -> None:
    text = steps("ask: {who: dealer, choose: {trump: suitz}}", "set: {trump: ♥}", "{when: trump == ♥, play: all}")
    assert codes(text) == ["unknown-name"]


def test_calls_bind_their_parameters() -> None:
    lines = (
        "ask:",
        "    who: seats",
        "    calls:",
        "      meld: {with: {size: 1..3, s: suits}, if: count(hand & s) >= size, set: {best_size: size}, help: A run}",
        "      nothing: {}",
    )
    text = game(state="{best_size: number}", steps="\n  - " + "\n  ".join(lines))
    (ask,) = good(text).steps
    assert isinstance(ask, Ask)
    meld, nothing = ask.calls
    assert [(parameter.name, str(parameter.type)) for parameter in meld.parameters] == [
        ("size", "number"),
        ("s", "suit"),
    ]
    assert meld.condition is not None and len(meld.sets) == 1 and meld.help == "A run"
    assert nothing == type(nothing)("nothing", None, (), None, (), (), "", nothing.span)


def test_an_auction_has_its_fields_and_defaults() -> None:
    bare = rules("auction: {bid: 4..10, all pass: [end: redeal]}").steps[1]
    assert isinstance(bare, Auction)
    assert [choose.name for choose in bare.bid] == ["bid"]
    assert (bare.turn, bare.pass_stays_in, bare.then, bare.calls) == ("around", False, (), ())
    full = rules(
        "auction: {from: dealer, turn: duel, bid: {level: 1..7, strain: [♣, nt]}, pass: stays in, worth: level,"
        " if: level > 1, forced: me == dealer, stop: level == 7, equal: me == dealer, then: [set: {doubled: 1}],"
        " calls: {double: {if: bidder in them, set: {doubled: 2}}}, all pass: []}",
        state="{doubled: number}",
    ).steps[1]
    assert isinstance(full, Auction)
    assert full.turn == "duel" and full.pass_stays_in and full.stop is not None and len(full.then) == 1
    assert codes(steps("auction: {bid: 4..10}")) == ["missing-key"]


def test_a_bid_is_nobodys_and_a_prediction_is_each_seats() -> None:
    assert rules("auction: {bid: 4..10, all pass: []}").variables["bid"].per == ""
    assert rules("ask: {who: seats, choose: {bid: 0..5}}").variables["bid"].per == "seat"
    assert rules("ask: {who: dealer + 1, choose: {bid: 0..5}}").variables["bid"].per == ""


def test_points_are_known_after_the_lines() -> None:
    score = rules(
        "score: {lines: {a: tricks, b: 2}, points: total if total > 1}", "set: {n: total(dealer)}", state="{n: number}"
    )
    assert isinstance(score.steps[1], Score)
    assert codes(steps("score: {lines: {a: total}}")) == ["wrong-context"]
    assert codes(steps("set: {n: total(dealer)}", state="{n: number}")) == ["wrong-context"]
    assert codes(steps("score: value(taken) / 2")) == ["fraction"]


def test_blocks_and_repetition() -> None:
    step = rules("{times: 3, do: [{play: 1}, {when: deal_no == 1, end: play}]}").steps[1]
    assert isinstance(step, Do)
    assert step.times is not None and len(step.steps) == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("plays: all", "unknown-kind"),
        ("{play: all, show: none}", "several-kinds"),
        ("{when: deal_no == 1}", "missing-kind"),
        ("end: game", "wrong-value"),
        ("play: {tricks: 3}", "wrong-type"),
        ("set: [1]", "wrong-type"),
        ("show: led", "wrong-context"),
        ("show: 3", "wrong-type"),
        ("ask: {who: 3, choose: {x: suits}}", "wrong-type"),
        ("ask: {choose: {x: suits}}", "missing-key"),
    ],
)
def test_steps_that_cannot_be(line: str, code: str) -> None:
    assert code in codes(steps(line))


def test_all_findings_of_a_file_come_at_once_and_in_order() -> None:
    text = steps(
        "show: hartz", "set: {n: spade}", let="{x: dimonds}", state="{n: number}", play="{follow: [leed, any]}"
    )
    _, found = read(text)
    assert [d.code for d in found] == ["unknown-name"] * 4
    assert [d.span for d in found] == sorted(d.span for d in found)


def test_hooks_know_their_seat_and_the_trick() -> None:
    hooks = good(
        game(play="{after card: [{when: led meets hearts, set: {n: n + 1}}]}", state="{n: number per seat}")
    ).hooks
    assert len(hooks.after_card) == 1
    assert hooks.before_trick == ()


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("{first dealer: eldest, dealer: dealer + 2, deals: 2 * players}", []),
        ("{ends: any(score(t) >= 5 for t in teams), winner: most(score(t) for t in teams), tie: side(bidder)}", []),
        ("{deals: deal_no}", ["wrong-context"]),
        ("{first dealer: bidder}", ["wrong-context"]),
        ("{ends: score > 3}", ["whose"]),
    ],
)
def test_the_match_has_contexts_of_its_own(match: str, expected: list[str]) -> None:
    assert codes(game(match=match)) == expected


@pytest.mark.parametrize("missing", ["deck", "steps"])
def test_what_every_file_needs(missing: str) -> None:
    _, found = read(game(**{missing: ""}))
    (error,) = found
    assert error.code == "missing-key"
    assert f"`{missing}`" in error.message
