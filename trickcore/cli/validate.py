"""`trickcore validate`: all findings about rule files and cases files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickcore.cli.output import stdout, terminal_options
from trickcore.diagnostics.words import many

if TYPE_CHECKING:
    from trickcore.cli.checking import Checked


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH|GAME…")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How findings are written.")
@terminal_options
def command(paths: tuple[str, ...], form: str) -> int:
    """Check rule files and cases files; say everything that is wrong with them.

    A PATH is a file, a folder (every .yaml and .yml file in it), or - for standard input; a GAME is the name of a
    shipped game. Files that end with .cases.yaml are cases, all others are rules; these are compiled for every number
    of players, with default options.

    Exit code: 0 nothing is wrong (there may be warnings), 1 something is, or a path cannot be read.
    """
    from trickcore.cli.checking import check
    from trickcore.cli.games import path_of
    from trickcore.diagnostics.model import Severity

    checked = check([path_of(path) for path in paths])
    wrong = any(d.severity is Severity.ERROR for d in checked.diagnostics) or bool(checked.empty)
    if form == "json":
        from trickcore.diagnostics.rendering import to_json

        stdout().json(to_json(checked.diagnostics))
    else:
        _show(checked, wrong)
    return 1 if wrong else 0


def _show(checked: Checked, wrong: bool) -> None:
    from trickcore.diagnostics.rendering import summary

    out = stdout()
    if checked.diagnostics:
        from trickcore.cli.findings import findings_text

        out.raw(findings_text(checked.diagnostics, out, checked.texts) + "\n")
    for folder in checked.empty:
        out.line(f"{folder}: there is no .yaml or .yml file in this folder")
    files = many(len(checked.files), "file")
    out.line(f"{files}: {summary(checked.diagnostics)}", fg="red" if wrong else "green")
