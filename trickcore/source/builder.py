"""YAML events to nodes. Events come one after the other, so depth and sizes are known before anything is built on
them: no input makes this recurse, and an expansion stops where it passes a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from trickcore.diagnostics.model import Diagnostics, Related
from trickcore.diagnostics.words import quote
from trickcore.source import syntax, traps
from trickcore.source.lines import Lines
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from trickcore.source.parts import Part
from trickcore.source.places import Place
from trickcore.source.text import LARGEST

DEEPEST = 40
MOST_NODES = 20_000
MOST_FINDINGS = 100  # after so many, reading a file stops
_NULLS = ("~",)


class _StopError(Exception):
    """A finding after which nothing more can be read."""


@dataclass(slots=True)
class Frame:
    """An open collection."""

    start: int
    mapping: bool
    flow: bool
    anchor: str | None
    parts: list[Part] = field(default_factory=list)


def build(text: str, file: str, found: Diagnostics, pure: bool = False) -> Node | None:
    """The nodes of a text that has only allowed characters. `pure`: without the C parser (the result is the same)."""
    import yaml

    lines = Lines(text, file)
    try:
        return Builder(lines, found).run(_events(text, pure))
    except _StopError:
        return None
    except yaml.YAMLError as problem:
        syntax.report(problem, lines, found)
        return None


def _events(text: str, pure: bool) -> Iterator[Any]:
    import yaml

    # both have `get_event`, but the types of PyYAML know it only for one of them
    loader: Any = yaml.SafeLoader if pure else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    parser = loader(text)
    try:
        while (event := parser.get_event()) is not None:
            yield event
    finally:
        parser.dispose()


class Builder:
    """Holds what is open while the events come in."""

    def __init__(self, lines: Lines, found: Diagnostics) -> None:
        self._lines, self._found = lines, found
        self._before = len(found)
        self._open: list[Frame] = []
        self._anchors: dict[str, Part | None] = {}  # None: still open, so an alias to it would contain itself
        self._root: Part | None = None
        self._documents = 0
        self._nodes = self._chars = 0
        self._last = 0  # where the last node ended
        self._texts: list[tuple[int, int]] = []  # quoted and block scalars: tabs are free in these

    def run(self, events: Iterator[Any]) -> Node | None:
        """Take all events; the root node, or None when there is none."""
        handlers = {
            "ScalarEvent": self._scalar,
            "AliasEvent": self._alias,
            "MappingStartEvent": self._start,
            "SequenceStartEvent": self._start,
            "MappingEndEvent": self._end,
            "SequenceEndEvent": self._end,
            "DocumentStartEvent": self._document,
        }
        for event in events:
            handler = handlers.get(type(event).__name__)
            if handler:
                handler(event)
            self._check_findings()
        traps.tabs(self._lines, self._texts, self._found)
        root = self._root
        if root is None or (isinstance(root.node, Scalar) and root.node.plain and not root.node.text):
            self._error("empty-file", "there are no rules in this file", 0, 0, "start with `trickcore: 1`")
            return None
        return root.node

    def _check_findings(self) -> None:
        if len(self._found) - self._before > MOST_FINDINGS:
            raise _StopError

    def _error(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        self._found.error(code, message, self._lines.span(start, end), hint)

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            at = event.start_mark.index
            hint = "one file holds one game: remove the `---` and what follows"
            self._error("several-documents", "a second document starts here", at, at + 3, hint)
            raise _StopError

    # -------------------------------------------------------------------------------------------- nodes

    def _scalar(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        value, style = event.value, event.style or ""
        text = self._lines.text
        if event.tag is not None:
            traps.tag(self._lines, start, end, self._found)
        if event.tag is not None or event.anchor is not None:
            start = traps.past_properties(text, start, end)
        if style:
            self._texts.append((start, end))
            end = traps.trimmed(text, start, end)
        elif not value:
            start = end = self._empty_at(start)
        else:
            flow = bool(self._open) and self._open[-1].flow
            traps.plain(self._lines, start, end, value, flow, self._found)
        content = "null" if not style and value in _NULLS else value
        node = Scalar(content, self._lines.span(start, end), not style, Place(self._lines, start, end, style, content))
        self._add(Part(node, start, end, 1, len(content)), event.anchor)

    def _empty_at(self, mark: int) -> int:
        """An empty value stands after its colon or dash; the parsers disagree on white space there."""
        gap = self._lines.text[self._last : mark]
        colon = gap.find(":")
        if gap[:colon].strip() == "" and colon >= 0:
            return self._last + colon + 1
        return self._last + len(gap.rstrip())

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        name = event.anchor
        part = self._anchors.get(name)
        if part is None:
            inside = name in self._anchors
            message = f"`*{name}` repeats a part that it stands in" if inside else f"nothing is named `&{name}` above"
            hint = "" if inside else "a value that begins with * is a YAML alias: quote it if it is meant as text"
            self._error("alias-in-itself" if inside else "unknown-alias", message, start, end, hint)
            raise _StopError
        if len(self._open) + part.height > DEEPEST:
            self._too_deep(start, end)
        self._add(Part(part.node, start, end, part.nodes, part.chars, part.height), None)

    def _start(self, event: Any) -> None:
        start = event.start_mark.index
        if event.tag is not None:
            traps.tag(self._lines, start, event.end_mark.index, self._found)
        if event.tag is not None or event.anchor is not None:
            start = traps.past_properties(self._lines.text, start, len(self._lines.text))
        if len(self._open) >= DEEPEST:
            self._too_deep(start, start + 1)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        kind = type(event).__name__ == "MappingStartEvent"
        self._open.append(Frame(start, kind, bool(event.flow_style), event.anchor))
        self._last = event.end_mark.index if event.flow_style else start

    def _too_deep(self, start: int, end: int) -> None:
        message = f"this is nested more than {DEEPEST} levels deep"
        self._error("too-deep", message, start, end, "a rule file needs a handful of levels")
        raise _StopError

    def _end(self, event: Any) -> None:
        frame = self._open.pop()
        parts = frame.parts
        if frame.flow:
            end = event.end_mark.index
            parts = traps.joined(parts, frame.mapping, self._lines, self._found)
        else:  # the parsers end a block where the next token is; for us it ends with its last word
            end = parts[-1].end if parts else frame.start
        span = self._lines.span(frame.start, end)
        node: Node = (
            Mapping(self._entries(parts), span) if frame.mapping else Sequence(tuple(p.node for p in parts), span)
        )
        self._add(
            Part(
                node,
                frame.start,
                end,
                1 + sum(p.nodes for p in parts),
                sum(p.chars for p in parts),
                1 + max((p.height for p in parts), default=0),
            ),
            frame.anchor,
            counted=True,
        )

    def _add(self, part: Part, anchor: str | None, counted: bool = False) -> None:
        """Put a finished node into what is open, and count it (a collection's parts have been counted already)."""
        self._nodes += 1 if counted else part.nodes
        self._chars += 0 if counted else part.chars
        if self._nodes > MOST_NODES or self._chars > LARGEST:
            what = f"{MOST_NODES:,} values" if self._nodes > MOST_NODES else f"{LARGEST:,} characters"
            message = f"with all repetitions this file has more than {what}"
            self._error("too-large", message, part.start, part.end, "rule files are far smaller than this")
            raise _StopError
        if anchor is not None:
            self._anchors[anchor] = part
        self._last = part.end
        if self._open:
            self._open[-1].parts.append(part)
        elif self._root is None:
            self._root = part

    # -------------------------------------------------------------------------------------------- maps

    def _entries(self, parts: list[Part]) -> tuple[Entry, ...]:
        entries: dict[str, Entry] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            self._check_findings()
            if not isinstance(key.node, Scalar):
                hint = "a key is a plain text; did you mean other brackets here?"
                self._error("key-not-text", "a list or a map cannot be a key", key.start, key.end, hint)
            elif key.node.text == "<<" and key.node.plain:
                hint = "write the keys out, or let the file say `extends`"
                self._error("merge-key", "`<<` merges maps only in old YAML", key.start, key.end, hint)
            elif key.node.text in entries:
                self._duplicate(key.node, entries[key.node.text].key)
            else:
                entries[key.node.text] = Entry(key.node, value.node)
        return tuple(entries.values())

    def _duplicate(self, key: Scalar, first: Scalar) -> None:
        message = f"the key {quote(key.text)} stands here and in line {first.span.line}"
        related = (Related(first.span, "the first one"),)
        self._found.error("duplicate-key", message, key.span, "keep one of them, or give one another name", related)
