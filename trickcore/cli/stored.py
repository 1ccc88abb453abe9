"""Matches and records in files."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trickcore.errors import ChangedRules, RecordError
from trickcore.writing import write_whole

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

_MOST = 64 << 20  # bytes of a record


def read_json(path: str) -> Any:
    """The data of a file, or of standard input (`-`). Raises RecordError."""
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


def game_of(stored: Mapping[str, Any], reference: str | None) -> Game:
    """The rules that the data names, or those of the command line, under the options of the data."""
    from trickcore.cli.games import load_game

    options = tuple(f"{name}={_word(value)}" for name, value in stored["options"].items())
    return load_game(reference or stored["game"], stored["players"], options)


def resume(path: str, reference: str | None) -> Match:
    """The match of a file. Raises RecordError where it is none, or of other rules than those of today."""
    from trickcore.match import Match
    from trickcore.saved import checked

    data = read_json(path)
    stored = checked(data, "match")
    try:
        return Match.from_json(game_of(stored, reference), data)
    except ChangedRules as error:
        raise RecordError(f"{path} cannot be gone on with: {error}") from None
    except click.UsageError as error:
        raise RecordError(f"{path} cannot be gone on with: {error.message}{_where(reference)}") from None


def _where(reference: str | None) -> str:
    """A game that the catalogue does not have must be named."""
    return "" if reference else "; if it is not a shipped game, name its rule file before --resume"


def save(match: Match, path: str) -> str:
    """Write a match to a file; what is wrong with that, or nothing. Only a saved match is ever written over."""
    file = Path(path).expanduser()
    try:
        if file.exists() and not _is_match(file):
            return f"{path} is there already, and no saved match: choose another name."
        write_whole(file, json.dumps(match.to_json(), ensure_ascii=False, indent=1) + "\n")
    except (OSError, ValueError) as error:
        return f"{path} cannot be written: {getattr(error, 'strerror', None) or error}"
    return ""


def _is_match(file: Path) -> bool:
    try:
        data = read_json(str(file))
    except RecordError:
        return False
    return isinstance(data, dict) and data.get("format") == "match"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
