"""Finding cases files, and the report of a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trickcore.testing import run_paths

CASES = """\
trickcore: 1
game: two-ten-jack
sentences: [{id: S1, says: A rule that no case checks}]
cases:
  - {id: good, says: It holds, dealer: 0, course: [turn: 1]}
  - {id: bad, says: It does not, dealer: 0, course: [turn: 0]}
  - {id: broken, says: It cannot be run, course: [turn: 7]}
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.cases.yaml").write_text(CASES, encoding="utf-8")
    (tmp_path / "b.cases.yaml").write_text("cases: [", encoding="utf-8")
    (tmp_path / "c.yaml").write_text("no cases", encoding="utf-8")
    return tmp_path


def test_a_folder(games: Path) -> None:
    report = run_paths([games])
    assert [Path(file.path).name for file in report.files] == ["b.cases.yaml", "a.cases.yaml"]
    assert report.counts == (1, 2)
    assert not report.passed


def test_a_file_is_run_once(games: Path) -> None:
    assert len(run_paths([games / "b.cases.yaml", games]).files) == 2


def test_the_rule_file_stands_for_its_cases(games: Path) -> None:
    report = run_paths([games / "deep" / "a.yaml"])
    assert report.counts == (1, 2)


def test_a_file_that_is_not_there(games: Path) -> None:
    report = run_paths([games / "none.cases.yaml"])
    assert [d.code for d in report.files[0].diagnostics] == ["cannot-read"]
    assert report.unread == report.files
    assert not report.passed


def test_nothing_to_run_is_not_a_success(tmp_path: Path) -> None:
    report = run_paths([tmp_path])
    assert report.counts == (0, 0)
    assert not report.passed


def test_an_unchecked_rule_is_a_warning(games: Path) -> None:
    (file,) = run_paths([games / "deep"]).files
    (warning,) = file.diagnostics
    assert (warning.code, warning.span.line) == ("unchecked-rule", 3)


def test_the_report_as_json(games: Path) -> None:
    data = json.loads(json.dumps(run_paths([games / "deep"]).to_json()))
    assert (data["passed"], data["failed"]) == (1, 2)
    good, bad, broken = data["files"][0]["cases"]
    assert good["passed"] is True
    assert bad["failure"]["expected"] == "0"
    assert bad["failure"]["found"] == "1"
    assert bad["failure"]["place"].endswith("a.cases.yaml:6:54")
    assert [d["code"] for d in broken["diagnostics"]] == ["unknown-seat"]


def test_outcomes_as_text(games: Path) -> None:
    good, bad, broken = (str(outcome) for outcome in run_paths([games / "deep"]).outcomes)
    assert good.endswith("good: passed")
    assert "bad: It does not" in bad
    assert "turn: another seat is to act" in bad
    assert "[unknown-seat]" in broken


def test_links_out_of_a_folder_are_not_followed(games: Path) -> None:
    deep, secret = games / "deep", games / "b.cases.yaml"
    secret.write_text("a secret: [", encoding="utf-8")
    (deep / "l.cases.yaml").symlink_to(secret)
    (deep / "near.cases.yaml").symlink_to(deep / "a.cases.yaml")
    (deep / "round.cases.yaml").symlink_to(deep / "round.cases.yaml")
    for path in (deep, deep / "l.yaml"):
        report = run_paths([path])
        (bad,) = report.unread
        assert (Path(bad.path).name, [d.code for d in bad.diagnostics]) == ("l.cases.yaml", ["outside-folder"])
        assert "secret" not in str(bad.diagnostics)
    assert run_paths([deep]).counts == (2, 4)
    assert [d.code for d in run_paths([deep / "l.cases.yaml", deep]).files[0].diagnostics] != ["outside-folder"]
