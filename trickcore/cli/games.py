"""The GAME of a command line: a name of the catalogue, a name with options, or the path of a rule file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from trickcore.errors import RulesError

if TYPE_CHECKING:
    from trickcore.checking.settings import Setting
    from trickcore.diagnostics.model import Diagnostic, Diagnostics
    from trickcore.game import Game
    from trickcore.rules.model import OptionValue, Rules
    from trickcore.source import Node

#: Findings about what the command line says, whatever the rule file says.
_OF_THE_COMMAND = ("bad-reference", "no-such-file", "option-value", "unknown-game", "unknown-option")
_Command = TypeVar("_Command", bound=Callable[..., Any])


def game_options(required: bool = True) -> Callable[[_Command], _Command]:
    """Give a command its GAME, with `--players` and `--option`."""
    add = click.argument("reference", metavar="GAME" if required else "[GAME]", required=required)
    players = click.option("--players", type=click.IntRange(1), help="How many play, where the game leaves a choice.")
    option = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
    return lambda command: add(players(option(command)))


def load_game(reference: str, players: int | None, options: tuple[str, ...]) -> Game:
    """The game under the options of the command line. Raises RulesError where its file is at fault, and UsageError for
    a name, option or number of players that there is not.
    """
    from trickcore.game import load

    try:
        return load(reference, players=players, options=chosen(options))
    except RulesError as error:
        raise _misused(error) from None


def read_settings(reference: str, players: int | None, options: tuple[str, ...]) -> tuple[Rules, tuple[Setting, ...]]:
    """The checked rules of a game, and the players and options under which it is tried: what the command line fixes,
    and of everything else every two values together. Raises as `load_game` does.
    """
    from trickcore.checking.settings import settings
    from trickcore.references import parse

    try:
        rules = read_game(reference)
        return rules, settings(rules, players, {**parse(reference).options, **chosen(options)})
    except RulesError as error:
        raise _misused(error) from None


def _misused(error: RulesError) -> RulesError | click.UsageError:
    """The error, as one about the command line if it is about nothing else."""
    if all(found.code in _OF_THE_COMMAND for found in error.diagnostics):
        return click.UsageError("\n".join(map(_sentence, error.diagnostics)))
    return error


def read_game(reference: str) -> Rules:
    """The checked rules of a game, not compiled. Raises RulesError."""
    from trickcore.diagnostics.model import Diagnostics
    from trickcore.references import catalogue, parse
    from trickcore.rules import read_rules
    from trickcore.source import read_file

    parsed = parse(reference)
    found = Diagnostics()
    node = read_file(parsed.path, found)
    rules = None if node is None else read_rules(node, parsed.id, found, parents(found), catalogue())
    if rules is None or found.has_errors:
        raise RulesError(found.sorted())
    return rules


def shown(value: OptionValue) -> str:
    """The value of an option in words.

    >>> shown(True), shown(21)
    ('yes', '21')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def options_line(game: Game) -> str:
    """The options in force; empty where the game has none.

    >>> import trickcore
    >>> options_line(trickcore.load("two-ten-jack(target=21)"))
    'target 21 · must_trump yes'
    """
    return " · ".join(f"{name} {shown(value)}" for name, value in game.options.items())


def path_of(path: str, suffix: str = ".yaml") -> str:
    """The path itself, or that of a shipped game (of its rules, or of what else stands beside them) by its name. What
    is there under that name, here, comes first. Raises UsageError for a plain word that is neither.
    """
    from trickcore.references import catalogue, find

    a_path = any(sign in path for sign in (".", "/", os.sep)) or path == "-"
    if a_path or os.path.exists(path):  # noqa: PTH110 - it never raises
        return path
    rules = find(path)
    if rules is None:
        from trickcore.diagnostics.words import did_you_mean

        hint = did_you_mean(path[:80], catalogue(), "the games are")
        raise click.UsageError(f"there is no file, folder or game named '{path[:80]}'; {hint}")
    return str(rules.with_name(path + suffix))


def parents(found: Diagnostics) -> Callable[[str], Node | None]:
    """Finds what a rule file extends: the games of the catalogue, and nothing else."""
    from trickcore.references import find
    from trickcore.source import read_file

    def resolve(name: str) -> Node | None:
        path = find(name)
        return None if path is None else read_file(path, found)

    return resolve


def _sentence(found: Diagnostic) -> str:
    from trickcore.cli.output import one_line

    return one_line(f"{found.message}; {found.hint}" if found.hint else found.message)


def chosen(options: tuple[str, ...]) -> dict[str, str]:
    """What a command line says of options, as it is written. Raises UsageError.

    >>> chosen(("target=21",))
    {'target': '21'}
    """
    return dict(map(_pair, options))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise click.UsageError(f"--option wants NAME=VALUE, such as target=21; found '{text}'")
    return name, value
