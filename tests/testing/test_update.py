"""Bringing cases up to date: only the values that fail change, as they were written, or nothing does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.testing.texts import HEAD
from trickcore.testing import Updated, run_paths, update_paths

SETUP = "    dealer: 0\n    hands: {0: 2♦ Q♦ A♣ 6♥ A♠ 8♠, 1: 5♦ 7♦ 9♣ K♣ 3♠ 4♥}\n    stock: 2♣ 3♣ 4♣ 5♣\n"


def case(*steps: str, id: str = "a", setup: str = SETUP) -> str:
    course = "".join(f"      - {step}\n" for step in steps)
    return f"  - id: {id}  # the first\n    says: x\n{setup}    course:\n{course}"


def block(*items: str) -> str:
    return "legal:" + "".join(f"\n          - {item}" for item in items)


def file(tmp_path: Path, *cases: str) -> Path:
    path = tmp_path / "x.cases.yaml"
    path.write_bytes((HEAD + "cases:\n" + "".join(cases)).encode())
    return path


def update(path: Path, *only: str) -> Updated:
    updated = update_paths([path], only=only)
    assert sorted(p.name for p in path.parent.iterdir()) == [path.name]  # nothing is left beside it
    return updated


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("legal: 5♦ 7♦ K♣ 9♠  # why", "legal: 5♦ 7♦ K♣ 9♣ 4♥ 3♠  # why"),
        ("legal: 5D 7D KC 9S", "legal: 5D 7D KC 9C 4H 3S"),
        ("legal: 'none'", "legal: 'K♣ 9♣ 7♦ 5♦ 4♥ 3♠'"),
        ('legal: "5♦ 7♦"', 'legal: "5♦ 7♦ K♣ 9♣ 4♥ 3♠"'),
        ("legal: [5♦, 2♦ , '7♦']  # so", "legal: [5♦, '7♦', K♣, 9♣, 4♥, 3♠]  # so"),
        ("legal: [5♦, 7♦, K♣, 9♣, 4♥, 3♠, 2♦, 3♦]", "legal: [5♦, 7♦, K♣, 9♣, 4♥, 3♠]"),
        ("{legal: 5♦ 7♦}", "{legal: 5♦ 7♦ K♣ 9♣ 4♥ 3♠}"),
        ("legal: >-\n          5♦ 7♦\n          K♣", "legal: >-\n          5♦ 7♦ K♣ 9♣ 4♥ 3♠"),
        ("legal: |  # one by one\n          5♦\n          7♦", "legal: |  # one by one\n          5♦ 7♦ K♣ 9♣ 4♥ 3♠"),
        ("legal: &all 5♦ 7♦", "legal: &all 5♦ 7♦ K♣ 9♣ 4♥ 3♠"),
        (
            block("5♦  # five", "2♦", "7♦", "K♣", "9♣  # nine"),
            block("5♦  # five", "4♥", "7♦", "K♣", "9♣  # nine", "3♠"),
        ),
        (block("5♦", "7♦", "K♣", "9♣", "4♥", "2♦", "3♠"), block("5♦", "7♦", "K♣", "9♣", "4♥", "3♠")),
        ("turn: 0", "turn: 1"),
        ("turn: seat 0", "turn: seat 1"),
        ("dealer: 1", "dealer: 0"),
        ("deal: 12", "deal: 1"),
        ("score: {0: 7, 1: -3, all: 4}", "score: {0: 0, 1: 0, all: 0}"),
        ("worth: {2♥ 10♥: 7, 6♦: 1}", "worth: {2♥ 10♥: 5, 6♦: 1}"),
        ("over: [0]", "over: no"),
        ("over: 0 1", "over: no"),
        ("over:\n          - 0", "over:\n          no"),
        ("hand: {0: 2♦ Q♦ 10♥, 1: none}", "hand: {0: 2♦ Q♦ A♣ 6♥ A♠ 8♠, 1: K♣ 9♣ 7♦ 5♦ 4♥ 3♠}"),
        ("taken: {0: A♠, 1: none}", "taken: {0: none, 1: none}"),
        ("count: {stock: 41, hand(0): '7'}", "count: {stock: 40, hand(0): '6'}"),
        ("view: {seat: 0, sees: A♠ 5♦ 8S, hidden: 7♦ 5♦}", "view: {seat: 0, sees: A♠ 8S, hidden: 7♦ 5♦}"),
        ("view: {seat: 0, sees: 5♦}", "view: {seat: 0, sees: none}"),
    ],
)
def test_values_become_what_is_found(tmp_path: Path, before: str, after: str) -> None:
    path = file(tmp_path, case(before, "turn: 1"))
    updated = update(path)
    text = path.read_bytes().decode()
    assert text == HEAD + "cases:\n" + case(after, "turn: 1")
    assert updated.report.passed
    assert updated.kept == {}
    assert run_paths([path]).passed


def test_the_words_of_a_refusal(tmp_path: Path) -> None:
    path = file(tmp_path, case("play: 5♦", 'refused: {play: 6♥, because: "a \\"reason\\"", line: nothing}'))
    assert update(path).report.passed
    text = path.read_text()
    assert 'because: "The suit that was led must be followed", line' in text
    assert "line: '{cards: led" in text or "line: '- {cards: led" in text


def test_the_words_of_a_refusal_on_several_lines(tmp_path: Path) -> None:
    written = "refused:\n          play: 6♥\n          because: |\n            "
    path = file(tmp_path, case("play: 5♦", written + "The suit\n            that was led"))
    assert run_paths([path]).passed
    path = file(tmp_path, case("play: 5♦", written + "a trump\n\n            must"))
    assert update(path).report.passed
    assert written + "The suit that was led must be followed\n" in path.read_text()


def test_what_follows_actions_with_commas_is_quoted_where_it_must_be(tmp_path: Path) -> None:
    path = file(tmp_path, case("play: 5♦ Q♦", "legal: 2♦", "{legal: 2♦}"))
    assert update(path).report.passed
    text = path.read_text()
    assert "- legal: '2♦, " in text or "- legal: 2♦, " in text
    assert "- {legal: '2♦, " in text


def test_several_steps_and_what_comes_after_them(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 0", "play: 5♦ Q♦", "takes: 1", "auto: rest of deal", "points: {0: 99, all: 4}"))
    updated = update(path)
    assert [(c.case, c.old) for c in updated.changes] == [("a", "0"), ("a", "1"), ("a", "99"), ("a", "4")]
    assert str(updated.changes[0]).endswith("x.cases.yaml:10:15: a: 0 → 1")
    assert run_paths([path]).passed


TABLE = """\
  - id: t
    says: x
    dealer: 0
    hands: {0: 2♦ Q♦ A♣ 6♥ A♠ 8♠, 1: 5♦ 7♦ 9♣ K♣ 3♠ 4♥}
    course:
      - play: $lead
      - legal: $legal
      - count: {trick: 1}
    table: |
      # what is led, what is legal
      lead | legal
      5♦   | 2♦ Q♦
      4♥   | 6♥
      3♠   | A♠ 8♠ 9♠
"""


def test_cells_of_tables(tmp_path: Path) -> None:
    path = file(tmp_path, TABLE)
    assert update(path).report.passed
    text = path.read_text()
    assert text.endswith(
        "      # what is led, what is legal\n      lead | legal\n"
        "      5♦   | 2♦ Q♦\n      4♥   | 6♥ A♠\n      3♠   | A♠ 8♠\n"
    )


def test_a_cell_takes_the_space_behind_it(tmp_path: Path) -> None:
    rows = "      lead | legal | n\n      5♦   | 2♦    | 1\n      4♥   |  6♥   | 1\n      3♠   | A♠ 8♠ 9♠ 10♠ | 2\n"
    table = TABLE[: TABLE.index("      # what")].replace("trick: 1", "trick: $n") + rows
    path = file(tmp_path, table)
    assert update(path).report.passed
    assert path.read_text().endswith(
        "      lead | legal | n\n      5♦   | 2♦ Q♦ | 1\n      4♥   |  6♥ A♠ | 1\n      3♠   | A♠ 8♠        | 1\n"
    )


SHARED = TABLE[: TABLE.index("      # what")].replace("      - count: {trick: 1}", "      - count: {stock: 44}") + (
    "      lead | legal\n      5♦   | 2♦ Q♦\n      2♦   | 2♦\n"
)


def test_what_rows_share_changes_if_all_that_fail_want_it(tmp_path: Path) -> None:
    path = file(tmp_path, SHARED.replace("      2♦   | 2♦\n", "      4♥   | 6♥ A♠\n"))
    assert update(path, "t[1]").report.passed
    assert "count: {stock: 40}" in path.read_text()


COMMENTS = "there are comments within what would change"


@pytest.mark.parametrize(
    ("cases", "why"),
    [
        ([case("play: 2♦")], "what would be right cannot be known"),
        ([case("refused: {play: 5♦}", "turn: 0")], "what would be right cannot be known"),
        ([case("turn: 0", "play: 2♦")], "what would be right cannot be known"),
        ([case("turn: 0", "play: X♦")], "what would be right cannot be known"),
        ([case("legal: [5♦,  # five\n              2♦]")], COMMENTS),
        ([case("legal: [\n          # all of them\n          2♦]")], COMMENTS),
        ([case("over: [0,  # one\n             1]")], COMMENTS),
        ([case("over:\n          - 0  # one")], COMMENTS),
        ([case(block("5♦", "2♦  # two"))], COMMENTS),
        ([case(block("5♦\n          # two", "2♦"))], COMMENTS),
        ([case(block("5♦", "2♦\n          # that is all"))], COMMENTS),
        ([case(block("5♦", "7♦  # seven\n          # that is all"))], COMMENTS),
        ([case("view: {seat: 0, hidden: 2♦ K♣}")], "it may be a leak"),
        ([case("view: {seat: 0, sees: 5♦, hidden: 2♦ K♣}", "turn: 0")], "it may be a leak"),
        ([case("undo: 2")], "what would be right cannot be known"),
        ([case("points: {0: 1}")], "what would be right cannot be known"),
        ([TABLE.replace("legal: $legal", "legal: 9♦ $legal")], "a cell is only a part of the text that would change"),
        ([case("turn: &s 0"), case("turn: *s", "play: 5♦", "turn: *s", id="b")], "also stands where it holds"),
        ([TABLE.replace("legal: $legal", "legal: $legal\n      - legal: 2♦")], "share this text want different values"),
        ([case("turn: &s 0"), case("play: 5♦", "turn: *s", id="b")], "also stands where it holds"),
        ([SHARED], "fail before they can say what it should be"),
        (
            [case("turn: &s 0", setup=""), case("turn: 1", id="b", setup="    dealer: *s\n")],
            "also stands where it holds",
        ),
    ],
)
def test_what_cannot_be_right_is_left_alone(tmp_path: Path, cases: list[str], why: str) -> None:
    path = file(tmp_path, *cases)
    before = path.read_bytes()
    updated = update(path)
    assert path.read_bytes() == before
    assert updated.changes == ()
    assert not updated.report.passed
    assert why in "".join(updated.kept.values()), updated.kept


def test_a_case_that_cannot_be_right_keeps_no_other_from_it(tmp_path: Path) -> None:
    path = file(tmp_path, case("play: 2♦"), case("turn: 0", id="b"), case("turn: 0", id="c"))
    updated = update(path)
    assert [change.case for change in updated.changes] == ["b", "c"]
    assert list(updated.kept) == [(str(path), "a")]
    assert [outcome.passed for outcome in updated.report.outcomes] == [False, True, True]


def test_only_what_is_named(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 0"), case("turn: 0", id="b"))
    updated = update(path, "b")
    assert [change.case for change in updated.changes] == ["b"]
    assert updated.report.passed
    assert not run_paths([path]).passed


def test_line_ends_and_byte_order_marks_stay(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 0", "legal:\n          - 5♦\n          - 7♦"))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert update(path).report.passed
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbftrickcore: 1\r\n")
    assert data.count(b"\n") == data.count(b"\r\n") == HEAD.count("\n") + 1 + case("turn: 0").count("\n") + 7


def test_permissions_stay(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 0"))
    path.chmod(0o640)
    assert update(path).changes
    assert path.stat().st_mode & 0o777 == 0o640


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = file(tmp_path, case("turn: 0"))
    before = path.read_bytes()
    link = folder / "y.cases.yaml"
    link.symlink_to(path)
    updated = update_paths([folder])
    assert path.read_bytes() == before
    assert [d.code for d in updated.report.files[0].diagnostics] == ["outside-folder"]
    updated = update_paths([link])
    assert path.read_bytes() == before
    assert link.is_symlink()
    assert updated.changes == ()
    assert list(updated.kept.values()) == ["the file is a link: name the file itself"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 0"))
    tmp_path.chmod(0o555)
    try:
        updated = update_paths([path])
    finally:
        tmp_path.chmod(0o755)
    assert "cannot be written" in "".join(updated.kept.values())


def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text("nothing: here")
    for name in (path, tmp_path / "no.cases.yaml"):
        updated = update_paths([name])
        assert not updated.report.passed
        assert updated.report.files[0].diagnostics


def test_passing_files_are_not_written(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 1"))
    before = path.stat()
    assert update(path).report.passed
    assert path.stat().st_ino == before.st_ino


def test_an_interrupted_update_leaves_files_whole(tmp_path: Path) -> None:
    path = file(tmp_path, case("turn: 0"))
    before = path.read_bytes()
    updated = update_paths([path], progress=lambda *_: True)
    assert updated.report.interrupted
    assert not updated.report.passed
    assert path.read_bytes() == before
