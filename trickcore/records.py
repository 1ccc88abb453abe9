"""Frozen dataclasses that cost little to define: the package has many, and a command uses few of them.

`dataclass` here is `dataclasses.dataclass` in every respect that this package uses. For frozen classes it shares the
methods among all classes instead of compiling some for each, and compiles `__init__` when a class is first used.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
    from typing import Any
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, order=False):  # noqa: D103 - described above
        def decorate(cls):
            if frozen and not order:
                return _frozen(cls, slots, eq)
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, eq=eq, order=order)

        return decorate if cls is None else decorate(cls)


_set = object.__setattr__


def _frozen(cls: type[Any], slots: bool, eq: bool) -> type[Any]:
    """The class as a frozen dataclass; what its author wrote is kept."""
    own = dict(cls.__dict__)
    made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots)
    fields = dataclasses.fields(made)
    methods: dict[str, object] = {
        "__init__": _init(made, fields),
        "__repr__": _repr,
        "__setattr__": _setattr,
        "__delattr__": _delattr,
        "__getstate__": _getstate,
        "__setstate__": _setstate,
    }
    if eq:
        compared = tuple(field.name for field in fields if field.compare)
        methods["__eq__"], methods["__hash__"] = _comparison(compared)
    for name, method in methods.items():
        if name not in own or own[name] is None:
            setattr(made, name, method)
    return made


def _init(cls: type[Any], fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """An `__init__` that puts the true one in its place when it is first called."""

    def init(self: Any, *args: Any, **named: Any) -> None:
        cls.__init__ = _written_out(cls, fields)
        cls.__init__(self, *args, **named)

    return init


def _written_out(cls: type[Any], fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    names: dict[str, Any] = {"_set": _set, "_missing": dataclasses.MISSING}
    head, body = [], []
    for field in fields:
        name, value = field.name, field.name
        made = field.default_factory is not dataclasses.MISSING
        if made:
            names[f"_make_{name}"] = field.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}" if field.init else f"_make_{name}()"
        elif field.default is not dataclasses.MISSING:
            names[f"_default_{name}"] = field.default
            value = name if field.init else f"_default_{name}"
        if field.init:
            has = made or field.default is not dataclasses.MISSING
            head.append(f"{name}={'_missing' if made else f'_default_{name}'}" if has else name)
        body.append(f"    _set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("    self.__post_init__()")
    lines = [f"def __init__({', '.join(['self', *head])}):", *(body or ["    pass"])]
    exec("\n".join(lines), names)  # names of attributes of this package's own classes, and nothing else
    written: Callable[..., None] = names["__init__"]
    written.__qualname__ = f"{cls.__qualname__}.__init__"
    return written


def _comparison(names: tuple[str, ...]) -> tuple[Callable[[Any, object], Any], Callable[[Any], int]]:
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    return equal, hashed


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _setattr(_: Any, name: str, __: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(_: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        _set(self, field.name, value)


__all__ = ["dataclass"]
