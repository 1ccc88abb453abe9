"""The types of the mini-language. Few, so that messages can name them in plain words."""

from __future__ import annotations

import enum

from trickcore.records import dataclass


class Kind(enum.Enum):
    """What a value is made of. Values of the kinds below NUMBER and FLAG also come as sets."""

    NUMBER = "number"
    FLAG = "flag"
    CARD = "card"
    SEAT = "seat"
    SUIT = "suit"
    RANK = "rank"
    SYMBOL = "symbol"
    MELD = "meld"


@dataclass(frozen=True, slots=True)
class Type:
    """A type. `many`: a set (else at most one element, perhaps none). `symbols`: the domain of a SYMBOL, in order.

    A card literal, a seat and a set of seats are all sets: `many` is false where the checker knows that there is at
    most one. A symbol domain may contain suits (`[♣, ♦, ♥, ♠, nt]`), written with their glyphs. `fraction`: a number
    that need not be whole.
    """

    kind: Kind
    many: bool = False
    symbols: tuple[str, ...] = ()
    fraction: bool = False

    def __str__(self) -> str:
        if self.kind is Kind.SYMBOL:
            one = "one of " + ", ".join(self.symbols)
            return "some of " + ", ".join(self.symbols) if self.many else one
        return str(self.kind.value) + ("s" if self.many else "")


NUMBER = Type(Kind.NUMBER)
FRACTION = Type(Kind.NUMBER, fraction=True)
FLAG = Type(Kind.FLAG)
CARDS = Type(Kind.CARD, many=True)
CARD = Type(Kind.CARD)
SEATS = Type(Kind.SEAT, many=True)
SEAT = Type(Kind.SEAT)
SUITS = Type(Kind.SUIT, many=True)
SUIT = Type(Kind.SUIT)
RANKS = Type(Kind.RANK, many=True)
RANK = Type(Kind.RANK)
MELDS = Type(Kind.MELD, many=True)
MELD = Type(Kind.MELD)
