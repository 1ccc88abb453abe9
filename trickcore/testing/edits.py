"""New values in the text of a cases file: each is written as the old one was, and nothing else changes."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from trickcore.source.lines import Lines
from trickcore.source.nodes import Node, Scalar, Sequence
from trickcore.testing.filling import Cell, Joined
from trickcore.testing.model import Fix

_WIDE = 120  # columns of a text over several lines
_FIRST = "-?:,[]{}#&*!|>'\"%@` \t"  # what a plain text does not begin with
_FLOW = ",[]{}"  # what does not stand in one within brackets


@dataclass(frozen=True, slots=True)
class _Edit:
    """New text for the characters from `start` up to `end`."""

    start: int
    end: int
    new: str


def edited(lines: Lines, fixes: Iterable[Fix]) -> str | None:
    """The text with all fixes in it, or None where one cannot be written in its place."""
    text = lines.text
    edits = sorted((edit for fix in fixes for edit in _edits(lines, fix)), key=lambda edit: (edit.start, edit.end))
    if any(one.end > next_.start for one, next_ in pairwise(edits)):
        return None
    for edit in reversed(edits):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def can_be_written(fix: Fix) -> bool:
    """Whether a fix has one place in the file: a text into which cells of a table were put has not."""
    parts = fix.node.items if isinstance(fix.node, Sequence) else (fix.node,)
    if any(isinstance(part, Cell) and "|" in _text(fix) for part in parts):
        return False
    return not any(isinstance(part, Joined) for part in parts) and "\n" not in _text(fix)


def loses_a_comment(lines: Lines, fix: Fix) -> bool:
    """Whether comments stand within what would be written anew, or beside an item of a list that would go. Those beside
    items that stay do not matter, if the list has a line for each."""
    if not isinstance(fix.node, Sequence):
        return False
    items = [item for item in fix.node if isinstance(item, Scalar)]
    free = items if isinstance(fix.text, str) else _unwanted(items, fix.text)[0]
    start, end = _stretch(lines, fix.node)
    if lines.text[start] == "[":
        return any("#" in gap for gap in _between(lines, items, start, end))
    gaps = list(_between(lines, items, start, _end_of_comments(lines, start, end)))[1:]
    return any("#" in (gap if item in free else gap.partition("\n")[2]) for item, gap in zip(items, gaps, strict=True))


def _stretch(lines: Lines, node: Node) -> tuple[int, int]:
    """Where a node begins and ends in the text."""
    span = node.span
    return lines.offset(span.line, span.column), lines.offset(span.end_line, span.end_column)


def _between(lines: Lines, items: Iterable[Scalar], start: int, end: int) -> Iterator[str]:
    """What stands before the first item of a list, behind each, and behind the last one."""
    for first, last in (_stretch(lines, item) for item in items):
        yield lines.text[start:first]
        start = last
    yield lines.text[start:end]


def _end_of_comments(lines: Lines, start: int, end: int) -> int:
    """The end of the line that a block list ends in, and of the comments below that are indented like it."""
    text, column = lines.text, start - (lines.text.rfind("\n", 0, start) + 1)
    stop = len(text) if text.find("\n", end) < 0 else text.find("\n", end)
    while more := re.compile(rf"\n {{{column},}}#[^\n]*").match(text, stop):
        stop = more.end()
    return stop


def _unwanted(items: Iterable[Scalar], texts: Iterable[str]) -> tuple[list[Scalar], list[str]]:
    """The items of a list that are not among the wanted ones, and the wanted ones that are not in the list."""
    left, free = list(texts), []
    for item in items:
        if item.text.strip() in left:
            left.remove(item.text.strip())
        else:
            free.append(item)
    return free, left


def _text(fix: Fix) -> str:
    return fix.text if isinstance(fix.text, str) else " ".join(fix.text)


def _edits(lines: Lines, fix: Fix) -> list[_Edit]:
    node, span = fix.node, fix.node.span
    start, end = lines.offset(span.line, span.column), lines.offset(span.end_line, span.end_column)
    if isinstance(node, Sequence) and not isinstance(fix.text, str):
        return _items(lines, node, fix.text)
    new = fix.text if isinstance(fix.text, str) else " ".join(fix.text)
    if isinstance(node, Cell):
        return [_cell(lines.text, start, end, new)]
    raw = lines.text[start:end]
    if isinstance(node, Sequence) and raw[:1] != "[":  # a block: what replaces it stands behind the key
        return [_Edit(start, end, _plain_or_quoted(new, ""))]
    return [_Edit(start, end, _written(raw, new, span.column - 1))]


def _cell(text: str, start: int, end: int, new: str) -> _Edit:
    """A cell takes from the space behind it what it needs, and leaves a space before the bar."""
    gap = re.compile(r"[ \t]*").match(text, end)
    stop = gap.end() if gap else end
    if text[stop : stop + 1] != "|":
        return _Edit(start, end, new)
    return _Edit(start, stop, new.ljust(max(stop - start, len(new) + 1)))


def _written(raw: str, new: str, column: int) -> str:
    """A text in the style of another."""
    if raw[:1] in ("|", ">"):
        head, newline, rest = raw.partition("\n")
        return head + newline + _wrapped(new, _indent(rest.lstrip("\r\n")), 0) if newline else new
    one = _plain_or_quoted(new, raw)
    if raw[:1] == "'":
        one = _quoted(new)
    if raw[:1] == '"':
        one = json.dumps(new, ensure_ascii=False)
    if "\n" not in raw or column + len(one) <= _WIDE:
        return one
    return _wrapped(one, _indent(raw.partition("\n")[2]), column).lstrip()


def _wrapped(text: str, indent: str, column: int) -> str:
    """Words on lines with an indentation; the first line has less room where it begins at a column."""
    first = " " * column if column else indent
    return textwrap.fill(
        text, _WIDE, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _plain_or_quoted(new: str, raw: str) -> str:
    """Without quotes, unless it could be read as something else then; `raw`: the plain text that was there."""
    if re.fullmatch(r"-?[0-9]+", new):
        return new
    trap = new[:1] in _FIRST or ": " in new or " #" in new or new[-1:] in (":", " ")
    flow = any(sign in new and sign not in raw for sign in _FLOW)
    return _quoted(new) if not new or trap or flow else new


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


# ---------------------------------------------------------------------------------------------------- lists


def _items(lines: Lines, node: Sequence, texts: tuple[str, ...]) -> list[_Edit]:
    """The items of a list: those that stay are left alone, the others become what is new, the rest goes or is added."""
    start, end = lines.offset(node.span.line, node.span.column), lines.offset(node.span.end_line, node.span.end_column)
    items = [item for item in node if isinstance(item, Scalar)]
    free, left = _unwanted(items, texts)
    if lines.text[start] == "[":
        kept = [_raw(lines, item) for item in items if item not in free]
        return [_Edit(start, end, _bracketed(lines.text[start:end], [*kept, *(_plain_or_quoted(t, "") for t in left)]))]
    edits = [edit for item, text in zip(free, left, strict=False) for edit in _edits(lines, Fix(item, text))]
    places = [lines.offset(item.span.line, item.span.column) for item in items]
    edits += [_line_gone(lines.text, places[items.index(item)]) for item in free[len(left) :]]
    more = left[len(free) :]
    return edits + ([_added(lines.text, places[-1], more)] if more else [])


def _raw(lines: Lines, item: Scalar) -> str:
    span = item.span
    return lines.text[lines.offset(span.line, span.column) : lines.offset(span.end_line, span.end_column)]


def _bracketed(raw: str, items: list[str]) -> str:
    """A list in brackets, over several lines if it was so before."""
    line = f"[{', '.join(items)}]"
    return _wrapped(line, _indent(raw.partition("\n")[2]), 0).lstrip() if "\n" in raw else line


def _indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip(" \t"))]


def _line_gone(text: str, start: int) -> _Edit:
    """An item of a block goes with its line."""
    stop = text.find("\n", start)
    return _Edit(text.rfind("\n", 0, start) + 1, len(text) if stop < 0 else stop + 1, "")


def _added(text: str, start: int, more: list[str]) -> _Edit:
    """Further items of a block, below the last one."""
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", start)
    ending = "\r\n" if text[stop - 1 : stop] == "\r" else "\n"
    written = "".join(f"{text[line:start]}{_plain_or_quoted(item, '')}{ending}" for item in more)
    return _Edit(stop + 1, stop + 1, written) if stop >= 0 else _Edit(len(text), len(text), "\n" + written[:-1])
