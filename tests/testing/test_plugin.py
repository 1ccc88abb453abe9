"""The pytest plugin: a test for each case and row, findings without tracebacks, and a way to turn it off."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = """\
trickcore: 1
game: two-ten-jack
cases:
  - {id: good, says: x, source: a book, dealer: 0, course: [turn: 1]}
  - {id: bad, says: "It\\nfails \\e[31m", dealer: 0, course: [turn: 0]}
  - {id: rows, says: x, dealer: 0, course: [turn: $t], table: "row | t\\none | 1\\ntwo | 0"}
"""

Pytest = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Pytest:
    """Runs pytest in a folder where the plugin is installed as `pyproject.toml` says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = tmp_path / "site" / "plugged-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1\n")
    entries = "".join(f"{name} = {module}\n" for name, module in project["entry-points"]["pytest11"].items())
    (about / "entry_points.txt").write_text(f"[pytest11]\n{entries}")
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "a.cases.yaml").write_text(TEXT, encoding="utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        settings = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        settings["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(tmp_path / "site")])
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error", *arguments],
            cwd=folder,
            env=settings,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )

    return run


def test_cases_and_rows_are_tests(run: Pytest) -> None:
    done = run("-v", "-rA")
    assert done.returncode == 1, done.stdout + done.stderr
    shown = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("a.cases.yaml::")]
    assert shown == [f"a.cases.yaml::{name}" for name in ("good", "bad", "rows[one]", "rows[two]")]
    assert "2 failed, 2 passed" in done.stdout
    assert "bad: It fails ?[31m" in done.stdout
    assert "turn: another seat is to act\n    expected: 0\n    found:    1\n" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert ".py:" not in done.stdout


def test_where_it_is_not_installed_it_can_be_named(run: Pytest, tmp_path: Path) -> None:
    (tmp_path / "site").rename(tmp_path / "elsewhere")
    assert "2 failed, 2 passed" in run("-q", "-p", "trickcore.pytest_plugin").stdout


def test_one_row_alone(run: Pytest) -> None:
    done = run("-q", "a.cases.yaml::rows[one]")
    assert (done.returncode, done.stdout.splitlines()[-1].split(" in ")[0]) == (0, "1 passed")


def test_a_file_that_cannot_be_read(run: Pytest, tmp_path: Path) -> None:
    (tmp_path / "cases" / "a.cases.yaml").write_text("trickcore: 1\ngame: two-ten-jack\ncases: [\n")
    done = run()
    assert done.returncode == 2
    assert "a.cases.yaml:4:1: " in done.stdout
    assert "[yaml-syntax]" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize("off", [("--no-trickcore",), ("-o", "trickcore=false"), ("-p", "no:trickcore.pytest_plugin")])
def test_it_can_be_turned_off(run: Pytest, off: tuple[str, ...]) -> None:
    done = run(*off)
    assert done.returncode == 5, done.stdout + done.stderr


def test_without_cases_nothing_is_loaded(run: Pytest, tmp_path: Path) -> None:
    (tmp_path / "cases" / "a.cases.yaml").unlink()
    test = "import sys\n\n\ndef test():\n    assert 'trickcore.pytest_plugin' in sys.modules\n"
    heavy = ("trickcore.testing", "trickcore.game", "trickcore.cli", "yaml", "lark")
    test += f"    assert not [name for name in sys.modules if name.startswith({heavy})]\n"
    (tmp_path / "cases" / "test_a.py").write_text(test)
    done = run("-q")
    assert done.returncode == 0, done.stdout + done.stderr


def test_properties_are_in_reports(run: Pytest, tmp_path: Path) -> None:
    run("-q", f"--junitxml={tmp_path}/x.xml")
    assert '<property name="source" value="a book"' in (tmp_path / "x.xml").read_text(encoding="utf-8")


def test_games_of_this_repository_are_collected_once() -> None:
    """Its own tests run the shipped cases, so the folder of the games is none of those that pytest looks through."""
    paths = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert "games" not in paths["testpaths"]
    assert [path for name in paths["testpaths"] for path in (ROOT / name).rglob("*.cases.yaml")] == []


def test_links_to_somewhere_else_are_not_read(run: Pytest, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret: [", encoding="utf-8")
    (tmp_path / "cases" / "b.cases.yaml").symlink_to(tmp_path / "secret")
    done = run()
    assert "[outside-folder]" in done.stdout
    assert "a secret" not in done.stdout
