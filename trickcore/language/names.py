"""Resolves names: symbols of the wanted domain, locals, the file's names, the language's words, the deck's words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Span
from trickcore.diagnostics.words import quote
from trickcore.language import calls, core, literals, tree
from trickcore.language.core import Home
from trickcore.language.messages import name_list, nearest
from trickcore.language.scope import Context, Name
from trickcore.language.signatures import CONTEXT_PHRASES, Word, functions, quantifiers, words
from trickcore.language.traps import HABITS
from trickcore.language.types import CARDS, FLAG, RANK, SEAT, SEATS, Kind, Type

if TYPE_CHECKING:
    from trickcore.language.check import Checker


def name(check: Checker, node: tree.Name, hint: Type | None) -> core.Expr | None:
    """A bare name."""
    if hint is not None and hint.kind is Kind.SYMBOL and node.name in hint.symbols and node.name != "none":
        return core.Symbol(Type(Kind.SYMBOL, symbols=hint.symbols), check.span(node), node.name)
    if node.name in check.scope.locals:
        return core.Get(check.scope.locals[node.name], check.span(node), Home.LOCAL, node.name)
    if (known := check.scope.find(node.name)) is not None:
        return _user_name(check, node, known)
    if (word := words.get(node.name)) is not None:
        return _word(check, node, word, hint)
    if node.name in check.scope.deck.words:
        return deck_word(check, node, hint)
    unknown(check, node, node.name, hint)
    return None


def is_known(check: Checker, text: str) -> bool:
    """Whether a bare name means something whatever type is wanted."""
    scope = check.scope
    return text in scope.locals or text in words or text in scope.deck.words or scope.find(text) is not None


def call(check: Checker, node: tree.Call, _hint: Type | None) -> core.Expr | None:
    """A name with brackets: a function, a table, a definition with parameters, or a value with its owner."""
    text = node.name.text
    known = None if text in check.scope.locals else check.scope.find(text)
    if known is not None:
        return calls.user_call(check, node, known)
    if text in functions and text not in check.scope.locals:
        return calls.function_call(check, node, functions[text])
    word = words.get(text)
    if word is not None and word.per and text not in check.scope.locals:
        return owned(check, node, Home.WORD, word.type, word.needs)
    calls.unknown_call(check, node)
    return None


# ------------------------------------------------------------------------------------------------ the file's names


def _user_name(check: Checker, node: tree.Name, known: Name) -> core.Expr | None:
    if known.broken:
        return None
    if known.parameters is not None:
        sample = ", ".join("…" for _ in known.parameters)
        check.error("missing-argument", f"`{node.name}` needs an argument", node, f"write `{node.name}({sample})`")
        return None
    return bare(check, node, known.home, known.type, known.per, known.needs)


def bare(check: Checker, node: tree.Name, home: Home, type_: Type, per: str, needs: frozenset[str]) -> core.Expr | None:
    """A name without brackets: mine, where it is somebody's."""
    span = check.span(node)
    if not per:
        return core.Get(type_, span, home, node.name) if in_context(check, node, node.name, needs) else None
    if not in_context(check, node, node.name, needs - {Context.SEAT}):
        return None
    if Context.SEAT not in check.scope.contexts:
        hint = f"say it: `{node.name}(dealer)`, or go through seats: `{node.name}(s) … for s in seats`"
        check.error("whose", f"whose `{node.name}`? There is no `me` {_here(check)}", node, hint)
        return None
    return core.Get(type_, span, home, node.name, mine(per, span))


def mine(per: str, span: Span) -> core.Expr:
    """The owner of what is mine: my side for what is a side's, else me."""
    return core.Get(SEATS, span, Home.WORD, "us") if per == "side" else core.Get(SEAT, span, Home.WORD, "me")


def owned(check: Checker, node: tree.Call, home: Home, type_: Type, needs: frozenset[str]) -> core.Expr | None:
    """A name with its owner in brackets."""
    known = in_context(check, node.name, node.name.text, needs - {Context.SEAT})
    if len(node.args) != 1:
        message = f"`{node.name.text}` takes one argument: whose it is"
        check.error("wrong-arguments", message, node, f"write `{node.name.text}(me)`")
        return None
    owner = seats_of(check, node.args[0])
    return core.Get(type_, check.span(node), home, node.name.text, owner) if known and owner is not None else None


def seats_of(check: Checker, node: tree.Node) -> core.Expr | None:
    """An owner: a seat or seats."""
    expr = check.infer(node, SEATS)
    if expr is None or expr.type.kind is Kind.SEAT:
        return expr
    return check.coerce(expr, SEATS, node)


def in_context(check: Checker, node: tree.Node | tree.Token, text: str, needs: frozenset[str]) -> bool:
    """Whether a name is known in this position; a finding if not."""
    missing = needs - check.scope.contexts
    if not missing:
        return True
    phrases = [phrase for context, phrase in CONTEXT_PHRASES.items() if context in missing]
    check.error("wrong-context", f"`{text}` is known {phrases[-1]}, and not {_here(check)}", node)
    return False


def _here(check: Checker) -> str:
    return f"in {check.scope.place}" if check.scope.place else "here"


def groups(check: Checker, node: tree.Name) -> core.Expr | None:
    """`teams` or `sides`, where groups of seats may stand; None for any other name."""
    word = words.get(node.name)
    if word is None or not word.groups or node.name in check.scope.locals or check.scope.find(node.name) is not None:
        return None
    in_context(check, node, node.name, word.needs)  # reported, and gone on with: the rest can still be checked
    return core.Get(word.type, check.span(node), Home.WORD, node.name)


def is_groups(expr: core.Expr) -> bool:
    """Whether an expression is `teams` or `sides`."""
    return isinstance(expr, core.Get) and expr.home is Home.WORD and words[expr.name].groups


# ------------------------------------------------------------------------------------------------ words


def _word(check: Checker, node: tree.Name, word: Word, hint: Type | None) -> core.Expr | None:
    span = check.span(node)
    if word.name in ("true", "false"):
        return core.Flag(FLAG, span, word.name == "true")
    if word.name == "none":
        return core.Empty(CARDS if hint is None or hint.kind in (Kind.NUMBER, Kind.FLAG) else hint, span)
    if word.name == "any":
        return core.DeckWord(CARDS, span, "any")
    if word.groups:
        hint_text = f"go through them: `… for x in {word.name}`; all seats are `seats`"
        check.error("only-to-go-through", f"`{word.name}` are groups of seats, not a set of seats", node, hint_text)
        return None
    type_ = replace(word.type, symbols=check.scope.contracts) if word.name == "contracts" else word.type
    return bare(check, node, Home.WORD, type_, word.per, word.needs)


def deck_word(check: Checker, node: tree.Name, hint: Type | None) -> core.Expr:
    """A word of the deck: suits, the cards of a rank, a card without a suit."""
    kind, value = check.scope.deck.words[node.name]
    if kind in ("suit", "suits"):
        return literals.suits(check, node, tuple(value), hint)
    if kind == "rank" and hint is not None and hint.kind is Kind.RANK:
        return core.Ranks(RANK, check.span(node), (value,))
    return core.DeckWord(CARDS, check.span(node), node.name)


# ------------------------------------------------------------------------------------------------ unknown names


def unknown(check: Checker, node: tree.Node | tree.Token, text: str, hint: Type | None) -> None:
    """Report a name that means nothing here, with what comes close."""
    if hint is not None and hint.kind is Kind.SYMBOL and hint.symbols:
        near = nearest(text, [*hint.symbols, *_all_names(check)])
        check.error("unknown-name", f"{quote(text)} is none of {name_list(hint.symbols)}, and no name", node, near)
        return
    if text in quantifiers or text in functions:
        check.error("missing-argument", f"`{text}` is a function", node, f"write `{text}(…)`")
        return
    near = nearest(text, _all_names(check))
    check.error("unknown-name", f"there is no name {quote(text)}", node, HABITS.get(text) or near)


def _all_names(check: Checker) -> Iterable[str]:
    return [*check.scope.locals, *check.scope.names(), *words, *check.scope.deck.words]
