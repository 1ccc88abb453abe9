from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

import trickcore
from tests.cli.conftest import ROOT, Run, Spawn
from trickcore.diagnostics.catalogue import codes, explain
from trickcore.resources import folder

GAME = "two-ten-jack"


def test_list_has_every_game_of_the_catalogue(run: Run) -> None:
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines] == list(trickcore.catalogue())
    assert "  (target=31, must_trump=yes)" in lines[list(trickcore.catalogue()).index(GAME)]


def test_list_as_json_describes_the_options(run: Run) -> None:
    games = {game["id"]: game for game in json.loads(run("list", "--format", "json").output)}
    assert list(games) == list(trickcore.catalogue())
    game = games[GAME]
    assert (game["name"], game["players"]) == ("Two-Ten-Jack", [2])
    target, must_trump = game["options"]
    assert list(target) == ["name", "type", "default", "min", "max", "choices", "help"]
    assert (target["name"], target["type"], target["default"], target["min"], target["max"]) == (
        *("target", "number", 31),
        *(1, 500),
    )
    assert (must_trump["type"], must_trump["default"], must_trump["min"]) == ("flag", True, None)
    assert target["help"] and must_trump["help"]


def test_show_has_players_sources_options_and_deck(run: Run) -> None:
    output = run("show", f"{GAME}(target=21)").output
    for text in ("Two-Ten-Jack", "players  2: seat 0, seat 1\n", "french 52: 52 cards", "source "):
        assert text in output
    rows = {line.split()[0]: line.split() for line in output.splitlines() if line.startswith(("target", "must_trump"))}
    assert rows["target"][:6] == ["target", "21", "31", "1", "…", "500"]
    assert rows["must_trump"][:5] == ["must_trump", "yes", "yes", "yes,", "no"]


def test_show_has_every_rule_of_the_file(run: Run) -> None:
    output = run("show", GAME).output
    shown = yaml.load(output[output.index("\nRules\n") + len("\nRules\n") :], yaml.BaseLoader)
    file = yaml.load((folder("games") / f"{GAME}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    header = {"trickcore", "name", "version", "help", "sources", "players", "options", "deck"}
    assert shown == {key: value for key, value in file.items() if key not in header}
    assert "    why: Without the suit that was led a trump must be played\n" in output


def test_show_has_the_rules_of_a_variant_with_those_that_it_takes_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "short.yaml"
    text = f"trickcore: 1\nname: Short\nextends: {GAME}\nremove: [suits]\nvalues: {{6♦: 3}}\n"
    path.write_text(text, encoding="utf-8")
    output = run("show", str(path)).output
    assert "2♥ 10♥ J♥: 5, 2♣ 10♣ J♣: -5, 2♠ 10♠ J♠ A♠: 1, 6♦: 3" in output
    assert "trumps: hearts + A♠" in output
    assert "suits:" not in output and "remove:" not in output


def test_show_a_pack_of_its_own_and_how_many_may_play(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    text = "trickcore: 1\nname: Own\nplayers: [2, 3]\ndeck: {suits: [♣, ♦], ranks: 9..4}\n"
    path.write_text(text + "steps: [deal: {each: 3}, play: all]\n", encoding="utf-8")
    output = run("show", str(path), "--players", "3").output
    assert "players  2 or 3; here 3: seat 0, seat 1, seat 2\n" in output
    assert "  deck:\n" in output and "suits: [♣, ♦]" in output


def test_show_a_variant_by_its_path(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(
        f"trickcore: 1\nname: Short\nextends: {GAME}\noptions: {{target: {{default: 21}}}}\n", encoding="utf-8"
    )
    output = run("show", str(path)).output
    assert output.startswith("Short")
    assert f"extends  {GAME}" in output


def test_show_the_program(run: Run) -> None:
    output = run("show", GAME, "--program").output
    assert output.startswith("program Two-Ten-Jack: 2 seats, 52 cards\n")
    assert " shuffle " in output and " ask " in output


def test_a_faulty_game_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    text = (folder("games") / f"{GAME}.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("value(taken & (clubs", "valeu(taken & (clubs"), encoding="utf-8")
    result = run("show", str(path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bad.yaml:63:16: error: there is no function `valeu`" in result.stderr


@pytest.mark.parametrize("arguments", [("show", GAME), ("explain", "duplicate-key"), ("explain",)])
def test_texts_keep_to_the_columns_there_are(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    wide = run(*arguments).output
    monkeypatch.setenv("COLUMNS", "60")
    narrow = run(*arguments).output
    assert max(map(len, wide.splitlines())) > 80
    assert max(map(len, narrow.splitlines())) < 80  # single words, such as an identity, may be longer than a line
    assert " ".join(wide.split())[:100] == " ".join(narrow.split())[:100]


FORGED = """\
trickcore: 1
name: "X\\nd/ok.yaml:1:1: error: fake"
players: 2
deck: french 52
help: "Y\\n\\nok.yaml:1:1: error: fake"
steps: [{deal: {each: 3}}, {play: all}, {score: {lines: {"cards\\nScore: you won 100": count(taken)}}}]
match: {deals: 1}
"""


@pytest.mark.parametrize(
    "command", [("show",), ("show", "--program"), ("play", "--auto"), ("play",), ("simulate", "--deals", "2")]
)
def test_texts_of_a_rule_file_forge_no_lines(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "forged.yaml"
    path.write_text(FORGED, encoding="utf-8")
    result = run(command[0], str(path), *command[1:], input="1\nscore\ntaken\n1\n1\n")
    assert result.exit_code == 0
    assert not [line for line in result.output.splitlines() if line.startswith(("Score:", "d/ok.yaml", "ok.yaml"))]


def test_texts_of_cases_forge_no_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.cases.yaml"
    case = '{id: a, says: "X\\nb.cases.yaml: passed", dealer: 0, course: [{turn: 0}]}'
    path.write_text(f"trickcore: 1\ngame: {GAME}\ncases:\n  - {case}\n", encoding="utf-8")
    result = run("test", str(path))
    assert result.exit_code == 1
    assert "a: X b.cases.yaml: passed\n" in result.output
    assert "\nb.cases" not in result.output


def test_explain_one_code(run: Run) -> None:
    result = run("explain", "[duplicate-key]")
    assert result.exit_code == 0
    text = explain("duplicate-key")
    assert text is not None
    assert result.output.splitlines()[0] == "duplicate-key"
    assert " ".join(result.output.split()).endswith(" ".join(text.split()))


def test_explain_all_codes(run: Run) -> None:
    lines = run("explain").output.splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == list(codes())


def test_explain_an_unknown_code(run: Run) -> None:
    result = run("explain", "duplicate-kee")
    assert result.exit_code == 2
    assert "did you mean `duplicate-key`?" in result.stderr


# ------------------------------------------------------------------------------------------------------------ cases

RIGHT = """\
trickcore: 1
game: two-ten-jack
cases:
  - {id: a, says: Seat 1 leads, dealer: 0, course: [{turn: 1}]}
"""


def test_test_runs_the_cases_of_the_shipped_games(run: Run) -> None:
    result = run("test")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1].endswith(" passed, 0 failed")


def test_a_case_that_fails(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(RIGHT + RIGHT.splitlines()[-1].replace("id: a", "id: b").replace("turn: 1", "turn: 0") + "\n")
    result = run("test", str(path))
    assert result.exit_code == 1
    assert f"{path}:5:" in result.output
    assert result.output.endswith("1 file: 1 passed, 1 failed\n")
    report = json.loads(run("test", str(path), "--format", "json").output)
    assert (report["passed"], report["failed"]) == (1, 1)


def test_no_case_at_all_is_no_success(run: Run, tmp_path: Path) -> None:
    result = run("test", str(tmp_path))
    assert result.exit_code == 1
    assert "There is no case to run" in result.output


def test_cases_that_cannot_be_read_are_said_to_be(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.cases.yaml").write_text(RIGHT.replace("course", "corse"), encoding="utf-8")
    (tmp_path / "b.cases.yaml").write_text("cases: [", encoding="utf-8")
    result = run("test", str(tmp_path / "nope.cases.yaml"))
    assert result.exit_code == 1 and "Diagnostic(" not in result.output
    assert result.output.endswith("1 file could not be read: its cases were not run.\n1 file: 0 passed, 0 failed\n")
    result = run("test", str(tmp_path))
    assert result.exit_code == 1 and "There is no case to run" not in result.output
    assert "2 files could not be read: their cases were not run." in result.output


def test_the_cases_and_rules_of_a_game_by_its_name(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("test", GAME).output == run("test", str(folder("games") / f"{GAME}.cases.yaml")).output
    assert run("validate", GAME).output == "1 file: no findings\n"
    for command in ("test", "validate"):
        result = run(command, "two-ten-jcak")
        assert result.exit_code == 2
        assert "there is no file, folder or game named 'two-ten-jcak'; did you mean `two-ten-jack`?" in result.stderr


def test_a_folder_with_the_name_of_a_game_comes_first(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / GAME).mkdir()
    (tmp_path / GAME / "x.cases.yaml").write_text(RIGHT, encoding="utf-8")
    assert run("test", GAME).output == "1 file: 1 passed, 0 failed\n"


# ------------------------------------------------------------------------------------------------------- simulations


def test_a_simulation_is_the_same_every_time(spawn: Spawn) -> None:
    first, second = (spawn("simulate", GAME, "--deals", "30", "--seed", "3", "--format", "json") for _ in range(2))
    assert first.stdout == second.stdout
    assert first.stderr == ""
    report = json.loads(first.stdout)
    assert (report["deals"], report["seed"], report["totals"]) == (30, 3, {"5": 30})
    assert report == trickcore.simulate(trickcore.load(GAME), deals=30, seed=3).to_json()


def test_a_simulation_as_text(run: Run) -> None:
    output = run("simulate", GAME, "--deals", "20", "--bot", "greedy").output
    assert "20 deals" in output
    assert "sum of all points 5 in 20" in output
    assert "µs per decision" in output


def test_other_options_make_another_simulation(run: Run) -> None:
    arguments = ("simulate", GAME, "--deals", "20", "--format", "json")
    assert run(*arguments).output != run(*arguments, "--option", "must_trump=no").output


def test_an_interrupted_simulation_keeps_what_it_found(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "trickcore", "simulate", GAME, "--deals", "1000000", "--format", "json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    try:
        parent, child = pty.openpty()  # a terminal for the progress bar: when it moves, the simulation has begun
    except OSError as error:
        pytest.skip(f"there are no terminals here: {error}")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=child, cwd=tmp_path, env=environment) as process:
        os.read(parent, 1)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    os.close(parent)
    os.close(child)
    assert process.returncode == 130
    report = json.loads(output)
    assert 0 < report["deals"] < 1_000_000
    assert report["totals"] == {"5": report["deals"]}
