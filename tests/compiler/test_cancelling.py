"""Equal cards that beat each other out."""

from __future__ import annotations

import pytest

from tests.compiler.support import Played, places_of, play_out, program_of
from tests.engines.lockstep import lockstep
from trickcore.program.model import Program

GAME = """\
trickcore: 1
name: Cancelling
players: {players}
deck: 3 x french 20
trumps: {trumps}
order: {{all: A K Q J 10}}
equals: {equals}
state: {{ahead: seat, standing: cards}}
play:
  leader: eldest
  follow: {follow}
  after card: [set: {{ahead: winning, standing: best}}]
steps:
  - deal: {{each: 8}}
  - play: all
  - score: tricks
match: {{deals: 3}}
"""


def program(players: int = 4, trumps: str = "none", equals: str = "cancel", follow: str = "[led, any]") -> Program:
    return program_of(GAME.format(players=players, trumps=trumps, equals=equals, follow=follow))


def _winner(program: Program, trick: list[tuple[int, int]], trumps: str, first: str = "") -> int:
    """Who has the best card that no equal one beats out; −1: nobody. Of the cards `first` the first is the best."""
    cards = [(seat, program.cards[card]) for seat, card in trick]
    names = [card.name for _, card in cards]
    led = cards[0][1].suit
    left = [(seat, card) for seat, card in cards if card.name == first or names.count(card.name) == 1]
    able = [(seat, card) for seat, card in left if card.suit in (led, trumps)]
    if not able:
        return -1
    return max(able, key=lambda one: (one[1].suit == trumps, -"AKQJ1".index(one[1].name[0])))[0]


def _tricks(played: Played) -> list[tuple[list[tuple[int, int]], list[int], int]]:
    """Each trick: seats with their cards, who was ahead after each, and who took it."""
    found: list[tuple[list[tuple[int, int]], list[int], int]] = []
    trick: list[tuple[int, int]] = []
    ahead: list[int] = []
    for name, text, fields in played.notes.heard:
        if name == "played":
            trick.append((fields["seat"], fields["card"]))
        elif name == "set" and text == "ahead":
            ahead.append(fields["value"])
        elif name == "taken":
            found.append((trick, ahead, -1 if text == "nobody" else fields["seat"]))
            trick, ahead = [], []
    return found


@pytest.mark.parametrize(("players", "trumps"), [(4, "none"), (4, "spades"), (7, "none"), (7, "hearts")])
def test_the_next_card_that_is_left_wins_and_nobody_if_none_is(players: int, trumps: str) -> None:
    made, glyph = program(players, trumps), {"none": "", "spades": "♠", "hearts": "♥"}[trumps]
    nobody = out = 0
    for seed in range(8):
        for trick, ahead, won in _tricks(play_out(made, seed, "standing")):
            wins = [_winner(made, trick[: n + 1], glyph) for n in range(len(trick))]
            assert (ahead, won) == (wins, wins[-1])
            nobody += won < 0
            out += won >= 0 and len({made.cards[card].name for _, card in trick}) < len(trick)
    assert nobody > 3 and out > 10


def test_some_cards_may_be_an_exception() -> None:
    made = program(4, equals="{A♥: first, any: cancel}", follow="[hearts, led, any]")
    both = 0
    for seed in range(12):
        for trick, _, won in _tricks(play_out(made, seed, "standing")):
            assert won == _winner(made, trick, "", "A♥")
            names = [made.cards[card].name for _, card in trick]
            both += names.count("A♥") > 1 and names[0][-1] == "♥"
    assert both


def test_it_may_depend_on_the_state() -> None:
    text = GAME.format(players=4, trumps="none", equals="first", follow="[led, any]")
    made = program_of(text.replace("play:\n", "when:\n  deal_no == 2: {equals: cancel}\nplay:\n", 1))
    played = play_out(made, 3, "standing")
    assert {deal for deal, nobody in _nobody(played) if nobody} <= {2}
    assert any(nobody for seed in range(10) for _, nobody in _nobody(play_out(made, seed, "standing")))


def _nobody(played: Played) -> list[tuple[int, bool]]:
    """For each trick the number of its deal, and whether nobody took it."""
    found, deal = [], 0
    for name, text, fields in played.notes.heard:
        deal = fields["deal"] if name == "deal" else deal
        if name == "taken":
            found.append((deal, text == "nobody"))
    return found


def test_both_engines_agree() -> None:
    for equals in ("cancel", "{A♥: last, hearts: nobody, any: cancel}"):
        assert lockstep(program(5, "clubs", equals), 4)[1] == ""


def test_what_would_beat_the_trick_is_not_said() -> None:
    (finding,) = places_of(GAME.format(players=4, trumps="none", equals="cancel", follow="[led & beating, any]"))
    assert (finding.code, finding.span.line) == ("not-lowered", 11)
    assert "depends on all cards of the trick" in finding.message
