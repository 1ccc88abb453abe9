"""Scalars under the core schema of YAML 1.2."""

from __future__ import annotations

import pytest

from trickcore.diagnostics import Diagnostics
from trickcore.schema.plain import plain
from trickcore.source import read_text

CASES = [
    ("true", True),
    ("False", False),
    ("null", None),
    ("~", None),
    ("", None),
    ("12", 12),
    ("-3", -3),
    ("+5", 5),
    ("007", 7),
    ("0o17", 15),
    ("0x1F", 31),
    ("1.5", 1.5),
    ("1.", 1.0),
    (".5e3", 500.0),
    ("no", "no"),
    ("off", "off"),
    ("y", "y"),
    ("1:30", "1:30"),
    ("1_000", "1_000"),
    ("0b1", "0b1"),
    ("1/3", "1/3"),
    ("10♥", "10♥"),
    ("'12'", "12"),
    ('"true"', "true"),
    ("9" * 5000, "9" * 5000),
    ("1e999999999", "1e999999999"),
]


@pytest.mark.parametrize(("text", "value"), CASES, ids=[c[0][:20] or "nothing" for c in CASES])
def test_a_scalar(text: str, value: object) -> None:
    node = read_text(f"a: {text}\n", "f", Diagnostics())
    assert node is not None
    result = plain(node)["a"]
    assert result == value
    assert type(result) is type(value)
