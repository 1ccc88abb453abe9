from __future__ import annotations

from textwrap import dedent

import pytest

from tests.compiler.support import rules_of
from trickcore.compiler.compile import make_unit, settle
from trickcore.compiler.unit import RefusedError, Unit
from trickcore.diagnostics.model import Diagnostics

HEAD = """
trickcore: 1
name: Laws
players: 3
deck: {deck}
{laws}
steps:
  - deal: {{each: 3}}
  - play: all
  - score: tricks
"""


def unit_of(laws: str, deck: str = "french 24", found: Diagnostics | None = None) -> Unit:
    rules = rules_of(HEAD.format(deck=deck, laws=dedent(laws).strip()))
    return make_unit(settle(rules, 3, {}, Diagnostics()), found if found is not None else Diagnostics())


def names(unit: Unit, mask: int) -> str:
    return " ".join(card.name for i, card in enumerate(unit.setting.deck.cards) if mask >> i & 1)


def card(unit: Unit, name: str) -> int:
    return unit.setting.deck.by_name[name].bit_length() - 1


def ladder(unit: Unit, row: int, class_: int) -> str:
    """The cards that can win when a class was asked for, from high to low."""
    power = unit.laws.rows[row].power[class_]
    order = sorted((i for i, p in enumerate(power) if p), key=lambda i: -power[i])
    return " ".join(unit.setting.deck.cards[i].name for i in order)


BOWERS = """
trumps: trump + J of twin(trump)
order:
  trumps: J left A K Q 10 9
  plain: A K Q J 10 9
let: {left: J of twin(trump)}
state: {trump: suit}
"""


def test_a_card_that_changes_its_suit() -> None:
    unit = unit_of(BOWERS)
    assert len(unit.laws.rows) == 5  # no trump, and one for each suit
    clubs = unit.laws.numbers[1]
    assert names(unit, unit.laws.rows[clubs].classes[0]) == ""
    assert names(unit, unit.laws.rows[clubs].classes[3]) == "A♠ K♠ Q♠ 10♠ 9♠"
    assert names(unit, unit.laws.rows[clubs].suit_cards[0]) == "A♣ K♣ Q♣ J♣ 10♣ 9♣ J♠"
    assert ladder(unit, clubs, 4) == "J♣ J♠ A♣ K♣ Q♣ 10♣ 9♣"
    assert ladder(unit, clubs, 3) == "J♣ J♠ A♣ K♣ Q♣ 10♣ 9♣ A♠ K♠ Q♠ 10♠ 9♠"


def test_no_trump_row() -> None:
    unit = unit_of(BOWERS)
    none = unit.laws.numbers[0]
    assert unit.laws.rows[none].trumps == 0
    assert ladder(unit, none, 1) == "A♦ K♦ Q♦ J♦ 10♦ 9♦"


def test_a_card_of_two_classes() -> None:
    unit = unit_of("trumps: hearts + A♠\nsuits: {A♠: spades}\norder: {trumps: A♠ A K Q J 10 9, plain: A K Q J 10 9}")
    row = unit.laws.rows[0]
    assert unit.laws.slot == -1
    assert row.classes_of(card(unit, "A♠")) == (3, 4)
    assert ladder(unit, 0, 3) == "A♠ A♥ K♥ Q♥ J♥ 10♥ 9♥ K♠ Q♠ J♠ 10♠ 9♠"
    assert [item.text for item in unit.play_menu.items[24:]] == ["A♠ as ♠", "A♠ as trump"]
    assert unit.play_menu.lead_classes(row)[24:] == [3, 4]


def test_cards_and_names_claim_first() -> None:
    unit = unit_of("trumps: jacks + spades\norder: {trumps: J♣ J A 10 K Q 9, plain: A 10 K Q 9}")
    place = unit.laws.rows[0].place
    assert place[card(unit, "J♣")] > place[card(unit, "J♥")] == place[card(unit, "J♠")] > place[card(unit, "A♠")]


def test_ladder_findings() -> None:
    found = Diagnostics()
    unit_of("order: {all: A K Q J♣ 10 9}", found=found)
    assert {d.code for d in found} == {"ladder-missing"}
    assert any("J♦" in d.message for d in found)
    found = Diagnostics()
    unit_of(
        "trumps: jacks\nlet: {low: J♣ J♦, other: J♦ J♥}\norder: {trumps: low J♣ other J, plain: A K Q 10 9}",
        found=found,
    )
    assert [d.code for d in found] == ["ladder-twice"]


def test_over_beats_trumps() -> None:
    unit = unit_of("trumps: hearts\norder: {over: Q♠, trumps: A K Q J 10 9, plain: A K Q J 10 9}")
    assert ladder(unit, 0, 0).startswith("Q♠ A♥ K♥ Q♥ J♥ 10♥ 9♥ A♣")


def test_values_by_specificity() -> None:
    unit = unit_of("let: {fat: A♣ A♦}\nvalues: {any: 1, hearts: 2, A: 3, fat: 4, A♣: 5, J♥: -1}")
    values = unit.laws.rows[0].values
    shown = {name: values[card(unit, name)] for name in ("9♣", "9♥", "A♥", "A♦", "A♣", "J♥")}
    assert shown == {"9♣": 1, "9♥": 2, "A♥": 3, "A♦": 4, "A♣": 5, "J♥": -1}


def test_equally_specific_values() -> None:
    found = Diagnostics()
    unit_of("let: {one: A♣ A♦, two: A♦ A♥}\nvalues: {one: 1, two: 2}", found=found)
    assert [d.code for d in found] == ["value-twice"]
    assert "A♦" in next(iter(found)).message


def test_values_of_trumps_and_plain_cards() -> None:
    unit = unit_of("trumps: trump\nstate: {trump: suit}\nvalues: {trumps: {J: 20}, plain: {J: 2, A: 11}}")
    hearts = unit.laws.rows[unit.laws.numbers[3]]
    assert (hearts.values[card(unit, "J♥")], hearts.values[card(unit, "J♣")]) == (20, 2)
    assert (hearts.values[card(unit, "A♥")], hearts.values[card(unit, "A♣")]) == (0, 11)


def test_overlays_on_the_order_are_rows() -> None:
    laws = """
    trumps: trump
    order: {trumps: A K Q J 10 9, ♥ ♦: K Q J 10 9 A, ♣ ♠: A K Q J 10 9}
    when:
      trump in black: {order: {trumps: 9 10 J Q K A}}
    state: {trump: suit}
    """
    unit = unit_of(laws)
    clubs, hearts = unit.laws.numbers[1], unit.laws.numbers[3]
    assert ladder(unit, clubs, 4) == "9♣ 10♣ J♣ Q♣ K♣ A♣"
    assert ladder(unit, hearts, 4) == "A♥ K♥ Q♥ J♥ 10♥ 9♥"
    assert ladder(unit, clubs, 1).endswith("K♦ Q♦ J♦ 10♦ 9♦ A♦")


def test_a_condition_on_a_number_is_one_cell() -> None:
    unit = unit_of("state: {n: number}\nwhen: {n > 3: {order: {all: 9 10 J Q K A}}}\norder: {all: A K Q J 10 9}")
    assert (len(unit.laws.cells), len(unit.laws.rows)) == (1, 2)


def test_printed_order_without_a_law() -> None:
    assert ladder(unit_of(""), 0, 2) == "A♥ K♥ Q♥ J♥ 10♥ 9♥"


def test_equals() -> None:
    unit = unit_of("equals: {10♥: last, any: first}")
    row = unit.laws.rows[0]
    assert (names(unit, row.last), row.nobody) == ("10♥", 0)
    assert unit_of("equals: nobody").laws.rows[0].nobody == (1 << 24) - 1


@pytest.mark.parametrize(
    "laws", ["trumps: hand(eldest)", "trumps: trick", "trumps: hearts if trick meets hearts else spades"]
)
def test_laws_that_read_the_play_are_refused(laws: str) -> None:
    found = Diagnostics()
    with pytest.raises(RefusedError):
        unit_of(laws, found=found)
    assert [d.code for d in found] == ["not-lowered"]


def test_a_law_may_read_the_number_of_the_trick() -> None:
    unit = unit_of("trumps: hearts if trick_no mod 2 == 1 else spades")
    assert [names(unit, row.trumps)[-2:] for row in unit.laws.rows] == ["9♠", "9♥"]


def test_streak_counts_top_trumps() -> None:
    unit = unit_of("trumps: jacks + spades\norder: {trumps: J♣ J♠ J♥ J♦ A K Q 10 9, plain: A K Q 10 9}")
    row = unit.laws.rows[0]
    cards = unit.setting.deck.by_name
    assert row.streak(cards["J♣"] | cards["J♠"] | cards["J♦"]) == 2
    assert row.streak(cards["J♠"]) == 0
