from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.support import rules_of
from trickcore.compiler import bind_options
from trickcore.diagnostics.model import Diagnostics

RULES = rules_of(
    """
    trickcore: 1
    name: Options
    players: [3, 4]
    options:
      target: {type: number, default: 31, min: 1, max: 500, help: Points}
      bold: {type: flag, default: false, help: Whether}
      mode: {type: [add, subtract], default: add, help: How}
      size: {type: [21, 31], default: 21, help: How many}
    deck: french 24
    steps:
      - deal: {each: 3}
      - play: all
      - score: tricks
    """
)


def bound(players: int | None = None, /, **given: Any) -> tuple[int, dict[str, object]]:
    found = Diagnostics()
    result = bind_options(RULES, players, given, found)
    assert result is not None and not found.has_errors
    return result[0], dict(result[1])


def messages(players: int | None = None, /, **given: Any) -> list[tuple[str, str]]:
    found = Diagnostics()
    assert bind_options(RULES, players, given, found) is None
    return [(d.code, d.hint) for d in found]


def test_defaults() -> None:
    assert bound() == (3, {"target": 31, "bold": False, "mode": "add", "size": 21})


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("target", "21", 21),
        ("target", 500, 500),
        ("bold", "yes", True),
        ("bold", "False", False),
        ("bold", True, True),
        ("mode", "subtract", "subtract"),
        ("size", "31", 31),
    ],
)
def test_values_and_texts(name: str, given: object, value: object) -> None:
    assert bound(4, **{name: given})[1][name] == value


@pytest.mark.parametrize(
    ("name", "given", "hint"),
    [
        ("target", 0, "it is a number from 1 to 500"),
        ("target", "many", "it is a number from 1 to 500"),
        ("target", True, "it is a number from 1 to 500"),
        ("target", "9" * 5000, "it is a number from 1 to 500"),
        ("target", "٣", "it is a number from 1 to 500"),
        ("target", "²", "it is a number from 1 to 500"),
        ("bold", "maybe", "it is yes or no"),
        ("bold", 1, "it is yes or no"),
        ("mode", "ad", "it is one of add, subtract; did you mean `add`?"),
        ("size", 22, "it is one of 21, 31"),
    ],
)
def test_values_that_do_not_fit(name: str, given: object, hint: str) -> None:
    assert messages(**{name: given}) == [("option-value", hint)]


def test_unknown_names_and_players() -> None:
    assert messages(targt=3) == [("unknown-option", "did you mean `target`?")]
    assert messages(5) == [("option-value", "it is for 3, 4 players")]
    assert len(messages(2, xyz=3, bold=7)) == 3


def test_findings_stand_at_what_they_are_about() -> None:
    found = Diagnostics()
    bind_options(RULES, 5, {"targt": 3, "bold": 7}, found)
    assert [(d.code, d.span.line) for d in found] == [("option-value", 4), ("unknown-option", 5), ("option-value", 7)]
