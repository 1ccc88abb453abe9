from __future__ import annotations

import pytest

from tests.rules.helpers import codes, game, good, read
from trickcore.language.core import Number
from trickcore.language.types import NUMBER, Kind


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ("{type: number, default: 0, min: 1}", "option-default"),
        ("{type: number, default: 9, max: 5}", "option-default"),
        ("{type: number, default: many}", "option-default"),
        ("{type: number, default: 5, min: 9, max: 3}", "option-bound"),
        ("{type: flag, default: yes}", "option-default"),
        ("{type: flag, default: true, min: 0}", "option-bound"),
        ("{type: [a, b], default: c}", "option-default"),
        ("{type: [21, 31], default: 41}", "option-default"),
    ],
)
def test_options_that_cannot_be(option: str, code: str) -> None:
    assert code in codes(game(options=f"{{x: {option}}}"))


def test_options_of_three_kinds() -> None:
    text = (
        "{n: {type: number, default: -3}, f: {type: flag, default: false}, s: {type: [a, b], default: b, help: Which}}"
    )
    options = good(game(options=text)).options
    assert [option.default for option in options.values()] == [-3, False, "b"]
    assert options["s"].choices == ("a", "b")
    assert options["s"].help == "Which"


def test_a_list_of_numbers_is_a_number_with_choices() -> None:
    option = good(game(options="{x: {type: [21, 31], default: 21}}", match="{deals: x + 1}")).options["x"]
    assert (option.type, option.default, option.low, option.high, option.choices) == (NUMBER, 21, 21, 31, ("21", "31"))


def test_a_faulty_option_is_not_complained_about_where_it_is_used() -> None:
    assert codes(game(options="{x: {type: number, default: many}}", match="{deals: x + 1}")) == ["option-default"]


@pytest.mark.parametrize(
    ("deck", "warned"), [("2 x french 24", True), ("french 24", False), ("french 24 + 2 joker", False)]
)
def test_all_copies_of_a_card_are_warned_of_where_there_are_several(deck: str, warned: bool) -> None:
    rules, found = read(game(deck=deck, let="{has(c): c in hand(dealer), q: Q♣ in hand(dealer) and has(A♠)}"))
    assert rules is not None
    assert [(d.code, d.severity.value) for d in found] == ([("all-copies", "warning")] if warned else [])


def test_variables_have_type_owner_and_first_value() -> None:
    text = (
        "{a: number = 3, b: flag per seat, c: seats, d: [slow, quick], e: {type: suit = ♥, seen: dealer}, f: set of d}"
    )
    variables = good(game(state=text, kept="{g: number per team}")).variables
    assert list(variables) == ["a", "b", "c", "d", "e", "f", "g"]
    initial = variables["a"].initial
    assert isinstance(initial, Number) and initial.value == 3
    assert variables["b"].per == "seat"
    assert variables["d"].type.symbols == ("slow", "quick")
    assert variables["f"].type.many and variables["f"].type.symbols == ("slow", "quick")
    assert variables["e"].seen is not None
    assert (variables["g"].per, variables["g"].kept) == ("team", True)


def test_variables_that_cannot_be() -> None:
    assert codes(game(state="{a: wizard}")) == ["unknown-type"]
    assert codes(game(state="{a: number = hearts}")) == ["wrong-type"]
    assert codes(game(state="{a: number = b, b: number = a}")) != []
    assert codes(game(state="{a: number = deal_no}")) == ["wrong-context"]


def test_a_set_of_a_choice_that_is_chosen_by_it() -> None:
    text = game(
        contracts="{solo: {}, pair: {}}",
        kept="{done: set of contract per seat}",
        steps="[{deal: {each: 5}}, {ask: {who: dealer, choose: {contract: contracts - done(dealer)}}}]",
    )
    variables = good(text).variables
    assert variables["contract"].type.symbols == ("solo", "pair")
    assert variables["done"].type.many


def test_zones_and_who_may_look() -> None:
    zones = good(game(zones="{a: hidden, b: open, c: {per: seat, seen: me, keep: true, help: Mine}}")).zones
    assert (zones["a"].seen, zones["b"].seen) == ("nobody", "all")
    assert (zones["c"].per_seat, zones["c"].keep, zones["c"].help) == (True, True, "Mine")
    assert codes(game(zones="{a: {seen: me}}")) == ["wrong-context"]


def test_zones_of_the_language_keep_their_usual_eyes() -> None:
    zones = good(game(zones="{hand: {help: A}, taken: {keep: true}, pack: {help: B}}")).zones
    assert [zone.seen for zone in zones.values()] == ["owner", "all", "nobody"]


@pytest.mark.parametrize(
    ("zone", "found"),
    [
        ("{per: seat, seen: none}", ["pack-property"]),
        ("{keep: true}", ["pack-property"]),
        ("{per: seat, keep: true}", ["pack-property", "pack-property"]),
        ("{keep: false, seen: none}", []),
    ],
)
def test_the_pack_has_no_owner_and_is_not_kept(zone: str, found: list[str]) -> None:
    assert codes(game(zones=f"{{pack: {zone}}}")) == found


def test_tables_find_the_type_of_keys_and_values() -> None:
    text = (
        "{numbers: {1: 2, -1: 3, else: 4}, suits_of: {♥: 1/2, ♠: 1}, seat_of: {north: ♣, south: ♥}, "
        "mixed: {♥: 1, grand: 2}, listed: [5, 6], style: {1: slow, 2: quick}}"
    )
    tables = good(game(tables=text, seats="[north, south]", state="{pace: [slow, quick]}")).tables
    assert {name: str(table.key) for name, table in tables.items()} == {
        "numbers": "number",
        "suits_of": "suit",
        "seat_of": "seat",
        "mixed": "one of ♥, grand",
        "listed": "number",
        "style": "number",
    }
    assert tables["numbers"].other is not None and list(tables["numbers"].rows) == ["1", "-1"]
    assert tables["suits_of"].type.fraction
    assert tables["seat_of"].type.kind is Kind.SUIT
    assert list(tables["listed"].rows) == ["1", "2"]
    assert tables["style"].type.symbols == ("slow", "quick")
    assert codes(game(tables="{a: {1: 2, 2: hearts}}")) == ["wrong-type"]
    assert codes(game(tables="{a: {1: deal_no}}")) == ["wrong-context"]


def test_melds_of_all_shapes() -> None:
    text = (
        "{tierce: {run: 3, worth: 20}, long: {run: 5..8, worth: 100}, "
        "four: {all of: A 10 K, worth: 100, class: kinds}, "
        "three: {some of: 3 2 A, count: 3, worth: 3, copies: 2}, pair: {cards: K Q of one suit, worth: 20}, "
        "bezique: {cards: Q♠ J♦, worth: 40}}"
    )
    melds = good(game(melds=text, sequence="A K Q J 10..2")).melds
    assert [(meld.shape, meld.low, meld.high) for meld in melds.values()] == [
        ("run", 3, 3),
        ("run", 5, 8),
        ("all of", 4, 4),
        ("some of", 3, 3),
        ("cards", 2, 2),
        ("cards", 0, 0),
    ]
    assert melds["four"].ranks == ("A", "10", "K") and melds["four"].group == "kinds"
    assert melds["three"].copies == 2
    assert melds["pair"].of == "one suit" and melds["pair"].cards is None
    assert melds["bezique"].cards is not None


@pytest.mark.parametrize(
    ("meld", "code"),
    [
        ("{run: 8..5, worth: 1}", "wrong-value"),
        ("{run: long, worth: 1}", "wrong-value"),
        ("{all of: A♠, worth: 1}", "not-a-rank"),
        ("{some of: A, count: 5, worth: 1}", "wrong-value"),
        ("{some of: A, worth: 1}", "missing-key"),
        ("{cards: hartz, worth: 1}", "unknown-name"),
        ("{cards: O of plain, worth: 1}", "unknown-rank"),
        ("{run: 3, worth: hearts}", "wrong-type"),
    ],
)
def test_melds_that_cannot_be(meld: str, code: str) -> None:
    assert codes(game(melds=f"{{x: {meld}}}")) == [code]


def test_a_fault_in_the_ranks_of_a_meld_is_shown_where_it_stands() -> None:
    (error,) = read(game(melds="{x: {cards: K O of plain, worth: 1}}"))[1]
    assert str(error.span) == "test.yaml:6:22"


def test_seats_are_as_many_as_can_play() -> None:
    assert codes(game(seats="[north, east, south]")) == ["seat-count"]
    assert codes(game(seats="[North, south]")) == ["bad-name"]
    assert good(game(seats="[north, south]", match="{first dealer: north}")).seats == ("north", "south")
