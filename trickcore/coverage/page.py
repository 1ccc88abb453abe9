"""One page of HTML with the rule files and what was used of them. It loads nothing, and all text is escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from trickcore.coverage.listing import MISSING, Line, lines_of
from trickcore.coverage.model import Coverage, share
from trickcore.coverage.sources import Sources
from trickcore.diagnostics.rendering import clean

_STYLE = """
:root { color-scheme: light dark; --text: #1b1b1b; --page: #fff; --dim: #666; --edge: #ddd;
  --missing: #a40000; --missing-page: #ffe9e6; --excused: #5c4a00; --excused-page: #fff6d6; --seen: #1d6b2f; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e6e6; --page: #161616; --dim: #9a9a9a; --edge: #3a3a3a;
  --missing: #ff9d92; --missing-page: #3d1916; --excused: #ecd27a; --excused-page: #332b10; --seen: #8fd19e; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); margin: 2rem auto;
  max-width: 80rem; padding: 0 1rem; }
table { border-collapse: collapse; }
.kinds td, .kinds th { padding: .1rem 1rem .1rem 0; text-align: right; }
.kinds th:first-child { text-align: left; }
.file { width: 100%; font: .85rem/1.45 ui-monospace, monospace; }
.file td { vertical-align: top; padding: 0 .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.file td.n, .file td.m { white-space: nowrap; text-align: right; width: 1%; color: var(--dim); user-select: none; }
.file td.m { border-right: 1px solid var(--edge); }
.seen td.m { color: var(--seen); }
.excused { background: var(--excused-page); } .excused td.m, .excused .w { color: var(--excused); }
.missing { background: var(--missing-page); } .missing td.m, .missing .w { color: var(--missing); font-weight: 600; }
mark { color: inherit; background: none; text-decoration: underline wavy var(--missing); text-underline-offset: .2em; }
.w { display: block; font: .85rem/1.4 system-ui, sans-serif; }
"""
#: How each page begins: only what begins so is ever written over.
BEGINNING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8">
<meta name="generator" content="trickcore coverage">"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(coverage: Coverage, sources: Sources, title: str, summary: Sequence[str] = ()) -> str:
    """The page. `summary`: sentences above the listing.

    >>> from trickcore.coverage.places import Place
    >>> from trickcore.diagnostics.model import Span
    >>> tier = Place("tier", "led", ("follow",), Span("x.yaml", 1, 4, 1, 7))
    >>> text = page(Coverage((tier,)), Sources({"x.yaml": "a: led # <b>"}), "A & B")
    >>> "<title>A &amp; B</title>" in text, "<mark>led</mark> # &lt;b&gt;" in text, "tier `led` never decided" in text
    (True, True, True)
    """
    return "\n".join(
        [*_head(title), *_summary(coverage, summary), *_files(coverage, sources), "</body>", "</html>", ""]
    )


def _head(title: str) -> Iterator[str]:
    yield BEGINNING
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_text(title)}</title>"
    yield f"<style>{_STYLE}</style></head>"
    yield f"<body>\n<h1>{_text(title)}</h1>"


def _summary(coverage: Coverage, summary: Sequence[str]) -> Iterator[str]:
    yield from (f"<p>{_text(sentence)}</p>" for sentence in summary)
    yield '<table class="kinds"><tr><th>kind</th><th>seen</th><th>of</th><th>percent</th></tr>'
    for kind, (seen, wanted) in coverage.by_kind().items():
        yield f"<tr><th>{_text(kind)}</th><td>{seen}</td><td>{wanted}</td><td>{share(seen, wanted)}</td></tr>"
    yield "</table>"


def _files(coverage: Coverage, sources: Sources) -> Iterator[str]:
    for file, lines in groupby(lines_of(coverage, sources), key=lambda line: line.file):
        yield f'<h2>{_text(file)}</h2>\n<table class="file">'
        yield from map(_row, lines)
        yield "</table>"


def _row(line: Line) -> str:
    words = "".join(f'<span class="w">{_text(mark.words)}</span>' for mark in line.marks if mark.state != "seen")
    told = "\n".join(mark.words for mark in line.marks)
    title = f' title="{_text(told)}"' if told else ""
    cells = f'<td class="n">{line.number}</td><td class="m">{_text(line.short)}</td><td>{_code(line)}{words}</td>'
    return f'<tr class="{line.state}"{title}>{cells}</tr>'


def _code(line: Line) -> str:
    """The text of a line, with what is missing in it underlined."""
    missing = [False] * len(line.text)
    for mark in line.marks:
        span = mark.place.span
        end = span.end_column - 1 if span.end_line == span.line else len(line.text)
        if mark.state == MISSING:
            for at in range(span.column - 1, min(end, len(line.text))):
                missing[at] = True
    runs = groupby(zip(line.text, missing, strict=True), key=lambda one: one[1])
    parts = [(marked, _text("".join(char for char, _ in run))) for marked, run in runs]
    return "".join(f"<mark>{text}</mark>" if marked else text for marked, text in parts)


def _text(text: str) -> str:
    return escape(clean(text))
