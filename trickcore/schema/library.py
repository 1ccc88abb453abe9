"""The schemas of the package, each loaded once, with a validator that knows one keyword more than the standard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from trickcore.resources import folder

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

Schema = dict[str, Any]
_SUFFIX = ".schema.json"


@lru_cache(maxsize=1)
def schemas() -> dict[str, Schema]:
    """All schemas by file name, such as `game.schema.json`."""
    files = sorted(folder("schemas").glob("*" + _SUFFIX))
    return {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}


@lru_cache(maxsize=8)
def validator(name: str) -> Validator:
    """The validator of a schema: `game`, `patch`, `cases`, `diagnostics` …"""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry, Resource
    from referencing.jsonschema import DRAFT202012

    known = schemas()
    resources = [(file, Resource.from_contents(schema, DRAFT202012)) for file, schema in known.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    extended: Any = extend  # it has no types
    made: Validator = extended(Draft202012Validator, {"exactlyOne": _exactly_one, "uniqueItems": _unique})(
        known[name + _SUFFIX], registry=registry
    )
    return made


def _exactly_one(_: object, wanted: Schema, instance: object, __: Schema) -> Iterator[Exception]:
    """`exactlyOne: {of: [keys], what: noun}`: a map has one of these keys. A bare `oneOf` could not say which."""
    from jsonschema import ValidationError

    if isinstance(instance, dict) and sum(key in instance for key in wanted["of"]) != 1:
        yield ValidationError("exactly one of these keys is wanted")


def _unique(_: object, wanted: bool, instance: object, __: Schema) -> Iterator[Exception]:
    """`uniqueItems` in linear time: the usual one compares each item with each."""
    from jsonschema import ValidationError

    if wanted and isinstance(instance, list):
        forms = {json.dumps(item, sort_keys=True) for item in instance}
        if len(forms) < len(instance):
            yield ValidationError("an item stands twice")


def pointed(reference: str, file: str) -> tuple[Schema, str]:
    """What a `$ref` written in `file` refers to, and in which file that stands."""
    target, _, pointer = reference.partition("#")
    target = target or file
    found: Any = schemas()[target]
    for part in pointer.strip("/").split("/") if pointer.strip("/") else ():
        found = found[part]
    return found, target


def whole(schema: Schema, file: str) -> Schema:
    """A schema with what it refers to laid under it."""
    result = dict(schema)
    for _ in range(8):  # references of references; schemas are ours, so this is plenty
        if "$ref" not in result:
            break
        base, file = pointed(result.pop("$ref"), file)
        properties = {**base.get("properties", {}), **result.get("properties", {})}
        result = {**base, **result, **({"properties": properties} if properties else {})}
    return result
