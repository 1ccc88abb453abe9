"""What a caller asks of a game, players and options, made sure of before the game is made for it."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Diagnostic, Span
from trickcore.errors import RulesError
from trickcore.whole import shown, whole

if TYPE_CHECKING:
    from trickcore.rules.model import OptionValue


def asked(
    players: object, options: object, written: Mapping[str, str] | None = None
) -> tuple[int | None, dict[str, OptionValue]]:
    """The number of players, if one is asked for, and the options: those given over those `written` in a reference,
    where `players` is the number of players. Whether the game takes them is not looked at.

    Raises TypeError if what is given is of another type, and RulesError if the players of a reference are no number.

    >>> asked(None, {"target": 50}, {"players": "2", "target": "21"})
    (2, {'target': 50})
    """
    texts = dict(written or {})
    in_reference = _read_players(texts.pop("players", None))
    return (in_reference if players is None else _players(players)), {**texts, **_options(options)}


def _read_players(text: str | None) -> int | None:
    number = None if text is None else whole(text)
    if text is not None and number is None:
        hint = "write a whole number, such as players=2"
        message = f"{shown(text)} is no number of players"
        raise RulesError((Diagnostic("bad-reference", message, Span("players", 1, 1, 1, 1), hint),))
    return number


def _players(players: object) -> int:
    try:
        return players if isinstance(players, bool) else operator.index(players)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"players is a whole number or None, not {shown(players)}") from None


def _options(options: object) -> Mapping[str, OptionValue]:
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options are a mapping from names to values, not {shown(options)}")
    for name in options:
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is a text, not {shown(name)}")
    return options
