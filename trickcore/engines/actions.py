"""From sets of legal items to action ids, fast: short lists are remembered, long ones put together from pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from trickcore.program.model import Menu

_PIECE = 13  # items
_REMEMBERED = 16_384  # lists of a menu
_SHORT = 6  # actions of a list that is worth remembering

Legal = Callable[[list[Any]], tuple[int, ...]]


class _Piece(dict[int, tuple[int, ...]]):
    """The ids of the items of one piece of a menu, by mask; at most 2¹³ entries."""

    def __init__(self, first: int) -> None:
        self.first = first
        super().__init__()

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(self.first + e for e in range(mask.bit_length()) if mask >> e & 1)
        self[mask] = found
        return found


class Lister:
    """Lists the action ids of a menu.

    >>> from trickcore.program.model import Item
    >>> Lister(Menu("say", "?", 5, (Item("no", "no"), Item("yes", "yes"))))(0b10)
    (6,)

    `together` makes the tuple anew, `remembered` has short ones by mask.
    """

    def __init__(self, menu: Menu) -> None:
        starts = range(0, len(menu.items), _PIECE)
        pieces: dict[str, Any] = {f"p{start}": _Piece(menu.offset + start) for start in starts}
        terms = [f"p{start}[m >> {start} & {(1 << _PIECE) - 1}]" for start in starts]
        # Written out, since a loop over the pieces takes twice as long; the text is made of numbers only.
        self.together: Callable[[int], tuple[int, ...]] = eval(
            f"lambda m: {' + '.join(terms)}", {"__builtins__": {}, **pieces}
        )
        self.remembered: dict[int, tuple[int, ...]] = {}

    def __call__(self, mask: int) -> tuple[int, ...]:
        """The ids of the items in the mask, lowest first."""
        ids = self.together(mask)
        if len(ids) <= _SHORT and len(self.remembered) < _REMEMBERED:
            self.remembered[mask] = ids
        return ids


def single(lister: Lister, place: int) -> Legal:
    """The legal actions of a decision with one group, whose mask lies at the place."""
    remembered, together = lister.remembered, lister.together
    known = remembered.get

    def legal(state: list[Any]) -> tuple[int, ...]:
        mask = state[place]
        found = known(mask)
        if found is None:
            found = together(mask)
            if len(found) <= _SHORT and len(remembered) < _REMEMBERED:
                remembered[mask] = found
        return found

    return legal


def several(groups: Sequence[tuple[int, Lister, int]]) -> Legal:
    """The legal actions of a decision with several groups: places of seat and mask, the menu's lister between."""

    def legal(state: list[Any]) -> tuple[int, ...]:
        found: tuple[int, ...] = ()
        for seat, lister, place in groups:
            if state[seat] >= 0 and state[place]:
                found += lister(state[place])
        return found

    return legal


def nothing(_state: list[Any]) -> tuple[int, ...]:
    """No action is legal when the match is over."""
    return ()


def too_late(_state: list[Any], action: int) -> None:
    """No action can be played when the match is over."""
    raise ValueError(f"the match is over: action {action} cannot be played")
