from __future__ import annotations

import pytest

from tests.rules.helpers import codes, game, good, read
from trickcore.language.core import Empty
from trickcore.language.types import NUMBER, Kind
from trickcore.rules.model import Rules

MELDS = "{run: {run: 3, worth: 20, class: runs}}"


def let(text: str, **more: str) -> Rules:
    return good(game(let=text, **more))


def test_definitions_may_stand_in_any_order() -> None:
    rules = let("{a: b + 1, b: c + 1, c: 1}")
    assert list(rules.base.definitions) == ["c", "b", "a"] or set(rules.base.definitions) == {"a", "b", "c"}
    assert rules.base.definitions["a"].type.kind is Kind.NUMBER


def test_a_long_chain_of_definitions_is_no_trouble() -> None:
    lines = [f"  a{number}: a{number + 1} + 1" for number in range(900)]
    text = game(let="\n" + "\n".join([*lines, "  a900: 1"]))
    assert len(good(text).base.definitions) == 901


def test_a_circle_is_told_once_with_its_chain() -> None:
    _, found = read(game(let="{a: b + 1, b: c, c: a}"))
    (error,) = found
    assert error.code == "cycle"
    assert "c → a → b → c" in error.message
    assert [place.span.column for place in error.related] == [7, 17]


def test_a_circle_through_an_overlay_or_a_law_is_one_too() -> None:
    assert codes(game(let="{a: 1, b: a}", when="{players == 2: {a: b}}")) == ["cycle"]
    assert codes(game(trumps="highest(trumps)")) == ["cycle"]
    assert codes(game(let="{champion: best}", play="{winner: champion}")) == ["cycle"]
    assert codes(game(zones="{up: open}", trumps="suit(up)", order="{all: A K Q J 10..2}")) == []


def test_a_very_long_circle_is_found_without_a_deep_search() -> None:
    lines = [f"  a{number}: a{number + 1} + 1" for number in range(900)]
    _, found = read(game(let="\n" + "\n".join([*lines, "  a900: a0"])))
    (error,) = found
    assert error.code == "cycle"
    assert len(error.message) < 200


def test_a_fault_in_a_definition_is_told_once_and_not_where_it_is_used() -> None:
    text = game(let="{a: 1 + hartz, b: a + 1}", steps="[{deal: {each: a}}, {play: all}, {score: a + b}]")
    assert [(d.code, d.span.column) for d in read(text)[1]] == [("unknown-name", 14)]


@pytest.mark.parametrize(
    ("body", "type_"),
    [
        ("f(c): value(c) + 1", "card"),
        ("f(m): worth(m)", "meld"),
        ("f(n): n + 1", "number"),
        ("f(s): count(hand(s))", "seat"),
        ("f(s): s == ♥", "suit"),
        ("f(r): r == rank(lead_card)", "rank"),
        ("f(x): 1 if x", "flag"),
        ("f(k): 1 if k == solo", "one of call, solo"),
        ("f(seat n): n + 1", "seat"),
        ("f(cards c): count(c)", "cards"),
    ],
)
def test_the_type_of_a_parameter_is_given_or_found(body: str, type_: str) -> None:
    rules = let("{" + body + "}", melds=MELDS, contracts="{call: {}, solo: {}}")
    ((_, found),) = rules.base.definitions["f"].parameters
    assert str(found) == type_


def test_parameters_that_fit_nothing_get_the_message_of_the_body() -> None:
    _, found = read(game(let="{f(n): n + hartz}"))
    assert [d.code for d in found] == ["unknown-name"]
    assert codes(game(let="{f(wizard n): 1}")) == ["unknown-type"]


def test_looking_for_types_has_an_end() -> None:
    lines = [f'  "f{number}(a, b, c, d)": hartz' for number in range(20)]
    found = codes(game(let="\n" + "\n".join(lines)))
    assert set(found) == {"parameter-types"}
    assert len(found) == 20


def test_an_overlay_keeps_the_type() -> None:
    assert codes(game(let="{a: 1}", when="{players == 2: {a: hearts}}")) == ["wrong-type"]
    assert codes(game(let="{f(n): n + 1}", when='{players == 2: {"f(a, b)": a + b}}')) == ["overlay-type"]
    rules = let("{a: 1, f(n): n + 1}", when='{players == 2: {a: value(hand) / 2, "f(number k)": k}}')
    assert rules.base.definitions["a"].per == "seat"
    assert rules.base.definitions["a"].type.fraction
    assert rules.overlays[0].layer.definitions["f"].parameters[0][0] == "k"


def test_an_overlay_overrides_laws_and_definitions_only() -> None:
    _, found = read(game(let="{a: 1}", when="{players == 2: {aa: 2}}"))
    (error,) = found
    assert error.code == "overlay-name"
    assert "`a`" in error.hint
    _, found = read(game(zones="{stock: hidden}", when="{players == 2: {stock: 3}}"))
    assert "a zone cannot be overridden" in next(iter(found)).message


def test_an_overlay_overrides_a_table_by_a_definition_with_its_key() -> None:
    tables, over = "{size: {1: 10, 2: 13}}", '{players == 2: {"size(n)": 18 if n > 1 else 3}}'
    rules = good(game(tables=tables, let="{largest: size(2)}", when=over))
    base, other = rules.base.definitions["size"], rules.overlays[0].layer.definitions["size"]
    assert [type_ for _, type_ in other.parameters] == [type_ for _, type_ in base.parameters] == [NUMBER]
    assert "size" in rules.tables and base.span.line == rules.tables["size"].span.line


@pytest.mark.parametrize(
    ("table", "over", "code"),
    [
        ("{size: {1: 2}}", "{size: 3}", "overlay-type"),
        ("{size: {1: 2}}", '{"size(a, b)": a + b}', "overlay-type"),
        ("{size: {1: 2}}", '{"size(n)": hearts}', "wrong-type"),
        ("{size: {♠: 2}}", '{"size(n)": n + 1}', "wrong-type"),
        ("{size: {1: 2}}", '{"size(n)": size(n) + 1}', "cycle"),
        ("{size: {1: 2}}", '{"sise(n)": n}', "overlay-name"),
    ],
)
def test_the_definition_fits_the_table(table: str, over: str, code: str) -> None:
    assert codes(game(tables=table, when=f"{{players == 2: {over}}}")) == [code]


def test_a_table_that_is_overridden_has_its_name_alone() -> None:
    over = '{players == 2: {"size(n)": n}}'
    assert codes(game(tables="{size: {1: 2}}", let="{size: 3}", when=over)) == ["name-taken"]
    assert codes(game(tables="{size: {1: 2}}", zones="{size: hidden}", when=over)) == ["name-taken", "overlay-name"]
    own = codes(game(tables="{size: {x: y, z: 1}}"))  # the table's own faults, and no others
    assert own and codes(game(tables="{size: {x: y, z: 1}}", when=over)) == own


def test_contracts_are_overlays_before_those_of_when() -> None:
    sections = {
        "contracts": "{solo: {leader: dealer}}",
        "play": "{leader: eldest}",
        "when": "{players == 2: {free: none}}",
    }
    rules = good(game(**sections))
    assert rules.contracts == ("solo",)
    solo, when = rules.overlays
    assert solo.layer.leader is not None and solo.layer.free is None
    assert when.layer.free is not None
    assert rules.base.leader is not None


def test_sides_are_names_of_seats() -> None:
    steps = "[{deal: {each: 5}}, {play: all}, {score: tricks(takers) - tricks(others)}]"
    rules = good(game(sides="{takers: bidder, others: rest}", steps=steps))
    assert rules.base.definitions["others"].type.many
    assert codes(game(sides="{takers: rest, others: rest}")) == ["two-rests"]


def test_a_side_that_only_an_overlay_has_is_nobody_without_it() -> None:
    rules = good(game(when="{players == 2: {sides: {takers: bidder, others: rest}}}"))
    assert isinstance(rules.base.definitions["takers"].body, Empty)
    assert set(rules.overlays[0].layer.definitions) == {"takers", "others"}


def test_what_a_definition_needs_its_users_need() -> None:
    text = game(let="{first_led: lead_card}", match="{ends: first_led == none}")
    assert codes(text) == ["wrong-context"]
    assert codes(game(let="{mine: count(hand)}", match="{ends: mine > 3}")) == ["whose"]
    assert codes(game(let="{sums: total + 1}", steps="[{play: all}, {score: {lines: {a: sums}}}]")) == ["wrong-context"]
    assert codes(game(let="{sums: total + 1}", steps="[{play: all}, {score: {points: sums}}]")) == []
