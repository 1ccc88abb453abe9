"""The style guide: its examples are as good or as bad as it says, and the shipped games keep to it."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

import trickcore
from tests.docs import style
from tests.docs.pages import FOLDER
from tests.docs.test_pages import blocks
from trickcore.diagnostics import Diagnostics
from trickcore.errors import RulesError
from trickcore.resources import folder
from trickcore.schema.library import schemas
from trickcore.testing import loads_cases, run_case

PAGE = (FOLDER / "style.md").read_text(encoding="utf-8")
EXAMPLES = [text.partition("\n")[::2] for text in blocks(PAGE, "yaml")]
RULES = [(head, text) for head, text in EXAMPLES if "cases:" not in text]
CASES = [(head, text) for head, text in EXAMPLES if "cases:" in text]
SHIPPED = sorted(path for path in folder("games").glob("*.yaml") if not path.name.endswith(".cases.yaml"))
#: What an example leaves out.
FRAME = {
    "trickcore": "trickcore: 1",
    "name": "name: Frame",
    "players": "players: 4",
    "deck": "deck: french 32",
    "order": "order: {all: A K Q J 10 9 8 7}",
    "steps": "steps: [{id: deal, deal: {each: 8}}, {id: play, play: all}, {id: score, score: tricks}]",
    "match": "match: {deals: 1}",
}


def read(text: str) -> dict[str, Any]:
    """All scalars as text, as rule files are read."""
    found: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    return found


def names(problems: Any) -> set[str]:
    return {name for name, _ in problems}


def framed(text: str) -> trickcore.Game:
    """The game that an example is, with the rest from the frame."""
    return trickcore.loads("\n".join(own for key, own in FRAME.items() if key not in read(text)) + f"\n{text}")


def findings(text: str) -> set[str]:
    """The codes that an example gets from the checker, with the frame around it."""
    try:
        game = framed(text)
    except RulesError as error:
        return {finding.code for finding in error.diagnostics}
    assert trickcore.simulate(game, deals=20, seed=1).deals == 20
    # The examples are parts of files: what they declare is used in the rest.
    return {finding.code for finding in game.warnings} - {"unused-name"}


def expected(head: str) -> set[str]:
    good = re.fullmatch(r"# good|# bad: ([a-z-]+)", head)
    assert good, head
    return {good[1]} if good[1] else set()


@pytest.mark.parametrize(("head", "text"), RULES)
def test_the_examples_are_as_good_or_bad_as_the_page_says(head: str, text: str) -> None:
    problems, codes = names(style.rule_problems(read(text))), findings(text)
    if problems:
        assert problems == expected(head) and not codes
    else:
        assert expected(head) <= codes and bool(codes) == bool(expected(head))


@pytest.mark.parametrize(("head", "text"), CASES)
def test_the_examples_of_cases_hold_and_are_as_the_page_says(head: str, text: str) -> None:
    found = Diagnostics()
    file = loads_cases(f"trickcore: 1\ngame: two-ten-jack\n{text}", "mine.cases.yaml", found)
    assert file is not None and not found.has_errors
    assert [str(run_case(case).failure) for case in file.cases if run_case(case).failure] == []
    assert names(style.case_problems(read(text))) == expected(head)


def test_every_rule_of_the_page_is_checked_and_named() -> None:
    named = set(re.findall(r"\[([a-z-]+)\](?!\()", PAGE))
    source = (FOLDER.parent / "tests" / "docs" / "style.py").read_text(encoding="utf-8")
    checked = set(re.findall(r'yield "([a-z-]+)"', source))
    assert checked == named


def test_the_groups_are_those_of_the_page_and_of_the_schema() -> None:
    rows = re.findall(r"^\| [^|`]+ \| (`.*) \|$", PAGE, re.MULTILINE)
    assert [re.findall(r"`(\w+)`", row) for row in rows] == [list(group) for group in style.GROUPS]
    keys = schemas()["game.schema.json"]["properties"]
    assert {key for group in style.GROUPS for key in group} == set(keys)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_the_shipped_games_keep_to_the_guide(path: Any) -> None:
    rules = read(path.read_text(encoding="utf-8"))
    assert [*style.rule_problems(rules), *style.source_problems(rules)] == []
    cases = path.with_name(f"{path.stem}.cases.yaml")
    assert list(style.case_problems(read(cases.read_text(encoding="utf-8")))) == []


def test_the_last_file_of_the_tutorial_keeps_to_the_guide() -> None:
    *_, game, cases = blocks((FOLDER / "tutorial.md").read_text(encoding="utf-8"), "yaml")
    assert [*style.rule_problems(read(game)), *style.source_problems(read(game))] == []
    assert list(style.case_problems(read(cases))) == []


def test_a_suit_alone_is_one() -> None:
    def total(score: str) -> set[int]:
        game = framed(f"steps: [deal: {{each: 8}}, play: all, score: {score}]")
        return {int(n) for n in trickcore.simulate(game, deals=5, seed=1).totals}

    assert total("count(hearts)") == {4}  # one for each of four
    assert total("count(hearts & any)") == {32}
    assert total("count(hearts & taken)") == {8}
