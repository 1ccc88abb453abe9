"""Whether an action is refused as a case wants it: with its reason, its line, and nothing changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Span
from trickcore.errors import ActionError

if TYPE_CHECKING:
    from trickcore.match import Match


@dataclass(frozen=True, slots=True)
class Problem:
    """What is not as it should be. `part`: of the step, where it is the reason or the line. `instead`: what that part
    would have to say; of a reason only what it says in general, not the card, which a case names already."""

    message: str
    expected: str
    found: str
    part: str = ""
    instead: str = ""


def refused(match: Match, action: str, because: str, line: str) -> list[Problem]:
    """What is not as it should be: the reason and the line only where there is a refusal that changes nothing."""
    refusal = match.why_not(action)
    if refusal is None:
        return [Problem(f"{action} is allowed", "a refusal", "a legal action")]
    changed = _unchanged(match, action)
    found, problems = _line(refusal.span), [changed] if changed else []
    if not changed and _words(because) not in _words(refusal.message):
        problems.append(
            Problem("the reason is another", because, refusal.message, "because", refusal.why or refusal.message)
        )
    if not changed and line and line not in found:
        problems.append(Problem("the reason names another line", line, found, "line", found))
    return problems


def _words(text: str) -> str:
    """A text as it is compared: letters large or small, on one line or several."""
    return " ".join(text.casefold().split())


def _unchanged(match: Match, action: str) -> Problem | None:
    before = _everything(match)
    try:
        match.play(action)
    except ActionError:
        after = _everything(match)
        message = f"{action} was refused and changed the position"
        return None if after == before else Problem(message, str(before), str(after))
    return Problem(f"{action} has a reason against it and was played", "an error", "no error")


def _everything(match: Match) -> list[object]:
    """What every seat sees, and what a spectator heard: a seat hears the same events, with more in them."""
    seats: list[int | None] = [*range(match.game.players), None]
    return [len(match.actions), *(match.view(seat) for seat in seats), match.events(None)]


def _line(span: Span | None) -> str:
    """The text of the line that a span begins in; empty where the file cannot be read."""
    try:
        lines = Path(span.file).read_text(encoding="utf-8").splitlines() if span else []
    except (OSError, ValueError):
        return ""
    return lines[span.line - 1].strip() if span and span.line <= len(lines) else ""
