"""Checks a syntax tree: names, owners, types, contexts. Each mistake gives one finding; what depends on it none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.language import core, literals, names, operators, quantify, tree
from trickcore.language.convert import convert
from trickcore.language.messages import conversion_hint, type_words
from trickcore.language.scope import Scope
from trickcore.language.types import Kind, Type
from trickcore.source.nodes import Scalar


class Checker:
    """Checks the text of one scalar. Each method gives None where it has reported something (or met a broken name)."""

    def __init__(self, scalar: Scalar, scope: Scope, found: Diagnostics) -> None:
        self.scalar, self.scope, self.found = scalar, scope, found
        self.depth = 0  # quantifiers around the node

    # ------------------------------------------------------------------ reporting

    def span(self, node: tree.Node | tree.Token) -> Span:
        """The place of a node in the file."""
        return self.scalar.locate(node.start, node.end)

    def text(self, node: tree.Node) -> str:
        """The text of a node, for messages."""
        text = " ".join(self.scalar.text[node.start : node.end].split())
        return text if len(text) <= 40 else text[:39] + "…"

    def error(self, code: str, message: str, node: tree.Node | tree.Token, hint: str = "") -> None:
        """Report an error at a node."""
        self.found.error(code, message, self.span(node), hint)

    # ------------------------------------------------------------------ types

    def infer(self, node: tree.Node, hint: Type | None = None) -> core.Expr | None:
        """The checked node. `hint`: the type that is wanted, which decides what literals and symbols mean."""
        return _RULES[type(node)](self, node, hint)

    def expect(self, node: tree.Node, want: Type, loose: bool = False) -> core.Expr | None:
        """The checked node, brought to a type."""
        expr = self.infer(node, want)
        return None if expr is None else self.coerce(expr, want, node, loose)

    def coerce(self, expr: core.Expr, want: Type, node: tree.Node, loose: bool = False) -> core.Expr | None:
        """The expression brought to a type, or a finding."""
        result = convert(expr, want, self.scope.deck.suits, loose)
        if result is None:
            self._wrong(expr, want, node)
        return result

    def _wrong(self, expr: core.Expr, want: Type, node: tree.Node) -> None:
        if isinstance(expr, core.Empty):
            empty = "0" if want.kind is Kind.NUMBER else "false"
            hint = f"its empty value is `{empty}`; without `else` a choice gives that by itself"
            self.error("wrong-type", f"{type_words(want)} wanted, `none` found", node, hint)
        elif expr.type.kind is Kind.NUMBER and want.kind is Kind.NUMBER and expr.type.fraction:
            hint = "round it: `floor(…)` or `ceil(…)`, or divide with `//`"
            self.error("fraction", "a whole number wanted, a fraction found", node, hint)
        else:
            message = f"{type_words(replace(want, fraction=False))} wanted, {type_words(expr.type)} found"
            self.error("wrong-type", message, node, self._conversion(want, expr))

    def _conversion(self, want: Type, expr: core.Expr) -> str:
        if isinstance(expr, core.Number) and want.kind is Kind.CARD and str(expr.value) in self.scope.deck.ranks:
            return f"the cards of this rank are `{expr.value} of any`"
        words = self.scope.deck.words
        suits = [words.get(symbol, ("", ""))[0] for symbol in expr.type.symbols if symbol != "none"]
        if want.kind in (Kind.SUIT, Kind.CARD) and suits and set(suits) == {"suit"}:
            signs = ", ".join(words[symbol][1] for symbol in expr.type.symbols if symbol != "none")
            return f"these are names like any other; a choice of suits lists their signs: `[{signs}]`"
        return conversion_hint(want, expr.type)


_Rule = Callable[[Checker, Any, Type | None], core.Expr | None]

_RULES: dict[type[tree.Node], _Rule] = {
    tree.Number: literals.number,
    tree.Cards: literals.cards,
    tree.Ranks: literals.ranks,
    tree.RanksOf: literals.ranks_of,
    tree.Range: literals.range_,
    tree.Name: names.name,
    tree.Call: names.call,
    tree.Prefixed: operators.prefixed,
    tree.Operation: operators.operation,
    tree.Choice: operators.choice,
    tree.Quantifier: quantify.quantifier,
}
