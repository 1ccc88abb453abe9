"""What was used of a rule file, and how often; sums of such findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field

from trickcore.coverage.places import KINDS, Place
from trickcore.diagnostics.model import Diagnostic
from trickcore.diagnostics.rendering import to_json
from trickcore.records import dataclass

Use = tuple[Place, str]  # a place, and which way: used, true or false


@dataclass(frozen=True, slots=True)
class Coverage:
    """The places of a game, and how often each was used. Coverages add up: `cases | play`.

    `uses`: how often a place was used, or a condition was true or false. `excuses`: the reasons why some never are.
    `game`: its id. `settings`: how many
    choices of players and options were played; `matches`, `deals`: how much of it. `findings`: what went wrong.

    >>> import trickcore
    >>> from trickcore.coverage import cover_play
    >>> coverage = cover_play(trickcore.load("two-ten-jack").rules, deals=3)
    >>> coverage.percent, [place.text for place, way in coverage.missing]
    (100.0, [])
    """

    places: tuple[Place, ...]
    uses: Mapping[Use, int] = field(default_factory=dict)
    game: str = ""
    excuses: Mapping[Use, str] = field(default_factory=dict)
    settings: int = 0
    matches: int = 0
    deals: int = 0
    findings: tuple[Diagnostic, ...] = ()

    def __or__(self, other: Coverage) -> Coverage:
        """Both together."""
        places = sorted({*self.places, *other.places}, key=lambda place: (place.span, KINDS.index(place.kind)))
        uses = Counter(self.uses)
        uses.update(other.uses)
        return Coverage(
            tuple(places),
            dict(uses),
            self.game or other.game,
            {**self.excuses, **other.excuses},
            self.settings + other.settings,
            self.matches + other.matches,
            self.deals + other.deals,
            tuple(dict.fromkeys((*self.findings, *other.findings))),
        )

    def count(self, place: Place, way: str) -> int:
        """How often a place was seen so."""
        return self.uses.get((place, way), 0)

    def excuse(self, place: Place, way: str) -> str:
        """The reason why a place is never seen so, or nothing."""
        return self.excuses.get((place, way), "")

    @property
    def wanted(self) -> tuple[Use, ...]:
        """All that can be seen, without what is excused."""
        uses = ((place, way) for place in self.places for way in place.ways)
        return tuple(use for use in uses if use not in self.excuses)

    @property
    def missing(self) -> tuple[Use, ...]:
        """What was never seen and has no excuse."""
        return tuple(use for use in self.wanted if not self.uses.get(use))

    @property
    def percent(self) -> float:
        """How much of what can be seen was seen; 100 only if all of it was."""
        return share(len(self.wanted) - len(self.missing), len(self.wanted))

    def by_kind(self) -> dict[str, tuple[int, int]]:
        """For each kind of place how much was seen, and how much there is to be seen."""
        missing, found = Counter(_kinds(self.missing)), Counter(_kinds(self.wanted))
        return {kind: (found[kind] - missing[kind], found[kind]) for kind in KINDS if found[kind]}

    def to_json(self) -> dict[str, object]:
        """The coverage as JSON data, described by `schemas/coverage.schema.json`; the same for the same rules, cases,
        deals and seed.
        """
        return {
            "format": "coverage",
            "version": 1,
            "game": self.game,
            "percent": self.percent,
            "seen": len(self.wanted) - len(self.missing),
            "wanted": len(self.wanted),
            "excused": len(self.excuses),
            "settings": self.settings,
            "matches": self.matches,
            "deals": self.deals,
            "kinds": {kind: {"seen": seen, "wanted": wanted} for kind, (seen, wanted) in self.by_kind().items()},
            "places": [self._place_json(place) for place in self.places],
            "findings": to_json(self.findings),
        }

    def _place_json(self, place: Place) -> dict[str, object]:
        span = place.span
        data: dict[str, object] = {
            "kind": place.kind,
            "text": place.text,
            "in": list(place.within),
            "file": span.file,
            "line": span.line,
            "column": span.column,
            "uses": {way: self.count(place, way) for way in place.ways},
        }
        why = {way: reason for way in place.ways if (reason := self.excuse(place, way))}
        return {**data, "why": why} if why else data


def share(part: int, whole: int) -> float:
    """A part in percent, rounded down to a tenth: 100 is all of it.

    >>> share(1999, 2000), share(0, 0)
    (99.9, 100.0)
    """
    return part * 1000 // whole / 10 if whole else 100.0


def _kinds(uses: Iterable[Use]) -> list[str]:
    return [place.kind for place, _ in uses]
