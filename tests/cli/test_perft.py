"""`trickcore perft`: counts beside the rule file, written and compared."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.checking import bad
from tests.cli.conftest import ROOT, Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.yaml").write_text(bad.SOUND, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_counts_are_written_and_found_again(run: Run, folder: Path) -> None:
    result = run("perft", "game.yaml")
    assert result.exit_code == 1
    assert (
        "there are no counts at game.perft.json; write them with: trickcore perft game.yaml --update" in result.stderr
    )
    result = run("perft", "game.yaml", "--update")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "written to game.perft.json"
    assert (folder / "game.perft.json").is_file()
    result = run("perft", "game.yaml")
    assert result.exit_code == 0
    assert "9 positions" in result.stdout and "0 positions differ" in result.stdout
    assert result.stdout.splitlines()[-1] == "again: trickcore perft game.yaml"


def test_deeper_counts_are_compared_as_deep(run: Run) -> None:
    run("perft", "game.yaml", "--update", "--nodes", "200")
    few = run("perft", "game.yaml").stdout
    assert run("perft", "game.yaml", "--update", "--nodes", "20000").exit_code == 0
    result = run("perft", "game.yaml")
    assert result.exit_code == 0 and result.stdout != few
    result = run("perft", "game.yaml", "--nodes", "5")
    assert result.exit_code == 2 and "--update" in result.stderr


def test_other_rules_differ(run: Run, folder: Path) -> None:
    assert run("perft", "game.yaml", "--update").exit_code == 0
    (folder / "game.yaml").write_text(bad.SOUND + "play: {follow: [hearts, any]}\n", encoding="utf-8")
    result = run("perft", "game.yaml")
    assert result.exit_code == 1
    assert "3 players, seed 1, after 0: " in result.stdout
    assert "    found: " in result.stdout
    assert run("validate", ".").exit_code == 0  # the file with counts is no rule file


def test_a_shipped_game(run: Run) -> None:
    assert run("perft", "euchre").exit_code == 0


def test_what_is_wrong(run: Run, folder: Path) -> None:
    assert run("perft", "xyzzy").exit_code == 2
    (folder / "game.perft.json").write_text("{}", encoding="utf-8")
    result = run("perft", "game.yaml")
    assert result.exit_code == 1
    assert "this is no perft of trickcore" in result.stderr


def stranger(nodes: Sequence[float], after: int = 0) -> str:
    counts = [{"players": 3, "seed": 1, "after": after, "nodes": list(nodes)}]
    return json.dumps({"format": "perft", "version": 1, "game": "game", "counts": counts})


def test_a_position_is_left_where_there_are_far_more_lines_than_are_written(run: Run, folder: Path) -> None:
    (folder / "game.perft.json").write_text(stranger([8] + [0] * 19), encoding="utf-8")
    result = run("perft", "game.yaml")
    assert result.exit_code == 1 and "found: far more than 8 lines of play" in result.stdout


@pytest.mark.parametrize("nodes", [[10**18], [1, 30_000_000], [1e300]])
def test_more_lines_than_can_be_counted_are_refused(run: Run, folder: Path, nodes: Sequence[float]) -> None:
    (folder / "game.perft.json").write_text(stranger(nodes), encoding="utf-8")
    result = run("perft", "game.yaml")
    assert result.exit_code == 1 and "the most to be counted" in result.stderr


def test_whole_numbers_may_have_a_point(run: Run, folder: Path) -> None:
    text = stranger([8.0]).replace('"players": 3', '"players": 3.0').replace('"after": 0', '"after": 0.0')
    (folder / "game.perft.json").write_text(text, encoding="utf-8")
    assert run("perft", "game.yaml").exit_code == 0


def test_a_file_that_is_too_large_is_refused(run: Run, folder: Path) -> None:
    with (folder / "game.perft.json").open("wb") as stream:
        stream.truncate(3 << 30)
    result = run("perft", "game.yaml")
    assert result.exit_code == 1 and "larger than any file of counts" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of Unix")
@pytest.mark.parametrize("update", [[], ["--update"]])
def test_a_pipe_is_refused(run: Run, folder: Path, update: list[str]) -> None:
    os.mkfifo(folder / "game.perft.json")
    assert run("perft", "game.yaml", *update).exit_code == 1


@pytest.mark.parametrize("text", ["my notes", "[]", '{"format": "record"}'])
def test_only_counts_are_written_over(run: Run, folder: Path, text: str) -> None:
    (folder / "game.perft.json").write_text(text, encoding="utf-8")
    result = run("perft", "game.yaml", "--update")
    assert result.exit_code == 1 and "holds no counts" in result.stderr
    assert (folder / "game.perft.json").read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
def test_ctrl_c_ends_the_counting_of_a_position(folder: Path) -> None:
    (folder / "game.perft.json").write_text(stranger([8, 64, 512, 29_000_000] + [0] * 8), encoding="utf-8")
    command = [sys.executable, "-m", "trickcore", "perft", "game.yaml"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out.splitlines()[-1].startswith("the whole of it: ")
