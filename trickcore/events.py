"""What happened in a match, as each seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from trickcore.program.masks import elements
from trickcore.program.model import Field, Note, Program


@dataclass(frozen=True, slots=True)
class Hidden:
    """Stands for a field's value that the seat may not know. `count`: how many cards, where that is known to all."""

    count: int | None = None

    def __str__(self) -> str:
        return "?" if self.count is None else f"{self.count} hidden"


WINNERS = "winners"  # the field with the teams that have won, which everybody hears as seats

One = int | str | bool | None
Value = One | Hidden | tuple[One, ...]


@dataclass(frozen=True, slots=True, eq=True)
class Event:
    """Something that happened. `name` says what kind; `fields` holds seats as numbers, cards and suits as texts.

    `number`: its place in the match, from 0; the same for everyone, since nobody misses an event, only its hidden
    fields. `label`: which line of a score, which zone of a move. `audience`: for each field that not all may know, the
    seats that do, hidden from this one or not; empty where everybody knows everything.

    >>> import trickcore
    >>> dealt = trickcore.load("two-ten-jack").start(seed=7, dealer=1).events(None)[1]
    >>> dealt.text, dealt.audience
    ('dealt: seat 0, cards 6 hidden', {'cards': (0,)})
    """

    number: int
    name: str
    label: str
    fields: Mapping[str, Value]
    audience: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The event as JSON data; a hidden field is `{"hidden": count}`."""
        fields = {name: plain(value) for name, value in self.fields.items()}
        audience = {name: list(seats) for name, seats in self.audience.items()}
        return {
            "number": self.number,
            "name": self.name,
            "label": self.label,
            "fields": fields,
            **({"audience": audience} if audience else {}),
        }

    @property
    def text(self) -> str:
        """One line for a log."""
        words = [f"{name} {_text(value)}" for name, value in self.fields.items()]
        head = f"{self.name} {self.label}".strip()
        return f"{head}: {', '.join(words)}" if words else head


Raw = int | tuple[int, ...]  # a number or mask; the entries of an array, or the cards of a pile from the top


@dataclass(frozen=True, slots=True)
class Told:
    """A note as the watched machine told it: the values are numbers and masks, nothing is hidden yet."""

    note: int
    values: tuple[Raw, ...]


def event(program: Program, number: int, told: Told, seat: int | None) -> Event:
    """The event as a seat may know it; None is a spectator."""
    note = program.notes[told.note]
    fields: dict[str, Value] = {}
    audience: dict[str, tuple[int, ...]] = {}
    for part, value in zip(note.fields, told.values, strict=True):
        if part.domain == "audience":  # it says who sees others, which `audience` tells if all may know
            continue
        viewers = _viewers(program, note, part, told.values)
        sees = viewers is None or seat in viewers
        fields[part.name] = _known(program, part, value) if sees else _hidden(part, value)
        if viewers is not None and _is_public(note, part.seen):
            audience[part.name] = viewers
    return Event(number, note.name, note.text, fields, audience)


def _viewers(program: Program, note: Note, part: Field, values: tuple[Raw, ...]) -> tuple[int, ...] | None:
    """The seats that may see a field; None: all, and spectators too."""
    if part.seen in ("all", ""):
        return None
    viewers = next((v for f, v in zip(note.fields, values, strict=True) if f.name == part.seen), -1)
    domain = next((f.domain for f in note.fields if f.name == part.seen), "")
    if isinstance(viewers, tuple):
        return viewers
    if domain == "audience" and viewers == (1 << len(program.seats)) - 1:
        return None
    if domain in ("seats", "audience"):
        return tuple(elements(viewers))
    return (viewers,) if viewers >= 0 else ()


def _is_public(note: Note, seen: str) -> bool:
    """Whether all may know who sees a field: unless another field that is not for all says it."""
    return all(f.seen in ("all", "") for f in note.fields if f.name == seen)


def _known(program: Program, field: Field, value: Raw) -> Value:
    many = field.domain.endswith("s") and not field.domain.startswith("symbols")
    if isinstance(value, tuple):
        return tuple(decode_one(program, field.domain, part) for part in value)
    if field.name == WINNERS and field.domain == "teams":
        return tuple(seat for seat, team in enumerate(program.teams) if value >> team & 1)
    return decode(program, field.domain, value, many)


def _hidden(field: Field, value: Raw) -> Hidden:
    if isinstance(value, tuple):
        return Hidden(len(value))
    lie = field.domain == "cards" and field.name != "value"  # how many a variable holds is its secret
    return Hidden(value.bit_count() if lie else None)


def decode(program: Program, domain: str, value: int, many: bool) -> Value:
    """A number (or, if `many`, a mask) of a domain as texts and numbers for people and programs."""
    if many:
        return tuple(decode_one(program, domain, i) for i in elements(value))
    return decode_one(program, domain, value)


def decode_one(program: Program, domain: str, value: int) -> One:
    """A number of a domain."""
    return _DECODERS.get(domain.split(":")[0].removesuffix("s"), _number)(program, domain, value)


def _card(program: Program, _: str, value: int) -> One:
    return program.cards[value].name if value >= 0 else None


def _suit(program: Program, _: str, value: int) -> One:
    return program.suits[value] if value >= 0 else None


def _seat(_: Program, __: str, value: int) -> One:
    return value if value >= 0 else None


def _flag(_: Program, __: str, value: int) -> One:
    return bool(value)


def _symbol(_: Program, domain: str, value: int) -> One:
    names = domain.partition(":")[2].split(",")
    return names[value].strip() if 0 <= value < len(names) else None


def _action(program: Program, _: str, value: int) -> One:
    for menu in program.menus:
        if 0 <= value - menu.offset < len(menu.items):
            return menu.items[value - menu.offset].text
    return None


def _number(_: Program, __: str, value: int) -> One:
    return value


_DECODERS: dict[str, Callable[[Program, str, int], One]] = {
    "card": _card,
    "suit": _suit,
    "seat": _seat,
    "team": _seat,
    "flag": _flag,
    "symbol": _symbol,
    "action": _action,
}


def plain(value: Value | tuple[Value, ...]) -> object:
    """A value as JSON data."""
    if isinstance(value, Hidden):
        return {"hidden": value.count}
    return [plain(part) for part in value] if isinstance(value, tuple) else value


def _text(value: Value) -> str:
    if isinstance(value, tuple):
        return " ".join(str(v) for v in value) or "none"
    return "none" if value is None else str(value)
