"""Checks what stands with brackets: functions of the language, tables and definitions of the file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.diagnostics.words import quote
from trickcore.language import core, names, tree
from trickcore.language.core import Home
from trickcore.language.messages import nearest, type_words
from trickcore.language.scope import Context, Name
from trickcore.language.signatures import Function, functions, quantifiers, words
from trickcore.language.traps import HABITS
from trickcore.language.types import Kind, Type

if TYPE_CHECKING:
    from trickcore.language.check import Checker


def user_call(check: Checker, node: tree.Call, known: Name) -> core.Expr | None:
    """A table, a definition with parameters, or a value of the file with its owner."""
    if known.broken:
        for arg in node.args:  # its own mistakes are found all the same
            check.infer(arg)
        return None
    if known.parameters is None:
        if known.per:
            return names.owned(check, node, known.home, known.type, known.needs)
        _not_applicable(check, node)
        return None
    return _applied(check, node, known, known.parameters)


def _applied(check: Checker, node: tree.Call, known: Name, parameters: tuple[Type, ...]) -> core.Expr | None:
    """Arguments, and after them perhaps whose it is."""
    with_owner = bool(known.per) and len(node.args) == len(parameters) + 1
    if len(node.args) != len(parameters) and not with_owner:
        _wrong_number(check, node, len(parameters))
        return None
    loose = known.home is Home.TABLE
    args = [check.expect(arg, type_, loose) for arg, type_ in zip(node.args, parameters, strict=False)]
    owner: core.Expr | None = None
    if known.per:
        owner = _owner(check, node, known, with_owner)
        if owner is None:
            return None
    elif not names.in_context(check, node.name, node.name.text, known.needs):
        return None
    good = tuple(arg for arg in args if arg is not None)
    if len(good) < len(args):
        return None
    return core.Call(known.type, check.span(node), known.home, known.name, good, owner)


def _owner(check: Checker, node: tree.Call, known: Name, given: bool) -> core.Expr | None:
    if not names.in_context(check, node.name, node.name.text, known.needs - {Context.SEAT}):
        return None
    if given:
        return names.seats_of(check, node.args[-1])
    if Context.SEAT not in check.scope.contexts:
        message = f"whose `{node.name.text}`? There is no `me` here"
        check.error("whose", message, node, "say it behind the other arguments: `(…, dealer)`")
        return None
    return names.mine(known.per, check.span(node.name))


# ------------------------------------------------------------------------------------------------ functions


def function_call(check: Checker, node: tree.Call, function: Function) -> core.Expr | None:
    """A function of the signature table."""
    wanted = len(function.parameters)
    if len(node.args) < wanted or (len(node.args) > wanted and not function.several):
        _wrong_number(check, node, wanted)
        return None
    known = names.in_context(check, node.name, function.name, function.needs)
    args = []
    for index, arg in enumerate(node.args):
        type_ = function.parameters[min(index, wanted - 1)].type
        args.append(_any_set(check, arg) if type_ is None else check.expect(arg, type_))
    good = tuple(arg for arg in args if arg is not None)
    if not known or len(good) < len(args):
        return None
    return core.Call(_result(check, function, good), check.span(node), Home.FUNCTION, function.name, good)


def _result(check: Checker, function: Function, args: tuple[core.Expr, ...]) -> Type:
    if function.result == "number":
        return replace(function.type, fraction=any(arg.type.fraction for arg in args))
    if function.result == "value":
        return replace(function.type, fraction=check.scope.fractions)
    if function.result in ("melds", "classes"):
        return replace(function.type, symbols=check.scope.melds if function.result == "melds" else check.scope.classes)
    return function.type


def _any_set(check: Checker, node: tree.Node) -> core.Expr | None:
    """The argument of `count`: any set, or the groups."""
    if isinstance(node, tree.Name) and (groups := names.groups(check, node)) is not None:
        return groups
    expr = check.infer(node)
    if expr is not None and expr.type.kind in (Kind.NUMBER, Kind.FLAG) and not expr.type.many:
        hint = "for how many it holds is `count(condition for x in set)`" if expr.type.kind is Kind.FLAG else ""
        check.error("wrong-type", f"a set wanted, {type_words(expr.type)} found", node, hint)
        return None
    return expr


# ------------------------------------------------------------------------------------------------ mistakes


def _wrong_number(check: Checker, node: tree.Call, wanted: int) -> None:
    text = node.name.text
    count = "no argument" if not wanted else "one argument" if wanted == 1 else f"{wanted} arguments"
    sample = "…" if text not in functions else ", ".join(p.name for p in functions[text].parameters)
    check.error(
        "wrong-arguments", f"`{text}` takes {count}; here are {len(node.args)}", node, f"write `{text}({sample})`"
    )


def _not_applicable(check: Checker, node: tree.Call) -> None:
    text = node.name.text
    check.error("not-a-function", f"`{text}` is nobody's and takes no brackets", node, f"write `{text}`")


def unknown_call(check: Checker, node: tree.Call) -> None:
    """Report brackets behind what is no function."""
    text = node.name.text
    if text in quantifiers:
        one = quantifiers[text]
        body = "condition" if one.body is Kind.FLAG else "number"
        hint = f"write `{text}({body} for x in set)`"
        check.error("wrong-arguments", f"`{text}` goes through a set", node, hint)
    elif text in check.scope.deck.words:
        hint = f"those among cards are `{text} & hand`"
        check.error("not-a-function", f"`{text}` is a word of the deck and takes no brackets", node, hint)
    elif text in words or text in check.scope.locals:
        _not_applicable(check, node)
    else:
        owned = [word for word in words if words[word].per]
        near = nearest(text, [*functions, *quantifiers, *owned, *check.scope.names()])
        check.error("unknown-name", f"there is no function {quote(text)}", node.name, HABITS.get(text) or near)
