"""`trickcore show`: what a game is made of."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import click

from trickcore.cli.findings import source_text
from trickcore.cli.games import game_options, load_game
from trickcore.cli.output import Output, stdout, terminal_options

if TYPE_CHECKING:
    from trickcore.diagnostics.model import Span
    from trickcore.game import Game
    from trickcore.rules.model import DeckRule, Option

_WIDTH = 96


@click.command("show")
@game_options
@click.option("--program", is_flag=True, help="The flat program that the rules are compiled to.")
@terminal_options
def command(reference: str, players: int | None, options: tuple[str, ...], program: bool) -> int:
    """Show a GAME: players, sources, options, deck and steps."""
    game = load_game(reference, players, options)
    out = stdout()
    if program:
        from trickcore.program.listing import listing

        out.line(listing(game.program).rstrip())
        return 0
    _heading(game, out)
    _options(game, out)
    out.line("Steps of a deal", bold=True)
    for step in game.rules.steps:
        out.line(f"  {_written(step.span)}")
    return 0


def _heading(game: Game, out: Output) -> None:
    from trickcore.cli.list import players

    rules = game.rules
    out.line(f"{rules.name} {rules.version}".strip(), bold=True)
    if rules.help:
        out.line(fill(rules.help, _WIDTH))
    out.line()
    _row("players", f"{players(rules)}; here {game.players}: {', '.join(game.seats)}", out)
    _row("deck", f"{deck_text(rules.deck)}: {len(game.program.cards)} cards", out)
    for parent in rules.files[1:]:
        _row("extends", parent, out)
    for source in rules.sources:
        _row("source", source, out)
    _row("identity", game.identity, out)
    out.line()


def _row(name: str, text: str, out: Output) -> None:
    out.line(fill(text, _WIDTH, initial_indent=f"{name:<9}", subsequent_indent=" " * 9, break_on_hyphens=False))


def _options(game: Game, out: Output) -> None:
    if not game.rules.options:
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold" if out.colour else "")
    for heading in ("Option", "Value", "Default", "Possible", "Meaning"):
        table.add_column(heading)
    for option in game.rules.options.values():
        value = game.options.get(option.name, option.default)
        cells = (option.name, _word(value), _word(option.default), possible(option), option.help)
        table.add_row(*map(out.clean, cells))
    out.console.print(table)
    out.line()


def possible(option: Option) -> str:
    """The values that an option may take, in words."""
    if option.choices:
        return ", ".join(option.choices)
    if isinstance(option.default, bool):
        return "true, false"
    low = "" if option.low is None else str(option.low)
    high = "" if option.high is None else str(option.high)
    return f"{low} … {high}".strip() if low or high else "any whole number"


def _word(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def deck_text(deck: DeckRule) -> str:
    """The deck as a rule file writes it, without the cards taken out."""
    copies = f"{deck.copies} x " if deck.copies > 1 else ""
    extra = "".join(f" + {count} {name}" for count, name in deck.extra)
    removed = ", some cards removed" if deck.removed else ""
    return f"{copies}{deck.base}{extra}{removed}" if deck.pack is None else f"{copies}own pack{extra}{removed}"


def _written(span: Span) -> str:
    """The first line of a step as its author wrote it."""
    text = source_text(span.file)
    lines = text.splitlines()[span.line - 1 : span.end_line] if text is not None else []
    if not lines:
        return str(span)
    more = any(line.strip() for line in lines[1:])
    return lines[0].strip().removeprefix("- ") + (" …" if more else "")
