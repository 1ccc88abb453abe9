"""Findings come out in file order, each once."""

from __future__ import annotations

from trickcore.diagnostics import Diagnostics, Severity, Span


def test_findings_are_sorted_and_single() -> None:
    found = Diagnostics()
    found.warning("b-code", "later", Span("x", 2, 1, 2, 2))
    assert not found.has_errors
    found.error("a-code", "sooner", Span("x", 1, 5, 1, 6))
    found.error("a-code", "sooner", Span("x", 1, 5, 1, 6))
    assert [(d.code, d.severity) for d in found] == [("a-code", Severity.ERROR), ("b-code", Severity.WARNING)]
    assert found.has_errors


def test_a_span_reaches_to_another() -> None:
    assert Span("x", 1, 2, 1, 5).to(Span("x", 3, 1, 3, 4)) == Span("x", 1, 2, 3, 4)
