"""`trickcore replay`: a record of a match is played again, and held against the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trickcore.cli.output import Output, stdout, terminal_options
from trickcore.errors import ChangedRules, RecordError

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.record import Replay

_MOST = 64 << 20  # bytes of a record


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

    data = _read(record)
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


def _read(path: str) -> Any:
    """The data of a file. Raises RecordError."""
    import json

    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as stream:
            text = stream.read(_MOST + 1)
        if len(text) > _MOST:
            raise RecordError(f"{path} is larger than any record: it has more than {_MOST >> 20} MB")
        return json.loads(text)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"{path} is no JSON: {error}") from None


def _game(reference: str | None, data: Any) -> Game | None:
    """The rules that the command line names, under the options of the record."""
    if reference is None:
        return None
    from trickcore.cli.games import load_game
    from trickcore.saved import checked

    stored = checked(data, "record")
    return load_game(reference, stored["players"], tuple(f"{k}={_word(v)}" for k, v in stored["options"].items()))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _show(found: Replay, data: Any, out: Output) -> None:
    match, outcome = found.match, found.match.outcome
    total = len(data["actions"])
    out.line(f"{match.game.name}: {len(match.ids)} of {total} actions, {len(data['deals'])} finished deals", bold=True)
    if found.changed:
        out.line("The rules have changed since: the texts of the actions were played.", fg="yellow")
    for problem in found.problems:
        where = f"action {problem.action}: " if problem.action else ""
        out.line(where + problem.message, fg="red")
    scores = ", ".join(f"{name} {score}" for name, score in zip(match.game.seats, match.scores, strict=True))
    out.line(f"scores: {scores}")
    if outcome is not None:
        winners = ", ".join(match.game.seats[seat] for seat in outcome.winners) or "nobody"
        out.line(f"won by {winners}: {outcome.reason}")
    if found.ok:
        out.line("Everything was legal, and the record is right.", fg="green")
