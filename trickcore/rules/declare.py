"""First pass: every name of the file gets its home. Types are found out when a name is first used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from trickcore import language
from trickcore.diagnostics.model import Diagnostics, Related
from trickcore.diagnostics.words import did_you_mean
from trickcore.language.core import Home
from trickcore.language.scope import Name
from trickcore.language.signatures import words
from trickcore.language.types import SEAT, SEATS, Kind, Type
from trickcore.rules import zones
from trickcore.rules.choices import Choices, Site, sites, symbol_domains
from trickcore.rules.contexts import DEAL
from trickcore.rules.definitions import Definitions, Head, Source
from trickcore.rules.laws import LAWS
from trickcore.rules.model import Option, Table, Variable
from trickcore.rules.names import broken
from trickcore.rules.options import read_option, read_players, read_seats
from trickcore.rules.shape import short
from trickcore.rules.texts import File
from trickcore.source.nodes import Entry, Mapping, Scalar, Sequence

#: Words that stand for something of their own where a name could stand: `rest` in `sides` and `deal`, `each` in `deal`.
_WORDS_OF_POSITIONS = ("rest", "each")


@dataclass(slots=True)
class Declared:
    """What the first pass leaves for the second."""

    root: Mapping
    file: File
    definitions: Definitions
    choices: Choices
    players: tuple[int, ...] = ()
    seats: tuple[str, ...] = ()
    options: dict[str, Option] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    overlays: list[Entry] = field(default_factory=list)  # contracts, then `when`
    domains: tuple[Type, ...] = ()

    def section(self, name: str) -> tuple[Entry, ...]:
        """The entries of a section of the file."""
        return tuple(self.file.shape.entries(self.root.get(name)))


def reserved(name: str, deck_words: object) -> str:
    """What a name means already in every rule file of this deck, in words; empty for a free name."""
    if name in LAWS:
        return "the name of a law"
    if name in _WORDS_OF_POSITIONS or language.is_reserved(name):
        return "a word of the language"
    return "a word of the deck" if isinstance(deck_words, dict) and name in deck_words else ""


def declare(root: Mapping, file: File) -> Declared:
    """Fill the namespace of the file."""
    declared = Declared(root, file, Definitions(file), Choices(file), domains=symbol_domains(root, file.contracts))
    declared.overlays = [*declared.section("contracts"), *declared.section("when")]
    declared.players = read_players(root.get("players"), file.shape)
    _options(declared)
    _seats(declared)
    _zones(declared)
    _variables(declared)
    _tables(declared)
    _reserve(declared)
    _definitions(declared)
    _sides(declared)
    _choices(declared)
    _symbols(declared)
    return declared


def _options(declared: Declared) -> None:
    for entry in declared.section("options"):
        option = read_option(entry, declared.file.shape)
        name = Name(option.name, Home.OPTION, option.type, span=option.span, help=option.help) if option else None
        known = name if name is not None else broken(entry.key.text, entry.key.span)
        if declared.file.names.declare(entry.key.text, entry.key.span, "an option", known) and option is not None:
            declared.options[option.name] = option


def _seats(declared: Declared) -> None:
    names = read_seats(declared.root.get("seats"), declared.players, declared.file.shape)
    for key in names:
        declared.file.names.declare(key.text, key.span, "a seat", Name(key.text, Home.SEAT, SEAT, span=key.span))
    declared.seats = tuple(key.text for key in names)


def _zones(declared: Declared) -> None:
    for entry in declared.section("zones"):
        if entry.key.text not in zones.PREDECLARED:
            declared.file.names.declare(entry.key.text, entry.key.span, "a zone", zones.zone_name(entry))


def _variables(declared: Declared) -> None:
    for section in ("state", "kept"):
        for entry in declared.section(section):
            node = zones.variable_type(entry.value)
            text = node.text if isinstance(node, Scalar) else ""
            what = "a variable" if section == "state" else "a kept variable"

            def resolve(entry: Entry = entry, kept: bool = section == "kept") -> Name:
                return _variable(declared, entry, kept)

            declared.file.names.declare(entry.key.text, entry.key.span, what, resolve, [text])


def _variable(declared: Declared, entry: Entry, kept: bool) -> Name:
    """The type of a variable of `state:` or `kept:`."""
    variable = zones.read_variable(entry, declared.file, kept)
    if variable is None:
        return broken(entry.key.text, entry.key.span)
    declared.variables[variable.name] = variable
    return zones.variable_name(variable, Home.STATE)


def _tables(declared: Declared) -> None:
    """A table that an overlay overrides is a definition: what holds without overlays is looking it up."""
    definitions, heads = declared.definitions, _heads(declared)
    for entry in declared.section("tables"):
        nodes = zones.pairs(entry.value, declared.file)
        texts = [node.text for _, node in nodes if isinstance(node, Scalar)]

        def resolve(entry: Entry = entry) -> Name:
            table = zones.read_table(entry, declared.file, declared.seats, declared.domains)
            if table is None:
                return broken(entry.key.text, entry.key.span)
            declared.tables[table.name] = table
            return zones.table_name(table)

        name = entry.key.text
        if name not in heads:
            declared.file.names.declare(name, entry.key.span, "a table", resolve, texts)
            continue

        def resolve_both(name: str = name) -> Name:
            return definitions.resolve(name)

        if declared.file.names.declare(name, entry.key.span, "a table", resolve_both, [*texts, *heads[name]]):
            definitions.tables[name] = resolve
            definitions.sources[name] = [Source(Head(name, (("key", ""),), entry.key), entry.key, -1)]


def _heads(declared: Declared) -> dict[str, list[str]]:
    """What overlays hold that is no law: by name, the texts."""
    heads: dict[str, list[str]] = {}
    for overlay in declared.overlays:
        for entry in overlay.value if isinstance(overlay.value, Mapping) else ():
            if entry.key.text not in LAWS and isinstance(entry.value, Scalar):
                heads.setdefault(entry.key.text.partition("(")[0].strip(), []).append(entry.value.text)
    return heads


def _reserve(declared: Declared) -> None:
    """Names of melds and contracts are symbols: they mean something only where one is wanted."""
    for section, what in (("melds", "a meld"), ("contracts", "a contract")):
        for entry in declared.section(section):
            declared.file.names.reserve(entry.key.text, entry.key.span, what)


# ------------------------------------------------------------------------------------------------ definitions


def _definitions(declared: Declared) -> None:
    file, sources = declared.file, declared.definitions.sources
    for entry in declared.section("let"):
        head, text = read_head(entry.key, file.found), file.shape.text(entry.value)
        if head is None or text is None:
            continue
        if head.name in declared.definitions.tables:
            file.names.declare(head.name, head.key.span, "a definition", broken(head.name, head.key.span))
            continue
        sources[head.name] = [Source(head, text, -1), *sources.get(head.name, [])[1:]]
    for layer, overlay in enumerate(declared.overlays):
        for entry in overlay.value if isinstance(overlay.value, Mapping) else ():
            if entry.key.text not in LAWS:
                _overlay_definition(declared, layer, entry)
    for name, found in sources.items():
        if name in declared.definitions.tables:
            continue
        texts = [source.text.text for source in found]
        key = found[0].head.key

        def resolve(name: str = name) -> Name:
            return declared.definitions.resolve(name)

        file.names.declare(name, key.span, "a definition", resolve, texts)
    _twice(declared)


def _twice(declared: Declared) -> None:
    """`f(a)` and `f(b)` are different keys of YAML and the same name."""
    first: dict[str, Head] = {}
    for entry in declared.section("let"):
        head = read_head(entry.key, Diagnostics())
        if head is not None and first.setdefault(head.name, head).key is not entry.key:
            related = [Related(first[head.name].key.span, "it is defined here")]
            message = f"`{head.name}` is defined twice"
            declared.file.found.error("name-taken", message, entry.key.span, "choose another name", related)


def _overlay_definition(declared: Declared, layer: int, entry: Entry) -> None:
    """An entry of an overlay that is no law: it overrides a definition or a table, and nothing else can be."""
    file, sources = declared.file, declared.definitions.sources
    head = read_head(entry.key, file.found)
    if head is None:
        return
    if head.name not in sources:
        what = file.names.what(head.name)
        known = f", and {what} cannot be overridden" if what else ""
        hint = did_you_mean(head.name, [*LAWS, *_few(sources)], "an overlay may override")
        message = f"`{short(head.name)}` is no law and no definition{known}"
        file.found.error("overlay-name", message, entry.key.span, hint)
        return
    text = file.shape.text(entry.value)
    if text is not None:
        sources[head.name].append(Source(head, text, layer))


def _few(names: Iterable[str]) -> tuple[str, ...]:
    """As many names as can be looked through for each of very many faults."""
    return tuple(islice(names, 100))


def read_head(key: Scalar, found: Diagnostics) -> Head | None:
    """The left side of a definition."""
    read = language.read_head(key, found)
    if read is None:
        return None
    name, parameters = read
    return Head(name, tuple((p, word or "") for p, word in parameters or ()) or None, key)


def _sides(declared: Declared) -> None:
    """A side's name means its seats: it is a definition, which overlays of `sides` change."""
    roots = [declared.root, *(overlay.value for overlay in declared.overlays)]
    for root in roots:
        lines = root.get("sides") if isinstance(root, Mapping) else None
        for entry in lines if isinstance(lines, Mapping) else ():
            if declared.file.names.what(entry.key.text) != "a side":
                name = Name(entry.key.text, Home.DEFINITION, SEATS, "", None, DEAL, entry.key.span)
                declared.file.names.declare(entry.key.text, entry.key.span, "a side", name)


# ------------------------------------------------------------------------------------------------ choices, symbols


def _choices(declared: Declared) -> None:
    """Variables that are chosen and not declared in `state:` or `kept:`."""
    file, places = declared.file, declared.choices.sites
    stated = {entry.key.text for section in ("state", "kept") for entry in declared.section(section)}
    for site in sites(declared.root):
        if site.key.text not in stated:
            places.setdefault(site.key.text, []).append(site)
    if file.contracts and "contract" not in stated:
        key = next(entry.key for entry in declared.section("contracts"))
        _contract(declared, places.pop("contract", []), key)
    for name, found in places.items():
        texts = [site.domain.text for site in found if isinstance(site.domain, Scalar)]

        def resolve(name: str = name) -> Name:
            return declared.choices.resolve(name)

        file.names.declare(name, found[0].key.span, "a choice", resolve, texts)


def _contract(declared: Declared, found: list[Site], key: Scalar) -> None:
    """`contract`, which is one of the contracts."""
    place = found[0].key if found else key
    if declared.file.names.what("contract"):
        declared.file.names.declare("contract", place.span, "the contract played", broken("contract", place.span))
        return
    type_ = Type(Kind.SYMBOL, symbols=declared.file.contracts)
    name = declared.choices.declare("contract", type_, "", place)
    declared.file.names.declare("contract", place.span, "the contract played", name)


def _symbols(declared: Declared) -> None:
    """Names in lists may not mean anything else, or a text that speaks of one would not be clear."""
    file = declared.file
    lists = [entry.value.get("type") for entry in declared.section("options") if isinstance(entry.value, Mapping)]
    lists += [site.domain for site in sites(declared.root)]
    lists += [zones.variable_type(e.value) for section in ("state", "kept") for e in declared.section(section)]
    for node in lists:
        for item in node if isinstance(node, Sequence) else ():
            if isinstance(item, Scalar):
                _symbol(file, item)


def _symbol(file: File, item: Scalar) -> None:
    what, text = file.names.what(item.text), item.text
    if what in ("", "a contract", "a seat", "a meld"):
        if text != "none" and text in words:
            message = f"`{text}` is a word of the language and cannot be a name in this list too"
            file.found.error("name-taken", message, item.span, "choose another name")
        return
    place = file.names.span(text)
    related = [Related(place, f"`{short(text)}` is {what} here")] if place is not None else []
    message = f"`{short(text)}` is {what} at {place} and cannot be a name in this list too"
    file.found.error("name-taken", message, item.span, "choose another name", related)
