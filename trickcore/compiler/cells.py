"""What the card laws depend on: each combination of values is a row of their tables, and a slot holds its number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trickcore.compiler.finite import Cell, Finder
from trickcore.compiler.laws import Row, denominator
from trickcore.compiler.layers import CARD_LAWS
from trickcore.compiler.limits import fits
from trickcore.compiler.rows import make_rows
from trickcore.compiler.unit import RefusedError, Unit
from trickcore.language.core import Expr
from trickcore.language.types import Kind
from trickcore.program.model import Role, Slot, SlotKind


@dataclass(slots=True)
class Laws:
    """Rows of the card laws, the cells that choose among them, and the slot with the number of the row in force."""

    unit: Unit
    rows: list[Row]
    cells: list[Cell]
    numbers: list[int]  # combination of cell values → row
    slot: int = -1  # −1: there is one row

    def row_slot(self) -> int:
        """A slot with the number of the row in force."""
        return self.slot if self.slot >= 0 else self.unit.code.const_int(0)

    def index(self, width: int, slot: int) -> int:
        """A slot with row * width + the given number, which must not be −1 where there are several rows."""
        if self.slot < 0:
            return slot
        code = self.unit.code
        start = code.get("mul", self.slot, code.const_int(width))
        return code.get("add", start, slot)

    def sets(self, name: str, column: Callable[[Row], Iterable[int]]) -> int:
        """A table of sets with a stretch for each row."""
        return self.unit.code.set_table([x for row in self.rows for x in column(row)], name=name)

    def numbers_table(self, name: str, column: Callable[[Row], Iterable[int]], width: int, absent: int = 0) -> int:
        """A table of numbers with a stretch for each row."""
        values = [x for row in self.rows for x in column(row)]
        return self.unit.code.int_table(values, row=width, absent=absent, name=name)

    def set_of_row(self, name: str, column: Callable[[Row], int]) -> tuple[bool, int]:
        """A set that depends on the row only: (known, its mask) or (not known, a slot)."""
        masks = [column(row) for row in self.rows]
        if len(set(masks)) == 1:
            return True, masks[0]
        code = self.unit.code
        table = code.set_table(masks, name=name)
        return False, code.get_set("look_set", table, self.slot, universe=len(self.unit.setting.deck.cards))


def find_laws(unit: Unit) -> Laws:
    """Read the card laws: their cells, and a row for each combination of values."""
    cells = _cells(unit)
    rows, numbers = make_rows(unit, cells, _cells(unit, conditions=False))
    _check_values(unit, rows)
    unit.name_melds()
    laws = Laws(unit, rows, cells, numbers)
    if len(rows) == 1:
        laws.cells = []
        unit.static.laws = rows[0]
    else:
        slot = Slot("law_row", SlotKind.INT, Role.SAVED, 0, len(rows) - 1, 1, numbers[0])
        laws.slot = unit.code.slot(slot)
    return laws


def _cells(unit: Unit, *, conditions: bool = True) -> list[Cell]:
    """The cells of all texts of the card laws, and of the conditions of the overlays that they stand in."""
    finder = Finder(unit)
    for law in CARD_LAWS:
        for condition, layer in unit.layers.stack:
            text = getattr(layer, law)
            if text is not None:
                if condition is not None and conditions:
                    finder.read(condition, law)
                for expr in _expressions(text):
                    finder.read(expr, law)
    for rule in unit.setting.rules.melds.values():
        for part in (rule.worth, rule.cards):
            if part is not None:
                finder.read(part, "melds")
    return list(finder.cells.values())


def _expressions(text: object) -> list[Expr]:
    if isinstance(text, Expr):
        return [text]
    found: list[Expr] = []
    for line in text if isinstance(text, tuple) else ():
        for name in ("cards", "suits", "which", "value"):
            part = getattr(line, name, None)
            if isinstance(part, Expr):
                found.append(part)
        found += [item.value for item in getattr(line, "items", ()) if item.value is not None]
    return found


def _check_values(unit: Unit, rows: Sequence[Row]) -> None:
    """Values are kept as whole numbers of their common denominator."""
    scale = denominator(rows)
    wide = next((value for row in rows for value in row.values if not fits(value * scale)), None)
    if wide is None:
        return
    lines = [line for _, layer in unit.layers.stack for line in layer.values or ()]
    same = [line for line in lines if unit.static.known(line.value, unit.env) == wide]
    message = f"the values of cards are kept as parts of {scale}, and {wide} is then too large a number"
    unit.found.error("out-of-range", message, (same or lines)[0].value.span, "use fractions with smaller denominators")
    raise RefusedError


def refresh_row(unit: Unit, number_of: Callable[[Expr], int]) -> None:
    """Compute the row in force. `number_of` lowers a cell to a slot with its number (−1: none; flags 0 or 1)."""
    laws, code = unit.laws, unit.code
    total = -1
    for cell in laws.cells:
        number = number_of(cell.expr)
        if cell.expr.type.kind is not Kind.FLAG:
            number = code.get("add", number, code.const_int(1))
        if total < 0:
            total = number
        else:
            total = code.get("add", code.get("mul", total, code.const_int(len(cell.values()))), number)
    if laws.numbers != list(range(len(laws.numbers))):
        total = code.get("look", code.int_table(laws.numbers, name="law_rows"), total)
    code.move(laws.slot, total)


def cell_reads(laws: Laws) -> Sequence[Expr]:
    """The expressions that the row is made of."""
    return [cell.expr for cell in laws.cells]


__all__ = ["Cell", "Laws", "RefusedError", "cell_reads", "find_laws", "refresh_row"]
