"""What the verifier finds."""

from __future__ import annotations

from dataclasses import field

from trickcore.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something that makes a program unfit to run. `index`: the instruction, −1 for the program's other parts.
    `near`: an instruction that has most to do with a fault of the whole program; −1 for none."""

    index: int
    words: str
    near: int = field(default=-1, compare=False)

    def __str__(self) -> str:
        return self.words if self.index < 0 else f"instruction {self.index}: {self.words}"
