"""Cards that whoever plays them declares to be of a suit: the law `as`."""

from __future__ import annotations

from random import Random

import pytest

import trickcore
from tests.compiler.support import Played, places_of, play_out, program_of
from tests.engines.lockstep import lockstep
from tests.engines.test_batch import same_batch
from trickcore.engines.generated import Engine
from trickcore.errors import AmbiguousAction
from trickcore.program.model import Program

GAME = """\
trickcore: 1
name: Declared
players: 3
deck: {deck}
trumps: {trumps}
order: {order}
equals: first
state: {{ahead: seat, higher: cards, strain: suit}}
play:
  leader: eldest
  as: {as_}
  follow: {follow}
  {more}
  after card: [set: {{ahead: winning, higher: beating}}]
steps:
  - deal: {{each: 5}}
  - set: {{strain: suit(hand(dealer) & diamonds)}}
  - play: all
  - score: tricks
match: {{deals: 2}}
"""
LIKE = {
    "deck": "french 20",
    "trumps": "hearts",
    "order": "{all: A K Q J 10}",
    "as_": "suits - suit(card)",
    "follow": "[any]",
    "more": "until: false",
}
RANKS = ["A", "K", "Q", "J", "10"]


def text(**parts: str) -> str:
    return GAME.format(**{**LIKE, **parts})


Play = tuple[int, int, str]  # seat, card, what it counts as


def _tricks(program: Program, played: Played) -> list[tuple[list[Play], list[int], list[int], int]]:
    """Each trick: the plays, who was ahead after each and what would have beaten it, and who took it."""
    found: list[tuple[list[Play], list[int], list[int], int]] = []
    plays: list[Play] = []
    ahead: list[int] = []
    higher: list[int] = []
    for name, what, fields in played.notes.heard:
        if name == "played":
            declared = program.suits[fields["as"]] if fields["as"] >= 0 else program.cards[fields["card"]].suit
            plays.append((fields["seat"], fields["card"], declared))
        elif name == "set" and what in ("ahead", "higher"):
            (ahead if what == "ahead" else higher).append(fields["value"])
        elif name == "taken":
            found.append((plays, ahead, higher, fields["seat"]))
            plays, ahead, higher = [], [], []
    return found


def _height(program: Program, card: int, suit: str, led: str, trump: str = "♥") -> tuple[int, int]:
    """How high a card is as a card of a suit; (0, 0) cannot win."""
    rank = 5 - RANKS.index(program.cards[card].rank)
    return (2, rank) if suit == trump else (1, rank) if suit == led else (0, 0)


def test_what_it_is_declared_to_be_decides_the_trick() -> None:
    program = program_of(text())
    other = 0
    for seed in range(8):
        for plays, ahead, higher, won in _tricks(program, play_out(program, seed, "higher")):
            led = plays[0][2]
            heights = [_height(program, card, suit, led) for _, card, suit in plays]
            for n in range(len(plays)):
                best = max(heights[: n + 1])
                assert ahead[n] == plays[heights.index(best)][0]
                able = [k for k, card in enumerate(program.cards) if _height(program, k, card.suit, led) > best]
                assert higher[n] == sum(1 << card for card in able)
            assert won == ahead[-1]
            assert all(suit != program.cards[card].suit for _, card, suit in plays)
            other += plays[heights.index(max(heights))][2] != program.cards[plays[heights.index(max(heights))][1]].suit
    assert other


JOKERS = {
    "deck": "french 20 + 2 joker",
    "trumps": "strain + joker if strain != none",
    "order": "{over: joker, trumps: joker A K Q J 10, plain: A K Q J 10}",
    "as_": "suits if card in joker and leading and strain == none",
    "follow": "[led, any]",
}


def test_only_what_may_ever_be_declared_has_actions_for_it() -> None:
    program = program_of(text(**JOKERS))
    texts = [item.text for item in program.menus[0].items]
    assert [one for one in texts if " as " in one and "trump" not in one] == [
        f"joker as {suit}" for suit in program.suits
    ]


def test_a_joker_that_is_led_without_trumps_asks_for_a_suit() -> None:
    game = trickcore.loads(text(**JOKERS))
    asked, random = set(), Random(1)
    for seed in range(60):
        match = game.start(seed=seed)
        while not match.over:
            texts = match.decision.legal.texts
            bare, leads = match.view(None).variables["strain"] is None, not match.view(None).trick
            assert not (bare and leads and "joker" in texts)
            if "joker as ♠" in texts:
                assert bare and leads
                match.play(f"joker as {random.choice('♣♦♥♠')}")
                led = match.view(None).led
                assert match.view(None).trick[0].suit == led
                asked.add(led)
                (own, others) = ([c for c in match.view(match.decision.seat).hand if c.endswith(str(led))], ["joker"])
                assert not own or set(match.decision.legal.texts) <= {*own, *others}
            else:
                match.play_id(random.choice(match.legal_ids))
    assert asked == {"♣", "♦", "♥", "♠"}


def test_a_card_without_a_place_in_the_suit_is_its_lowest() -> None:
    parts = {
        "deck": "french 20 + 1 joker",
        "trumps": "none",
        "as_": "spades if card in joker",
        "follow": "[joker, any]",
    }
    program = program_of(text(**parts, more="lead: [joker, any]").replace("higher: beating", "higher: trick"))
    met = 0
    for seed in range(30):
        for plays, *_, won in _tricks(program, play_out(program, seed, "higher")):
            led = plays[0][2]
            spades = [seat for seat, card, suit in plays if suit == "♠" and program.cards[card].name != "joker"]
            seat = next((seat for seat, card, _ in plays if program.cards[card].name == "joker"), -1)
            if seat >= 0 and led == "♠":
                assert (won == seat) == (not spades)
                met += bool(spades) + 100 * (not spades)
    assert met % 100 and met > 100


def test_whoever_plays_says_as_what() -> None:
    match = trickcore.loads(text()).start(seed=1)
    card = match.view(match.decision.seat).hand[0]
    with pytest.raises(AmbiguousAction, match=f"'{card}' may mean {card} as "):
        match.play(card)


@pytest.mark.parametrize("parts", [{}, JOKERS, {"deck": "2 x french 20", "as_": "suits if card in aces"}])
def test_the_engines_agree(parts: dict[str, str]) -> None:
    program = program_of(text(**parts))
    assert lockstep(program, 3)[1] == ""
    small = len(program.menus[0].items) < 64  # larger sets are not played side by side
    assert same_batch(Engine(program), range(120)) == ("same" if small else "none")


def test_further_rounds_and_declarations_go_together() -> None:
    program = program_of(text(more="more: round == 1", follow="[any]").replace("higher: beating", "higher: trick"))
    for plays, ahead, _, won in _tricks(program, play_out(program, 2, "higher")):
        heights = [_height(program, card, suit, plays[0][2]) for _, card, suit in plays]
        assert won == ahead[-1] == plays[heights.index(max(heights))][0]


def test_not_where_equal_cards_beat_each_other_out() -> None:
    (finding,) = places_of(
        text().replace("equals: first", "equals: cancel").replace("higher: beating", "higher: trick")
    )
    assert (finding.code, finding.span.line) == ("not-lowered", 11)
