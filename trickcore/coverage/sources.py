"""The texts of rule files, for showing what is written at a place."""

from __future__ import annotations

import os
from collections.abc import Mapping

from trickcore.diagnostics.model import Span
from trickcore.source.lines import Lines
from trickcore.source.reader import text_of


class Sources:
    """Reads each file once, when it is first asked for. `texts`: of games that were not read from a file, by name. A
    file that can no longer be read has no text.
    """

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._lines = {file: Lines(text, file) for file, text in (texts or {}).items()}

    def lines(self, file: str) -> tuple[str, ...]:
        """The lines of a file."""
        lines = self._of(file)
        return tuple(map(lines.line, range(1, lines.span(len(lines.text), len(lines.text)).line + 1)))

    def text(self, span: Span) -> str:
        """What is written at a place, on one line.

        >>> Sources({"x.yaml": "a: [b if c,\\n  d]"}).text(Span("x.yaml", 1, 5, 2, 4))
        'b if c, d'
        """
        lines = self._of(span.file)
        whole = [lines.line(number) for number in range(span.line, span.end_line + 1)]
        whole[-1] = whole[-1][: span.end_column - 1]
        whole[0] = whole[0][span.column - 1 :]
        return " ".join(" ".join(whole).split())

    def _of(self, file: str) -> Lines:
        if file not in self._lines:
            self._lines[file] = Lines(text_of(file) or "", file)
        return self._lines[file]


def real(file: str) -> str:
    """One name for a file, however it was named: places of two readings of it are the same."""
    return os.path.realpath(file) if os.path.exists(file) else file  # noqa: PTH110 - neither raises
