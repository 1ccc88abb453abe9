"""What callers ask of a game in other types than they should, or in numbers without end: errors that say so."""

from __future__ import annotations

from typing import Any

import pytest

import trickcore
from trickcore import Deal, Game, RulesError, SetupError, UnreadableAction

HUGE = 10**5000  # more digits than Python prints


def kind(value: object) -> str:
    """The name of a test with a value that cannot be printed."""
    return type(value).__name__


@pytest.mark.parametrize("players", [2.0, "2", [2], b"2"])
def test_players_are_a_whole_number(players: Any) -> None:
    with pytest.raises(TypeError, match="players is a whole number or None, not"):
        trickcore.load("two-ten-jack", players=players)
    with pytest.raises(TypeError, match="players is a whole number or None, not"):
        trickcore.loads("", players=players)


@pytest.mark.parametrize("players", [HUGE, -1, True], ids=kind)
def test_players_that_no_game_is_for(players: int) -> None:
    with pytest.raises(RulesError, match="cannot play Two-Ten-Jack"):
        trickcore.load("two-ten-jack", players=players)


@pytest.mark.parametrize("options", [{1: 2}, {None: 2}, {b"target": 2}])
def test_names_of_options_are_texts(options: Any) -> None:
    with pytest.raises(TypeError, match="the name of an option is a text"):
        trickcore.load("two-ten-jack", options=options)


def test_options_are_a_mapping() -> None:
    with pytest.raises(TypeError, match="options are a mapping from names to values"):
        trickcore.load("two-ten-jack", options=["target"])  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [HUGE, -HUGE, str(HUGE // 10**1000), 2.5, None, [HUGE], "x" * 10**6], ids=kind)
def test_values_that_no_option_takes(value: Any) -> None:
    with pytest.raises(RulesError, match="option `target` cannot be") as error:
        trickcore.load("two-ten-jack", options={"target": value})
    assert len(str(error.value)) < 300


def test_a_number_without_end_is_not_taken_by_an_open_option_either() -> None:
    text = "trickcore: 1\nname: X\nplayers: 2\ndeck: french 52\nsteps: [{play: all}]\n"
    text += "options: {goal: {type: number, default: 3}}\n"
    with pytest.raises(RulesError, match="option `goal` cannot be"):
        trickcore.loads(text, options={"goal": HUGE})


@pytest.mark.parametrize("number", ["9" * 900, "²", "٣", "two", "-2"])
def test_players_in_a_reference_are_digits(number: str) -> None:
    with pytest.raises(RulesError, match="is no number of players") as error:
        trickcore.load(f"two-ten-jack(players={number})")
    assert [d.code for d in error.value.diagnostics] == ["bad-reference"]


def test_players_by_argument_win_over_those_of_the_reference() -> None:
    assert trickcore.load("two-ten-jack(players=3)", players=2).players == 2


@pytest.mark.parametrize("seat", [0.5, "0", b"0", [0]])
def test_a_seat_is_a_whole_number(game: Game, seat: Any) -> None:
    match = game.start(7)
    for ask in (match.view, match.events):
        with pytest.raises(TypeError, match="a seat is a whole number or None, not"):
            ask(seat)


def test_a_seat_that_there_is_not(game: Game) -> None:
    for seat in (2, -1, HUGE):
        with pytest.raises(ValueError, match="there is no seat"):
            game.start(7).view(seat)


def test_a_seed_is_a_number_that_can_be_written_down(game: Game) -> None:
    assert game.start(2**4096 - 1).legal_ids
    with pytest.raises(SetupError, match="bits"):
        game.start(HUGE)


@pytest.mark.parametrize("seat", [None, 0.5, b"0", "²", "9" * 5000, HUGE, -1, 2], ids=kind)
def test_cards_for_a_seat_that_there_is_not(game: Game, seat: Any) -> None:
    for asked in ({"deal": {"hands": {seat: "A♠"}}}, {"deal": {"zones": {"hand": {seat: "A♠"}}}}, {"dealer": seat}):
        if asked == {"dealer": None}:  # nobody asked for
            continue
        with pytest.raises(SetupError, match=r"there is no seat .*: the seats are 0 to 1") as error:
            game.start(7, **asked)
        assert len(str(error.value)) < 150


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (Deal(hands=None), "hands are given by seat"),  # type: ignore[arg-type]
        (Deal(zones=None), "zones are given by name"),  # type: ignore[arg-type]
        (Deal(zones={1: "A♠"}), "a place for cards is given by its name, a text, not 1"),  # type: ignore[dict-item]
        ({HUGE: "A♠"}, "a place for cards is given by its name"),
        ({"zones": {None: "A♠"}}, "a place for cards is given by its name, a text, not None"),
        ({"hands": {0: [1, 2]}}, "a card is given as a text, not as 1"),
        ([[HUGE]], "a card is given as a text"),
        ({"hands": {0: "A♠"}, "hand": {0: "2♣"}}, "cards are given twice for hand of seat 0"),
        ({"hands": {0: "A♠", "0": "2♣"}}, "cards are given twice for hand of seat 0"),
        ({"x" * 10**5: "A♠"}, "no cards are dealt to xxx"),
        ("A♠ " * 10**5, "100,000 cards are given for one place, and the pack has 52"),
    ],
    ids=kind,
)
def test_deals_of_other_types(game: Game, deal: Any, words: str) -> None:
    with pytest.raises(SetupError) as error:
        game.start(7, deal=deal)
    assert words in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("action", [None, 0.5, [], {}, b"5"], ids=kind)
def test_an_action_is_an_id_or_a_text(game: Game, action: Any) -> None:
    with pytest.raises(TypeError, match="an action is given by its id or its text, not by"):
        game.action(action)


def test_an_id_that_there_is_not(game: Game) -> None:
    for action in (HUGE, -1, 10**6):
        with pytest.raises(UnreadableAction, match="is not of this game: ids are 0 to 53"):
            game.action(action)


@pytest.mark.parametrize(
    ("text", "known"), [("A♠", True), ("as as trump", True), ("10h", True), ("A♠ A♠", False), ("", False)]
)
def test_which_texts_mean_an_action(game: Game, text: str, known: bool) -> None:
    assert game.actions.knows(text) is known
    assert game.actions.knows(text + " " * 1000) is False
