"""The pages that are made from the package itself: `make docs` writes them, a test compares them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.docs import operators
from trickcore.compiler import lowered_constructs
from trickcore.diagnostics.catalogue import codes, explain
from trickcore.language.signatures import reference_markdown
from trickcore.schema.library import schemas

FOLDER = Path(__file__).parents[2] / "docs"
Schema = Mapping[str, Any]
_MADE = "<!-- Made by `make docs`; do not edit. -->"
_GAME: Schema = schemas()["game.schema.json"]
_DEFS: Mapping[str, Schema] = _GAME["$defs"]


def diagnostics_page() -> str:
    """Every code of a finding, with what it means."""
    parts = [
        "# Findings",
        _MADE,
        "Each finding of `trickcore validate` ends with a code in square brackets; so does each violation or\n"
        "surprise of `trickcore check`. Codes never change their meaning. `trickcore explain CODE` prints the same\n"
        "text.",
    ]
    for code in codes():
        parts += [f"## {code}", explain(code) or ""]
    return "\n\n".join(parts) + "\n"


def reference_page() -> str:
    """Every key of a rule file, every word of an expression, and what can be played today."""
    parts = [
        "# Reference",
        _MADE,
        "The keys of a rule file come from `schemas/game.schema.json`, which editors can use as it is; the words and\n"
        "functions of expressions from the table that the checker reads. How variants are written: "
        "[variants](variants.md).",
        *_lowered(),
        "## A rule file",
        _keys_table(_GAME),
        *_sections(),
        "## Expressions",
        *_operators(),
        reference_markdown().strip(),
    ]
    return "\n\n".join(parts) + "\n"


PAGES: Mapping[str, Callable[[], str]] = {"diagnostics.md": diagnostics_page, "reference.md": reference_page}


# ----------------------------------------------------------------------------------------------- what can be played


def _lowered() -> Iterator[str]:
    yield "## What can be played"
    yield (
        "All of this page is read and checked. What is not compiled yet is refused with the code `not-lowered` at the\n"
        "line that uses it; so are a few combinations, each with a message that names it."
    )
    yield _table(("kind", "can be played", "checked only"), _lowered_rows())


def _lowered_rows() -> Iterator[tuple[str, str, str]]:
    play = _DEFS["laws_of_play"]["properties"]
    laws = tuple(_DEFS["overlay"]["properties"])
    all_of = {
        "steps": tuple(_DEFS["step"]["exactlyOne"]["of"]),
        "laws": (*laws, "melds", "sequence"),
        "hooks": tuple(key for key in play if key not in laws),
    }
    for kind, names in lowered_constructs().items():
        heads = {name.partition(" (")[0] for name in names}
        rest = [name for name in all_of[kind] if name not in heads]
        yield kind, _code_list(names), _code_list(rest)


def _code_list(names: Iterable[str]) -> str:
    return ", ".join(f"`{head}`{paren}{rest}" for head, paren, rest in (name.partition(" (") for name in names)) or "–"


# ------------------------------------------------------------------------------------------------------------ operators


def _operators() -> Iterator[str]:
    yield "### Operators"
    yield operators.ABOVE
    yield _table(operators.HEAD, [operator.row() for operator in operators.OPERATORS])
    yield "Where something is gone through, there are besides:"
    yield _table(("form", "means", "stands in", "for example"), operators.RANGES)
    yield operators.SETS


# ------------------------------------------------------------------------------------------------------- keys of a file


def _sections() -> Iterator[str]:
    """A section for each definition of the schema that has keys of its own, or says something about free ones; and one
    for each map inside of it."""
    for name, schema in _DEFS.items():
        yield from _section(name, schema)


def _section(name: str, schema: Schema) -> Iterator[str]:
    if _is_map(schema):
        yield f"### {_title(name, schema)}"
        yield from _about(schema)
        if schema.get("properties") or isinstance(schema.get("additionalProperties"), dict):
            yield _keys_table(schema)
    free = schema.get("additionalProperties")
    inner = {**schema.get("properties", {}), **({name: free} if isinstance(free, dict) else {})}
    for key, own in inner.items():
        if "$ref" not in own:
            yield from _section(key, own)


def _is_map(schema: Schema) -> bool:
    return "properties" in schema or isinstance(schema.get("additionalProperties"), dict)


def _title(name: str, schema: Schema) -> str:
    title = str(schema.get("title", name))
    return title.removeprefix("a ").removeprefix("an ").removeprefix("the ")


def _about(schema: Schema) -> Iterator[str]:
    if "description" in schema:
        yield schema["description"]
    if schema.get("examples"):
        yield "For example " + ", ".join(f"`{_flow(example)}`" for example in schema["examples"]) + "."


def _keys_table(schema: Schema) -> str:
    return _table(("key", "is", "meaning"), _rows(schema, frozenset(schema.get("required", ()))))


def _rows(schema: Schema, required: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    free = schema.get("additionalProperties")
    named = dict(schema.get("properties", {}))
    for key, own in named.items():
        mark = " (required)" if key in required else ""
        yield _row(f"`{key}`{mark}", own)
    if isinstance(free, dict):
        any_key = "any other" if named else "any"
        yield _row(any_key, free)


def _row(key: str, own: Schema) -> tuple[str, str, str]:
    target = _DEFS[own["$ref"].rpartition("/")[2]] if "$ref" in own else {}
    both = {**target, **own}
    examples = "" if _is_map(both) else ", ".join(f"`{_flow(e)}`" for e in both.get("examples", ())[:2])
    meaning = both.get("description", "").rstrip()
    return key, _kind(both), f"{meaning} E.g. {examples}" if examples else meaning


def _kind(schema: Schema) -> str:
    if "enum" in schema:
        return " or ".join(f"`{_flow(value)}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{_flow(schema['const'])}`"
    if schema.get("type") == "boolean":
        return "`true` or `false`"
    return str(schema.get("title", ""))


def _flow(value: object) -> str:
    """A value as a rule file has it on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(map(_flow, value)) + "]" if isinstance(value, list) else str(value)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    cells = [head, ("---",) * len(head), *(tuple(cell.replace("|", "\\|") for cell in row) for row in rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def main() -> None:
    """Write all pages."""
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    main()
