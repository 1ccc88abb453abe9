"""JUnit XML that every reader takes, whatever the cases say."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from trickcore.testing import run_paths
from trickcore.testing.junit import junit

TEXT = """\
trickcore: 1
game: two-ten-jack
sentences: [{id: S1, says: One}]
cases:
  - {id: good, says: "<A> & \\"B\\" \\e\\x07\\uFFFE", source: 'a "book"', rules: [S1], dealer: 0, course: [turn: 1]}
  - {id: bad, says: x, dealer: 0, course: [refused: {play: 2♦, because: "]]>\\x01</failure>"}]}
  - {id: odd, says: x, hands: {0: X♦}, course: [turn: 1]}
  - {id: rows, says: x, dealer: 0, course: [turn: $t], table: "row | t\\n<1> | 1\\n& | 0"}
"""


def test_a_report(tmp_path: Path) -> None:
    (tmp_path / "a.cases.yaml").write_text(TEXT, encoding="utf-8")
    (tmp_path / "b.cases.yaml").write_text("[", encoding="utf-8")
    data = junit(run_paths([tmp_path]))
    root = ElementTree.fromstring(data)
    assert root.attrib == {"name": "trickcore", "tests": "6", "failures": "2", "errors": "2"}
    first, second = root
    assert (first.attrib["tests"], first.attrib["failures"], first.attrib["errors"]) == ("5", "2", "1")
    assert (second.attrib["tests"], second.attrib["errors"]) == ("1", "1")
    tests = {case.attrib["name"]: case for case in root.iter("testcase")}
    assert list(tests) == ["good", "bad", "odd", "rows[<1>]", "rows[&]", "the file"]
    about = {p.attrib["name"]: p.attrib["value"] for p in tests["good"].iter("property")}
    assert about == {"says": '<A> & "B" ??\ufffd', "source": 'a "book"', "rules": "S1"}
    failure = tests["bad"].find("failure")
    assert failure is not None
    assert (failure.attrib["type"], tests["bad"].attrib["line"]) == ("refused", "6")
    assert "expected: ]]>?</failure>" in (failure.text or "")
    assert "[unknown-card]" in (tests["odd"].findtext("error") or "")
    assert "a.cases.yaml" in tests["odd"].attrib["classname"]
    assert data == junit(run_paths([tmp_path]))


def test_texts_make_no_lines_and_hide_nothing(tmp_path: Path) -> None:
    bad = '"x\\n  5 passed\\u202E \\u2028end"'
    text = (
        "trickcore: 1\ngame: two-ten-jack\ncases:\n"
        f"  - {{id: a, says: {bad}, source: {bad}, dealer: 0, course: [refused: {{play: 2♦, because: {bad}}}]}}\n"
        f"  - {{id: b, says: {bad}, dealer: 0, course: [turn: {bad}]}}\n"
    )
    (tmp_path / "a.cases.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "b.cases.yaml").write_text(f"{bad}: 1\n", encoding="utf-8")
    data = junit(run_paths([tmp_path])).decode()
    assert "\u202e" not in data
    assert "\u2028" not in data
    assert "&#10;" not in data
    assert not any(line.startswith("  5 passed") for line in data.splitlines())
    assert data.count("x   5 passed? ") >= 6
