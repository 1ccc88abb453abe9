"""YAML nodes as the rest of the pipeline sees them: text, order and spans; no YAML types, no aliases, no tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Protocol

from trickcore.diagnostics.model import Span
from trickcore.records import dataclass


class Locator(Protocol):
    """Finds the place in the file of a stretch of a scalar's text (which quoting and folding may have moved)."""

    def __call__(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to `end` of the text."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A scalar. `text` is its content after quoting and folding; every scalar is text, its position gives it a kind."""

    text: str
    span: Span
    plain: bool
    locate: Locator = field(repr=False)

    def part(self, start: int, end: int) -> Scalar:
        """A stretch of the text, without the white space around it, as a plain scalar with its own place."""
        text = self.text[start:end]
        first = start + len(text) - len(text.lstrip())
        last = first + len(text.strip())
        return Scalar(text.strip(), self.locate(first, last), True, Shifted(self.locate, first))


@dataclass(frozen=True, slots=True)
class Shifted:
    """Finds the places of a part of a scalar."""

    locate: Locator
    by: int

    def __call__(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to `end` of the part."""
        return self.locate(start + self.by, end + self.by)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key with its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """A mapping: entries in the order written, keys distinct."""

    entries: tuple[Entry, ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((e.value for e in self.entries if e.key.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key itself (for its span), or None."""
        return next((e.key for e in self.entries if e.key.text == key), None)

    def __contains__(self, key: object) -> bool:
        return any(e.key.text == key for e in self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """A sequence of nodes."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


Node = Scalar | Mapping | Sequence
