"""`trickcore simulate`: many deals between bots, and what they say about a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickcore.cli.again import command_line, setting
from trickcore.cli.bots import bot_type
from trickcore.cli.games import game_options, load_game
from trickcore.cli.output import Output, stdout, terminal_options
from trickcore.cli.progress import INTERRUPTED, interruptible, progress
from trickcore.diagnostics.words import many

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.simulation import Report


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
    with interruptible() as interrupted, progress(deals, "deals") as show:

        def told(done: int, _: int) -> bool:
            show(done)
            return interrupted()

        report = simulate(game, deals, seed, bots, progress=told, timed=form == "text")
    out = stdout()
    if form == "json":
        out.json(report.to_json())
    else:
        show_report(report, game, out)
        out.line(f"again             {_again(reference, players, options, report.deals, seed, bot)}")
    return INTERRUPTED if interrupted() else 0


def _again(reference: str, players: int | None, options: tuple[str, ...], deals: int, seed: int, bot: str) -> str:
    """The command that plays the same deals again: of an interrupted simulation those that were played."""
    words = [reference, "--deals", str(max(deals, 1)), "--seed", str(seed), *setting(players, options)]
    return command_line("simulate", *words, *(["--bot", bot] if bot != "random" else []))


def show_report(report: Report, game: Game, out: Output) -> None:
    """The report as a table and a few lines."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "points per deal", "sd", "least", "most", "matches won"):
        table.add_column(heading, justify="left" if heading == "seat" else "right")
    for name, points, wins in zip(game.seats, report.points, report.wins, strict=True):
        figures = (f"{points.mean:.3f}", f"{points.sd:.3f}", str(points.low), str(points.high), str(wins))
        table.add_row(out.clean(name), *figures)
    matches = many(report.matches, "finished match", "finished matches")
    out.line(f"{game.name}, seed {report.seed}: {many(report.deals, 'deal')} in {matches}", bold=True)
    out.console.print(table)
    out.line(f"deals per match   {report.lengths.mean:.2f} ({report.lengths.low} to {report.lengths.high})")
    out.line(f"legal actions     {report.branching:.2f} per decision, {report.decisions:,} decisions")
    totals = ", ".join(f"{total} in {often:,}" for total, often in list(report.totals.items())[:8])
    more = ", …" if len(report.totals) > 8 else ""
    out.line(f"sum of all points {totals}{more}")
    if report.microseconds is not None:
        out.line(f"time              {report.microseconds:.2f} µs per decision")
