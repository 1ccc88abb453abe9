"""Command lines that can be typed to play the same cards again, or to go on with a match."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Call:
    """A `trickcore play` as it was called. `reference`: the game, or None if a file names it."""

    reference: str | None
    players: int | None
    options: tuple[str, ...]
    seats: tuple[int, ...]
    bot: str

    def again(self, seed: int) -> str:
        """The command that deals the same cards."""
        assert self.reference is not None
        words = [self.reference, "--seed", str(seed)]
        return self._command(words + setting(self.players, self.options))

    def resume(self, file: str) -> str:
        """The command that goes on with the match in a file; rules that the catalogue does not have must be named."""
        path = self.reference is not None and ("/" in self.reference or self.reference.endswith((".yaml", ".yml")))
        return self._command([*([self.reference] if path and self.reference else []), "--resume", file])

    def _command(self, words: list[str]) -> str:
        seats = [part for seat in self.seats for part in ("--seat", str(seat))] if self.seats != (0,) else []
        bot = ["--bot", self.bot] if self.bot != "greedy" else []
        return command_line("play", *words, *seats, *bot)


def command_line(*words: str) -> str:
    """A command of this program as it can be typed.

    >>> command_line("test", "my games/a.cases.yaml").endswith("test 'my games/a.cases.yaml'")
    True
    """
    return shlex.join([*program(), *words])


def setting(players: int | None, options: Iterable[str]) -> list[str]:
    """The words of a command line that choose the players and options of a game."""
    words = ["--players", str(players)] if players is not None else []
    return words + [part for option in options for part in ("--option", option)]


def program() -> list[str]:
    """How to call this program again: as it was called, where its name alone might not do."""
    script = Path(sys.argv[0])
    if script.name == "__main__.py" and script.parent.name == "trickcore":
        return [_called(Path(sys.executable)), "-m", "trickcore"]
    return [_called(script)] if script.stem == "trickcore" else ["trickcore"]


def _called(script: Path) -> str:
    """The name of a program that is found by it, else its path, as seen from here."""
    found = shutil.which(script.name)
    if found is not None and Path(found).absolute() == script.absolute():
        return script.name
    here = Path.cwd()
    return str(script.relative_to(here) if script.is_relative_to(here) else script)
