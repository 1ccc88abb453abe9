"""`trickcore check`: random play of a game over players and options, held against what must always be so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickcore.cli.again import command_line, setting
from trickcore.cli.games import chosen, game_options, load_game
from trickcore.cli.output import Output, stderr, stdout, terminal_options
from trickcore.cli.params import Finite
from trickcore.cli.progress import INTERRUPTED, Show, interruptible, progress
from trickcore.diagnostics.words import many, times
from trickcore.errors import TrickcoreError
from trickcore.writing import write_whole

if TYPE_CHECKING:
    from trickcore.checking import CheckReport, Forecast, Violation

_SOON = 2.0  # seconds: what is done by then needs no forecast


@click.command("check")
@game_options()
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed, the same report.")
@click.option(
    "--deals", type=click.IntRange(1), help="Deals of each setting.  [default: 5, or up to 100 in all within 20 s]"
)
@click.option("--total", type=click.IntRange(1), help="Deals in all, in rounds of one of each setting.")
@click.option("--seconds", type=Finite(0, min_open=True), help="How long all may take.")
@click.option("--skip", multiple=True, metavar="NAME", help="What is not looked at; may be given several times.")
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help="A folder for records of violations.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How the report is written."
)
@terminal_options
def command(
    reference: str,
    players: int | None,
    options: tuple[str, ...],
    seed: int,
    deals: int | None,
    total: int | None,
    seconds: float | None,
    skip: tuple[str, ...],
    records: Path | None,
    form: str,
) -> int:
    """Play GAME at random, with every number of players and every two values of two options, and hold it against what
    must always be so: each card in one place, secrets kept, the checks of the rule file, and so on.

    What is violated comes with a case of at most ten lines that fails alone. Ctrl-C stops, and reports what was found.

    Exit code: 0 nothing is violated, 1 something is.
    """
    from trickcore.checking import check

    load_game(reference, players, options)  # what is wrong with the command, in its own words
    with interruptible() as interrupted, progress(None, "deals") as show:
        try:
            report = check(
                reference,
                players=players,
                options=chosen(options),
                seed=seed,
                deals=deals,
                total=total,
                seconds=seconds,
                skip=skip,
                progress=_follow(show, interrupted),
                forecast=_foretell,
            )
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    files = [] if records is None else _write(report, records)
    out = stdout()
    if form == "json":
        out.json(report.to_json())
    else:
        words = [*setting(players, options), *(word for name in skip for word in ("--skip", name))]
        _show(report, out, files, interrupted() or deals is not None or total is not None)
        again = "again" if report.played else "the whole of it"
        out.line(f"{again}: {command_line('check', reference, *words, *_counts(report))}")
    return INTERRUPTED if interrupted() else 0 if report.ok else 1


def _follow(show: Show, interrupted: Callable[[], bool]) -> Callable[[int, int], bool]:
    def told(done: int, total: int) -> bool:
        show(done, total=total or None)
        return interrupted()

    return told


def _foretell(told: Forecast) -> None:
    """How long it will take, where that is worth knowing."""
    if told.seconds >= _SOON:
        deals = f", {many(told.deals, 'deal')} each" if told.deals else ""
        stderr().line(f"{many(told.settings, 'setting')}{deals}: about {many(round(told.seconds), 'second')}")


def _counts(report: CheckReport) -> list[str]:
    """The seed and number of deals that give the same report: time does not."""
    count = ["--deals", str(report.deals)] if report.is_even else ["--total", str(report.played)]
    return ["--seed", str(report.seed), *(count if report.played else [])]


def _write(report: CheckReport, folder: Path) -> list[Path]:
    """The records of the violations, each in a file of its own."""
    files: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, violation in enumerate(report.violations, 1):
            if violation.record is not None:
                file = folder / f"{report.game}-{number}-{violation.invariant}.record.json"
                write_whole(file, json.dumps(violation.record, ensure_ascii=False, indent=2) + "\n")
                files.append(file)
    except (OSError, ValueError) as error:
        raise TrickcoreError(f"the records cannot be written: {error}") from None
    return files


def _show(report: CheckReport, out: Output, files: list[Path], more: bool) -> None:
    """Violations with their cases, surprises, notes, and what was played. `more`: it was to be more, if it stopped."""
    for violation in report.violations:
        _show_violation(violation, out)
    for surprise in report.surprises:
        place = "" if surprise.span is None else f"{surprise.span}: "
        out.line(f"{place}surprise: {surprise.message} [{surprise.kind}]", fg="yellow")
    for note in report.notes:
        out.line(f"note: {note}")
    for file in files:
        out.line(f"record: {file}")
    played = _played(report)
    decisions, matches = many(report.decisions, "decision"), many(report.matches, "finished match", "finished matches")
    out.line(f"{report.name}, seed {report.seed}: {played}, {decisions}, {matches}")
    if report.stopped and more:
        out.line("Stopped before everything was played.", fg="yellow")
    count = len(report.violations)
    violated = (
        many(count, "violation") if count else "Nothing is violated." if report.played else "Nothing was looked at."
    )
    surprised = many(len(report.surprises), "surprise") if report.surprises else ""
    out.line(f"{violated} {surprised}".strip(), fg="red" if count else "green")


def _played(report: CheckReport) -> str:
    """How many settings and deals."""
    settings = many(len(report.settings), "setting")
    if not report.played:
        return "no deal was ended"
    if report.is_even:
        return f"{settings}, {many(report.deals, 'deal')} each"
    if report.played < report.wanted:
        stopped = " (stopped in the first round)" if report.stopped else ""
        return f"the first {report.played:,} of {many(report.wanted, 'setting')}, 1 deal each{stopped}"
    return f"{settings}, {many(report.played, 'deal')} in all"


def _show_violation(violation: Violation, out: Output) -> None:
    place = "" if violation.span is None else f"{violation.span}: "
    out.line(f"{place}violation: {violation.message} [{violation.invariant}]", fg="red")
    if violation.why:
        out.line(f"    why: {violation.why}")
    if violation.scored:
        out.line(f"    scored: {violation.scored}")
    actions = many(len(violation.actions), "action")
    out.line(f"    met {times(violation.count)}, first with {violation.setting}, seed {violation.seed}, {actions}")
    if violation.case:
        out.line("    as a case:")
        out.block("\n".join(f"    {line}" for line in violation.case.rstrip("\n").split("\n")))
    out.line()
