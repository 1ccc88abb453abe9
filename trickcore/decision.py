"""What is to be decided now, and the legal actions as a set that costs nothing until it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from trickcore.actions import Action, ActionTable
from trickcore.errors import ActionError

_WIDTH = 14  # bits of a mask that one look-up turns into ids
_CHUNK = (1 << _WIDTH) - 1

Ids = tuple[int, ...]


def id_reader(offset: int, size: int) -> Callable[[int], Ids]:
    """A function from a mask over a menu of `size` items to the ids of its actions, in order.

    It looks chunks of the mask up in tables that are filled as chunks are met: three times as fast as going through
    the bits, for 8 MB at the very most.

    >>> id_reader(100, 20)(0b1000000000000010001)
    (100, 104, 118)
    """
    count = max(1, -(-size // _WIDTH))
    tables: list[list[Any]] = [[None] * (1 << _WIDTH) for _ in range(min(count, 4))]

    def fill(mask: int) -> None:
        for k, table in enumerate(tables):
            bits = mask >> _WIDTH * k & _CHUNK
            table[bits] = _ids(offset + _WIDTH * k, bits)

    if count == 1:
        return _single(tables[0], fill)
    return _several(tables, fill) if count <= 4 else partial(_ids, offset)


def _ids(offset: int, bits: int) -> Ids:
    return tuple([offset + i for i in range(bits.bit_length()) if bits >> i & 1])


def _single(table: list[Any], fill: Callable[[int], None]) -> Callable[[int], Ids]:
    def read(mask: int) -> Ids:
        ids: Ids | None = table[mask]
        if ids is None:
            fill(mask)
            return table[mask]  # type: ignore[no-any-return]
        return ids

    return read


def _several(tables: list[list[Any]], fill: Callable[[int], None]) -> Callable[[int], Ids]:
    a, b, c, d = (*tables, *([()],) * (4 - len(tables)))

    def read(mask: int) -> Ids:
        try:
            return a[mask & 16383] + b[mask >> 14 & 16383] + c[mask >> 28 & 16383] + d[mask >> 42]  # type: ignore[no-any-return]
        except TypeError:  # a chunk that was not met before
            fill(mask)
            return read(mask)

    return read


@dataclass(frozen=True, slots=True, eq=False)
class LegalActions(Set[Action]):
    """The legal actions of a decision: iterates `Action` values in order of id, and answers `in` for an `Action`, an
    id, or a text in any form that the game reads. `ids` is the fast form for programs.

    >>> import trickcore
    >>> legal = trickcore.load("two-ten-jack").start(seed=7).decision.legal
    >>> len(legal) == len(legal.ids) >= 6
    True
    >>> all(a in legal and a.text in legal and a.id in legal for a in legal)
    True
    """

    ids: tuple[int, ...]
    _table: ActionTable

    def __iter__(self) -> Iterator[Action]:
        actions = self._table.actions
        return (actions[i] for i in self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Action):
            return action.id in self.ids and self._table.actions[action.id] == action
        if isinstance(action, str):
            try:
                return self._table.read(action, self.ids.__contains__).id in self.ids
            except ActionError:
                return False
        return action in self.ids

    def __eq__(self, other: object) -> bool:
        return Set.__eq__(self, other)

    def __hash__(self) -> int:
        return self._hash()

    @classmethod
    def _from_iterable(cls, it: Any) -> frozenset[Action]:  # type: ignore[override]
        # The intersection, union, … of legal actions is an ordinary frozenset.
        return frozenset(it)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the actions, in order of id."""
        return tuple(a.text for a in self)

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(self.texts)}>"


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that one seat has to make, or (`optional`) may make out of turn.

    `kind` names the menu ("play", "bid", …) and `prompt` says it in words; where a seat may pick from several menus,
    they are those of the first, and `legal` holds the actions of all.
    """

    seat: int
    kind: str
    prompt: str
    legal: LegalActions
    optional: bool = False

    def to_json(self) -> dict[str, object]:
        """The decision as JSON data, actions as texts."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "prompt": self.prompt,
            "optional": self.optional,
            "legal": list(self.legal.texts),
        }
