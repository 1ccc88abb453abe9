"""Tricks that go on for several rounds: the law `more`."""

from __future__ import annotations

from random import Random

import pytest

import trickcore
from tests.compiler.support import Played, play_out, program_of
from tests.engines.lockstep import lockstep
from trickcore.program.model import Program

GAME = """\
trickcore: 1
name: Rounds
players: {players}
deck: {deck}
zones: {{stock: hidden}}
state: {{seen_round: number, opening: flag}}
let:
  like: rank(lead_card) + sevens
play:
  leader: eldest
  lead: {lead}
  follow: {follow}
  winner: {winner}
  more: {more}
  until: stock == none
  before card: [set: {{seen_round: round, opening: leading}}]
  calls:
    stop: {{if: leading and round > 1, do: [end: trick]}}
  after trick:
    - move: {{who: seats from winning, from: stock, count: 4 - count(hand), to: hand}}
steps:
  - deal: {{each: 4, rest: stock}}
  - play: all
  - score: count(taken)
match: {{deals: 2}}
"""
LIKE = {
    "players": "4",
    "deck": "french 32",
    "lead": "[like if round > 1, any]",
    "follow": "[any]",
    "winner": "last(trick & like)",
    "more": "hand(leader) meets like",
}


def text(**parts: str) -> str:
    return GAME.format(**{**LIKE, **parts})


Trick = tuple[list[tuple[int, int]], list[int], list[int], int]


def _tricks(played: Played) -> list[Trick]:
    """Each trick: seats with their cards, the round and whether it was opened at each turn, and who took it."""
    found: list[Trick] = []
    cards: list[tuple[int, int]] = []
    said: dict[str, list[int]] = {"seen_round": [], "opening": []}
    for name, what, fields in played.notes.heard:
        if name == "set":
            said[what].append(fields["value"])
        elif name == "played":
            cards.append((fields["seat"], fields["card"]))
        elif name == "taken":
            found.append((cards, said["seen_round"], said["opening"], fields["seat"]))
            cards, said = [], {"seen_round": [], "opening": []}
    return found


def _check_like(program: Program, trick: Trick) -> int:
    """The rules of the game over one trick; how many rounds it had."""
    cards, rounds, opened, won = trick
    leader, like = cards[0][0], {program.cards[cards[0][1]].rank, "7"}
    assert won == [seat for seat, card in cards if program.cards[card].rank in like][-1]
    for place, (seat, card) in enumerate(cards):
        assert rounds[place] == place // 4 + 1 and opened[place] == (place % 4 == 0)
        assert seat == (leader + place) % 4
        assert place % 4 or program.cards[card].rank in like
    return len(cards) // 4


def test_the_leader_opens_another_round_and_who_matched_last_wins() -> None:
    program, rounds = program_of(text()), set()
    for seed in range(6):
        for trick in _tricks(play_out(program, seed)):
            assert len(trick[0]) % 4 == 0
            rounds.add(_check_like(program, trick))
    assert {1, 2, 3} <= rounds


def test_what_was_led_stays_and_the_leader_may_open_with_anything() -> None:
    program = program_of(text(lead="[any]", follow="[led, any]", winner="usual", more="count(trick) < 8"))
    other = 0
    for seed in range(4):
        for cards, *_, won in _tricks(play_out(program, seed)):
            suits = [program.cards[card].suit for _, card in cards]
            able = [(seat, card) for seat, card in cards if program.cards[card].suit == suits[0]]
            order = ["A", "K", "Q", "J", "10", "9", "8", "7"]
            assert won == min(able, key=lambda one: order.index(program.cards[one[1]].rank))[0]
            other += len(cards) > 4 and suits[4] != suits[0]
    assert other


def test_a_trick_ends_when_its_leader_has_no_card() -> None:
    two = text(more="true").replace("4 - count(hand)", "2 - count(hand)").replace("each: 4", "each: 2")
    program = program_of(two)
    for cards, rounds, *_ in _tricks(play_out(program, 2)):
        assert len(cards) in (4, 8) and max(rounds) <= 2


def test_until_a_card_has_a_suit_the_openers_card_may_give_it() -> None:
    parts = {"players": "2", "lead": "[joker, any]", "follow": "[joker, led, any]", "winner": "usual"}
    free = text(deck="french 32 + 8 joker", more="round < 3", **parts)
    program = program_of(free)
    late = 0
    for seed in range(6):
        for cards, _, opened, _ in _tricks(play_out(program, seed)):
            suits = [program.cards[card].suit for _, card in cards]
            suited = [suit for suit in suits if suit]
            late += bool(suited) and not suits[0] and bool(opened[suits.index(suited[0])])
    assert late
    assert lockstep(program, 1)[1] == ""


@pytest.mark.parametrize("more", ["hand(leader) meets like", "round < 3 and winning != leader"])
def test_both_engines_agree(more: str) -> None:
    assert lockstep(program_of(text(more=more)), 3)[1] == ""


def test_views_tell_whose_each_card_of_the_trick_is() -> None:
    game, most = trickcore.loads(text()), 0
    for seed in range(4):
        match, random = game.start(seed=seed), Random(seed)
        while not match.over:
            laid: list[tuple[object, object]] = []
            for event in match.events():
                if event.name == "played":
                    laid.append((event.fields["seat"], event.fields["card"]))
                elif event.name == "taken":
                    laid = []
            assert [(one.seat, one.card) for one in match.view(None).trick] == laid
            most = max(most, len(laid))
            match.play_id(random.choice(match.legal_ids))
    assert most > 5


def test_another_round_never_comes_of_a_law_that_is_known_to_say_no() -> None:
    program = program_of(text(more="players == 3", players="4"))
    assert all(len(cards) == 4 for cards, *_ in _tricks(play_out(program, 1)))


def test_a_law_that_goes_on_for_ever_ends_with_the_cards() -> None:
    whole = text(more="true", lead="[any]", winner="usual").replace("  until: stock == none\n", "")
    played = play_out(program_of(whole), 1)
    assert sum(len(cards) for cards, *_ in _tricks(played)) == 64
