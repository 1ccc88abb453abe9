from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickcore.cards import PACKS, ascii_form, build_cards, card_form, deck_words, known_rank, pack_of, parse_card
from trickcore.errors import UnreadableAction
from trickcore.rules.model import CustomPack

OWN = CustomPack(("♣", "♦", "♥", "♠"), tuple(str(n) for n in range(14, 0, -1)), ((5, "pirate"), (1, "king")))


@pytest.mark.parametrize("name", sorted(PACKS))
def test_a_pack_has_as_many_cards_as_its_name_says(name: str) -> None:
    cards = build_cards(1, name)
    assert len(cards) == len(PACKS[name]) == int(name.split()[1])
    assert [card.kind for card in cards] == sorted(card.kind for card in cards)


@pytest.mark.parametrize("name", sorted(PACKS))
def test_every_card_reads_back_from_both_of_its_forms(name: str) -> None:
    words = deck_words(name)
    for card in build_cards(2, name):
        assert words.card(card.name) == words.card(card.ascii) == card.name
        assert parse_card(card.ascii.lower(), words) == card.name
        assert ascii_form(card.name) == card.ascii


def test_canonical_order_is_suits_then_high_to_low_then_suitless_with_copies_adjacent() -> None:
    names = [card.name for card in build_cards(2, "french 20", [(2, "joker")])]
    assert names[:4] == ["A♣", "A♣", "K♣", "K♣"]
    assert names[10] == "A♦"
    assert names[-3:] == ["10♠", "joker", "joker"]


def test_copies_multiply_a_pack_with_its_own_jokers_and_extra_cards_come_once() -> None:
    assert sum(card.name == "joker" for card in build_cards(2, "french 54", [(1, "joker")])) == 5


def test_removing_takes_every_copy() -> None:
    names = {card.name for card in build_cards(2, "french 24", (), ["9♣", "J♥"])}
    assert len(build_cards(2, "french 24", (), ["9♣", "J♥"])) == 44
    assert not names & {"9♣", "J♥"}


def test_an_own_pack_has_its_suits_ranks_and_extra_cards() -> None:
    cards = build_cards(1, OWN)
    assert len(cards) == 62
    assert cards[0].name == "14♣"
    words = deck_words(OWN)
    assert words.words["pirate"] == ("card", "pirate")
    assert words.words["fourteens"] == ("rank", "14")
    assert words.card("14H") == "14♥"


def test_words_of_national_packs() -> None:
    assert deck_words("german 32").words["overs"] == ("rank", "O")
    assert deck_words("latin 40").words["coins"] == ("suit", "♦")
    assert deck_words("french 52").words["black"] == ("suits", "♣♠")
    assert "red" not in deck_words("latin 40").words
    assert deck_words("tarot 78").words["excuse"] == ("card", "excuse")


def test_twins_share_a_colour() -> None:
    assert deck_words("french 24").twins == {"♣": "♠", "♦": "♥", "♥": "♦", "♠": "♣"}
    assert deck_words(CustomPack(("♥", "♠"), ("2", "1"), ())).twins == {}


def test_printed_order_goes_down() -> None:
    assert deck_words("french 52").ranks == ("A", "K", "Q", "J", *(str(n) for n in range(10, 1, -1)))


@pytest.mark.parametrize("text", ["10♥", "10H", "T♥", "TH", "th", "10h", "10♥️", " 10♥ ", "10♡"])
def test_a_ten_is_written_in_many_ways(text: str) -> None:
    assert parse_card(text, deck_words("french 52")) == "10♥"


@pytest.mark.parametrize(
    ("text", "message"),
    [("1H", "no 1♥"), ("KO", "not a card"), ("", "not a card"), ("joker", "not a card"), ("H10", "not a card")],
)
def test_what_is_no_card_is_told_by_kind(text: str, message: str) -> None:
    with pytest.raises(UnreadableAction, match=message):
        parse_card(text, deck_words("french 52"))


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_none(text: str) -> None:
    form = card_form(text)
    assert form is None or card_form(form) == form


def test_an_unknown_pack_is_a_plain_lookup() -> None:
    assert "french 51" not in PACKS
    assert pack_of("french 52") is PACKS["french 52"]


@pytest.mark.parametrize("letter", ["", "0", "07", "100", "9" * 5000, "²", "٣", "B"])
def test_no_card_bears_such_a_rank(letter: str) -> None:
    assert not known_rank(letter)


def test_courts_and_numerals_are_ranks() -> None:
    assert all(known_rank(letter) for letter in ("A", "K", "U", "1", "10", "99"))
