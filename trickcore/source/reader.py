"""Text or a file to nodes: the entrance of the room."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.diagnostics.words import did_you_mean
from trickcore.source.nodes import Node
from trickcore.source.text import LARGEST, to_text


def read_text(text_or_bytes: str | bytes, file: str, found: Diagnostics) -> Node | None:
    """The nodes of a YAML text; None after an error that leaves nothing to look at. `file` is its name in messages.

    >>> from trickcore.diagnostics import Diagnostics
    >>> found = Diagnostics()
    >>> node = read_text("{players: 4, announce: off}", "x.yaml", found)
    >>> [(entry.key.text, entry.value.text) for entry in node], len(found)
    ([('players', '4'), ('announce', 'off')], 0)
    """
    text = to_text(text_or_bytes, file, found)
    if text is None:
        return None
    from trickcore.source.builder import build  # brings PyYAML with it

    return build(text, file, found)


def read_file(path: str | os.PathLike[str], found: Diagnostics) -> Node | None:
    """The nodes of a file; a file that cannot be read is a finding like any other."""
    name = os.fspath(path)
    data = _read(name, found)
    return None if data is None else read_text(data, name, found)


def text_of(name: str) -> str | None:
    """The text of a file that was read before, to show lines of it; None for what is no file any more, or never was
    one, and for what is too large to be a rule file, of which no line is looked at.
    """
    data = _read(name, Diagnostics())
    if data is None or len(data) > LARGEST:
        return None
    return data.decode("utf-8", "replace").removeprefix("\ufeff")


def _read(name: str, found: Diagnostics) -> bytes | None:
    """At most one byte more than is allowed: enough to see that a file is too large."""
    nowhere = Span(name, 1, 1, 1, 1)
    try:
        mode = Path(name).stat().st_mode
        if stat.S_ISDIR(mode):
            found.error("cannot-read", "this is a folder, not a file", nowhere, "name a file in it")
            return None
        if not stat.S_ISREG(mode):  # a pipe or a device could keep us waiting for ever
            found.error("cannot-read", "this is not an ordinary file", nowhere)
            return None
        with Path(name).open("rb") as stream:
            return stream.read(LARGEST + 1)
    except FileNotFoundError:
        found.error("cannot-read", "there is no such file", nowhere, did_you_mean(Path(name).name, _beside(name)))
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        found.error("cannot-read", f"the file cannot be read: {reason.lower()}", nowhere)
    return None


def _beside(name: str) -> list[str]:
    """Rule files in the folder where the missing one should be."""
    try:
        return sorted(p.name for p in Path(name).parent.iterdir() if p.suffix in (".yaml", ".yml"))
    except OSError:
        return []
