"""`trickcore check`: reports, exit codes, records, and what an interruption leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.checking import bad
from tests.cli.conftest import ROOT, Run
from trickcore.schema.library import validator


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bad and sound rules, in which commands are run."""
    for name, text in (("total", bad.TOTAL), ("sound", bad.SOUND), ("nobody", bad.NOBODY), ("leak", bad.LEAK)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_violation_is_told_with_its_place_its_case_and_the_command_that_finds_it_again(run: Run) -> None:
    result = run("check", "total.yaml", "--deals", "3", "--seed", "4")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("total.yaml:13:17: violation: at the end of a deal the check")
    assert "met 3 times, first with 3 players, seed" in lines[3]
    assert "    game: total.yaml" in lines
    assert lines[-2] == "1 violation"
    assert lines[-1] == "again: trickcore check total.yaml --seed 4 --deals 3"


def test_the_case_that_is_printed_fails_alone(run: Run, folder: Path) -> None:
    lines = run("check", "leak.yaml").stdout.splitlines()
    start = lines.index("    trickcore: 1")
    case = lines[start : lines.index("", start)]
    assert len(case) <= 10
    (folder / "found.cases.yaml").write_text("\n".join(case) + "\n", encoding="utf-8")
    result = run("test", "found.cases.yaml")
    assert result.exit_code == 1
    assert "no seat is told anything of cards that it has not seen" in result.stdout


@pytest.mark.usefixtures("folder")
def test_nothing_is_violated(run: Run) -> None:
    result = run("check", "sound.yaml", "--deals", "2")
    assert result.exit_code == 0
    assert "Nothing is violated." in result.stdout
    assert "Bad rules, seed 0: 1 setting, 2 deals each, 48 decisions, 2 finished matches" in result.stdout


@pytest.mark.usefixtures("folder")
def test_surprises_have_their_lines_and_change_no_exit_code(run: Run) -> None:
    result = run("check", "nobody.yaml", "--deals", "12", "--option", "used=yes")
    assert result.exit_code == 0
    assert "nobody.yaml:11:5: surprise: the step swap was come to" in result.stdout
    assert "[asks-nobody]" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("check nobody.yaml --option used=yes --seed 0 --deals 12")


def test_records_can_be_replayed(run: Run, folder: Path) -> None:
    result = run("check", "total.yaml", "--deals", "1", "--records", "records")
    (file,) = (folder / "records").iterdir()
    assert f"record: records/{file.name}" in result.stdout
    assert file.name == "total-1-checks.record.json"
    assert run("replay", str(file), "--game", "total.yaml").exit_code == 0


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["total", "nobody", "leak"])
def test_json_is_what_the_schema_says(run: Run, name: str) -> None:
    result = run("check", f"{name}.yaml", "--deals", "1", "--format", "json")
    data = json.loads(result.stdout)
    assert list(validator("check").iter_errors(data)) == []
    assert bool(data["violations"]) == (result.exit_code == 1)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hearts", "--skip", "secret"], "there is no invariant 'secret'"),
        (["hearts", "--players", "9"], "9 cannot play Hearts"),
        (["hearts", "--option", "colour=red"], "no option `colour`"),
        (["hearts", "--deals", "0"], "--deals"),
        (["hearts", "--seconds", "0"], "--seconds"),
        (["xyzzy"], "there is no game named"),
    ],
)
def test_what_is_wrong_with_the_command(run: Run, words: list[str], said: str) -> None:
    result = run("check", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_file_that_is_no_game_is_told_as_always(run: Run, folder: Path) -> None:
    (folder / "broken.yaml").write_text(bad.SOUND.replace("each: 8", "each: eight"), encoding="utf-8")
    result = run("check", "broken.yaml")
    assert result.exit_code == 1
    assert "[unknown-name]" in result.stderr


def test_records_that_cannot_be_written(run: Run, folder: Path) -> None:
    (folder / "records").write_text("", encoding="utf-8")
    result = run("check", "total.yaml", "--deals", "1", "--records", "records/below")
    assert result.exit_code == 1
    assert "the records cannot be written" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
def test_ctrl_c_keeps_what_was_found(folder: Path) -> None:
    command = [sys.executable, "-m", "trickcore", "check", "total.yaml", "--deals", "100000"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "violation: at the end of a deal the check" in out
    assert "Stopped before everything was played." in out
    assert "total.yaml --seed 0 --deals " in out.splitlines()[-1]


@pytest.mark.usefixtures("folder")
def test_why_a_check_should_hold_and_the_lines_of_the_score_are_told(run: Run) -> None:
    lines = run("check", "total.yaml", "--deals", "1").stdout.splitlines()
    assert lines[1] == "    why: All cards count"
    assert lines[2].startswith("    scored: seat 0: ")


@pytest.mark.usefixtures("folder")
def test_what_stands_in_brackets_is_explained(run: Run) -> None:
    for name in ("checks", "[secrets]", "idle-option"):
        assert run("explain", name).exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
def test_ctrl_c_within_a_deal(folder: Path) -> None:
    (folder / "heavy.yaml").write_text(bad.HEAVY, encoding="utf-8")
    command = [sys.executable, "-m", "trickcore", "check", "heavy.yaml"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Stopped before everything was played." in out


@pytest.mark.usefixtures("folder")
def test_so_many_deals_in_all_are_played_again(run: Run) -> None:
    lines = run("check", "nobody.yaml", "--total", "3").stdout.splitlines()
    assert any("the first 3 of 4 settings, 1 deal each, " in line for line in lines)
    assert lines[-1] == "again: trickcore check nobody.yaml --seed 0 --total 3"
    lines = run("check", "nobody.yaml", "--total", "6").stdout.splitlines()
    assert any("4 settings, 6 deals in all" in line for line in lines)


def test_seconds_have_a_size(run: Run) -> None:
    assert run("check", "hearts", "--seconds", "nan").exit_code == 2
