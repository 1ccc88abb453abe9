"""Nodes as the plain data that a JSON Schema speaks of, under YAML 1.2 core rules: what editors see."""

from __future__ import annotations

import re
from typing import Any

from trickcore.source.nodes import Mapping, Node, Scalar, Sequence

_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")  # longer numerals stay text: no number of a rule file is so large
_OTHER = re.compile(r"0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]{1,18}|[0-9]{1,18}(\.[0-9]{0,18})?)([eE][-+]?[0-9]{1,2})?")
_WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = frozenset({"", "null", "Null", "NULL"})


def plain(node: Node) -> Any:
    """The data of a node. Keys are always text, as in JSON.

    >>> from trickcore.diagnostics import Diagnostics
    >>> from trickcore.source import read_text
    >>> plain(read_text('{a: [1, "1", no, 1:30, true, 1.5], 7: null}', "x", Diagnostics()))
    {'a': [1, '1', 'no', '1:30', True, 1.5], '7': None}
    """
    if isinstance(node, Scalar):
        return resolved(node)
    if isinstance(node, Sequence):
        return [plain(item) for item in node]
    return {entry.key.text: plain(entry.value) for entry in node}


def resolved(scalar: Scalar) -> str | int | float | bool | None:
    """What a scalar is under the core schema of YAML 1.2; a quoted one is text."""
    text = scalar.text
    if not scalar.plain:
        return text
    if text in _NULLS:
        return None
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _OTHER.fullmatch(text):
        return int(text[2:], 8 if text[1] == "o" else 16)
    return float(text) if _FLOAT.fullmatch(text) else text


def at(node: Node, path: list[str | int]) -> tuple[Node, Scalar | None]:
    """The node at a path, and the key that it, or the nearest map around it, stands under."""
    key: Scalar | None = None
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str):
            entry = next(e for e in node if e.key.text == step)
            node, key = entry.value, entry.key
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.items[step]
    return node, key
