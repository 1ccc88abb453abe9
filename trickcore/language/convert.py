"""The closed list of conversions, and the common type of two values."""

from __future__ import annotations

from dataclasses import replace

from trickcore.diagnostics.model import Span
from trickcore.language import core
from trickcore.language.types import CARDS, SUITS, Kind, Type

#: Values that have no empty value of their own kind: their empty values are 0 and false.
PLAIN = frozenset({Kind.NUMBER, Kind.FLAG})
#: Kinds of which a set may stand where one is wanted: card literals and seats are sets by nature.
_SET_LIKE = frozenset({Kind.CARD, Kind.SEAT})


def has_suits(type_: Type, suits: tuple[str, ...]) -> bool:
    """Whether a symbol domain contains suits of the deck."""
    return type_.kind is Kind.SYMBOL and any(symbol in suits for symbol in type_.symbols)


def merged(first: Type, second: Type) -> Type:
    """The symbol domain of both, in the order of the first."""
    symbols = first.symbols + tuple(s for s in second.symbols if s not in first.symbols)
    return Type(Kind.SYMBOL, first.many or second.many, symbols)


def common(first: Type, second: Type, suits: tuple[str, ...]) -> Type | None:
    """The type to which both can be brought, or None.

    >>> from trickcore.language.types import SUIT, RANK, SEAT
    >>> str(common(SUIT, RANK, ("♥",))), common(SUIT, SEAT, ("♥",))
    ('cards', None)
    """
    many = first.many or second.many
    kinds = {first.kind, second.kind}
    if len(kinds) == 1:
        if first.kind is Kind.SYMBOL:
            return merged(first, second)
        return Type(first.kind, many, fraction=first.fraction or second.fraction)
    if any(t.kind is Kind.SYMBOL and not has_suits(t, suits) for t in (first, second)):
        return None
    if kinds == {Kind.SUIT, Kind.SYMBOL}:
        return Type(Kind.SUIT, many)
    return CARDS if kinds <= {Kind.SUIT, Kind.RANK, Kind.CARD, Kind.SYMBOL} else None


def convert(expr: core.Expr, to: Type, suits: tuple[str, ...], loose: bool = False) -> core.Expr | None:
    """The expression brought to a type, or None if no conversion leads there.

    `loose`: of two symbol domains it is enough that they overlap (a table need not list every value of its key).
    """
    if expr.type == to:
        return expr
    if isinstance(expr, core.Empty):
        return None if to.kind in PLAIN and not to.many else replace(expr, type=to)
    if expr.type.kind is to.kind:
        return _same_kind(expr, to, loose)
    if expr.type.kind is Kind.SYMBOL and has_suits(expr.type, suits) and to.kind in (Kind.SUIT, Kind.CARD):
        as_suits = core.Convert(Type(Kind.SUIT, expr.type.many), expr.span, "suits of domain", expr)
        return convert(as_suits, to, suits)
    if to.kind is Kind.CARD and to.many and expr.type.kind in (Kind.SUIT, Kind.RANK):
        return core.Convert(CARDS, expr.span, f"cards of {expr.type.kind.value}", expr)
    if expr.type.kind is Kind.SUIT and has_suits(to, suits):
        return _number_of(core.Convert(replace(to, many=expr.type.many), expr.span, "symbol", expr), to)
    return None


def _same_kind(expr: core.Expr, to: Type, loose: bool) -> core.Expr | None:
    found = expr.type
    if found.kind is Kind.SYMBOL and found.symbols != to.symbols:
        known = [symbol in to.symbols for symbol in found.symbols]
        if not (any(known) if loose else all(known)):
            return None
        expr = core.Convert(replace(to, many=found.many), expr.span, "symbol", expr)
    if found.fraction and not to.fraction:
        return None
    return _number_of(expr, to)


def _number_of(expr: core.Expr, to: Type) -> core.Expr | None:
    """One → set, and set → one for what is a set by nature."""
    if expr.type.many == to.many:
        return expr
    if to.many:
        return core.Convert(replace(expr.type, many=True), expr.span, "set", expr)
    return core.Convert(replace(expr.type, many=False), expr.span, "one", expr) if to.kind in _SET_LIKE else None


def to_suits(expr: core.Expr, suits: tuple[str, ...]) -> core.Expr | None:
    """A suit, suits or a symbol of a domain with suits, as it is or converted; None for anything else."""
    if expr.type.kind is Kind.SUIT:
        return expr
    return convert(expr, SUITS if expr.type.many else Type(Kind.SUIT), suits)


def empty_of(type_: Type, span: Span) -> core.Expr:
    """The empty value of a type: 0, false, or nothing."""
    if type_.kind is Kind.NUMBER and not type_.many:
        return core.Number(type_, span, 0)
    if type_.kind is Kind.FLAG and not type_.many:
        return core.Flag(type_, span, False)
    return core.Empty(type_, span)
