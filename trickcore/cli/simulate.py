"""`trickcore simulate`: many deals between bots, and what they say about a game."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from trickcore.cli.bots import bot_type
from trickcore.cli.games import game_options, load_game
from trickcore.cli.output import Output, stderr, stdout, terminal_options

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.simulation import Report

_INTERRUPTED = 130


@click.command("simulate")
@game_options()
@click.option("--deals", type=click.IntRange(1), default=1000, show_default=True, help="Whole deals to play.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed, the same report.")
@click.option("--bot", type=bot_type, default="random", show_default=True, help="Who plays every seat.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How the report is written."
)
@terminal_options
def command(
    reference: str, players: int | None, options: tuple[str, ...], deals: int, seed: int, bot: str, form: str
) -> int:
    """Play many deals of GAME between bots and report points, wins, and the time a decision takes.

    Ctrl-C ends the simulation and reports the deals that were played until then.
    """
    from trickcore.cli.bots import make_bots
    from trickcore.simulation import simulate

    game = load_game(reference, players, options)
    bots = None if bot == "random" else make_bots(bot, game, seed)
    with _interrupt() as interrupted, _progress(deals) as show:
        report = simulate(
            game, deals, seed, bots, progress=lambda done, _: show(done) or interrupted(), timed=form == "text"
        )
    out = stdout()
    if form == "json":
        out.json(report.to_json())
    else:
        show_report(report, game, out)
    return _INTERRUPTED if interrupted() else 0


@contextmanager
def _interrupt() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C only makes the given function true; a second one interrupts."""
    pressed: list[int] = []

    def press(number: int, _: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(deals: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr().console, transient=True) as bar:
        task = bar.add_task("deals", total=deals)
        every = max(deals // 1000, 1)
        yield lambda done: bar.update(task, completed=done) if done % every == 0 else None


def show_report(report: Report, game: Game, out: Output) -> None:
    """The report as a table and a few lines."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "points per deal", "sd", "least", "most", "matches won"):
        table.add_column(heading, justify="left" if heading == "seat" else "right")
    for name, points, wins in zip(game.seats, report.points, report.wins, strict=True):
        figures = (f"{points.mean:.3f}", f"{points.sd:.3f}", str(points.low), str(points.high), str(wins))
        table.add_row(out.clean(name), *figures)
    out.line(
        f"{game.name}, seed {report.seed}: {report.deals:,} deals in {report.matches:,} finished matches", bold=True
    )
    out.console.print(table)
    out.line(f"deals per match   {report.lengths.mean:.2f} ({report.lengths.low} to {report.lengths.high})")
    out.line(f"legal actions     {report.branching:.2f} per decision, {report.decisions:,} decisions")
    totals = ", ".join(f"{total} in {often:,}" for total, often in list(report.totals.items())[:8])
    more = ", …" if len(report.totals) > 8 else ""
    out.line(f"sum of all points {totals}{more}")
    if report.microseconds is not None:
        out.line(f"time              {report.microseconds:.2f} µs per decision")
