"""`==` and `!=`: what is unset equals nothing but a written `none`, whether it is known early or late."""

from __future__ import annotations

import itertools

import pytest

from tests.compiler.support import program_of
from trickcore.dice import Dice
from trickcore.engines.generated import compile_program
from trickcore.engines.reference import Machine

GAME = """\
trickcore: 1
name: Equality
players: 3
seats: [north, east, south]
deck: french 32
tables: {{t: {{1: {one}, 2: {two}, 3: none}}}}
contracts: {{slow: {{}}, quick: {{}}}}
state:
  i: number
  j: number
  a: {kind}
  b: {kind}
  ones: {kinds}
  others: {kinds}
steps:
  - set: {{i: {first} * deal_no, j: {second} * deal_no}}
  - set: {{a: t(i), b: t(j), ones: t(i), others: t(j)}}
  - deal: {{each: 8}}
  - score:
      lines:
{lines}
match: {{deals: 1}}
"""
#: Two values, the type of one and the type of several.
KINDS = {
    "seat": ("north", "east", "seat", "seats"),
    "suit": ("♣", "♥", "suit", "set of suit"),
    "symbol": ("slow", "quick", "contract", "set of contract"),
    "card": ("A♣", "7♥", "card", "cards"),
}
PAIRS = list(itertools.product((1, 2, 3), repeat=2))
NONE = 3


def holds(kind: str, pair: tuple[int, int], claims: list[str]) -> list[bool]:
    """Which of the claims hold: both engines say the same."""
    one, two, type_, types = KINDS[kind]
    lines = "\n".join(f"        l{n}: {1 << n} if {claim}" for n, claim in enumerate(claims))
    text = GAME.format(one=one, two=two, kind=type_, kinds=types, first=pair[0], second=pair[1], lines=lines)
    program = program_of(text)
    machine, engine = Machine(program), compile_program(program)
    state, other = machine.start(Dice(1)), engine.start(Dice(1))
    assert machine.over(state) and machine.dump(state) == engine.dump(other)
    scores = machine.value(state, program.roles["score"])
    assert isinstance(scores, tuple) and len(set(scores)) == 1
    return [bool(scores[0] >> n & 1) for n in range(len(claims))]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("kind", ["seat", "suit", "symbol"])
def test_single_values_early_and_late(kind: str, pair: tuple[int, int]) -> None:
    x, y = pair
    same = x == y and x != NONE
    early, half, late = (f"t({x})", f"t({y})"), ("a", f"t({y})"), ("t(i)", "t(j)")
    for left, right in (early, half, late, ("a", "b")):
        claims = [f"{left} == {right}", f"{right} == {left}", f"{left} != {right}", f"not {left} == {right}"]
        assert holds(kind, pair, claims) == [same, same, not same, not same], (left, right)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("kind", KINDS)
def test_one_value_against_a_set(kind: str, pair: tuple[int, int]) -> None:
    x, y = pair
    same = x == y and x != NONE
    claims = ["a == others", "ones == b", "a != others", "a == b", f"a == t({y})"]
    expected = [same, same, not same, same, same]
    assert holds(kind, pair, claims) == expected


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("kind", KINDS)
def test_empty_sets_are_equal(kind: str, pair: tuple[int, int]) -> None:
    x, y = pair
    early = f"t({x}) + t({x}) == t({y}) + t({y})"
    claims = ["ones == others", "ones != others", early, f"ones == t({y}) + t({y})"]
    assert holds(kind, pair, claims) == [x == y, x != y, x == y, x == y]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("x", [1, NONE])
def test_a_written_none_asks_whether_something_is_set(kind: str, x: int) -> None:
    claims = ["a == none", "none == a", "a != none", f"t({x}) == none", "t(i) == none", "ones == none", "(a) == (none)"]
    unset = x == NONE
    assert holds(kind, (x, 1), claims) == [unset, unset, not unset, unset, unset, unset, unset]


@pytest.mark.parametrize("kind", KINDS)
def test_what_single_values_have_in_common_is_a_set(kind: str) -> None:
    claims = ["a & b == b & a", "a & b == a - a", "a - b == b - a", "t(1) & t(2) == t(2) & t(1)", "a & b == t(3)"]
    assert holds(kind, (1, 2), claims) == [True, True, False, True, kind == "card"]


def test_a_suit_that_is_unset_is_not_the_suit_of_no_cards() -> None:
    claims = ["a == hand & A♣ 7♥ & 8♠", "a == trumps", "suit(A♣ & 7♥) == a", "suit(A♣ & 7♥) == none", "trumps == none"]
    assert holds("suit", (NONE, 1), claims) == [False, False, False, True, True]
    assert holds("suit", (1, 1), ["a == clubs", "suit(A♣) == a", "suit(A♣) != b"]) == [True, True, False]
