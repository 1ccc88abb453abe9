from __future__ import annotations

import pytest

import trickcore
from tests.compiler.support import findings_of, places_of
from trickcore.compiler import lowered_constructs
from trickcore.errors import RulesError
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
NESTED = "  - times: 100\n    do: [{times: 100, do: [{times: 100, do: [{times: 100, set: {n: 1}}]}]}]"


def found(more: str = "", play: str = "", steps: str = "") -> list[tuple[str, int]]:
    return findings_of(GAME.format(more=more, play=play, steps=steps))


def test_all_refusals_of_a_file_are_reported() -> None:
    codes = found(
        more="state: {n: flag}\nequals: cancel",
        play="  follow: [led & beating, any]",
        steps="  - set: {n: 1 / deal_no > 0}\n  - set: {n: 1 / deal_no > 1}",
    )
    assert [code for code, _ in codes] == ["not-lowered"] * 3
    assert [line for _, line in codes] == [9, 12, 13]  # the steps and the duties, in the order of the file


@pytest.mark.parametrize(
    ("more", "steps"),
    [
        (
            "melds: {pair: {all of: A, worth: deal_no}}\nsequence: A K Q J 10 9 8 7",
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
        more="state: {n: number}", play="", steps="  - when: players == 5\n    set: {n: floor(1 / deal_no)}"
    )
    from tests.compiler.support import program_of

    assert program_of(text)


def test_constructs_name_laws_of_the_model() -> None:
    fields = set(Layer.__dataclass_fields__)
    assert set(lowered_constructs()["laws"]) <= fields - {"declare"} | {"as", "melds", "sequence"}


@pytest.mark.parametrize("leaf", ["1", "deal_no", "count(hand(dealer))"])
def test_definitions_that_double_do_not_hang(leaf: str) -> None:
    chain = [f"  d{n}: d{n - 1} + d{n - 1}" for n in range(1, 40)]
    more = "state: {n: number}\nlet:\n  d0: " + leaf + "\n" + "\n".join(chain)
    assert [code for code, _ in found(more, steps="  - set: {n: d39}")] == ["program-too-large"]


def test_loops_inside_loops_do_not_run_for_ever() -> None:
    inner = "sum(sum(count(hand(dealer) meets taken(s) for s in seats if k > j) for k in 1..800) for j in 1..800)"
    codes = found("state: {n: number}", steps="  - set: {n: " + inner + "}")
    assert [code for code, _ in codes] == ["program-too-large"]


# ------------------------------------------------------------------------------------------------ numbers, sizes


@pytest.mark.parametrize(
    ("part", "line", "text"),
    [
        ({"more": "values: {A: 99999 * 99999, K: 1}"}, 5, "99999 * 99999"),
        ({"more": "values:\n  A: 1\n  K: 9999999999"}, 7, "9999999999"),
        (
            {"more": "let:\n  big: 7 - 99999 * 99999", "steps": "  - {when: deal_no == big, end: deal}"},
            6,
            "99999 * 99999",
        ),
        (
            {"more": "tables: {t: {1: 99999 * 99999}}", "steps": "  - {when: t(deal_no) == 1, end: deal}"},
            5,
            "99999 * 99999",
        ),
        ({"steps": "  - score: 5 * (tricks + 99999 * 99999)"}, 11, "99999 * 99999"),
        ({"steps": "  - score:\n      lines:\n        a: tricks\n        b: -99999 * 99999"}, 14, "-99999 * 99999"),
        ({"steps": "  - score: 2 if tricks > 9999999999"}, 11, "9999999999"),
        ({"steps": "  - score: floor(1 / 99999 / 99999)"}, 11, "1 / 99999 / 99999"),
    ],
)
def test_a_constant_that_no_slot_can_hold_is_found_where_it_is_written(
    part: dict[str, str], line: int, text: str
) -> None:
    file = GAME.format(**{"more": "", "play": "", "steps": "", **part})
    (finding,) = places_of(file)
    assert finding.code == "out-of-range"
    assert (finding.span.line, finding.span.end_line) == (line, line)
    written = file.splitlines()[line - 1]
    assert written[finding.span.column - 1 : finding.span.end_column - 1] == text
    assert "from -2147483647 to 2147483647 wanted" in finding.message


def test_each_number_that_is_too_large_is_reported() -> None:
    steps = "  - score: 99999 * 99999 - 9999999999\n  - score: tricks + 9999999999"
    places = [(d.code, d.span.line, d.span.column) for d in places_of(GAME.format(more="", play="", steps=steps))]
    assert places == [("out-of-range", 11, 12), ("out-of-range", 11, 28), ("out-of-range", 12, 21)]


def test_the_largest_numbers_are_no_findings() -> None:
    from tests.compiler.support import program_of

    steps = "  - score: 2147483647 if tricks > 2147483646 else 0 - 2147483647"
    assert program_of(GAME.format(more="values: {A: 1/2147483647}", play="", steps=steps))


@pytest.mark.parametrize(
    ("more", "steps", "code", "place"),
    [
        ("values: {A: 1/99999, K: 1/100000, Q: 3}", "", "out-of-range", (5, 38)),
        ("", "  - score: floor(sum(tricks / 9999 / k for k in 9001..9003))", "out-of-range", (11, 18)),
        ("state: {n: number}", "  - set: {n: sum(k for k in 1..2000000000)}", "program-too-large", (11, 29)),
        ("state: {n: number}", NESTED, "program-too-large", (12, 46)),
    ],
)
def test_what_is_too_large_for_a_program_has_its_place(
    more: str, steps: str, code: str, place: tuple[int, int]
) -> None:
    (finding,) = places_of(GAME.format(more=more, play="", steps=steps))
    assert (finding.code, finding.span.line, finding.span.column) == (code, *place)


@pytest.mark.parametrize("teams", ["0", "5", "players + 1"])
def test_teams_are_from_one_to_the_number_of_players(teams: str) -> None:
    (finding,) = places_of(GAME.format(more=f"teams: {teams}", play="", steps=""))
    assert (finding.code, finding.span.line, finding.span.column) == ("out-of-range", 5, 8)
    assert finding.message.startswith("from 1 to 4 teams wanted")


def test_too_many_instructions_are_reported_where_they_became_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickcore.compiler.code.CODE_LIMIT", 100)
    steps = "  - score: tricks * deal_no\n" * 20
    (finding,) = places_of(GAME.format(more="", play="", steps=steps))
    assert finding.code == "program-too-large"
    assert 11 < finding.span.line < 31


@pytest.mark.parametrize("step", ["end: trick", "{when: trick_no == 2, end: trick}"])
def test_a_trick_that_has_ended_cannot_be_ended(step: str) -> None:
    text = f"""
trickcore: 1
name: Over
players: 4
deck: french 52
order: {{all: A K Q J 10..2}}
play: {{follow: [led, any], after trick: [{{id: over, do: [{step}]}}]}}
steps: [deal: {{each: 6}}, play: all, score: tricks]
"""
    with pytest.raises(RulesError) as error:
        trickcore.loads(text)
    (finding,) = error.value.diagnostics
    assert (finding.code, finding.span.line) == ("not-lowered", 7)
    assert "`end: trick` where there is none to end" in finding.message


def test_more_rounds_than_are_played_are_a_finding() -> None:
    rules = "trickcore: 1\nname: Long\nplayers: 2\ndeck: french 52\norder: {all: A K Q J 10..2}\nstate: {n: number}\n"
    rules += "steps:\n  - deal: {each: 6}\n  - times: ROUNDS\n    set: {n: n + 1}\n  - play: all\n  - score: n\n"
    assert trickcore.loads(rules.replace("ROUNDS", "100"))
    with pytest.raises(RulesError) as error:
        trickcore.loads(rules.replace("ROUNDS", "1500"))
    (finding,) = error.value.diagnostics
    assert (finding.code, finding.span.line) == ("out-of-range", 9) and "at most 100" in finding.message
