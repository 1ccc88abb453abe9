"""The group of commands: finds them lazily, and turns whatever ends a command into an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from trickcore import __version__
from trickcore.cli.progress import INTERRUPTED
from trickcore.errors import RulesError, TrickcoreError

_COMMANDS = ("check", "coverage", "explain", "list", "perft", "play", "replay", "show", "simulate", "test", "validate")
_PROBLEM = 1
_BROKEN_PIPE = 128 + 13  # what a shell shows for a program that SIGPIPE ended


class Commands(click.Group):
    """The commands of this package; each returns its exit code, None for 0."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in alphabetical order."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None (a usage error that suggests the nearest) if there is none."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"trickcore.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest name in the message where there is one."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def main(self, *arguments: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run a command line. Returns the exit code; in standalone mode leaves the process with it."""
        run: Callable[..., object] = super().main
        try:
            code = _quiet(lambda: run(*arguments, standalone_mode=False, **settings))
        except click.ClickException as error:
            _show(error)
            code = error.exit_code
        if standalone_mode:
            sys.exit(code)
        return code

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; findings about rules and games go to stderr."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:  # before click sees it, which would make it exit code 1
            return _drop_stdout()
        except RulesError as error:
            from trickcore.cli.findings import show_findings

            show_findings(error.diagnostics)
            return _PROBLEM
        except TrickcoreError as error:
            _say(f"trickcore: {error}")
            return _PROBLEM
        return code


def _quiet(run: Callable[[], object]) -> int:
    """An exit code for every end that is nobody's fault."""
    try:
        code = run()
        sys.stdout.flush()
    except click.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        return _drop_stdout()
    return code if isinstance(code, int) else 0


def _show(error: click.ClickException) -> None:
    """As click does, without what names of files and rules could do to the terminal."""
    from io import StringIO

    from trickcore.cli.output import one_line

    written = StringIO()
    error.show(written)
    for line in written.getvalue().rstrip("\n").split("\n"):
        click.echo(one_line(line), err=True)


def _say(text: str) -> None:
    from trickcore.cli.output import stderr

    stderr().line(text)


def _drop_stdout() -> int:
    """The reader has gone: what is still in the buffer must not be tried again when the interpreter ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stream without a descriptor, as in a test
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as the process
    return _BROKEN_PIPE


def _unknown(name: str) -> str:
    from trickcore.diagnostics.words import did_you_mean

    return f"there is no command `{name[:40]}`; {did_you_mean(name, _COMMANDS, 'the commands are')}"


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="trickcore %(version)s")
def app() -> None:
    """Trick-taking card games as YAML: play them, check rule files, run the tests of a game, simulate deals."""
