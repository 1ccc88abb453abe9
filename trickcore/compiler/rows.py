"""The rows of the card laws: one for each combination of what they depend on, made once for all that agree."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from trickcore.compiler.finite import Cell
from trickcore.compiler.known import Env, Known
from trickcore.compiler.laws import Row, make_row
from trickcore.compiler.layers import CARD_LAWS
from trickcore.compiler.limits import too_large
from trickcore.compiler.melds import Universe
from trickcore.compiler.unit import Unit
from trickcore.diagnostics.model import Diagnostics
from trickcore.language.core import Expr
from trickcore.language.types import Kind

WORK_LIMIT = 60_000  # cards of all rows that are made

_Key = tuple[object, ...]


def make_rows(unit: Unit, cells: Sequence[Cell], inner: Sequence[Cell]) -> tuple[list[Row], list[int]]:
    """The different rows, and for each combination of the cells' values the number of its row.

    `inner`: the cells that the texts of the laws read; the others only decide which texts hold.
    """
    maker = _Rows(unit, frozenset(cell.key for cell in inner))
    unit.melds = maker.melds
    for values in itertools.product(*(cell.values() for cell in cells)):
        maker.add(cells, values)
    return maker.rows, maker.numbers


@dataclass(slots=True)
class _Rows:
    unit: Unit
    inner: frozenset[str]
    melds: Universe = field(init=False)
    conditions: list[tuple[Expr, tuple[str, ...]]] = field(init=False)
    rows: list[Row] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    _index: dict[_Key, int] = field(default_factory=dict)
    _made: dict[_Key, tuple[int, Diagnostics]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.melds = Universe(self.unit)
        speaking = [
            (condition, tuple(law for law in CARD_LAWS if getattr(layer, law) is not None))
            for condition, layer in self.unit.layers.stack
            if condition is not None
        ]
        self.conditions = [(condition, laws) for condition, laws in speaking if laws]

    def add(self, cells: Sequence[Cell], values: Sequence[Known]) -> None:
        """The row of one more combination of values."""
        env = Env(cells={cell.key: value for cell, value in zip(cells, values, strict=True)})
        read = tuple(value for cell, value in zip(cells, values, strict=True) if cell.key in self.inner)
        key = (self._holding(env), read)
        if key not in self._made:
            self._count(cells)
            self._made[key] = self._make(env)
        number, found = self._made[key]
        self.numbers.append(number)
        # a state with something unset never meets a trick, so its gaps are nobody's
        if len(found) and all(v != 0 or c.expr.type.kind is Kind.FLAG for c, v in zip(cells, values, strict=True)):
            for finding in found:
                self.unit.found.add(finding)
            self._made[key] = (number, Diagnostics())

    def _holding(self, env: Env) -> _Key:
        """Which overlays speak in this state; of a law that one of them says alone, only the last one that does."""
        printed, static = replace(env, printed=True), self.unit.static
        holding: list[int] = []
        said: set[str] = set()
        for number, (condition, laws) in enumerate(self.conditions):
            if said.issuperset(laws) or not static.value(condition, printed):
                continue
            holding.append(number)
            said.update(law for law in laws if law not in _JOINED)
        return tuple(holding)

    def _count(self, cells: Sequence[Cell]) -> None:
        cards = len(self.unit.setting.deck.cards)
        if (len(self._made) + 1) * cards > WORK_LIMIT:
            hint = "let the laws of cards depend on fewer values, or use fewer cards"
            what = f"the laws of {cards} cards are different in more than {WORK_LIMIT // cards} states"
            raise too_large(what, hint, cells[-1].expr.span)

    def _make(self, env: Env) -> tuple[int, Diagnostics]:
        found = Diagnostics()
        row = make_row(self.unit.static, env, found)
        row.melds = self.melds.of_row(row, env)
        key = row.key()
        if key not in self._index:
            self._index[key] = len(self.rows)
            self.rows.append(row)
        return self._index[key], found


#: Laws whose overlays are laid over each other line by line.
_JOINED = ("order", "values")
