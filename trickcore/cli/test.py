"""`trickcore test`: run the cases of games."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trickcore.cli.output import Output, one_line, stdout, terminal_options

if TYPE_CHECKING:
    from trickcore.testing import Outcome, Report

_Record = TypeVar("_Record", bound=Any)


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH|GAME…]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How results are written.")
@terminal_options
def command(paths: tuple[str, ...], form: str) -> int:
    """Run the cases in cases files or folders, or those of a shipped GAME by its name; without either, those of all
    shipped games.

    Exit code: 0 all passed, 1 a case failed, a file cannot be read, or there was no case at all.
    """
    from trickcore.cli.games import path_of
    from trickcore.resources import folder
    from trickcore.testing import run_paths

    report = run_paths([path_of(path, ".cases.yaml") for path in paths] or [str(folder("games"))])
    if form == "json":
        stdout().json(report.to_json())
    else:
        _show(report, stdout())
    return 0 if report.passed else 1


def _show(report: Report, out: Output) -> None:
    """What is wrong with the files, then each case that failed, then the counts."""
    from trickcore.cli.findings import findings_text

    findings = [found for file in report.files for found in file.diagnostics]
    if findings:
        out.raw(findings_text(findings, out) + "\n")
    for outcome in report.outcomes:
        if not outcome.passed:
            out.block(f"{_tidy(outcome)}\n")
    passed, failed = report.counts
    files = "1 file" if len(report.files) == 1 else f"{len(report.files)} files"
    unread = len(report.unread)
    if unread:
        of = "1 file could not be read: its" if unread == 1 else f"{unread} files could not be read: their"
        out.line(f"{of} cases were not run.", fg="red")
    out.line(f"{files}: {passed} passed, {failed} failed", fg="green" if report.passed else "red")
    if not passed + failed and not unread:
        out.line("There is no case to run: cases stand in files that end with .cases.yaml.")


def _tidy(outcome: Outcome) -> Outcome:
    """The outcome with each text of the cases file on one line: none can make a line that looks like a result."""
    failure = None if outcome.failure is None else _on_one_line(outcome.failure)
    found = tuple(map(_on_one_line, outcome.diagnostics))
    return replace(outcome, case=_on_one_line(outcome.case), failure=failure, diagnostics=found)


def _on_one_line(record: _Record) -> _Record:
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return replace(record, **{name: one_line(value) for name, value in values.items() if isinstance(value, str)})
