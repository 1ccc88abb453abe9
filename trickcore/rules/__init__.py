"""Rule files: nodes to checked rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickcore.rules.reader import read_rules

__all__ = ["read_rules"]


def __getattr__(name: str) -> Any:
    if name == "read_rules":
        from trickcore.rules.reader import read_rules

        return read_rules
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
