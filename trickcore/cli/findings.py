"""Findings on the terminal: with their lines, in colour where there are colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trickcore.cli.output import Output, stderr
from trickcore.diagnostics.model import Diagnostic
from trickcore.diagnostics.rendering import render_text
from trickcore.source.reader import text_of


def findings_text(diagnostics: Iterable[Diagnostic], out: Output, texts: Mapping[str, str] | None = None) -> str:
    """All findings with the lines that they speak of. `texts`: what was read from no file, by its name in messages."""
    found = list(diagnostics)
    names = {span.file for d in found for span in (d.span, *(r.span for r in d.related))}
    sources = {name: text for name in sorted(names) if (text := text_of(name)) is not None}
    return out.translate(render_text(found, {**sources, **(texts or {})}, out.colour))


def show_findings(diagnostics: Iterable[Diagnostic]) -> None:
    """Write findings to standard error: those that keep a command from its work."""
    out = stderr()
    out.raw(findings_text(diagnostics, out))
