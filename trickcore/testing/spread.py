"""The cases as they are written to one for each row of their tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.source.nodes import Mapping, Scalar, Sequence
from trickcore.testing.filling import Filling
from trickcore.testing.rows import Row, Rows, read_rows

MOST_ROWS = 1000  # of all tables of a file
MOST_NODES = 100_000  # values of all rows together, those that are the same in all rows and long texts too


@dataclass(frozen=True, slots=True)
class Written:
    """The text of one case; of a table, with the cells of one row."""

    node: Mapping
    row: Row | None


def spread(file: Mapping, found: Diagnostics) -> list[Written]:
    """All cases of a tree that the schema has accepted, in order; nothing of a table after a finding about it."""
    cases = file.get("cases")
    left, written = _Left(), list[Written]()
    for case in cases if isinstance(cases, Sequence) else ():
        if isinstance(case, Mapping):
            written += _one(case, left, found)
    return written


def _one(case: Mapping, left: _Left, found: Diagnostics) -> Iterator[Written]:
    table = case.get("table")
    rows = read_rows(table, found) if isinstance(table, Scalar) else None
    if isinstance(table, Scalar) and rows is None:
        return
    body = Mapping(tuple(entry for entry in case if entry.key.text != "table"), case.span)
    filling = Filling(body, rows, found)
    if not filling.check() or (rows and not left.enough(rows, filling.weight(), found)):
        return
    for row in rows.rows if rows else (None,):
        yield Written(filling.filled(row), row)


@dataclass(slots=True)
class _Left:
    """How much may still come of tables."""

    rows: int = MOST_ROWS
    nodes: int = MOST_NODES

    def enough(self, table: Rows, weight: int, found: Diagnostics) -> bool:
        """Whether the rows of a table, each so much work, are not too many, which is said where they are."""
        for row in table.rows:
            self.rows -= 1
            self.nodes -= weight
            if self.rows < 0 or self.nodes < 0:
                self._too_many(row.span, found)
                return False
        return True

    def _too_many(self, span: Span, found: Diagnostics) -> None:
        what = f"{MOST_ROWS:,} rows" if self.rows < 0 else f"{MOST_NODES:,} values in all rows together"
        found.error("too-many-rows", f"the tables of this file have more than {what}", span, "make it several files")
