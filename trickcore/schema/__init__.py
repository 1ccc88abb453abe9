"""The shape of a rule file, checked against the closed schemas in `schemas/`.

The schemas say shape; names and types of expressions are the checker's. Messages are made from a schema's own titles,
descriptions and examples, so that editors, the reference and these messages say the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Diagnostics
from trickcore.source.nodes import Mapping, Node

if TYPE_CHECKING:
    from trickcore.schema.place import Violation

__all__ = ["check_shape", "schema_of"]

MOST = 100  # violations that are reported for one file


def schema_of(node: Node) -> str:
    """The schema of a rule file: `patch` if it extends another, else `game`."""
    return "patch" if isinstance(node, Mapping) and "extends" in node else "game"


def check_shape(node: Node, schema: str, found: Diagnostics) -> None:
    """Report what is wrong with the shape of a file. `schema` is the name of a file in `schemas/`: `game`, `patch` …

    >>> from trickcore.source import read_text
    >>> found = Diagnostics()
    >>> node = read_text("{trickcore: 1, name: X, players: 2, deck: french 52, steps: [plays: all]}", "x.yaml", found)
    >>> check_shape(node, "game", found)
    >>> for d in found: print(d.span, d.message)
    x.yaml:1:62 `plays` is no step kind
    """
    from trickcore.schema.library import validator
    from trickcore.schema.place import violation
    from trickcore.schema.plain import plain

    own = Diagnostics()
    seen: set[tuple[object, ...]] = set()
    for error in validator(schema).iter_errors(plain(node)):
        if len(seen) >= MOST:
            break
        fault = violation(error, node, f"{schema}.schema.json")
        same = (fault.keyword, fault.path, fault.name)
        if same not in seen:  # one error for each missing key comes in, and all are told at once
            seen.add(same)
            _report(fault, own)
    for finding in own:
        found.add(finding)


def _report(fault: Violation, found: Diagnostics) -> None:
    from trickcore.schema import keys, values

    if fault.name is not None:
        keys.bad_name(fault, found)
        return
    words: dict[str, Callable[[Violation, Diagnostics], None]] = {
        "additionalProperties": keys.unknown,
        "required": keys.missing,
        "exactlyOne": keys.exactly_one,
        "type": values.wrong_type,
        "enum": values.not_allowed,
        "const": values.not_allowed,
        "pattern": values.not_allowed,
        "minimum": values.out_of_bounds,
        "maximum": values.out_of_bounds,
        "minItems": values.wrong_size,
        "maxItems": values.wrong_size,
        "minProperties": values.wrong_size,
        "maxProperties": values.wrong_size,
        "minLength": values.wrong_size,
        "uniqueItems": values.repeated,
    }
    words.get(fault.keyword, values.other)(fault, found)
