"""Findings as text for people and as data for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from trickcore.diagnostics.model import Diagnostic, Severity, Span
from trickcore.diagnostics.words import many

WIDEST = 120  # characters of a source line that are shown
_BESIDE = 60  # a hint of at most so many characters stands beside the carets
_COLOURS = {"error": "31;1", "warning": "33;1", "place": "1", "frame": "34", "hint": "32", "code": "2"}


def render_text(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], colour: bool = False) -> str:
    """All findings, each with its line, a caret under the exact place, hint and related places.

    `sources` has the text of each file by the name that spans use; a file that is not there is shown without its line.

    >>> from trickcore.diagnostics.model import Diagnostic, Span
    >>> at = Span("x.yaml", 2, 3, 2, 8)
    >>> finding = Diagnostic("unknown-key", "`play` has no key `folow`", at, "did you mean `follow`?")
    >>> print(render_text([finding], {"x.yaml": "play:\\n  folow: [led]\\n"}))
    x.yaml:2:3: error: `play` has no key `folow` [unknown-key]
      |
    2 |   folow: [led]
      |   ^^^^^ did you mean `follow`?
    """
    painter = _Painter(colour)
    lines = {file: _split(text) for file, text in sources.items()}
    return "\n\n".join("\n".join(_finding(d, lines, painter)) for d in diagnostics)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are.

    >>> summary([])
    'no findings'
    """
    found = list(diagnostics)
    counts = ((s.value, sum(d.severity is s for d in found)) for s in Severity)
    words = [many(n, word) for word, n in counts if n]
    return ", ".join(words) or "no findings"


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Findings as data, described by `schemas/diagnostics.schema.json`."""
    return [
        {
            "code": d.code,
            "severity": d.severity.value,
            "message": d.message,
            "hint": d.hint,
            "span": _span(d.span),
            "related": [{"message": r.message, "span": _span(r.span)} for r in d.related],
        }
        for d in diagnostics
    ]


def _span(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# ------------------------------------------------------------------------------------------------ text


class _Painter:
    """Colours, or none."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, kind: str, text: str) -> str:
        return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if self._colour and text else text


def _split(text: str) -> list[str]:
    """Lines as spans count them: other line separators of Unicode are no line breaks."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _finding(d: Diagnostic, lines: Mapping[str, list[str]], paint: _Painter) -> list[str]:
    severity = d.severity.value
    head = (
        f"{paint('place', clean(str(d.span)) + ':')} {paint(severity, severity + ':')} "
        f"{clean(d.message)} {paint('code', f'[{d.code}]')}"
    )
    width = max([len(str(s.line)) for s in (d.span, *(r.span for r in d.related))])
    beside = d.hint if len(d.hint) <= _BESIDE else ""
    body = _excerpt(d.span, beside, severity, width, lines, paint)
    result = [head, *body]
    if d.hint and not (body and beside):
        result.append(f"{' ' * width} = {paint('hint', clean(d.hint))}")
    for related in d.related:
        result.append(f"{' ' * width} : {paint('place', clean(str(related.span)) + ':')} {clean(related.message)}")
        result += _excerpt(related.span, "", "frame", width, lines, paint)
    return result


def _excerpt(
    span: Span, hint: str, kind: str, width: int, lines: Mapping[str, list[str]], paint: _Painter
) -> list[str]:
    """The line with carets under the span; a span of several lines is marked to the end of its first."""
    if (span.line, span.column, span.end_line, span.end_column) == (1, 1, 1, 1):
        return []  # the file as a whole, which perhaps nobody was to read
    text = lines.get(span.file, [])
    if not 1 <= span.line <= len(text):
        return []
    line = text[span.line - 1]
    if not line.strip() and span.end_line == span.line and span.column == 1:
        return []
    start = min(span.column - 1, len(line))
    end = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line)
    line, start, end = _cut(line, start, max(end, start))
    gutter = paint("frame", f"{' ' * width} |")
    before, under = _width(line[:start]), _width(line[start:end])
    carets = " " * before + paint(kind, "^" * max(under, 1))
    tail = f" {paint('hint', clean(hint))}" if hint else ""
    return [gutter, f"{paint('frame', f'{span.line:>{width}} |')} {clean(line)}", f"{gutter} {carets}{tail}"]


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """At most WIDEST characters of a long line, with the place inside."""
    if len(line) <= WIDEST:
        return line, start, end
    first = 0 if end <= WIDEST - 1 else max(0, min(start - WIDEST // 3, len(line) - WIDEST + 1))
    last = min(len(line), first + WIDEST - 2)
    head, tail = ("…" if first else ""), ("…" if last < len(line) else "")
    shift = len(head) - first
    return head + line[first:last] + tail, start + shift, min(end, last) + shift


def clean(text: str) -> str:
    """One line without control characters: a rule file cannot move the cursor or paint on the terminal."""
    return "".join(" " if c in "\t\n\r" else "�" if unicodedata.category(c) in ("Cc", "Cf", "Cs") else c for c in text)


def _width(text: str) -> int:
    """Columns that a terminal gives to a text."""
    return sum(_columns(c) for c in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
