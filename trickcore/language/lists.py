"""Reads lists of ranks and cards, packs, declarations, targets and heads of definitions."""

from __future__ import annotations

from trickcore.diagnostics.model import Diagnostics
from trickcore.language import core, literals, names, tree
from trickcore.language.check import Checker
from trickcore.language.core import Home
from trickcore.language.messages import nearest
from trickcore.language.read import syntax
from trickcore.language.scope import Context, Scope
from trickcore.language.signatures import words
from trickcore.language.types import CARDS, Kind, Type
from trickcore.rules.model import DeckRule, Item, Target
from trickcore.source.nodes import Scalar

MAX_COPIES = 20

# ------------------------------------------------------------------------------------------------ lists of ranks


def read_items(scalar: Scalar, scope: Scope, found: Diagnostics) -> tuple[Item, ...] | None:
    """`A♠ A K Q J 10..2`: numerals are ranks here, spans are written out, names are sets of cards."""
    node = syntax(scalar, "items", tree.Items, found)
    if node is None:
        return None
    check = Checker(scalar, scope, found)
    lists = [_span(check, item, item.last) if item.last else _item(check, item.first) for item in node.items]
    good = [items for items in lists if items is not None]
    return tuple(item for items in good for item in items) if len(good) == len(lists) else None


def _span(check: Checker, item: tree.Item, last: tree.Token) -> tuple[Item, ...] | None:
    """`10..2`: by number if both ends are numerals, else as the deck's ranks follow one another."""
    ends = literals.rank_letters(check, (item.first, last))
    if ends is None:
        return None
    first, final = ends
    if first.isdigit() and final.isdigit():
        step = 1 if int(first) <= int(final) else -1
        tokens = [str(number) for number in range(int(first), int(final) + step, step)]
        tokens = [letter for letter in tokens if letter in check.scope.deck.ranks]
    else:
        ranks = check.scope.deck.ranks
        low, high = sorted((ranks.index(first), ranks.index(final)))
        tokens = list(ranks[low : high + 1])
        tokens = tokens if tokens[0] == first else tokens[::-1]
    return tuple(Item("rank", letter, None, check.span(item)) for letter in tokens)


def _item(check: Checker, token: tree.Token) -> tuple[Item, ...] | None:
    span = check.span(token)
    if token.kind in ("INT", "RANK"):
        letters = literals.rank_letters(check, (token,))
        return None if letters is None else (Item("rank", letters[0], None, span),)
    if token.kind == "CARD":
        card = literals.card_name(check, token)
        return None if card is None else (Item("card", card, None, span),)
    if token.kind == "SUIT":
        glyph = literals.suit_glyph(check, token)
        return None if glyph is None else (Item("suit", glyph, None, span),)
    return _named_item(check, token)


def _named_item(check: Checker, token: tree.Token) -> tuple[Item, ...] | None:
    span = check.span(token)
    if check.scope.find(token.text) is None and token.text not in check.scope.locals:
        kind, value = check.scope.deck.words.get(token.text, ("", ""))
        if kind in ("suit", "rank", "card"):
            return (Item(kind, value, None, span),)
    expr = check.expect(tree.Name(token.start, token.end, token.text), CARDS)
    return None if expr is None else (Item("cards", token.text, expr, span),)


# ------------------------------------------------------------------------------------------------ packs


def read_deck_base(scalar: Scalar, found: Diagnostics) -> tuple[int, str, tuple[tuple[int, str], ...]] | None:
    """Copies, name of the pack and cards added, which say what words a deck has; what is taken out is not read.

    The name is not looked up here.
    """
    node = syntax(scalar, "deck", tree.Deck, found)
    return None if node is None else _deck_base(scalar, node, found)


def _deck_base(
    scalar: Scalar, node: tree.Deck, found: Diagnostics
) -> tuple[int, str, tuple[tuple[int, str], ...]] | None:
    counts = [node.copies] if node.copies else []
    counts += [part.count for part in node.parts if isinstance(part, tree.Plus)]
    good = True
    for token in counts:
        if not 1 <= int(token.text) <= MAX_COPIES:
            place = scalar.locate(token.start, token.end)
            found.error("out-of-range", f"from 1 to {MAX_COPIES} wanted, {int(token.text)} found", place)
            good = False
    extra = tuple((int(part.count.text), part.card.text) for part in node.parts if isinstance(part, tree.Plus))
    copies = int(node.copies.text) if node.copies else 1
    return (copies, f"{node.name.text} {int(node.size.text)}", extra) if good else None


def read_deck(scalar: Scalar, scope: Scope, found: Diagnostics) -> DeckRule | None:
    """`2 x french 24 + 2 joker - (2♦ if players == 3)`."""
    node = syntax(scalar, "deck", tree.Deck, found)
    if node is None:
        return None
    base = _deck_base(scalar, node, found)
    check = Checker(scalar, scope, found)
    taken = [check.expect(part.cards, CARDS) for part in node.parts if isinstance(part, tree.Minus)]
    removed = tuple(expr for expr in taken if expr is not None)
    if base is None or len(removed) < len(taken):
        return None
    return DeckRule(*base, removed, None, scalar.span)


# ------------------------------------------------------------------------------------------------ declarations

#: Words for types, in a declaration.
TYPE_WORDS: dict[str, Type] = {
    kind.value + ending: Type(kind, many=bool(ending))
    for kind in (Kind.NUMBER, Kind.FLAG, Kind.CARD, Kind.SEAT, Kind.SUIT, Kind.RANK, Kind.MELD)
    for ending in (("",) if kind in (Kind.NUMBER, Kind.FLAG) else ("", "s"))
}


def read_variable(scalar: Scalar, scope: Scope, found: Diagnostics) -> tuple[Type, str, core.Expr | None] | None:
    """A declaration: its type, whose it is ("", "seat" or "team") and its first value. `number per seat = 1`.

    Besides the words for types, the name of a choice stands for what may be chosen: `strain`, `set of strain`.
    """
    node = syntax(scalar, "variable", tree.Variable, found)
    if node is None:
        return None
    check = Checker(scalar, scope, found)
    type_ = _variable_type(check, node.type)
    per = _per(check, node.per)
    initial = None if node.initial is None or type_ is None else check.expect(node.initial, type_)
    if type_ is None or per is None or (node.initial is not None and initial is None):
        return None
    return type_, per, initial


def _per(check: Checker, token: tree.Token | None) -> str | None:
    if token is None:
        return ""
    if token.text in ("seat", "team"):
        return token.text
    check.error("unknown-type", f"`per {token.text}` is nothing", token, "write `per seat` or `per team`")
    return None


def _variable_type(check: Checker, node: tree.VariableType) -> Type | None:
    one = type_named(check, node.name)
    if one is None or not node.many:
        return one
    if one.kind in (Kind.NUMBER, Kind.FLAG):
        hint = "sets are of cards, seats, suits, ranks, melds, or of the values of a choice"
        check.error("wrong-type", f"there are no sets of {one.kind.value}s", node, hint)
        return None
    return Type(one.kind, True, one.symbols)


def type_named(check: Checker, token: tree.Token) -> Type | None:
    """The type that a word names: one of the language, or a name of the file with symbols for values."""
    if token.text in TYPE_WORDS:
        return TYPE_WORDS[token.text]
    known = check.scope.find(token.text)
    if known is not None and known.broken:
        return None
    if known is not None and known.type.kind in (Kind.SYMBOL, Kind.SUIT, Kind.RANK):
        return Type(known.type.kind, False, known.type.symbols)
    if known is None and token.text == "contract" and check.scope.contracts:
        return Type(Kind.SYMBOL, False, check.scope.contracts)
    hint = nearest(token.text, TYPE_WORDS) or "types are " + " ".join(TYPE_WORDS) + ", and the names of choices"
    check.error("unknown-type", f"`{token.text}` is no type", token, hint)
    return None


# ------------------------------------------------------------------------------------------------ targets, heads

_UNCHANGING = {
    Home.OPTION: "an option",
    Home.SEAT: "a seat",
    Home.DEFINITION: "a definition of `let`",
    Home.TABLE: "a table",
    Home.LOCAL: "a parameter",
}


def read_target(scalar: Scalar, scope: Scope, found: Diagnostics) -> Target | None:
    """A variable to set or a place for cards: `stake`, `hand(me + shift)`. What is somebody's and bare is mine."""
    node = syntax(scalar, "target", tree.Target, found)
    if node is None:
        return None
    check = Checker(scalar, scope, found)
    place = _place(check, node.name)
    if place is None:
        return None
    home, per, needs = place
    if node.owner is None:
        got = names.bare(check, tree.Name(node.start, node.end, node.name.text), home, CARDS, per, needs)
        return Target(home, node.name.text, got.owner, scalar.span) if isinstance(got, core.Get) else None
    if not per:
        text = node.name.text
        check.error("not-a-function", f"`{text}` is nobody's and takes no brackets", node, f"write `{text}`")
        return None
    known = names.in_context(check, node.name, node.name.text, needs - {Context.SEAT})
    owner = names.seats_of(check, node.owner)
    return Target(home, node.name.text, owner, scalar.span) if known and owner is not None else None


def _place(check: Checker, token: tree.Token) -> tuple[Home, str, frozenset[str]] | None:
    """Home, owner and contexts of what can be changed."""
    known = check.scope.find(token.text)
    if known is not None and known.broken:
        return None
    if known is not None and known.home in (Home.STATE, Home.CHOICE, Home.ZONE, Home.WORD):
        return known.home, known.per, known.needs
    word = words.get(token.text) if known is None else None
    if word is not None and (word.assignable or word.zone):
        return Home.WORD, word.per, word.needs
    if known is not None:
        what = _UNCHANGING.get(known.home, "not a variable")
        check.error(
            "not-a-variable",
            f"`{token.text}` is {what} and cannot be changed",
            token,
            "declare a variable under `state:`",
        )
    elif word is not None:
        check.error("not-a-variable", f"`{token.text}` is a word of the language and cannot be changed", token)
    else:
        near = nearest(token.text, [*check.scope.names(), *(w for w in words if words[w].assignable or words[w].zone)])
        check.error(
            "unknown-name",
            f"there is no variable or zone `{token.text}`",
            token,
            near or "declare it under `state:` or `zones:`",
        )
    return None


def read_head(scalar: Scalar, found: Diagnostics) -> tuple[str, tuple[tuple[str, str | None], ...]] | None:
    """The left side of a definition: its name, and its parameters with the words of their types where written."""
    node = syntax(scalar, "head", tree.Head, found)
    if node is None:
        return None
    seen: set[str] = set()
    for parameter in node.parameters or ():
        if parameter.name.text in seen:
            place = scalar.locate(parameter.name.start, parameter.name.end)
            found.error("name-taken", f"two parameters are called `{parameter.name.text}`", place)
            return None
        seen.add(parameter.name.text)
    parameters = node.parameters or ()
    return node.name.text, tuple((p.name.text, p.type.text if p.type else None) for p in parameters)
