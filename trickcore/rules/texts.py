"""Positions: a place of the rule file with what is known there, and how texts are read at it."""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import replace

from trickcore import language
from trickcore.cards import Vocabulary
from trickcore.diagnostics.model import Diagnostics
from trickcore.language.convert import convert
from trickcore.language.core import Expr, Get, Home, Listed, Symbol
from trickcore.language.messages import type_words
from trickcore.language.scope import Scope
from trickcore.language.signatures import words
from trickcore.language.types import CARDS, FLAG, NUMBER, SEAT, SEATS, Type
from trickcore.records import dataclass
from trickcore.rules.model import Item, Target, Tier, Who
from trickcore.rules.names import Names
from trickcore.rules.shape import Shape, short
from trickcore.source.nodes import Entry, Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class File:
    """The rule file being read: its nodes' shape, its deck, its names and its findings."""

    shape: Shape
    found: Diagnostics
    deck: Vocabulary
    names: Names
    contracts: tuple[str, ...] = ()
    melds: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    fractions: bool = False
    copies: int = 1

    def at(self, contexts: frozenset[str], place: str = "") -> At:
        """A position with these contexts; `place` names it in messages."""
        scope = Scope(
            self.deck,
            contexts,
            self.names.find,
            self.names.suggestions,
            place=place,
            contracts=self.contracts,
            melds=self.melds,
            classes=self.classes,
            fractions=self.fractions,
            copies=self.copies,
        )
        return At(self, scope)


@dataclass(frozen=True, slots=True)
class At:
    """A position. Its readers give None where there is nothing to read, or after a finding."""

    file: File
    scope: Scope

    def within(self, *contexts: str) -> At:
        """The same position with more contexts."""
        return replace(self, scope=self.scope.within(*contexts))

    def bind(self, locals_: Map[str, Type]) -> At:
        """The same position with more local names."""
        return replace(self, scope=self.scope.bind(locals_))

    def named(self, place: str) -> At:
        """The same position under another name in messages."""
        return replace(self, scope=replace(self.scope, place=place))

    def reporting(self, found: Diagnostics) -> At:
        """The same position with its findings elsewhere."""
        return replace(self, file=replace(self.file, found=found, shape=replace(self.file.shape, found=found)))

    @property
    def found(self) -> Diagnostics:
        """Where findings go."""
        return self.file.found

    # -------------------------------------------------------------------------------------------- values

    def value(self, node: Node | None, wanted: Type | None) -> Expr | None:
        """An expression of a type."""
        text = self.file.shape.text(node)
        return None if text is None else language.read_expression(text, self.scope, wanted, self.found)

    def flag(self, node: Node | None) -> Expr | None:
        """A condition."""
        return self.value(node, FLAG)

    def number(self, node: Node | None) -> Expr | None:
        """A whole number."""
        return self.value(node, NUMBER)

    def cards(self, node: Node | None) -> Expr | None:
        """A set of cards."""
        return self.value(node, CARDS)

    def seats(self, node: Node | None) -> Expr | None:
        """A set of seats; where one is wanted, it is the first of them."""
        return self.value(node, SEATS)

    def domain(self, node: Node | None) -> Expr | None:
        """What may be chosen: an expression, a range, or a list."""
        if isinstance(node, Sequence):
            return language.read_domain_list(node, self.scope, self.found)
        text = self.file.shape.text(node)
        return None if text is None else language.read_domain(text, self.scope, self.found)

    def domain_of(self, node: Node, wanted: Type) -> Expr | None:
        """What may be chosen, brought to the type of the variable that takes it."""
        domain = self.domain(node)
        if domain is None:
            return None
        fitted = fit_domain(domain, wanted, self.file.deck.suits)
        if fitted is None:
            message = f"{type_words(wanted)} wanted, {type_words(domain.type)} found"
            self.found.error("wrong-type", message, node.span)
        return fitted

    # -------------------------------------------------------------------------------------------- others

    def who(self, node: Node | None) -> Who | None:
        """`seats from winning`."""
        text = self.file.shape.text(node)
        return None if text is None else language.read_who(text, self.scope, self.found)

    def items(self, text: Scalar) -> tuple[Item, ...]:
        """A list of ranks and cards."""
        return language.read_items(text, self.scope, self.found) or ()

    def target(self, text: Scalar) -> tuple[Target, Type] | None:
        """What a line of `set:` names, or where cards go; with its type."""
        target = language.read_target(text, self.scope, self.found)
        if target is None:
            return None
        known = self.scope.find(target.name)
        return target, words[target.name].type if known is None else known.type

    def zone(self, node: Node | None) -> Target | None:
        """A place for cards."""
        text = self.file.shape.text(node)
        target = language.read_target(text, self.scope, self.found) if text is not None else None
        if text is None or target is None:
            return None
        if target.home is Home.ZONE or (target.home is Home.WORD and words[target.name].zone):
            return target
        hint = "zones are " + ", ".join(["`hand`", "`taken`", "`pack`", *self.zones()])
        self.found.error("not-a-zone", f"`{short(text.text)}` is no place for cards", text.span, hint)
        return None

    def zones(self) -> list[str]:
        """The file's own zones, quoted."""
        return [f"`{name}`" for name in self.file.names.names() if self.file.names.what(name) == "a zone"]

    def tier(self, node: Node) -> Tier | None:
        """One tier of a duty: a text, or a map of `cards` and `why`."""
        why = ""
        text: Node | None = node
        if not isinstance(node, Scalar):
            entries = self.file.shape.mapping(node)
            text = entries.get("cards") if entries is not None else None
            why = self.file.shape.words(entries.get("why")) if entries is not None else ""
        cards = self.cards(text)
        return Tier(cards, text.text, why, text.span) if cards is not None and isinstance(text, Scalar) else None

    def tiers(self, node: Node | None) -> tuple[Tier, ...]:
        """A duty: tiers in order."""
        return tuple(tier for item in self.file.shape.items(node) if (tier := self.tier(item)) is not None)

    def hand_of_me(self, entry: Entry) -> Target:
        """The hand that `each` deals to."""
        me = Get(SEAT, entry.key.span, Home.WORD, "me")
        return Target(Home.WORD, "hand", me, entry.key.span)


def fit_domain(domain: Expr, wanted: Type, suits: tuple[str, ...]) -> Expr | None:
    """A domain whose elements are brought to a type, in the same order; None if that is not possible."""
    if not isinstance(domain, Listed):
        return convert(domain, replace(wanted, many=True), suits)
    items: list[Expr] = []
    for item in domain.items:
        if isinstance(item, Symbol) and item.name in wanted.symbols:
            items.append(replace(item, type=wanted))
        elif (changed := convert(item, wanted, suits)) is not None:
            items.append(changed)
        else:
            return None
    return Listed(replace(wanted, many=True), domain.span, tuple(items))
