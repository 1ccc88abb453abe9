"""The one namespace of a rule file: each name has one home, found lazily: definitions may stand in any order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.language.core import Home
from trickcore.language.scope import Name
from trickcore.language.types import NUMBER
from trickcore.rules.shape import short

_NAMES = re.compile(r"(?<![a-z0-9_])[a-z][a-z0-9_]*")
_DEEPEST = 12  # names whose types are being worked out at one time; dependency order keeps it near 1
_MOST_SUGGESTIONS = 100  # looking for the nearest of thousands of names takes milliseconds

Resolver = Callable[[], Name]


@dataclass(slots=True)
class _Declared:
    what: str  # "an option", "a zone" …
    span: Span
    resolve: Resolver | None  # None: a symbol, which means something only where one of its domain is wanted
    texts: tuple[str, ...] = ()
    value: Name | None = None


@dataclass(slots=True)
class Names:
    """Declared names. `reserved` tells what a word of the language or the deck is, or is empty for a free name."""

    found: Diagnostics
    reserved: Callable[[str], str]
    _all: dict[str, _Declared] = field(default_factory=dict)
    _busy: list[str] = field(default_factory=list)
    _cycles: set[frozenset[str]] = field(default_factory=set)
    _suggested: int = 0

    def declare(self, name: str, span: Span, what: str, value: Resolver | Name, texts: Iterable[str] = ()) -> bool:
        """Give a name its home. `texts`: what its type depends on. A clash is reported, and the first home stays."""
        if not self._free(name, span, what):
            return False
        if isinstance(value, Name):
            self._all[name] = _Declared(what, span, lambda: value, (), value)
        else:
            self._all[name] = _Declared(what, span, value, tuple(texts))
        return True

    def reserve(self, name: str, span: Span, what: str) -> None:
        """Keep a name for a symbol."""
        if self._free(name, span, what):
            self._all[name] = _Declared(what, span, None)

    def _free(self, name: str, span: Span, what: str) -> bool:
        """Whether a name can still be given; a finding if not."""
        hint = "choose another name"
        if word := self.reserved(name):
            self.found.error("name-taken", f"`{short(name)}` is {word} and cannot be {what} too", span, hint)
            return False
        if (first := self._all.get(name)) is not None:
            related = [Related(first.span, f"`{short(name)}` is {first.what} here")]
            message = f"`{short(name)}` is {what} here and {first.what} at {first.span}: a name has one meaning"
            self.found.error("name-taken", message, span, hint, related)
            return False
        return True

    def __contains__(self, name: object) -> bool:
        return name in self._all

    def names(self) -> Iterator[str]:
        """All declared names, in the order of declaration."""
        return iter(self._all)

    def suggestions(self) -> Iterable[str]:
        """All names, to look for one that may be meant; none any more in a file with very many faults."""
        self._suggested += 1
        return list(self._all) if self._suggested <= _MOST_SUGGESTIONS else ()

    def what(self, name: str) -> str:
        """What a name is, in words ("a zone"), or empty."""
        return self._all[name].what if name in self._all else ""

    def span(self, name: str) -> Span | None:
        """Where a name is declared."""
        return self._all[name].span if name in self._all else None

    def find(self, name: str) -> Name | None:
        """What a name means. One that cannot be worked out is `broken`, and the reason is reported with its text."""
        declared = self._all.get(name)
        if declared is None or declared.resolve is None:
            return None
        if declared.value is None:
            if name in self._busy or len(self._busy) >= _DEEPEST:
                return self._cycle(name, declared)
            self._busy.append(name)
            try:
                declared.value = declared.resolve()
            finally:
                self._busy.pop()
        return declared.value

    def resolve_all(self) -> None:
        """Work out every name, each after those that its texts mention: the search never goes deep."""
        for name in self._order():
            self.find(name)

    def _order(self) -> list[str]:
        """Dependencies first; the search keeps its own stack."""
        done: dict[str, None] = {}
        seen: set[str] = set()
        for root in self._all:
            stack = [(root, iter(self._mentioned(root)))] if root not in seen else []
            seen.add(root)
            while stack:
                name, following = stack[-1]
                after = next((other for other in following if other not in seen), None)
                if after is None:
                    done[name] = None
                    stack.pop()
                else:
                    seen.add(after)
                    stack.append((after, iter(self._mentioned(after))))
        return list(done)

    def _mentioned(self, name: str) -> list[str]:
        words = (word for text in self._all[name].texts for word in _NAMES.findall(text))
        return [word for word in dict.fromkeys(words) if word in self._all]

    def _cycle(self, name: str, declared: _Declared) -> Name:
        """A name that is wanted for its own type: told once, with the chain."""
        chain = self._busy[self._busy.index(name) :] if name in self._busy else list(self._busy)
        if frozenset(chain) not in self._cycles:
            self._cycles.add(frozenset(chain))
            first = self._all[chain[0]]
            way = " → ".join([*chain, name] if name in chain else [*chain[:4], "…", chain[0]])
            message = f"`{chain[0]}` is defined by itself: {way}"
            related = [Related(self._all[other].span, f"`{other}` is defined here") for other in chain[1:4]]
            self.found.error("cycle", message, first.span, related=related)
        return broken(name, declared.span)


def broken(name: str, span: Span) -> Name:
    """A name that could not be worked out: nothing is said of the texts that use it."""
    return Name(name, Home.DEFINITION, NUMBER, span=span, broken=True)
