"""Variables that a file declares by choosing them: `choose:` of an ask, `bid:` of an auction, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from trickcore.diagnostics.model import Diagnostics
from trickcore.language.core import Convert, Home
from trickcore.language.scope import Name
from trickcore.language.types import Kind, Type
from trickcore.records import dataclass
from trickcore.rules.contexts import AS, DEAL, POINTS
from trickcore.rules.definitions import joined
from trickcore.rules.model import Variable
from trickcore.rules.names import broken
from trickcore.rules.texts import At, File
from trickcore.source.nodes import Mapping, Node, Scalar, Sequence

HOOKS = ("before trick", "before card", "after card", "after trick")
_Locals = tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Site:
    """One place where a variable is chosen. `who`: the seats that are asked; None in an auction, whose bids are one's
    only for as long as they stand. `locals`: parameters of the calls around it, with their domains."""

    key: Scalar
    domain: Node
    who: Node | None
    locals: _Locals


def sites(root: Mapping) -> Iterator[Site]:
    """All choices of a file, in the order written."""
    yield from _in_steps(root.get("steps"), ())
    play = root.get("play")
    if isinstance(play, Mapping):
        for hook in HOOKS:
            yield from _in_steps(play.get(hook), ())
        yield from _in_calls(play.get("calls"), ())


def _in_steps(node: Node | None, around: _Locals) -> Iterator[Site]:
    for step in node.items if isinstance(node, Sequence) else () if node is None else (node,):
        if not isinstance(step, Mapping):
            continue
        for entry in step:
            if entry.key.text == "do":
                yield from _in_steps(entry.value, around)
            elif entry.key.text == "ask" and isinstance(entry.value, Mapping):
                yield from _in_choose(entry.value.get("choose"), entry.value.get("who"), around)
                yield from _in_calls(entry.value.get("calls"), around)
            elif entry.key.text == "auction" and isinstance(entry.value, Mapping):
                yield from _in_auction(entry.value, around)


def _in_auction(fields: Mapping, around: _Locals) -> Iterator[Site]:
    key, bid = fields.key("bid"), fields.get("bid")
    if isinstance(bid, Mapping):
        yield from _in_choose(bid, None, around)
    elif key is not None and bid is not None:
        yield Site(key, bid, None, around)
    yield from _in_calls(fields.get("calls"), around)
    yield from _in_steps(fields.get("then"), around)
    yield from _in_steps(fields.get("all pass"), around)


def _in_choose(node: Node | None, who: Node | None, around: _Locals) -> Iterator[Site]:
    for entry in node if isinstance(node, Mapping) else ():
        yield Site(entry.key, entry.value, who, around)


def _in_calls(node: Node | None, around: _Locals) -> Iterator[Site]:
    for entry in node if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Mapping):
            given = entry.value.get("with")
            inner = tuple((e.key.text, e.value) for e in given) if isinstance(given, Mapping) else ()
            yield from _in_steps(entry.value.get("do"), (*around, *inner))


@dataclass(slots=True)
class Choices:
    """The variables that are declared by choices, by name. `results` is filled as their types are found out."""

    file: File
    sites: dict[str, list[Site]] = field(default_factory=dict)
    results: dict[str, Variable] = field(default_factory=dict)
    _known: dict[_Locals, dict[str, Type]] = field(default_factory=dict)

    def resolve(self, name: str) -> Name:
        """The type of what is chosen, from all places where it is. Findings come when the steps are read."""
        places = self.sites[name]
        quiet = Diagnostics()
        types = [self._type(place, quiet) for place in places]
        good = [type_ for type_ in types if type_ is not None]
        if not good:
            self._tell(places)
            return broken(name, places[0].key.span)
        first = [
            type_ for type_ in good if type_.kind is good[0].kind
        ]  # another kind is found wrong where it is chosen
        per = "seat" if any(self._many(place, quiet) for place in places) else ""
        return self.declare(name, joined(first), per, places[0].key)

    def declare(self, name: str, type_: Type, per: str, key: Scalar) -> Name:
        """Note the variable, and give it as a name."""
        self.results[name] = Variable(name, type_, per, None, None, False, "", key.span)
        return Name(name, Home.CHOICE, type_, per, None, DEAL, key.span)

    def _type(self, site: Site, found: Diagnostics) -> Type | None:
        """The type of one of the values."""
        domain = self._at(site, found).domain(site.domain)
        return _one(domain.type) if domain is not None else None

    def _many(self, site: Site, found: Diagnostics) -> bool:
        """Whether several seats choose, each for itself."""
        who = self._at(site, found).who(site.who) if site.who is not None else None
        return who is not None and not (isinstance(who.seats, Convert) and who.seats.how == "set")

    def _at(self, site: Site, found: Diagnostics) -> At:
        at = self.file.at(AS | POINTS, f"`{site.key.text}`").reporting(found)
        if site.locals not in self._known:
            self._known[site.locals] = _types(site.locals, at.reporting(Diagnostics()))
        return at.bind(self._known[site.locals])

    def _tell(self, places: list[Site]) -> None:
        """No type could be found: say why, once, since texts that use the variable will not be complained about."""
        for place in places:
            self._type(place, self.file.found)


def _types(parameters: _Locals, at: At) -> dict[str, Type]:
    """The types of the parameters of the calls around a choice."""
    types: dict[str, Type] = {}
    for name, node in parameters:
        domain = at.bind(types).domain(node)
        if domain is not None:
            types[name] = _one(domain.type)
    return types


def _one(many: Type) -> Type:
    """The type of an element."""
    return Type(many.kind, False, many.symbols, many.fraction)


def symbol_domains(root: Mapping, contracts: tuple[str, ...]) -> tuple[Type, ...]:
    """Lists of names that the file writes out: of options, choices, variables; and its contracts."""
    lists: list[Node | None] = []
    for section in ("options", "state", "kept"):
        entries = root.get(section)
        for entry in entries if isinstance(entries, Mapping) else ():
            lists.append(entry.value.get("type") if isinstance(entry.value, Mapping) else entry.value)
    lists += [site.domain for site in sites(root)]
    texts = [tuple(item.text for item in one if isinstance(item, Scalar)) for one in lists if isinstance(one, Sequence)]
    return tuple(Type(Kind.SYMBOL, symbols=tuple(dict.fromkeys(one))) for one in (contracts, *texts) if one)
