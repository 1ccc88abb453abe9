"""Findings about rule files as values, their catalogue, and how they are shown."""

from trickcore.diagnostics.model import Diagnostic, Diagnostics, Related, Severity, Span

__all__ = ["Diagnostic", "Diagnostics", "Related", "Severity", "Span"]
