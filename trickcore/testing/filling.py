"""The cells of a row put into the text of a case, where `$column` stands; each keeps its place in the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.diagnostics.words import did_you_mean, quote
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from trickcore.testing.rows import NAME, ROW, Row, Rows

_ABOUT = {"refused": "play", "view": "seat"}  # steps that say nothing without this part
_MARK = re.compile(rf"\$(?:\$|({NAME}))")  # `$$` is a dollar sign


_LONG = 64  # characters of a cell that are as much work as a value


class Cell(Scalar):
    """A scalar that is a cell of a table, as it stands there."""

    __slots__ = ()


class Joined(Scalar):
    """A scalar of a text of the case with cells in it."""

    __slots__ = ()


def cells(node: Node) -> Iterator[Scalar]:
    """The scalars of a node that come from a table, or partly so."""
    if isinstance(node, Cell | Joined):
        yield node
    elif not isinstance(node, Scalar):
        for part in node:
            yield from (*cells(part.key), *cells(part.value)) if isinstance(part, Entry) else cells(part)


@dataclass(slots=True)
class Filling:
    """What is known of the text of a case: which parts of it have columns in them, and which columns it names.

    Parts without columns are the same nodes in all rows.
    """

    case: Mapping
    table: Rows | None
    found: Diagnostics
    _marked: dict[Node, bool] = field(default_factory=dict)
    _named: set[str] = field(default_factory=set)
    wrong: bool = False

    def weight(self) -> int:
        """How much work a row of the table is at most: its values, and the texts that are put into them."""
        cells = (cell for row in self.table.rows for cell in row.cells.values()) if self.table else ()
        return _weight(self.case, 1 + max((len(cell.text) for cell in cells), default=0) // _LONG)

    def _error(self, code: str, message: str, span: Span, hint: str) -> None:
        self.wrong = True
        self.found.error(code, message, span, hint)

    def check(self) -> bool:
        """Whether all columns exist and are used, which is said where it is not so."""
        self._look(self.case)
        for column in self.table.columns if self.table else ():
            if column.text not in self._named and column.text != ROW:
                message = f"nothing in this case stands for the column {quote(column.text)}"
                hint = f"write `${column.text}` where its cells belong"
                self._error("unused-column", message, column.span, hint)
        return not self.wrong

    def filled(self, row: Row | None) -> Mapping:
        """The case of a row. What an empty cell stands for alone is left out, and so is what has nothing left in it."""
        if not self._marked.get(self.case):
            return self.case
        cells = {name: Cell(c.text, c.span, True, c.locate) for name, c in row.cells.items()} if row else {}
        filled = _Filler(self._marked, cells, self.found).fill(self.case)
        return filled if isinstance(filled, Mapping) else Mapping((), self.case.span)

    def _look(self, node: Node) -> bool:
        known = self._marked.get(node)
        if known is None:
            known = self._marked[node] = self._names(node) if isinstance(node, Scalar) else self._inside(node)
        return known

    def _inside(self, node: Mapping | Sequence) -> bool:
        """Each part is looked at, whatever was found in those before it."""
        parts = [(part.key, part.value) if isinstance(part, Entry) else (part,) for part in node]
        return True in [self._look(part) for some in parts for part in some]

    def _names(self, scalar: Scalar) -> bool:
        marks = list(_MARK.finditer(scalar.text)) if "$" in scalar.text else []
        names = [column.text for column in self.table.columns] if self.table else []
        for mark in marks:
            if mark[1] and mark[1] not in names:
                message = f"there is no column {quote(mark[1])}"
                hint = did_you_mean(mark[1], names, "the columns are") if names else "this case has no table"
                hint += "; a dollar sign is written $$"
                self._error("unknown-column", message, scalar.locate(*mark.span()), hint)
        self._named.update(mark[1] for mark in marks if mark[1])
        return bool(marks)


def _weight(node: Node, cell: int) -> int:
    """The number of values in a node, each place counted that an alias repeats, with `cell` more for each mark."""
    if isinstance(node, Scalar):
        return 1 + cell * node.text.count("$")
    parts = [(part.key, part.value) if isinstance(part, Entry) else (part,) for part in node]
    return 1 + sum(_weight(part, cell) for some in parts for part in some)


@dataclass(slots=True)
class _Filler:
    """Fills one row; a node that stands in several places is filled once."""

    marked: Map[Node, bool]
    cells: Map[str, Cell]
    found: Diagnostics
    done: dict[Node, Node | None] = field(default_factory=dict)

    def fill(self, node: Node) -> Node | None:
        if not self.marked.get(node):
            return node
        if node not in self.done:
            if isinstance(node, Scalar):
                self.done[node] = self._scalar(node)
            elif isinstance(node, Sequence):
                items = tuple(item for old in node if (item := self.fill(old)) is not None)
                self.done[node] = Sequence(items, node.span) if items else None
            else:
                entries = tuple(self._entries(node))
                self.done[node] = Mapping(entries, node.span) if entries else None
        return self.done[node]

    def _entries(self, node: Mapping) -> Iterator[Entry]:
        first: dict[str, Scalar] = {}
        for entry in node:
            key, value = self.fill(entry.key), self.fill(entry.value)
            if not isinstance(key, Scalar) or value is None or self._says_nothing(entry, value):
                continue
            if first.setdefault(key.text, key) is key:
                yield Entry(key, value)
            else:
                at = (Related(first[key.text].span, "the first one"),)
                self.found.error("duplicate-key", f"the key {quote(key.text)} stands here twice", key.span, "", at)

    def _says_nothing(self, entry: Entry, value: Node) -> bool:
        """Whether a step has lost what it is about."""
        part = _ABOUT.get(entry.key.text, "")
        return (
            isinstance(value, Mapping)
            and isinstance(entry.value, Mapping)
            and part in entry.value
            and part not in value
        )

    def _scalar(self, scalar: Scalar) -> Scalar | None:
        alone = _MARK.fullmatch(scalar.text)
        if alone and alone[1]:
            cell = self.cells[alone[1]]
            return cell if cell.text else None
        pieces = _closed(self._pieces(scalar))
        text = "".join(piece.text for piece in pieces)
        cells = [piece.source for piece in pieces if isinstance(piece.source, Cell)]
        return Joined(text, cells[0].span if cells else scalar.span, scalar.plain, _Places(tuple(pieces)))

    def _pieces(self, scalar: Scalar) -> Iterator[_Piece]:
        at = 0
        for mark in _MARK.finditer(scalar.text):
            yield _Piece(scalar.text[at : mark.start()], scalar, at)
            yield (
                _Piece(self.cells[mark[1]].text, self.cells[mark[1]], 0)
                if mark[1]
                else _Piece("$", scalar, mark.start())
            )
            at = mark.end()
        yield _Piece(scalar.text[at:], scalar, at)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a joined text: where it comes from, and from which character on."""

    text: str
    source: Scalar
    start: int


def _closed(pieces: Iterable[_Piece]) -> list[_Piece]:
    """The pieces without the blank that an empty cell leaves: the second of two, and one at the beginning or the end.
    So `After  she spoke` is `After she spoke`."""
    found: list[_Piece] = []
    empty, before = False, " "
    for piece in pieces:
        if empty and before == " " and piece.text.startswith(" "):
            piece = _Piece(piece.text[1:], piece.source, piece.start + 1)
        if piece.text:
            empty, before = False, piece.text[-1]
        empty = empty or (isinstance(piece.source, Cell) and not piece.text)
        found.append(piece)
    last = next((at for at in reversed(range(len(found))) if found[at].text), -1)
    if empty and last >= 0:
        found[last] = _Piece(found[last].text.removesuffix(" "), found[last].source, found[last].start)
    return found


@dataclass(frozen=True, slots=True)
class _Places:
    """The locator of a joined text: a stretch is where its first cell is, else where its first character is."""

    pieces: tuple[_Piece, ...]

    def __call__(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to `end` of the text."""
        at, touched = 0, []
        for piece in self.pieces:
            stop = at + len(piece.text)
            if at < max(end, start + 1) and stop > start:
                touched.append((piece, max(start - at, 0), min(end, stop) - at))
            at = stop
        cells = [part for part in touched if isinstance(part[0].source, Cell)]
        if not touched:
            return self.pieces[-1].source.span
        piece, first, last = (cells or touched)[0]
        return piece.source.locate(piece.start + first, piece.start + last)
