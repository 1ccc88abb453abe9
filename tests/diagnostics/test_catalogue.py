"""Every code has an explanation, and every explanation a code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import trickcore
from trickcore.checking.invariants import INVARIANTS, RULES
from trickcore.diagnostics import codes, explain
from trickcore.schema.library import schemas

PACKAGE = Path(trickcore.__file__).parent
EXPLANATIONS = PACKAGE / "diagnostics" / "explanations"
REPORTING = ("error", "warning", "_error", "Diagnostic")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if EXPLANATIONS not in path.parents:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def reported() -> dict[str, str]:
    """Codes that are written out as the first argument where something is reported, with the file."""
    found: dict[str, str] = {}
    for path, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for literal in ast.walk(node.args[0]) if name in REPORTING else ():
                code = literal.value if isinstance(literal, ast.Constant) else None
                if isinstance(code, str) and re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)+", code):
                    found[code] = path.name
    return found


def test_every_code_that_is_reported_is_explained() -> None:
    unexplained = {code: file for code, file in reported().items() if explain(code) is None}
    assert not unexplained, "explain these in trickcore/diagnostics/explanations/"


def test_every_explained_code_is_used() -> None:
    used = {
        node.value
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(codes()) - used == set()


@pytest.mark.parametrize("code", codes())
def test_an_explanation_is_a_paragraph(code: str) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", code)
    text = explain(code)
    assert text is not None
    assert text[0].isupper() or text[0] == "`"
    assert text.endswith(".")
    assert "\n" not in text and "  " not in text
    assert len(text) < 500


def test_no_code_is_explained_twice() -> None:
    keys = [
        key.value
        for path in EXPLANATIONS.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    ]
    assert sorted(set(keys), key=str) == sorted(keys, key=str)
    assert len(keys) > 30


def test_what_a_check_says_in_brackets_is_explained() -> None:
    surprises = schemas()["check.schema.json"]["$defs"]["surprise"]["properties"]["kind"]["enum"]
    assert {*INVARIANTS, RULES, *surprises} <= set(codes())
