"""Where the shipped games and schemas lie: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path


def folder(name: str) -> Path:
    """The folder `games` or `schemas`.

    >>> (folder("schemas") / "game.schema.json").is_file()
    True
    """
    package = Path(__file__).parent
    packaged = package / "data" / name
    return packaged if packaged.is_dir() else package.parent / name
