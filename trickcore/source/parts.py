"""A node with what is known of it while the document is being built."""

from __future__ import annotations

from dataclasses import dataclass

from trickcore.source.nodes import Node


@dataclass(slots=True)
class Part:
    """A node with its offsets in the text, and how much it adds wherever it is repeated."""

    node: Node
    start: int
    end: int
    nodes: int = 1
    chars: int = 0
    height: int = 0
