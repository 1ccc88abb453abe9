"""What a deal and a match remember: zones and variables, and constant tables."""

from __future__ import annotations

from collections.abc import Sequence as Seq
from dataclasses import replace

from trickcore import language
from trickcore.diagnostics.model import Diagnostics
from trickcore.language.core import Expr, Home
from trickcore.language.scope import Context, Name
from trickcore.language.types import CARDS, FLAG, FRACTION, NUMBER, RANK, SEAT, SUIT, Kind, Type
from trickcore.rules.contexts import DEAL, MATCH, STATIC
from trickcore.rules.model import Table, Variable, Zone
from trickcore.rules.shape import short
from trickcore.rules.texts import At, File
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from trickcore.whole import MOST_DIGITS, signed

#: Words of the language that `zones:` may give other eyes, with who may look if it does not say.
PREDECLARED = {"hand": "owner", "taken": "all", "pack": "nobody"}
_LOOKED_AT = 10  # values of a table, to find out which type they were meant to have
_EYES = {"all": "seats", "open": "seats", "nobody": "none", "hidden": "none", "owner": "me"}
_SEEN_BY = {"seats": "what all may see", "none": "what nobody may see", "me": "what its owner may see"}
_OPEN = {"hidden": "nobody", "open": "all"}


def is_per_seat(entry: Entry) -> bool:
    """Whether each seat has a zone of this name."""
    fields = entry.value if isinstance(entry.value, Mapping) else None
    per = fields.get("per") if fields is not None else None
    return entry.key.text in ("hand", "taken") or (isinstance(per, Scalar) and per.text == "seat")


def zone_name(entry: Entry) -> Name:
    """A zone as a name: the set of its cards."""
    per = "seat" if is_per_seat(entry) else ""
    return Name(entry.key.text, Home.ZONE, CARDS, per, None, frozenset({Context.MATCH, Context.DEAL}), entry.key.span)


def read_zone(entry: Entry, file: File) -> Zone | None:
    """One line of `zones:`."""
    shape, name, per_seat = file.shape, entry.key, is_per_seat(entry)
    if isinstance(entry.value, Scalar):
        seen = shape.one_of(entry.value, tuple(_OPEN))
        return Zone(name.text, per_seat, _OPEN[seen], False, "", name.span)
    fields = shape.mapping(entry.value)
    if fields is None:
        return None
    if name.text == "pack":
        _check_pack(fields, file)
    looks: Expr | str | None = PREDECLARED.get(name.text, "nobody")
    if "seen" in fields:
        at = file.at(DEAL | {Context.SEAT} if per_seat else DEAL, f"`seen` of zone `{short(name.text)}`")
        looks = _looking(fields.get("seen"), at, per_seat)
    if looks is None:
        return None
    keep = shape.flag(fields.get("keep"))
    return Zone(name.text, per_seat, looks, keep, shape.words(fields.get("help")), name.span)


def _looking(node: Node | None, at: At, per_seat: bool) -> Expr | None:
    """The seats that may look; words that say so elsewhere get the right one here."""
    text = node.text if isinstance(node, Scalar) else ""
    right = _EYES.get(text)
    if node is None or right is None or at.file.names.find(text) is not None:
        return at.seats(node)
    hint = (
        f"{_SEEN_BY[right]} is `seen: {right}`" if per_seat or right != "me" else "it has no owner without `per: seat`"
    )
    at.found.error("unknown-name", f"`{text}` names no seats here", node.span, hint)
    return None


def _check_pack(fields: Mapping, file: File) -> None:
    """Of the pack, `zones:` says only who may look into it."""
    for entry in fields:
        if entry.key.text == "per":
            message, hint = "there is one pack for all seats", "leave `per` out, or give the zone a name of its own"
            file.found.error("pack-property", message, entry.key.span, hint)
        elif entry.key.text == "keep" and file.shape.flag(entry.value):
            message = "the pack cannot be kept: what lies nowhere else goes back into it before each deal"
            file.found.error("pack-property", message, entry.key.span, "leave `keep` out, or move the cards to a zone")


def variable_type(node: Node) -> Node | None:
    """Where the type of a variable is written."""
    return node.get("type") if isinstance(node, Mapping) else node


def read_variable(entry: Entry, file: File, kept: bool) -> Variable | None:
    """The type and first value of a variable of `state:` or `kept:`. Who sees it is read later, by `read_seen`."""
    node, name = variable_type(entry.value), entry.key
    if isinstance(node, Sequence):
        symbols = tuple(dict.fromkeys(item.text for item in node if isinstance(item, Scalar)))
        if len(symbols) < len(node):
            file.found.error("duplicate-value", "a name stands twice in this list", node.span)
        if not symbols:
            return None
        read: tuple[Type, str, Expr | None] | None = Type(Kind.SYMBOL, symbols=symbols), "", None
    else:
        text = file.shape.text(node)
        at = file.at(STATIC, f"`{short(name.text)}`")
        read = language.read_variable(text, at.scope, file.found) if text is not None else None
    if read is None:
        return None
    type_, per, initial = read
    return Variable(name.text, type_, per, initial, None, kept, help_of(entry.value, file), name.span)


def read_seen(entry: Entry, variable: Variable, file: File) -> Variable:
    """The variable with who knows its value."""
    if not isinstance(entry.value, Mapping) or "seen" not in entry.value:
        return variable
    contexts = DEAL | {Context.SEAT} if variable.per == "seat" else DEAL
    at = file.at(contexts, f"`seen` of `{short(variable.name)}`")
    return replace(variable, seen=_looking(entry.value.get("seen"), at, variable.per == "seat"))


def help_of(node: Node, file: File) -> str:
    """The help text of a variable."""
    return file.shape.words(node.get("help")) if isinstance(node, Mapping) else ""


def variable_name(variable: Variable, home: Home) -> Name:
    """A variable as a name."""
    contexts = MATCH if variable.kept else DEAL
    return Name(variable.name, home, variable.type, variable.per, None, contexts, variable.span, variable.help)


# ------------------------------------------------------------------------------------------------ tables


def table_name(table: Table) -> Name:
    """A table as a name: a function of its key."""
    return Name(table.name, Home.TABLE, table.type, "", (table.key,), frozenset(), table.span)


def read_table(entry: Entry, file: File, seats: Seq[str], domains: Seq[Type]) -> Table | None:
    """One line of `tables:`. `domains`: symbol domains of the file, in which keys and values may lie."""
    written = _numbered(entry.value, file)
    if not written:
        return None
    keys = [key for key, _ in written if key != "else"]
    key_type = _key_type(keys, file, seats)
    values = _values([value for _, value in written], file.at(STATIC, f"table `{short(entry.key.text)}`"), domains)
    if values is None:
        return None
    rows = {key: value for (key, _), value in zip(written, values, strict=True)}
    other = rows.pop("else", None)
    return Table(entry.key.text, key_type, values[0].type, rows, other, entry.key.span)


def pairs(node: Node, file: File) -> list[tuple[str, Node]]:
    """Keys as written, with their values; a list has the keys 1, 2, …"""
    if isinstance(node, Sequence):
        return [(str(number), item) for number, item in enumerate(node, 1)]
    bare = {ord("\ufe0e"): None, ord("\ufe0f"): None}
    return [(entry.key.text.strip().translate(bare), entry.value) for entry in file.shape.entries(node)]


def _numbered(node: Node, file: File) -> list[tuple[str, Node]]:
    """The pairs of a table, with numbers as they are printed; none after a finding about a key."""
    written = pairs(node, file)
    numbers = {key: signed(key) for key, _ in written if key != "else"}
    if None not in numbers.values():
        written = [(str(numbers.get(key, key)), value) for key, value in written]
    if isinstance(node, Sequence):
        return written
    good, seen = True, set[str]()
    for (key, _), entry in zip(written, file.shape.entries(node), strict=True):
        if key.removeprefix("-").isdigit() and signed(key) is None:
            hint = f"digits are 0 to 9, and at most {MOST_DIGITS} of them"
            file.found.error("wrong-value", f"`{short(key)}` is no number here", entry.key.span, hint)
        elif key in seen:
            message = f"the key `{short(key)}` stands twice in this table"
            file.found.error("duplicate-key", message, entry.key.span, "write one of them")
        else:
            seen.add(key)
            continue
        good = False
    return written if good else []


def _key_type(keys: list[str], file: File, seats: Seq[str]) -> Type:
    """Numbers, suits, seats, ranks, or else symbols."""
    if all(signed(key) is not None for key in keys):
        return NUMBER
    if all(key in file.deck.suits for key in keys):
        return SUIT
    if all(key in seats for key in keys):
        return SEAT
    if all(key in file.deck.ranks for key in keys):
        return RANK
    return Type(Kind.SYMBOL, symbols=tuple(keys))


def _values(nodes: list[Node], at: At, domains: Seq[Type]) -> list[Expr] | None:
    """All values, of one type: the first type that fits them all, numbers first."""
    texts = tuple(node.text for node in nodes if isinstance(node, Scalar))
    symbols = [domain for domain in domains if all(text in domain.symbols or text == "none" for text in texts)]
    own = [Type(Kind.SYMBOL, symbols=tuple(dict.fromkeys(text for text in texts if text != "none")))]
    names = at.file.names
    taken = any(names.find(text) is not None or (names.reserved(text) and text != "none") for text in texts)
    free = own if _are_names(texts) and not taken else []
    possible = (NUMBER, FRACTION, SUIT, SEAT, *symbols, FLAG, RANK, CARDS, *free)
    for wanted in possible:
        if (good := _all_of(nodes, wanted, at)) is not None:
            return good
    looked_at = nodes[: _LOOKED_AT if len(at.found) < _LOOKED_AT else 1]
    best = min(possible, key=lambda wanted: _misfits(looked_at, wanted, at))
    for node in nodes:
        at.value(node, best)
    return None


def _all_of(nodes: list[Node], wanted: Type, at: At) -> list[Expr] | None:
    """All values, if they are of this type."""
    found = Diagnostics()
    quiet, good = at.reporting(found), []
    for node in nodes:
        value = quiet.value(node, wanted)
        if value is None or found.has_errors:
            return None
        good.append(value)
    return good


def _misfits(nodes: list[Node], wanted: Type, at: At) -> int:
    """How many of the values are not of this type."""
    found = Diagnostics()
    quiet = at.reporting(found)
    for node in nodes:
        quiet.value(node, wanted)
    return len(found)


def _are_names(texts: tuple[str, ...]) -> bool:
    return all(text.replace("_", "a").isalnum() and text[:1].islower() for text in texts)
