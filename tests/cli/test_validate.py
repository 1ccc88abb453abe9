from __future__ import annotations

import json
import os
import sys
import tracemalloc
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Run, Spawn
from trickcore.resources import folder

GAME = (folder("games") / "two-ten-jack.yaml").read_text(encoding="utf-8")
CASES = (folder("games") / "two-ten-jack.cases.yaml").read_text(encoding="utf-8")
BAD = GAME.replace("value(taken & (clubs", "valeu(taken & (clubs").replace("{cards: led,", "{card: led,")
SCHEMA = json.loads((folder("schemas") / "diagnostics.schema.json").read_text(encoding="utf-8"))


def _write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_right_file(run: Run, tmp_path: Path) -> None:
    result = run("validate", _write(tmp_path / "a.yaml", GAME))
    assert (result.exit_code, result.output) == (0, "1 file: no findings\n")


def test_all_findings_of_all_files(run: Run, tmp_path: Path) -> None:
    one, two = _write(tmp_path / "a.yaml", BAD), _write(tmp_path / "b.yaml", BAD)
    result = run("validate", one, two)
    assert result.exit_code == 1
    for path in (one, two):
        assert f"{path}:49:8: error: a duty has no key `card` [unknown-key]" in result.output
        assert f"{path}:63:16: error: there is no function `valeu` [unknown-name]" in result.output
    assert result.output.endswith("2 files: 6 errors\n")


def test_the_line_is_shown_with_a_caret(run: Run, tmp_path: Path) -> None:
    lines = run("validate", _write(tmp_path / "a.yaml", BAD)).output.splitlines()
    shown = next(n for n, line in enumerate(lines) if "clubs: valeu(taken" in line)
    assert lines[shown + 1].index("^") == lines[shown].index("valeu")
    assert "did you mean `value`?" in lines[shown + 1]


def test_json_follows_its_schema(run: Run, tmp_path: Path) -> None:
    result = run("validate", _write(tmp_path / "a.yaml", BAD), "--format", "json")
    found = json.loads(result.output)
    jsonschema.validate(found, SCHEMA)
    assert result.exit_code == 1
    assert sorted(f["code"] for f in found) == ["missing-key", "unknown-key", "unknown-name"]
    assert json.loads(run("validate", _write(tmp_path / "b.yaml", GAME), "--format", "json").output) == []


def test_a_folder_means_its_yaml_files(run: Run, tmp_path: Path) -> None:
    for name in ("a.yaml", "deep/er/b.yml", "c.cases.yaml", ".hidden/bad.yaml", "notes.txt"):
        _write(tmp_path / name, CASES if ".cases." in name else GAME if name[0] != "." else BAD)
    result = run("validate", str(tmp_path))
    assert (result.exit_code, result.output) == (0, "3 files: no findings\n")


def test_a_folder_without_files_is_no_success(run: Run, tmp_path: Path) -> None:
    result = run("validate", str(tmp_path))
    assert result.exit_code == 1
    assert "no .yaml or .yml file" in result.output


def test_a_file_named_twice_is_read_once(run: Run, tmp_path: Path) -> None:
    path = _write(tmp_path / "a.yaml", GAME)
    assert run("validate", path, str(tmp_path), path).output == "1 file: no findings\n"


def test_cases_have_a_schema_of_their_own(run: Run, tmp_path: Path) -> None:
    path = _write(tmp_path / "a.cases.yaml", CASES.replace("course:", "corse:", 1))
    result = run("validate", path)
    assert result.exit_code == 1
    assert "`corse`" in result.output and "did you mean `course`?" in result.output


def test_words_of_cases_that_their_game_does_not_know(run: Run, tmp_path: Path) -> None:
    text = "{trickcore: 1, game: two-ten-jack, cases: [{id: a, says: b, hands: {0: ♣}, course: [turn: 0]}]}"
    path = _write(tmp_path / "a.cases.yaml", text)
    result = run("validate", path)
    assert result.exit_code == 1 and "this game has no card `♣` [unknown-card]" in result.output


@pytest.mark.parametrize(
    ("unused", "message"),
    [
        ("tier: any, in: folow", "1:52: error: the rules have no tier `any` in `folow` [unknown-place]"),
        ("step: del", "1:52: error: the rules have no step `del` [unknown-place]"),
        ("tier: any, in: follow", ""),
    ],
)
def test_reasons_that_name_no_place_of_the_rules(run: Run, tmp_path: Path, unused: str, message: str) -> None:
    cases = "cases: [{id: a, says: b, course: [turn: 1]}]"
    text = f"{{trickcore: 1, game: two-ten-jack, unused: [{{{unused}, why: So it is}}], {cases}}}"
    result = run("validate", _write(tmp_path / "a.cases.yaml", text))
    assert result.exit_code == (1 if message else 0)
    assert message in result.output


@pytest.mark.parametrize("text", [GAME, CASES])
def test_standard_input(spawn: Spawn, text: str) -> None:
    done = spawn("validate", "-", input=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 file: no findings\n", "")


def test_a_finding_in_standard_input_has_its_line(spawn: Spawn) -> None:
    done = spawn("validate", "-", input=BAD)
    assert done.returncode == 1
    assert "<stdin>:49:8: error:" in done.stdout
    assert "{card: led" in done.stdout


def test_a_path_that_is_not_there_is_a_finding(run: Run, tmp_path: Path) -> None:
    path = _write(tmp_path / "game.yaml", GAME).replace("game", "gaem")
    result = run("validate", path, "--format", "json")
    assert result.exit_code == 1
    (found,) = json.loads(result.output)
    assert (found["code"], found["span"]["file"]) == ("cannot-read", path)


def test_what_cannot_be_played_yet_is_found_at_its_line(run: Run, tmp_path: Path) -> None:
    text = GAME.replace("  leader: eldest", "  leader: eldest\n  lead: [any - hearts if last_trick, any]")
    path = _write(tmp_path / "a.yaml", text)
    result = run("validate", path, "--format", "json")
    assert result.exit_code == 1
    assert [(f["code"], f["span"]["line"]) for f in json.loads(result.output)] == [("not-lowered", 48)]


def test_every_number_of_players_is_compiled(run: Run, tmp_path: Path) -> None:
    text = GAME.replace("players: 2", "players: [2, 3]")
    assert run("validate", _write(tmp_path / "a.yaml", text)).exit_code == 0
    lead = "  lead: [any - hearts if players == 3 and last_trick, any]"
    text = text.replace("  leader: eldest", f"  leader: eldest\n{lead}")
    result = run("validate", _write(tmp_path / "b.yaml", text))
    assert result.exit_code == 1
    assert result.output.count("[not-lowered]") == 1


def test_a_variant_names_the_file_that_is_wrong(run: Run, tmp_path: Path) -> None:
    text = "trickcore: 1\nname: Short\nextends: two-ten-jack\nvalues: {6♦: tenn}\n"
    result = run("validate", _write(tmp_path / "a.yaml", text))
    assert "a.yaml:4:14: error: there is no name `tenn`" in result.output


@pytest.mark.parametrize(
    "text",
    ["", "- 1\n", "\x00", "a: [" * 3000, "a: &a [*a]", "trickcore: 1\nname: !!python/object x\n", "'", "\t", "a: b: c"],
)
def test_no_text_gives_a_traceback(spawn: Spawn, text: str) -> None:
    done = spawn("validate", "-", input=text)
    assert done.returncode == 1
    assert done.stderr == ""
    assert "error" in done.stdout


def test_colours_and_glyphs_are_the_terminals_business(spawn: Spawn) -> None:
    bad = BAD.replace("2♥ 10♥ J♥: 5", "2♥ 10♥ Z♥: 5")
    assert "\x1b[" not in spawn("validate", "-", input=bad).stdout
    assert "\x1b[" in spawn("validate", "-", input=bad, FORCE_COLOR="1").stdout
    assert "\x1b[" not in spawn("validate", "-", "--no-color", input=bad, FORCE_COLOR="1").stdout
    assert "\x1b[" not in spawn("validate", "-", input=bad, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "♥" in spawn("validate", "-", input=bad).stdout
    assert spawn("validate", "-", input=bad, LC_ALL="C").stdout.isascii()


def test_nothing_for_playing_is_loaded(spawn: Spawn) -> None:
    done = spawn("validate", "-", input=GAME, PYTHONPROFILEIMPORTTIME="1")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "trickcore.compiler.compile" in loaded
    unwanted = ("rich", "trickcore.engines", "trickcore.simulation", "trickcore.match", "trickcore.bots")
    assert [name for name in unwanted if name in loaded] == []


def test_of_a_file_that_is_too_large_no_line_is_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(50_000_000)
    tracemalloc.start()
    result = run("validate", str(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.exit_code == 1
    assert f"{path}:1:1: error: the file has " in result.output
    assert peak < 20_000_000


def test_of_an_endless_standard_input_no_more_is_read_than_a_file_may_have(spawn: Spawn) -> None:
    done = spawn("validate", "-", input="#" * 1_000_000)
    assert done.returncode == 1
    assert "<stdin>:1:1: error: the file has 262,145 bytes" in done.stdout


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode there")
@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii"])
def test_a_name_that_is_no_text_is_json_nevertheless(spawn: Spawn, tmp_path: Path, encoding: str) -> None:
    name = os.fsdecode(b"zz\xff.yaml")
    (tmp_path / name).write_text('x: [\n"\\x9b31m": 1\n', encoding="utf-8")
    done = spawn("validate", name, "--format", "json", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)[0]["span"]["file"] == name
    text = spawn("validate", name, PYTHONIOENCODING=encoding)
    assert (text.returncode, text.stderr) == (1, "")
    assert text.stdout.startswith("zz")


def test_keys_that_steer_a_terminal_are_escaped_in_json(run: Run, tmp_path: Path) -> None:
    text = GAME + '"\\x9b31m\\u202e": 1\n'
    result = run("validate", _write(tmp_path / "a.yaml", text), "--format", "json")
    assert result.output.replace("\n", "").isprintable()
    assert "\x9b31m\u202e" in json.loads(result.output)[0]["message"]
