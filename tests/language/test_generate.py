from __future__ import annotations

import json

import pytest
from lark import Lark
from lark.exceptions import GrammarError, UnexpectedInput

from trickcore.language.generate import FOLDER, STARTS, build, text_of
from trickcore.language.lexer import TextError, tables
from trickcore.language.parser import parse

GRAMMAR = (FOLDER / "grammar.lark").read_text("utf-8")


@pytest.fixture(scope="module")
def lark() -> Lark:
    return build(GRAMMAR)


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    assert (FOLDER / "tables.json").read_text("utf-8") == text_of(GRAMMAR)


def test_there_is_a_start_for_every_kind_of_text() -> None:
    assert set(tables().starts) == set(STARTS) == set(tables().ends)


def test_every_node_of_the_grammar_has_a_builder() -> None:
    from trickcore.language.build import BUILDERS

    nodes = {rule[0] for rule in json.loads((FOLDER / "tables.json").read_text("utf-8"))["rules"]}
    assert nodes - {"", "*"} == set(BUILDERS)


def test_a_grammar_with_a_conflict_is_refused() -> None:
    with pytest.raises(GrammarError):
        build(GRAMMAR + "\nsecond: value\n" + "\n".join(f"%extend {start}: second" for start in STARTS[:1]))


TEXTS = (
    "a if b else c if d",
    "not a in b and c or d",
    "a - -b * c // d & e",
    "any(f(x, y) >= 3 for x in 1..7 if x meets y)",
    "first(x for s from eldest)",
    "K Q of trump + 10♥ A♠ - ♣",
    "f()",
    "a b",
    "a <",
    "(a",
    "a)",
    "a < b < c",
    "f(a for b)",
    "K of",
    "1..7",
    "a == not b",
)


@pytest.mark.parametrize("text", TEXTS)
def test_lark_itself_accepts_and_refuses_the_same_texts(lark: Lark, text: str) -> None:
    for start in ("expression", "domain", "who"):
        try:
            lark.parse(text, start=start)
            accepted = True
        except UnexpectedInput:
            accepted = False
        try:
            parse(text, start)
        except TextError:
            assert not accepted, (text, start)
        else:
            assert accepted, (text, start)
