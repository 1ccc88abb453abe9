"""What the verifier finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something that makes a program unfit to run. `index`: the instruction, −1 for the program's other parts."""

    index: int
    words: str

    def __str__(self) -> str:
        return self.words if self.index < 0 else f"instruction {self.index}: {self.words}"
