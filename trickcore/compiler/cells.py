"""What the card laws depend on: each combination of values is a row of their tables, and a slot holds its number."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trickcore.compiler.known import Env, Known
from trickcore.compiler.laws import CancellingError, Row, denominator, make_row
from trickcore.compiler.layers import CARD_LAWS
from trickcore.compiler.limits import fits
from trickcore.compiler.lookups import means_copies
from trickcore.compiler.melds import Universe
from trickcore.compiler.static import Static
from trickcore.compiler.unit import RefusedError, Unit
from trickcore.diagnostics.model import Diagnostics
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.queries import children
from trickcore.language.types import Kind
from trickcore.program.model import Role, Slot, SlotKind

ROW_LIMIT = 4096
#: Words that the laws' own rows answer.
_LAW_WORDS = ("trumps", "any", "suits", "ranks", "seats", "players", "none")


@dataclass(frozen=True, slots=True)
class Cell:
    """An expression with few values that the card laws read. `size`: of its domain; none is one value more.

    `copies`: where the value is a kind of card, for each card all that are like it.
    """

    key: str
    expr: Expr
    size: int
    copies: tuple[int, ...] = ()

    def values(self) -> list[Known]:
        """All values, in the order of their numbers."""
        if self.expr.type.kind is Kind.FLAG:
            return [False, True]
        return [0, *(self.copies or (1 << i for i in range(self.size)))]


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
    finder = _Finder(unit)
    for law in CARD_LAWS:
        for condition, layer in unit.layers.stack:
            text = getattr(layer, law)
            if text is not None:
                if condition is not None:
                    finder.read(condition, law)
                for expr in _expressions(text):
                    finder.read(expr, law)
    for rule in unit.setting.rules.melds.values():
        for part in (rule.worth, rule.cards):
            if part is not None:
                finder.read(part, "melds")
    cells = list(finder.cells.values())
    count = 1
    for cell in cells:
        count *= len(cell.values())
    if count > ROW_LIMIT:
        raise unit.refuse(cells[-1].expr.span, f"a law of cards that depends on {count} states")
    return _rows(unit, cells)


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


def _rows(unit: Unit, cells: list[Cell]) -> Laws:
    rows: list[Row] = []
    numbers: list[int] = []
    index: dict[tuple[object, ...], int] = {}
    unit.melds = Universe(unit)
    for values in itertools.product(*(cell.values() for cell in cells)):
        env = Env(cells={cell.key: value for cell, value in zip(cells, values, strict=True)})
        found = Diagnostics()
        try:
            row = make_row(unit.static, env, found)
        except CancellingError as error:
            raise unit.refuse(error.line.span, "`cancel`") from None
        row.melds = unit.melds.of_row(row, env)
        # a state with something unset never meets a trick, so its gaps are nobody's
        if all(value != 0 or cell.expr.type.kind is Kind.FLAG for cell, value in zip(cells, values, strict=True)):
            for finding in found:
                unit.found.add(finding)
        key = row.key()
        if key not in index:
            index[key] = len(rows)
            rows.append(row)
        numbers.append(index[key])
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


class _Finder:
    """Collects the smallest finite parts that the laws' values come from."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.static: Static = unit.static
        self.cells: dict[str, Cell] = {}
        self._done: set[str] = set()

    def read(self, expr: Expr, law: str) -> None:
        """Note the cells of a law; a law that cannot be tabulated is refused."""
        if not self._collect(expr):
            raise self.unit.refuse(expr.span, f"a `{law}` law that reads more of the state than a few values")

    def _collect(self, expr: Expr) -> bool:
        key = self.static.key(expr)
        if key in self._done or key in self.cells:
            return True
        before = dict(self.cells)
        if self._leaf(expr) or self._inside(expr):
            self._done.add(key)
            return True
        self.cells = before
        size = self._finite(expr)
        if size is None or self._reads_play(expr):
            return False
        self.cells[key] = Cell(key, expr, size)
        return True

    def _leaf(self, expr: Expr) -> bool:
        """Literals, and names with a value that the laws themselves or the setting give."""
        if isinstance(expr, core.Get) and expr.home is Home.WORD:
            return expr.name in _LAW_WORDS
        if isinstance(expr, core.Get) and expr.home in (Home.OPTION, Home.SEAT, Home.LOCAL):
            return True
        if isinstance(expr, core.Get) and expr.home in (Home.STATE, Home.CHOICE) and expr.owner is None:
            size = self._finite(expr)
            if size is not None:
                copies = self.unit.setting.deck.copies() if means_copies(self.unit.setting, expr) else ()
                self.cells[self.static.key(expr)] = Cell(self.static.key(expr), expr, size, copies)
            return size is not None
        return False

    def _inside(self, expr: Expr) -> bool:
        if isinstance(expr, core.Get | core.Call) and expr.home is Home.DEFINITION:
            texts = self.static.layers.definition(expr.name)
            parts = [part for condition, text in texts for part in (condition, text.body) if part is not None]
            return expr.owner is None and all(self._collect(part) for part in (*parts, *children(expr)))
        if isinstance(expr, core.Get):
            return False
        if isinstance(expr, core.Call) and expr.home is Home.FUNCTION and expr.name in _STATEFUL:
            return False
        return all(self._collect(part) for part in children(expr))

    def _reads_play(self, expr: Expr) -> bool:
        """Whether the value changes with every card: the row is computed between tricks and after steps only."""
        if isinstance(expr, core.Get) and expr.home is Home.WORD and expr.name in _IN_TRICK:
            return True
        parts: list[Expr] = list(children(expr))
        if isinstance(expr, core.Get | core.Call) and expr.home is Home.DEFINITION:
            texts = self.static.layers.definition(expr.name)
            parts += [part for condition, text in texts for part in (condition, text.body) if part is not None]
        return any(self._reads_play(part) for part in parts)

    def _finite(self, expr: Expr) -> int | None:
        """The size of a domain that a row can be made for each value of."""
        type_ = expr.type
        if type_.kind is Kind.FLAG:
            return 2
        if type_.many or type_.kind in (Kind.NUMBER, Kind.MELD):
            return None
        return self.unit.setting.size(type_)


#: Words whose value may change while a trick is played.
_IN_TRICK = frozenset(
    [
        "hand",
        "played",
        "trick",
        "led",
        "lead_card",
        "best",
        "usual",
        "winning",
        "beating",
        "leading",
        "round",
        "last_trick",
        "me",
        "us",
        "them",
    ]
)
#: Functions whose result is not a matter of their arguments and the card laws alone.
_STATEFUL = frozenset(
    ("holder", "player", "taker", "trick_of", "winner_of", "first", "last", "place", "side", "partner")
)


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
