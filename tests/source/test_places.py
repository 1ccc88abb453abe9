"""`Scalar.locate` finds the exact place in every style of YAML."""

from __future__ import annotations

import pytest

from trickcore.diagnostics import Diagnostics
from trickcore.source import Mapping, Scalar, read_text

# in each text the value of `a` holds the word `here`, once, and the file has it in the same form
STYLES = {
    "plain": "a: count(x) + here\n",
    "plain in braces": "b: {x: y, a: led if here, c: d}\n",
    "plain on two lines": "a: max of\n  all that is here and\n  there\n",
    "plain with an empty line": "a: one\n\n  here\n",
    "single quotes": "a: 'it''s not ''all'' here'\n",
    "single quotes on lines": "a: 'it''s\n\n  not   \n   here'\n",
    "double quotes": 'a: "\\u2665 \\"x\\" \\t\\\\ here"\n',
    "double quotes on lines": 'a: "one \\\n   two\n   \\ three\n\n  here"\n',
    "folded": "a: >-\n  one (two)\n  three\n\n    deep here\n  end\n",
    "literal": "a: |\n  one\n\n    two here\n",
    "literal with indicator": "a: |2-  # why\n    one\n  here\n",
    "after an anchor": "a: &name\n  # comment\n  'x' \n".replace("'x'", "'it''s here'"),
    "astral": "a: 🂡🂡 here\n",
    "folded in a list": "b:\n- x\n- a: >\n    one\n    two\n    here\n",
}


def value(text: str) -> Scalar:
    found = Diagnostics()
    node = read_text(text, "f", found)
    assert not len(found)
    while isinstance(node, Mapping) and "a" not in node:
        inner = node.get("b")
        node = inner if isinstance(inner, Mapping) or inner is None else list(inner)[-1]  # type: ignore[arg-type]
    assert isinstance(node, Mapping)
    scalar = node.get("a")
    assert isinstance(scalar, Scalar)
    return scalar


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("style", STYLES)
def test_a_word_is_found(style: str, end: str, mark: str) -> None:
    text = STYLES[style]
    scalar = value(mark + text.replace("\n", end))
    start = scalar.text.index("here")
    line = next(i for i, line in enumerate(text.split("\n"), 1) if "here" in line)
    column = text.split("\n")[line - 1].index("here") + 1
    span = scalar.locate(start, start + 4)
    assert (span.line, span.column, span.end_line, span.end_column) == (line, column, line, column + 4)


def test_an_escape_is_one_character_of_the_text() -> None:
    scalar = value('a: "x\\u2665y"\n')
    assert scalar.text == "x♥y"
    assert (scalar.locate(1, 2).column, scalar.locate(1, 2).end_column) == (6, 12)
    assert scalar.locate(2, 3).column == 12


def test_the_end_of_a_text_is_a_place() -> None:
    assert value("a: led &\n").locate(5, 5).column == 9
    assert value("a: 'led &'\n").locate(5, 5).column == 10
    assert value("a: ''\n").locate(0, 0).column == 5
    folded = value("a: >\n  led\n  and\n").locate(7, 7)
    assert (folded.line, folded.column) == (3, 6)


def test_offsets_outside_of_the_text_are_moved_into_it() -> None:
    scalar = value("a: led\n")
    assert scalar.locate(-3, 99) == scalar.span
    assert scalar.locate(99, 120).column == 7


def test_a_text_that_is_not_written_so_has_the_place_of_the_whole() -> None:
    scalar = value("a: ~\n")
    assert scalar.text == "null"
    assert scalar.locate(1, 2) == scalar.span
