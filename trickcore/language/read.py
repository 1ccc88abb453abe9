"""Entry points: the text of a scalar and what it may name → a checked expression, or findings and None."""

from __future__ import annotations

from typing import TypeVar

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.language import core, names, tree
from trickcore.language.check import Checker
from trickcore.language.lexer import TextError
from trickcore.language.parser import parse
from trickcore.language.scope import Scope
from trickcore.language.types import NUMBER, SEAT, SEATS, SUITS, Kind, Type
from trickcore.rules.model import Who
from trickcore.source.nodes import Node, Scalar, Sequence
from trickcore.whole import signed

_N = TypeVar("_N", bound=tree.Node)


def syntax(scalar: Scalar, kind: str, wanted: type[_N], found: Diagnostics) -> _N | None:
    """The syntax tree of a scalar's text, or a finding. `kind`: a start rule of the grammar."""
    try:
        node = parse(scalar.text, kind)
    except TextError as error:
        start = min(error.start, len(scalar.text))
        span = scalar.locate(start, max(start, min(error.end, len(scalar.text))))
        found.error(error.code, error.message, span, error.hint)
        return None
    assert isinstance(node, wanted)
    return node


def read_expression(scalar: Scalar, scope: Scope, expected: Type | None, found: Diagnostics) -> core.Expr | None:
    """One value. `expected`: the type that the position wants, to which the result is brought; None: any.

    Gives None after a finding, and silently where the text uses a name that is itself broken.
    """
    node = syntax(scalar, "expression", tree.Node, found)
    if node is None:
        return None
    check = Checker(scalar, scope, found)
    return check.infer(node) if expected is None else check.expect(node, expected)


def read_domain(scalar: Scalar, scope: Scope, found: Diagnostics) -> core.Expr | None:
    """What may be chosen: `1..7`, `suits`, `flags`, `contracts`, `hand & trumps`. The type is many."""
    node = syntax(scalar, "domain", tree.Node, found)
    if node is None:
        return None
    check = Checker(scalar, scope, found)
    expr = check.infer(node)
    return None if expr is None else _as_domain(check, expr, node)


def _as_domain(check: Checker, expr: core.Expr, node: tree.Node) -> core.Expr | None:
    if expr.type.many:
        return expr
    if expr.type.kind is Kind.FLAG:
        check.error("wrong-type", "a set to choose from wanted, a flag found", node, "both flags are `flags`")
        return None
    return check.coerce(expr, Type(expr.type.kind, True, expr.type.symbols, expr.type.fraction), node)


# ------------------------------------------------------------------------------------------------ lists


def read_domain_list(sequence: Sequence, scope: Scope, found: Diagnostics) -> core.Expr | None:
    """A domain written as a YAML list: numbers, suits, or symbols of the file's own (`[♣, ♦, ♥, ♠, nt]`).

    Suits alone give suits, and with `none` the choice of none of them; with other words they are symbols of a domain.
    """
    scalars = [_entry(node, found) for node in sequence]
    texts = [scalar for scalar in scalars if scalar is not None]
    if not texts or len(texts) < len(scalars):
        if not scalars:
            found.error("empty-list", "there is nothing to choose from", sequence.span, "list the values")
        return None
    if not _distinct(texts, found):
        return None
    if all(signed(scalar.text.strip()) is not None for scalar in texts):
        return _listed(NUMBER, texts, scope, found, sequence.span)
    return _symbols(texts, scope, found, sequence.span)


def _entry(node: Node, found: Diagnostics) -> Scalar | None:
    if isinstance(node, Scalar):
        return node
    found.error("wrong-kind", "a value wanted in this list, a list or map found", node.span)
    return None


def _distinct(texts: list[Scalar], found: Diagnostics) -> bool:
    seen: set[int | str] = set()
    for scalar in texts:
        number = signed(scalar.text.strip())
        value = scalar.text if number is None else number
        if value in seen:
            found.error("duplicate-value", f"`{scalar.text}` stands twice in this list", scalar.span)
            return False
        seen.add(value)
    return True


def _listed(type_: Type, texts: list[Scalar], scope: Scope, found: Diagnostics, span: Span) -> core.Expr | None:
    items = [read_expression(scalar, scope, type_, found) for scalar in texts]
    good = tuple(item for item in items if item is not None)
    many = Type(type_.kind, True, type_.symbols)
    return core.Listed(many, span, good) if len(good) == len(items) else None


def _symbols(texts: list[Scalar], scope: Scope, found: Diagnostics, span: Span) -> core.Expr | None:
    parsed = [(scalar, syntax(scalar, "expression", tree.Node, found)) for scalar in texts]
    names_: list[str] = []
    for scalar, node in parsed:
        if node is None:
            return None
        name = _symbol_name(scalar, node, scope, found)
        if name is None:
            return None
        names_.append(name)
    if not _suits_only(names_, scope):
        return _listed(Type(Kind.SYMBOL, symbols=tuple(names_)), texts, scope, found, span)
    return _listed(Type(SUITS.kind), texts, scope, found, span)


def _suits_only(names_: list[str], scope: Scope) -> bool:
    return all(name in scope.deck.suits or name == "none" for name in names_) and names_ != ["none"]


def _symbol_name(scalar: Scalar, node: tree.Node, scope: Scope, found: Diagnostics) -> str | None:
    """A name or a suit: what a symbol may be."""
    if isinstance(node, tree.Name):
        kind, value = scope.deck.words.get(node.name, ("", ""))
        return value if kind == "suit" else node.name
    if isinstance(node, tree.Cards) and len(node.tokens) == 1 and node.tokens[0].kind == "SUIT":
        return node.tokens[0].text.rstrip("\ufe0e\ufe0f")
    if isinstance(node, tree.Number):
        return node.digits
    found.error(
        "wrong-kind", f"`{scalar.text}` is neither a name nor a suit", scalar.span, "lists hold names, suits or numbers"
    )
    return None


# ------------------------------------------------------------------------------------------------ seats in order


def read_who(scalar: Scalar, scope: Scope, found: Diagnostics) -> Who | None:
    """Seats, and with whom to begin: `seats from winning`."""
    node = syntax(scalar, "who", tree.Who, found)
    if node is None:
        return None
    check = Checker(scalar, scope, found)
    seats = names.seats_of(check, node.seats)
    start = None if node.from_ is None else check.expect(node.from_, SEAT)
    if seats is None or (node.from_ is not None and start is None):
        return None
    many = check.coerce(seats, SEATS, node.seats)
    return None if many is None else Who(many, start, scalar.span)
