"""`extends`: finding the parents of a file and merging the chain, oldest first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from trickcore.diagnostics.model import Diagnostic, Diagnostics, Related, Span
from trickcore.diagnostics.words import did_you_mean, listed
from trickcore.rules.merge import merged
from trickcore.rules.shape import short
from trickcore.source.nodes import Mapping, Node, Scalar

LONGEST = 4  # parents, one of the other
_ABOUT_NAMES = ("unknown-name", "not-a-zone", "unknown-type", "overlay-name")
_QUOTED = re.compile(r"`([a-z][a-z0-9_]*)")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")

Resolve = Callable[[str], Node | None]


@dataclass(slots=True)
class Chain:
    """A file and its parents. `through` tells for each parent's file by which `extends` it came in."""

    names: list[str]
    files: list[Mapping]  # the file itself, then its parents
    through: dict[str, Span] = field(default_factory=dict)
    removed: dict[str, Span] = field(default_factory=dict)  # names that a file has removed from its parents

    def related(self, diagnostic: Diagnostic) -> Diagnostic:
        """A finding in a parent's text, with the way that leads there; one about a name that was removed, with that."""
        way: list[Related] = []
        file = diagnostic.span.file
        while (span := self.through.get(file)) is not None and len(way) <= LONGEST:
            way.append(Related(span, f"through `extends` at {span}"))
            file = span.file
        name = _QUOTED.search(diagnostic.message) if diagnostic.code in _ABOUT_NAMES else None
        if name is not None and (place := self.removed.get(name[1])) is not None:
            way.insert(0, Related(place, f"`{name[1]}` is removed here"))
        return replace(diagnostic, related=(*diagnostic.related, *way)) if way else diagnostic


def follow(node: Mapping, id: str, resolve: Resolve | None, known: tuple[str, ...], found: Diagnostics) -> Chain | None:
    """The file with all its parents; None if one of them cannot be had (which is reported)."""
    chain = Chain([id], [node])
    while (parent := chain.files[-1].get("extends")) is not None:
        if not isinstance(parent, Scalar):
            found.error("wrong-shape", "`extends` wants the name of one game", parent.span)
            return None
        base = _parent(parent, chain, resolve, known, found)
        if base is None:
            return None
        if base.span.file != parent.span.file:
            chain.through.setdefault(base.span.file, parent.span)
        chain.names.append(parent.text)
        chain.files.append(base)
    return chain


def _parent(
    name: Scalar, chain: Chain, resolve: Resolve | None, known: tuple[str, ...], found: Diagnostics
) -> Mapping | None:
    """The file that `extends` names."""
    text = name.text
    if not _NAME.fullmatch(text):
        names = f": {listed(known, 'or')}" if known else ""
        hint = f"name a game of the catalogue{names}; a path is not possible, and no file beside this one is looked for"
        found.error("bad-parent", f"`{short(text)}` is not the name of a game", name.span, hint)
    elif text in chain.names:
        way = " → ".join([*chain.names[chain.names.index(text) :], text])
        found.error("extends-cycle", f"this file extends itself: {way}", name.span)
    elif len(chain.files) > LONGEST:
        found.error("extends-depth", f"more than {LONGEST} files extend one another", name.span)
    else:
        base = resolve(text) if resolve is not None else None
        if isinstance(base, Mapping):
            return base
        if base is not None:
            found.error("bad-parent", f"`{text}` is not a rule file", name.span)
        else:
            missing = f"there is no game `{text}` to extend"
            unread = f"the game `{text}`, which this file extends, cannot be found or read"
            hint = did_you_mean(text, known, "known are") if text not in known else ""
            hint += "; no file beside this one is looked for" if hint else ""
            found.error("unknown-parent", missing if known and text not in known else unread, name.span, hint)
    return None


def merge_chain(chain: Chain, found: Diagnostics) -> Mapping:
    """One map out of the chain: each child laid over what its parents make together."""
    result = chain.files[-1]
    for child in reversed(chain.files[:-1]):
        result = merged(result, child, found, chain.removed)
    return result
