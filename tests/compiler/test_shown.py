"""What a seat has shown of its hand, and for how long."""

from __future__ import annotations

from random import Random

from tests.compiler.support import Notes, program_of
from tests.engines.lockstep import lockstep
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory
from trickcore.program.model import Program

GAME = """\
trickcore: 1
name: Shown
players: 3
deck: 2 x french 24
state: {{many: number per seat, none_before: flag}}
zones: {{heap: hidden}}
play:
  leader: eldest
  follow: [led, any]
  after card:
    - {{each: seats, set: {{many: count(shown)}}}}
steps:
  - deal: {{each: 8, rest: heap}}
  - set: {{none_before: shown(seats) == none}}
{steps}
  - {{each: seats, set: {{many: count(shown)}}}}
  - play: all
match: {{deals: 2}}
"""
PICK = "  - pick: {who: eldest, from: hand, count: 3, open: any - hearts}"


def _value(program: Program, machine: Machine, state: Memory, name: str) -> tuple[int, ...]:
    value = machine.value(state, next(k for k, slot in enumerate(program.slots) if slot.name == name))
    return value if isinstance(value, tuple) else (value,)


def _watch(steps: str, seed: int) -> list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    """At each decision of the play: how many each has shown, what is marked, and what is held."""
    program = program_of(GAME.format(steps=steps))
    machine = Machine(program, Notes(program))
    state, random, found = machine.start(Dice(seed)), Random(seed), []
    while not machine.over(state):
        if program.menus[machine.pending(state)[0].menu].name == "play":
            names = ("many", "shown", "hand")
            many, shown, hand = (_value(program, machine, state, name) for name in names)
            assert _value(program, machine, state, "none_before") == (1,)
            assert many == tuple((s & h).bit_count() for s, h in zip(shown, hand, strict=True))
            found.append((many, shown, hand))
        machine.step(state, random.choice(machine.legal(state)))
    return found


def test_cards_that_are_turned_up_are_shown_by_whoever_holds_them() -> None:
    steps = "  - show: queens"
    program = program_of(GAME.format(steps=steps))
    queens = sum(1 << k for k, card in enumerate(program.cards) if card.rank == "Q")
    for many, _, hand in _watch(steps, 4):
        assert many == tuple((h & queens).bit_count() for h in hand)


def test_a_pick_shows_what_it_opens_and_only_that() -> None:
    program = program_of(GAME.format(steps=PICK))
    hearts = sum(1 << k for k, card in enumerate(program.cards) if card.suit == "♥")
    firsts = set()
    for seed in range(5):
        seen = _watch(PICK, seed)
        assert all(not any(mask & hearts for mask in shown) for _, shown, _ in seen)
        firsts.add(max(seen[0][0]))
        assert sorted(seen[0][0])[:2] == [0, 0] and max(seen[-1][0]) <= 1
    assert len(firsts) > 1


def test_what_goes_to_another_hand_is_no_longer_shown() -> None:
    steps = "  - show: hand(dealer)\n  - move: {from: hand(dealer), cards: any, to: hand(eldest)}"
    assert all(many == (0, 0, 0) for many, *_ in _watch(steps, 1))
    back = steps + "\n  - move: {from: hand(eldest), cards: any, count: 16, to: hand(dealer)}"
    assert all(many == (0, 0, 0) for many, *_ in _watch(back, 1))


def test_cards_given_openly_are_shown_by_who_gets_them() -> None:
    steps = "  - pick: {who: eldest, from: hand, count: 2, open: any, to: hand(dealer), at once: true}"
    many = _watch(steps, 2)[0][0]
    assert sorted(many) == [0, 0, 2]


def test_both_engines_agree() -> None:
    for steps in ("  - show: queens", PICK):
        assert lockstep(program_of(GAME.format(steps=steps)), 3)[1] == ""
