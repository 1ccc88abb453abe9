"""Definitions: `let`, with the overlays that override them. Types are found from the bodies, in dependency order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from itertools import product

from trickcore import language
from trickcore.diagnostics.model import Diagnostics, Severity
from trickcore.diagnostics.words import did_you_mean
from trickcore.language.core import Call, Convert, Expr, Get, Home
from trickcore.language.lists import TYPE_WORDS
from trickcore.language.scope import Context, Name
from trickcore.language.types import (
    CARD,
    CARDS,
    FLAG,
    FRACTION,
    MELD,
    NUMBER,
    RANK,
    RANKS,
    SEAT,
    SEATS,
    SUIT,
    SUITS,
    Kind,
    Type,
)
from trickcore.records import dataclass
from trickcore.rules.contexts import AS, POINTS
from trickcore.rules.flow import check_local
from trickcore.rules.model import Definition
from trickcore.rules.names import broken
from trickcore.rules.shape import short
from trickcore.rules.texts import At, File
from trickcore.source.nodes import Scalar

#: What a parameter may be, in the order in which it is tried: of those that fit equally well the first is taken.
CANDIDATES = (CARD, MELD, NUMBER, SEAT, SUIT, RANK, FLAG, CARDS, SEATS, SUITS, RANKS)
_EVERYWHERE = AS | POINTS
_MOST_TRIES = 30_000  # characters that are read in trying combinations of parameter types, for one file


@dataclass(frozen=True, slots=True)
class Head:
    """`power(meld m)`: a name and its parameters, each with the word for its type, or ""; None: no brackets."""

    name: str
    parameters: tuple[tuple[str, str], ...] | None
    key: Scalar

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(name for name, _ in self.parameters or ())


@dataclass(frozen=True, slots=True)
class Source:
    """A definition as written. `layer`: −1 in `let`, else the index of the overlay."""

    head: Head
    text: Scalar
    layer: int


@dataclass(frozen=True, slots=True)
class _Checked:
    body: Expr | None
    found: Diagnostics
    types: tuple[Type, ...]

    @property
    def errors(self) -> int:
        return sum(1 for one in self.found if one.severity is Severity.ERROR)

    @property
    def misfit(self) -> tuple[int, int]:
        """How badly the types fit: errors, then suits and ranks that had to be taken for their cards."""
        parts = language.walk(self.body) if self.body is not None else ()
        return self.errors, sum(1 for part in parts if isinstance(part, Convert) and part.how.startswith("cards of"))


@dataclass(slots=True)
class Definitions:
    """All definitions of a file, by layer. `results` is filled as their types are found out. `tables`: those that an
    overlay overrides; what stands in `let` for others is for them looking up the key."""

    file: File
    sources: dict[str, list[Source]] = field(default_factory=dict)
    tables: dict[str, Callable[[], Name]] = field(default_factory=dict)
    results: dict[tuple[str, int], Definition] = field(default_factory=dict)
    tries: int = _MOST_TRIES

    def resolve(self, name: str) -> Name:
        """The name's type, from the body in `let` and those of the overlays."""
        base, *others = self.sources[name]
        for source in others if name in self.tables else (base, *others):
            self._check_parameters(source.head)
        checked = [self._look_up(base) if name in self.tables else self._base(base)]
        if name in self.tables and checked[0].body is None:
            return broken(name, base.head.key.span)
        types = checked[0].types
        wanted = _kept(checked[0].body.type) if checked[0].body is not None else None
        checked += [self._other(source, base, types, wanted) for source in others]
        for one in checked:
            for finding in one.found:
                self.file.found.add(finding)
        bodies = [one.body for one in checked if one.body is not None]
        if len(bodies) < len(checked):
            return broken(name, base.head.key.span)
        return self._named(base, [base, *others], bodies, types)

    def _named(self, base: Source, sources: list[Source], bodies: list[Expr], types: tuple[Type, ...]) -> Name:
        """What the checked bodies say together."""
        type_ = joined([body.type for body in bodies])
        needs = frozenset(need for body in bodies for need in language.needs(body, self.file.names.find))
        per = "seat" if any(map(language.uses_me, bodies)) else "side" if any(map(language.uses_side, bodies)) else ""
        if per:
            needs -= {Context.SEAT}
        span = base.head.key.span
        for source, body in zip(sources, bodies, strict=True):
            parameters = tuple(zip(source.head.names, types, strict=True))
            result = Definition(base.head.name, parameters, per, type_, body, "", source.text.span)
            self.results[(base.head.name, source.layer)] = result
        given = types if base.head.parameters is not None else None
        return Name(base.head.name, Home.DEFINITION, type_, per, given, needs, span)

    # -------------------------------------------------------------------------------------------- one body

    def _look_up(self, source: Source) -> _Checked:
        """What a table has for its key."""
        table, span = self.tables[source.head.name](), source.head.key.span
        types = table.parameters or ()
        keys = tuple(Get(type_, span, Home.LOCAL, key) for type_, key in zip(types, source.head.names, strict=False))
        body = None if table.broken else Call(table.type, span, Home.TABLE, table.name, keys)
        return _Checked(body, Diagnostics(), types)

    def _base(self, source: Source) -> _Checked:
        """The body in `let`: parameters without a type word get the types that fit it best."""
        best: _Checked | None = None
        for types in self._candidates(source.head):
            if best is not None and self.tries <= 0:
                return self._give_up(source, best)
            one = self._check(source, types, None)
            if best is None or one.misfit < best.misfit:
                best = one
            if not any(best.misfit):
                return best
            self.tries -= max(len(source.text.text), 30)
        return best if best is not None else self._check(source, (), None)

    def _give_up(self, source: Source, best: _Checked) -> _Checked:
        """Too many combinations of types were tried in this file."""
        if not best.errors:
            return best
        found = Diagnostics()
        message = f"the types of the parameters of `{source.head.name}` cannot be found out"
        found.error("parameter-types", message, source.head.key.span, "write them: `power(meld m)`")
        return _Checked(None, found, best.types)

    def _other(self, source: Source, base: Source, types: tuple[Type, ...], wanted: Type | None) -> _Checked:
        """The body in an overlay: parameters as in `let`, and the same type of value."""
        wanted_number, number = len(base.head.names), len(source.head.names)
        if number != wanted_number:
            found = Diagnostics()
            parameters = "parameter" if wanted_number == 1 else "parameters"
            message = f"`{source.head.name}` has {wanted_number} {parameters}, and {number} here"
            found.error("overlay-type", message, source.head.key.span, f"it is defined at {base.head.key.span}")
            return _Checked(None, found, types)
        return self._check(source, types, wanted)

    def _candidates(self, head: Head) -> Iterator[tuple[Type, ...]]:
        symbols = [*self._symbol_types()]
        given = [self._type_of(word) for _, word in head.parameters or ()]
        return product(*((type_,) if type_ is not None else (*CANDIDATES, *symbols) for type_ in given))

    def _type_of(self, word: str) -> Type | None:
        """The type that a word names: one of the language's, or that of a choice of the file."""
        known = self.file.names.find(word) if word and word not in TYPE_WORDS else None
        return TYPE_WORDS.get(word) or (known.type if known is not None and known.type.symbols else None)

    def _symbol_types(self) -> Iterator[Type]:
        """Domains of symbols that a parameter may be of."""
        for names in (self.file.contracts, self.file.melds, self.file.classes):
            if names:
                yield Type(Kind.SYMBOL, symbols=names)

    def _check(self, source: Source, types: tuple[Type, ...], wanted: Type | None) -> _Checked:
        found = Diagnostics()
        at = self.position(source).reporting(found)
        body = at.bind(dict(zip(source.head.names, types, strict=True))).value(source.text, wanted)
        return _Checked(body, found, types)

    def _check_parameters(self, head: Head) -> None:
        """Names of parameters are new, and their types exist."""
        key, at = head.key, self.file.at(_EVERYWHERE)
        for name, word in head.parameters or ():
            check_local(at, Scalar(name, key.span, True, key.locate))
            if word and self._type_of(word) is None:
                hint = did_you_mean(word, TYPE_WORDS, "types are")
                self.file.found.error("unknown-type", f"`{short(word)}` is no type", key.span, hint)

    def position(self, source: Source) -> At:
        """Where the body stands: any context may be used, and what it uses, its users need."""
        return self.file.at(_EVERYWHERE, f"`{source.head.name}`")


def _kept(type_: Type) -> Type | None:
    """The type that an overlay's body must have: the same kind, be it one or many, whole or not."""
    if type_.kind is Kind.NUMBER:
        return FRACTION if not type_.many else None
    plain = {Kind.FLAG: FLAG, Kind.CARD: CARDS, Kind.SEAT: SEATS, Kind.SUIT: SUITS, Kind.RANK: RANKS}
    return plain.get(type_.kind, type_)


def joined(types: list[Type]) -> Type:
    """The type that holds the values of all these, which are of one kind."""
    symbols = tuple(dict.fromkeys(symbol for type_ in types for symbol in type_.symbols))
    many = any(type_.many for type_ in types)
    return Type(types[0].kind, many, symbols, any(type_.fraction for type_ in types))
