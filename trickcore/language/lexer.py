"""Cuts a text into tokens. Limits are checked here, before anything that could take long on a hostile text."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

from trickcore.language.traps import describe_trap
from trickcore.language.tree import Token
from trickcore.records import dataclass

MAX_TEXT = 2_000  # characters of one text
MAX_BRACKETS = 40  # brackets inside brackets
MAX_DIGITS = 10  # of one number


class TextError(Exception):
    """A text cannot be read. Caught inside this room: callers get a finding."""

    def __init__(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


@dataclass(frozen=True, slots=True)
class Tables:
    """The contents of tables.json, ready for use; see `generate.tables`."""

    pattern: re.Pattern[str]
    fixed: dict[str, str]
    soft: frozenset[str]
    rules: tuple[tuple[str, str, int, tuple[int, ...], bool], ...]  # node, symbol, length, kept, all kept
    states: tuple[dict[str, int], ...]
    starts: dict[str, int]
    ends: dict[str, int]


@functools.cache
def tables() -> Tables:
    """The tables, read once per process."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))
    signs = sorted((text for text in data["fixed"] if not text.isalpha()), key=lambda text: (-len(text), text))
    parts = [f"(?P<{name}>{pattern})" for name, pattern in data["tokens"]]
    parts.append(f"(?P<SIGN>{'|'.join(map(re.escape, signs))})")
    return Tables(
        re.compile("[ \\t\\r\\n]*(?:" + "|".join(parts) + ")"),
        data["fixed"],
        frozenset(data["soft"]),
        tuple(
            (node, symbol, n, tuple(i for i, k in enumerate(kept) if k), all(kept))
            for node, symbol, n, kept in data["rules"]
        ),
        tuple(data["states"]),
        data["starts"],
        data["ends"],
    )


def tokens(text: str) -> list[Token]:
    """The tokens of a text. Raises TextError at the first place that is none, or where a limit is passed."""
    if len(text) > MAX_TEXT:
        message = f"this text has {len(text):,} characters; one text may have {MAX_TEXT:,}"
        raise TextError("too-long", message, MAX_TEXT, len(text), "give parts of it a name under `let`")
    found: list[Token] = []
    match, fixed, soft = tables().pattern.match, tables().fixed, tables().soft
    at, end = 0, len(text.rstrip(" \t\r\n"))
    while at < end:
        hit = match(text, at)
        if hit is None:
            raise _no_token(text, at)
        kind = str(hit.lastgroup)
        start, at = hit.span(kind)
        word = text[start:at]
        if kind == "SIGN" or (kind == "NAME" and word in fixed and word not in soft):
            kind = fixed[word]
        found.append(Token(kind, word, start, at))
    _check_limits(found)
    return found


def _no_token(text: str, at: int) -> TextError:
    start = at + len(text[at:]) - len(text[at:].lstrip(" \t\r\n"))
    message, hint, length = describe_trap(text, start)
    return TextError("unreadable-text", message, start, start + length, hint)


def _check_limits(found: list[Token]) -> None:
    depth = 0
    for token in found:
        depth += (token.kind == "LPAR") - (token.kind == "RPAR")
        if depth > MAX_BRACKETS:
            message = f"more than {MAX_BRACKETS} brackets inside one another"
            raise TextError("nested-too-deep", message, token.start, token.end, "give parts of it a name under `let`")
        if token.kind == "INT" and len(token.text) > MAX_DIGITS:
            message = f"a number may have {MAX_DIGITS} digits; this has {len(token.text)}"
            raise TextError("number-too-long", message, token.start, token.end)
