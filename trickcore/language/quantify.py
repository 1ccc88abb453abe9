"""Checks quantifiers: `fn(body for x in set if condition)`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.language import core, names, tree
from trickcore.language.messages import nearest, type_words
from trickcore.language.signatures import QuantifierWord, functions, is_reserved, quantifiers
from trickcore.language.types import FLAG, FRACTION, NUMBER, SEAT, SEATS, Kind, Type

if TYPE_CHECKING:
    from trickcore.language.check import Checker

MAX_NESTING = 3


def quantifier(check: Checker, node: tree.Quantifier, hint: Type | None) -> core.Expr | None:
    """A function that goes through a set."""
    fn = _function(check, node)
    if check.depth == MAX_NESTING:
        message = f"more than {MAX_NESTING} functions that go through sets, inside one another"
        check.error("nested-too-deep", message, node, "give the inner one a name under `let`")
        return None
    domain = _in_turn(check, node) if node.in_turn else _domain(check, node.domain, hint)
    good = _variable_is_new(check, node.var)
    if domain is None or not good:
        return None
    element = _element(domain)
    outer, check.scope = check.scope, check.scope.bind({node.var.text: element})
    check.depth += 1
    test = check.expect(node.test, FLAG) if node.test is not None else None
    body = _body(check, node, fn)
    check.depth -= 1
    check.scope = outer
    if fn is None or body is None or (node.test is not None and test is None):
        return None
    type_ = _result(fn, domain, element, body)
    return core.Quantifier(type_, check.span(node), fn.name, node.var.text, node.in_turn, domain, test, body)


def _function(check: Checker, node: tree.Quantifier) -> QuantifierWord | None:
    text = node.fn.text
    if text in quantifiers:
        return quantifiers[text]
    near = nearest(text, quantifiers)
    hint = near or "these go through sets: " + " ".join(quantifiers)
    message = f"`{text}` does not go through a set" if text in functions else f"there is no function `{text}`"
    check.error("unknown-name", message, node.fn, hint)
    return None


def _in_turn(check: Checker, node: tree.Quantifier) -> core.Expr | None:
    return check.expect(node.domain, SEAT)


def _domain(check: Checker, node: tree.Node, hint: Type | None) -> core.Expr | None:
    if isinstance(node, tree.Name) and (groups := names.groups(check, node)) is not None:
        return groups
    expr = check.infer(node, hint if hint is not None and hint.many else None)
    if expr is None or expr.type.many:
        return expr
    if expr.type.kind in (Kind.NUMBER, Kind.FLAG):
        hint_text = "numbers from … to … are `1..7`" if expr.type.kind is Kind.NUMBER else "both flags are `flags`"
        check.error("wrong-type", f"a set wanted, {type_words(expr.type)} found", node, hint_text)
        return None
    return check.coerce(expr, replace(expr.type, many=True), node)


def _element(domain: core.Expr) -> Type:
    """The type of one element; of teams and sides it is the set of their seats."""
    return SEATS if names.is_groups(domain) else replace(domain.type, many=False)


def _variable_is_new(check: Checker, var: tree.Token) -> bool:
    """One namespace: a variable may not hide a name."""
    if var.text in check.scope.locals:
        check.error("name-taken", f"`{var.text}` is already a variable here", var, "take another name")
    elif is_reserved(var.text):
        check.error("name-taken", f"`{var.text}` is a word of the language", var, "take another name")
    elif var.text in check.scope.deck.words:
        check.error("name-taken", f"`{var.text}` is a word of the deck", var, "take another name")
    elif check.scope.find(var.text) is not None:
        check.error("name-taken", f"`{var.text}` is a name of this file", var, "take another name")
    else:
        return True
    return False


def _body(check: Checker, node: tree.Quantifier, fn: QuantifierWord | None) -> core.Expr | None:
    if fn is None:
        return check.infer(node.body)
    return check.expect(node.body, FLAG if fn.body is Kind.FLAG else FRACTION)


def _result(fn: QuantifierWord, domain: core.Expr, element: Type, body: core.Expr) -> Type:
    if fn.result == "flag":
        return FLAG
    if fn.result == "number":
        return replace(NUMBER, fraction=body.type.fraction)
    if fn.result == "element":
        return element
    return SEATS if names.is_groups(domain) else replace(domain.type, many=True)
