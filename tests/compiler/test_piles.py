"""Chosen cards out of a pile that is drawn from too."""

from __future__ import annotations

from random import Random

import pytest

from tests.compiler.support import Notes, program_of
from tests.engines.lockstep import lockstep
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.program.model import Program, SlotKind

GAME = """\
trickcore: 1
name: Piles
players: 2
deck: french 24
zones: {{stock: {seen}, apart: open, drawn: hidden}}
steps:
  - deal: {{each: 3, rest: stock}}
  - ask: {{who: dealer, choose: {{look: flags}}}}
{steps}
  - ask: {{who: dealer, choose: {{again: flags}}}}
  - move: {{from: stock, to: drawn, count: 1}}
"""


def _piles(program: Program, seed: int) -> tuple[list[tuple[int, ...]], Notes]:
    """The stock at each decision."""
    notes = Notes(program)
    machine = Machine(program, notes)
    pile = next(k for k, slot in enumerate(program.slots) if slot.kind is SlotKind.PILE)
    state, random, found = machine.start(Dice(seed)), Random(seed), []
    while not machine.over(state):
        value = machine.value(state, pile)
        assert isinstance(value, tuple)
        found.append(value)
        machine.step(state, random.choice(machine.legal(state)))
    return found, notes


@pytest.mark.parametrize(
    ("move", "most"),
    [("cards: hearts", 99), ("cards: hearts, count: 2", 2), ("cards: any", 99), ("cards: hearts, count: deal_no", 1)],
)
@pytest.mark.parametrize("seen", ["open", "hidden"])
def test_what_is_chosen_goes_from_the_top_and_the_others_keep_their_order(move: str, most: int, seen: str) -> None:
    program = program_of(GAME.format(seen=seen, steps=f"  - move: {{from: stock, to: apart, {move}}}"))
    for seed in range(4):
        (before, after, *_), notes = _piles(program, seed)
        hearts = [card for card in before if "any" in move or program.cards[card].suit == "♥"][:most]
        assert after == tuple(card for card in before if card not in hearts)
        assert notes.named("moved")[0]["cards"] == sum(1 << card for card in hearts)


def test_nothing_is_told_where_nothing_is_chosen() -> None:
    program = program_of(GAME.format(seen="hidden", steps="  - move: {from: stock, to: apart, cards: hand(dealer)}"))
    (before, after, *_), notes = _piles(program, 1)
    assert before == after and len(notes.named("moved")) == 1


def test_nobody_sees_what_goes_from_one_hidden_place_to_another() -> None:
    program = program_of(GAME.format(seen="hidden", steps="  - move: {from: stock, to: drawn, cards: hearts}"))
    (note,) = {note for note in program.notes if note.name == "moved"}
    assert {field.name: field.seen for field in note.fields}["cards"] == "nobody"


def test_cards_are_picked_out_of_a_pile() -> None:
    steps = "  - pick: {who: eldest, from: stock, to: hand, count: 2, cards: [clubs, any]}"
    program = program_of(GAME.format(seen="open", steps=steps))
    for seed in range(4):
        found, notes = _piles(program, seed)
        (picked,) = (fields["cards"] for fields in notes.named("moved") if "to" in fields)
        assert picked.bit_count() == 2
        assert found[-1] == tuple(card for card in found[0] if not picked >> card & 1)


def test_both_engines_agree() -> None:
    steps = """\
  - move: {from: stock, to: apart, cards: hearts, count: 3}
  - pick: {who: eldest, from: stock, to: hand, count: 2}
  - move: {from: stock, to: hand(dealer), cards: spades}"""
    assert lockstep(program_of(GAME.format(seen="open", steps=steps)), 2)[1] == ""
