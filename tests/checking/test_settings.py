"""The settings that a game is tried under."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import trickcore
from trickcore.checking.settings import MOST_SETTINGS, pairs, settings, settled, tried
from trickcore.errors import RulesError

MANY = """
trickcore: 1
name: Many options
players: 2
options:
{options}
deck: french 24
steps: [{{deal: {{each: 6}}}}, {{play: all}}]
match: {{deals: 1}}
"""


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_every_two_values_of_two_options_meet_for_each_number_of_players(name: str) -> None:
    rules = trickcore.load(name).rules
    found = settings(rules)
    values = {name: tried(option) for name, option in rules.options.items()}
    wanted = {
        ((one, a), (other, b)) for one, other in combinations(values, 2) for a, b in product(values[one], values[other])
    }
    for players in rules.players:
        assert pairs(dict(s.options) for s in found if s.players == players) == wanted


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_the_first_setting_is_the_default_and_each_comes_once(name: str) -> None:
    game = trickcore.load(name)
    found = settings(game.rules)
    assert (found[0].players, dict(found[0].options), found[0].chosen) == (game.players, game.options, ())
    assert len(set(found)) == len(found) == len(settings(game.rules))
    assert found == settings(game.rules)


def test_what_is_given_is_in_every_setting() -> None:
    rules = trickcore.load("hearts").rules
    found = settings(rules, 3, {"moon": "choice", "target": 7})
    assert {s.players for s in found} == {3}
    assert {(dict(s.options)["moon"], dict(s.options)["target"]) for s in found} == {("choice", 7)}
    assert {dict(s.options)["passing"] for s in found} == {"cycle", "left", "never"}


@pytest.mark.parametrize(("players", "given"), [(2, {}), (None, {"target": 0}), (None, {"colour": "red"})])
def test_what_does_not_fit_is_a_finding(players: int | None, given: dict[str, int | str]) -> None:
    with pytest.raises(RulesError, match=r"option-value|unknown-option"):
        settings(trickcore.load("hearts").rules, players, given)


def test_one_option_has_each_of_its_values_and_none_is_one_setting() -> None:
    one = trickcore.loads(MANY.format(options="  a: {type: [x, y, z], default: y}")).rules
    assert [dict(s.options)["a"] for s in settings(one)] == ["y", "x", "z"]
    assert len(settings(trickcore.loads(MANY.replace("options:\n{options}\n", "").format()).rules)) == 1


def test_many_options_of_many_values_are_bounded() -> None:
    words = ", ".join(f"w{n}" for n in range(20))
    options = "\n".join(f"  o{n}: {{type: [{words}], default: w0}}" for n in range(25))
    rules = trickcore.loads(MANY.format(options=options)).rules
    assert len(settings(rules)) == MOST_SETTINGS


def test_a_setting_says_what_it_chose() -> None:
    rules = trickcore.load("hearts").rules
    texts = [str(s) for s in settings(rules, 4, {"jack_bonus": True})]
    assert texts[0] == "4 players, jack_bonus=true"
    assert str(settings(rules)[0]) == "4 players"


def test_settled_games_are_those_that_are_loaded() -> None:
    rules = trickcore.load("euchre").rules
    for setting in settings(rules):
        loaded = trickcore.load("euchre", players=setting.players, options=dict(setting.options))
        assert settled(rules, setting) == loaded
