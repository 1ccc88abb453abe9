"""A card that is chosen is a kind of card: one action for all copies, and a name for all of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.compiler.support import program_of
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory
from trickcore.program.model import Program

TEXT = """
trickcore: 1
name: Call
players: 3
deck: {deck}
trumps: {trumps}
order: {{all: {order}}}
state: {{caller_has: number, others_have: number, trump_copies: number}}
zones: {{talon: hidden}}
steps:
  - deal: {{each: 8, rest: talon}}
  - ask: {{who: dealer, choose: {{called: {domain}}}{condition}}}
  - set:
      caller_has: count(hand(dealer) & called)
      others_have: sum(count(hand(s) & called) for s in seats if s != dealer) + count(talon & called)
      trump_copies: count(trumps)
  - end: match
"""
DECK = "2 x french 24"


def call(program: Program, seed: int) -> tuple[Machine, Memory, list[str], dict[str, int]]:
    """A match up to the call: what may be called, and how many of each card the dealer holds."""
    machine = Machine(program)
    state = machine.start(Dice(seed))
    menu = next(menu for menu in program.menus if menu.name == "called")
    texts = [menu.items[action - menu.offset].text for action in machine.legal(state)]
    dealer, hands = (machine.value(state, program.roles[role]) for role in ("dealer", "hand"))
    assert isinstance(dealer, int) and isinstance(hands, tuple)
    held: dict[str, int] = {}
    for index, card in enumerate(program.cards):
        held[card.name] = held.get(card.name, 0) + (hands[dealer] >> index & 1)
    return machine, state, texts, held


def number(program: Program, machine: Machine, state: Memory, name: str) -> int:
    value = machine.value(state, next(k for k, slot in enumerate(program.slots) if slot.name == name))
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    ("domain", "condition", "most"),
    [
        ("any - hand", "", 1),
        ("any - hand", ", if: not hand meets called", 0),
        ("any", ", if: not hand meets called", 0),
    ],
)
def test_a_kind_can_be_called_while_a_copy_is_left(domain: str, condition: str, most: int) -> None:
    program = program_of(
        TEXT.format(deck=DECK, order="A K Q J 10 9", trumps="none", domain=domain, condition=condition)
    )
    assert len(next(menu for menu in program.menus if menu.name == "called").items) == 24
    for seed in range(10):
        _, _, texts, held = call(program, seed)
        assert texts == [f"called {name}" for name, count in held.items() if count <= most]


def test_what_is_called_is_every_copy() -> None:
    program = program_of(
        TEXT.format(deck=DECK, order="A K Q J 10 9", trumps="called", domain="any - hand", condition="")
    )
    found = set()
    for seed in range(30):
        machine, state, _, held = call(program, seed)
        action = Random(seed).choice(machine.legal(state))
        menu = next(menu for menu in program.menus if menu.name == "called")
        name = menu.items[action - menu.offset].text.removeprefix("called ")
        machine.step(state, action)
        numbers = [number(program, machine, state, n) for n in ("caller_has", "others_have", "trump_copies")]
        assert numbers == [held[name], 2 - held[name], 2]
        found.add(held[name])
    assert found == {0, 1}


def test_equal_cards_of_a_fixed_domain_are_one_action() -> None:
    program = program_of(
        TEXT.format(
            deck="french 24 + 3 joker", order="joker A K Q J 10 9", trumps="called", domain="joker + A♠", condition=""
        )
    )
    menu = next(menu for menu in program.menus if menu.name == "called")
    assert [item.text for item in menu.items] == ["called A♠", "called joker"]
    for item, copies in enumerate((1, 3)):
        machine = Machine(program)
        state = machine.start(Dice(1))
        machine.step(state, menu.offset + item)
        assert number(program, machine, state, "trump_copies") == copies
