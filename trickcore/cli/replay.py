"""`trickcore replay`: a record of a match is played again, and held against the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from trickcore.cli.output import Output, stdout, terminal_options
from trickcore.cli.stored import game_of, read_json
from trickcore.diagnostics.words import many
from trickcore.errors import ChangedRules, RecordError

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.record import Replay

_SHOWN = 12  # problems: one action that is left out may make all that follow it impossible


@click.command("replay")
@click.argument("record", metavar="RECORD")
@click.option("--game", "reference", metavar="GAME", help="The rules, where the catalogue does not have them.")
@click.option("--anyway", is_flag=True, help="Play the texts of the actions, although the rules have changed.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How the result is written."
)
@terminal_options
def command(record: str, reference: str | None, anyway: bool, form: str) -> int:
    """Play the match of RECORD again: a file that holds the JSON of a record, or - for standard input.

    Every action must be legal, and bring the scores that the record says. A record of other rules is refused.
    """
    from trickcore.record import replay

    data = read_json(record)
    try:
        found = replay(data, _game(reference, data), anyway=anyway)
    except ChangedRules as error:
        raise RecordError(f"{error}; --anyway plays the texts of its actions by the rules of today") from None
    out = stdout()
    if form == "json":
        out.json(found.to_json())
    else:
        _show(found, data, out)
    return 0 if found.ok else 1


def _game(reference: str | None, data: Any) -> Game | None:
    """The rules that the command line names, under the options of the record."""
    if reference is None:
        return None
    from trickcore.saved import checked

    return game_of(checked(data, "record"), reference)


def _show(found: Replay, data: Any, out: Output) -> None:
    match, outcome = found.match, found.match.outcome
    total = len(data["actions"])
    number = match.deal_number or 0
    deals = number if match.over else max(number - 1, 0)
    played = f"{len(match.ids):,} of {many(total, 'action')}"
    out.line(f"{match.game.name}: {played}, {many(deals, 'finished deal')}", bold=True)
    if found.changed:
        out.line("The rules have changed since: the texts of the actions were played.", fg="yellow")
    for problem in found.problems[:_SHOWN]:
        where = f"action {problem.action}: " if problem.action else ""
        out.line(where + problem.message, fg="red")
    if len(found.problems) > _SHOWN:
        out.line(f"… and {len(found.problems) - _SHOWN} more of these", fg="red")
    scores = ", ".join(f"{name} {score}" for name, score in zip(match.game.seats, match.scores, strict=True))
    out.line(f"scores: {scores}")
    if outcome is not None:
        winners = ", ".join(match.game.seats[seat] for seat in outcome.winners) or "nobody"
        out.line(f"won by {winners}: {outcome.reason}")
    if found.ok:
        out.line("Everything was legal, and the record is right.", fg="green")
    else:
        out.line("The record is not right.", fg="red")
