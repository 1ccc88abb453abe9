"""Where two pieces of data differ, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trickcore.actions import short
from trickcore.diagnostics.words import many

_SHOWN = 80  # characters of a value
_NOTHING = object()  # where only one of the two has something


def difference(one: object, other: object, place: str = "") -> str:
    """The first place where two pieces of data differ, and what stands there; empty if nowhere.

    >>> difference({"view": {"hand": ["A♠", "2♥"]}}, {"view": {"hand": ["A♠", "3♥"]}})
    "view.hand[1] is '2♥', and '3♥' then"
    >>> difference([1], [1])
    ''
    """
    if one == other:
        return ""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return _first({key: one.get(key, _NOTHING) for key in (*one, *other)}, other, place, ".{}")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return _first(dict(enumerate(one)), dict(enumerate(other)), place, "[{}]") or _longer(one, other, place)
    return f"{place.lstrip('.')} is {_shown(one)}, and {_shown(other)} then"


def _first(one: Mapping[object, object], other: Mapping[object, object], place: str, form: str) -> str:
    found = (difference(value, other.get(key, _NOTHING), place + form.format(key)) for key, value in one.items())
    return next((text for text in found if text), "")


def _longer(one: Sequence[object], other: Sequence[object], place: str) -> str:
    return f"{place.lstrip('.')} has {many(len(one), 'entry', 'entries')}, and {len(other):,} then"


def _shown(value: object) -> str:
    return "nothing" if value is _NOTHING else short(repr(value), _SHOWN)
