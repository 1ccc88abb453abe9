"""What is wrong with a rule file, as values: where, what was found, and what would be right."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import field

from trickcore.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file. Lines and columns count from 1, columns in characters; the end is exclusive.

    >>> str(Span("hearts.yaml", 3, 5, 3, 9))
    'hearts.yaml:3:5'
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of the other (of the same file)."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


class Severity(enum.Enum):
    """An error stops the pipeline at the end of its stage; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that a diagnostic speaks of: the first of two equal keys, the base of a patch."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is stable across versions (see the catalogue); `hint` says what would be right."""

    code: str
    message: str
    span: Span
    hint: str = ""
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()

    @property
    def sort_key(self) -> tuple[Span, str, str]:
        """By place, then code: the same file gives the same list on every machine."""
        return (self.span, self.code, self.message)


@dataclass(slots=True)
class Diagnostics:
    """Collects findings, so that one run reports all of a file's. Stages share one and go on as far as they can."""

    _found: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, message: str, span: Span, hint: str = "", related: Iterable[Related] = ()) -> None:
        """Report an error."""
        self._found.append(Diagnostic(code, message, span, hint, Severity.ERROR, tuple(related)))

    def warning(self, code: str, message: str, span: Span, hint: str = "", related: Iterable[Related] = ()) -> None:
        """Report a warning."""
        self._found.append(Diagnostic(code, message, span, hint, Severity.WARNING, tuple(related)))

    def add(self, diagnostic: Diagnostic) -> None:
        """Report a finding that is already a value."""
        self._found.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether the pipeline must stop."""
        return any(d.severity is Severity.ERROR for d in self._found)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """All findings in file order, each once."""
        return tuple(sorted(dict.fromkeys(self._found), key=lambda d: d.sort_key))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._found)
