from __future__ import annotations

import pytest

from tests.rules.helpers import codes, game, good, read

OPTION = "{mine: {type: number, default: 1}}"


@pytest.mark.parametrize(
    "sections",
    [
        {"contracts": "{trumps: {}}"},  # a law
        {"contracts": "{hand: {}}"},  # a word
        {"melds": "{jacks: {all of: J, worth: 1}}"},  # a word of the deck
        {"melds": "{same: {all of: J, worth: 1}}", "contracts": "{same: {}}"},
        {"options": "{lowest: {type: flag, default: true}}"},  # a function
        {"options": OPTION, "let": "{mine: 2}"},
        {"options": OPTION, "state": "{mine: number}"},
        {"state": "{mine: number}", "kept": "{mine: number}"},
        {"zones": "{mine: open}", "tables": "{mine: {1: 1}}"},
        {"zones": "{mine: open}", "state": "{mine: cards}"},
        {"let": "{leader: 1}"},
        {"let": "{mine: 1, mine(n): n}"},
        {"sides": "{players: bidder, others: rest}"},
        {"sides": "{mine: bidder, others: rest}", "let": "{mine: 1}"},
        {"seats": "[mine, yours]", "let": "{mine: 1}"},
        {"seats": "[dealer, yours]"},
        {"options": "{style: {type: [mine, yours], default: mine}}", "let": "{mine: 1}"},
        {"options": "{style: {type: [led, yours], default: yours}}"},
        {"let": "{mine: 1}", "steps": "[{deal: {each: 5}}, {ask: {who: dealer, choose: {mine: suits}}}]"},
        {"let": "{mine(led): led + 1}"},
        {"let": "{mine(n): n + 1, n: 1}"},
        {"zones": "{rest: open}"},
        {"play": "{calls: {say: {with: {hearts: 1..3}}}}"},
    ],
)
def test_a_name_has_one_meaning(sections: dict[str, str]) -> None:
    rules, found = read(game(**sections))
    assert rules is None
    assert "name-taken" in [d.code for d in found]


def test_a_clash_names_both_places() -> None:
    _, found = read(game(options=OPTION, zones="{mine: open}"))
    (error,) = found
    assert "a zone here and an option at test.yaml:6:11" in error.message
    assert [str(place.span) for place in error.related] == ["test.yaml:6:11"]


def test_a_choice_of_a_declared_variable_is_no_clash() -> None:
    steps = "[{deal: {each: 5}}, {ask: {who: dealer, choose: {trump: suits}}}]"
    rules = good(game(state="{trump: {type: suit, seen: dealer, help: The trumps}}", steps=steps))
    assert rules.variables["trump"].seen is not None
    assert rules.variables["trump"].help == "The trumps"


def test_zones_may_give_the_predeclared_ones_other_eyes() -> None:
    rules = good(game(zones="{hand: open, taken: {seen: me}}"))
    assert rules.zones["hand"].per_seat
    assert rules.zones["hand"].seen == "all"


def test_set_of_an_undeclared_variable_is_an_error_with_the_nearest() -> None:
    _, found = read(game(state="{stake: number = 1}", steps="[{deal: {each: 5}}, {set: {steak: 2}}]"))
    (error,) = found
    assert error.code == "unknown-name"
    assert "`stake`" in error.hint


@pytest.mark.parametrize("name", ["mine", "players", "hearts", "dealer", "taken_by"])
def test_only_variables_and_words_that_change_can_be_set(name: str) -> None:
    steps = f"[{{deal: {{each: 5}}}}, {{set: {{{name}: 2}}}}]"
    assert codes(game(options=OPTION, steps=steps)) != []


def test_words_that_change_can_be_set() -> None:
    assert good(game(steps="[{deal: {each: 5}}, {set: {playing: seats - dealer, bidder: dealer}}, {play: all}]"))
