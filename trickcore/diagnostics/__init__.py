"""Findings about rule files as values, their catalogue, and how they are shown."""

from trickcore.diagnostics.catalogue import codes, explain
from trickcore.diagnostics.model import Diagnostic, Diagnostics, Related, Severity, Span
from trickcore.diagnostics.rendering import render_text, summary, to_json
from trickcore.diagnostics.words import did_you_mean, listed, nearest, quote

__all__ = [
    "Diagnostic",
    "Diagnostics",
    "Related",
    "Severity",
    "Span",
    "codes",
    "did_you_mean",
    "explain",
    "listed",
    "nearest",
    "quote",
    "render_text",
    "summary",
    "to_json",
]
