"""`trickcore test`: single cases, updates, JUnit files, interrupts, and how to run it again."""

from __future__ import annotations

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import ROOT, Run

TEXT = """\
trickcore: 1
game: two-ten-jack
sentences: [{id: S1, says: Nobody looks}]
cases:
  - {id: good, says: x, dealer: 0, course: [turn: 1]}
  - {id: bad, says: x, source: a book, dealer: 0, course: [turn: 0]}
  - {id: rows, says: x, dealer: 0, course: [turn: $t], table: "row | t\\none | 1\\ntwo | 0"}
  - {id: row, says: x, dealer: 0, course: [play: X♦]}
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "my own.cases.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("only", "counts"),
    [
        (["good"], "1 passed, 0 failed"),
        (["rows"], "1 passed, 1 failed"),
        (["rows[one]"], "1 passed, 0 failed"),
        (["rows[*"], "1 passed, 1 failed"),
        (["?ood", "bad"], "1 passed, 1 failed"),
        (["*"], "2 passed, 3 failed"),
    ],
)
def test_single_cases(run: Run, cases: Path, only: list[str], counts: str) -> None:
    result = run("test", str(cases), *(part for name in only for part in ("--case", name)))
    assert result.output.splitlines()[-1] == f"1 file: {counts}"
    assert "unchecked-rule" not in result.output
    assert result.exit_code == (0 if " 0 failed" in counts else 1)


def test_a_case_that_there_is_not(run: Run, cases: Path) -> None:
    result = run("test", str(cases), "--case", "godo")
    assert result.exit_code == 1
    assert "No case is named godo; did you mean `good`?" in result.output


def test_a_failure_says_how_to_run_it_again(run: Run, cases: Path) -> None:
    output = run("test", str(cases)).output
    again = [shlex.split(line.partition("again:")[2]) for line in output.splitlines() if "again:" in line]
    assert [words[-4:] for words in again] == [
        ["test", str(cases), "--case", name] for name in ("bad", "rows[two]", "row")
    ]
    assert "    source:   a book\n" in output
    for words, counts in zip(again, ("0 passed, 1 failed",) * 3, strict=True):
        assert run(*words[-4:]).output.splitlines()[-1] == f"1 file: {counts}"


def test_an_update(run: Run, cases: Path) -> None:
    result = run("test", str(cases), "--update")
    assert result.exit_code == 1  # one case cannot be right
    text = cases.read_text(encoding="utf-8")
    expected = TEXT.replace("book, dealer: 0, course: [turn: 0]", "book, dealer: 0, course: [turn: 1]")
    assert text == expected.replace("two | 0", "two | 1")
    assert f"changed {cases}:6:" in result.output
    assert "bad: 0 → 1" in result.output
    assert "    not changed: what would be right cannot be known" in result.output
    again = run("test", str(cases), "--update", "--case", "bad", "--case", "rows")
    assert (again.exit_code, "changed" in again.output) == (0, False)


def test_an_update_as_json(run: Run, cases: Path) -> None:
    data = json.loads(run("test", str(cases), "--update", "--case", "bad", "--format", "json").output)
    assert [(c["case"], c["old"], c["new"]) for c in data["changes"]] == [("bad", "0", "1")]
    assert (data["passed"], data["failed"]) == (1, 0)


def test_an_update_names_its_files(run: Run) -> None:
    result = run("test", "--update")
    assert result.exit_code == 2
    assert "name them" in result.output


def test_junit(run: Run, cases: Path, tmp_path: Path) -> None:
    assert run("test", str(cases), "--junit", str(tmp_path / "x.xml")).exit_code == 1
    assert ElementTree.parse(tmp_path / "x.xml").getroot().attrib["tests"] == "5"
    result = run("test", str(cases), "--junit", str(tmp_path / "no" / "x.xml"))
    assert (result.exit_code, "cannot be written" in result.output) == (2, True)
    assert "2 passed, 3 failed" in result.output


@pytest.mark.parametrize("name", ["bad.cases.yaml", "notes.txt", "empty.xml", "folder", "pipe"])
def test_junit_replaces_no_other_file(run: Run, cases: Path, tmp_path: Path, name: str) -> None:
    path = cases.rename(tmp_path / "bad.cases.yaml")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "empty.xml").touch()
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    result = run("test", str(path), "--junit", str(tmp_path / name))
    assert (result.exit_code, "choose another name" in result.output) == (2, True)
    assert "failed" not in result.output  # nothing was run
    assert path.read_text(encoding="utf-8") == TEXT
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_junit_replaces_junit(run: Run, cases: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.xml"
    for before in ('<?xml version="1.0" encoding="utf-8"?><testsuites name="other"/>', "<testsuite>\n</testsuite>"):
        file.write_text(before, encoding="utf-8")
        assert run("test", str(cases), "--junit", str(file)).exit_code == 1
        assert ElementTree.parse(file).getroot().attrib["tests"] == "5"
        assert run("test", str(cases), "--junit", str(file)).exit_code == 1  # its own


def test_junit_does_not_stand_in_for_the_cases(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "no.cases.yaml"
    assert "holds the cases" in run("test", str(file), "--junit", str(file)).output
    assert not file.exists()


def test_a_link_to_somewhere_else_is_not_shown(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "secret").write_text("a secret: [", encoding="utf-8")
    (tmp_path / "in" / "x.cases.yaml").symlink_to(tmp_path / "secret")
    for update in ((), ("--update",)):
        result = run("test", str(tmp_path / "in"), *update)
        assert (result.exit_code, "[outside-folder]" in result.output, "a secret" in result.output) == (1, True, False)


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    more = "".join(f"  - {{id: slow{n}, says: x, course: [auto: rest of match]}}\n" for n in range(600))
    (tmp_path / "a.cases.yaml").write_text(TEXT + more, encoding="utf-8")
    try:
        parent, child = pty.openpty()  # a terminal for the bar: when it moves, the run has begun
    except OSError as error:
        pytest.skip(f"there are no terminals here: {error}")
    command = [sys.executable, "-m", "trickcore", "test", "a.cases.yaml"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=child, cwd=tmp_path, env=environment) as process:
        seen = b""
        while b"slow" not in seen and select.select([parent], [], [], 30)[0]:
            seen += os.read(parent, 4096)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    os.close(parent)
    os.close(child)
    text = output.decode()
    assert process.returncode == 130
    assert "turn: another seat is to act" in text
    assert "Interrupted: the other cases were not run." in text
    passed = int(text.splitlines()[-1].split(": ")[1].split()[0])
    assert 2 <= passed < 602
