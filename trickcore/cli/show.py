"""`trickcore show`: what a game is made of."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import click

from trickcore.cli.games import game_options, load_game, shown
from trickcore.cli.laws import rules_text
from trickcore.cli.output import Output, one_line, stdout, terminal_options, width

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.program.model import Program
    from trickcore.rules.model import DeckRule, Option


@click.command("show")
@game_options()
@click.option("--program", is_flag=True, help="The flat program that the rules are compiled to.")
@terminal_options
def command(reference: str, players: int | None, options: tuple[str, ...], program: bool) -> int:
    """Show a GAME: players, sources, options, deck, and the rules themselves."""
    game = load_game(reference, players, options)
    out = stdout()
    if program:
        from trickcore.program.listing import listing

        out.block(listing(_tidy(game.program)).rstrip())
        return 0
    _heading(game, out)
    _options(game, out)
    out.line("Rules", bold=True)
    for text in rules_text(reference, width() - 2).splitlines():
        out.line(f"  {text}")
    return 0


def _tidy(program: Program) -> Program:
    """The program with all names of the author's on one line."""
    from dataclasses import replace

    items = [tuple(replace(item, text=one_line(item.text)) for item in menu.items) for menu in program.menus]
    return replace(
        program,
        name=one_line(program.name),
        seats=tuple(map(one_line, program.seats)),
        menus=tuple(replace(menu, items=own) for menu, own in zip(program.menus, items, strict=True)),
        notes=tuple(replace(note, text=one_line(note.text)) for note in program.notes),
    )


def _heading(game: Game, out: Output) -> None:
    rules = game.rules
    out.line(f"{rules.name} {rules.version}".strip(), bold=True)
    if rules.help:
        out.block(fill(one_line(rules.help), width()))
    out.line()
    _row("players", _players(game), out)
    _row("deck", f"{deck_text(rules.deck)}: {len(game.program.cards)} cards", out)
    for parent in rules.files[1:]:
        _row("extends", parent, out)
    for source in rules.sources:
        _row("source", source, out)
    _row("identity", game.identity, out)
    out.line()


def _players(game: Game) -> str:
    """How many may play, and the seats of those who do."""
    *others, last = map(str, game.rules.players)
    here = f"{', '.join(others)} or {last}; here {game.players}" if others else last
    return f"{here}: {', '.join(game.seats)}"


def _row(name: str, text: str, out: Output) -> None:
    indent = " " * 9
    out.block(
        fill(
            one_line(text),
            width(),
            initial_indent=f"{name:<9}",
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,
        )
    )


def _options(game: Game, out: Output) -> None:
    if not game.rules.options:
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold" if out.colour else "")
    for heading in ("Option", "Value", "Default", "Possible", "Meaning"):
        table.add_column(heading, overflow="fold")
    for option in game.rules.options.values():
        value = game.options.get(option.name, option.default)
        cells = (option.name, shown(value), shown(option.default), possible(option), option.help)
        table.add_row(*map(out.clean, cells))
    out.console.print(table)
    out.line()


def possible(option: Option) -> str:
    """The values that an option may take, in words."""
    if option.choices:
        return ", ".join(option.choices)
    if isinstance(option.default, bool):
        return "yes, no"
    low = "" if option.low is None else str(option.low)
    high = "" if option.high is None else str(option.high)
    return f"{low} … {high}".strip() if low or high else "any whole number"


def deck_text(deck: DeckRule) -> str:
    """The deck as a rule file writes it, without the cards taken out."""
    copies = f"{deck.copies} x " if deck.copies > 1 else ""
    extra = "".join(f" + {count} {name}" for count, name in deck.extra)
    removed = ", some cards removed" if deck.removed else ""
    return f"{copies}{deck.base}{extra}{removed}" if deck.pack is None else f"{copies}own pack{extra}{removed}"
