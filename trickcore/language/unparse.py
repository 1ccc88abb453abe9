"""Writes a syntax tree as text, with no brackets but those that are needed. Parsing the text gives the tree again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from trickcore.language import tree

#: How tightly the operators bind, as the grammar has them.
_CHOICE, _OR, _AND, _NOT, _COMPARE, _SUM, _TERM, _FACTOR, _ATOM = range(9)

_BINARY: dict[str, tuple[int, int, int]] = {"OR": (_OR, _OR, _AND), "AND": (_AND, _AND, _NOT)}  # itself, left, right
_BINARY |= dict.fromkeys(("EQ", "NE", "LE", "GE", "LT", "GT", "IN", "NOT", "MEETS"), (_COMPARE, _SUM, _SUM))
_BINARY |= dict.fromkeys(("PLUS", "MINUS"), (_SUM, _SUM, _TERM))
_BINARY |= dict.fromkeys(("TIMES", "DIV", "SLASH", "MOD", "BOTH"), (_TERM, _TERM, _FACTOR))


def unparse(node: tree.Node) -> str:
    """The text of a tree.

    >>> from trickcore.language.parser import parse
    >>> unparse(parse("((a+b)*c)if(x)else  K  Q of(trump)", "expression"))
    '(a + b) * c if x else K Q of trump'
    """
    return _at(node, _CHOICE)


def _at(node: tree.Node, level: int) -> str:
    """The text of a node where the grammar wants one that binds at least so tightly."""
    text, own = _WRITERS[type(node)](node)
    return text if own >= level else f"({text})"


def _words(tokens: Iterable[tree.Token]) -> str:
    return " ".join(token.text for token in tokens)


def _number(node: tree.Number) -> tuple[str, int]:
    return node.digits, _ATOM


def _name(node: tree.Name) -> tuple[str, int]:
    return node.name, _ATOM


def _cards(node: tree.Cards | tree.Ranks) -> tuple[str, int]:
    return _words(node.tokens), _ATOM


def _ranks_of(node: tree.RanksOf) -> tuple[str, int]:
    return f"{_words(node.ranks)} of {_at(node.of, _ATOM)}", _ATOM


def _call(node: tree.Call) -> tuple[str, int]:
    return f"{node.name.text}({', '.join(_at(arg, _CHOICE) for arg in node.args)})", _ATOM


def _quantifier(node: tree.Quantifier) -> tuple[str, int]:
    domain = _range(node.domain)[0] if isinstance(node.domain, tree.Range) else _at(node.domain, _OR)
    test = f" if {_at(node.test, _OR)}" if node.test is not None else ""
    order = "from" if node.in_turn else "in"
    return f"{node.fn.text}({_at(node.body, _CHOICE)} for {node.var.text} {order} {domain}{test})", _ATOM


def _prefixed(node: tree.Prefixed) -> tuple[str, int]:
    if node.op.kind == "NOT":
        return f"not {_at(node.arg, _NOT)}", _NOT
    return f"-{_at(node.arg, _FACTOR)}", _FACTOR


def _operation(node: tree.Operation) -> tuple[str, int]:
    own, left, right = _BINARY[node.op.kind]
    return f"{_at(node.left, left)} {node.op.text} {_at(node.right, right)}", own


def _choice(node: tree.Choice) -> tuple[str, int]:
    other = f" else {_at(node.other, _CHOICE)}" if node.other is not None else ""
    return f"{_at(node.then, _OR)} if {_at(node.test, _OR)}{other}", _CHOICE


def _range(node: tree.Range) -> tuple[str, int]:
    return f"{_at(node.low, _SUM)}..{_at(node.high, _SUM)}", _CHOICE


def _who(node: tree.Who) -> tuple[str, int]:
    start = f" from {_at(node.from_, _CHOICE)}" if node.from_ is not None else ""
    return _at(node.seats, _CHOICE) + start, _CHOICE


def _items(node: tree.Items) -> tuple[str, int]:
    return " ".join(i.first.text + (f"..{i.last.text}" if i.last else "") for i in node.items), _CHOICE


def _deck(node: tree.Deck) -> tuple[str, int]:
    text = f"{node.copies.text} x " if node.copies else ""
    text += f"{node.name.text} {node.size.text}"
    for part in node.parts:
        if isinstance(part, tree.Plus):
            text += f" + {part.count.text} {part.card.text}"
        else:
            text += f" - {_at(part.cards, _ATOM)}"
    return text, _CHOICE


def _variable(node: tree.Variable) -> tuple[str, int]:
    text = ("set of " if node.type.many else "") + node.type.name.text
    text += f" per {node.per.text}" if node.per else ""
    return text + (f" = {_at(node.initial, _CHOICE)}" if node.initial is not None else ""), _CHOICE


def _target(node: tree.Target) -> tuple[str, int]:
    return node.name.text + (f"({_at(node.owner, _CHOICE)})" if node.owner is not None else ""), _CHOICE


def _head(node: tree.Head) -> tuple[str, int]:
    parameters = ", ".join((f"{p.type.text} " if p.type else "") + p.name.text for p in node.parameters or ())
    return node.name.text + (f"({parameters})" if node.parameters else ""), _CHOICE


_WRITERS: dict[type[tree.Node], Callable[[Any], tuple[str, int]]] = {
    tree.Number: _number,
    tree.Name: _name,
    tree.Cards: _cards,
    tree.Ranks: _cards,
    tree.RanksOf: _ranks_of,
    tree.Call: _call,
    tree.Quantifier: _quantifier,
    tree.Prefixed: _prefixed,
    tree.Operation: _operation,
    tree.Choice: _choice,
    tree.Range: _range,
    tree.Who: _who,
    tree.Items: _items,
    tree.Deck: _deck,
    tree.Variable: _variable,
    tree.Target: _target,
    tree.Head: _head,
}
