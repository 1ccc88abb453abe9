from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import trickcore
from tests.cli.conftest import ROOT, Run, Spawn
from trickcore.cli import main
from trickcore.cli.app import app


def test_version(run: Run) -> None:
    assert run("--version").output == f"trickcore {trickcore.__version__}\n"


def test_help_lists_every_command_with_a_sentence(run: Run) -> None:
    output = run("--help").output
    for name in ("check", "coverage", "explain", "list", "play", "show", "simulate", "test", "validate"):
        line = next(line for line in output.splitlines() if line.strip().startswith(name + " "))
        assert len(line.split()) > 3


def test_an_unknown_command_suggests_the_nearest(run: Run) -> None:
    result = run("valdate")
    assert result.exit_code == 2
    assert "did you mean `validate`?" in result.stderr


def test_an_unknown_command_that_is_near_to_nothing_lists_them(run: Run) -> None:
    assert "the commands are `" in (told := run("xyzzy").stderr)
    assert "`explain`, `list`" in told


@pytest.mark.parametrize("arguments", [["list", "--frmat", "json"], ["play"], ["simulate", "--deals", "many"]])
def test_wrong_usage_is_exit_code_2(run: Run, arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_main_returns_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert main(["no-such-command"]) == 2
    assert "no-such-command" in capsys.readouterr().err


def test_the_commands_are_loaded_lazily() -> None:
    heavy = "{'rich', 'yaml', 'lark', 'jsonschema'}"
    code = f"import sys, trickcore.cli.app; print(sorted({heavy} & sys.modules.keys()))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert shown.stdout == "[]\n"


def test_an_interrupt_ends_quietly_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "get_command", interrupted)
    result = run("list")
    assert result.exit_code == 130
    assert result.output.strip() == ""


def test_a_reader_that_goes_away_ends_the_command_quietly(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "trickcore", "list"]
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python has it
    done = subprocess.run(
        command, stdout=write, stderr=subprocess.PIPE, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    os.close(write)
    assert done.returncode == 141
    assert done.stderr == b""


def test_the_module_is_the_command(spawn: Spawn) -> None:
    assert spawn("--version").stdout == f"trickcore {trickcore.__version__}\n"


@pytest.mark.parametrize(
    "words", [("play", "a{}"), ("play", "two-ten-jack", "--seat", "{}"), ("{}",), ("validate", "{}")]
)
def test_faults_carry_nothing_that_a_terminal_obeys(run: Run, words: tuple[str, ...]) -> None:
    result = run(*(word.format("\x9b31m\u202e\x07") for word in words))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "31m" in result.stderr
    assert result.stderr.replace("\n", "").isprintable()
