"""Outcomes whose texts, which others wrote, make no line that looks like a result and steer no terminal."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from trickcore.diagnostics.words import one_line
from trickcore.testing.model import Outcome

_Record = TypeVar("_Record", bound=Any)


def tidy(outcome: Outcome) -> Outcome:
    """The outcome with each text of the cases file on one line: none can make a line that looks like a result."""
    failure = None if outcome.failure is None else on_one_line(outcome.failure)
    found = tuple(map(on_one_line, outcome.diagnostics))
    return replace(outcome, case=on_one_line(outcome.case), failure=failure, diagnostics=found)


def on_one_line(record: _Record) -> _Record:
    """The record with each of its texts on one line."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return replace(record, **{name: one_line(value) for name, value in values.items() if isinstance(value, str)})
