"""How much a rule file may say: every value of it is read, and checked, and may be told of."""

from __future__ import annotations

from trickcore.diagnostics.model import Diagnostics
from trickcore.source.nodes import Mapping, Node, Scalar

MOST_VALUES = 3_000  # texts, maps and lists of a game with all that it extends; games have some hundreds
MOST_CHARACTERS = 64_000  # of all texts together, keys included; games have some thousands
MOST_OVERLAYS = 100  # `contracts` and `when`; games have a few


def check_size(root: Mapping, found: Diagnostics) -> None:
    """A finding, at the largest section, for rules that say more than any game does."""
    sizes = {entry.key.text: _size(entry.value) for entry in root}
    for part, (most, what) in enumerate(((MOST_VALUES, "values"), (MOST_CHARACTERS, "characters in their texts"))):
        if sum(size[part] for size in sizes.values()) > most:
            largest = max(root, key=lambda entry: sizes[entry.key.text][part])
            message = f"these rules have more than {most:,} {what}, {sizes[largest.key.text][part]:,} of them here"
            found.error("too-large", message, largest.key.span, "games have far fewer")
            return
    for section in ("contracts", "when"):
        overlays, key = root.get(section), root.key(section)
        if key is not None and isinstance(overlays, Mapping) and len(overlays.entries) > MOST_OVERLAYS:
            message = (
                f"`{section}` changes laws in {len(overlays.entries):,} ways; at most {MOST_OVERLAYS} are possible"
            )
            found.error("too-large", message, key.span, "a law or a definition can tell many cases apart by itself")


def _size(node: Node) -> tuple[int, int]:
    """The number of values and of characters; the source has bounded both."""
    values, characters, waiting = 0, 0, [node]
    while waiting:
        values += 1
        one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += [entry.value for entry in one]
            characters += sum(len(entry.key.text) for entry in one)
        elif isinstance(one, Scalar):
            characters += len(one.text)
        else:
            waiting += one.items
    return values, characters
