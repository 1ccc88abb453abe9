"""Makes a node of the syntax tree from the parts that the parser has recognised; one function per node name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trickcore.language import tree

Builder = Callable[[list[Any], int, int], Any]


def _name(parts: list[Any], start: int, end: int) -> tree.Name:
    return tree.Name(start, end, parts[0].text)


def _call(parts: list[Any], start: int, end: int) -> tree.Call:
    return tree.Call(start, end, parts[0], tuple(parts[1:]))


def _quantifier(parts: list[Any], start: int, end: int) -> tree.Quantifier:
    fn, body, var, order, domain, *test = parts
    return tree.Quantifier(start, end, fn, body, var, order.kind == "FROM", domain, test[0] if test else None)


def _cards(parts: list[Any], start: int, end: int) -> tree.Cards:
    return tree.Cards(start, end, tuple(parts))


def _figures(parts: list[Any], start: int, end: int) -> tree.Node:
    if len(parts) == 1 and parts[0].kind == "INT":
        return tree.Number(start, end, parts[0].text)
    return tree.Ranks(start, end, tuple(parts))


def _ranks_of(parts: list[Any], start: int, end: int) -> tree.RanksOf:
    return tree.RanksOf(start, end, tuple(parts[:-2]), parts[-1])


def _prefixed(parts: list[Any], start: int, end: int) -> tree.Prefixed:
    return tree.Prefixed(start, end, *parts)


def _operation(parts: list[Any], start: int, end: int) -> tree.Operation:
    if len(parts) == 4:  # `not in`
        parts[1:3] = [tree.Token("NOT", "not in", parts[1].start, parts[2].end)]
    left, op, right = parts
    return tree.Operation(start, end, op, left, right)


def _choice(parts: list[Any], start: int, end: int) -> tree.Choice:
    return tree.Choice(start, end, parts[0], parts[1], parts[2] if len(parts) == 3 else None)


def _range(parts: list[Any], start: int, end: int) -> tree.Range:
    return tree.Range(start, end, *parts)


def _only(parts: list[Any], _start: int, _end: int) -> Any:
    return parts[0]


def _who(parts: list[Any], start: int, end: int) -> tree.Who:
    return tree.Who(start, end, parts[0], parts[-1] if len(parts) == 3 else None)


def _item(parts: list[Any], start: int, end: int) -> tree.Item:
    return tree.Item(start, end, parts[0], parts[1] if len(parts) == 2 else None)


def _items(parts: list[Any], start: int, end: int) -> tree.Items:
    return tree.Items(start, end, tuple(parts))


def _plus(parts: list[Any], start: int, end: int) -> tree.Plus:
    return tree.Plus(start, end, parts[1], parts[2])


def _minus(parts: list[Any], start: int, end: int) -> tree.Minus:
    return tree.Minus(start, end, parts[1])


def _deck(parts: list[Any], start: int, end: int) -> tree.Deck:
    copies = parts[0] if parts[0].kind == "INT" else None
    name, size, *rest = parts[2:] if copies else parts
    return tree.Deck(start, end, copies, name, size, tuple(rest))


def _variable_type(parts: list[Any], start: int, end: int) -> tree.VariableType:
    return tree.VariableType(start, end, len(parts) == 3, parts[-1])


def _variable(parts: list[Any], start: int, end: int) -> tree.Variable:
    type_, *rest = parts
    per = rest.pop(1) if rest and isinstance(rest[0], tree.Token) else None
    initial = rest[-1] if rest and not isinstance(rest[-1], tree.Token) else None
    return tree.Variable(start, end, type_, per, initial)


def _target(parts: list[Any], start: int, end: int) -> tree.Target:
    return tree.Target(start, end, parts[0], parts[1] if len(parts) == 2 else None)


def _parameter(parts: list[Any], start: int, end: int) -> tree.Parameter:
    return tree.Parameter(start, end, parts[0] if len(parts) == 2 else None, parts[-1])


def _head(parts: list[Any], start: int, end: int) -> tree.Head:
    return tree.Head(start, end, parts[0], tuple(parts[1:]) if len(parts) > 1 else None)


BUILDERS: dict[str, Builder] = {
    "name": _name,
    "call": _call,
    "quantifier": _quantifier,
    "cards": _cards,
    "figures": _figures,
    "ranks_of": _ranks_of,
    "prefixed": _prefixed,
    "operation": _operation,
    "choice": _choice,
    "range": _range,
    "expression": _only,
    "domain": _only,
    "who": _who,
    "one_item": _item,
    "span_item": _item,
    "items": _items,
    "plus": _plus,
    "minus": _minus,
    "deck": _deck,
    "variable_type": _variable_type,
    "variable": _variable,
    "target": _target,
    "parameter": _parameter,
    "head": _head,
}
