"""Tables: rows are cases of their own, with the places of their cells, and nothing of a table is ever too much."""

from __future__ import annotations

import pytest

from tests.testing.texts import HEAD, read, run
from trickcore.diagnostics import Diagnostics
from trickcore.testing import check_cases

FOLLOW = """\
sentences: [{id: S1, says: One}, {id: S2, says: Two}]
cases:
  - id: follow
    says: What may be played on $lead
    rules: S1 $rule
    source: our own
    dealer: 0
    options: {must_trump: $must}
    hands: {0: $hand, 1: 5♦ 7♦ 9♣ K♣ 3♠ 4♥}
    course:
      - play: $lead
      - legal: $legal
      - refused: {play: $not, because: $why}
    table: |
      # on what is led
      row     | lead | hand              | legal             | not | why       | rule | must
      diamond | 5♦   | 2♦ Q♦ A♣ 6♥ A♠ 8♠ | 2♦ Q♦             | 6♥  | led must  |      |
      club    | K♣   | 2♦ Q♦ 6♥ 9♥ A♠ 8♠ | 6♥ 9♥ A♠          | 2♦  |           | S2   | yes

      free    | K♣   | 2♦ Q♦ 6♥ 9♥ A♠ 8♠ | 2♦ Q♦ 6♥ 9♥ A♠ 8♠ |     |           |      | no
"""


def small(table: str, course: str = "- play: $lead", more: str = "") -> str:
    """A file whose table begins on line 9 of it (10 with `more`)."""
    rows = "".join(f"      {line}\n" for line in table.splitlines())
    return f"{HEAD}cases:\n  - id: a\n    says: Something\n{more}    course:\n      {course}\n    table: |\n{rows}"


def test_each_row_is_a_case() -> None:
    file, found = read(HEAD + FOLLOW)
    assert found == []
    assert file is not None
    assert [case.id for case in file.cases] == ["follow[diamond]", "follow[club]", "follow[free]"]
    assert [case.name for case in file.cases] == ["follow"] * 3
    assert file.cases[1].says == "What may be played on K♣"
    assert [[rule.text for rule in case.rules] for case in file.cases] == [["S1"], ["S1", "S2"], ["S1"]]
    assert [[value.text for _, value in case.options] for case in file.cases] == [[], ["yes"], ["no"]]
    assert [[step.kind for step in case.course] for case in file.cases][2] == ["play", "legal"]
    assert [case.span.line for case in file.cases] == [19, 20, 22]
    assert file.uncovered() == ()
    assert all(outcome.passed for outcome in run(HEAD + FOLLOW))


def test_a_failure_is_at_its_cell() -> None:
    outcome = run(HEAD + FOLLOW.replace("| 6♥ 9♥ A♠          |", "| 6♥ 9♥             |"))[1]
    assert str(outcome).splitlines()[:3] == [
        "x.cases.yaml:20:7: follow[club]: What may be played on K♣",
        "    source:   our own",
        "x.cases.yaml:20:44: legal: the legal actions are others",
    ]
    assert outcome.failure is not None
    assert outcome.failure.extra == ("A♠",)


def test_a_word_that_the_game_does_not_know_is_at_its_place_in_the_cell() -> None:
    outcome = run(HEAD + FOLLOW.replace("6♥ 9♥ A♠          |", "6♥ 9♥ X♠          |"))[1]
    (finding,) = outcome.diagnostics
    assert (finding.code, str(finding.span)) == ("unknown-action", "x.cases.yaml:20:50")


def test_cells_within_texts_and_keys() -> None:
    text = small("card | value | level\n2♥ | 5 | tw\n6♦ | 1 | tw", "- worth: {$card 9♥: $value}").replace(
        "Something", "US$$ ${level}? $level"
    )
    _, found = read(text)
    assert found == []  # `${` is no name
    text = small("card | value\n2♥ 10♥ | 5\n6♦ | 1", "- worth: {$card: $value, 3♦: 0}").replace("Some", "$$$card ")
    file, found = read(text)
    assert (file and file.cases[1].says, found) == ("$6♦ thing", [])
    assert all(outcome.passed for outcome in run(text))


def test_a_joined_text_points_to_its_cell() -> None:
    text = small("second\nQ♦\n6♥", "- play: 5♦ $second", "    dealer: 0\n    hands: {0: 2♦ Q♦ 6♥, 1: 5♦}\n")
    good, bad = run(text)
    assert good.passed
    assert bad.failure is not None
    assert str(bad.failure.span) == "x.cases.yaml:13:7"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (small("lead"), "8:12 bad-table this table has no rows"),
        (small("lead | lead\n5♦ | 5♦"), "9:14 bad-table two columns are named `lead`"),
        (small("lead | the card\n5♦ | 5♦"), "9:14 bad-table `the card` is no name of a column"),
        (small("| lead |\n| 5♦ |"), "9:7 bad-table `` is no name of a column"),
        (small("lead\n5♦ | 4♦"), "10:7 bad-table this row has 2 cells, the table 1 column"),
        (small("lead\n$lead"), "10:7 bad-table a cell stands for itself"),
        (small("lead | other\n5♦ | 4♦"), "9:14 unused-column nothing in this case stands for the column `other`"),
        (small("row | lead\nx | 5♦\nx | 4♦"), "11:7 duplicate-id two rows are named `x`"),
        (small("row | lead\n2 | 5♦\n | 4♦"), "duplicate-id two rows are named `2`"),
        (small("led\n5♦"), "7:15 unknown-column there is no column `lead`"),
        (small("n\nmany", "- deal: $n"), "10:7 wrong-value"),
        (small("n\n", "- deal: $n"), "bad-table"),
        (
            small("n | seat\n | 0", "- {turn: $n}").replace("says", "dealer: $seat\n    says"),
            "4:5 missing-key a case needs `course`",
        ),
        (small("id\nx", "- turn: 0").replace("id: a", "id: $id"), "4:9 wrong-value"),
        (small("a | b\n0 | 0", "- points: {$a: 1, $b: 2}"), "10:11 duplicate-key the key `0` stands here twice"),
        (small("lead\n5♦") + "  - {id: a, says: Again, course: [turn: 0]}\n", "11:10 duplicate-id"),
        (HEAD + "cases: [{id: a, says: x, course: [deal: $n]}]", "3:41 unknown-column there is no column `n`"),
        (HEAD + "players: $n\ncases: []", "3:10 wrong-value"),
        (small('"x'), "bad-table"),
    ],
)
def test_bad_tables(text: str, message: str) -> None:
    file, found = read(text)
    assert file is None
    assert any(message in line for line in found), found


def test_the_hint_names_the_nearest_column() -> None:
    found = Diagnostics()
    from trickcore.testing import loads_cases

    assert loads_cases(small("leading | card\n5♦ | 4♦", "- play: $card $leadin"), "x", found) is None
    hints = [d.hint for d in found if d.code == "unknown-column"]
    assert len(hints) == 1
    assert "did you mean `leading`?" in hints[0]
    assert hints[0].endswith("; a dollar sign is written $$")


def test_rows_have_an_end() -> None:
    rows = "\n".join(["lead", *(["5♦"] * 1001)])
    _, found = read(small(rows))
    assert found == ["1010:7 too-many-rows the tables of this file have more than 1,000 rows"]


def test_what_comes_of_rows_has_an_end() -> None:
    rows = "\n".join(["lead", *(["5♦"] * 900)])
    course = "- play: $lead\n" + "      - turn: 0\n" * 200
    _, found = read(small(rows, course))
    assert len(found) == 1
    assert "more than 100,000 values" in found[0]


def test_long_texts_in_many_rows_have_an_end() -> None:
    rows = "\n".join(["lead", *(["5♦"] * 500)])
    _, found = read(small(rows).replace("Something", "$lead " * 1000))
    assert [line.split()[1] for line in found] == ["too-many-rows"]


def test_findings_about_tables_have_an_end() -> None:
    _, found = read(small("a\n" + "0 | 1\n" * 5000, "- turn: $a"))
    assert len(found) == 100


def test_repeated_parts_are_filled_once_in_a_row() -> None:
    """A tree of aliases, each with a cell at its bottom, is no work."""
    text = HEAD + "cases:\n  - id: a\n    says: x\n    deals:\n      - hands: &h {0: $lead}\n      - hands: *h\n"
    text += "    course: [turn: 1]\n    dealer: 0\n    table: |\n      lead\n      5♦\n      4♦\n"
    file, found = read(text)
    assert (found, len(file.cases) if file else 0) == ([], 2)


def test_findings_of_what_all_rows_share_are_told_once() -> None:
    file, _ = read(small("lead\n5♦\n4♦", "- play: X♦ $lead"))
    assert file is not None
    found = Diagnostics()
    check_cases(file, found)
    assert [str(d.span) for d in found].count("x.cases.yaml:7:15") == 1


def test_a_table_in_quotes_has_its_places_too() -> None:
    text = HEAD + 'cases:\n  - {id: a, says: x, course: [dealer: $d], dealer: 0, table: "d\\n0\\n1"}\n'
    good, bad = run(text)
    assert good.passed
    assert str(bad.failure and bad.failure.span) == "x.cases.yaml:4:69"


def test_an_auction_in_a_table() -> None:
    text = """\
trickcore: 1
game: euchre
cases:
  - id: bids
    says: Who may bid what after $said
    dealer: 0
    zones: {upcard: 9♥}
    course:
      - play: $said
      - turn: $turn
      - legal: $legal
    table: |
      said                   | turn | legal
                             | 1    | trump ♥ alone no, trump ♥ alone yes, pass
      pass pass pass         | 0    | trump ♥ alone no, trump ♥ alone yes, pass
"""
    assert [str(outcome) for outcome in run(text) if not outcome.passed] == []


def test_an_empty_cell_leaves_no_blank_of_its_own() -> None:
    says = "$who after $said it is: $what $who"
    rows = "      who | said | what\n          |      | x\n      a   | b    |\n          |      |\n"
    text = f"{HEAD}cases:\n  - id: a\n    says: {says!r}\n    course: [turn: 1]\n    table: |\n{rows}"
    file, found = read(text)
    assert file is not None, found
    assert [case.says for case in file.cases] == ["after it is: x", "a after b it is: a", "after it is:"]
