"""Plain words for types, and what to try when one was found where another is wanted."""

from __future__ import annotations

from collections.abc import Iterable

from trickcore.diagnostics import words
from trickcore.language.types import Kind, Type

_ONE = {
    Kind.NUMBER: "a number",
    Kind.FLAG: "a flag",
    Kind.CARD: "a card",
    Kind.SEAT: "a seat",
    Kind.SUIT: "a suit",
    Kind.RANK: "a rank",
    Kind.MELD: "a meld",
}
_SHOWN = 8  # symbols of a domain that a message lists


def type_words(type_: Type) -> str:
    """A type in words, with its article.

    >>> type_words(Type(Kind.NUMBER)), type_words(Type(Kind.CARD, many=True))
    ('a number', 'cards')
    >>> type_words(Type(Kind.SYMBOL, symbols=("add", "subtract")))
    'one of `add`, `subtract`'
    """
    if type_.kind is Kind.SYMBOL:
        if not type_.symbols:
            return "a symbol"
        return ("some of " if type_.many else "one of ") + name_list(type_.symbols)
    if type_.many:
        return f"{type_.kind.value}s"
    return "a fraction" if type_.fraction else _ONE[type_.kind]


def name_list(names: Iterable[str]) -> str:
    """Names in code marks; the first few of many."""
    listed = [f"`{name}`" for name in names]
    more = [f"{len(listed) - _SHOWN} more"] if len(listed) > _SHOWN + 1 else []
    return ", ".join(listed[:_SHOWN] if more else listed) + "".join(f" and {one}" for one in more)


def nearest(name: str, names: Iterable[str]) -> str:
    """A hint with the name closest to one that is unknown, or nothing.

    >>> nearest("heart", ["hearts", "seats", "hand"])
    'did you mean `hearts`?'
    """
    close = words.nearest(name, names)
    return f"did you mean `{close}`?" if close else ""


def conversion_hint(wanted: Type, found: Type) -> str:
    """What would make the wanted type out of the type that was found, or nothing."""
    if wanted.kind is Kind.FLAG:
        return _FLAG_HINTS.get(found.kind, "compare it with something: `… == …`")
    if wanted.kind is Kind.NUMBER:
        return _NUMBER_HINTS.get(found.kind, "")
    if found.kind is Kind.FLAG:
        return "those for which a condition holds are `which(condition for x in set)`"
    return _HINTS.get((wanted.kind, found.kind), "")


_FLAG_HINTS = {
    Kind.CARD: "whether there are any is `… != none`; whether sets share one is `… meets …`",
    Kind.SEAT: "whether there is one is `… != none`; whether it is me is `… == me`",
    Kind.NUMBER: "compare the number: `… > 0`",
    Kind.SUIT: "whether there is one is `… != none`",
    Kind.MELD: "whether there are any is `… != none`",
}
_NUMBER_HINTS = {
    Kind.CARD: "how many is `count(…)`, what they are worth `value(…)`",
    Kind.SEAT: "how many is `count(…)`",
    Kind.FLAG: "a number under a condition is `1 if …`",
    Kind.SUIT: "how many is `count(…)`",
    Kind.MELD: "what they are worth is `worth(…)`",
}
_HINTS = {
    (Kind.SUIT, Kind.CARD): "the suit of a card is `suit(…)`",
    (Kind.RANK, Kind.CARD): "the rank of a card is `rank(…)`",
    (Kind.SEAT, Kind.CARD): "who played cards is `player(…)`, who has one in hand `holder(…)`",
    (Kind.CARD, Kind.MELD): "the cards of melds are `cards(…)`",
    (Kind.MELD, Kind.CARD): "the melds in cards are `melds(…)`",
    (Kind.CARD, Kind.SEAT): "a seat's cards are `hand(…)` or `taken(…)`",
}
