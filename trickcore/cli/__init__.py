"""The command line: one module per command, each of which loads what it needs only when it runs."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (of the process, or the given one) and return its exit code.

    0: done, 1: the rules or the game are at fault, 2: the command was written wrongly, 130: interrupted.

    >>> main(["--version"])
    trickcore 0.1.0
    0
    """
    from trickcore.cli.app import app

    code: int = app.main(arguments, prog_name="trickcore", standalone_mode=False)
    return code
