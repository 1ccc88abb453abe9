"""A small deck, scalars and scopes for the tests of the language, and a way to show checked expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.language import core, read_expression
from trickcore.language.core import Home
from trickcore.language.scope import ALL_CONTEXTS, Name, Scope
from trickcore.language.types import CARD, CARDS, FLAG, MELD, MELDS, NUMBER, SEAT, SEATS, SUIT, Kind, Type
from trickcore.source.nodes import Scalar, Sequence


@dataclass(frozen=True)
class Deck:
    """Four suits and 52 cards, a joker, and a handful of words."""

    suits: tuple[str, ...] = ("♣", "♦", "♥", "♠")
    ranks: tuple[str, ...] = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")

    @property
    def words(self) -> Mapping[str, tuple[str, str]]:
        return {
            "clubs": ("suit", "♣"),
            "diamonds": ("suit", "♦"),
            "hearts": ("suit", "♥"),
            "spades": ("suit", "♠"),
            "red": ("suits", "♦♥"),
            "black": ("suits", "♣♠"),
            "queens": ("rank", "Q"),
            "tens": ("rank", "10"),
            "joker": ("card", "joker"),
        }

    def card(self, text: str) -> str | None:
        plain = text.rstrip("\ufe0e\ufe0f")
        plain = plain[:-1] + dict(zip("CDHS", self.suits, strict=True)).get(plain[-1], plain[-1])
        return plain if plain[:-1] in self.ranks and plain[-1] in self.suits else None


STRAINS = ("♣", "♦", "♥", "♠", "nt")
STRAIN = Type(Kind.SYMBOL, symbols=STRAINS)
CONTRACTS = ("wenz", "geier", "solo")


def name(name_: str, home: Home, type_: Type, per: str = "", **more: Any) -> Name:
    return Name(name_, home, type_, per, **more)


#: A rule file's names, of every home.
NAMES: dict[str, Name] = {
    known.name: known
    for known in (
        name("target", Home.OPTION, NUMBER),
        name("moon", Home.OPTION, Type(Kind.SYMBOL, symbols=("add", "subtract"))),
        name("north", Home.SEAT, SEAT),
        name("trump", Home.STATE, SUIT, needs=frozenset({"match", "deal"})),
        name("stake", Home.STATE, NUMBER),
        name("mate", Home.STATE, SEAT),
        name("rivals", Home.STATE, SEATS, "seat"),
        name("pair", Home.STATE, CARDS),
        name("laid", Home.STATE, MELDS, "seat"),
        name("bags", Home.STATE, NUMBER, "team"),
        name("named", Home.STATE, Type(Kind.SYMBOL, many=True, symbols=STRAINS), "seat"),
        name("bid", Home.CHOICE, NUMBER, "seat"),
        name("strain", Home.CHOICE, STRAIN),
        name("contract", Home.CHOICE, Type(Kind.SYMBOL, symbols=CONTRACTS)),
        name("alone", Home.CHOICE, FLAG),
        name("stock", Home.ZONE, CARDS, needs=frozenset({"match", "deal"})),
        name("bids", Home.ZONE, CARDS, "seat"),
        name("jick", Home.DEFINITION, CARDS),
        name("takers", Home.DEFINITION, SEATS),
        name("points", Home.DEFINITION, NUMBER, "seat", needs=frozenset({"match", "deal", "seat"})),
        name("eyes", Home.DEFINITION, NUMBER, "side", needs=frozenset({"match", "deal", "seat"})),
        name("power", Home.DEFINITION, NUMBER, parameters=(CARD,)),
        name("spent", Home.DEFINITION, FLAG, "seat", parameters=(MELD,)),
        name("shift", Home.TABLE, NUMBER, parameters=(NUMBER,)),
        name("base", Home.TABLE, NUMBER, parameters=(Type(Kind.SYMBOL, symbols=("♣", "♠", "grand")),)),
        name("digit", Home.TABLE, NUMBER, parameters=(SUIT,)),
        name("ruined", Home.DEFINITION, NUMBER, broken=True),
    )
}


def scalar(text: str, line: int = 1, column: int = 1) -> Scalar:
    """A plain scalar on one line."""
    span = Span("game.yaml", line, column, line, column + len(text))
    return Scalar(text, span, True, lambda i, j: Span("game.yaml", line, column + i, line, column + j))


def sequence(*texts: str) -> Sequence:
    return Sequence(tuple(scalar(text, line + 1) for line, text in enumerate(texts)), Span("game.yaml", 1, 1, 1, 1))


def scope(contexts: frozenset[str] = ALL_CONTEXTS, **more: Any) -> Scope:
    more = {"contracts": CONTRACTS, "melds": ("tierce", "fifty"), "classes": ("run", "group"), **more}
    return Scope(Deck(), contexts, NAMES.get, lambda: sorted(NAMES), **more)


def check(text: str, expected: Type | None = None, where: Scope | None = None) -> core.Expr:
    """The checked expression of a text that has no mistake."""
    found = Diagnostics()
    expr = read_expression(scalar(text), where or scope(), expected, found)
    assert not len(found), [d.message for d in found]
    assert expr is not None
    return expr


def complaints(text: str, expected: Type | None = None, where: Scope | None = None) -> list[tuple[str, int, str, str]]:
    """Code, column, message and hint of each finding; there is at least one, and no expression."""
    found = Diagnostics()
    assert read_expression(scalar(text), where or scope(), expected, found) is None
    return [(d.code, d.span.column, d.message, d.hint) for d in found]


def show(value: Any) -> str:
    """An expression in one line, without types and spans."""
    if isinstance(value, tuple):
        return "[" + " ".join(show(part) for part in value) + "]"
    if isinstance(value, Enum):
        return str(value.value)
    if not isinstance(value, core.Expr):
        return str(value)
    parts = [getattr(value, field.name) for field in fields(value) if field.name not in ("type", "span")]
    if isinstance(value, core.Get | core.Call):
        text = ("" if value.home in (Home.WORD, Home.FUNCTION) else f"{value.home.value}:") + value.name
        text += show(value.args) if isinstance(value, core.Call) else ""
        return text + (f"@{show(value.owner)}" if value.owner is not None else "")
    return f"{type(value).__name__}({' '.join(show(part) for part in parts if part is not None)})"
