"""Domains, seats in order, lists of ranks, packs, declarations, targets, heads."""

from __future__ import annotations

import pytest

from tests.language.support import STRAIN, scalar, scope, sequence, show
from trickcore.diagnostics.model import Diagnostics
from trickcore.language import (
    read_deck,
    read_deck_base,
    read_domain,
    read_domain_list,
    read_head,
    read_items,
    read_target,
    read_variable,
    read_who,
)
from trickcore.language.core import Home
from trickcore.language.scope import Context
from trickcore.language.types import Kind, Type


@pytest.mark.parametrize(
    ("text", "shown", "type_"),
    [
        ("1..7", "Range(Number(1) Number(7))", "numbers"),
        ("target..28", "Range(option:target Number(28))", "numbers"),
        ("suits", "suits", "suits"),
        ("flags", "flags", "flags"),
        ("contracts", "contracts", "some of wenz, geier, solo"),
        ("hand & trumps", "Binary(& hand@me trumps)", "cards"),
        ("suit(best)", "Convert(set suit[Convert(set best)])", "suits"),
        ("suits if alone else ♦", "If(choice:alone suits Convert(set Suits([♦])))", "suits"),
        ("melds(hand)", "melds[hand@me]", "melds"),
        ("3", "Convert(set Number(3))", "numbers"),
    ],
)
def test_domains(text: str, shown: str, type_: str) -> None:
    found = Diagnostics()
    expr = read_domain(scalar(text), scope(), found)
    assert expr is not None
    assert (show(expr), str(expr.type)) == (shown, type_)
    assert len(found) == 0


@pytest.mark.parametrize(
    ("texts", "shown", "type_"),
    [
        (("18", "20", "-1"), "Listed([Number(18) Number(20) Number(-1)])", "numbers"),
        (("♣", "♦", "♥", "♠"), "Listed([Suits([♣]) Suits([♦]) Suits([♥]) Suits([♠])])", "suits"),
        (("♣", "hearts", "none"), "Listed([Suits([♣]) Suits([♥]) Empty()])", "suits"),
        (("♣", "♥️", "nt"), "Listed([Symbol(♣) Symbol(♥) Symbol(nt)])", "some of ♣, ♥, nt"),
        (
            ("silent", "stake", "null"),
            "Listed([Symbol(silent) Symbol(stake) Symbol(null)])",
            "some of silent, stake, null",
        ),
        (("grand", "none"), "Listed([Symbol(grand) Empty()])", "some of grand, none"),
    ],
)
def test_listed_domains(texts: tuple[str, ...], shown: str, type_: str) -> None:
    found = Diagnostics()
    expr = read_domain_list(sequence(*texts), scope(), found)
    assert [d.message for d in found] == []
    assert expr is not None
    assert (show(expr), str(expr.type)) == (shown, type_)


@pytest.mark.parametrize(
    ("texts", "code", "line"),
    [
        ((), "empty-list", 1),
        (("add", "add"), "duplicate-value", 2),
        (("add", "K♠"), "wrong-kind", 2),
        (("add", "a b"), "syntax", 2),
        (("♣", "★", "nt"), "unknown-suit", 2),
    ],
)
def test_listed_domains_that_are_wrong(texts: tuple[str, ...], code: str, line: int) -> None:
    found = Diagnostics()
    assert read_domain_list(sequence(*texts), scope(), found) is None
    assert [(d.code, d.span.line) for d in found] == [(code, line)]


def test_a_flag_is_no_domain() -> None:
    found = Diagnostics()
    assert read_domain(scalar("alone"), scope(), found) is None
    assert [d.hint for d in found] == ["both flags are `flags`"]


def test_seats_in_order() -> None:
    found = Diagnostics()
    who = read_who(scalar("playing - me from me + 1"), scope(), found)
    assert who is not None
    assert show(who.seats) == "Binary(- playing Convert(set me))"
    assert show(who.start) == "Binary(+ me Number(1))"
    plain = read_who(scalar("bidder"), scope(), found)
    assert plain is not None
    assert (show(plain.seats), plain.start) == ("Convert(set bidder)", None)
    assert read_who(scalar("hand from 3"), scope(), found) is None
    assert [d.span.column for d in found] == [1, 11]


# ------------------------------------------------------------------------------------------------ lists of ranks


def items(text: str) -> list[tuple[str, str]]:
    found = Diagnostics()
    read = read_items(scalar(text), scope(), found)
    assert read is not None, [d.message for d in found]
    return [(item.kind, item.text) for item in read]


def test_lists_of_ranks() -> None:
    assert items("AS K jick 4..2 joker hearts queens ♥ any") == [
        ("card", "A♠"),
        ("rank", "K"),
        ("cards", "jick"),
        ("rank", "4"),
        ("rank", "3"),
        ("rank", "2"),
        ("card", "joker"),
        ("suit", "♥"),
        ("rank", "Q"),
        ("suit", "♥"),
        ("cards", "any"),
    ]


def test_spans_go_both_ways_and_between_letters() -> None:
    assert [text for _, text in items("2..5")] == ["2", "3", "4", "5"]
    assert [text for _, text in items("A..9")] == ["A", "K", "Q", "J", "10", "9"]
    assert [text for _, text in items("9..J")] == ["9", "10", "J"]
    assert [text for _, text in items("7..7")] == ["7"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("A 1 O", ["unknown-rank", "unknown-rank"]),
        ("14..2", ["unknown-rank"]),
        ("A♠ 1♠", ["unknown-card"]),
        ("A jack", ["unknown-name"]),
        ("A stake", ["wrong-type"]),
        ("A + K", ["syntax"]),
        ("", ["syntax"]),
        ("★", ["unknown-suit"]),
    ],
)
def test_lists_of_ranks_that_are_wrong(text: str, codes: list[str]) -> None:
    found = Diagnostics()
    assert read_items(scalar(text), scope(), found) is None
    assert [d.code for d in found] == codes


# ------------------------------------------------------------------------------------------------ packs


def test_packs() -> None:
    found = Diagnostics()
    text = scalar("2 x french 24 + 2 joker - (2♦ if players == 3) - queens")
    deck = read_deck(text, scope(frozenset()), found)
    assert deck is not None
    assert (deck.copies, deck.base, deck.extra, deck.pack) == (2, "french 24", ((2, "joker"),), None)
    assert [show(expr) for expr in deck.removed] == [
        "If(Binary(== players Number(3)) Cards([2♦]) Empty())",
        "DeckWord(queens)",
    ]
    assert read_deck_base(text, found) == (2, "french 24", ((2, "joker"),))
    assert read_deck_base(scalar("latin 40"), found) == (1, "latin 40", ())


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("0 x french 24", "out-of-range", 1),
        ("french 52 + 99 joker", "out-of-range", 13),
        ("french", "syntax", 6),
        ("french 52 + joker", "syntax", 13),
        ("french 52 - hand", "wrong-context", 13),
        ("french-52", "syntax", 7),
        ("2x french 24", "unreadable-text", 1),
    ],
)
def test_packs_that_are_wrong(text: str, code: str, column: int) -> None:
    found = Diagnostics()
    assert read_deck(scalar(text), scope(frozenset()), found) is None
    assert [(d.code, d.span.column) for d in found] == [(code, column)]


# ------------------------------------------------------------------------------------------------ declarations


@pytest.mark.parametrize(
    ("text", "type_", "per", "initial"),
    [
        ("number", "number", "", "None"),
        ("number per team = 1", "number", "team", "Number(1)"),
        ("flag per seat", "flag", "seat", "None"),
        ("suit = ♥", "suit", "", "Suits([♥])"),
        ("set of suit", "suits", "", "None"),
        ("cards", "cards", "", "None"),
        ("cards = trump", "cards", "", "Convert(cards of suit state:trump)"),
        ("melds per seat", "melds", "seat", "None"),
        ("strain", str(STRAIN), "", "None"),
        ("set of strain per seat", str(Type(Kind.SYMBOL, True, STRAIN.symbols)), "seat", "None"),
        ("contract = geier", "one of wenz, geier, solo", "", "Symbol(geier)"),
        ("set of trump", "suits", "", "None"),
    ],
)
def test_declarations(text: str, type_: str, per: str, initial: str) -> None:
    found = Diagnostics()
    read = read_variable(scalar(text), scope(), found)
    assert read is not None, [d.message for d in found]
    assert (str(read[0]), read[1], show(read[2])) == (type_, per, initial)


@pytest.mark.parametrize(
    ("text", "code", "column", "hint"),
    [
        ("numbr", "unknown-type", 1, "`number`"),
        ("whatever", "unknown-type", 1, "number flag card"),
        ("set of number", "wrong-type", 1, "sets are of cards"),
        ("number per player", "unknown-type", 12, "`per seat`"),
        ("number = hand", "wrong-type", 10, "`count(…)`"),
        ("suit = nt", "unknown-name", 8, ""),
        ("jick", "unknown-type", 1, ""),
    ],
)
def test_declarations_that_are_wrong(text: str, code: str, column: int, hint: str) -> None:
    found = Diagnostics()
    assert read_variable(scalar(text), scope(), found) is None
    assert [(d.code, d.span.column) for d in found] == [(code, column)]
    assert hint in found.sorted()[0].hint


# ------------------------------------------------------------------------------------------------ targets, heads


@pytest.mark.parametrize(
    ("text", "home", "name", "owner"),
    [
        ("stake", Home.STATE, "stake", "None"),
        ("bid", Home.CHOICE, "bid", "me"),
        ("stock", Home.ZONE, "stock", "None"),
        ("hand(me + stake)", Home.WORD, "hand", "Binary(+ me state:stake)"),
        ("taken", Home.WORD, "taken", "me"),
        ("playing", Home.WORD, "playing", "None"),
        ("rivals(dealer)", Home.STATE, "rivals", "dealer"),
    ],
)
def test_targets(text: str, home: Home, name: str, owner: str) -> None:
    found = Diagnostics()
    target = read_target(scalar(text), scope(), found)
    assert target is not None, [d.message for d in found]
    assert (target.home, target.name, show(target.owner)) == (home, name, owner)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("stak", "unknown-name", "no variable or zone `stak`"),
        ("target", "not-a-variable", "`target` is an option"),
        ("jick", "not-a-variable", "a definition of `let`"),
        ("shift", "not-a-variable", "a table"),
        ("dealer", "not-a-variable", "a word of the language"),
        ("stake(me)", "not-a-function", "`stake` is nobody's"),
        ("hand(3)", "wrong-type", "seats wanted"),
        ("hand +", "syntax", "`+` cannot stand here"),
    ],
)
def test_targets_that_are_wrong(text: str, code: str, message: str) -> None:
    found = Diagnostics()
    assert read_target(scalar(text), scope(), found) is None
    assert [d.code for d in found] == [code]
    assert message in found.sorted()[0].message


def test_a_target_without_its_owner_needs_me() -> None:
    found = Diagnostics()
    assert read_target(scalar("bags"), scope(frozenset({Context.MATCH})), found) is None
    assert [d.code for d in found] == ["whose"]


def test_heads() -> None:
    found = Diagnostics()
    assert read_head(scalar("shift"), found) == ("shift", ())
    assert read_head(scalar("power(meld m, x)"), found) == ("power", (("m", "meld"), ("x", None)))
    assert read_head(scalar("power(m, m)"), found) is None
    assert read_head(scalar("power(3)"), found) is None
    assert [d.code for d in found] == ["syntax", "name-taken"]
