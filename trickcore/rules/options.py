"""Who plays with what: players, seats, options."""

from __future__ import annotations

from collections import Counter

from trickcore.diagnostics.words import did_you_mean
from trickcore.language.types import FLAG, NUMBER, Kind, Type
from trickcore.rules.model import Option
from trickcore.rules.shape import NAME, Shape, short
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from trickcore.whole import signed

_PLAYERS = range(1, 11)
LARGEST = 1_000_000_000  # of an option's number, either way


def read_players(node: Node | None, shape: Shape) -> tuple[int, ...]:
    """How many may play, in the order written."""
    counts = [(item, shape.integer(item)) for item in shape.items(node)]
    for item, count in counts:
        if count is not None and count not in _PLAYERS and not shape.quiet:
            shape.found.error("wrong-value", f"{count} cannot play: 1 to 10 can", item.span)
    return tuple(dict.fromkeys(count for _, count in counts if count in _PLAYERS and count is not None))


def read_seats(node: Node | None, players: tuple[int, ...], shape: Shape) -> tuple[Scalar, ...]:
    """The names of the seats, as many as can play."""
    names = tuple(item for item in shape.items(node) if isinstance(item, Scalar))
    for name in names:
        if not NAME.fullmatch(name.text):
            hint = "small letters, digits and `_`, beginning with a letter"
            shape.found.error("bad-name", f"`{short(name.text)}` cannot name a seat", name.span, hint)
    if node is not None and names and players and len(names) != max(players):
        message = f"{len(names)} seats have names, and {max(players)} can play"
        shape.found.error("seat-count", message, node.span, "name every seat, or leave `seats` out")
    return names


def read_option(entry: Entry, shape: Shape) -> Option | None:
    """One option, with its default checked against its type and bounds."""
    fields = shape.mapping(entry.value)
    kind = fields.get("type") if fields is not None else None
    default = shape.text(fields.get("default")) if fields is not None else None
    if fields is None or kind is None or default is None:
        return None
    choices = _choices(kind) if isinstance(kind, Sequence) else ()
    type_ = _type(kind, choices, shape)
    if type_ is None:
        return None
    low, high = _bounds(fields, type_, choices, shape)
    value = _default(default, type_, choices, shape)
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        _within(default, value, low, high, shape)
    return Option(entry.key.text, type_, value, low, high, choices, shape.words(fields.get("help")), entry.key.span)


def _choices(kind: Sequence) -> tuple[str, ...]:
    """The texts of a list; numbers as they are printed."""
    texts = [item.text for item in kind.items if isinstance(item, Scalar)]
    numbers = [number for text in texts if (number := signed(text)) is not None]
    return tuple(map(str, numbers)) if len(numbers) == len(texts) else tuple(texts)


def _type(kind: Node, choices: tuple[str, ...], shape: Shape) -> Type | None:
    """`number`, `flag`, or a list of names or numbers."""
    if isinstance(kind, Sequence):
        doubles = [choice for choice, count in Counter(choices).items() if count > 1]
        for choice in sorted(doubles):
            shape.found.error("duplicate-value", f"`{short(choice)}` stands twice in this list", kind.span)
        if not choices:
            return None
        if all(signed(choice) is not None for choice in choices):
            return NUMBER
        return Type(Kind.SYMBOL, symbols=tuple(dict.fromkeys(choices)))
    words = {"number": NUMBER, "flag": FLAG}
    text = shape.words(kind)
    if text not in words and not shape.quiet:
        hint = did_you_mean(text, words, "an option is")
        shape.found.error(
            "wrong-value", f"`{short(text)}` is no type of an option", kind.span, hint + " or a list of names"
        )
    return words.get(text)


def _bounds(fields: Mapping, type_: Type, choices: tuple[str, ...], shape: Shape) -> tuple[int | None, int | None]:
    """The least and the greatest number."""
    low, high = shape.integer(fields.get("min")), shape.integer(fields.get("max"))
    for key, bound in (("min", low), ("max", high)):
        node = fields.key(key)
        if node is None:
            continue
        if type_ != NUMBER or choices:
            shape.found.error("option-bound", f"only a number has `{key}`", node.span, "leave it out")
        elif bound is not None and abs(bound) > LARGEST:
            shape.found.error("option-bound", f"{bound} is too large a bound", node.span, f"at most {LARGEST}")
    if type_ == NUMBER and choices:
        return min(map(int, choices)), max(map(int, choices))
    if low is not None and high is not None and low > high and (place := fields.key("max")) is not None:
        shape.found.error("option-bound", f"no number is at least {low} and at most {high}", place.span)
    return low, high


def _default(default: Scalar, type_: Type, choices: tuple[str, ...], shape: Shape) -> int | bool | str | None:
    """The default as a value of the type."""
    text = default.text
    number = signed(text)
    if choices:
        chosen = number if type_ == NUMBER else text
        if str(chosen) in choices:
            return chosen
        hint = did_you_mean(text, choices, "the choices are")
        shape.found.error("option-default", f"the default `{short(text)}` is none of the choices", default.span, hint)
        return None
    if type_ == FLAG:
        if text in ("true", "false"):
            return text == "true"
        message = f"the default of a flag is `true` or `false`, found `{short(text)}`"
        shape.found.error("option-default", message, default.span)
        return None
    if number is not None and abs(number) <= LARGEST:
        return number
    shape.found.error("option-default", f"the default of a number is a number, found `{short(text)}`", default.span)
    return None


def _within(default: Scalar, value: int, low: int | None, high: int | None, shape: Shape) -> None:
    """The default lies within the bounds."""
    if low is not None and value < low:
        shape.found.error("option-default", f"the default {value} is less than the least value {low}", default.span)
    elif high is not None and value > high:
        message = f"the default {value} is more than the greatest value {high}"
        shape.found.error("option-default", message, default.span)
