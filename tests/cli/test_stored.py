"""`save FILE` and `trickcore play --resume FILE`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import trickcore
from tests.cli.conftest import Run
from trickcore.cli.again import Call
from trickcore.resources import folder

GAME = "two-ten-jack"
START = ("play", GAME, "--seed", "7")


def saved(run: Run, file: Path, *arguments: str, lines: str = "1\n1\n") -> str:
    return run("play", *arguments, input=f"{lines}save {file}\nquit\n").output


def test_a_match_is_saved_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    output = saved(run, file, f"{GAME}(target=5)", "--seed", "7")
    assert f"Saved. To go on: trickcore play --resume {file}\n" in output
    assert "The file holds the seed, and with it every card to come" in output
    data = json.loads(file.read_text(encoding="utf-8"))
    game = trickcore.load(f"{GAME}(target=5)")
    assert trickcore.Match.from_json(game, data).ids == tuple(action["id"] for action in data["actions"])
    again = run("play", "--resume", str(file), input="undo\nundo\nundo\nquit\n").output
    assert "target 5 · must_trump yes" in again
    assert [again.count(text) for text in ("Taken back.", "nothing of yours")] == [2, 1]
    assert f"Stopped after 0 actions. Once more: trickcore play --resume {file}\n" in again


def test_the_match_goes_on_as_if_it_had_not_stopped(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    saved(run, file, "hearts", "--seed", "3", lines="JC 10C 9C\n1\n")
    on = run("play", "--resume", str(file), input="1\n" * 20).output
    whole = run("play", "hearts", "--seed", "3", input="JC 10C 9C\n" + "1\n" * 21).output
    last = re.findall(r"^seat \d (?:plays|takes) .*$", whole, re.MULTILINE)
    assert re.findall(r"^seat \d (?:plays|takes) .*$", on, re.MULTILINE) == last
    assert "undo" not in on


def test_undo_takes_back_a_pick_of_a_stored_match_at_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    saved(run, file, "hearts", "--seed", "3", lines="JC 10C 9C\n1\n")
    output = run("play", "--resume", str(file), input="undo\nundo\nquit\n").output
    assert output.count("Taken back.") == 2
    assert "Stopped after 0 actions." in output


@pytest.mark.parametrize("options", ["target=9", "must_trump=no"])
def test_options_and_players_come_from_the_file(run: Run, tmp_path: Path, options: str) -> None:
    file = tmp_path / "match.json"
    saved(run, file, f"{GAME}({options})", "--seed", "7", "--seat", "1", "--bot", "random")
    assert options.replace("=", " ") in run("play", "--resume", str(file), "--seat", "1", input="").output
    saved(run, file, "hearts", "--players", "5", "--seed", "7", lines="")
    assert "seat 4 gets 10 cards" in run("play", "--resume", str(file), input="").output


def test_the_command_that_goes_on_names_seats_bot_and_rules() -> None:
    assert Call("hearts", 3, (), (0,), "greedy").resume("a.json") == "trickcore play --resume a.json"
    call = Call("my/rules.yaml", None, ("target=5",), (0, 2), "random")
    assert call.resume("a b.json") == (
        "trickcore play my/rules.yaml --resume 'a b.json' --seat 0 --seat 2 --bot random"
    )


def test_rules_of_ones_own_are_named(run: Run, tmp_path: Path) -> None:
    rules, file = tmp_path / "mine.yaml", tmp_path / "match.json"
    rules.write_text(f"trickcore: 1\nname: Mine\nextends: {GAME}\n", encoding="utf-8")
    assert f"play {rules} --resume {file}" in saved(run, file, str(rules), "--seed", "7")
    assert "Mine: you are seat 0" in run("play", str(rules), "--resume", str(file), input="").output
    result = run("play", "--resume", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "name its rule file before --resume" in result.stderr


def test_changed_rules_are_refused(run: Run, tmp_path: Path) -> None:
    rules, file = tmp_path / "mine.yaml", tmp_path / "match.json"
    text = (folder("games") / f"{GAME}.yaml").read_text(encoding="utf-8")
    rules.write_text(text, encoding="utf-8")
    saved(run, file, str(rules), "--seed", "7")
    rules.write_text(text.replace("6♦: 1", "6♦: 2"), encoding="utf-8")
    result = run("play", str(rules), "--resume", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be gone on with: played by other rules" in result.stderr
    rules.write_text(text.replace("  target:", "  goal:").replace(">= target", ">= goal"), encoding="utf-8")
    result = run("play", str(rules), "--resume", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "cannot be gone on with: " in result.stderr and "target" in result.stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "this is no match of trickcore"),
        ("[", "is no JSON"),
        ('{"format": "record"}', "this is a record, no saved match"),
    ],
)
def test_what_is_no_match(run: Run, tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text, encoding="utf-8")
    result = run("play", "--resume", str(file))
    assert (result.exit_code, result.stdout) == (1, "") and says in result.stderr
    result = run("play", "--resume", str(tmp_path / "none.json"))
    assert result.exit_code == 1 and "cannot be read" in result.stderr


def test_a_changed_action_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    saved(run, file, GAME, "--seed", "7")
    data = json.loads(file.read_text(encoding="utf-8"))
    data["actions"][0]["text"] = "A♥"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert run("play", "--resume", str(file)).exit_code == 1


@pytest.mark.parametrize("more", [("--seed", "1"), ("--players", "2"), ("--option", "target=5"), ("--auto",)])
def test_what_the_file_says_is_not_said_again(run: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    result = run("play", "--resume", str(tmp_path / "x.json"), *more)
    assert result.exit_code == 2 and f"--resume and {more[0]} exclude each other" in result.stderr


def test_a_game_is_needed_without_a_file(run: Run) -> None:
    result = run("play")
    assert result.exit_code == 2 and "Missing argument 'GAME'" in result.stderr


def test_other_files_are_not_written_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear", encoding="utf-8")
    assert "is there already, and no saved match" in saved(run, file, GAME, "--seed", "7")
    assert file.read_text(encoding="utf-8") == "Dear"
    match = tmp_path / "match.json"
    for lines in ("1\n", "1\n1\n"):
        assert "Saved." in saved(run, match, GAME, "--seed", "7", lines=lines)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "match.json"]


def test_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    assert "cannot be written: " in saved(run, tmp_path / "no" / "x.json", GAME, "--seed", "7")
    assert "is there already" in saved(run, tmp_path, GAME, "--seed", "7")
    assert "Write, for example, save match.json." in run(*START, input="save\nquit\n").output


def test_a_finished_match_has_its_end(run: Run, tmp_path: Path) -> None:
    match = trickcore.play_match(trickcore.load("euchre(target=1)"), [trickcore.GreedyBot()] * 4, seed=1)
    file = tmp_path / "x.json"
    file.write_text(json.dumps(match.to_json()), encoding="utf-8")
    result = run("play", "--resume", str(file))
    assert result.exit_code == 0 and "— The match has ended: " in result.output
