"""Where a game is too large to be a program: numbers beyond what a slot holds, and code or menus beyond all bounds."""

from __future__ import annotations

from fractions import Fraction

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.program.limits import INT_LIMIT

CODE_LIMIT = 12_000  # instructions of a game; games have some hundreds
ACTION_LIMIT = 20_000  # items of all menus of a game; games have some hundreds
STEP_LIMIT = 150_000  # parts of expressions that are worked out for a game; games need some thousands
LOOP_LIMIT = 10_000  # numbers that one quantifier runs over
DEPTH_LIMIT = 150  # operations and definitions inside one another; keeps Python's own stack far from its end


class LimitError(Exception):
    """Something is too large to go on with. `span`: where, or None where no rule can be named."""

    def __init__(self, code: str, message: str, hint: str, span: Span | None) -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.span = code, message, hint, span

    def report(self, found: Diagnostics, otherwise: Span) -> None:
        """Report it at its place."""
        found.error(self.code, self.message, self.span or otherwise, self.hint)


def too_large(what: str, hint: str, span: Span | None) -> LimitError:
    """The program as a whole grows past a limit at this place."""
    return LimitError("program-too-large", f"this game's program grows too large here: {what}", hint, span)


def out_of_range(value: int | Fraction, span: Span | None, *, in_parts: bool = False) -> LimitError:
    """A number that no slot of a program can hold. `in_parts`: it may have been multiplied by a denominator."""
    whole = value.denominator == 1
    message = f"a number from -{INT_LIMIT} to {INT_LIMIT} wanted, {'' if whole else 'the fraction '}{value} found"
    hint = "fractions are kept as parts of a common denominator; use smaller ones" if in_parts or not whole else ""
    return LimitError("out-of-range", message, hint or "write it with smaller numbers", span)


def fits(value: int | Fraction) -> bool:
    """Whether a number can be kept: as one whole number, or as two for a fraction."""
    return -INT_LIMIT <= value.numerator <= INT_LIMIT and value.denominator <= INT_LIMIT
