"""Reasons that a cases file gives for what no play can use: which places they mean, and whether they are right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from trickcore.coverage.model import Coverage, Excuse
from trickcore.coverage.places import FALSE, GUARD, TRUE, Place
from trickcore.diagnostics.model import Diagnostics, Related
from trickcore.diagnostics.words import did_you_mean, listed, quote
from trickcore.testing import Unused

_NEVER = {"": (TRUE, FALSE), "true": (TRUE,), "false": (FALSE,)}
_COMPARED = 300  # texts that an unknown one is compared with


def excused(coverage: Coverage, unused: Iterable[Unused]) -> Coverage:
    """The coverage with these excuses. What is wrong with them is in its findings: one that names no place, or several;
    one for what is used after all.
    """
    found = Diagnostics()
    excuses: list[Excuse] = []
    for one in unused:
        place = _place(coverage.places, one, found)
        if place is None:
            continue
        seen = [way for way in _ways(one) if coverage.count(place, way)]
        excuses += [Excuse(place, way, one.why) for way in _ways(one) if way not in seen]
        if seen:
            _report_used(one, place, seen, coverage, found)
    return replace(coverage, excuses=(*coverage.excuses, *excuses), findings=(*coverage.findings, *found.sorted()))


def _ways(one: Unused) -> tuple[str, ...]:
    return _NEVER[one.never] if one.kind == GUARD else ("used",)


def _place(places: Iterable[Place], one: Unused, found: Diagnostics) -> Place | None:
    """The one place that an excuse names."""
    of_kind = [place for place in places if place.kind == one.kind]
    named = [place for place in of_kind if place.text == one.text]
    fitting = [place for place in named if not one.within or one.within in place.within]
    if len(fitting) == 1:
        return fitting[0]
    here = f"no {one.kind} {quote(one.text)}"
    if not fitting:
        inside = {name for place in named for name in place.within}
        texts = list(dict.fromkeys(place.text for place in of_kind))[:_COMPARED]
        hint = f"it stands in {listed(sorted(inside))}" if named else did_you_mean(one.text, texts)
        where = f" in {quote(one.within)}" if one.within else ""
        found.error("unknown-place", f"the rules have {here}{where}", one.span, hint or _all(of_kind, one.kind))
        return None
    inside = {name for place in fitting for name in place.within if not all(name in p.within for p in fitting)}
    message = f"{len(fitting)} places of the rules are the {one.kind} {quote(one.text)}"
    hint = f"say `in`: {listed(sorted(inside), 'or')}" if inside else "write the two differently"
    related = [Related(place.span, "one of them") for place in fitting]
    found.error("several-places", message, one.span, hint, related)
    return None


def _all(places: list[Place], kind: str) -> str:
    texts = dict.fromkeys(place.text for place in places)
    return f"it has {listed(texts)}" if places else f"it has no {kind} at all"


def _report_used(one: Unused, place: Place, seen: list[str], coverage: Coverage, found: Diagnostics) -> None:
    how = " and ".join(f"{way} {coverage.count(place, way)} times" for way in seen)
    message = f"the {one.kind} {quote(one.text)} is excused, but was {how}"
    others = [way for way in _ways(one) if way not in seen]
    hint = f"say `never: {others[0]}`" if others else "leave the excuse out"
    found.error("used-after-all", message, one.span, hint, [Related(place.span, "it is here")])
