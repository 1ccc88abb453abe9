"""A watched replay of a match: where events and the reasons of refusals come from.

The engine that plays tells nothing, so playing costs nothing. When somebody asks what happened or why an action is
not allowed, a reference machine replays what it has not seen yet and notes what the program tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trickcore.dice import Chance
from trickcore.engines.meter import told
from trickcore.engines.reference import Machine, Memory
from trickcore.engines.watch import Value
from trickcore.events import Told
from trickcore.position import Position, begin
from trickcore.program.model import Program

_EVERY = 32  # actions between two checkpoints: going back costs at most so many replayed actions


@dataclass(frozen=True, slots=True)
class DutyMet:
    """One `first` instruction as it ran: masks over cards. `sets` are the tiers in order, `result` what was legal."""

    duty: int
    hand: int
    sets: tuple[int, ...]
    result: int


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    actions: int
    told: int
    duties: tuple[DutyMet, ...]
    state: Memory


class Trace:
    """Everything that a program tells while the actions of one match are replayed."""

    def __init__(self, program: Program, chance: Chance, position: Position | None = None) -> None:
        self._told: list[Told] = []
        self._duties: list[DutyMet] = []
        self._actions: list[int] = []
        self._checkpoints: list[_Checkpoint] = []
        self._machine = Machine(program, self)
        self._state = begin(self._machine, chance, position)

    def note(self, note: int, values: tuple[Value, ...], /) -> None:
        """Called by the machine."""
        self._told.append(Told(note, values))
        told(len(self._told))

    def duty(self, duty: int, hand: int, sets: tuple[int, ...], /) -> None:
        """Called by the machine."""
        result = next((hand & tier for tier in sets if hand & tier), 0)
        self._duties.append(DutyMet(duty, hand, sets, result))

    def told(self, actions: Sequence[int]) -> Sequence[Told]:
        """What was told up to the position after these actions."""
        self._follow(actions)
        return self._told

    def duties(self, actions: Sequence[int]) -> Sequence[DutyMet]:
        """The duties that were computed since the last of these actions."""
        self._follow(actions)
        return self._duties

    def _follow(self, actions: Sequence[int]) -> None:
        common = _common(self._actions, actions)
        if common < len(self._actions):
            self._rewind(common)
        for action in actions[len(self._actions) :]:
            if len(self._actions) % _EVERY == 0:
                self._keep()
            self._duties = []
            self._machine.step(self._state, action)
            self._actions.append(action)

    def _keep(self) -> None:
        state = self._machine.copy(self._state)
        self._checkpoints.append(_Checkpoint(len(self._actions), len(self._told), tuple(self._duties), state))

    def _rewind(self, length: int) -> None:
        while self._checkpoints[-1].actions > length:
            self._checkpoints.pop()
        last = self._checkpoints.pop()
        self._state = last.state
        del self._told[last.told :], self._actions[last.actions :]
        self._duties = list(last.duties)


def _common(first: Sequence[int], second: Sequence[int]) -> int:
    """How many actions two lines of play have in common."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(first), len(second)))
