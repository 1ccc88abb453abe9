"""Findings on the terminal: with their lines, in colour where there are colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from trickcore.cli.output import Output, stderr
from trickcore.diagnostics.model import Diagnostic
from trickcore.diagnostics.rendering import render_text
from trickcore.source.text import LARGEST


def findings_text(diagnostics: Iterable[Diagnostic], out: Output, texts: Mapping[str, str] | None = None) -> str:
    """All findings with the lines that they speak of. `texts`: what was read from no file, by its name in messages."""
    found = list(diagnostics)
    names = {span.file for d in found for span in (d.span, *(r.span for r in d.related))}
    sources = {name: text for name in sorted(names) if (text := source_text(name)) is not None}
    return out.translate(render_text(found, {**sources, **(texts or {})}, out.colour))


def show_findings(diagnostics: Iterable[Diagnostic]) -> None:
    """Write findings to standard error: those that keep a command from its work."""
    out = stderr()
    out.raw(findings_text(diagnostics, out))


def source_text(name: str) -> str | None:
    """The text of a file that a finding names; None for what is no file any more, or never was one, and for what is too
    large to be a rule file, of which no line is looked at.
    """
    path = Path(name)
    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError):
        return None
    return data.decode("utf-8", "replace") if len(data) <= LARGEST else None
