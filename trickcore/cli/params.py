"""Kinds of values on command lines beside those of click."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A number within bounds; what is no number of a size (`nan`, `inf`) is none.

    >>> Finite(0, 100)("12.5")
    12.5
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Raises click.BadParameter."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a number with a size", param, ctx)
        return number
