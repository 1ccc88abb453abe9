"""The exceptions that callers meet. Everything else that is raised is a fault of this package."""

from __future__ import annotations

from trickcore.diagnostics.model import Diagnostic, Span


class TrickcoreError(Exception):
    """Base of all errors of this package."""


class RulesError(TrickcoreError):
    """A rule file (or an option value) is not right. `diagnostics` holds every finding, in file order."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        super().__init__("\n".join(map(_finding, diagnostics)))


def _finding(found: Diagnostic) -> str:
    """A finding on one line. Where games are installed is nobody's business who reads of one that is shipped."""
    from pathlib import PurePath

    from trickcore.resources import folder

    file = PurePath(found.span.file)
    name = file.name if file.parent == folder("games") else found.span.file
    place = f"{name}:{found.span.line}:{found.span.column}"
    return f"{place}: {found.message}{f'; {found.hint}' if found.hint else ''} [{found.code}]"


class ActionError(TrickcoreError):
    """An action could not be played. The match is unchanged and the same seat is to act."""


class UnreadableAction(ActionError):
    """The text is not an action of this game at all."""


class IllegalAction(ActionError):
    """The action exists, and the rules do not allow it now. `span` is the line of the rule, where one is known."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        self.span = span
        super().__init__(message)


class AmbiguousAction(ActionError):
    """The text fits several legal actions. `candidates` lists their full texts."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        self.candidates = candidates
        super().__init__(message)


class ClaimRefused(ActionError):
    """A claim does not hold, or cannot be proved. The match is unchanged."""


class Defect(TrickcoreError):
    """The *rules* are at fault at run time: a bound was reached, no legal action, a number left its range."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        self.span = span
        super().__init__(f"{message} ({span})" if span else message)


class SetupError(TrickcoreError, ValueError):
    """A match cannot be set up as asked: cards, dealer or seed do not fit the game."""


class RecordError(TrickcoreError, ValueError):
    """The data is no stored match or record, or does not fit the game."""


class ChangedRules(RecordError):
    """A stored match was played by other rules. `stored` and `present` are the two identities."""

    def __init__(self, message: str, stored: str = "", present: str = "") -> None:
        self.stored, self.present = stored, present
        super().__init__(message)
