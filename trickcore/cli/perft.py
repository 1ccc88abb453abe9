"""`trickcore perft`: how many lines of play there are from fixed deals, held against what was written down."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickcore.cli.again import command_line
from trickcore.cli.games import load_game
from trickcore.cli.output import stdout, terminal_options
from trickcore.cli.progress import INTERRUPTED, interruptible, progress
from trickcore.diagnostics.words import many
from trickcore.errors import TrickcoreError

if TYPE_CHECKING:
    from trickcore.checking.perft import Count
    from trickcore.rules.model import Rules

MOST = 10_000_000  # lines from one position: some minutes


@click.command("perft")
@click.argument("reference", metavar="GAME")
@click.option("--update", is_flag=True, help="Count anew, and write that down beside the rule file.")
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST),
    help="With --update: about how many lines from one position, at most; 4,000 where it is not given.",
)
@terminal_options
def command(reference: str, update: bool, nodes: int | None) -> int:
    """Count the lines of play from three fixed deals of GAME, each at its beginning, in its middle and before its end,
    and compare that with NAME.perft.json beside the rule file. The counts change when what is legal does. They go as
    deep as the file says; `--update --nodes 100000` writes one that goes deeper.

    Exit code: 0 the counts are the same, 1 they are not, or there are none to compare with.
    """
    from trickcore.checking.perft import MOST_NODES, file_of

    if nodes is not None and not update:
        raise click.UsageError("--nodes says how deep to count anew; give --update too")
    rules = load_game(reference, None, ()).rules
    path = file_of(rules.span.file)
    if update:
        return _update(rules, path, nodes or MOST_NODES)
    try:
        return _compare(rules, path, reference)
    except OSError:
        again = command_line("perft", reference, "--update")
        raise TrickcoreError(f"there are no counts at {path}; write them with: {again}") from None


def _update(rules: Rules, path: Path, most: int) -> int:
    from trickcore.checking.perft import is_counts, positions, written
    from trickcore.writing import write_whole

    if path.exists() and not is_counts(path):
        raise TrickcoreError(f"{path} is there already, and holds no counts: move it away first")
    counts = tuple(positions(rules, most))
    try:
        write_whole(path, written(rules, counts))
    except (OSError, ValueError) as error:
        raise TrickcoreError(f"the counts cannot be written: {error}") from None
    for count in counts:
        stdout().line(str(count))
    stdout().line(f"written to {path}")
    return 0


def _compare(rules: Rules, path: Path, reference: str) -> int:
    from trickcore.checking.perft import differences, read

    wanted, out = read(path), stdout()
    found: list[tuple[Count, str]] = []
    with interruptible() as interrupted, progress(len(wanted), "positions") as show:

        def told(done: int) -> bool:
            show(done)
            return interrupted()

        found += differences(rules, wanted, told, interrupted)
        stopped = interrupted()
    different = [(count, text) for count, text in found if text]
    for count, text in different:
        out.line(f"{count}", fg="red")
        out.line(f"    found: {text}")
    nodes = sum(sum(count.nodes) for count, _ in found)
    out.line(
        f"{rules.name}: {many(len(found), 'position')}, {many(nodes, 'node')}, {_differ(len(different))}",
        fg="red" if different else "green",
    )
    out.line(f"{'the whole of it' if stopped else 'again'}: {command_line('perft', reference)}")
    return INTERRUPTED if stopped else 1 if different else 0


def _differ(count: int) -> str:
    return f"{many(count, 'position')} {'differs' if count == 1 else 'differ'}"
