"""Cases files as values, and what is said of bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from trickcore.diagnostics import Diagnostics
from trickcore.source.nodes import Scalar
from trickcore.testing import CaseFile, load_cases, loads_cases

HEAD = "trickcore: 1\ngame: two-ten-jack\n"
CASE = "cases:\n  - id: a\n    says: It starts\n    course:\n      - turn: 0\n"


def read(text: str) -> tuple[CaseFile | None, list[str]]:
    found = Diagnostics()
    file = loads_cases(text, "x.cases.yaml", found)
    return file, [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in found]


def test_a_whole_file() -> None:
    text = """\
trickcore: 1
game: two-ten-jack
options: {target: 21, must_trump: no}
sentences:
  - {id: S1, says: One, source: rule text}
  - {id: S2, says: Two, untested: No play shows it}
rulings:
  - {id: R1, says: Three}
cases:
  - id: first
    says: It starts
    rules: [S1]
    source: rule text
    options: {target: 5}
    players: 2
    dealer: 1
    seed: 7
    hands: {0: A♠ 10H, 1: 2♣}
    stock: 3♣ 4♣
    course:
      - turn: 0
      - play: A♠
"""
    file, found = read(text)
    assert found == []
    assert file is not None
    (case,) = file.cases
    assert (case.id, case.says, case.source, case.seed) == ("first", "It starts", "rule text", 7)
    assert [(key.text, value.text) for key, value in case.options] == [("target", "5"), ("must_trump", "no")]
    assert case.players is not None
    assert case.players.text == "2"
    assert case.dealer is not None
    assert case.dealer.text == "1"
    (deal,) = case.deals
    assert [(seat.text, cards.text) for seat, cards in deal.hands] == [("0", "A♠ 10H"), ("1", "2♣")]
    assert [(name.text, cards.text) for name, cards in deal.zones] == [("stock", "3♣ 4♣")]
    assert [(step.kind, step.span.line) for step in case.course] == [("turn", 21), ("play", 22)]
    assert [sentence.id for sentence in file.uncovered()] == ["R1"]


def test_several_deals() -> None:
    file, found = read(HEAD + CASE.replace("    course", "    deals: [{}, {zones: {kitty: A♠}}]\n    course"))
    assert found == []
    assert file is not None
    first, second = file.cases[0].deals
    assert (first.hands, first.zones) == ((), ())
    assert [(name.text, cards.text) for name, cards in second.zones] == [("kitty", "A♠")]


def test_a_path_starts_at_the_folder_of_the_file(tmp_path: Path) -> None:
    found = Diagnostics()
    path = tmp_path / "mine.cases.yaml"
    path.write_text(HEAD.replace("two-ten-jack", "mine.yaml") + CASE, encoding="utf-8")
    file = load_cases(path, found)
    assert file is not None
    assert file.game.text == str(tmp_path / "mine.yaml")


def test_numbers_in_all_forms_of_yaml() -> None:
    file, found = read(HEAD + CASE.replace("    course", '    seed: 0x1F\n    players: "2"\n    course'))
    assert found == []
    assert file is not None
    assert file.cases[0].seed == 31


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CASE, "1:1 missing-key"),
        (HEAD, "1:1 missing-key"),
        ("trickcore: 2\ngame: x\n" + CASE, "1:12 language-version"),
        (HEAD + CASE + "      - plays: 5H\n", "8:9 unknown-kind `plays` is no step kind"),
        (HEAD + CASE + "      - {turn: 0, play: 5H}\n", "8:19 several-kinds"),
        (HEAD + CASE + "      - {}\n", "8:9 missing-kind"),
        (HEAD + CASE + "      - auto: rest of game\n", "8:15 wrong-value"),
        (HEAD + CASE + "      - auto: 0\n", "8:15 out-of-bounds"),
        (HEAD + CASE + "      - points: {0: many}\n", "8:21 wrong-value"),
        (HEAD + CASE + "      - refused: {because: 5}\n", "8:9 missing-key"),
        (HEAD + CASE + "      - view: {sees: 5H}\n", "8:9 missing-key"),
        (
            HEAD + CASE + "  - id: a\n    says: Again\n    course: [turn: 0]\n",
            "8:9 duplicate-id the id `a` is used twice",
        ),
        (HEAD + CASE.replace("says", "rules: [S1]\n    says"), "5:13 unknown-rule no sentence or ruling"),
        (HEAD + CASE.replace("says", "rule: [S1]\n    says"), "5:5 unknown-key"),
        (HEAD + CASE.replace("    says", "    deals: [{}]\n    stock: 5H\n    says"), "5:5 cards-twice"),
        (HEAD + CASE.replace("id: a", "id: a b"), "4:9 wrong-value"),
        (HEAD + CASE.replace("- turn: 0", "[]"), "6:5 wrong-size"),
        ("[]", "1:1 wrong-type"),
        ("cases: [", "1:9 yaml-syntax"),
        ("", "1:1 empty-file"),
    ],
)
def test_bad_files(text: str, message: str) -> None:
    file, found = read(text)
    assert file is None
    assert any(message in line for line in found), found


def test_the_nearest_rule_is_named() -> None:
    found = Diagnostics()
    text = HEAD + "sentences: [{id: follow, says: Follow}]\n" + CASE.replace("says", "rules: [folow]\n    says")
    assert loads_cases(text, "x.cases.yaml", found) is None
    (finding,) = found
    assert "did you mean `follow`?" in finding.hint


def test_a_missing_file() -> None:
    found = Diagnostics()
    assert load_cases("no/such.cases.yaml", found) is None
    assert [d.code for d in found] == ["cannot-read"]


def test_spans_point_at_single_words() -> None:
    file, _ = read(HEAD + CASE + "      - play: 'A♠ 10H'\n")
    assert file is not None
    value = file.cases[0].course[1].value
    assert isinstance(value, Scalar)
    assert str(value.locate(3, 6)) == "x.cases.yaml:8:19"


UNUSED = """
trickcore: 1
game: two-ten-jack
unused:
  - {tier: any, in: follow, why: No hand is so}
  - {guard: must_trump  ==  true, never: False, why: "It is\\n always"}
cases: [{id: a, says: It starts, course: [{turn: 0}]}]
"""


def test_what_no_play_can_use_is_read() -> None:
    found = Diagnostics()
    file = loads_cases(UNUSED, "x.cases.yaml", found)
    assert file is not None and not len(found)
    first, second = file.unused
    assert (first.kind, first.text, first.within, first.never) == ("tier", "any", "follow", "")
    assert first.why == "No hand is so"
    assert (second.text, second.never, second.why) == ("must_trump == true", "false", "It is always")
    assert (first.span.line, second.span.line) == (5, 6)


@pytest.mark.parametrize(
    ("excuse", "code"),
    [
        ("{why: x}", "missing-kind"),
        ("{tier: any, guard: any, why: x}", "several-kinds"),
        ("{tier: any}", "missing-key"),
        ("{guard: any, never: perhaps, why: x}", "wrong-type"),
        ("{tier: any, line: 3, why: x}", "unknown-key"),
    ],
)
def test_an_excuse_names_one_place_and_a_reason(excuse: str, code: str) -> None:
    found = Diagnostics()
    text = UNUSED.replace("{tier: any, in: follow, why: No hand is so}", excuse)
    assert loads_cases(text, "x.cases.yaml", found) is None
    assert [(d.code, d.span.line) for d in found] == [(code, 5)]
