"""The mini-language: one text and what it may name → a checked expression. Nothing is loaded before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickcore.language.lists import (
        read_deck,
        read_deck_base,
        read_head,
        read_items,
        read_target,
        read_variable,
    )
    from trickcore.language.queries import children, mentions, names_of, needs, uses_me, uses_side, walk
    from trickcore.language.read import read_domain, read_domain_list, read_expression, read_who
    from trickcore.language.signatures import is_reserved, reference_markdown

_HOMES = {
    "lists": ("read_deck", "read_deck_base", "read_head", "read_items", "read_target", "read_variable"),
    "queries": ("children", "mentions", "names_of", "needs", "uses_me", "uses_side", "walk"),
    "read": ("read_domain", "read_domain_list", "read_expression", "read_who"),
    "signatures": ("is_reserved", "reference_markdown"),
}

__all__ = [
    "children",
    "is_reserved",
    "mentions",
    "names_of",
    "needs",
    "read_deck",
    "read_deck_base",
    "read_domain",
    "read_domain_list",
    "read_expression",
    "read_head",
    "read_items",
    "read_target",
    "read_variable",
    "read_who",
    "reference_markdown",
    "uses_me",
    "uses_side",
    "walk",
]


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
