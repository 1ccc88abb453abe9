"""Reading nodes whose shape the schema has checked already: what does not fit is left out, and told only once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trickcore.diagnostics.model import Diagnostics
from trickcore.records import dataclass
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence

NAME = re.compile(r"[a-z][a-z0-9_]*")
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_KINDS: dict[type, str] = {Scalar: "a text", Mapping: "a map", Sequence: "a list"}


@dataclass(frozen=True, slots=True)
class Shape:
    """Accessors that never fail. They report what the schema should have refused, unless it did refuse something."""

    found: Diagnostics
    quiet: bool  # the schema stage reported errors; do not report their consequences

    def wrong(self, node: Node, wanted: str) -> None:
        """Note a node of the wrong shape."""
        if not self.quiet:
            self.found.error("wrong-shape", f"{wanted} is wanted here, found {_KINDS[type(node)]}", node.span)

    def mapping(self, node: Node | None) -> Mapping | None:
        """The node if it is a map."""
        if node is None or isinstance(node, Mapping):
            return node
        self.wrong(node, "a map")
        return None

    def entries(self, node: Node | None) -> Iterator[Entry]:
        """The entries of a map; nothing for anything else."""
        found = self.mapping(node)
        if found is not None:
            yield from found

    def items(self, node: Node | None) -> tuple[Node, ...]:
        """The items of a list; a single node stands for a list of one."""
        if node is None:
            return ()
        return node.items if isinstance(node, Sequence) else (node,)

    def text(self, node: Node | None) -> Scalar | None:
        """The node if it is a scalar."""
        if node is None or isinstance(node, Scalar):
            return node
        self.wrong(node, "a text")
        return None

    def words(self, node: Node | None) -> str:
        """The text of a scalar, or empty."""
        found = self.text(node)
        return found.text if found is not None else ""

    def integer(self, node: Node | None) -> int | None:
        """A whole number written out."""
        found = self.text(node)
        if found is None:
            return None
        if _INTEGER.fullmatch(found.text):
            return int(found.text)
        if not self.quiet:
            self.found.error("wrong-value", f"a whole number is wanted, found `{short(found.text)}`", found.span)
        return None

    def flag(self, node: Node | None, default: bool = False) -> bool:
        """`true` or `false`."""
        found = self.text(node)
        if found is None:
            return default
        if found.text in ("true", "false"):
            return found.text == "true"
        if not self.quiet:
            message = f"`true` or `false` is wanted, found `{short(found.text)}`"
            self.found.error("wrong-value", message, found.span, "write the words out; yes, no, on and off are texts")
        return default

    def one_of(self, node: Node | None, allowed: tuple[str, ...]) -> str:
        """One of some words; the first is the default."""
        found = self.text(node)
        if found is None or found.text in allowed:
            return found.text if found is not None else allowed[0]
        if not self.quiet:
            hint = "allowed are " + ", ".join(f"`{word}`" for word in allowed)
            self.found.error("wrong-value", f"`{short(found.text)}` is not possible here", found.span, hint)
        return allowed[0]


def short(text: str, length: int = 40) -> str:
    """A text for a message, cut when long: messages never dump the document."""
    flat = " ".join(text.split())
    return flat if len(flat) <= length else flat[: length - 1] + "…"


def same(one: Node, other: Node) -> bool:
    """Whether two nodes say the same, wherever they stand. Depth is bounded by the source's limit."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.text == other.text
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        pairs = zip(one.entries, other.entries, strict=False)
        return len(one.entries) == len(other.entries) and all(
            a.key.text == b.key.text and same(a.value, b.value) for a, b in pairs
        )
    return False
