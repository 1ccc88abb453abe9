"""`trickcore list`: the shipped games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickcore.cli.output import stdout, terminal_options

if TYPE_CHECKING:
    from trickcore.rules.model import Rules


@click.command("list")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How the list is written.")
@terminal_options
def command(form: str) -> int:
    """List the shipped games with their players and options."""
    from trickcore.cli.games import read_game
    from trickcore.references import catalogue

    games = [read_game(name) for name in catalogue()]
    out = stdout()
    if form == "json":
        out.json([describe(game) for game in games])
        return 0
    width = max((len(game.id) for game in games), default=0)
    for game in games:
        options = f"  ({_options(game)})" if game.options else ""
        out.raw(
            f"{out.paint(game.id.ljust(width), bold=True)}  {out.clean(game.name)}, {players(game)}{out.clean(options)}"
        )
    return 0


def _options(game: Rules) -> str:
    """The options with their defaults, in the form in which a reference to the game takes them."""
    from trickcore.cli.games import shown

    return ", ".join(f"{option.name}={shown(option.default)}" for option in game.options.values())


def players(game: Rules) -> str:
    """The numbers of players in words.

    >>> from types import SimpleNamespace
    >>> players(SimpleNamespace(players=(4, 5, 6))), players(SimpleNamespace(players=(2,)))
    ('4, 5 or 6 players', '2 players')
    """
    *others, last = map(str, game.players)
    return f"{', '.join(others)} or {last} players" if others else f"{last} player{'s' if last != '1' else ''}"


def describe(game: Rules) -> dict[str, object]:
    """A game as JSON data: `id`, `name`, `players`, `options`."""
    return {
        "id": game.id,
        "name": game.name,
        "players": list(game.players),
        "options": [
            {
                "name": option.name,
                "type": option.type.kind.value if not option.choices else "choice",
                "default": option.default,
                "min": option.low,
                "max": option.high,
                "choices": list(option.choices),
                "help": option.help,
            }
            for option in game.options.values()
        ],
    }
