from __future__ import annotations

from tests.language.support import NAMES, check
from trickcore.language.core import Home
from trickcore.language.queries import mentions, names_of, needs, uses_me, uses_side, walk
from trickcore.language.scope import ALL_CONTEXTS, Context
from trickcore.language.signatures import (
    Function,
    QuantifierWord,
    Word,
    functions,
    is_reserved,
    quantifiers,
    reference_markdown,
    words,
)


def test_no_name_is_both_a_word_and_a_function() -> None:
    assert not set(words) & set(functions)
    assert set(words) & set(quantifiers) == {"any"}  # all cards, and "holds for one"
    assert set(functions) & set(quantifiers) == {"count", "first", "max", "min"}


def test_every_entry_is_described() -> None:
    entries: list[Word | Function | QuantifierWord] = [*words.values(), *functions.values(), *quantifiers.values()]
    for entry in entries:
        assert entry.help.endswith("."), entry.name
        assert entry.phrase, entry.name
        assert is_reserved(entry.name)
    for word in words.values():
        assert word.needs <= ALL_CONTEXTS
        assert ("{owner}" in word.phrase) == bool(word.per), word.name


def test_the_reference_speaks_of_everything() -> None:
    text = reference_markdown()
    for name in [*words, *functions, *quantifiers]:
        assert f"`{name}" in text
    assert "| `hand`, `hand(…)` | cards | during a deal |" in text
    assert "| `max(x, …)` | a number | always |" in text


def test_what_an_expression_mentions() -> None:
    expr = check("count(hand) + tricks(us) + stake")
    assert mentions(expr) == {"hand", "me", "tricks", "us"}
    assert names_of(expr, Home.STATE) == {"stake"}
    assert names_of(expr, Home.FUNCTION) == {"count"}
    assert sum(1 for _ in walk(expr)) == 8


def test_whose_value_an_expression_is() -> None:
    assert uses_me(check("hand & trumps"))
    assert not uses_me(check("hand(dealer)"))
    assert uses_side(check("tricks(us)"))
    assert uses_side(check("eyes"))
    assert not uses_side(check("points"))


def test_what_an_expression_needs() -> None:
    assert needs(check("players + 1")) == set()
    assert needs(check("hand(dealer)")) == {Context.MATCH, Context.DEAL}
    assert needs(check("hand")) == {Context.MATCH, Context.DEAL, Context.SEAT}
    assert needs(check("led & beating")) == {Context.MATCH, Context.DEAL, Context.PLAY}
    assert needs(check("trump")) == set()
    assert needs(check("trump"), NAMES.get) == {Context.MATCH, Context.DEAL}
    assert needs(check("points(dealer)"), NAMES.get) == {Context.MATCH, Context.DEAL}
    assert needs(check("points"), NAMES.get) == {Context.MATCH, Context.DEAL, Context.SEAT}
