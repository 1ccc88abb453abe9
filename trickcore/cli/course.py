"""The course of a match: options, what happened, and whole matches between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from trickcore.cli.games import options_line
from trickcore.cli.log import lines, open_events
from trickcore.cli.output import Output

if TYPE_CHECKING:
    from trickcore.bots import Bot
    from trickcore.events import Event
    from trickcore.game import Game
    from trickcore.match import Match


def play_out(game: Game, bots: Sequence[Bot], seed: int, out: Output) -> int:
    """A match between bots, its course with all cards open, since nobody plays who might not see them, and its end."""
    from trickcore.bots import play_match

    match = play_match(game, bots, seed)
    out.line(f"{game.name}, seed {seed}", bold=True)
    show_options(game, out)
    show_log(open_events(match), match, out)
    return 0


def show_options(game: Game, out: Output) -> None:
    """The options in force, where the game has some."""
    if game.options:
        out.line(options_line(game))


def show_log(events: Sequence[Event], match: Match, out: Output, start: int = 0) -> None:
    """The events from a number on, in sentences."""
    for text in lines(events, match, start):
        out.line(text, bold=text.startswith("—"))
