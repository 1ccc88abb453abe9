"""`trickcore replay`: what it says and how it ends, for records that are right, wrong, changed, or none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import trickcore
from tests.cli.conftest import Run, Spawn
from trickcore.resources import folder


@pytest.fixture
def record() -> dict[str, Any]:
    game = trickcore.load("two-ten-jack(target=5)")
    match = trickcore.play_match(game, [trickcore.GreedyBot(), trickcore.RandomBot(1)], seed=7)
    data: dict[str, Any] = json.loads(json.dumps(match.record()))
    return data


@pytest.fixture
def file(tmp_path: Path, record: dict[str, Any]) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_record_is_played_again(run: Run, file: Path, record: dict[str, Any]) -> None:
    result = run("replay", str(file))
    assert result.exit_code == 0
    lines = result.output.splitlines()
    count = len(record["actions"])
    assert lines[0] == f"Two-Ten-Jack: {count} of {count} actions, 1 finished deal"
    assert lines[-1] == "Everything was legal, and the record is right."
    scores = record["scores"]
    assert f"scores: seat 0 {scores[0]}, seat 1 {scores[1]}" in lines
    assert f"won by seat {record['result']['winners'][0]}: {record['result']['reason']}" in lines


def test_json(run: Run, file: Path, record: dict[str, Any]) -> None:
    result = run("replay", str(file), "--format", "json")
    assert result.exit_code == 0 and json.loads(result.output) == {
        "game": "two-ten-jack",
        "identity": record["identity"],
        "changed": False,
        "actions": len(record["actions"]),
        "scores": record["scores"],
        "result": record["result"],
        "problems": [],
    }


def test_standard_input(spawn: Spawn, record: dict[str, Any]) -> None:
    done = spawn("replay", "-", input=json.dumps(record))
    assert done.returncode == 0 and "Everything was legal" in done.stdout


def test_an_illegal_action_has_its_number_and_reason(run: Run, file: Path, record: dict[str, Any]) -> None:
    other = {**record["actions"][0], "seat": record["actions"][2]["seat"]}  # a card that lies there already
    record["actions"][2] = other
    file.write_text(json.dumps(record), encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 1
    problems = [line for line in result.output.splitlines() if line.startswith("action ")]
    assert len(problems) == 1 and problems[0].startswith(f"action 3: {other['text']} of seat {other['seat']}: ")
    assert "2 of" in result.output
    found = json.loads(run("replay", str(file), "--format", "json").output)
    assert found["problems"][0]["action"] == 3 and found["actions"] == 2


def test_another_seat_and_other_results_are_problems(run: Run, file: Path, record: dict[str, Any]) -> None:
    wrong = json.loads(json.dumps(record))
    wrong["actions"][0]["seat"] = 1 - wrong["actions"][0]["seat"]
    file.write_text(json.dumps(wrong), encoding="utf-8")
    assert "it is the turn of seat" in run("replay", str(file)).output
    wrong = json.loads(json.dumps(record))
    wrong["scores"][0] += 1
    wrong["actions"][0]["text"] = wrong["actions"][0]["text"]
    file.write_text(json.dumps(wrong), encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 1
    score = record["scores"][0]
    assert f"the record says of its scores: seat 0 {score + 1}; it is: {score}" in result.output
    assert result.output.splitlines()[-1] == "The record is not right."
    wrong = json.loads(json.dumps(record))
    wrong["deals"][0]["points"][1] += 3
    wrong["result"]["winners"] = [7]
    file.write_text(json.dumps(wrong), encoding="utf-8")
    points = record["deals"][0]["points"][1]
    output = run("replay", str(file)).output
    assert f"the record says of its points of deal 1: seat 1 {points + 3}; it is: {points}" in output
    assert "the record says of its result: won by seat 7, " in output
    wrong["deals"].pop()
    file.write_text(json.dumps(wrong), encoding="utf-8")
    assert (
        f"that {len(record['deals']) - 1} were finished; {len(record['deals'])} were" in run("replay", str(file)).output
    )


def test_only_what_was_played_is_counted(run: Run, file: Path, record: dict[str, Any]) -> None:
    record["actions"][2]["text"] = "no card"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert f"2 of {len(record['actions'])} actions, 0 finished deals" in run("replay", str(file)).output


def test_a_saved_match_is_told_from_a_record(run: Run, tmp_path: Path, record: dict[str, Any]) -> None:
    match = trickcore.load("two-ten-jack").start(seed=1)
    saved = tmp_path / "saved.json"
    saved.write_text(json.dumps(match.to_json()), encoding="utf-8")
    result = run("replay", str(saved))
    assert result.exit_code == 1 and "this is a saved match, no record" in result.stderr
    with pytest.raises(trickcore.RecordError, match="this is a record, no saved match"):
        trickcore.Match.from_json(match.game, record)


def test_changed_rules_are_refused_unless_anyway(run: Run, tmp_path: Path, file: Path, record: dict[str, Any]) -> None:
    rules = (folder("games") / "two-ten-jack.yaml").read_text(encoding="utf-8")
    changed = tmp_path / "two-ten-jack.yaml"
    changed.write_text(rules.replace("6♦: 1", "6♦: 2"), encoding="utf-8")
    result = run("replay", str(file), "--game", str(changed))
    assert result.exit_code == 1
    now = trickcore.load(changed, options=record["options"]).identity
    for text in ("played by other rules", record["identity"], now, "--anyway"):
        assert text in result.stderr
    result = run("replay", str(file), "--game", str(changed), "--anyway")
    assert result.exit_code == 1 and "The rules have changed since" in result.output
    assert "the record says of its points of deal" in result.output and "action " not in result.output.replace(
        "actions", ""
    )


def test_each_action_that_changed_rules_refuse_is_told(run: Run, tmp_path: Path) -> None:
    rules = (folder("games") / "two-ten-jack.yaml").read_text(encoding="utf-8")
    free = tmp_path / "free.yaml"
    free.write_text(rules.replace("- {cards: led, why: The suit that was led must be followed}", ""), encoding="utf-8")
    game = trickcore.load(free)
    match = game.start(3)
    while len(match.ids) < 80 and not match.over:
        match.play_id(match.legal_ids[-1])
    record = {**match.record(), "game": "two-ten-jack"}
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    result = run("replay", str(path), "--anyway")
    told = [line for line in result.output.splitlines() if line.startswith("action ")]
    assert result.exit_code == 1 and len(told) >= 2 and "The suit that was led must be followed" in told[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("9" * 10_000, "is no JSON"),
        ("{}", "this is no record of trickcore"),
        ("null", "this is no record of trickcore"),
        ('{"format": "match"}', "this is a saved match, no record"),
    ],
)
def test_what_is_no_record(run: Run, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 1 and message in result.stderr and result.stdout == ""


def test_usage(run: Run, tmp_path: Path, file: Path, record: dict[str, Any]) -> None:
    assert run("replay").exit_code == 2
    assert run("replay", str(file), "--format", "yaml").exit_code == 2
    result = run("replay", str(file), "--game", "two-ten-jakc")
    assert result.exit_code == 2 and "two-ten-jack" in result.stderr
    for missing in (tmp_path / "none.json", tmp_path):
        result = run("replay", str(missing))
        assert result.exit_code == 1 and "cannot be read" in result.stderr
    file.write_text(json.dumps({**record, "game": "no-such-game"}), encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 1 and "no-such-game" in result.stderr
