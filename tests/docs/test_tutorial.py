"""Each file of the tutorial is right as it stands, and what the page says of it is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import trickcore
from tests.docs.pages import FOLDER
from tests.docs.test_pages import blocks
from trickcore.cli import main
from trickcore.match import Match
from trickcore.testing import run_paths

PAGE = (FOLDER / "tutorial.md").read_text(encoding="utf-8")
FILES = blocks(PAGE, "yaml")
VARIANT, *STAGES, CASES = FILES
HANDS = {
    0: "7♥ 10♥ 9♣ 8♣ 7♣ 8♦ 7♦",
    1: "A♠ K♠ 8♥ 9♥ 9♦ 10♦ J♦",
    2: "Q♠ J♥ A♦ K♦ Q♦ J♠ 10♠",
    3: "A♥ K♥ A♣ K♣ Q♣ J♣ 10♣",
}
#: What a stage's players do, refused or not, one after the other.
TRIED = {3: ["8♥", "A♠", "A♦", "Q♠", "A♣"], 5: ["bid 2", "bid 2", "bid 2", "bid 1"]}


def stage(number: int) -> str:
    return STAGES[number - 1]


def section(number: int) -> str:
    return PAGE.partition(f"\n## Stage {number}")[2].partition("\n## ")[0]


def totals(text: str) -> set[int]:
    return {int(total) for total in trickcore.simulate(trickcore.loads(text), deals=300, seed=1).totals}


def test_there_are_six_stages_and_each_adds_to_the_one_before() -> None:
    assert len(STAGES) == 6
    assert all(stage(n) in section(n) for n in range(1, 7))
    assert [len(text.splitlines()) for text in STAGES] == sorted(len(text.splitlines()) for text in STAGES)
    for word, first in {"trumps:": 2, "follow:": 3, "lines:": 4, "ask:": 5, "options:": 6, "calls:": 6}.items():
        assert [n for n in range(1, 7) if word in stage(n)] == list(range(first, 7))


@pytest.mark.parametrize("text", FILES[:-1], ids=["variant", *map(str, range(1, 7))])
def test_every_file_is_whole_and_can_be_played(text: str) -> None:
    game = trickcore.loads(text)
    assert not game.warnings
    assert trickcore.simulate(game, deals=50, seed=1).deals == 50


def test_the_variant_is_ten_lines_and_does_what_it_says() -> None:
    assert len(VARIANT.splitlines()) <= 10
    assert trickcore.loads(VARIANT).options["target"] == 50
    assert totals(VARIANT) <= {26 - 1, 78 - 1}


def test_the_points_of_a_deal_are_as_the_page_says() -> None:
    assert totals(stage(1)) == {8} and "8 points in every deal" in section(1)
    assert totals(stage(2)) == totals(stage(3)) == {7}
    report = trickcore.simulate(trickcore.loads(stage(4)), deals=300, seed=1).totals
    assert set(report) == {9, 12} and report[12] > report[9]
    assert "12 points in most deals, and 9 in" in section(4)


def started(text: str) -> Match:
    return trickcore.loads(text).start(seed=1, dealer=0, deal={"hands": HANDS, "zones": {"turned": "Q♥"}})


@pytest.mark.parametrize("number", range(1, 7))
def test_the_refusals_are_the_ones_that_players_get(number: int) -> None:
    told = []
    match = started(stage(number)) if number in TRIED else None
    for action in TRIED.get(number, []):
        assert match is not None
        refusal = match.why_not(action)
        if refusal is None:
            match.play(action)
        else:
            told.append(refusal.message)
    assert [line for text in blocks(section(number), "text") for line in text.splitlines()] == told


def test_the_finding_is_shown_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("LC_ALL", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    Path("seven-whist.yaml").write_text(stage(1).replace("score: tricks", "score: trikcs"), encoding="utf-8")
    assert main(["validate", "seven-whist.yaml"]) == 1
    assert f"```\n$ trickcore validate seven-whist.yaml\n{capsys.readouterr().out}```\n" in section(1)


def failed(folder: Path, game: str) -> list[str]:
    """The cases of the page that do not hold for a game."""
    (folder / "seven-whist.yaml").write_text(game, encoding="utf-8")
    (folder / "seven-whist.cases.yaml").write_text(CASES, encoding="utf-8")
    report = run_paths([folder / "seven-whist.cases.yaml"])
    assert not [d for file in report.files for d in file.diagnostics]
    return [outcome.case.id for outcome in report.outcomes if not outcome.passed]


def test_the_cases_hold_and_check_every_sentence(tmp_path: Path) -> None:
    assert failed(tmp_path, stage(6)) == []
    for rule in re.findall(r"\{id: (\w+),", CASES):
        assert re.search(rf"rules: \[.*\b{rule}\b", CASES)


@pytest.mark.parametrize(
    ("right", "wrong", "case"),
    [
        ("trumps: 7 A K Q J 10 9 8", "trumps: A K Q J 10 9 8 7", "duties"),
        ("any - trumps if trick_no == 1", "any", "duties"),
        ("{cards: led,", "{cards: any,", "duties"),
        ("{cards: trumps,", "{cards: any,", "duties"),
        ("!= 7", "!= 6", "dealer-speaks-last"),
        ("if: free_dealer or", "if:", "dealer-is-free"),
        ("exact: 10", "exact: 9", "all-seven"),
        ("seven: 3", "seven: 2", "all-seven"),
        ("last trick: 2", "last trick: 1", "all-seven"),
        ("trick_no == 1 and not doubled", "trick_no == 1", "doubled"),
        ("total * (2", "total * (3", "doubled"),
    ],
)
def test_a_rule_that_is_bent_fails_a_case(right: str, wrong: str, case: str, tmp_path: Path) -> None:
    assert right in stage(6)
    assert case in failed(tmp_path, stage(6).replace(right, wrong))


def test_the_page_names_the_case_that_fails(tmp_path: Path) -> None:
    other = stage(6).replace("trumps: 7 A K Q J 10 9 8", "trumps: A K Q J 10 9 8 7")
    assert failed(tmp_path, other) == ["duties"]
    assert "the order of trumps" in PAGE and "`duties` fails" in PAGE.replace("\n", " ")
