"""Reasons that a cases file gives for what no play can use: which places they mean, and whether they are right."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from trickcore.coverage.model import Coverage, Use
from trickcore.coverage.places import FALSE, GUARD, TRUE, Place, inside, places_of
from trickcore.coverage.sources import Sources
from trickcore.diagnostics.limited import EnoughError, Limited
from trickcore.diagnostics.model import Diagnostic, Related
from trickcore.diagnostics.words import did_you_mean, listed, quote, times
from trickcore.rules.model import Rules
from trickcore.testing import Unused

_NEVER = {"": (TRUE, FALSE), "true": (TRUE,), "false": (FALSE,)}
_COMPARED = 300  # texts that an unknown one is compared with
_LONGEST = 200  # characters of a text that is compared
_SHOWN = 5  # places of one text that are shown


def excused(coverage: Coverage, unused: Iterable[Unused]) -> Coverage:
    """The coverage with these excuses. What is wrong with them is in its findings: one that names no place, or several;
    one for what is used after all.
    """
    reader = _Reader(coverage)
    with suppress(EnoughError):
        for one in unused:
            reader.read(one)
    excuses = {**coverage.excuses, **reader.excuses}
    return replace(coverage, excuses=excuses, findings=(*coverage.findings, *reader.found.sorted()))


def misnamed(rules: Rules, unused: Iterable[Unused], sources: Sources | None = None) -> tuple[Diagnostic, ...]:
    """What is wrong with excuses that can be told without playing: those that name no place of the rules, or several.

    >>> import trickcore
    >>> from trickcore.diagnostics.model import Span
    >>> one = Unused("tier", "lead", "", "", "because", Span("x.cases.yaml", 1, 1, 1, 2))
    >>> [found.message for found in misnamed(trickcore.load("two-ten-jack").rules, [one])]
    ['the rules have no tier `lead`']
    """
    nothing = Coverage(places_of(rules, (sources or Sources()).text))
    return excused(nothing, unused).findings


class _Reader:
    """Reads excuses, one after the other."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage, self.found = coverage, Limited()
        self.excuses: dict[Use, str] = {}
        self._named: dict[tuple[str, str], list[Place]] = {}
        for place in coverage.places:
            self._named.setdefault((place.kind, place.text), []).append(place)

    def read(self, one: Unused) -> None:
        """What is never seen of the place that is named has its reason."""
        place = self._place(one)
        if place is None:
            return
        ways = _NEVER[one.never] if place.kind == GUARD else place.ways
        seen = [way for way in ways if self.coverage.count(place, way)]
        self.excuses.update(((place, way), one.why) for way in ways if way not in seen)
        if seen:
            self._report_used(one, place, seen, [way for way in ways if way not in seen])

    def _place(self, one: Unused) -> Place | None:
        """The one place that an excuse names."""
        named = self._named.get((one.kind, one.text), [])
        fitting = [place for place in named if not one.within or inside(one.within) in place.within]
        if not fitting:
            self._report_unknown(one, named)
        elif len(fitting) > 1:
            self._report_several(one, fitting)
        return fitting[0] if len(fitting) == 1 else None

    def _report_unknown(self, one: Unused, named: list[Place]) -> None:
        where = f" in {quote(one.within)}" if one.within else ""
        texts = [text for kind, text in self._named if kind == one.kind]
        near = did_you_mean(one.text, texts[:_COMPARED]) if len(one.text) < _LONGEST else ""
        others = f"it has {listed(texts)}" if texts else f"it has no {one.kind} at all"
        hint = f"it stands in {listed(_names(named))}" if named else near or others
        self.found.error("unknown-place", f"the rules have no {one.kind} {quote(one.text)}{where}", one.span, hint)

    def _report_several(self, one: Unused, fitting: list[Place]) -> None:
        telling = [name for name in _names(fitting) if not all(name in place.within for place in fitting)]
        message = f"{len(fitting)} places of the rules are the {one.kind} {quote(one.text)}"
        hint = f"say `in`: {listed(telling, 'or')}" if telling else "write the two differently"
        related = [Related(place.span, "one of them") for place in fitting[:_SHOWN]]
        self.found.error("several-places", message, one.span, hint, related)

    def _report_used(self, one: Unused, place: Place, seen: list[str], others: list[str]) -> None:
        how = " and ".join(f"{way} {times(self.coverage.count(place, way))}" for way in seen)
        message = f"the {one.kind} {quote(one.text)} is excused, but was {how}"
        hint = f"say `never: {others[0]}`" if others else "leave the excuse out"
        self.found.error("used-after-all", message, one.span, hint, [Related(place.span, "it is here")])


def _names(places: list[Place]) -> list[str]:
    return sorted({name for place in places for name in place.within})
