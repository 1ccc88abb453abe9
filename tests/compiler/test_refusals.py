from __future__ import annotations

import pytest

from tests.compiler.support import findings_of
from trickcore.compiler import lowered_constructs
from trickcore.rules.model import Layer

GAME = """\
trickcore: 1
name: Refused
players: 4
deck: french 32
{more}
play:
  leader: eldest
{play}
steps:
  - deal: {{each: 8}}
{steps}
  - play: all
  - score: tricks
"""


def found(more: str = "", play: str = "", steps: str = "") -> list[tuple[str, int]]:
    return findings_of(GAME.format(more=more, play=play, steps=steps))


def test_all_refusals_of_a_file_are_reported() -> None:
    codes = found(
        more="state: {n: number}",
        play="  follow: [led, any]\n  more: trick_no == 1",
        steps="  - auction: {bid: 1..3, turn: duel, all pass: []}\n  - set: {n: count(melds(hand(dealer)))}",
    )
    assert [code for code, _ in codes] == ["not-lowered"] * 3
    assert [line for _, line in codes] == [9, 12, 13]


@pytest.mark.parametrize(
    ("more", "steps"),
    [
        (
            "melds: {pair: {all of: A, worth: 3}}\nsequence: A K Q J 10 9 8 7",
            "  - set: {n: worth(melds(hand(dealer)))}",
        ),
        ("", "  - set: {n: 1 / (1 + deal_no) > 0}"),
    ],
)
def test_expressions(more: str, steps: str) -> None:
    state = "state: {n: number}\n" if "worth" in steps else "state: {n: flag}\n"
    assert [code for code, _ in found(state + more, steps=steps)] == ["not-lowered"]


def test_dead_branches_are_no_refusals() -> None:
    text = GAME.format(
        more="", play="", steps="  - when: players == 5\n    auction: {bid: 1..3, turn: duel, all pass: []}"
    )
    from tests.compiler.support import program_of

    assert program_of(text)


def test_constructs_name_laws_of_the_model() -> None:
    fields = set(Layer.__dataclass_fields__)
    assert set(lowered_constructs()["laws"]) <= fields


@pytest.mark.parametrize("leaf", ["1", "deal_no", "count(hand(dealer))"])
def test_definitions_that_double_do_not_hang(leaf: str) -> None:
    chain = [f"  d{n}: d{n - 1} + d{n - 1}" for n in range(1, 40)]
    more = "state: {n: number}\nlet:\n  d0: " + leaf + "\n" + "\n".join(chain)
    assert [code for code, _ in found(more, steps="  - set: {n: d39}")] == ["too-large"]


def test_loops_inside_loops_do_not_run_for_ever() -> None:
    inner = "sum(sum(count(hand(dealer) meets taken(s) for s in seats if k > j) for k in 1..800) for j in 1..800)"
    codes = found("state: {n: number}", steps="  - set: {n: " + inner + "}")
    assert [code for code, _ in codes] == ["too-large"]
