"""The table of a case: names of columns, and rows of cells with `|` between them, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.diagnostics.words import many, quote
from trickcore.source.nodes import Scalar

NAME = r"[A-Za-z][A-Za-z0-9_]*"
ROW = "row"  # the column that names the rows
_LONGEST = 80  # characters of the name of a row
_LINE = re.compile(r"[^\n]+")
_NAMED = re.compile(rf"\${NAME}")


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `name`: what its column `row` says, else its number, from 1."""

    name: str
    cells: dict[str, Scalar]
    span: Span


@dataclass(frozen=True, slots=True)
class Rows:
    """A whole table. `columns`: their names, in order."""

    columns: tuple[Scalar, ...]
    rows: tuple[Row, ...]


def read_rows(table: Scalar, found: Diagnostics) -> Rows | None:
    """The rows of a table; None after a finding. Empty lines and lines that begin with `#` are no rows.

    >>> from trickcore.source.reader import read_text
    >>> found = Diagnostics()
    >>> rows = read_rows(read_text('"lead | legal\\\\n5♦ | 2♦ Q♦"', "x", found), found)
    >>> [(row.name, {name: cell.text for name, cell in row.cells.items()}) for row in rows.rows]
    [('1', {'lead': '5♦', 'legal': '2♦ Q♦'})]
    """
    return _Reader(table, found).rows()


@dataclass(slots=True)
class _Reader:
    table: Scalar
    found: Diagnostics
    names: dict[str, Span] = field(default_factory=dict)
    wrong: bool = False

    def rows(self) -> Rows | None:
        lines = list(self._lines())
        columns = self._columns(lines[0]) if lines else []
        if len(lines) < 2:
            self._error("bad-table", "this table has no rows", self.table.span, "below the names of the columns")
        rows = [] if self.wrong else [self._row(columns, cells, k) for k, cells in enumerate(lines[1:], 1)]
        return None if self.wrong else Rows(tuple(columns), tuple(rows))

    def _lines(self) -> Iterator[list[Scalar]]:
        for line in _LINE.finditer(self.table.text):
            text = line[0].strip()
            if text and not text.startswith("#"):
                yield list(self._cells(line.start(), line.end()))

    def _cells(self, at: int, end: int) -> Iterator[Scalar]:
        while at <= end:
            bar = self.table.text.find("|", at, end)
            stop = end if bar < 0 else bar
            yield self.table.part(at, stop)
            at = stop + 1

    def _columns(self, line: list[Scalar]) -> list[Scalar]:
        first: dict[str, Scalar] = {}
        for name in line:
            if not re.fullmatch(NAME, name.text):
                hint = "a name of letters, digits and _; bars stand between columns, none at the ends"
                self._error("bad-table", f"{quote(name.text)} is no name of a column", name.span, hint)
            elif first.setdefault(name.text, name) is not name:
                at = (Related(first[name.text].span, "the first one"),)
                self._error("bad-table", f"two columns are named {quote(name.text)}", name.span, "", at)
        return line

    def _row(self, columns: list[Scalar], cells: list[Scalar], number: int) -> Row:
        span = cells[0].span.to(cells[-1].span)
        if len(cells) != len(columns):
            message = f"this row has {many(len(cells), 'cell')}, the table {many(len(columns), 'column')}"
            self._error("bad-table", message, span, "a cell that says nothing is empty between its bars")
        for cell in cells:
            if mark := _NAMED.search(cell.text):
                hint = "write in the case what all rows share"
                self._error("bad-table", f"a cell stands for itself: {quote(mark[0])} is not filled", cell.span, hint)
        named = dict(zip((column.text for column in columns), cells, strict=False))
        return Row(self._name(named.get(ROW), number, span), named, span)

    def _name(self, cell: Scalar | None, number: int, span: Span) -> str:
        name = cell.text if cell and cell.text else str(number)
        if len(name) > _LONGEST or not name.isprintable():
            self._error(
                "bad-table", f"the name of a row has at most {_LONGEST} characters, all of them to be seen", span
            )
        if name in self.names:
            at = (Related(self.names[name], "the first one"),)
            self._error("duplicate-id", f"two rows are named {quote(name)}", cell.span if cell else span, "", at)
        self.names.setdefault(name, span)
        return name

    def _error(self, code: str, message: str, span: Span, hint: str = "", related: tuple[Related, ...] = ()) -> None:
        self.wrong = True
        self.found.error(code, message, span, hint, related)
