"""YAML text to nodes with spans."""

from trickcore.source.nodes import Entry, Locator, Mapping, Node, Scalar, Sequence
from trickcore.source.reader import read_file, read_text

__all__ = ["Entry", "Locator", "Mapping", "Node", "Scalar", "Sequence", "read_file", "read_text"]
