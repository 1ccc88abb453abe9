"""The lines of rule files with what was used of them, for terminals and pages."""

from __future__ import annotations

from collections.abc import Iterator

from trickcore.coverage.model import Coverage
from trickcore.coverage.places import AWARD, CALL, FALSE, GUARD, STEP, TIER, TRUE, Place
from trickcore.coverage.sources import Sources
from trickcore.diagnostics.words import times
from trickcore.records import dataclass

MISSING, EXCUSED, SEEN, NOTHING = "missing", "excused", "seen", ""
_VERBS = {STEP: "reached", TIER: "decided", AWARD: "given", CALL: "made"}


@dataclass(frozen=True, slots=True)
class Mark:
    """What was seen of one place. `state`: missing, excused or seen; `short`: beside its line; `words`: below it."""

    place: Place
    state: str
    short: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, and the marks of the places that begin in it."""

    file: str
    number: int
    text: str
    marks: tuple[Mark, ...]

    @property
    def state(self) -> str:
        """Missing if something in it is, else excused, else seen; empty where there is nothing to use."""
        states = {mark.state for mark in self.marks}
        return next((state for state in (MISSING, EXCUSED, SEEN) if state in states), NOTHING)

    @property
    def short(self) -> str:
        """What stands beside the line: how often all in it was used, or the worst of it."""
        shorts = [mark.short for mark in self.marks if mark.state == self.state]
        if self.state == MISSING:
            return next(word for word in ("never", "only true", "only false") if word in shorts)
        return " ".join(dict.fromkeys(shorts))


def lines_of(coverage: Coverage, sources: Sources) -> Iterator[Line]:
    """All lines of the files that the places are in, in order."""
    marks: dict[tuple[str, int], list[Mark]] = {}
    for place in coverage.places:
        marks.setdefault((place.span.file, place.span.line), []).append(mark_of(coverage, place))
    for file in dict.fromkeys(place.span.file for place in coverage.places):
        texts = sources.lines(file)
        last = max(number for name, number in marks if name == file)
        for number in range(1, max(len(texts), last) + 1):
            text = texts[number - 1] if number <= len(texts) else ""
            yield Line(file, number, text, tuple(marks.get((file, number), ())))


def mark_of(coverage: Coverage, place: Place) -> Mark:
    """What was seen of a place, in words."""
    missing = [way for way in place.ways if not coverage.count(place, way)]
    why = {way: coverage.excuse(place, way) for way in missing}
    state = SEEN if not missing else EXCUSED if all(why.values()) else MISSING
    reasons = "; ".join(dict.fromkeys(reason for reason in why.values() if reason))
    words = f"{place.kind} `{place.text}` {_words(coverage, place)}" + (f": {reasons}" if reasons else "")
    return Mark(place, state, "excused" if state == EXCUSED else _short(coverage, place), words)


def _short(coverage: Coverage, place: Place) -> str:
    counts = [coverage.count(place, way) for way in place.ways]
    if not any(counts):
        return "never"
    if place.kind != GUARD:
        return short_count(counts[0])
    true, false = counts
    return f"{short_count(true)}/{short_count(false)}" if true and false else "only true" if true else "only false"


def _words(coverage: Coverage, place: Place) -> str:
    if place.kind != GUARD:
        count = coverage.count(place, place.ways[0])
        return f"{_VERBS[place.kind]} {times(count)}" if count else f"never {_VERBS[place.kind]}"
    true, false = coverage.count(place, TRUE), coverage.count(place, FALSE)
    if true and false:
        return f"true {times(true)}, false {times(false)}"
    if not true and not false:
        return "never asked for"
    return f"never {'false' if true else 'true'}, {'true' if true else 'false'} {times(true or false)}"


def short_count(count: int) -> str:
    """A count in few characters.

    >>> short_count(950), short_count(12_345), short_count(3_000_000)
    ('950', '12k', '3M')
    """
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= size:
            return f"{count // size}{letter}"
    return str(count)
