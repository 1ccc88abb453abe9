"""`trickcore test`: run the cases of games, and bring them up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickcore.cli.again import command_line
from trickcore.cli.output import Output, one_line, stdout, terminal_options
from trickcore.cli.progress import INTERRUPTED, interruptible, progress
from trickcore.diagnostics.words import many

if TYPE_CHECKING:
    from trickcore.testing import Report, Updated


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH|GAME…]")
@click.option("--case", "only", multiple=True, metavar="ID", help="Only this case; * and ? stand for other characters.")
@click.option("--update", is_flag=True, help="Write what is found into the files, where a case expects something else.")
@click.option("--junit", metavar="FILE", help="Write the results into a file as JUnit XML too.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How results are written.")
@terminal_options
def command(paths: tuple[str, ...], only: tuple[str, ...], update: bool, junit: str | None, form: str) -> int:
    """Run the cases in cases files or folders, or those of a shipped GAME by its name; without either, those of all
    shipped games.

    Ctrl-C ends the run and shows what was found until then.

    Exit code: 0 all passed (with --update: pass now), 1 a case failed, a file cannot be read, or there was no case at
    all, 130 interrupted.
    """
    if update and not paths:
        raise click.UsageError("--update changes files: name them")
    files = _files(paths)
    if junit is not None:
        _check_junit(junit, files)
    updated, report = _run(files, only, update)
    if form == "json":
        changes = {} if updated is None else {"changes": updated.to_json()}
        stdout().json({**report.to_json(), **changes})
    else:
        _show(report, updated, stdout())
        _show_none(report, only, stdout())
    if junit is not None:
        _write(junit, report)  # at the end: if it cannot be written, nothing else is lost
    return INTERRUPTED if report.interrupted else 0 if report.passed else 1


def _files(paths: tuple[str, ...]) -> list[str]:
    from trickcore.cli.games import path_of
    from trickcore.resources import folder

    return [path_of(path, ".cases.yaml") for path in paths] or [str(folder("games"))]


def _check_junit(path: str, files: list[str]) -> None:
    """Raises UsageError, before anything is played, for a file that would be lost."""
    from trickcore.testing.junit import is_junit
    from trickcore.testing.paths import paths_of

    file = Path(path)
    try:
        if file.resolve() in (cases.resolve() for cases in paths_of(files)):
            raise click.UsageError(f"--junit: {path} holds the cases: choose another name")
        if file.exists() and not is_junit(file):
            raise click.UsageError(f"--junit: {path} is there already, and no JUnit file: choose another name")
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links go in a circle
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"--junit: {path} cannot be written: {reason}") from None


def _run(files: list[str], only: tuple[str, ...], update: bool) -> tuple[Updated | None, Report]:
    from trickcore.testing import run_paths, update_paths

    with interruptible() as interrupted, progress(text="cases") as show:

        def told(done: int, total: int, name: str) -> bool:
            show(done, name, total)
            return interrupted()

        if not update:
            return None, run_paths(files, only=only, progress=told, stop=interrupted)
        updated = update_paths(files, only=only, progress=told, stop=interrupted)
        return updated, updated.report


def _write(path: str, report: Report) -> None:
    from trickcore.testing.junit import junit
    from trickcore.writing import write_whole

    try:
        write_whole(path, junit(report))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"--junit: {path} cannot be written: {reason}") from None


def _show(report: Report, updated: Updated | None, out: Output) -> None:
    """What is wrong with the files, what was changed, each case that failed, and the counts."""
    from trickcore.cli.findings import findings_text
    from trickcore.testing.tidy import tidy

    findings = [found for file in report.files for found in file.diagnostics]
    if findings:
        out.raw(findings_text(findings, out) + "\n")
    for change in updated.changes if updated else ():
        out.line(f"changed {one_line(str(change))}")
    if updated and updated.changes:
        out.line()
    for file in report.files:
        for outcome in file.outcomes:
            if not outcome.passed:
                out.block(str(tidy(outcome)))
                why = updated.kept.get((file.path, outcome.case.id)) if updated else None
                if why:
                    out.line(f"    not changed: {why}")
                out.line(f"    again:    {command_line('test', file.path, '--case', outcome.case.id)}")
                out.line()
    _show_counts(report, out)


def _show_counts(report: Report, out: Output) -> None:
    passed, failed = report.counts
    files = many(len(report.files), "file")
    unread = len(report.unread)
    if unread:
        of = "1 file could not be read: its" if unread == 1 else f"{unread} files could not be read: their"
        out.line(f"{of} cases were not run.", fg="red")
    if report.interrupted:
        out.line("Interrupted: the other cases were not run.", fg="red")
    out.line(f"{files}: {passed} passed, {failed} failed", fg="green" if report.passed else "red")


def _show_none(report: Report, only: tuple[str, ...], out: Output) -> None:
    """What to do where there was no case to run."""
    from trickcore.diagnostics.words import did_you_mean

    if sum(report.counts) or report.unread or report.interrupted:
        return
    names = [case.id for file in report.files if file.file for case in file.file.cases]
    if only and names:
        out.line(f"No case is named {', '.join(only)}; {did_you_mean(only[0], names[:500], 'the cases are')}")
    else:
        out.line("There is no case to run: cases stand in files that end with .cases.yaml.")
