"""Games that can be played as written and were hardly meant so, and deals that cannot be."""

from __future__ import annotations

import pytest

from tests.compiler.support import rules_of
from trickcore.compiler import compile_game
from trickcore.diagnostics.model import Diagnostics

HEAD = "trickcore: 1\nname: X\nplayers: [2, 4]\n"
DECK = "deck: french 52\n"
PLAY = "steps: [{deal: {each: 6}}, {play: all}]\n"


def findings(text: str, players: int | None = None) -> list[tuple[str, str, int]]:
    found = Diagnostics()
    compile_game(rules_of(HEAD + text), players, {}, found)
    return [(d.code, d.severity.value, d.span.line) for d in found]


@pytest.mark.parametrize(
    "steps", ["[{deal: {each: 6}}]", "[{deal: {each: 6}}, {score: 1}]", "[{deal: {each: 6}, times: 3}]"]
)
def test_a_game_without_decisions_is_warned_of(steps: str) -> None:
    assert findings(f"{DECK}steps: {steps}\n") == [("no-decision", "warning", 5)]


@pytest.mark.parametrize(
    "steps",
    [
        "[{deal: {each: 6}}, {play: all}]",
        "[{deal: {each: 6}}, {ask: {who: eldest, choose: {x: 0..3}}}]",
        "[{deal: {each: 6}}, {pick: {who: eldest, from: hand, to: taken, count: 1}}]",
    ],
)
def test_a_game_with_one_is_not(steps: str) -> None:
    assert findings(f"{DECK}steps: {steps}\n") == []


@pytest.mark.parametrize(
    ("deal", "players", "wrong"),
    [
        ("{each: 26}", 2, False),
        ("{each: 27}", 2, True),
        ("{each: 13}", 4, False),
        ("{each: 14}", 4, True),
        ("{each: 25, pot: 3}", 2, True),
        ("{each: 25, pot: 2}", 2, False),
        ("{each: 30, rest: pot}", 2, True),
        ("{each: 26 if me == dealer else 30}", 2, False),
        ("{each: 8 + 5 * players, pot: 11}", 2, False),
        ("{each: 8 + 5 * players, pot: 17}", 2, True),
    ],
)
def test_more_cards_than_there_are_cannot_be_dealt(deal: str, players: int, wrong: bool) -> None:
    text = f"{DECK}zones: {{pot: hidden}}\nsteps: [{{deal: {deal}}}, {{play: all}}]\n"
    assert findings(text, players) == ([("too-few-cards", "error", 6)] if wrong else [])


ORDER = "order: {trumps: A K Q J 10..2, plain: A K Q J 10..2}\n"
JOKERS = "deck: french 52 + 2 joker\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (JOKERS + PLAY, 4),
        (JOKERS + ORDER + PLAY, 5),
        (JOKERS + "trumps: hearts\n" + ORDER + PLAY, 6),
    ],
)
def test_a_card_that_no_ladder_ranks_is_warned_of(text: str, line: int) -> None:
    assert findings(text) == [("ladder-missing", "warning", line)]


@pytest.mark.parametrize(
    "text",
    [
        DECK + ORDER + PLAY,
        JOKERS + "trumps: joker\n" + PLAY,
        JOKERS + "state: {t: suit}\ntrumps: t + joker if t != none\n" + PLAY.replace("{play", "{set: {t: ♥}}, {play"),
        JOKERS + "suits: {joker: hearts}\n" + PLAY,
        JOKERS + "order: {over: joker}\n" + PLAY,
        JOKERS + "play: {free: joker}\n" + PLAY,
        JOKERS + "play: {free: joker if deal_no > 1}\n" + PLAY,
        JOKERS + "play: {winner: first(trick)}\n" + PLAY,
    ],
)
def test_cards_with_a_place_are_not(text: str) -> None:
    assert findings(text) == []


def test_a_finding_about_inherited_steps_is_in_the_file_itself() -> None:
    from trickcore.rules import read_rules
    from trickcore.source import read_text

    found = Diagnostics()
    parent = read_text(HEAD + DECK + PLAY, "parent.yaml", found)
    node = read_text("trickcore: 1\nname: Y\nextends: parent\nremove: [steps.play]\n", "child.yaml", found)
    assert node is not None
    rules = read_rules(node, "child", found, lambda _: parent)
    assert rules is not None
    compile_game(rules, None, {}, found)
    assert [(d.code, d.span.file) for d in found] == [("no-decision", "child.yaml")]
