"""Lines that are typed, and a screen that can be wiped."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size

from trickcore.cli.output import Output

_WIPE = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what was scrolled off it
_PROMPT = "> "


def is_terminal(out: Output) -> bool:
    """Whether a person reads and types here."""
    return sys.stdin.isatty() and out.stream.isatty()


def clear(out: Output) -> None:
    """Wipe the terminal, so that the next player does not see the hand of the last."""
    if os.environ.get("TERM") == "dumb":
        out.raw("\n" * get_terminal_size().lines)
    else:
        out.stream.write(_WIPE)
        out.stream.flush()


def read(out: Output, prompt: str = _PROMPT) -> str | None:
    """A line that was typed, without spaces around it; None at the end of the input."""
    if sys.stdin.isatty():
        try:
            return input(prompt).strip()
        except EOFError:
            out.line()
            return None
    line = sys.stdin.readline()
    out.line(prompt + line.strip())  # so that a transcript can be read
    return line.strip() if line else None
