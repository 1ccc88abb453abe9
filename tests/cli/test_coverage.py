"""`trickcore coverage`: the listing, the page, the exit codes, and what an interruption leaves."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.cli.conftest import Run
from tests.coverage.games import CASES, RULES, written
from trickcore.cli import progress
from trickcore.resources import folder


def test_only_lines_with_something_missing_are_listed(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, cases="")
    result = run("coverage", path, "--deals", "12")
    assert result.exit_code == 0
    head, _, *lines = result.stdout.splitlines()
    assert head == 'Idle <b>"Rules"</b>: no cases, 48 random deals under 4 choices of players and options'
    assert lines[0] == path
    assert lines[1].split("|") == ["   10     only false ", "   stake > 5: {values: {K: 1}}"]
    assert lines[2].strip().startswith("guard `stake > 5` never true, false ")
    assert lines[3].split("|") == ["   15          never ", "     - spades & hearts"]
    assert lines[4].strip() == "tier `spades & hearts` never decided"
    assert not any("- led" in line for line in lines)
    assert lines[-3] == "steps 3 of 4, guards 12 of 16, tiers 3 of 4, awards 3 of 5, calls 1 of 2"
    assert lines[-2:] == ["22 of 31 seen: 70.9 %", f"again: trickcore coverage {path} --deals 12 --seed 0"]


def test_all_lines_can_be_listed(run: Run, tmp_path: Path) -> None:
    result = run("coverage", written(tmp_path), "--deals", "3", "--all")
    lines = result.stdout.splitlines()
    assert all(any(line.endswith("| " + text) for line in lines) for text in RULES.splitlines())
    assert sum("excused" in line and "|" in line for line in lines) == 6


def test_reasons_stand_beside_the_lines(run: Run, tmp_path: Path) -> None:
    result = run("coverage", written(tmp_path), "--deals", "12")
    assert "tier `spades & hearts` never decided: No card is both <i>" in result.stdout
    assert "22 of 22 seen: 100.0 %, 9 excused" in result.stdout
    assert run("coverage", written(tmp_path), "--deals", "12", "--fail-under", "100").exit_code == 0


def test_too_little_is_a_failure_where_that_is_wanted(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, cases="")
    assert run("coverage", path, "--deals", "12", "--fail-under", "70.9").exit_code == 0
    assert run("coverage", path, "--deals", "12", "--fail-under", "71").exit_code == 1
    assert run("coverage", path, "--fail-under", "101").exit_code == 2


def test_a_wrong_reason_is_a_failure(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, cases=CASES.replace("tier: spades & hearts", "tier: led"))
    result = run("coverage", path, "--deals", "2")
    assert result.exit_code == 1
    assert "idle.cases.yaml:4:12: error: the tier `led` is excused, but was used" in result.stderr


def test_cases_alone_or_play_alone(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path)
    assert "2 cases, no random play" in run("coverage", path, "--deals", "0").stdout
    result = run("coverage", path, "--deals", "1", "--no-cases", "--seed", "4")
    assert "no cases, 4 random deals" in result.stdout
    assert result.stdout.endswith("--deals 1 --seed 4 --no-cases\n")


def test_options_narrow_what_is_played(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, cases="")
    result = run("coverage", path, "--option", "strict=false", "--option", "bonus=1", "--players", "2")
    assert "10 random deals under 1 choice of" in result.stdout
    assert f"again: trickcore coverage {path} --players 2 --option strict=false --option bonus=1" in result.stdout
    assert "under 2 choices" in run("coverage", f"{path}(strict=false)", "--deals", "1").stdout
    assert run("coverage", path, "--option", "strict=maybe").exit_code == 2
    assert run("coverage", path, "--option", "strong=true").exit_code == 2
    assert run("coverage", path, "--players", "7").exit_code == 2
    assert run("coverage", "no-such-game").exit_code == 2


def test_the_data_is_as_its_schema_says(run: Run, tmp_path: Path) -> None:
    result = run("coverage", written(tmp_path), "--deals", "2", "--format", "json")
    data = json.loads(result.stdout)
    names = ("coverage", "diagnostics")
    schemas = [json.loads((folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")) for name in names]
    registry = Registry().with_resources([(s["$id"], Resource.from_contents(s, DRAFT202012)) for s in schemas])
    assert list(Draft202012Validator(schemas[0], registry=registry).iter_errors(data)) == []
    assert (data["game"], data["settings"], data["deals"], data["excused"]) == ("idle", 6, 8, 9)
    assert data == json.loads(run("coverage", written(tmp_path), "--deals", "2", "--format", "json").stdout)


def test_a_page_is_written_and_written_over_but_nothing_else_is(run: Run, tmp_path: Path) -> None:
    path, page = written(tmp_path, cases=""), tmp_path / "page.html"
    for _ in range(2):
        result = run("coverage", path, "--deals", "1", "--html", str(page))
        assert result.exit_code == 0 and f"{page} is written" in result.stderr
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    for other in (path, str(tmp_path), str(tmp_path / "none" / "x.html"), "\0"):
        assert run("coverage", path, "--deals", "1", "--html", other).exit_code == 2
    assert (tmp_path / "idle.yaml").read_text(encoding="utf-8") == RULES
    assert sorted(file.name for file in tmp_path.iterdir()) == ["idle.yaml", "page.html"]


def test_cases_that_cannot_be_read_are_told(run: Run, tmp_path: Path) -> None:
    result = run("coverage", written(tmp_path, cases=CASES.replace("says:", "sagt:")))
    assert result.exit_code == 1 and "`sagt`" in result.stderr and not result.stdout


def test_cases_that_are_a_link_to_somewhere_else_are_not_read(run: Run, tmp_path: Path) -> None:
    inside, secret = tmp_path / "in", tmp_path / "secret"
    inside.mkdir()
    game = Path(written(inside, cases=""))
    secret.write_text("a secret: [", encoding="utf-8")
    cases = game.with_suffix(".cases.yaml")
    cases.unlink(missing_ok=True)
    cases.symlink_to(secret)
    result = run("coverage", str(game))
    assert result.exit_code == 1
    assert "[outside-folder]" in result.stderr
    assert "secret: [" not in result.output


def test_rules_that_cannot_be_played_have_findings_and_no_coverage(run: Run, tmp_path: Path) -> None:
    rules = RULES.replace("  calls:", "  lead: [spades if last_trick, any]\n  calls:")
    result = run("coverage", written(tmp_path, rules, ""))
    assert result.exit_code == 1 and "[not-lowered]" in result.stderr and not result.stdout


def test_an_interruption_shows_what_was_found(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    def pressed(show: progress.Show) -> progress.Show:
        def press(done: int, text: str = "", total: int | None = None) -> None:
            show(done, text, total)
            if (done, text) == (2, "random play"):
                signal.raise_signal(signal.SIGINT)

        return press

    monkeypatch.setattr(progress, "_silent", pressed(progress._silent))
    result = run("coverage", written(tmp_path), "--deals", "1", "--fail-under", "100")
    assert result.exit_code == 130
    assert "2 cases, interrupted after 2 of 4 choices: 2 random deals" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("the whole of it: trickcore coverage")


def test_a_page_of_somebody_else_is_not_written_over(run: Run, tmp_path: Path) -> None:
    path, home = written(tmp_path, cases=""), tmp_path / "home.html"
    home.write_text("<!doctype html>\n<title>My home</title>\n", encoding="utf-8")
    result = run("coverage", path, "--deals", "1", "--html", str(home))
    assert result.exit_code == 2 and "no page of this command" in result.stderr
    assert "My home" in home.read_text(encoding="utf-8")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of Unix")
def test_a_pipe_is_no_page(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert run("coverage", written(tmp_path, cases=""), "--deals", "1", "--html", str(tmp_path / "pipe")).exit_code == 2


@pytest.mark.parametrize("percent", ["nan", "inf", "-inf"])
def test_a_share_has_a_size(run: Run, percent: str) -> None:
    assert run("coverage", "hearts", "--fail-under", percent).exit_code == 2
