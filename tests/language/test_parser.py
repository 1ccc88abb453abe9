from __future__ import annotations

import time

import pytest

from trickcore.language import tree
from trickcore.language.lexer import TextError
from trickcore.language.parser import parse
from trickcore.language.unparse import unparse

#: Text, and the same with every bracket written: what binds how.
BINDING = (
    ("a or b and not c == d", "a or (b and (not (c == d)))"),
    ("not a in b", "not (a in b)"),
    ("a - b - c", "(a - b) - c"),
    ("a - b & c", "a - (b & c)"),
    ("-a * b", "(-a) * b"),
    ("a + b in c - d", "(a + b) in (c - d)"),
    ("a if b else c if d else e", "a if b else (c if d else e)"),
    ("a or b if c or d", "(a or b) if (c or d)"),
    ("K Q of trump + jick", "(K Q of trump) + jick"),
    ("9 of f(x) & y", "(9 of f(x)) & y"),
    ("a // b mod c", "(a // b) mod c"),
    ("a not in b and c", "(a not in b) and c"),
)


@pytest.mark.parametrize(("text", "bracketed"), BINDING)
def test_operators_bind_as_documented(text: str, bracketed: str) -> None:
    assert parse(text, "expression") == parse(bracketed, "expression")
    assert unparse(parse(bracketed, "expression")) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("expression", "max(1, 2, a)"),
        ("expression", "f()"),
        ("expression", "sum(bid(s) for s in us if bid(s) > 0)"),
        ("expression", "count(n > 2 for n in 1..7)"),
        ("expression", "first(hand(s) meets called for s from bidder + 1)"),
        ("expression", "x + per + set"),
        ("domain", "least..28"),
        ("domain", "suits - ♥"),
        ("who", "playing - me from me + 1"),
        ("items", "A♠ A K jick 10..2 ♥ J..9"),
        ("deck", "french 52"),
        ("deck", "2 x french 24 + 2 joker - (2♦ if players == 3) - eights"),
        ("variable", "number"),
        ("variable", "set of strain per seat"),
        ("variable", "number per team = 1 + 2"),
        ("variable", "flag = x"),
        ("target", "hand(me + shift)"),
        ("head", "power(meld m, x)"),
        ("head", "shift"),
    ],
)
def test_every_kind_of_text_prints_as_it_was_written(kind: str, text: str) -> None:
    assert unparse(parse(text, kind)) == text


def test_cards_may_be_written_in_ascii_and_with_selectors() -> None:
    node = parse("10H A♠️ 21★", "expression")
    assert isinstance(node, tree.Cards)
    assert [token.text for token in node.tokens] == ["10H", "A♠️", "21★"]


def test_positions_are_those_of_the_text() -> None:
    node = parse("  a +\n (b * c)  ", "expression")
    assert isinstance(node, tree.Operation)
    assert (node.start, node.end) == (2, 14)
    assert (node.right.start, node.right.end) == (8, 13)


#: Text, code, start, end, part of the message, part of the hint.
ERRORS = (
    ("", "syntax", 0, 1, "the text is empty: expected a value", ""),
    ("a +", "syntax", 2, 3, "the text ends too early: expected a value", ""),
    ("f(a", "syntax", 2, 3, "expected an operator, `if`, `for`, `,` or `)`", "comma inside { }"),
    ("a b", "syntax", 2, 3, "`b` cannot stand here: expected an operator, `if` or the end", "operator between"),
    ("a, b", "syntax", 1, 2, "`,` cannot stand here", "between the arguments"),
    ("a = b", "syntax", 2, 3, "`=` cannot stand here", "equal is `==`"),
    ("a && b", "syntax", 3, 4, "`&` cannot stand here", "write `and`"),
    ("a || b", "unreadable-text", 2, 4, "`||`", "write `or`"),
    ("!a", "unreadable-text", 0, 1, "`!`", "write `not`"),
    ("a % b", "unreadable-text", 2, 3, "`%`", "`a mod b`"),
    ("a | b", "unreadable-text", 2, 3, "`|`", "`a + b`"),
    ("hand[me]", "unreadable-text", 4, 5, "`[`", "`hand(me)`"),
    ("a ? b : c", "unreadable-text", 2, 3, "`?`", "`a if condition else b`"),
    ("hand.count", "unreadable-text", 4, 5, "`.`", "`hand(me)`"),
    ("a ** b", "syntax", 3, 4, "`*` cannot stand here", "no powers"),
    ("a =< b", "syntax", 2, 3, "`=` cannot stand here", "at most is `<=`"),
    ("a => b", "syntax", 2, 3, "`=` cannot stand here", "at least is `>=`"),
    ("a += 1", "syntax", 3, 4, "`=` cannot stand here", "`set:`"),
    ("k♥", "syntax", 1, 2, "`♥` cannot stand here", "`K♥`"),
    ("a not b", "syntax", 6, 7, "`b` cannot stand here: expected `in`", "`and not`"),
    ("1,000", "syntax", 1, 2, "`,` cannot stand here: expected an operator, `if` or the end", "without separators"),
    ("any x in y", "syntax", 4, 5, "`x` cannot stand here", "`any(… for x in set)`"),
    ("K ==", "syntax", 3, 4, "ends too early: expected a value", ""),
    ("K + ) of", "syntax", 4, 5, "`)` cannot stand here: expected a value", ""),
    ("a <> b", "syntax", 3, 4, "`>` cannot stand here", "unequal is `!=`"),
    ("a ≤ b", "unreadable-text", 2, 3, "`≤`", "write `<=`"),
    ("a − b", "unreadable-text", 2, 3, "`−`", "typographic minus"),
    ("1.5", "unreadable-text", 1, 3, "no decimals", "`3/2`"),
    ("10h", "unreadable-text", 0, 3, "`10h` is no number", "`10H`"),
    ("handCards", "unreadable-text", 0, 9, "`handCards` is no name", "`hand_cards`"),
    ("12345678901", "number-too-long", 0, 11, "10 digits", ""),
    ("10 ♥", "syntax", 3, 4, "`♥` cannot stand here", "`10♥`"),
    ("♥ 10", "syntax", 2, 4, "`10` cannot stand here", "`10♥`"),
    ("if a then b", "syntax", 0, 2, "`if` cannot stand here", "`value if condition else other`"),
    ("a then b", "syntax", 2, 6, "`then` cannot stand here", "`value if condition else other`"),
    ("a < b < c", "syntax", 6, 7, "`<` cannot stand here", "`a < b and b < c`"),
    ("a == not b", "syntax", 5, 8, "`not` cannot stand here", "brackets"),
    ("1..7", "syntax", 1, 3, "`..` cannot stand here", "behind `for x in`"),
    ("a)", "syntax", 1, 2, "`)` cannot stand here", "no `(` for it"),
    ("sum(a for x)", "syntax", 11, 12, "expected `in` or `from`", ""),
    ("a\u00a0+ b", "unreadable-text", 1, 2, "U+00A0", "does not break"),
    ("a \x07", "unreadable-text", 2, 3, "U+0007", ""),
    ("♤", None, 0, 0, "", ""),
)


@pytest.mark.parametrize(("text", "code", "start", "end", "message", "hint"), ERRORS)
def test_what_cannot_be_read_is_explained(
    text: str, code: str | None, start: int, end: int, message: str, hint: str
) -> None:
    if code is None:
        parse(text, "expression")  # a sign of some suit: whether the deck has it is the checker's business
        return
    with pytest.raises(TextError) as caught:
        parse(text, "expression")
    error = caught.value
    assert (error.code, error.start, error.end) == (code, start, end)
    assert message in error.message
    assert hint in error.hint


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(" * 5000, "too-long"),
        ("(" * 1500, "nested-too-deep"),
        ("-" * 1500 + "a", "nested-too-deep"),
        ("not " * 450 + "a", "nested-too-deep"),
        ("a" + "+a" * 900, "nested-too-deep"),
        ("f(" * 41 + "a" + ")" * 41, "nested-too-deep"),
        ("f(" + "a," * 900 + "a)", "too-many-parts"),
        ("a if b else " * 150 + "c", "too-many-parts"),
        ("9" * 1900, "number-too-long"),
        ("(a" * 39, "syntax"),
    ],
)
def test_hostile_texts_give_one_finding_quickly(text: str, code: str) -> None:
    started = time.process_time()
    with pytest.raises(TextError) as caught:
        parse(text, "expression")
    assert caught.value.code == code
    assert time.process_time() - started < 0.5


def test_long_but_reasonable_texts_are_read() -> None:
    assert parse(" + ".join(["a"] * 99), "expression")
    assert parse("(" * 40 + "a" + ")" * 40, "expression") == parse("a", "expression")
