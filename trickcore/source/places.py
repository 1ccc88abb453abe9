"""Where each character of a scalar's text stands in the file: through quotes, escapes, folding and indentation.

Built only when somebody asks (that is, for an error): loading a right file never pays for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trickcore.diagnostics.model import Span
from trickcore.source.lines import Lines

# What one piece of a quoted text stands for. White space is one piece, so that a long run of it is read once.
_DOUBLE = re.compile(
    r"\\(?P<joint>\r\n|[\r\n])(?P<blank>[ \t\r\n]*)|\\x..|\\u.{4}|\\U.{8}|\\.|(?P<white>[ \t\r\n]+)|[^\\ \t\r\n]",
    re.DOTALL,
)
_SINGLE = re.compile(r"''|(?P<white>[ \t\r\n]+)|[^ \t\r\n]")
_PLAIN = re.compile(r"(?P<white>[ \t\r\n]+)|[^ \t\r\n]")
_BREAK = re.compile(r"\r\n|[\r\n]")
_WHITE = " \t\r\n"

Stretch = tuple[int, int]  # start and end in the file of what one character of the text was written with


class Place:
    """The locator of one scalar (see `nodes.Locator`). `style`: "" plain, a quote, `|` or `>`."""

    __slots__ = ("_content", "_end", "_lines", "_map", "_start", "_style")

    def __init__(self, lines: Lines, start: int, end: int, style: str, content: str) -> None:
        self._lines, self._start, self._end = lines, start, end
        self._style, self._content = style, content
        self._map: list[Stretch] | None = None

    def __call__(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to `end` of the scalar's text."""
        size = len(self._content)
        start = max(0, min(start, size))
        end = max(start, min(end, size))
        stretches = self._stretches()
        if len(stretches) != size:  # the text is not what was written (`~`): only the whole has a place
            return self._lines.span(self._start, self._end)
        if not stretches:
            at = self._inside()[0]
            return self._lines.span(at, at)
        first = stretches[start][0] if start < size else stretches[-1][1]
        return self._lines.span(first, stretches[end - 1][1] if end > start else first)

    def _inside(self) -> tuple[int, int]:
        quoted = self._style in ("'", '"')
        return (self._start + 1, self._end - 1) if quoted else (self._start, self._end)

    def _stretches(self) -> list[Stretch]:
        if self._map is None:
            start, end = self._inside()
            text = self._lines.text
            if self._style in ("|", ">"):
                self._map = _block(text, start, end, self._content)
            elif text[start:end] == self._content:
                self._map = [(i, i + 1) for i in range(start, end)]
            else:
                pattern = {"'": _SINGLE, '"': _DOUBLE}.get(self._style, _PLAIN)
                self._map = [s for match in pattern.finditer(text, start, end) for s in _piece(match)]
        return self._map


def _piece(match: re.Match[str]) -> Iterator[Stretch]:
    """The characters that a piece of a flow scalar becomes: one, or what its line breaks are folded to."""
    groups = match.groupdict()
    start, end = match.span()
    if groups.get("joint"):  # an escaped line break is nothing; empty lines after it are line breaks
        yield from (_shift(b.span(), match.start("blank")) for b in _BREAK.finditer(groups["blank"]))
        return
    white = groups.get("white")
    if not white:
        yield (start, end)
        return
    breaks = list(_BREAK.finditer(white))
    if not breaks:
        yield from ((i, i + 1) for i in range(start, end))
    elif len(breaks) == 1:
        yield (start, end)
    else:
        yield from (_shift(b.span(), start) for b in breaks[1:])


def _shift(span: Stretch, by: int) -> Stretch:
    return (span[0] + by, span[1] + by)


def _block(text: str, start: int, end: int, content: str) -> list[Stretch]:
    """A block scalar's characters. What is not white space stands in the file in the same order, so the two are
    walked side by side; white space in between (folded, cut, indented) is put at the gap."""
    first_break = _BREAK.search(text, start, end)
    at = first_break.end() if first_break else end
    found: list[Stretch] = []
    for char in content:
        if char not in _WHITE:
            while at < end and text[at] in _WHITE:
                at += 1
            if at >= end or text[at] != char:
                return []
            found.append((at, at + 1))
            at += 1
        elif at < end and text[at] == char:
            found.append((at, at + 1))
            at += 1
            if char == "\n":
                at = _unindented(text, at, end)
        else:
            found.append((at, at))
    return found


def _unindented(text: str, at: int, end: int) -> int:
    """Where the line's text begins, if the line is not empty. (Deeper indentation belongs to the text, but whether it
    is white space or the file's indentation makes no difference to where words stand.)"""
    stop = at
    while stop < end and text[stop] == " ":
        stop += 1
    return at if stop < end and text[stop] in "\r\n" else stop
