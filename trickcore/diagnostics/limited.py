"""Findings of one file, as many as anybody reads: a file with very many faults costs no more than one with some."""

from __future__ import annotations

from collections.abc import Iterable

from trickcore.diagnostics.model import Diagnostic, Diagnostics, Related, Severity, Span

MOST = 100  # findings of one stage of one file


class EnoughError(Exception):
    """So many errors have been found that looking on would tell nobody anything."""


class Limited(Diagnostics):
    """Raises `EnoughError` at the last error that there may be, which is kept. Further warnings are left out.

    >>> found = Limited()
    >>> for n in range(MOST + 1): found.warning("w", str(n), Span("x.yaml", 1, 1, 1, 1))
    >>> len(found)
    100
    """

    def error(self, code: str, message: str, span: Span, hint: str = "", related: Iterable[Related] = ()) -> None:
        """Report an error."""
        self.add(Diagnostic(code, message, span, hint, Severity.ERROR, tuple(related)))

    def warning(self, code: str, message: str, span: Span, hint: str = "", related: Iterable[Related] = ()) -> None:
        """Report a warning."""
        self.add(Diagnostic(code, message, span, hint, Severity.WARNING, tuple(related)))

    def add(self, diagnostic: Diagnostic) -> None:
        """Report a finding that is already a value."""
        full = len(self._found) >= MOST - 1
        if diagnostic.severity is Severity.ERROR:
            if full:  # an error is worth more than a warning
                self._found[:] = [one for one in self._found if one.severity is Severity.ERROR]
            self._found.append(diagnostic)
            if len(self._found) >= MOST:
                raise EnoughError
        elif len(self._found) < MOST:
            self._found.append(diagnostic)
