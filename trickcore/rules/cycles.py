"""Laws and definitions may not need themselves, be it round by way of a word of the language or of an overlay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from trickcore import language
from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.language.core import Expr, Home
from trickcore.records import dataclass
from trickcore.rules.model import Layer, Overlay

#: Laws that the words and functions of the language ask. A suit in `trumps` or `suits` is the printed one, so that
#: `suit(upcard)` and `hearts` ask for nothing.
_ASKS: dict[str, tuple[str, ...]] = {
    "trumps": ("trumps",),
    "led": ("trumps", "suits"),
    "value": ("values",),
    "above": ("order",),
    "highest": ("order",),
    "lowest": ("order",),
    "strength": ("order",),
    "streak": ("order",),
    "usual": ("order", "equals"),
    "beating": ("order", "equals"),
    "best": ("winner",),
    "winning": ("winner",),
    "us": ("sides",),
    "them": ("sides",),
    "partner": ("sides",),
    "side": ("sides",),
    "sides": ("sides",),
}
#: What a law rests on besides its own text.
_RESTS: dict[str, tuple[str, ...]] = {
    "suits": ("trumps",),
    "order": ("trumps", "suits"),
    "values": ("trumps",),
    "equals": (),
}
_CHECKED = ("trumps", "suits", "order", "equals", "values", "sides", "winner")


@dataclass(frozen=True, slots=True)
class _Part:
    """A law or a definition, as a node of the graph."""

    span: Span
    needs: tuple[str, ...]


def check_cycles(base: Layer, overlays: tuple[Overlay, ...], found: Diagnostics) -> None:
    """Report each law or definition whose value depends on itself."""
    graph: dict[str, _Part] = {}
    for layer in (base, *(overlay.layer for overlay in overlays)):
        for name, part in _parts(layer):
            old = graph.get(name)
            graph[name] = part if old is None else _Part(old.span, tuple(dict.fromkeys((*old.needs, *part.needs))))
    for cycle in _cycles(graph):
        shown = [name.removeprefix("law ") for name in cycle]
        way = " → ".join([*shown, shown[0]])
        related = [
            Related(graph[name].span, f"`{short}` stands here")
            for name, short in zip(cycle[1:], shown[1:], strict=True)
        ]
        found.error("cycle", f"`{shown[0]}` needs itself: {way}", graph[cycle[0]].span, related=related)


def _parts(layer: Layer) -> Iterator[tuple[str, _Part]]:
    for name, definition in layer.definitions.items():
        yield name, _Part(definition.span, _needs([definition.body]))
    for law in _CHECKED:
        texts = list(_expressions(getattr(layer, law)))
        if texts:
            yield f"law {law}", _Part(texts[0].span, (*_needs(texts), *(f"law {name}" for name in _RESTS.get(law, ()))))


def _expressions(part: object) -> Iterator[Expr]:
    """The expressions of a law, whatever its lines are made of."""
    if isinstance(part, Expr):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _expressions(one)
    elif hasattr(part, "__dataclass_fields__"):
        for one in fields(part):  # type: ignore[arg-type]
            yield from _expressions(getattr(part, one.name))


def _needs(texts: list[Expr]) -> tuple[str, ...]:
    """Definitions and laws that texts ask for, in the order of mention."""
    names: dict[str, None] = {}
    for text in texts:
        for one in language.walk(text):
            home, name = getattr(one, "home", None), getattr(one, "name", "")
            if home is Home.DEFINITION:
                names[name] = None
            elif home in (Home.WORD, Home.FUNCTION):
                names.update(dict.fromkeys(f"law {law}" for law in _ASKS.get(name, ())))
    return tuple(names)


def _cycles(graph: dict[str, _Part]) -> Iterator[tuple[str, ...]]:
    """One cycle for each way back that a depth-first search meets; the search keeps its own stack."""
    done: set[str] = set()
    for root in graph:
        path: list[str] = []
        stack: list[Iterator[str]] = []
        if root not in done:
            path.append(root)
            stack.append(iter(graph[root].needs))
        while stack:
            name = next((name for name in stack[-1] if name in graph and name not in done), None)
            if name is None:
                stack.pop()
                done.add(path.pop())
            elif name in path:
                yield tuple(path[path.index(name) :])
            else:
                path.append(name)
                stack.append(iter(graph[name].needs))
