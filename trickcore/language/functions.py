"""The functions of the language. See `signatures` for look-ups."""

from __future__ import annotations

from trickcore.language.scope import Context
from trickcore.language.types import (
    CARD,
    CARDS,
    FRACTION,
    MELD,
    MELDS,
    NUMBER,
    RANK,
    SEAT,
    SEATS,
    SUIT,
    Kind,
    Type,
)
from trickcore.records import dataclass

_MATCH = frozenset({Context.MATCH})
_DEAL = frozenset({Context.MATCH, Context.DEAL})
_PLAY = _DEAL | {Context.PLAY}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function. `type` None: any set."""

    name: str
    type: Type | None


@dataclass(frozen=True, slots=True)
class Function:
    """A function. `several`: takes one argument or more, all of the last parameter's type. `result`: how the type of
    the result follows from the arguments: "" (it is `type`), "number" (a fraction if an argument is one), "value" (a
    fraction if the game's card values are), "melds" or "classes" (a symbol: the names that the file declares)."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type
    help: str
    group: str
    phrase: str
    needs: frozenset[str] = frozenset()
    several: bool = False
    result: str = ""


@dataclass(frozen=True, slots=True)
class QuantifierWord:
    """A function that goes through a set. `body`: the type its body must have. `result`: number, flag, set (a part
    of the set gone through) or element (one of it)."""

    name: str
    body: Kind
    result: str
    help: str
    phrase: str


def _p(name: str, type_: Type | None) -> Parameter:
    return Parameter(name, type_)


_X = _p("x", CARDS)
_A_NUMBER = _p("x", FRACTION)
_SYMBOL = Type(Kind.SYMBOL)

FUNCTIONS: tuple[Function, ...] = (
    # ------------------------------------------------------------------ cards
    Function("value", (_X,), NUMBER, "Sum of the cards' values.", "cards", "the value of {0}", _DEAL, result="value"),
    Function(
        "count",
        (_p("x", None),),
        NUMBER,
        "How many elements a set has; copies of a card count each.",
        "cards",
        "the number of {0}",
    ),
    Function(
        "suit",
        (_X,),
        SUIT,
        "The suit that a card counts as, which is that of trumps for a trump that shows another, unless the law `suits`"
        " keeps it in one. None for a card that belongs to no suit; of several cards all their suits.",
        "cards",
        "the suit of {0}",
    ),
    Function(
        "rank",
        (_X,),
        RANK,
        "The printed rank of a card; none for a card without one, and for cards of several ranks.",
        "cards",
        "the rank of {0}",
    ),
    Function(
        "twin",
        (_p("suit", SUIT),),
        SUIT,
        "The other suit of the same colour.",
        "cards",
        "the other suit of the colour of {0}",
    ),
    # ------------------------------------------------------------------ order
    Function(
        "highest", (_X,), CARD, "The highest of the cards by the law `order`.", "order", "the highest of {0}", _DEAL
    ),
    Function("lowest", (_X,), CARD, "The lowest of the cards by the law `order`.", "order", "the lowest of {0}", _DEAL),
    Function(
        "above", (_X,), CARDS, "The cards that rank above a card on its ladder.", "order", "cards above {0}", _DEAL
    ),
    Function(
        "strength",
        (_X,),
        NUMBER,
        "Place of a card on its ladder, the lowest being 1.",
        "order",
        "the strength of {0}",
        _DEAL,
    ),
    Function(
        "streak",
        (_X,),
        NUMBER,
        "How many of the top trumps, without a gap from the highest on, are in the set.",
        "order",
        "the run of top trumps in {0}",
        _DEAL,
    ),
    # ------------------------------------------------------------------ time
    Function(
        "first", (_X,), CARD, "The first of the cards that was played to this trick.", "time", "the first of {0}", _DEAL
    ),
    Function(
        "last", (_X,), CARD, "The last of the cards that was played to this trick.", "time", "the last of {0}", _DEAL
    ),
    Function(
        "player",
        (_X,),
        SEATS,
        "Who played the cards; nobody if they were not played.",
        "time",
        "the player of {0}",
        _DEAL,
    ),
    Function("taker", (_X,), SEATS, "Who won the tricks with the cards.", "time", "the winner of {0}", _DEAL),
    Function(
        "trick_of",
        (_X,),
        NUMBER,
        "Number of the trick that a card was played to, 0 if to none.",
        "time",
        "the trick of {0}",
        _DEAL,
    ),
    Function(
        "winner_of",
        (_p("n", NUMBER),),
        SEAT,
        "Who won the trick of that number.",
        "time",
        "the winner of trick {0}",
        _DEAL,
    ),
    # ------------------------------------------------------------------ seats
    Function("side", (_p("s", SEATS),), SEATS, "All seats of these seats' sides.", "seats", "the side of {0}", _DEAL),
    Function("team", (_p("s", SEATS),), SEATS, "All seats of these seats' teams.", "seats", "the team of {0}", _MATCH),
    Function(
        "holder",
        (_X,),
        SEAT,
        "The first seat, counted from eldest, whose hand has one of the cards.",
        "seats",
        "the holder of {0}",
        _DEAL,
    ),
    Function(
        "place",
        (_p("s", SEAT),),
        NUMBER,
        "How far a seat is from eldest: 0 for eldest, 1 for the next.",
        "seats",
        "the place of {0}",
        _MATCH,
    ),
    # ------------------------------------------------------------------ melds
    Function("melds", (_X,), MELDS, "All melds that lie wholly in the cards.", "melds", "the melds in {0}", _DEAL),
    Function(
        "best_melds",
        (_X,),
        MELDS,
        "The melds of most worth in the cards, no two of one class sharing a card.",
        "melds",
        "the best melds in {0}",
        _DEAL,
    ),
    Function("cards", (_p("m", MELDS),), CARDS, "The cards of the melds.", "melds", "the cards of {0}", _DEAL),
    Function("worth", (_p("m", MELDS),), NUMBER, "Sum of the melds' worth.", "melds", "the worth of {0}", _DEAL),
    Function(
        "kind",
        (_p("m", MELD),),
        _SYMBOL,
        "The name of the pattern that a meld is of.",
        "melds",
        "the kind of {0}",
        result="melds",
    ),
    Function(
        "class",
        (_p("m", MELD),),
        _SYMBOL,
        "The class that a meld's pattern is in.",
        "melds",
        "the class of {0}",
        result="classes",
    ),
    Function(
        "height",
        (_p("m", MELD),),
        NUMBER,
        "Place of a meld's highest card in `sequence`, the lowest being 1.",
        "melds",
        "the height of {0}",
    ),
    # ------------------------------------------------------------------ numbers
    Function(
        "min",
        (_A_NUMBER,),
        NUMBER,
        "The smallest of numbers.",
        "numbers",
        "the least of {0}",
        several=True,
        result="number",
    ),
    Function(
        "max",
        (_A_NUMBER,),
        NUMBER,
        "The greatest of numbers.",
        "numbers",
        "the greatest of {0}",
        several=True,
        result="number",
    ),
    Function(
        "abs", (_A_NUMBER,), NUMBER, "A number without its sign.", "numbers", "the amount of {0}", result="number"
    ),
    Function("floor", (_A_NUMBER,), NUMBER, "A fraction rounded down.", "numbers", "{0} rounded down"),
    Function("ceil", (_A_NUMBER,), NUMBER, "A fraction rounded up.", "numbers", "{0} rounded up"),
)

QUANTIFIERS: tuple[QuantifierWord, ...] = (
    QuantifierWord(
        "any", Kind.FLAG, "flag", "Whether it holds for one element at least.", "for some {var} of {set}, {body}"
    ),
    QuantifierWord(
        "all",
        Kind.FLAG,
        "flag",
        "Whether it holds for every element; of nothing it is true.",
        "for all {var} of {set}, {body}",
    ),
    QuantifierWord(
        "count", Kind.FLAG, "number", "For how many elements it holds.", "the number of {set} for which {body}"
    ),
    QuantifierWord("which", Kind.FLAG, "set", "The elements for which it holds.", "those of {set} for which {body}"),
    QuantifierWord(
        "first", Kind.FLAG, "element", "The first element for which it holds.", "the first of {set} for which {body}"
    ),
    QuantifierWord("sum", Kind.NUMBER, "number", "The numbers added.", "the sum of {body} for {set}"),
    QuantifierWord(
        "min", Kind.NUMBER, "number", "The smallest of the numbers; of nothing 0.", "the least {body} of {set}"
    ),
    QuantifierWord(
        "max", Kind.NUMBER, "number", "The greatest of the numbers; of nothing 0.", "the greatest {body} of {set}"
    ),
    QuantifierWord(
        "most", Kind.NUMBER, "set", "The elements whose number is the greatest.", "those of {set} with the most {body}"
    ),
    QuantifierWord(
        "least",
        Kind.NUMBER,
        "set",
        "The elements whose number is the smallest.",
        "those of {set} with the least {body}",
    ),
)
