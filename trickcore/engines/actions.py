"""From sets of legal items to action ids, fast: put together from ready-made pieces of eleven items.

Remembering whole lists was slower: a game meets so many different hands that the memory of them leaves the caches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from trickcore.program.model import Menu

PIECE = 11  # items

Legal = Callable[[list[Any]], tuple[int, ...]]
Lister = Callable[[int], tuple[int, ...]]


class Listing:
    """What lists the legal actions of a program's menus; made once for each menu and place."""

    def __init__(self, menus: Sequence[Menu]) -> None:
        self._menus = menus
        self._pieces: dict[int, dict[int, list[tuple[int, ...]]]] = {}
        self._made: dict[tuple[int, str], Callable[[Any], tuple[int, ...]]] = {}

    def of_mask(self, menu: int) -> Lister:
        """From a mask of legal items to action ids, lowest first.

        >>> from trickcore.program.model import Item
        >>> Listing([Menu("say", "?", 5, (Item("no", "no"), Item("yes", "yes")))]).of_mask(0)(0b10)
        (6,)
        """
        return self._get(menu, "s")

    def of_state(self, menu: int, place: int) -> Legal:
        """From a state to action ids, for a decision with one group, whose mask lies at the place."""
        return self._get(menu, f"s[{place}]")

    def pieces(self, menu: int) -> dict[int, list[tuple[int, ...]]]:
        """By the first item of each piece of a menu: for every mask of its items their ids."""
        if menu not in self._pieces:
            self._pieces[menu] = _pieces(self._menus[menu])
        return self._pieces[menu]

    def _get(self, menu: int, mask: str) -> Callable[[Any], tuple[int, ...]]:
        key = menu, mask
        if key not in self._made:
            space = {"__builtins__": {}, **{f"p{start}": ids for start, ids in self.pieces(menu).items()}}
            self._made[key] = eval(_source(len(self._menus[menu].items), mask), space)
        return self._made[key]


def _source(items: int, mask: str) -> str:
    """A function of `s`, made of numbers and names of our own only."""
    terms = [f"p{k}[{'m' if k else f'(m := {mask})'} >> {k} & {(1 << PIECE) - 1}]" for k in range(0, items, PIECE)]
    return f"lambda s: {' + '.join(terms)}"


def _pieces(menu: Menu) -> dict[int, list[tuple[int, ...]]]:
    pieces: dict[int, list[tuple[int, ...]]] = {}
    for start in range(0, len(menu.items), PIECE):
        lists: list[tuple[int, ...]] = [()]
        for item in range(start, min(start + PIECE, len(menu.items))):
            lists += [ids + (menu.offset + item,) for ids in lists]  # noqa: RUF005 - this is the faster way
        pieces[start] = lists
    return pieces


def several(groups: Sequence[tuple[int, Lister, int]]) -> Legal:
    """The legal actions of a decision with several groups: places of seat and mask, the menu's lister between."""

    def legal(state: list[Any]) -> tuple[int, ...]:
        found: tuple[int, ...] = ()
        for seat, ids, place in groups:
            if state[seat] >= 0 and state[place]:
                found += ids(state[place])
        return found

    return legal


def nothing(_state: list[Any]) -> tuple[int, ...]:
    """No action is legal when the match is over."""
    return ()


def too_late(_state: list[Any], action: int) -> None:
    """No action can be played when the match is over."""
    raise ValueError(f"the match is over: action {action} cannot be played")
