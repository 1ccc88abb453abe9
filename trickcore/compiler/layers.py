"""Which text of a law or definition holds: overlays over the base, the last one first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from trickcore.language.core import Call, Expr, Get, Home
from trickcore.rules.model import Assign, Definition, Layer, Rules

#: The laws that say what cards are worth; all others are laws of the play.
CARD_LAWS = ("trumps", "suits", "order", "equals", "values")


class Layers:
    """The layers of a rule file, with conditions that are known settled."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.stack: list[tuple[Expr | None, Layer]] = [(o.condition, o.layer) for o in reversed(rules.overlays)]
        self.stack.append((None, rules.base))
        self.assigned = assigned_words(rules)

    def settle(self, known: Callable[[Expr], object]) -> None:
        """Drop overlays whose condition is known to be false, and the condition of those that always hold."""
        settled: list[tuple[Expr | None, Layer]] = []
        for condition, layer in self.stack:
            holds = True if condition is None else known(condition)
            if holds is None:
                settled.append((condition, layer))
            elif holds:
                settled.append((None, layer))
        self.stack = settled

    def law(self, name: str) -> list[tuple[Expr | None, Any]]:
        """The texts of a law with their conditions: the first whose condition holds is in force."""
        found: list[tuple[Expr | None, Any]] = []
        for condition, layer in self.stack:
            text = getattr(layer, name)
            if text is not None:
                found.append((condition, text))
                if condition is None:
                    break
        return found

    def has(self, name: str) -> bool:
        """Whether any layer speaks of the law."""
        return any(getattr(layer, name) is not None for _, layer in self.stack)

    def definition(self, name: str) -> list[tuple[Expr | None, Definition]]:
        """The texts of a definition, as for a law."""
        found: list[tuple[Expr | None, Definition]] = []
        for condition, layer in self.stack:
            if name in layer.definitions:
                found.append((condition, layer.definitions[name]))
                if condition is None:
                    break
        return found


def walk(part: object) -> list[object]:
    """Everything that a part of a rule file is made of, itself included; in the order written."""
    found: list[object] = []
    names: dict[type, list[str]] = {}  # the fields of each kind of part that may hold further parts, the last first
    todo: list[object] = [part]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple | list):
            todo += reversed(one)
        elif is_dataclass(one) and not isinstance(one, type):
            found.append(one)
            if type(one) not in names:
                names[type(one)] = [f.name for f in reversed(fields(one)) if f.name not in ("span", "type")]
            todo += [getattr(one, name) for name in names[type(one)]]
        elif hasattr(one, "values") and hasattr(one, "items"):
            todo += reversed(list(one.values()))
    return found


def names_read(parts: Sequence[object]) -> frozenset[str]:
    """Names of words and functions of the language that these parts mention."""
    return frozenset(
        node.name
        for node in walk(list(parts))
        if (isinstance(node, Get) and node.home is Home.WORD) or (isinstance(node, Call) and node.home is Home.FUNCTION)
    )


def words_reached(nodes: Iterable[object], layers: Layers) -> frozenset[str]:
    """Names of words that these nodes are, or that stand in definitions that they use, and so on."""
    words: set[str] = set()
    used: set[str] = set()
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if isinstance(node, Get) and node.home is Home.WORD:
            words.add(node.name)
        elif isinstance(node, Get | Call) and node.home is Home.DEFINITION and node.name not in used:
            used.add(node.name)
            todo += walk([text.body for _, text in layers.definition(node.name)])
    return frozenset(words)


def assigned_words(rules: Rules) -> frozenset[str]:
    """Words of the language that some step sets, such as `playing`."""
    targets = (node.target for node in walk(rules) if isinstance(node, Assign))
    return frozenset(target.name for target in targets if target.home is Home.WORD)
