"""Messages about keys: unknown ones, missing ones, names, and maps that want exactly one of some keys."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trickcore.diagnostics.model import Diagnostics, Related
from trickcore.diagnostics.words import did_you_mean, listed, nearest, quote
from trickcore.schema.library import Schema, whole
from trickcore.schema.place import Violation
from trickcore.source.nodes import Entry, Mapping

MOST = 20  # unknown keys that are reported in one map


def unknown(v: Violation, found: Diagnostics) -> None:
    """Keys that a closed map does not have."""
    assert isinstance(v.node, Mapping)
    known = v.schema.get("properties", {})
    patterns = v.schema.get("patternProperties", {})
    extra = [e for e in v.node if e.key.text not in known and not any(re.search(p, e.key.text) for p in patterns)]
    kinds = _kinds(v)
    for entry in extra[:MOST]:
        if kinds and not any(kind in v.node for kind in kinds):
            message = f"{quote(entry.key.text)} is no {v.use['exactlyOne']['what']}"
            hint = (
                did_you_mean(entry.key.text, kinds, "there are") if not _elsewhere(v, entry) else _elsewhere(v, entry)
            )
            found.error("unknown-kind", message, entry.key.span, hint)
            continue
        message = f"{v.owner} has no key {quote(entry.key.text)}"
        others = [name for name in known if name not in kinds or name not in v.node]
        allowed = [name for name in others if name not in kinds] if kinds else others
        hint = _elsewhere(v, entry) or did_you_mean(entry.key.text, allowed, "it may have" if allowed else "")
        found.error("unknown-key", message, entry.key.span, hint)


def _kinds(v: Violation) -> list[str]:
    """The keys that say what kind of thing a map is."""
    names: list[str] = v.use.get("exactlyOne", {}).get("of", [])
    return names


def _elsewhere(v: Violation, entry: Entry) -> str:
    """A hint when the key is known one level deeper, or at the top of the file."""
    assert isinstance(v.node, Mapping)
    name = entry.key.text
    inner = [key for key, schema in v.schema.get("properties", {}).items() if name in _own_keys(schema, v.home)]
    present = [key for key in inner if key in v.node]
    if present or len(inner) == 1:
        return f"it belongs inside {quote((present or inner)[0])}"
    if v.path and name in v.root.get("properties", {}) and not nearest(name, v.schema.get("properties", {})):
        return "it belongs at the top of the file, not here"
    return ""


def _own_keys(schema: Schema, home: str) -> Iterable[str]:
    full = whole(schema, home)
    keys: Iterable[str] = full.get("properties", {})
    return keys


def missing(v: Violation, found: Diagnostics) -> None:
    """Keys that a map must have. The place is the map's own key."""
    assert isinstance(v.node, Mapping)
    for name in v.wanted:
        if name in v.node:
            continue
        about = whole(v.schema.get("properties", {}).get(name, {}), v.home).get("description", "")
        found.error("missing-key", f"{v.owner} needs {quote(name)}", v.head, f"{name}: {about}" if about else "")


def bad_name(v: Violation, found: Diagnostics) -> None:
    """A key that is not written as names are."""
    assert isinstance(v.node, Mapping)
    assert v.name is not None
    key = v.node.key(v.name)
    span = key.span if key else v.head
    guess = re.sub(r"[^a-z0-9_]+", "_", v.name.casefold()).strip("_")
    better = f", such as {quote(guess)}" if re.match(r"[a-z]", guess) and guess != v.name and len(guess) < 40 else ""
    hint = f"names begin with a small letter and go on with small letters, digits and _{better}"
    found.error("bad-name", f"{quote(v.name)} is not written as names are", span, hint)


def exactly_one(v: Violation, found: Diagnostics) -> None:
    """None, or several, of keys of which one is wanted."""
    assert isinstance(v.node, Mapping)
    names: list[str] = v.wanted["of"]
    present = [e.key for e in v.node if e.key.text in names]
    if present:
        first, second = present[:2]
        message = f"{listed(k.text for k in present)} cannot stand together in {v.owner}"
        hint = "make two steps of it" if "step" in v.wanted["what"] else "leave out one of them"
        found.error("several-kinds", message, second.span, hint, [Related(first.span, "the first one")])
    elif not _has_unknown(v):  # an unknown key was probably meant to be the one, and has its own message
        hint = f"one of {listed(names, 'or')} is wanted"
        found.error("missing-kind", f"{v.owner} needs a {v.wanted['what']}", v.head, hint)


def _has_unknown(v: Violation) -> bool:
    assert isinstance(v.node, Mapping)
    known = v.schema.get("properties", {})
    return "additionalProperties" in v.schema and any(e.key.text not in known for e in v.node)
