"""`trickcore play`: a match in the terminal, against bots or between them."""

from __future__ import annotations

import secrets
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickcore.cli.bots import bot_type, make_bots
from trickcore.cli.games import game_options, load_game
from trickcore.cli.output import stdout, terminal_options

if TYPE_CHECKING:
    from trickcore.game import Game

_SEEDS = 1 << 32  # short enough to be typed again; any seed up to 2**128 - 1 may be given


@click.command("play")
@game_options
@click.option("--seed", type=click.IntRange(0, (1 << 128) - 1), help="The same seed, the same cards.")
@click.option("--seat", metavar="SEAT", show_default="0", help="Yours: its number from 0, or its name.")
@click.option("--bot", type=bot_type, default="greedy", show_default=True, help="Who plays the other seats.")
@click.option("--auto", is_flag=True, help="Bots play every seat; print the course and the result.")
@terminal_options
def command(
    reference: str,
    players: int | None,
    options: tuple[str, ...],
    seed: int | None,
    seat: str | None,
    bot: str,
    auto: bool,
) -> int:
    """Play GAME: a name from `trickcore list`, a name with options, or the path of a rule file.

    \b
    trickcore play two-ten-jack --seed 7
    trickcore play "two-ten-jack(target=21)" --bot random

    Type ? while playing to see what you can type. Without a terminal, lines are read from standard input.
    """
    from trickcore.cli.session import Session, play_out

    game = load_game(reference, players, options)
    number = 0 if seat is None else _seat(seat, game)
    if auto and seat is not None:
        raise click.UsageError("--auto and --seat exclude each other: bots play every seat")
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    bots = make_bots(bot, game, seed)
    if auto:
        return play_out(game, bots, seed, stdout())
    again = [*_program(), "play", reference, "--seed", str(seed)]
    again += ["--players", str(players)] if players is not None else []
    again += [part for option in options for part in ("--option", option)]
    again += ["--seat", str(seat)] if number else []
    again += ["--bot", bot] if bot != "greedy" else []
    return Session(game.start(seed), number, bots, stdout(), shlex.join(again)).run()


def _seat(text: str, game: Game) -> int:
    """The seat of a number or a name."""
    names = [name.casefold() for name in game.seats]
    if text.casefold() in names:
        return names.index(text.casefold())
    numbers = [str(number) for number in range(game.players)]
    if text in numbers:
        return numbers.index(text)
    choices = ", ".join(f"{number} ({name})" for number, name in enumerate(game.seats))
    raise click.UsageError(f"there is no seat '{text[:40]}'; the seats are {choices}")


def _program() -> list[str]:
    """How to call this program again: as it was called, where its name alone might not do."""
    script = Path(sys.argv[0])
    if script.name == "__main__.py" and script.parent.name == "trickcore":
        return [_called(Path(sys.executable)), "-m", "trickcore"]
    return [_called(script)] if script.stem == "trickcore" else ["trickcore"]


def _called(program: Path) -> str:
    """The name of a program that is found by it, else its path, as seen from here."""
    found = shutil.which(program.name)
    if found is not None and Path(found).absolute() == program.absolute():
        return program.name
    here = Path.cwd()
    return str(program.relative_to(here) if program.is_relative_to(here) else program)
