"""Checks literals: numbers, cards, suits, ranks, ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.language import core, tree
from trickcore.language.convert import to_suits
from trickcore.language.messages import name_list, type_words
from trickcore.language.types import CARDS, NUMBER, RANK, RANKS, SUIT, SUITS, Kind, Type

if TYPE_CHECKING:
    from trickcore.language.check import Checker

_OUTLINES = dict(zip("♧♢♡♤☆", "♣♦♥♠★", strict=True))
_SELECTORS = "\ufe0e\ufe0f"


def number(check: Checker, node: tree.Number, hint: Type | None) -> core.Expr | None:
    """A numeral: a number, or a rank where one is wanted."""
    if hint is not None and hint.kind is Kind.RANK:
        letters = rank_letters(check, (tree.Token("INT", node.digits, node.start, node.end),))
        return None if letters is None else core.Ranks(RANK, check.span(node), letters)
    if hint is not None and hint.kind is Kind.SYMBOL and node.digits in hint.symbols:
        return core.Symbol(Type(Kind.SYMBOL, symbols=hint.symbols), check.span(node), node.digits)
    return core.Number(NUMBER, check.span(node), int(node.digits))


def rank_letters(check: Checker, tokens: tuple[tree.Token, ...]) -> tuple[str, ...] | None:
    """The ranks that tokens name, or a finding for each that the deck does not have."""
    known = check.scope.deck.ranks
    good = True
    numerals = len(tokens) > 1 and all(token.kind == "INT" for token in tokens)
    for token in tokens:
        if token.text not in known:
            hint = f"the ranks are {name_list(known)}"
            if numerals:
                hint = "numerals side by side are ranks; the arguments of a function are separated by commas"
            check.error("unknown-rank", f"this deck has no rank `{token.text}`", token, hint)
            good = False
    return tuple(token.text for token in tokens) if good else None


def suit_glyph(check: Checker, token: tree.Token) -> str | None:
    """The suit that a sign names, or a finding."""
    glyph = token.text.rstrip(_SELECTORS)
    known = check.scope.deck.suits
    if glyph in known:
        return glyph
    plain = _OUTLINES.get(glyph, "")
    hint = f"write `{plain}`" if plain in known else f"the suits are {name_list(known)}"
    check.error("unknown-suit", f"this deck has no suit `{glyph}`", token, hint)
    return None


def card_name(check: Checker, token: tree.Token) -> str | None:
    """The canonical name of a card, or a finding."""
    name = check.scope.deck.card(token.text)
    if name is None:
        check.error("unknown-card", f"this deck has no card `{token.text}`", token, _card_hint(check, token.text))
    return name


def _card_hint(check: Checker, text: str) -> str:
    bare = text.rstrip(_SELECTORS)
    rank, suit = bare[:-1], _OUTLINES.get(bare[-1], bare[-1])
    if rank not in check.scope.deck.ranks:
        return f"the ranks are {name_list(check.scope.deck.ranks)}"
    other = check.scope.deck.card(rank + suit)
    return f"write `{other}`" if other else f"the suits are {name_list(check.scope.deck.suits)}"


def cards(check: Checker, node: tree.Cards, hint: Type | None) -> core.Expr | None:
    """Cards, or suit signs, side by side."""
    kinds = {token.kind for token in node.tokens}
    if len(kinds) == 2:
        check.error("mixed-literal", "cards and suits stand side by side", node, "join them with `+`")
        return None
    if kinds == {"CARD"}:
        found = [card_name(check, token) for token in node.tokens]
        return None if None in found else core.Cards(CARDS, check.span(node), tuple(str(name) for name in found))
    glyphs = [suit_glyph(check, token) for token in node.tokens]
    return None if None in glyphs else suits(check, node, tuple(str(glyph) for glyph in glyphs), hint)


def suits(check: Checker, node: tree.Node, glyphs: tuple[str, ...], hint: Type | None) -> core.Expr:
    """Suits of the deck; one suit is a symbol where a domain that holds it is wanted."""
    if hint is not None and hint.kind is Kind.SYMBOL and len(glyphs) == 1 and glyphs[0] in hint.symbols:
        return core.Symbol(Type(Kind.SYMBOL, symbols=hint.symbols), check.span(node), glyphs[0])
    return core.Suits(SUIT if len(glyphs) == 1 else SUITS, check.span(node), glyphs)


def ranks(check: Checker, node: tree.Ranks, _hint: Type | None) -> core.Expr | None:
    """Rank letters: ranks, or (by conversion) their cards."""
    letters = rank_letters(check, node.tokens)
    return None if letters is None else core.Ranks(RANK if len(letters) == 1 else RANKS, check.span(node), letters)


def ranks_of(check: Checker, node: tree.RanksOf, _hint: Type | None) -> core.Expr | None:
    """`K Q of trump`: of suits, or among cards."""
    letters = rank_letters(check, node.ranks)
    of = check.infer(node.of, SUITS)
    if of is None or letters is None:
        return None
    among = of if of.type.kind is Kind.CARD else to_suits(of, check.scope.deck.suits)
    if among is None:
        message = f"suits or cards wanted after `of`, {type_words(of.type)} found"
        check.error("wrong-type", message, node.of)
        return None
    return core.RanksOf(CARDS, check.span(node), letters, among)


def range_(check: Checker, node: tree.Range, _hint: Type | None) -> core.Expr | None:
    """`1..7`: numbers from the first to the last, also downward."""
    low, high = check.expect(node.low, NUMBER), check.expect(node.high, NUMBER)
    if low is None or high is None:
        return None
    return core.Range(Type(Kind.NUMBER, many=True), check.span(node), low, high)
