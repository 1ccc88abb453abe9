"""The conditions that an author writes inside an expression: `x if c else y`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from trickcore.compiler.layers import Layers, walk
from trickcore.language.core import Call, Convert, Empty, Expr, Get, Home, If, Number


def conditions(part: object) -> list[Expr]:
    """The conditions of all choices in a part of a rule file, in the order written."""
    return [node.test for node in walk(part) if isinstance(node, If)]


def parts(expr: Expr) -> list[Expr]:
    """The expressions that an expression is made of."""
    found: list[Expr] = []
    for one in fields(expr):
        part = getattr(expr, one.name)
        found += [inner for inner in (part if isinstance(part, tuple) else (part,)) if isinstance(inner, Expr)]
    return found


def leaves(expr: Expr) -> Iterator[Expr]:
    """What a number may come to: itself, or what stands behind each of its conditions, but for a plain nothing."""
    if isinstance(expr, Convert):
        yield from leaves(expr.arg)
    elif isinstance(expr, If):
        yield from leaves(expr.then)
        yield from leaves(expr.other)
    elif not is_nothing(expr):
        yield expr


def is_nothing(expr: Expr) -> bool:
    """Whether an expression is nothing, or 0, as it is written or because `else` is left out."""
    return isinstance(expr, Empty) or (isinstance(expr, Number) and not expr.value)


def definitions_in(part: object) -> set[str]:
    """The definitions that a part of a rule file names."""
    nodes = (node for node in walk(part) if isinstance(node, Get | Call))
    return {node.name for node in nodes if node.home is Home.DEFINITION}


@dataclass(slots=True)
class Choices:
    """Which expressions hold a condition of a choice, in themselves or in the definitions that they use."""

    _found: dict[int, tuple[Expr, bool]] = field(default_factory=dict)  # by id; the node is kept, so that it is its own
    _definitions: dict[str, bool] = field(default_factory=dict)

    def hold(self, expr: Expr, layers: Layers) -> bool:
        """Whether there is a condition to be looked at."""
        known = self._found.get(id(expr))
        if known is None:
            holds = any(isinstance(node, If) for node in walk(expr)) or self._any(definitions_in(expr), layers)
            known = self._found[id(expr)] = (expr, holds)
        return known[1]

    def _any(self, names: set[str], layers: Layers) -> bool:
        """Whether one of these definitions, or one that they use, holds a condition. None uses itself."""
        for name in sorted(names - self._definitions.keys()):
            self._definitions[name] = any(self.hold(text.body, layers) for _, text in layers.definition(name))
        return any(self._definitions[name] for name in names)
