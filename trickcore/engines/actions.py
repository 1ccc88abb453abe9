"""From a set of legal items to the list of action ids, fast: stretches of 13 items are looked up and remembered."""

from __future__ import annotations

from trickcore.program.model import Menu

_STRETCH = 13


class _Part(dict[int, tuple[int, ...]]):
    """The ids of the items of one stretch, by mask; at most 2¹³ entries."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        super().__init__()

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(self.offset + e for e in range(mask.bit_length()) if mask >> e & 1)
        self[mask] = found
        return found


class Lister:
    """Lists the action ids of a menu.

    >>> from trickcore.program.model import Item
    >>> Lister(Menu("say", "?", 5, (Item("no", "no"), Item("yes", "yes"))))(0b10)
    [6]
    """

    def __init__(self, menu: Menu) -> None:
        starts = range(0, len(menu.items), _STRETCH)
        self._parts = tuple(((((1 << _STRETCH) - 1) << start), _Part(menu.offset)) for start in starts)

    def __call__(self, mask: int) -> list[int]:
        """The ids of the items in the mask, lowest first."""
        found: list[int] = []
        for stretch, part in self._parts:
            here = mask & stretch
            if here:
                found += part[here]
        return found
