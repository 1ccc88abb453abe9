"""Messages about values: of the wrong type, empty, not among the allowed ones, out of bounds."""

from __future__ import annotations

import json
import re
from typing import Any

from trickcore.diagnostics.model import Diagnostics
from trickcore.diagnostics.words import did_you_mean, listed, quote
from trickcore.schema.place import Violation
from trickcore.schema.plain import resolved
from trickcore.source.nodes import Mapping, Node, Scalar, Sequence

_TYPES = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a map",
}
_TEXT = {"string", "number", "boolean"}
_FLAGS = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def wanted_types(types: str | list[str]) -> str:
    """Types as a phrase. Any scalar is a text to us.

    >>> wanted_types(["string", "number", "boolean", "array"])
    'a text or a list'
    """
    names = [types] if isinstance(types, str) else types
    if "string" in names and "number" in names:
        names = [n for n in names if n not in _TEXT or n == "string"]
    words = [_TYPES[n] for n in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def found_words(node: Node) -> str:
    """What stands there, in a few words: never the whole of it."""
    if isinstance(node, Mapping):
        return "an empty map" if not node.entries else "a map"
    if isinstance(node, Sequence):
        return "an empty list" if not node.items else "a list"
    value = resolved(node)
    if isinstance(value, bool):
        return quote(node.text)
    if isinstance(value, int | float):
        return f"the number {quote(node.text)}"
    return f"the text {quote(node.text)}"


def wrong_type(v: Violation, found: Diagnostics) -> None:
    """A list where a text is wanted, and the like; and values that are not there at all."""
    if isinstance(v.node, Scalar) and v.node.plain and resolved(v.node) is None:
        _nothing(v, v.node, found)
        return
    message = f"{v.subject} must be {wanted_types(v.wanted)}; found {found_words(v.node)}"
    found.error("wrong-type", message, v.span, _type_hint(v))


def _nothing(v: Violation, node: Scalar, found: Diagnostics) -> None:
    if node.text:
        message = f"{quote(node.text)} without quotes is no text for YAML: it means nothing at all"
        found.error("null-value", message, node.span, f'write "{node.text}" in quotes, or `none` for the empty value')
        return
    listed_item = bool(v.path) and isinstance(v.path[-1], int)
    key = "" if v.key is None or listed_item else v.key.text
    message = f"{v.subject} is empty" if listed_item else f"nothing stands after {quote(key + ':')}"
    pair = re.fullmatch(r"([^:\s]+):([^:\s]+)", key)
    hint = f"a colon needs a space after it: `{pair[1]}: {pair[2]}`" if pair and len(key) < 40 else _description(v)
    found.error("empty-value", message, node.span if listed_item or v.key is None else v.key.span, hint)


def _type_hint(v: Violation) -> str:
    if isinstance(v.node, Scalar):
        text = v.node.text
        if "boolean" in v.wanted and text.casefold() in _FLAGS:
            return f"did you mean `{_FLAGS[text.casefold()]}`? In YAML 1.2, `{text}` is a text"
        if not v.node.plain and re.fullmatch(r"-?[0-9]+|true|false", text):
            return f"write {text} without quotes"
    return _description(v)


def _description(v: Violation) -> str:
    example = v.example
    if example is None:
        return v.description
    return f"{v.description} For example: `{shown(example)}`".strip()


def shown(value: Any) -> str:
    """An example from a schema as an author would write it.

    >>> shown({"who": "bidder", "count": [1, 2], "at once": True})
    '{who: bidder, count: [1, 2], at once: true}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {shown(x)}" for k, x in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(shown(x) for x in value) + "]"
    return value if isinstance(value, str) else json.dumps(value)


def not_allowed(v: Violation, found: Diagnostics) -> None:
    """A word that is not among the allowed ones (`enum`, `const`, or a pattern that lists words)."""
    if v.keyword == "const":
        message = f"{v.subject} must be {quote(str(v.wanted))}; found {found_words(v.node)}"
        same = isinstance(v.node, Scalar) and v.node.text == str(v.wanted)
        hint = f"write {v.wanted} without quotes" if same else v.description
        found.error("language-version" if v.subject == "`trickcore`" else "wrong-value", message, v.span, hint)
        return
    allowed = _words(v)
    if not isinstance(v.node, Scalar):
        message = f"{v.subject} must be {listed(allowed, 'or')}; found {found_words(v.node)}"
        found.error("wrong-type", message, v.span, v.description)
        return
    if not v.node.text and v.node.plain:
        _nothing(v, v.node, found)
        return
    message = f"{v.subject} cannot be {quote(v.node.text)}"
    hint = did_you_mean(v.node.text, allowed, "it may be") if allowed else v.description
    types = v.schema.get("type", [])
    others = [t for t in (types if isinstance(types, list) else []) if t in ("array", "object")]
    more = f", or {wanted_types(others)}" if others else ""
    examples = [one for one in v.schema.get("examples", []) if isinstance(one, list)]
    more += f" such as `{shown(examples[-1])}`" if others == ["array"] and examples else ""
    found.error("wrong-value", message, v.span, hint + more)


def _words(v: Violation) -> list[str]:
    if v.keyword == "enum":
        return list(dict.fromkeys(str(word) for word in v.wanted))
    listing = re.fullmatch(r"\^\(([a-z| ]+)\)(?:\( \+\(\1\)\)\*)?\$", v.wanted)  # one of them, or several with spaces
    return listing[1].split("|") if listing else []


def out_of_bounds(v: Violation, found: Diagnostics) -> None:
    """A number that is too small or too great."""
    least = v.keyword in ("minimum", "exclusiveMinimum")
    message = f"{v.subject} must be {'at least' if least else 'at most'} {v.wanted}; found {found_words(v.node)}"
    found.error("out-of-bounds", message, v.span, v.description)


def wrong_size(v: Violation, found: Diagnostics) -> None:
    """Too few or too many items or keys."""
    size = (
        len(v.node.items) if isinstance(v.node, Sequence) else len(v.node.entries) if isinstance(v.node, Mapping) else 0
    )
    if size == 0:
        message = f"{v.subject} is empty"
    else:
        message = (
            f"{v.subject} has {size} entries; {'at least' if 'min' in v.keyword else 'at most'} {v.wanted} are wanted"
        )
    found.error("wrong-size", message, v.span, _description(v))


def repeated(v: Violation, found: Diagnostics) -> None:
    """An item that stands twice in a list."""
    found.error("repeated-item", f"an item stands twice in {v.subject}", v.span, "leave out one of them")


def other(v: Violation, found: Diagnostics) -> None:
    """Any keyword that has no words of its own."""
    found.error("wrong-shape", f"{v.subject} does not have the right form", v.span, _description(v))
