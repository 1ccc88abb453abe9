"""Where YAML takes a text otherwise than its author: commas in braces, comments that cut, tags, tabs."""

from __future__ import annotations

import re
from bisect import bisect_left

from trickcore.diagnostics.model import Diagnostics, Related
from trickcore.diagnostics.words import quote
from trickcore.source import syntax
from trickcore.source.lines import Lines
from trickcore.source.nodes import Scalar
from trickcore.source.parts import Part
from trickcore.source.places import Place

_PROPERTY = re.compile(r"[&!]\S*|[ \t\r\n]+|#[^\r\n]*")
_TAB_LINE = re.compile(r"^( *)\t[ \t]*[^ \t\r\n#]", re.MULTILINE)
_PIECES = 16  # that one value can be cut into: without a bound, many open brackets would be slow
_MOST_TABS = 20  # lines that are reported
_COMMENT = re.compile(r"[ \t]+#([^\r\n]*)")
_UNFINISHED = re.compile(r"(?:[-+*/&=<>(]|\b(?:and|or|not|in|if|else|for|from|of|mod|meets))$")


def past_properties(text: str, start: int, end: int) -> int:
    """Where a node begins after its anchor, tag, white space and comments."""
    while start < end and (match := _PROPERTY.match(text, start, end)):
        start = match.end()
    return start


def trimmed(text: str, start: int, end: int) -> int:
    """The end of a quoted or block scalar without the line breaks that its end mark includes."""
    while end > start + 1 and text[end - 1] in " \t\r\n":
        end -= 1
    return end


def tag(lines: Lines, start: int, end: int, found: Diagnostics) -> None:
    """Report a tag, which stands somewhere between `start` and `end`."""
    match = re.compile(r"![^\s,\[\]{}]*").search(lines.text, start, end)
    at = match.span() if match else (start, end)
    word = lines.text[at[0] + 1 : at[1]]
    hint = f"for the opposite write `not {word}`; " if re.fullmatch(r"[a-z_]\w*(\(.*)?", word) else ""
    message = "a `!` at the start of a value is a YAML tag, which rule files do not have"
    found.error("tag", message, lines.span(*at), hint + "quote a text that begins with !")


def plain(lines: Lines, start: int, end: int, value: str, flow: bool, found: Diagnostics) -> None:
    """Look at a scalar without quotes for signs that YAML took away a part of it."""
    if flow and "?" in value:
        code, message, hint = syntax.question_mark()
        at = lines.text.index("?", start)
        found.error(code, message, lines.span(at, at + 1), hint)
    comment = _COMMENT.match(lines.text, end)
    if comment is None:
        return
    sign = comment.end() - len(comment[1]) - 1
    if value.count("(") > value.count(")") or _UNFINISHED.search(value):
        message = "` #` starts a comment here, in the middle of the value"
        found.error("comment-cuts", message, lines.span(sign, comment.end()), "quote the value if # belongs to it")
    elif comment[1][:1].isdigit():
        message = "` #` starts a comment: the value ends before it"
        hint = "quote the value if # belongs to it; if it is a comment, write a space after #"
        found.warning("comment-cuts", message, lines.span(sign, comment.end()), hint)


def tabs(lines: Lines, texts: list[tuple[int, int]], found: Diagnostics) -> None:
    """Report lines indented with a tab that were read all the same (in braces, or as a text's next line)."""
    starts = [start for start, _ in texts]
    reported = 0
    for match in _TAB_LINE.finditer(lines.text):
        at = match.end(1)
        before = bisect_left(starts, at) - 1
        if (before < 0 or at >= texts[before][1]) and reported < _MOST_TABS:
            reported += 1
            message, hint = "a tab is used as indentation", "YAML wants spaces: replace the tab by two spaces"
            found.error("tab-indentation", message, lines.span(at, at + 1), hint)


def joined(parts: list[Part], mapping: bool, lines: Lines, found: Diagnostics) -> list[Part]:
    """The parts of a flow collection, in which a comma within parentheses has not ended a value after all.

    `{over: max(0, x)}` is, for YAML, `over: max(0` and a key `x)`. The finding says so, and the pieces are put together
    again, so that nothing else is said about them.
    """
    if not any(_lacking(p) > 0 for p in parts):
        return parts
    result: list[Part] = []
    at = 0
    while at < len(parts):
        part, last = parts[at], _closing(parts, at, mapping)
        if last is None:
            result.append(part)
            at += 1
            continue
        whole = _join(part, parts[last], lines)
        message = f"a comma inside {'{ }' if mapping else '[ ]'} ends the value, here within {quote(_text(part))}"
        comma = lines.text.index(",", part.end)
        related = (Related(lines.span(part.start, parts[last].end), "the value that was meant"),)
        hint = "write the expression on its own line, or in quotes"
        found.error("comma-in-braces", message, lines.span(comma, comma + 1), hint, related)
        result.append(whole)
        # a key made of two keys goes on with the value of the second; a value takes the empty value of its last piece
        at = last + 2 if mapping and at % 2 else last + 1
    return result


def _closing(parts: list[Part], at: int, mapping: bool) -> int | None:
    """The index of the piece that closes the parentheses of `parts[at]`, if all in between are such pieces."""
    lacking = _lacking(parts[at])
    if lacking <= 0:
        return None
    key = mapping and at % 2 == 0
    step = 2 if mapping else 1
    first = at + 1 if mapping and not key else at + step
    if key and _text(parts[at + 1]):
        return None
    for index in range(first, min(len(parts), first + _PIECES * step), step):
        piece = parts[index]
        if not isinstance(piece.node, Scalar) or not piece.node.plain:
            return None
        lacking += _lacking(piece)
        closed = lacking <= 0
        if mapping and not (key and closed) and _text(parts[index + 1]):
            return None
        if closed:
            return index
    return None


def _lacking(part: Part) -> int:
    """Closing parentheses that a text without quotes lacks."""
    node = part.node
    return node.text.count("(") - node.text.count(")") if isinstance(node, Scalar) and node.plain else 0


def _text(part: Part) -> str:
    return part.node.text if isinstance(part.node, Scalar) else "…"


def _join(first: Part, last: Part, lines: Lines) -> Part:
    start, end = first.start, last.end
    text = " ".join(lines.text[start:end].split())
    return Part(
        Scalar(text, lines.span(start, end), True, Place(lines, start, end, "", text)), start, end, 1, len(text)
    )
