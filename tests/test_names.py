"""The package knows mechanisms: no code, message or comment of it names a game or a term of one game."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import trickcore
from trickcore.references import catalogue

ROOT = Path(trickcore.__file__).parent
TERMS = ("jick", "bower", "speculation", "roem", "stuk", "nullo", "schneider", "matador")
FILES = sorted(ROOT.rglob("*.py"))


def docstrings(tree: ast.Module) -> set[int]:
    """The lines of docstrings: their examples run shipped games."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                lines.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return lines


def words(path: Path) -> Iterator[tuple[int, str]]:
    """Names, texts and comments of a file, without docstrings."""
    apart = docstrings(ast.parse(path.read_text(encoding="utf-8")))
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT) and token.start[0] not in apart:
                yield token.start[0], token.string.lower()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_named(path: Path) -> None:
    games = [name for name in catalogue() if name != "hearts"]  # a suit of the deck catalogue too
    forbidden = [*TERMS, *games, *(name.replace("-", "_") for name in games)]
    found = [(line, text) for line, text in words(path) if any(term in text for term in forbidden)]
    assert not found


def test_the_game_of_hearts_is_not_named_either() -> None:
    texts = [(path.name, line, text) for path in FILES for line, text in words(path) if '"hearts"' in text]
    assert {name for name, *_ in texts} <= {"catalogue.py"}
