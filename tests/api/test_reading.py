"""How actions are read: spaces, words for suits, and what is left as it was."""

from __future__ import annotations

import pytest

import trickcore
from trickcore import Game, UnreadableAction


@pytest.fixture(scope="module")
def euchre() -> Game:
    return trickcore.load("euchre")


@pytest.mark.parametrize(
    "text", ["trump ♥ alone no", "trump  H   alone no", "trumphaloneno", "TRUMP hearts alone no", "trump♥ alone no"]
)
def test_spaces_and_words_for_suits(euchre: Game, text: str) -> None:
    assert euchre.action(text).text == "trump ♥ alone no"


@pytest.mark.parametrize(
    ("text", "meant"), [("pick2s", "pick 2♠"), ("bid4", "bid 4"), ("trump♣", "trump ♣"), ("2 s", "2♠")]
)
def test_spaces_may_be_missing(text: str, meant: str) -> None:
    assert trickcore.load("ten-point-smear").action(text).text == meant


@pytest.mark.parametrize("text", ["trump tennis", "hearts", "trump", "♥ trump", "", " "])
def test_what_is_no_action_stays_none(euchre: Game, text: str) -> None:
    with pytest.raises(UnreadableAction):
        euchre.action(text)


def test_every_action_reads_as_itself_without_its_spaces() -> None:
    for name in trickcore.catalogue():
        game = trickcore.load(name)
        assert len(game.actions) == len(list(game.actions)) == len(game.actions.actions)
        for action in game.actions:
            assert action in (game.action(action.text), game.action(action.ascii))
            assert game.action(action.text.replace(" ", "")) == action
