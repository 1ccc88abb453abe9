"""What each kind of expression gives where the values inside it are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.compiler.known import (
    NUMBERS,
    PLAIN_FUNCTIONS,
    SETS,
    Env,
    Known,
    NotStaticError,
    is_groups,
    names_of,
    quantified,
    renamed,
    sum_masks,
    table_entry,
    turned,
)
from trickcore.compiler.static_words import FUNCTIONS, WORDS
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.queries import unset_differs
from trickcore.language.types import Kind
from trickcore.program.masks import element, elements

if TYPE_CHECKING:
    from trickcore.compiler.static import Static


def _literal(_s: Static, expr: core.Number | core.Flag, _env: Env) -> Known:
    return expr.value


def _empty(_s: Static, expr: core.Empty, _env: Env) -> Known:
    return False if expr.type.kind is Kind.FLAG else 0


def _symbol(_s: Static, expr: core.Symbol, _env: Env) -> Known:
    return 1 << expr.type.symbols.index(expr.name)


def _cards(s: Static, expr: core.Cards, _env: Env) -> Known:
    return sum_masks(s.setting.deck.by_name.get(name, 0) for name in expr.names)


def _suits(s: Static, expr: core.Suits, _env: Env) -> Known:
    if expr.type.kind is Kind.SYMBOL:
        return sum(1 << expr.type.symbols.index(glyph) for glyph in expr.glyphs)
    return sum(1 << s.setting.deck.suits.index(glyph) for glyph in expr.glyphs)


def _ranks(s: Static, expr: core.Ranks, _env: Env) -> Known:
    return sum(1 << s.setting.deck.ranks.index(rank) for rank in expr.ranks)


def _ranks_of(s: Static, expr: core.RanksOf, env: Env) -> Known:
    deck, of = s.setting.deck, s.mask(expr.of, env)
    printed = sum_masks(deck.by_rank[deck.ranks.index(rank)] for rank in expr.ranks)
    if expr.of.type.kind is Kind.SUIT:
        of = sum_masks(deck.by_suit[i] for i in elements(of))
    return printed & of


def _deck_word(s: Static, expr: core.DeckWord, _env: Env) -> Known:
    return s.setting.deck.word(expr.word)


def _unary(s: Static, expr: core.Unary, env: Env) -> Known:
    value = s.value(expr.arg, env)
    return -value if expr.op == "neg" else not value


def _binary(s: Static, expr: core.Binary, env: Env) -> Known:
    if expr.op in ("and", "or"):
        return _connective(s, expr, env)
    left, right = s.value(expr.left, env), s.value(expr.right, env)
    if expr.left.type.kind in (Kind.NUMBER, Kind.FLAG):
        return NUMBERS[expr.op](left, right)
    if expr.right.type.kind is Kind.NUMBER:  # seats so many places on
        return turned(int(left), int(right) if expr.op == "+" else -int(right), s.setting.players)
    if left == right == 0 and unset_differs(expr):
        return expr.op == "!="
    return SETS[expr.op](int(left), int(right))


def _connective(s: Static, expr: core.Binary, env: Env) -> Known:
    """`and`, `or`: one known side may settle it."""
    decides = expr.op == "or"
    left, right = s.known(expr.left, env), s.known(expr.right, env)
    if decides in (left, right):
        return decides
    if left is None or right is None:
        raise NotStaticError
    return not decides


def _if(s: Static, expr: core.If, env: Env) -> Known:
    test = s.known(expr.test, env)
    if test is not None:
        return s.value(expr.then if test else expr.other, env)
    then, other = s.value(expr.then, env), s.value(expr.other, env)
    if then != other:
        raise NotStaticError
    return then


def _convert(s: Static, expr: core.Convert, env: Env) -> Known:
    value = s.value(expr.arg, env)
    deck = s.setting.deck
    if expr.how == "cards of suit":
        return s.suit_cards(int(value), env)
    if expr.how == "cards of rank":
        return sum_masks(deck.by_rank[i] for i in elements(int(value)))
    if expr.how == "suits of domain":
        symbols = expr.arg.type.symbols
        return sum(1 << deck.suits.index(symbols[i]) for i in elements(int(value)) if symbols[i] in deck.suits)
    if expr.how == "symbol":
        return renamed(int(value), names_of(s.setting, expr.arg.type), expr.type.symbols)
    if expr.how == "one":
        return int(value) & -int(value)
    return value


def _quantifier(s: Static, expr: core.Quantifier, env: Env) -> Known:
    elements = s.elements(expr.domain, env)
    if expr.in_turn:
        start = element(s.mask(expr.domain, env))
        elements = [1 << (start + k) % s.setting.players for k in range(s.setting.players)] if start >= 0 else []
    found: list[tuple[Known, Known]] = []
    for one in elements:
        inner = replace(env, locals={**env.locals, expr.var: one})
        if expr.test is None or s.value(expr.test, inner):
            found.append((one, s.value(expr.body, inner)))
    return quantified(expr.fn, found)


def _get(s: Static, expr: core.Get, env: Env) -> Known:
    if expr.home is Home.LOCAL:
        value = env.locals.get(expr.name)
        if value is None:
            raise NotStaticError
        return value
    if expr.home is Home.OPTION:
        return _option(s, expr)
    if expr.home is Home.SEAT:
        return 1 << s.setting.rules.seats.index(expr.name)
    if expr.home is Home.DEFINITION:
        return _definition(s, expr.name, expr.owner, (), env)
    if expr.home is Home.WORD and expr.name in WORDS:
        return WORDS[expr.name](s, expr, env)
    raise NotStaticError


def _option(s: Static, expr: core.Get) -> Known:
    value = s.setting.options[expr.name]
    return 1 << expr.type.symbols.index(value) if isinstance(value, str) else value


def _definition(s: Static, name: str, owner: Expr | None, args: tuple[Expr, ...], env: Env) -> Known:
    return s.value(*definition_at(s, name, owner, args, env))


def definition_at(s: Static, name: str, owner: Expr | None, args: tuple[Expr, ...], env: Env) -> tuple[Expr, Env]:
    """The body of a definition that is in force where it is used, and what is known in it."""
    for condition, definition in s.layers.definition(name):
        if condition is None or s.value(condition, env):
            given = [s.known(arg, env) for arg in args]
            me = env.me if owner is None else s.known(owner, env)
            names = [name for name, _ in definition.parameters]
            inner = replace(env, me=None if me is None else int(me), locals=dict(zip(names, given, strict=True)))
            if definition.per == "seat" and me is not None and int(me).bit_count() != 1:
                raise NotStaticError  # of several seats or none: `emit` lifts it
            return definition.body, inner
    raise NotStaticError


def _call(s: Static, expr: core.Call, env: Env) -> Known:
    if expr.home is Home.DEFINITION:
        return _definition(s, expr.name, expr.owner, expr.args, env)
    if expr.home is Home.TABLE:
        return _table(s, expr, env)
    if expr.name in PLAIN_FUNCTIONS:
        return PLAIN_FUNCTIONS[expr.name](*(s.value(arg, env) for arg in expr.args))
    if expr.name == "count" and is_groups(expr.args[0]):
        return len(s.elements(expr.args[0], env))
    if expr.name in FUNCTIONS:
        return FUNCTIONS[expr.name](s, [int(s.value(arg, env)) for arg in expr.args], env)
    raise NotStaticError


def _table(s: Static, expr: core.Call, env: Env) -> Known:
    """A look-up with a known key."""
    table, key = s.setting.rules.tables[expr.name], s.value(expr.args[0], env)
    found = table_entry(table, key, names_of(s.setting, expr.args[0].type))
    return s.value(found, env) if found is not None else 0


NODES: Mapping[type[Expr], Callable[..., Known]] = {
    core.Number: _literal,
    core.Flag: _literal,
    core.Symbol: _symbol,
    core.Empty: _empty,
    core.Cards: _cards,
    core.Suits: _suits,
    core.Ranks: _ranks,
    core.RanksOf: _ranks_of,
    core.DeckWord: _deck_word,
    core.Unary: _unary,
    core.Binary: _binary,
    core.If: _if,
    core.Convert: _convert,
    core.Quantifier: _quantifier,
    core.Get: _get,
    core.Call: _call,
}
