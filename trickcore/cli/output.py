"""What reaches the terminal: colour or not, glyphs or ASCII, and nothing that a rule file could smuggle in."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from trickcore.diagnostics.words import UNSEEN as _UNSEEN
from trickcore.diagnostics.words import one_line as one_line

if TYPE_CHECKING:
    from rich.console import Console

_GLYPHS = "♣♦♥♠★"
_SIGNS = {
    "…": "...",
    "–": "-",
    "−": "-",
    "—": "-",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "·": "*",
    "→": "->",
    "×": "x",
}
_CARD = re.compile(r"([0-9A-Za-z]*[♣♦♥♠])")
_COLOURS = {"♣": "green", "♦": "bright_blue", "♥": "red"}  # of four, spades have the colour of the text
_BEYOND = re.compile(r"[^\n\x20-\x7e]")  # of the characters that JSON leaves as they are
_WIDEST = 96  # columns of a text that is read, however wide the terminal
_NARROWEST = 20
_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Output:
    """One stream with its abilities. `colour`: ANSI sequences are wanted; `plain`: the reader gets ASCII only."""

    stream: TextIO
    colour: bool
    plain: bool

    def clean(self, text: str) -> str:
        """The text as this stream may carry it, on one line. Control characters of rule files never reach a terminal,
        and their line breaks make no lines that look like ours.

        >>> Output(sys.stdout, colour=False, plain=True).clean("10♥ …\\x1b[31m\\nerror")
        '10H ...?[31m error'
        """
        return self.translate(one_line(text))

    def translate(self, text: str) -> str:
        """The text in ASCII, if this stream carries nothing else."""
        if self.plain and not text.isascii():
            return text.translate(_plain_signs()).encode("ascii", "replace").decode("ascii")
        return text

    def paint(self, text: str, **style: Any) -> str:
        """The text, cleaned, in a style of `click.style` where this stream has colours."""
        return click.style(self.clean(text), **style) if self.colour else self.clean(text)

    def suited(self, text: str, **style: Any) -> str:
        """The text, cleaned, in a style, with each suit in its colour where this stream has colours.

        >>> Output(sys.stdout, colour=True, plain=True).suited("plays 3♥").encode()
        b'plays \\x1b[31m3H\\x1b[0m'
        """
        if not self.colour:
            return self.clean(text)
        parts = _CARD.split(text)  # every other one is a card, or a suit
        return "".join(self._part(part, style, at % 2 == 1) for at, part in enumerate(parts) if part)

    def _part(self, part: str, style: dict[str, Any], is_card: bool) -> str:
        colour = {"fg": _COLOURS.get(part[-1])} if is_card else {}
        wanted = {name: value for name, value in (style | colour).items() if value}
        return self.paint(part, **wanted) if wanted else self.clean(part)

    def line(self, text: str = "", **style: Any) -> None:
        """Write one line, cleaned; suits have their colours unless the line has one of its own."""
        self.raw(self.paint(text, **style) if "fg" in style else self.suited(text, **style))

    def block(self, text: str) -> None:
        """Write lines of our own making, each cleaned."""
        for line in text.split("\n"):
            self.line(line)

    def raw(self, text: str) -> None:
        """Write a line that was cleaned already."""
        self.stream.write(text + "\n")
        self.stream.flush()

    def json(self, data: object) -> None:
        """Write data as indented JSON. What a terminal obeys or an encoding refuses is escaped; where the stream
        carries ASCII only, all beyond it.
        """
        import json

        text = json.dumps(data, ensure_ascii=self.plain, indent=2)
        self.stream.write(_BEYOND.sub(lambda found: _escaped(found[0]), text) + "\n")

    @cached_property
    def console(self) -> Console:
        """A rich console that writes here, for tables and progress."""
        from rich.console import Console

        terminal = self.stream.isatty()
        return Console(
            file=self.stream,
            force_terminal=terminal,
            no_color=not self.colour,
            color_system="auto" if self.colour else None,
            width=None if terminal else get_terminal_size((100, 24)).columns,
            markup=False,
            highlight=False,
            emoji=False,
            safe_box=True,
        )


def width() -> int:
    """The columns for a text that is read: those of the terminal, or COLUMNS, within reason."""
    return max(_NARROWEST, min(_WIDEST, get_terminal_size((_WIDEST, 24)).columns))


def _escaped(char: str) -> str:
    """A character as JSON writes it in ASCII, if it is not one to be seen."""
    import json

    return json.dumps(char)[1:-1] if unicodedata.category(char) in _UNSEEN else char


@cache
def _plain_signs() -> dict[int, str]:
    """What stands for each sign in ASCII: suits as cards are typed, punctuation as on a typewriter."""
    from trickcore.cards import SIGNS

    return str.maketrans(_SIGNS | {sign: suit.letter for sign, suit in SIGNS.items()})


def stdout() -> Output:
    """Standard output, under the flags of the command that runs."""
    return _output(sys.stdout)


def stderr() -> Output:
    """Standard error, under the flags of the command that runs."""
    return _output(sys.stderr)


def terminal_options(command: _Command) -> _Command:
    """Give a command the options that say what its output may hold."""

    def remember(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
        ctx.meta[f"trickcore.{parameter.name}"] = value

    add = click.option("--ascii", is_flag=True, expose_value=False, callback=remember, help="No suit glyphs: 10H.")
    colour = click.option("--no-color", is_flag=True, expose_value=False, callback=remember, help="No colours.")
    return add(colour(command))


def _output(stream: TextIO) -> Output:
    return Output(stream, colour=_colourful(stream), plain=_flag("ascii") or not _carries_glyphs(stream))


def _flag(name: str) -> bool:
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(f"trickcore.{name}"))


def _colourful(stream: TextIO) -> bool:
    """NO_COLOR (unless empty) and `--no-color` win; a pipe has no colours unless FORCE_COLOR is set."""
    if _flag("no_color") or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def _carries_glyphs(stream: TextIO) -> bool:
    """Whether the encoding has the suit signs. The locale C asks for ASCII, although Python writes UTF-8 there."""
    explicit = os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8") == "1"
    if not explicit and (os.environ.get("LC_ALL") or os.environ.get("LANG", "")) in ("C", "POSIX"):
        return False
    try:
        _GLYPHS.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
