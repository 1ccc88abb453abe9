"""The law `values`: lines of cards and what each is worth, and the check that no card has two values."""

from __future__ import annotations

from trickcore.diagnostics.model import Related, Span
from trickcore.language.core import DeckWord, Expr, Number
from trickcore.language.types import CARDS, FRACTION
from trickcore.records import dataclass
from trickcore.rules.model import Item, ValueLine
from trickcore.rules.texts import At
from trickcore.source.nodes import Entry, Mapping, Scalar

GROUPS = ("trumps", "plain", "all")
#: Specificity: the value of a card's own line beats that of a named set, that of its rank, of its suit, of `any`.
_LEVELS = {"card": 4, "cards": 3, "rank": 2, "suit": 1}
_PHRASES = {4: "the card", 3: "the cards", 2: "the rank", 1: "the suit", 0: "any card"}


@dataclass(frozen=True, slots=True)
class _Claim:
    line: ValueLine
    item: Item
    text: str  # the value as written
    key: str  # its line, as a path below `values`


def read_values(entries: Mapping, at: At) -> tuple[ValueLine, ...]:
    """All lines, those of groups included."""
    claims: list[_Claim] = []
    lines: list[ValueLine] = []
    for entry in entries:
        if entry.key.text in GROUPS:
            lines += _group(entry, at, claims)
        else:
            lines += _line("", entry.key, entry, at, claims)
    _check(claims, at)
    return tuple(lines)


def _group(entry: Entry, at: At, claims: list[_Claim]) -> list[ValueLine]:
    """The lines under `trumps`, `plain` or `all`; or one value for all cards of the group."""
    group = entry.key.text
    if isinstance(entry.value, Scalar):
        value = at.value(entry.value, FRACTION)
        span = entry.key.span
        everything = Item("cards", "any", DeckWord(CARDS, span, "any"), span)
        return [ValueLine(group, (everything,), value, span)] if value is not None else []
    entries = at.file.shape.mapping(entry.value)
    return [line for one in entries or () for line in _line(group, one.key, one, at, claims)]


def _line(group: str, key: Scalar, entry: Entry, at: At, claims: list[_Claim]) -> list[ValueLine]:
    items = at.items(key)
    value = at.value(entry.value, FRACTION)
    if value is None or not items:
        return []
    line = ValueLine(group, items, value, key.span)
    text = entry.value.text if isinstance(entry.value, Scalar) else ""
    path = f"{group}.{key.text}" if group else key.text
    claims += [_Claim(line, item, text, path) for item in line.items]
    return [line]


def _check(claims: list[_Claim], at: At) -> None:
    """Two lines of one specificity may not give a card different values."""
    seen: dict[tuple[str, int, str], _Claim] = {}
    told: set[tuple[Span, str]] = set()  # a line has one finding for each card
    for claim in claims:
        level = 0 if claim.item.text == "any" else _LEVELS[claim.item.kind]
        for name in _names(claim.item, at):
            first = seen.setdefault((claim.line.group, level, name), claim)
            if first is not claim and (claim.line.span, name) not in told and not _equal(first, claim):
                told.add((claim.line.span, name))
                related = [Related(first.item.span, f"worth `{first.text}` here")]
                what = f"{_PHRASES[level]} `{name}`" if name != "any" else _PHRASES[level]
                message = f"{what} is worth `{claim.text}` here and `{first.text}` at {first.item.span}"
                at.found.error("value-twice", message, claim.item.span, _way_out(first, claim), related)
                break


def _way_out(first: _Claim, claim: _Claim) -> str:
    """What to do about two values of one card: those of a game that is extended go first."""
    if first.line.span.file == claim.line.span.file:
        return "a card has one value; a single card beats a named set, that a rank, that a suit"
    section = "values" if "." in first.key else f"values.{first.key}"
    rest = " and give the other cards their value again" if len(first.line.items) > 1 or section == "values" else ""
    return f"a line of the extended game is taken away first, with `remove: ['{section}']`{rest}"


def _names(item: Item, at: At) -> tuple[str, ...]:
    """What an item lays claim to: cards of the deck where they are known now, else its own text."""
    if item.kind != "cards":
        return (item.text,)
    kind, what = at.file.deck.words.get(item.text, ("", ""))
    if kind == "card":
        return (what,)
    field = {"rank": "rank", "suit": "suit", "suits": "suit"}.get(kind)
    if field is None:
        return (item.text,)
    return tuple(name for name, face in at.file.deck.faces.items() if (own := getattr(face, field)) and own in what)


def _equal(one: _Claim, other: _Claim) -> bool:
    """Whether two lines say the same number, as far as can be seen without the state."""
    first, second = _number(one.line.value), _number(other.line.value)
    return one.text == other.text if first is None or second is None else first == second


def _number(value: Expr) -> object:
    return value.value if isinstance(value, Number) else None
