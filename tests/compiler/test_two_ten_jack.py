from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.compiler.support import GAMES, play_out, program_of
from tests.models.two_ten_jack import Model
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.program.model import Program

TEXT = (GAMES / "two-ten-jack.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(TEXT)


class Packs:
    """Chance for the program that tells a model the same packs."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.dice = program, Dice(seed)
        self.packs: list[list[str]] = []
        self.dealer = 0

    def shuffle(self, event: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        order = self.dice.shuffle(event, cards)
        self.packs.append([self.program.cards[card].name for card in order])
        return order

    def roll(self, event: int, sides: int) -> int:
        self.dealer = self.dice.roll(event, sides)
        return self.dealer


@pytest.mark.parametrize(("target", "must_trump"), [(31, True), (31, False), (5, True)])
def test_agrees_with_the_model_at_every_decision(target: int, must_trump: bool) -> None:
    program = program_of(TEXT, options={"target": target, "must_trump": must_trump})
    for seed in range(15):
        _compare(program, seed, target, must_trump)


def _compare(program: Program, seed: int, target: int, must_trump: bool) -> None:
    chance, random = Packs(program, seed), Random(seed)
    machine = Machine(program)
    state = machine.start(chance)
    model = Model(chance.dealer, _as_model_deals(chance), target, must_trump)
    while not machine.over(state):
        offer = machine.pending(state)[0]
        menu = program.menus[offer.menu]
        legal = sorted(item.text for i, item in enumerate(menu.items) if offer.mask >> i & 1)
        assert (offer.seat, legal) == (model.seat, sorted(model.legal()))
        text = random.choice(legal)
        machine.step(state, menu.offset + next(i for i, item in enumerate(menu.items) if item.text == text))
        model.play(text)
        assert list(machine.value(state, program.roles["score"])) == model.scores  # type: ignore[arg-type]
    assert model.over
    assert [team for team in (0, 1) if machine.result(state)[1] >> team & 1] == model.winners()


def _as_model_deals(chance: Packs) -> Iterator[list[str]]:
    """Both give the first six cards to the seat that does not deal."""
    deal = 0
    while deal < len(chance.packs):
        yield chance.packs[deal]
        deal += 1


def test_random_matches_end_with_all_cards_in_one_place(program: Program) -> None:
    for seed in range(5):
        played = play_out(program, seed)
        assert played.reason == "the match has ended"
        assert max(played.scores) >= 31 and played.winners in (1, 2)


def test_notes_tell_hands_only_to_their_seat(program: Program) -> None:
    seen = {note.name: {f.name: f.seen for f in note.fields} for note in program.notes}
    assert seen["dealt"] == {"seat": "all", "cards": "seat"}
    assert seen["moved"] == {"to": "all", "cards": "to"}
    assert seen["taken"] == {"seat": "all", "cards": "all"}


def test_a_deal_is_told_card_by_card(program: Program) -> None:
    notes = play_out(program, 3).notes
    deals = len(notes.named("deal"))
    assert len(notes.named("played")) == 52 * deals
    assert len(notes.named("taken")) == 26 * deals
    assert len(notes.named("moved")) == 40 * deals
    points = [fields["points"] for fields in notes.named("scored")]
    assert sum(points) == 5 * deals


def test_menus_and_roles(program: Program) -> None:
    texts = [item.text for item in program.menus[0].items]
    assert len(texts) == 54 and texts[52:] == ["A♠ as ♠", "A♠ as trump"]
    assert program.menus[0].items[52].ascii == "AS as S"
    roles = {"hand", "taken", "trick", "led", "leader", "turn", "score", "dealer", "deal", "trick_no"}
    assert roles | {"value_table", "power_table"} == set(program.roles)
    assert program.tables[program.roles["value_table"]].name == "value"
    assert program.tables[program.roles["power_table"]].name == "power"
    assert len(program.code) < 180


def test_duties_speak_in_the_words_of_the_file(program: Program) -> None:
    follow = next(duty for duty in program.duties if duty.law == "follow")
    assert [tier.text for tier in follow.tiers] == ["led", "trumps if must_trump", "any"]
    assert follow.tiers[0].why.startswith("The suit")
    assert "must_trump" not in str(program_of(TEXT, options={"must_trump": False}).duties)
