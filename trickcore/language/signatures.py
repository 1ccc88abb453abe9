"""The one table of the language's words, functions and quantifiers. Checker, documentation and rulebook read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from trickcore.language.functions import FUNCTIONS, QUANTIFIERS, Function, Parameter, QuantifierWord
from trickcore.language.messages import type_words
from trickcore.language.scope import Context
from trickcore.language.words import WORDS, Word

__all__ = [
    "CONTEXT_PHRASES",
    "Function",
    "Parameter",
    "QuantifierWord",
    "Word",
    "functions",
    "is_reserved",
    "quantifiers",
    "reference_markdown",
    "words",
]

#: Words by name.
words: Mapping[str, Word] = MappingProxyType({word.name: word for word in WORDS})
#: Functions by name.
functions: Mapping[str, Function] = MappingProxyType({function.name: function for function in FUNCTIONS})
#: Quantifiers by name.
quantifiers: Mapping[str, QuantifierWord] = MappingProxyType({one.name: one for one in QUANTIFIERS})

#: Tokens of the grammar that are words.
KEYWORDS = frozenset({"if", "else", "and", "or", "not", "in", "meets", "mod", "of", "for", "from"})

#: When the words of a context are known.
CONTEXT_PHRASES: Mapping[str, str] = MappingProxyType(
    {
        Context.MATCH: "once the match has begun",
        Context.DEAL: "during a deal",
        Context.SEAT: "where a seat decides, plays or scores",
        Context.PLAY: "while a trick is being played",
        Context.POINTS: "when points are counted",
        Context.CARD: "when a card is declared",
        Context.CHECK: "in what is checked after a deal",
    }
)
_ORDER = tuple(CONTEXT_PHRASES)


def is_reserved(name: str) -> bool:
    """Whether a name is a word, function, quantifier or keyword of the language, so that no rule file may define it.

    >>> is_reserved("hand"), is_reserved("sum"), is_reserved("mod"), is_reserved("tariff")
    (True, True, True, False)
    """
    return name in words or name in functions or name in quantifiers or name in KEYWORDS


_DECK_WORDS = """\
The cards, ranks and suits of the deck are words too: `6♦`, `tens`, `hearts` or `♥`. A suit stands for the cards that
belong to it now, whatever sign they show: under `trumps: hearts + A♠` the ace of spades is one of the `hearts`, and one
of the `spades` only if `suits:` says so. A card of two suits is in both, so that sums over both count it twice; take it
out of one, as in `hearts - A♠`."""


def reference_markdown() -> str:
    """The whole table as Markdown, for the reference page."""
    parts = ["### Words", "", _DECK_WORDS, ""]
    for group in dict.fromkeys(word.group for word in WORDS):
        rows = [_word_row(word) for word in WORDS if word.group == group]
        parts += _table(f"#### {_title(group)}", ("word", "is", "known", "meaning"), rows)
    parts += ["### Functions", ""]
    for group in dict.fromkeys(function.group for function in FUNCTIONS):
        rows = [_function_row(function) for function in FUNCTIONS if function.group == group]
        parts += _table(f"#### {_title(group)}", ("function", "gives", "known", "meaning"), rows)
    rows = [_quantifier_row(one) for one in QUANTIFIERS]
    parts += _table("### Going through a set", ("form", "gives", "meaning"), rows)
    return "\n".join(parts)


def _title(text: str) -> str:
    return text[0].upper() + text[1:]


def _table(title: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [title, "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


def _known(needs: frozenset[str]) -> str:
    latest = [context for context in _ORDER if context in needs]
    seat = [context for context in latest if context == Context.SEAT]
    others = [context for context in latest if context != Context.SEAT][-1:]
    return ", ".join(CONTEXT_PHRASES[context] for context in others + seat) or "always"


def _word_row(word: Word) -> tuple[str, ...]:
    name = f"`{word.name}`, `{word.name}(…)`" if word.per else f"`{word.name}`"
    return name, type_words(word.type), _known(word.needs), word.help


def _function_row(function: Function) -> tuple[str, ...]:
    args = ", ".join(parameter.name for parameter in function.parameters) + (", …" if function.several else "")
    return f"`{function.name}({args})`", type_words(function.type), _known(function.needs), function.help


def _quantifier_row(one: QuantifierWord) -> tuple[str, ...]:
    body = "condition" if one.body.value == "flag" else "number"
    result = {"flag": "a flag", "number": "a number", "set": "part of the set", "element": "one of the set"}
    return f"`{one.name}({body} for x in set)`", result[one.result], one.help
