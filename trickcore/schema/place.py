"""One violation of a schema with everything a message can use: nodes, the schemas on the way to it, names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickcore.diagnostics.model import Span
from trickcore.diagnostics.words import quote
from trickcore.records import dataclass
from trickcore.schema.library import Schema, pointed, schemas, whole
from trickcore.schema.plain import at
from trickcore.source.nodes import Mapping, Node, Scalar

if TYPE_CHECKING:
    from jsonschema import ValidationError

_BOUNDARIES = frozenset({"properties", "patternProperties"})
_SINGLE = frozenset({"additionalProperties", "items", "propertyNames"})


@dataclass(frozen=True, slots=True)
class Violation:
    """`schema` is the one that is violated, `use` what is said of the place where it is used."""

    keyword: str
    wanted: Any
    node: Node
    key: Scalar | None  # under which it stands
    path: tuple[str | int, ...]
    schema: Schema
    use: Schema
    name: str | None  # the key itself, if the key is what is wrong
    root: Schema
    home: str  # the file that `schema` stands in

    @property
    def span(self) -> Span:
        """The place of the node, or for a long one of its head."""
        if isinstance(self.node, Scalar):
            return self.node.span
        return self.head

    @property
    def head(self) -> Span:
        """The key of a map or list, else its first key or its first line."""
        if self.key is not None and not (self.path and isinstance(self.path[-1], int)):
            return self.key.span
        if isinstance(self.node, Mapping) and self.node.entries:
            return self.node.entries[0].key.span
        span = self.node.span
        return (
            span if span.line == span.end_line else Span(span.file, span.line, span.column, span.line, span.column + 1)
        )

    @property
    def owner(self) -> str:
        """What the map or list is called: "an `auction` step", "`play`", "an item of `cases`"."""
        title = self.use.get("title") or self.schema.get("title")
        return title if title else self.subject

    @property
    def subject(self) -> str:
        """The place by its key: "`follow`", "item 2 of `follow`", "this file"."""
        number = f"item {self.path[-1] + 1} of " if self.path and isinstance(self.path[-1], int) else ""
        if self.key is None:
            return f"{number}this list" if number else "this file"
        return number + quote(self.key.text)

    @property
    def description(self) -> str:
        """What the schema says that should stand there."""
        return str(self.use.get("description") or self.schema.get("description") or "")

    @property
    def example(self) -> Any:
        """An example of what should stand there, or None."""
        examples = self.use.get("examples") or self.schema.get("examples")
        return examples[0] if examples else None


@dataclass(frozen=True, slots=True)
class _Way:
    """A reading of the beginning of a path."""

    chain: tuple[Schema, ...]
    boundary: int
    file: str
    index: int


def violation(error: ValidationError, node: Node, file: str) -> Violation:
    """The violation that an error of the validator means."""
    path = tuple(error.absolute_path)
    found, key = at(node, list(path))
    steps = list(error.absolute_schema_path)
    names = "propertyNames" in steps[-2:-1]
    chain, boundary, home = _chain([str(s) for s in error.absolute_schema_path][:-1], file, error.schema)
    use: Schema = {}
    for schema in chain[boundary:]:
        use = {**schema, **use}
    return Violation(
        keyword=str(error.validator),
        wanted=error.validator_value,
        node=found,
        key=key,
        path=path,
        schema=whole(chain[-1], home),
        use=use,
        name=str(error.instance) if names else None,
        root=schemas()[file],
        home=home,
    )


def _chain(steps: list[str], file: str, last: object) -> tuple[list[Schema], int, str]:
    """The schemas from the root to the violated one, where those for the violated place begin, and the last one's file.

    The validator's path leaves references out, and a schema may have a `$ref` beside keywords of its own: of the ways
    that the path can be read, the right one ends in `last`.
    """
    ways: list[_Way] = [_Way((schemas()[file],), 0, file, 0)]
    while ways:
        way = ways.pop()
        current = way.chain[-1]
        if way.index == len(steps) and current is last:
            return list(way.chain), way.boundary, way.file
        if "$ref" in current:
            target, home = pointed(current["$ref"], way.file)
            ways.append(_Way((*way.chain, target), way.boundary, home, way.index))
        if way.index < len(steps) and steps[way.index] in current:
            ways.append(_onward(way, steps))
    return [schemas()[file], {}], 1, file


def _onward(way: _Way, steps: list[str]) -> _Way:
    """One step down the path."""
    step = steps[way.index]
    current: Any = way.chain[-1][step]
    index = way.index + 1
    if step in _BOUNDARIES:
        current = current.get(steps[index], {})
        index += 1
    boundary = len(way.chain) if step in _BOUNDARIES or step in _SINGLE else way.boundary
    return _Way((*way.chain, current), boundary, way.file, index)
