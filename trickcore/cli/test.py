"""`trickcore test`: run the cases of games."""

from __future__ import annotations

import click

from trickcore.cli.output import stdout, terminal_options


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH…]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How results are written.")
@terminal_options
def command(paths: tuple[str, ...], form: str) -> int:
    """Run the cases in cases files or folders; without a PATH, those of the shipped games.

    Exit code: 0 all passed, 1 a case failed, a file cannot be read, or there was no case at all.
    """
    from trickcore.resources import folder
    from trickcore.testing import run_paths

    report = run_paths(paths or [str(folder("games"))])
    out = stdout()
    if form == "json":
        out.json(report.to_json())
    else:
        for file in report.files:
            for wrong in (*(d for d in file.diagnostics), *(o for o in file.outcomes if not o.passed)):
                out.line(f"{wrong}\n")
        passed, failed = report.counts
        out.line(
            f"{passed} passed, {failed} failed in {len(report.files)} files", fg="green" if report.passed else "red"
        )
    return 0 if report.passed else 1
