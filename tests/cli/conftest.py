"""How the tests run commands: in this process, or as a real one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trickcore.cli.app import app

Run = Callable[..., Result]
Spawn = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).parents[2]
_SETTINGS = ("LC_", "LANG", "PYTHONUTF8", "PYTHONIO", "COLUMNS")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process, whatever the environment of the tests says about colours and language."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL", "LANG", "PYTHONUTF8", "PYTHONIOENCODING", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, input: str | None = None) -> Result:
        result = CliRunner().invoke(app, arguments, input=input, prog_name="trickcore")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def spawn(tmp_path: Path) -> Spawn:
    """Run a command line in a process of its own, in an empty folder, with a pipe for each stream."""

    def spawn(*arguments: str, input: str = "", encoding: str = "utf-8", **environment: str) -> object:
        settings = {k: v for k, v in os.environ.items() if not k.startswith(_SETTINGS)}
        settings |= {"PYTHONPATH": str(ROOT), **environment}
        return subprocess.run(
            [sys.executable, "-m", "trickcore", *arguments],
            capture_output=True,
            cwd=tmp_path,
            encoding=encoding,
            env=settings,
            input=input,
            timeout=60,
        )

    return spawn  # type: ignore[return-value]
