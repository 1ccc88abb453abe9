"""The syntax tree: what was written, before names and types are known. Positions are offsets in the text."""

from __future__ import annotations

from dataclasses import field

from trickcore.records import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `kind` is its name in the grammar. Equality is of content, not of place, here and in all nodes."""

    kind: str = field(compare=False)
    text: str
    start: int = field(compare=False)
    end: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree: where its text starts and ends. Brackets around it are not part of it."""

    start: int = field(compare=False)
    end: int = field(compare=False)


# ------------------------------------------------------------------------------------------------ values


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A numeral; a rank where a rank is wanted."""

    digits: str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`hand(me)`, `max(a, b)`."""

    name: Token
    args: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    """`fn(body for var in domain if test)`, or `from` with `in_turn`."""

    fn: Token
    body: Node
    var: Token
    in_turn: bool
    domain: Node
    test: Node | None


@dataclass(frozen=True, slots=True)
class Cards(Node):
    """Cards and suit signs side by side."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Ranks(Node):
    """Rank letters and numerals side by side (a lone numeral is a Number)."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class RanksOf(Node):
    """`K Q of trump`."""

    ranks: tuple[Token, ...]
    of: Node


@dataclass(frozen=True, slots=True)
class Prefixed(Node):
    """`-x`, `not x`."""

    op: Token
    arg: Node


@dataclass(frozen=True, slots=True)
class Operation(Node):
    """Two operands. The operator's text is `not in` for its two words."""

    op: Token
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`then if test else other`; `other` may be left out."""

    then: Node
    test: Node
    other: Node | None


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low..high`."""

    low: Node
    high: Node


# ------------------------------------------------------------------------------------------------ kinds of text


@dataclass(frozen=True, slots=True)
class Who(Node):
    """`seats`, `seats from winning`."""

    seats: Node
    from_: Node | None


@dataclass(frozen=True, slots=True)
class Item(Node):
    """One entry of a list of ranks, or a span (`last` set)."""

    first: Token
    last: Token | None


@dataclass(frozen=True, slots=True)
class Items(Node):
    """A list of ranks."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Plus(Node):
    """`+ 2 joker`."""

    count: Token
    card: Token


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`- (2♦ if players == 3)`."""

    cards: Node


@dataclass(frozen=True, slots=True)
class Deck(Node):
    """`2 x french 24 + 2 joker`."""

    copies: Token | None
    name: Token
    size: Token
    parts: tuple[Plus | Minus, ...]


@dataclass(frozen=True, slots=True)
class VariableType(Node):
    """`number`, `set of strain`."""

    many: bool
    name: Token


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """`number per seat = 1`."""

    type: VariableType
    per: Token | None
    initial: Node | None


@dataclass(frozen=True, slots=True)
class Target(Node):
    """`bags`, `hand(dealer)`."""

    name: Token
    owner: Node | None


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`m`, `meld m`."""

    type: Token | None
    name: Token


@dataclass(frozen=True, slots=True)
class Head(Node):
    """`shift`, `power(meld m)`."""

    name: Token
    parameters: tuple[Parameter, ...] | None
