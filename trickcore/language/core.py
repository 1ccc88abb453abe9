"""Checked expressions: every name resolved, every "whose" explicit, every conversion written out.

The checker makes these trees from text; the compiler lowers them, and nothing after the checker sees the text again.
An expression cannot fail: each operation has the empty value of its type where it has no other.
"""

from __future__ import annotations

import enum
from fractions import Fraction

from trickcore.diagnostics.model import Span
from trickcore.language.types import Type
from trickcore.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """Any checked expression: its type and the place it was written."""

    type: Type
    span: Span


class Home(enum.Enum):
    """Where a name is defined. The namespace is one: a name has one home in a rule file."""

    WORD = "word"  # a word of the language: players, dealer, led, hand, score …
    OPTION = "option"
    SEAT = "seat"  # a seat's name from `seats:`
    STATE = "state"  # `state:` and `kept:` variables
    CHOICE = "choice"  # a variable declared by `choose:` or `bid:`
    ZONE = "zone"  # a zone of `zones:` (hand, taken and pack are words)
    DEFINITION = "definition"  # `let:`
    TABLE = "table"
    FUNCTION = "function"  # a function of the signature table
    LOCAL = "local"  # bound by a quantifier, a parameter, or `with:`


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expr):
    """A number literal; whole numbers are ints."""

    value: int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Flag(Expr):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True, eq=False)
class Symbol(Expr):
    """A value of a symbol domain: an option's choice, a contract, a strain. The type's `symbols` holds the domain."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Empty(Expr):
    """`none`: no cards, nobody, no suit, unset; of whatever type the place wants."""


@dataclass(frozen=True, slots=True, eq=False)
class Cards(Expr):
    """The printed cards that the literal names: `2♥ 10♥`. Names are canonical (`10♥`, never `10H`)."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Suits(Expr):
    """Suit glyphs: `♥`, `♣ ♠`."""

    glyphs: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ranks(Expr):
    """Rank letters (only where a rank is wanted): `A`, `10`."""

    ranks: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RanksOf(Expr):
    """`J 9 of trump`: the cards *printed* with these ranks and one of these suits (or among these cards)."""

    ranks: tuple[str, ...]
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class DeckWord(Expr):
    """A set of cards that the deck names: `hearts` when it is a suit word is `Suits`; `queens`, `joker`, `any`."""

    word: str


@dataclass(frozen=True, slots=True, eq=False)
class Get(Expr):
    """The value of a name. `owner`: whose, a SEAT expression, where the name is per seat, team or side; else None.

    An owner of several seats lifts: card sets unite, numbers add, flags are or-ed. For a value per team the owner is
    the seats of the team. `me`, `us` and `them` are words too: a bare `hand` becomes `Get(hand, owner=Get(me))`.
    """

    home: Home
    name: str
    owner: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """A function of the signature table, a table look-up, or a definition with parameters, applied."""

    home: Home
    name: str
    args: tuple[Expr, ...]
    owner: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expr):
    """`neg` (number) or `not` (flag)."""

    op: str
    arg: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    """Both sides have been brought to one type.

    Numbers: `+ - * // / mod`; seats and a number: `+ -` (the seat so many places to the left, or to the right).
    Sets: `+` union, `-` difference, `&` intersection. Flags: `and or`.
    Comparisons (a flag): `== !=` on anything, where what is unset equals only a written `none` (see
    `queries.unset_differs`); `< <= > >=` on numbers; `in` (not empty, and all of it is in),
    `not in`, `meets` (have an element in common) on sets.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class If(Expr):
    """`then if test else other`; without else, `other` is the empty value (`Empty`, `Number(0)`, `Flag(False)`)."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Quantifier(Expr):
    """`fn(body for var in domain if test)`; `in_turn`: `for var from seat`, round the table from that seat.

    fn: any all count sum min max which most least first.
    """

    fn: str
    var: str
    in_turn: bool
    domain: Expr
    test: Expr | None
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Range(Expr):
    """`1..7`, a domain of numbers. The type is NUMBER and many."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Expr):
    """A domain written as a list, `[♣, ♦, nt]` or `[18, 20, 22]`, in the order written (auctions rank by it).

    The type is many; the items are of its kind, one each. An `Empty` item: to choose none of them is a choice too.
    """

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Convert(Expr):
    """The only conversions there are. `how`: `cards of suit` (cards that *count as* the suit now), `cards of rank`
    (printed), `set` (one → set), `suits of domain` (a symbol domain with suits → suits, other symbols are none);
    `one` (cards or seats → the first of them, in the deck's order or from the first seat; none of none),
    `symbol` (a suit, or a symbol of another domain → the symbol of the same name in this type's domain, else none)."""

    how: str
    arg: Expr
