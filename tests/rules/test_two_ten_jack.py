from __future__ import annotations

from trickcore.diagnostics.model import Diagnostics
from trickcore.language.core import Number
from trickcore.language.types import FLAG, NUMBER
from trickcore.resources import folder
from trickcore.rules import read_rules
from trickcore.rules.model import Deal, Move, Play, Rules, Score
from trickcore.source import read_file


def rules() -> Rules:
    found = Diagnostics()
    node = read_file(folder("games") / "two-ten-jack.yaml", found)
    assert node is not None
    result = read_rules(node, "two-ten-jack", found)
    assert not list(found)
    assert result is not None
    return result


def test_options_are_those_of_the_rulings() -> None:
    options = rules().options
    assert list(options) == ["target", "must_trump"]
    target, must_trump = options["target"], options["must_trump"]
    assert (target.type, target.default, target.low, target.high) == (NUMBER, 31, 1, 500)
    assert (must_trump.type, must_trump.default) == (FLAG, True)
    assert target.help and must_trump.help


def test_two_play_with_the_standard_pack() -> None:
    game = rules()
    assert game.players == (2,)
    assert (game.deck.copies, game.deck.base, game.deck.removed) == (1, "french 52", ())
    assert any("Two-ten-jack" in source for source in game.sources)


def test_duties_in_order() -> None:
    follow = rules().base.follow
    assert follow is not None
    assert [tier.text for tier in follow] == ["led", "trumps if must_trump", "any"]
    assert follow[0].why and follow[1].why


def test_the_speculation_leads_the_trumps() -> None:
    order = rules().base.order
    assert order is not None
    trumps, plain = order
    assert [item.text for item in trumps.items] == [
        "A♠",
        *["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"],
    ]
    assert [item.kind for item in trumps.items][:2] == ["card", "rank"]
    assert (trumps.name, plain.name) == ("trumps", "plain")


def test_points_of_the_cards_add_up_to_five() -> None:
    values = rules().base.values
    assert values is not None
    worth = {item.text: line.value.value for line in values for item in line.items if isinstance(line.value, Number)}
    assert worth["10♥"] == 5 and worth["J♣"] == -5 and worth["A♠"] == 1 and worth["6♦"] == 1
    assert len(worth) == 11
    assert sum(worth.values()) == 5


def test_steps_of_a_deal() -> None:
    game = rules()
    deal, play, score = game.steps
    assert isinstance(deal, Deal) and isinstance(play, Play) and isinstance(score, Score)
    assert [target.name for target, _ in deal.parts] == ["hand"]
    assert deal.rest is not None and deal.rest.name == "stock"
    assert play.tricks is None
    (draw,) = game.hooks.after_trick
    assert isinstance(draw, Move)
    assert [source.name for source in draw.sources] == ["stock"]
    assert draw.to.name == "hand" and draw.to.owner is not None
    assert game.zones["stock"].help


def test_the_match() -> None:
    match = rules().match
    assert match.ends is not None
    assert (match.first_dealer, match.dealer, match.winner, match.tie) == (None, None, None, None)
