"""Watching a run of the reference machine: what happened, which duties were in force, which rules were used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Value = int | tuple[int, ...]  # entries of an array, cards of a pile from the top
Prober = Callable[[int, tuple[int, ...]], object]  # is told of each `probe`: its index, and the values there


class Watcher(Protocol):
    """Is told of every note and of every `first`, while the instruction runs."""

    def note(self, note: int, values: tuple[Value, ...], /) -> None:
        """A `note`: its index, and a value for each of its fields."""

    def duty(self, duty: int, hand: int, sets: tuple[int, ...], /) -> None:
        """A `first`: the index of its duty, the hand and the sets of its tiers."""
