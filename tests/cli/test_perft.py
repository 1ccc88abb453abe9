"""`trickcore perft`: counts beside the rule file, written and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checking import bad
from tests.cli.conftest import Run


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
