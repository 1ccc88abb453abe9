from __future__ import annotations

import pytest

import trickcore
from trickcore import Game, GreedyBot, RandomBot, View


def test_bots_play_whole_matches_and_are_deterministic(game: Game) -> None:
    def run(seed: int) -> tuple[int, ...]:
        return trickcore.play_match(game, [RandomBot(seed), GreedyBot()], seed=3).ids

    assert run(1) == run(1) != run(2)


def test_a_bot_is_given_its_own_view_only() -> None:
    class Spy:
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def choose(self, view: View) -> str:
            assert view.seat == self.seat and view.decision is not None
            return view.decision.legal.texts[0]

    match = trickcore.play_match(trickcore.load("two-ten-jack(target=3)"), {0: Spy(0), 1: Spy(1)}, seed=5)
    assert match.over


def test_greed_beats_chance(game: Game) -> None:
    report = trickcore.simulate(game, deals=400, seed=2, bots=[GreedyBot(), RandomBot(4)])
    assert report.points[0].mean > report.points[1].mean + 1  # in the long run, about 2.4


def test_greedy_takes_points_and_sheds_bad_cards(game: Game) -> None:
    hands = {1: "7♣ K♦ Q♦ J♦ 10♦ 9♦", 0: "2♣ 9♣ A♥ 3♦ 4♦ 3♠"}
    match = game.start(7, deal={"hands": hands}, dealer=0)
    assert game.action(GreedyBot().choose(match.play("7♣").view(0))).text == "2♣"  # five against: the other's
    hands = {1: "10♥ K♦ Q♦ J♦ 10♦ 9♦", 0: "3♥ Q♥ A♥ 3♦ 4♦ 3♠"}
    match = game.start(7, deal={"hands": hands}, dealer=0)
    assert game.action(GreedyBot().choose(match.play("10♥").view(0))).text == "Q♥"  # the lowest that wins


@pytest.mark.parametrize("bot", [GreedyBot(), RandomBot()])
def test_a_view_without_a_decision(game: Game, bot: trickcore.Bot) -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        bot.choose(game.start(7, dealer=0).view(0))
