"""Whatever the text: no exception, no hang, findings inside the text; and trees survive being printed and read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.language.support import NAMES, scalar, scope, sequence
from trickcore.diagnostics.model import Diagnostics
from trickcore.language import (
    read_deck,
    read_domain,
    read_domain_list,
    read_expression,
    read_head,
    read_items,
    read_target,
    read_variable,
    read_who,
    tree,
)
from trickcore.language.parser import parse
from trickcore.language.queries import walk
from trickcore.language.signatures import functions, quantifiers, words
from trickcore.language.types import CARDS, FLAG, NUMBER
from trickcore.language.unparse import unparse

SIGNS = "( ) , + - * / // & == != < <= > >= .. = ! && | [ ] { } ? : . # ' \" \\ % ♥ ♣ ★ ♡ 10♥ AS K♠️ A K 10 3 0"
KEYWORDS = "if else and or not in meets mod of for from x per set"
OTHERS = "s foo hearts queens"
VOCABULARY = sorted({*f"{SIGNS} {KEYWORDS} {OTHERS}".split(), *words, *functions, *quantifiers, *NAMES})

texts = st.lists(st.sampled_from(VOCABULARY), max_size=25).map(" ".join)
anything = st.text(max_size=60) | texts

READERS: tuple[Callable[[Any, Any, Diagnostics], Any], ...] = (
    lambda text, where, found: read_expression(text, where, None, found),
    lambda text, where, found: read_expression(text, where, CARDS, found),
    lambda text, where, found: read_expression(text, where, NUMBER, found),
    lambda text, where, found: read_expression(text, where, FLAG, found),
    read_domain,
    read_who,
    read_items,
    read_deck,
    read_variable,
    read_target,
    lambda text, _, found: read_head(text, found),
    lambda text, where, found: read_domain_list(sequence(text.text, "add"), where, found),
)
COMMON = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(anything, st.sampled_from(READERS), st.sets(st.sampled_from(["match", "deal", "seat", "play"])))
@COMMON
def test_no_text_does_harm(text: str, read: Callable[[Any, Any, Diagnostics], Any], contexts: set[str]) -> None:
    found = Diagnostics()
    result = read(scalar(text), scope(frozenset(contexts)), found)
    if result is None:
        assert len(found) > 0 or "ruined" in text
    for finding in found:
        assert finding.message
        assert 1 <= finding.span.column <= finding.span.end_column <= len(text) + 5


# ------------------------------------------------------------------------------------------------ trees


def token(kind: str, text: str) -> tree.Token:
    return tree.Token(kind, text, 0, 0)


names = st.sampled_from(["hand", "me", "trump", "x", "stake", "per"])
name_tokens = names.map(lambda text: token("NAME", text))
rank_tokens = st.sampled_from(["A", "K", "10", "9"]).map(lambda r: token("INT" if r.isdigit() else "RANK", r))
card_tokens = st.sampled_from(["10♥", "AS", "♠"]).map(lambda c: token("CARD" if len(c) > 1 else "SUIT", c))
OPERATORS = {
    "OR": "or", "AND": "and", "EQ": "==", "NE": "!=", "LE": "<=", "GE": ">=", "LT": "<", "GT": ">", "IN": "in",
    "NOT": "not in", "MEETS": "meets", "PLUS": "+", "MINUS": "-", "TIMES": "*", "DIV": "//", "SLASH": "/",
    "MOD": "mod", "BOTH": "&",
}  # fmt: skip
operators = st.sampled_from(sorted(OPERATORS.items())).map(lambda item: token(*item))
prefixes = st.sampled_from([token("NOT", "not"), token("MINUS", "-")])


def ranks(tokens: list[tree.Token]) -> tree.Node:
    if len(tokens) == 1 and tokens[0].kind == "INT":
        return tree.Number(0, 0, tokens[0].text)
    return tree.Ranks(0, 0, tuple(tokens))


leaves: st.SearchStrategy[tree.Node] = st.one_of(
    names.map(lambda text: tree.Name(0, 0, text)),
    st.integers(0, 99).map(lambda n: tree.Number(0, 0, str(n))),
    st.lists(card_tokens, min_size=1, max_size=3).map(lambda t: tree.Cards(0, 0, tuple(t))),
    st.lists(rank_tokens, min_size=1, max_size=3).map(ranks),
)


def larger(inner: st.SearchStrategy[tree.Node]) -> st.SearchStrategy[tree.Node]:
    ranges = st.builds(tree.Range, st.just(0), st.just(0), inner, inner)
    zero = st.just(0)
    return st.one_of(
        st.builds(tree.Operation, zero, zero, operators, inner, inner),
        st.builds(tree.Prefixed, zero, zero, prefixes, inner),
        st.builds(tree.Choice, zero, zero, inner, inner, st.none() | inner),
        st.builds(tree.Call, zero, zero, name_tokens, st.lists(inner, max_size=3).map(tuple)),
        st.builds(tree.RanksOf, zero, zero, st.lists(rank_tokens, min_size=1, max_size=2).map(tuple), inner),
        st.builds(tree.Quantifier, zero, zero, name_tokens, inner, name_tokens, st.just(False), inner | ranges, inner),
        st.builds(tree.Quantifier, zero, zero, name_tokens, inner, name_tokens, st.booleans(), inner, st.none()),
    )


trees = st.recursive(leaves, larger, max_leaves=12)


@given(trees)
@COMMON
def test_trees_survive_being_printed_and_read(node: tree.Node) -> None:
    assert parse(unparse(node), "expression") == node


@given(trees, st.sampled_from([None, CARDS, NUMBER, FLAG]))
@COMMON
def test_no_tree_does_harm_and_results_have_the_type_wanted(node: tree.Node, wanted: Any) -> None:
    found = Diagnostics()
    expr = read_expression(scalar(unparse(node)), scope(), wanted, found)
    assert (expr is None) == found.has_errors
    if expr is not None:
        assert wanted is None or expr.type == wanted
        assert all(one.span.line == 1 for one in walk(expr))
