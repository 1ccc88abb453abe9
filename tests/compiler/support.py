"""Rule texts to programs, and matches of random play with cards counted at every decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

from trickcore.compiler import compile_game
from trickcore.diagnostics.model import Diagnostic, Diagnostics
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory
from trickcore.program.model import Program, Role, SlotKind
from trickcore.program.verify import verify
from trickcore.rules.model import OptionValue, Rules
from trickcore.rules.reader import read_rules
from trickcore.source import read_text

GAMES = Path(__file__).parents[2] / "games"


def rules_of(text: str) -> Rules:
    """The checked rules of a text; every finding fails the test."""
    found = Diagnostics()
    node = read_text(dedent(text), "test.yaml", found)
    rules = read_rules(node, "test", found) if node is not None else None
    assert rules is not None and not found.has_errors, [f"{d.span}: {d.message}" for d in found]
    return rules


def program_of(text: str, players: int | None = None, options: Mapping[str, OptionValue] | None = None) -> Program:
    """The program of a text."""
    found = Diagnostics()
    program = compile_game(rules_of(text), players, options or {}, found)
    assert program is not None, [f"{d.span}: {d.message}" for d in found]
    assert verify(program) == []
    return program


def findings_of(text: str, players: int | None = None) -> list[tuple[str, int]]:
    """The findings of compiling a text: code and line."""
    found = Diagnostics()
    assert compile_game(rules_of(text), players, {}, found) is None
    return [(d.code, d.span.line) for d in found]


def places_of(text: str, players: int | None = None) -> tuple[Diagnostic, ...]:
    """The findings of compiling a text, whole."""
    found = Diagnostics()
    assert compile_game(rules_of(text), players, {}, found) is None
    return found.sorted()


class Notes:
    """What a program told, by the names of its notes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.heard: list[tuple[str, str, dict[str, Any]]] = []

    def note(self, note: int, values: tuple[Any, ...]) -> None:
        what = self.program.notes[note]
        named = {f.name: value for f, value in zip(what.fields, values, strict=True)}
        self.heard.append((what.name, what.text, named))

    def duty(self, duty: int, hand: int, sets: tuple[int, ...]) -> None:
        """Duties are not listened to."""

    def named(self, name: str) -> list[dict[str, Any]]:
        return [fields for heard, _, fields in self.heard if heard == name]


@dataclass(frozen=True)
class Played:
    """A finished match."""

    notes: Notes
    scores: tuple[int, ...]
    winners: int
    reason: str
    decisions: int


def play_out(program: Program, seed: int, *copies: str, limit: int = 20_000) -> Played:
    """Random legal play to the end; at every decision of a play each card lies in one place.

    `copies`: variables of cards, which are no places.
    """
    notes = Notes(program)
    machine = Machine(program, notes)
    state = machine.start(Dice(seed))
    random = Random(seed)
    decisions = 0
    while not machine.over(state):
        actions: list[int] = []
        for offer in machine.pending(state):
            menu = program.menus[offer.menu]
            actions += [menu.offset + i for i in range(len(menu.items)) if offer.mask >> i & 1]
            if menu.name == "play":
                assert_cards(program, machine, state, copies)
        machine.step(state, random.choice(actions))
        decisions += 1
        assert decisions < limit
    reason, winners = machine.result(state)
    scores = machine.value(state, program.roles["score"])
    assert isinstance(scores, tuple)
    return Played(notes, scores, winners, program.reasons[reason], decisions)


def assert_cards(program: Program, machine: Machine, state: Memory, copies: tuple[str, ...]) -> None:
    """No card lies in two places, and none is missing."""
    trick = program.roles["trick"]
    lying: list[int] = []
    for index, slot in enumerate(program.slots):
        if (
            slot.role is not Role.SAVED
            or slot.domain != "cards"
            or not (slot.label or index == trick)
            or slot.label in copies
        ):
            continue
        value = machine.value(state, index)
        if slot.kind is SlotKind.PILE:
            assert isinstance(value, tuple)
            lying += value
        elif slot.kind is SlotKind.INTS:
            assert isinstance(value, tuple)
            lying += [card for card in value if card >= 0]
        else:
            for mask in value if isinstance(value, tuple) else (value,):
                lying += [i for i in range(len(program.cards)) if mask >> i & 1]
    assert sorted(lying) == list(range(len(program.cards)))
