"""Checks operators and choices."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from trickcore.language import core, names, tree
from trickcore.language.convert import PLAIN, common, convert, empty_of
from trickcore.language.messages import conversion_hint, name_list, type_words
from trickcore.language.types import FLAG, FRACTION, NUMBER, SEAT, Kind, Type

if TYPE_CHECKING:
    from trickcore.language.check import Checker

_COMPARISONS = frozenset({"EQ", "NE", "IN", "NOT", "MEETS"})
_Pair = tuple[core.Expr, core.Expr]


def prefixed(check: Checker, node: tree.Prefixed, _hint: Type | None) -> core.Expr | None:
    """`-x` and `not x`."""
    negative = node.op.kind == "MINUS"
    arg = check.expect(node.arg, FRACTION if negative else FLAG)
    if arg is None:
        return None
    if negative and isinstance(arg, core.Number):
        return core.Number(arg.type, check.span(node), -arg.value)
    return core.Unary(arg.type, check.span(node), "neg" if negative else "not", arg)


def operation(check: Checker, node: tree.Operation, hint: Type | None) -> core.Expr | None:
    """An operator between two operands."""
    kind = node.op.kind
    if kind in ("AND", "OR"):
        return _logic(check, node)
    if kind in ("PLUS", "MINUS"):
        return _sum(check, node, hint)
    if kind == "BOTH":
        return _sets(check, node, _pair(check, node, hint))
    if kind in ("TIMES", "DIV", "SLASH", "MOD"):
        return _product(check, node)
    if kind in ("EQ", "NE"):
        return _equal(check, node)
    if kind in ("IN", "NOT", "MEETS"):
        return _member(check, node)
    return _order(check, node)


# ------------------------------------------------------------------------------------------------ flags and numbers


def _logic(check: Checker, node: tree.Operation) -> core.Expr | None:
    left, right = check.expect(node.left, FLAG), check.expect(node.right, FLAG)
    if left is None or right is None:
        return None
    return core.Binary(FLAG, check.span(node), node.op.text, left, right)


def _numbers(check: Checker, node: tree.Operation) -> _Pair | None:
    left, right = check.expect(node.left, FRACTION), check.expect(node.right, FRACTION)
    return None if left is None or right is None else (left, right)


def _product(check: Checker, node: tree.Operation) -> core.Expr | None:
    pair = _numbers(check, node)
    if pair is None:
        return None
    left, right = pair
    if node.op.kind != "TIMES" and isinstance(right, core.Number) and right.value == 0:
        check.error("division-by-zero", "this divides by 0", node.right)
        return None
    if node.op.kind == "SLASH" and isinstance(left, core.Number) and isinstance(right, core.Number):
        return _literal_fraction(check, node, Fraction(left.value) / Fraction(right.value))
    fraction = left.type.fraction or right.type.fraction
    type_ = NUMBER if node.op.kind == "DIV" else FRACTION if fraction or node.op.kind == "SLASH" else NUMBER
    return core.Binary(type_, check.span(node), node.op.text, left, right)


def _literal_fraction(check: Checker, node: tree.Operation, value: Fraction) -> core.Expr:
    if value.denominator == 1:
        return core.Number(NUMBER, check.span(node), value.numerator)
    return core.Number(FRACTION, check.span(node), value)


def _order(check: Checker, node: tree.Operation) -> core.Expr | None:
    left, right = check.infer(node.left, NUMBER), check.infer(node.right, NUMBER)
    if left is None or right is None:
        return None
    for expr, operand in ((left, node.left), (right, node.right)):
        if expr.type.kind is not Kind.NUMBER or expr.type.many:
            message = f"`{node.op.text}` compares numbers; {type_words(expr.type)} found"
            ranks = {left.type.kind, right.type.kind} <= {Kind.CARD, Kind.RANK}
            hint = "cards rank by `strength(…)`" if ranks else conversion_hint(NUMBER, expr.type)
            check.error("wrong-type", message, operand, hint)
            return None
    return core.Binary(FLAG, check.span(node), node.op.text, left, right)


# ------------------------------------------------------------------------------------------------ sets


def _pair(check: Checker, node: tree.Operation, hint: Type | None) -> _Pair | None:
    """Both operands. Where one of them alone says nothing of its type, the other's type says what it means."""
    first, second = node.left, node.right
    swap = _is_weak(check, first) and not _is_weak(check, second) and hint is None
    if swap:
        first, second = second, first
    one = check.infer(first, hint)
    if one is None and node.op.kind in _COMPARISONS and _is_weak(check, second):
        return None  # what it means depends on what has failed
    other = check.infer(second, hint if hint is not None or one is None else one.type)
    if one is None or other is None:
        return None
    return (other, one) if swap else (one, other)


def _is_weak(check: Checker, node: tree.Node) -> bool:
    if isinstance(node, tree.Name):
        return node.name == "none" or not names.is_known(check, node.name)
    if isinstance(node, tree.Operation) and node.op.kind in ("PLUS", "MINUS", "BOTH"):
        return _is_weak(check, node.right) and _is_weak(check, node.left)  # chains are deep on the left
    return isinstance(node, tree.Number | tree.Ranks | tree.Cards)


def _sum(check: Checker, node: tree.Operation, hint: Type | None) -> core.Expr | None:
    """Numbers, seats and a number, or sets."""
    pair = _pair(check, node, hint)
    if pair is None:
        return None
    left, right = pair
    if left.type.kind is Kind.SEAT and right.type.kind is Kind.NUMBER:
        return _neighbour(check, node, left, right)
    if left.type.kind is Kind.NUMBER and right.type.kind is Kind.NUMBER and not left.type.many | right.type.many:
        fraction = left.type.fraction or right.type.fraction
        return core.Binary(replace(NUMBER, fraction=fraction), check.span(node), node.op.text, left, right)
    return _sets(check, node, pair)


def _neighbour(check: Checker, node: tree.Operation, left: core.Expr, right: core.Expr) -> core.Expr | None:
    """`dealer + 1`."""
    number = check.coerce(right, NUMBER, node.right)
    if number is None:
        return None
    return core.Binary(replace(SEAT, many=left.type.many), check.span(node), node.op.text, left, number)


def _sets(check: Checker, node: tree.Operation, pair: _Pair | None) -> core.Expr | None:
    """Union, difference, intersection."""
    if pair is None:
        return None
    type_ = _common(check, pair)
    if type_ is None or (type_.kind in PLAIN and not type_.many):
        _mismatch(check, node, pair, "join" if node.op.kind == "PLUS" else "go together")
        return None
    if node.op.kind == "PLUS":
        type_ = replace(type_, many=True)
    return _binary(check, node, pair, type_, type_)


def _common(check: Checker, pair: _Pair) -> Type | None:
    left, right = pair
    if isinstance(left, core.Empty):
        return right.type
    return left.type if isinstance(right, core.Empty) else common(left.type, right.type, check.scope.deck.suits)


def _binary(check: Checker, node: tree.Operation, pair: _Pair, operands: Type, result: Type) -> core.Expr | None:
    left = convert(pair[0], operands, check.scope.deck.suits)
    right = convert(pair[1], operands, check.scope.deck.suits)
    if left is None or right is None:  # an empty value beside a number or a flag
        _mismatch(check, node, pair, "go together")
        return None
    return core.Binary(result, check.span(node), node.op.text, left, right)


def _mismatch(check: Checker, node: tree.Operation, pair: _Pair, verb: str) -> None:
    left, right = pair
    message = f"`{node.op.text}`: {_words(left)} and {_words(right)} do not {verb}"
    hint = ""
    if Kind.NUMBER in (left.type.kind, right.type.kind):
        other = right if left.type.kind is Kind.NUMBER else left
        hint = (
            "the seat stands first: `dealer + 1`"
            if other.type.kind is Kind.SEAT
            else conversion_hint(NUMBER, other.type)
        )
    elif left.type.kind is Kind.FLAG or right.type.kind is Kind.FLAG:
        hint = "flags are joined with `and`, `or`"
    check.error("wrong-type", message, node, hint)


def _words(expr: core.Expr) -> str:
    return "`none`" if isinstance(expr, core.Empty) else type_words(expr.type)


# ------------------------------------------------------------------------------------------------ comparisons


def _equal(check: Checker, node: tree.Operation) -> core.Expr | None:
    pair = _pair(check, node, None)
    if pair is None:
        return None
    type_ = _common(check, pair)
    empty = isinstance(pair[0], core.Empty) or isinstance(pair[1], core.Empty)
    if empty and type_ is not None and type_.kind in PLAIN:
        zero = "0" if type_.kind is Kind.NUMBER else "false"
        message = f"{type_words(type_)} is never `none`"
        check.error("wrong-type", message, node, f"its empty value is `{zero}`")
        return None
    if type_ is None:
        _unequal_kinds(check, node, pair)
        return None
    return _binary(check, node, pair, type_, FLAG)


def _unequal_kinds(check: Checker, node: tree.Operation, pair: _Pair) -> None:
    left, right = pair
    message = f"`{node.op.text}` cannot compare {type_words(left.type)} with {type_words(right.type)}"
    symbol = next((e.type for e in pair if e.type.kind is Kind.SYMBOL), None)
    hint = f"its values are {name_list(symbol.symbols)}" if symbol else _hint_for(left.type, right.type)
    check.error("wrong-type", message, node, hint)


def _hint_for(left: Type, right: Type) -> str:
    """What would make one of two types the other; numbers are what most things can be made into."""
    if Kind.NUMBER in (left.kind, right.kind):
        return conversion_hint(NUMBER, right if left.kind is Kind.NUMBER else left)
    return conversion_hint(left, right)


def _member(check: Checker, node: tree.Operation) -> core.Expr | None:
    """`in`, `not in`, `meets`."""
    pair = _pair(check, node, None)
    if pair is None:
        return None
    type_ = _common(check, pair)
    if type_ is None or (type_.kind in PLAIN and not type_.many):
        left, right = pair
        message = f"`{node.op.text}` wants two sets of one kind; {_words(left)} and {_words(right)} found"
        seats = left.type.kind is Kind.CARD and right.type.kind is Kind.SEAT
        hint = "cards are in `hand(…)` or `taken(…)`" if seats else ""
        check.error("wrong-type", message, node, hint)
        return None
    if check.scope.copies > 1 and node.op.kind != "MEETS" and isinstance(pair[0], core.Cards | core.RanksOf):
        _warn_of_copies(check, node)
    return _binary(check, node, pair, replace(type_, many=True), FLAG)


def _warn_of_copies(check: Checker, node: tree.Operation) -> None:
    left, right = check.text(node.left), check.text(node.right)
    message = f"`{left} {node.op.text} {right}` speaks of all copies of a card"
    hint = f"whether one of them is there is `{right} meets {left}`; how many are is `count({right} & {left})`"
    check.found.warning("all-copies", message, check.span(node), hint)


# ------------------------------------------------------------------------------------------------ choices


def choice(check: Checker, node: tree.Choice, hint: Type | None) -> core.Expr | None:
    """`then if test else other`."""
    test = check.expect(node.test, FLAG)
    if node.other is None:
        then = check.infer(node.then, hint)
        if test is None or then is None:
            return None
        return core.If(then.type, check.span(node), test, then, empty_of(then.type, check.span(node)))
    pair = _branches(check, node.then, node.other, hint)
    if test is None or pair is None:
        return None
    type_ = _common(check, pair)
    then, other = (None, None) if type_ is None else (convert(e, type_, check.scope.deck.suits) for e in pair)
    if type_ is None or then is None or other is None:
        message = f"the two values of a choice differ in type: {_words(pair[0])} and {_words(pair[1])}"
        check.error("wrong-type", message, node)
        return None
    return core.If(type_, check.span(node), test, then, other)


def _branches(check: Checker, first: tree.Node, second: tree.Node, hint: Type | None) -> _Pair | None:
    swap = hint is None and _is_weak(check, first) and not _is_weak(check, second)
    if swap:
        first, second = second, first
    one = check.infer(first, hint)
    other = check.infer(second, hint if hint is not None or one is None else one.type)
    if one is None or other is None:
        return None
    return (other, one) if swap else (one, other)
