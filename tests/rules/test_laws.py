from __future__ import annotations

import pytest

from tests.rules.helpers import codes, game, good, read
from trickcore.language.core import Cards


def test_ladders_have_names_or_suits() -> None:
    order = good(game(order="{over: A♠, trumps: 5 J 10..2, ♥ ♦: A K, spades: 2..10, plain: A}")).base.order
    assert order is not None
    assert [(ladder.name, ladder.suits) for ladder in order] == [
        ("over", ()),
        ("trumps", ()),
        ("cards", ("♥", "♦")),
        ("cards", ("♠",)),
        ("plain", ()),
    ]


def test_a_span_takes_what_is_left() -> None:
    order = good(game(order="{all: 5 J 10..2 A}")).base.order
    assert order is not None
    assert [item.text for item in order[0].items] == ["5", "J", "10", "9", "8", "7", "6", "4", "3", "2", "A"]


def test_ranks_stand_once_on_a_ladder() -> None:
    assert codes(game(order="{all: A K Q A}")) == ["duplicate-rank"]
    assert codes(game(order="{all: 10..2 4..3}"))[0] == "duplicate-rank"
    assert codes(game(order="{all: A K O}")) == ["unknown-rank"]
    assert codes(game(order="{hart: A}")) == ["unknown-ladder"]


def test_keys_of_suits_and_equals_are_printed_cards() -> None:
    rules = good(game(suits="{A♠ 2♠: spades, jacks: hearts}", equals="{J 10♥: last, any: first}"))
    assert rules.base.suits is not None and rules.base.equals is not None
    cards = rules.base.suits[1].cards
    assert isinstance(cards, Cards)
    assert cards.names == ("J♣", "J♦", "J♥", "J♠")
    assert rules.base.equals[1].cards is None


@pytest.mark.parametrize("which", ["first", "last", "nobody", "cancel", "first if players == 2 else last"])
def test_equal_cards(which: str) -> None:
    rules = good(game(equals=which))
    assert rules.base.equals is not None
    assert rules.base.equals[0].which.type.symbols == ("first", "last", "nobody", "cancel")
    assert codes(game(equals="neither")) == ["unknown-name"]


def test_values_in_groups() -> None:
    values = good(game(values="{trumps: {J: 20, 9: 14}, plain: 1/2, A: 11, any: 0}")).base.values
    assert values is not None
    assert [(line.group, line.items[0].text) for line in values] == [
        ("trumps", "J"),
        ("trumps", "9"),
        ("plain", "any"),
        ("", "A"),
        ("", "any"),
    ]


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ("{K: 4, K J: 5}", True),
        ("{K: 4, K J: 4}", False),
        ("{K: 4, kings: 5}", True),
        ("{K: 4, K♥: 5, hearts: 1, any: 0}", False),  # card before rank before suit before any
        ("{K♥: 4, A♥ K♥: 5}", True),
        ("{red: 1, red black: 2}", True),
        ("{hearts: 1, ♥: 2}", True),
        ("{trumps: {K: 4}, plain: {K: 5}}", False),
        ("{trumps: {K: 4, K Q: 5}}", True),
    ],
)
def test_no_card_has_two_values(values: str, wrong: bool) -> None:
    assert codes(game(values=values)) == (["value-twice"] if wrong else [])


def test_a_conflict_of_values_names_both_places() -> None:
    _, found = read(game(values="{K: 4, K J: 5}"))
    (error,) = found
    assert "`K` is worth `5` here and `4` at test.yaml:6:10" in error.message
    assert [str(place.span) for place in error.related] == ["test.yaml:6:10"]


def test_tiers_keep_their_text_and_the_authors_words() -> None:
    follow = good(game(play="{follow: [led, {cards: trumps if players == 2, why: Trump it}, any]}")).base.follow
    assert follow is not None
    assert [(tier.text, tier.why) for tier in follow] == [
        ("led", ""),
        ("trumps if players == 2", "Trump it"),
        ("any", ""),
    ]


@pytest.mark.parametrize(
    ("law", "text", "code"),
    [
        ("leader", "led", "wrong-context"),
        ("leader", "me", "wrong-context"),
        ("follow", "[total]", "wrong-context"),
        ("winner", "hand", "whose"),
        ("until", "hearts", "wrong-type"),
        ("free", "3", "wrong-type"),
        ("lead", "[card]", "wrong-context"),
        ("next", "trick", "wrong-type"),
    ],
)
def test_each_law_has_its_context_and_type(law: str, text: str, code: str) -> None:
    assert codes(game(play=f"{{{law}: {text}}}")) == [code]


@pytest.mark.parametrize(
    ("law", "text"),
    [
        ("leader", "bidder if deal_no > 1 else eldest"),
        ("lead", "[any - hearts if not played meets hearts, any]"),
        ("follow", "[hand & led & beating, led, any]"),
        ("winner", "usual"),
        ("takes", "winning"),
        ("next", "player(best) + 1"),
        ("until", "trick_no == 3 and not led meets hearts"),
        ("more", "round < 2"),
        ("by", "dealer if me == eldest else me"),
        ("as", "suits if card == A♠"),
        ("free", "hand & spades if led meets hearts"),
    ],
)
def test_what_each_law_may_speak_of(law: str, text: str) -> None:
    assert good(game(play=f"{{{law}: {text}}}"))


def test_the_deck_says_what_words_there_are() -> None:
    assert codes(game(deck="german 32", trumps="overs + unders + hearts")) == []
    assert codes(game(deck="german 32", trumps="queens")) == ["unknown-name"]
    assert codes(game(deck="french 52 + 2 joker", trumps="joker")) == []
    assert codes(game(trumps="joker")) == ["unknown-name"]


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        ("french 51", "unknown-deck"),
        ("french 52 + 1 wizard", "unknown-card"),
        ("french 52 - hand", "wrong-context"),
        ("french 52 - (2♦ if target == 3)", "unknown-name"),
        ("6 x french 52", "deck-size"),
        ("{suits: [♥, ♥], ranks: 9..1}", "duplicate-value"),
        ("{suits: [♥, pine], ranks: 9..1}", "unknown-suit"),
        ("{suits: [♥], ranks: 9..1 9}", "duplicate-rank"),
        ("{suits: [♥], ranks: A X}", "unknown-rank"),
        (f"{{suits: [♥], ranks: {'9' * 5000}..1}}", "unknown-rank"),
        ("{suits: [♥], ranks: 9..1, extra: {jester: 250}}", "deck-size"),
        ("{suits: [♥], ranks: 9..1, extra: {trumps: 1}}", "bad-name"),
    ],
)
def test_decks_that_cannot_be(deck: str, code: str) -> None:
    assert codes(game(deck=deck)) == [code]


def test_a_file_without_a_known_deck_is_still_read() -> None:
    text = game(deck="french 51", trumps="queens + Q♣ + 3 of hearts", let="{x: hartz}")
    assert codes(text) == ["unknown-deck", "unknown-name"]


def test_a_pack_of_ones_own() -> None:
    rules = good(game(deck="{suits: [hearts, ♠], ranks: 1..5, extra: {jester: 3}}", trumps="jester + hearts"))
    pack = rules.deck.pack
    assert pack is not None
    assert (pack.suits, pack.ranks, pack.extra) == (("♥", "♠"), ("1", "2", "3", "4", "5"), ((3, "jester"),))
