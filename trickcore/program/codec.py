"""The JSON form of a program: exact both ways, and the identity that says which actions mean what."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from trickcore.diagnostics.model import Span
from trickcore.program.model import Duty, DutyTier, Field, Instr, Menu, Note, Program, Slot

Json = Any  # what json.loads gives

# What explains and does not decide: left out of the identity.
_WORDS: dict[type, tuple[str, ...]] = {
    Program: ("spans", "probes"),
    Slot: ("label", "help"),
    Menu: ("prompt",),
    Field: (),
    Note: ("text",),
    Duty: (),
    DutyTier: ("text", "why", "span"),
    Instr: ("span",),
    Span: (),
}


def to_json(program: Program) -> Json:
    """The program as lists, dicts, strings and numbers."""
    return _plain(program, {})


def dumps(program: Program) -> str:
    """Canonical JSON: sorted keys, no blanks, text as it is."""
    return _canonical(to_json(program))


def loads(text: str) -> Program:
    """The program of its JSON form. ValueError if the text is no such thing; it may still have faults to verify."""
    try:
        return from_json(json.loads(text))
    except RecursionError:
        raise ValueError("not a program: nested too deeply") from None


def from_json(data: Json) -> Program:
    """The program of `to_json`; ValueError says where the data does not fit."""
    made = _made(Program, data, "program")
    assert isinstance(made, Program)
    return made


def identity(program: Program) -> str:
    """SHA-256 (hex) of the canonical JSON without spans, labels, helps and other words that only explain.

    Programs of one identity play alike: same actions with the same texts and ids, same instructions.
    """
    return hashlib.sha256(_canonical(_plain(program, _WORDS)).encode()).hexdigest()


def _canonical(data: Json) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _plain(value: object, skip: Mapping[type, tuple[str, ...]]) -> Json:
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        left_out = skip.get(type(value), ())
        names = [field.name for field in dataclasses.fields(value) if field.name not in left_out]
        return {name: _plain(getattr(value, name), skip) for name in names}
    if isinstance(value, tuple):
        return [_plain(part, skip) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part, skip) for key, part in value.items()}
    return value


@cache
def _fields(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _made(wanted: Any, data: Json, where: str) -> object:
    """Data as a value of the wanted type, by the type's own declaration."""
    if dataclasses.is_dataclass(wanted) and isinstance(wanted, type):
        return _record(wanted, data, where)
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        return _member(wanted, data, where)
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is tuple:
        return tuple(_made(inner[0], part, f"{where}[{k}]") for k, part in enumerate(_check(list, data, where)))
    if origin in (dict, Mapping):
        parts = _check(dict, data, where)
        return {key: _made(inner[1], part, f"{where}.{key}") for key, part in parts.items()}
    if origin in (Union, UnionType):
        return None if data is None else _made(inner[0], data, where)
    return _check(wanted, data, where)


def _record(wanted: type, data: Json, where: str) -> object:
    types = _fields(wanted)
    parts = _check(dict, data, where)
    unknown = sorted(set(parts) - set(types))
    if unknown:
        raise ValueError(f"{where} has no {unknown[0]!r}")
    fields = dataclasses.fields(wanted)
    required = [f.name for f in fields if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING]
    missing = [name for name in required if name not in parts]
    if missing:
        raise ValueError(f"{where} lacks {missing[0]!r}")
    return wanted(**{name: _made(types[name], part, f"{where}.{name}") for name, part in parts.items()})


def _member(wanted: type[enum.Enum], data: Json, where: str) -> enum.Enum:
    for member in wanted:
        if member.value == data:
            return member
    raise ValueError(f"{where} is {data!r}; it may be {', '.join(str(member.value) for member in wanted)}")


def _check(wanted: type, data: Json, where: str) -> Any:
    if not isinstance(data, wanted) or (wanted is int and isinstance(data, bool)):
        raise ValueError(f"{where} is {type(data).__name__}, not {wanted.__name__}")
    return data
