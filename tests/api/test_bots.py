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


def test_greedy_gives_points_away_where_the_fewest_win() -> None:
    hearts = trickcore.load("hearts(passing=never)")
    report = trickcore.simulate(hearts, deals=60, seed=2, bots=[GreedyBot(), *map(RandomBot, range(3))])
    assert report.points[0].mean < min(points.mean for points in report.points[1:]) - 1
    match = trickcore.load("hearts").start(3)
    picked = GreedyBot().advise(match.view(0))
    assert (picked.reason, picked.action.card) == ("of least use to keep", "A♥")


def test_greedy_knows_the_trumps_that_were_named() -> None:
    euchre = trickcore.load("euchre")
    hands = {0: "A♣ K♣ Q♣ 9♥ 9♦", 1: "J♠ A♠ K♦ Q♦ 10♦", 2: "9♠ 10♠ 9♣ K♥ Q♥", 3: "A♥ J♦ A♦ Q♠ 10♥"}
    match = euchre.start(1, dealer=3, deal={"hands": hands, "upcard": "K♠"})
    match.play("trump S alone no").play("pick 10♥").play("A♣")
    assert match.view(1).law_row is not None
    advice = GreedyBot().advise(match.view(1))
    assert (advice.action.text, advice.reason) == ("A♠", "takes the trick for now")  # not the bower, which is higher


def test_greedy_says_when_it_does_not_judge(game: Game) -> None:
    advice = GreedyBot().advise(trickcore.load("ten-point-smear").start(3).view(0))
    assert not advice.judged and advice.action.text == "bid 4"
    lead = GreedyBot().advise(game.start(7, dealer=1).view(0))
    assert lead.judged and lead.reason.endswith(("unseen cards beat it", "no unseen card beats it"))


def test_laws_that_follow_from_a_secret_are_not_told() -> None:
    text = """\
trickcore: 1
name: Hidden
players: 2
deck: french 32
trumps: trump
order: {all: A K Q J 10..7}
state: {trump: {type: suit, seen: none}}
steps:
  - deal: {each: 4}
  - ask: {who: dealer, choose: {trump: suits}}
  - play: all
  - score: {points: tricks}
"""
    match = trickcore.loads(text).start(1, dealer=0).play("trump H")
    assert [match.view(seat).law_row for seat in (0, 1, None)] == [None] * 3
    known = trickcore.loads(text.replace("{type: suit, seen: none}", "suit")).start(1, dealer=0).play("trump H")
    assert known.view(1).law_row is not None
