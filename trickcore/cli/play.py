"""`trickcore play`: a match in the terminal, against bots or between them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from trickcore.cli.again import Call
from trickcore.cli.bots import bot_type, make_bots
from trickcore.cli.games import game_options, load_game
from trickcore.cli.output import stdout, terminal_options

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

_SEEDS = 1 << 32  # short enough to be typed again; any seed up to 2**128 - 1 may be given


@click.command("play")
@game_options(required=False)
@click.option("--seed", type=click.IntRange(0, (1 << 128) - 1), help="The same seed, the same cards.")
@click.option(
    "--seat",
    "seats",
    metavar="SEAT",
    multiple=True,
    show_default="0",
    help="Yours: its number from 0, or its name. Several times: persons who share this screen.",
)
@click.option("--bot", type=bot_type, default="greedy", show_default=True, help="Who plays the other seats.")
@click.option("--auto", is_flag=True, help="Bots play every seat; print the course and the result.")
@click.option("--resume", metavar="FILE", help="Go on with a match that was saved.")
@terminal_options
def command(
    reference: str | None,
    players: int | None,
    options: tuple[str, ...],
    seed: int | None,
    seats: tuple[str, ...],
    bot: str,
    auto: bool,
    resume: str | None,
) -> int:
    """Play GAME: a name from `trickcore list`, a name with options, or the path of a rule file.

    \b
    trickcore play two-ten-jack --seed 7
    trickcore play "two-ten-jack(target=21)" --bot random
    trickcore play --resume match.json

    Type ? while playing to see what you can type. Without a terminal, lines are read from standard input.
    """
    given = {"--seed": seed is not None, "--players": players is not None, "--option": bool(options), "--auto": auto}
    if resume is not None:
        return _go_on(resume, reference, seats, bot, [name for name, is_given in given.items() if is_given])
    if reference is None:
        raise click.UsageError("Missing argument 'GAME': `trickcore list` has the shipped games.")
    game = load_game(reference, players, options)
    numbers = _seats(seats, game)
    if auto and seats:
        raise click.UsageError("--auto and --seat exclude each other: bots play every seat")
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    if auto:
        from trickcore.cli.course import play_out

        return play_out(game, make_bots(bot, game, seed), seed, stdout())
    call = Call(reference, players, options, numbers, bot)
    return _sit_down(game.start(seed), call, call.again(seed), seed)


def _go_on(file: str, reference: str | None, seats: tuple[str, ...], bot: str, given: list[str]) -> int:
    """A match from a file, which says how it started."""
    from trickcore.cli.stored import resume

    if given:
        raise click.UsageError(f"--resume and {given[0]} exclude each other: the file says how the match started")
    match = resume(file, reference)
    call = Call(reference, None, (), _seats(seats, match.game), bot)
    return _sit_down(match, call, call.resume(file), len(match.ids))


def _sit_down(match: Match, call: Call, again: str, seed: int) -> int:
    """`seed`: of what bots choose by chance."""
    from trickcore.cli.session import Session

    bots = make_bots(call.bot, match.game, seed)
    return Session(match, call.seats, bots, stdout(), again, call.resume).run()


def _seats(texts: Iterable[str], game: Game) -> tuple[int, ...]:
    """The seats of persons, in turn order."""
    return tuple(sorted({_seat(text, game) for text in texts})) or (0,)


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
