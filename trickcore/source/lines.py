"""Lines of one text: from an offset to a line and a column."""

from __future__ import annotations

import re
from bisect import bisect_right

from trickcore.diagnostics.model import Span

_BREAK = re.compile(r"\r\n|\n|\r")


class Lines:
    """A text with its file's name, and where its lines start.

    >>> str(Lines("a: 1\\nb: 2", "x.yaml").span(8, 9))
    'x.yaml:2:4'
    """

    __slots__ = ("_starts", "file", "text")

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self._starts = [0, *(m.end() for m in _BREAK.finditer(text))]

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to `end`; offsets beyond the text are moved to its end."""
        size = len(self.text)
        start, end = min(start, size), min(max(start, end), size)
        first, last = bisect_right(self._starts, start), bisect_right(self._starts, end)
        return Span(self.file, first, start - self._starts[first - 1] + 1, last, end - self._starts[last - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """Where a line and a column are in the text: what `span` says, back.

        >>> Lines("a: 1\\nb: 2", "x.yaml").offset(2, 4)
        8
        """
        return min(self._starts[min(line, len(self._starts)) - 1] + column - 1, len(self.text))

    def line(self, number: int) -> str:
        """The text of a line (numbers from 1), without its end; empty if there is no such line.

        >>> Lines("a: 1\\r\\nb: 2", "x.yaml").line(1)
        'a: 1'
        """
        if not 1 <= number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end].rstrip("\r\n")
