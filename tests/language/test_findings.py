"""Mistakes: one finding each, at the right column, in plain words."""

from __future__ import annotations

import pytest

from tests.language.support import check, complaints, scalar, scope
from trickcore.diagnostics.model import Diagnostics
from trickcore.language import read_expression
from trickcore.language.scope import Context
from trickcore.language.types import CARDS, FLAG, NUMBER, SEAT, SEATS, SUIT, Kind, Type

#: Text, type wanted, code, column, part of the message, part of the hint.
MISTAKES: tuple[tuple[str, Type | None, str, int, str, str], ...] = (
    # names
    ("hand & heart", None, "unknown-name", 8, "there is no name `heart`", "`hearts`"),
    ("stak + 1", None, "unknown-name", 1, "there is no name `stak`", "`stake`"),
    ("mate == nobody", None, "unknown-name", 9, "there is no name `nobody`", "`none`"),
    ("mate == null", None, "unknown-name", 9, "there is no name `null`", "`none`"),
    ("moon == ad", None, "unknown-name", 9, "`ad` is none of `add`, `subtract`", "`add`"),
    ("valu(hand)", None, "unknown-name", 1, "there is no function `valu`", "`value`"),
    ("len(hand)", None, "unknown-name", 1, "there is no function `len`", "`count(…)`"),
    ("max(1 2)", None, "unknown-rank", 5, "this deck has no rank `1`", "separated by commas"),
    ("count", None, "missing-argument", 1, "`count` is a function", "`count(…)`"),
    ("power", None, "missing-argument", 1, "`power` needs an argument", "`power(…)`"),
    ("for_all(alone for s in us)", None, "unknown-name", 1, "there is no function `for_all`", "any all count"),
    ("value(stake for s in us)", None, "unknown-name", 1, "`value` does not go through a set", ""),
    # brackets
    ("stock(me)", None, "not-a-function", 1, "`stock` is nobody's", "write `stock`"),
    ("queens(hand)", None, "not-a-function", 1, "a word of the deck", "`queens & hand`"),
    ("dealer(me)", None, "not-a-function", 1, "`dealer` is nobody's", ""),
    ("hand()", None, "wrong-arguments", 1, "takes one argument: whose it is", "`hand(me)`"),
    ("hand(me, dealer)", None, "wrong-arguments", 1, "takes one argument: whose it is", ""),
    ("count(hand, taken)", None, "wrong-arguments", 1, "`count` takes one argument; here are 2", "`count(x)`"),
    ("max()", None, "wrong-arguments", 1, "`max` takes one argument; here are 0", ""),
    ("shift()", None, "wrong-arguments", 1, "`shift` takes one argument", ""),
    ("any(hand)", None, "wrong-arguments", 1, "`any` goes through a set", "`any(condition for x in set)`"),
    ("hand(♥)", None, "wrong-type", 6, "seats wanted, a suit found", ""),
    ("hand(1)", None, "wrong-type", 6, "seats wanted, a number found", ""),
    # types
    ("hand", NUMBER, "wrong-type", 1, "a number wanted, cards found", "`count(…)`"),
    ("hand", FLAG, "wrong-type", 1, "a flag wanted, cards found", "`… != none`"),
    ("stake", FLAG, "wrong-type", 1, "a flag wanted, a number found", "`… > 0`"),
    ("alone", NUMBER, "wrong-type", 1, "a number wanted, a flag found", "`1 if …`"),
    ("hand", SUIT, "wrong-type", 1, "a suit wanted, cards found", "`suit(…)`"),
    ("hand", SEATS, "wrong-type", 1, "seats wanted, cards found", "`player(…)`"),
    ("suits", SUIT, "wrong-type", 1, "a suit wanted, suits found", ""),
    ("10", CARDS, "wrong-type", 1, "cards wanted, a number found", "`10 of any`"),
    ("none", NUMBER, "wrong-type", 1, "a number wanted, `none` found", "`0`"),
    ("1/2", NUMBER, "fraction", 1, "a whole number wanted, a fraction found", "`floor(…)`"),
    ("moon", Type(Kind.SYMBOL, symbols=("add", "drop")), "wrong-type", 1, "one of `add`, `drop` wanted", ""),
    ("stake / 0", None, "division-by-zero", 9, "this divides by 0", ""),
    ("hand + 1", None, "wrong-type", 1, "`+`: cards and a number do not join", "`count(…)`"),
    ("1 + dealer", None, "wrong-type", 1, "`+`: a number and a seat do not join", "`dealer + 1`"),
    ("alone + alone", None, "wrong-type", 1, "`+`: a flag and a flag do not join", "`and`"),
    ("hand & seats", None, "wrong-type", 1, "cards and seats do not go together", ""),
    ("stake & 1", None, "wrong-type", 1, "`&`: a number and a number", ""),
    ("hand * 2", None, "wrong-type", 1, "a number wanted, cards found", "`count(…)`"),
    ("-hand", None, "wrong-type", 2, "a number wanted, cards found", ""),
    ("not hand", None, "wrong-type", 5, "a flag wanted, cards found", ""),
    ("alone and hand", None, "wrong-type", 11, "a flag wanted, cards found", ""),
    ("hand == 0", None, "wrong-type", 1, "cannot compare cards with a number", "`count(…)`"),
    ("me == 1", None, "wrong-type", 1, "cannot compare a seat with a number", ""),
    ("moon == hand", None, "wrong-type", 1, "cannot compare one of `add`, `subtract` with cards", "`add`"),
    ("stake == none", None, "wrong-type", 1, "a number is never `none`", "`0`"),
    ("alone == none", None, "wrong-type", 1, "a flag is never `none`", "`false`"),
    ("stake < hand", None, "wrong-type", 9, "`<` compares numbers; cards found", "`count(…)`"),
    ("best < lead_card", None, "wrong-type", 1, "`<` compares numbers; a card found", "`strength(…)`"),
    ("Q♠ in dealer", None, "wrong-type", 1, "wants two sets of one kind; cards and a seat found", "`hand(…)`"),
    ("1 in 2", None, "wrong-type", 1, "wants two sets of one kind", ""),
    ("hand if stake", None, "wrong-type", 9, "a flag wanted, a number found", ""),
    ("hand if alone else 1", None, "wrong-type", 1, "differ in type: cards and a number", ""),
    ("none if alone else 1", None, "wrong-type", 1, "differ in type: `none` and a number", ""),
    ("K of stake", None, "wrong-type", 6, "suits or cards wanted after `of`, a number found", ""),
    ("count(3)", None, "wrong-type", 7, "a set wanted, a number found", ""),
    ("count(alone)", None, "wrong-type", 7, "a set wanted, a flag found", "`count(condition for x in set)`"),
    # cards
    ("1♥", None, "unknown-card", 1, "this deck has no card `1♥`", "the ranks are `A`"),
    ("A♡", None, "unknown-card", 1, "this deck has no card `A♡`", "`A♥`"),
    ("A★", None, "unknown-card", 1, "this deck has no card `A★`", "the suits are"),
    ("★", None, "unknown-suit", 1, "this deck has no suit `★`", "the suits are `♣`, `♦`, `♥`, `♠`"),
    ("♢", None, "unknown-suit", 1, "this deck has no suit `♢`", "write `♦`"),
    ("O of trump", None, "unknown-rank", 1, "this deck has no rank `O`", "the ranks are"),
    ("K♠ ♥", None, "mixed-literal", 1, "cards and suits stand side by side", "`+`"),
    # quantifiers
    ("any(true for hand in seats)", None, "name-taken", 14, "`hand` is a word of the language", ""),
    ("any(true for stake in seats)", None, "name-taken", 14, "`stake` is a name of this file", ""),
    ("any(true for queens in seats)", None, "name-taken", 14, "`queens` is a word of the deck", ""),
    ("any(any(true for s in us) for s in us)", None, "name-taken", 18, "`s` is already a variable", ""),
    ("any(s for s in us)", None, "wrong-type", 5, "a flag wanted, a seat found", ""),
    ("sum(s for s in us)", None, "wrong-type", 5, "a number wanted, a seat found", "`count(…)`"),
    ("sum(1 for n in 7)", None, "wrong-type", 16, "a set wanted, a number found", "`1..7`"),
    ("sum(1 for n in alone)", None, "wrong-type", 16, "a set wanted, a flag found", "`flags`"),
    ("first(alone for s from hand)", None, "wrong-type", 24, "a seat wanted, cards found", ""),
    ("teams", SEATS, "only-to-go-through", 1, "`teams` are groups of seats", "`… for x in teams`"),
    ("any(any(any(any(true for a in us) for b in us) for c in us) for d in us)", None,
     "nested-too-deep", 13, "more than 3", ""),
)  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "code", "column", "message", "hint"), MISTAKES)
def test_one_mistake_gives_one_finding(
    text: str, expected: Type | None, code: str, column: int, message: str, hint: str
) -> None:
    found = complaints(text, expected)
    assert [(c, at) for c, at, _, _ in found] == [(code, column)], found
    assert message in found[0][2]
    assert hint in found[0][3]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("foo + bar(3)", [1, 7]),
        ("foo if hand else bar", [1, 8, 18]),
        ("max(hand, alone)", [5, 11]),
        ("hand & heart == none and stake == none", [8, 26]),
        ("foo == add", [1]),  # what `add` means depends on what foo is
        ("count(foo) + count(hand)", [7]),
        ("any(bar for x in foo)", [18]),
        ("(foo + 1) * 2 - 3", [2]),
        ("2♥ 1♥ 3★", [4, 7]),
    ],
)
def test_independent_mistakes_are_all_found_and_what_depends_on_them_is_not(text: str, columns: list[int]) -> None:
    assert sorted(at for _, at, _, _ in complaints(text)) == columns


def test_a_broken_name_is_not_complained_about() -> None:
    for text in ("ruined", "ruined + 1", "ruined == 3 and alone", "max(ruined, 1)", "ruined(me)"):
        found = Diagnostics()
        assert read_expression(scalar(text), scope(), None, found) is None
        assert len(found) == 0


# ------------------------------------------------------------------------------------------------ contexts

MATCH = frozenset({Context.MATCH})


@pytest.mark.parametrize(
    ("text", "contexts", "code", "message", "hint"),
    [
        ("led", MATCH, "wrong-context", "`led` is known while a trick is being played, and not in `match.ends`", ""),
        ("trump", MATCH, "wrong-context", "`trump` is known during a deal, and not in", ""),
        ("total(bidder)", MATCH | {Context.DEAL}, "wrong-context", "`total` is known when points are counted", ""),
        ("card", MATCH, "wrong-context", "`card` is known when a card is declared", ""),
        ("me", MATCH, "wrong-context", "`me` is known where a seat decides", ""),
        ("highest(any)", MATCH, "wrong-context", "`highest` is known during a deal", ""),
        ("seats", frozenset(), "wrong-context", "`seats` is known once the match has begun", ""),
        ("bags", MATCH, "whose", "whose `bags`?", "`bags(dealer)`"),
        ("hand", MATCH | {Context.DEAL}, "whose", "whose `hand`?", "`hand(dealer)`"),
        ("eyes", MATCH | {Context.DEAL}, "whose", "whose `eyes`?", ""),
        ("spent(m)", MATCH, "whose", "whose `spent`?", "(…, dealer)"),
        ("hand(dealer)", MATCH, "wrong-context", "`hand` is known during a deal", ""),
    ],
)
def test_what_is_not_known_in_a_position(
    text: str, contexts: frozenset[str], code: str, message: str, hint: str
) -> None:
    where = scope(contexts, place="`match.ends`").bind({"m": Type(Kind.MELD)})
    found = complaints(text, None, where)
    assert [c for c, *_ in found] == [code]
    assert message in found[0][2]
    assert hint in found[0][3]


@pytest.mark.parametrize("text", ["score(dealer)", "bags(dealer)", "any(score(t) > 3 for t in teams)", "players"])
def test_an_owner_makes_a_value_known_without_me(text: str) -> None:
    assert check(text, None, scope(MATCH))


def test_a_seat_is_wanted() -> None:
    assert complaints("stake", SEAT)[0][0] == "wrong-type"


@pytest.mark.parametrize(
    ("text", "copies", "warned"),
    [
        ("Q♣ in hand", 2, True),
        ("K Q of trump not in hand", 2, True),
        ("Q♣ in hand", 1, False),
        ("hand meets Q♣", 2, False),
        ("best in hand", 2, False),
    ],
)
def test_in_speaks_of_all_copies_and_that_is_said(text: str, copies: int, warned: bool) -> None:
    found = Diagnostics()
    assert read_expression(scalar(text), scope(copies=copies), None, found) is not None
    assert [d.code for d in found] == (["all-copies"] if warned else [])
    assert not found.has_errors
