"""Watches matches of programs that are compiled to be observed, and counts what they use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from trickcore.coverage.model import Use
from trickcore.coverage.places import FALSE, GUARD, TIER, TRUE, USED, Place
from trickcore.coverage.sources import real
from trickcore.diagnostics.model import Span
from trickcore.engines.watch import Value
from trickcore.program.model import Program

Spot = tuple[str, Span]  # a kind, and a place whose file has its one name


def spot(kind: str, span: Span) -> Spot:
    """Where a place is, whatever its file was called when it was read."""
    return kind, Span(real(span.file), span.line, span.column, span.end_line, span.end_column)


class Watching:
    """Counts for one program; as a watcher of a machine it hears of duties, as its probe of all else."""

    def __init__(self, program: Program, places: Mapping[Spot, Place]) -> None:
        self.program = program
        spans = [Span("", 0, 0, 0, 0), *program.spans]  # −1 is none
        self._probes = [places.get(spot(probe.kind, spans[probe.span + 1])) for probe in program.probes]
        self._tiers = [[places.get(spot(TIER, spans[t.span + 1])) for t in duty.tiers] for duty in program.duties]
        self._decided: Counter[tuple[int, int]] = Counter()
        self._told: Counter[tuple[int, bool]] = Counter()

    def note(self, note: int, values: tuple[Value, ...], /) -> None:
        """Called by the machine."""

    def duty(self, duty: int, hand: int, sets: tuple[int, ...], /) -> None:
        """Called by the machine: the first tier that meets the hand decides."""
        for number, tier in enumerate(sets):
            if hand & tier:
                self._decided[duty, number] += 1
                return

    def probe(self, probe: int, values: tuple[int, ...], /) -> None:
        """Called by the machine. A second value says whether the first is asked for."""
        if len(values) < 2 or values[1]:
            self._told[probe, not values or values[0] != 0] += 1

    def uses(self) -> dict[Use, int]:
        """What was counted."""
        found: Counter[Use] = Counter()
        for (duty, number), times in self._decided.items():
            _add(found, self._tiers[duty][number], USED, times)
        for (probe, holds), times in self._told.items():
            place = self._probes[probe]
            if place is not None and place.kind == GUARD:
                _add(found, place, TRUE if holds else FALSE, times)
            elif holds:
                _add(found, place, USED, times)
        return dict(found)


def by_spot(places: Iterable[Place]) -> dict[Spot, Place]:
    """The places by where they are."""
    return {spot(place.kind, place.span): place for place in places}


def _add(found: Counter[Use], place: Place | None, way: str, times: int) -> None:
    if place is not None:
        found[place, way] += times
