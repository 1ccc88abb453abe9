"""The shipped games by name, and references to games: a name, a name with options, or a path."""

from __future__ import annotations

import os
import re
from dataclasses import field
from pathlib import Path

from trickcore.diagnostics.model import Diagnostic, Span
from trickcore.diagnostics.words import nearest
from trickcore.errors import RulesError
from trickcore.records import dataclass
from trickcore.resources import folder

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_SHOWN = 80  # characters of a name in a message
_LONGEST = 4096  # characters of a reference: as long as a path may be


def catalogue() -> tuple[str, ...]:
    """The names of the shipped games, in alphabetical order; `trickcore.load(name)` loads one.

    >>> import trickcore
    >>> "two-ten-jack" in trickcore.catalogue()
    True
    """
    return tuple(sorted(p.stem for p in folder("games").glob("*.yaml") if _NAME.fullmatch(p.stem)))


def find(name: str) -> Path | None:
    """The file of a shipped game, or None. A name is a plain word, so no text can lead out of the folder."""
    if not _NAME.fullmatch(name):
        return None
    path = folder("games") / f"{name}.yaml"
    return path if _is_file(path) else None


@dataclass(frozen=True, slots=True)
class Reference:
    """A parsed reference: the file it stands for, the id of the game, and the options written behind the name."""

    path: Path
    id: str
    options: dict[str, str] = field(default_factory=dict)


def parse(reference: str | os.PathLike[str]) -> Reference:
    """Read `name`, `name(option=value, …)` or a path, and find the file.

    Raises RulesError if there is no such game or file, or if the options cannot be read.

    >>> parse("two-ten-jack(target=21)").options
    {'target': '21'}
    """
    if not isinstance(reference, str):
        return _path(Path(reference), {})
    if len(reference) > _LONGEST:
        message = f"a reference of {len(reference):,} characters; at most {_LONGEST:,} are read"
        raise _error("bad-reference", reference, message, "give the name of a game, or the path of a rule file")
    name, written = split(reference)
    if is_path(reference) and _is_file(reference):  # a path may hold brackets of its own
        return _path(Path(reference), {})
    options = _options(reference, written)
    if is_path(name):
        return _path(Path(name), options)
    found = find(name)
    if found is None:
        raise _unknown(name)
    return Reference(found, name, options)


def split(reference: str) -> tuple[str, str | None]:
    """The name or path, and what stands in brackets behind it; None where there are no brackets.

    >>> split(" two-ten-jack (target=21)"), split("a (1).yaml")
    (('two-ten-jack', 'target=21'), ('a (1).yaml', None))
    """
    text = reference.strip()
    name, bracket, written = text[:-1].rpartition("(") if text.endswith(")") else ("", "", "")
    return (name.rstrip(), written) if bracket else (text, None)


def is_path(name: str) -> bool:
    """Whether a name is the path of a file, by its look: it ends with `.yaml` or `.yml`, or has a slash."""
    return name.rstrip().endswith((".yaml", ".yml")) or "/" in name or os.sep in name


def _path(path: Path, options: dict[str, str]) -> Reference:
    if not _is_file(path):
        shown = str(path)[:_SHOWN]
        what = "is a folder, not a file" if os.path.isdir(path) else "does not exist"  # noqa: PTH112 - it never raises
        raise _error("no-such-file", shown, f"the file {shown} {what}", "give the path of a rule file")
    return Reference(path, path.stem, options)


def _is_file(path: str | Path) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # a name that is too long, or that no file can have
        return False


def _options(reference: str, written: str | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in (written or "").split(","):
        if not part.strip():
            continue
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            hint = "write name(option=value, …), such as name(target=21)"
            raise _error("bad-reference", reference, f"{part.strip()[:_SHOWN]!r} is not of the form option=value", hint)
        if name in options:
            raise _error(
                "bad-reference", reference, f"the option {name[:_SHOWN]} is given twice", "give each option once"
            )
        options[name] = value
    return options


def _unknown(name: str) -> RulesError:
    names = catalogue()
    name = name[:_SHOWN]
    near = nearest(name, names, 0.5)
    file = f"{name}.yaml"
    if _is_file(file):
        hint = f"the file in this folder is {file}: a path ends with .yaml or .yml"
    elif _is_file(name):
        hint = f"the file in this folder is ./{name}: a path has a slash, or ends with .yaml or .yml"
    else:
        hint = f"did you mean {near}?" if near else f"the games are: {', '.join(names)}"
    return _error("unknown-game", name, f"there is no game named {name!r} in the catalogue", hint)


def _error(code: str, source: str, message: str, hint: str) -> RulesError:
    return RulesError((Diagnostic(code, message, Span(source[:_SHOWN], 1, 1, 1, 1), hint),))
