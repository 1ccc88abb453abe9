"""Both parsers of PyYAML give the same nodes with the same spans, and nodes say what was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickcore.diagnostics import Diagnostics
from trickcore.source import Mapping, Node, Scalar, read_text
from trickcore.source.builder import build


def dump(node: Node | None) -> Any:
    if node is None:
        return None
    if isinstance(node, Scalar):
        return (node.text, node.plain, node.span)
    if isinstance(node, Mapping):
        return (node.span, [(dump(e.key), dump(e.value)) for e in node])
    return (node.span, [dump(item) for item in node])


def data(node: Node | None) -> Any:
    if node is None or isinstance(node, Scalar):
        return node and node.text
    if isinstance(node, Mapping):
        return {e.key.text: data(e.value) for e in node}
    return [data(item) for item in node]


def scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node:
            yield entry.key
            yield from scalars(entry.value)
    else:
        for item in node:
            yield from scalars(item)


TEXTS = [
    "a: 1\n",
    "a: 1",
    "a:\nb:\n  - x\n  -\n  - {c: , d}\n",
    "- a\n-  \n- b # c\n",
    "a: &x\n  # c\n  foo bar\nb: *x\n",
    "a: &x {b: [1, 2]}\nc: [*x, *x]\n",
    "a: >-\n  foo\n    deep\n\n  bar\nb: |2\n  x\n\n\nc: d\n",
    "'é♥': 'it''s'\n\"q\": \"x\\u2665\\\n  y\\tz\"\n",
    "plain: a b\n  c\n\n  d\nflow: [a\n  b, {c: d\n  e}]\n",
    "? a\n: b\n",
    "a: 🂡 x\nb: c\n",
    "--- # start\na: b\n...\n",
    "%YAML 1.2\n---\na: b\n",
    "a: ~\nb: null\n",
]


@pytest.mark.parametrize("text", TEXTS + [t.replace("\n", "\r\n") for t in TEXTS])
def test_both_parsers_give_the_same(text: str) -> None:
    fast, pure = Diagnostics(), Diagnostics()
    one, other = build(text, "f", fast), build(text, "f", pure, pure=True)
    assert one is not None
    assert not len(fast) and not len(pure)
    assert dump(one) == dump(other)


@pytest.mark.parametrize("text", TEXTS)
def test_windows_line_ends_and_a_byte_order_mark_move_nothing(text: str) -> None:
    def spans(given: str | bytes) -> Any:
        node = read_text(given, "f", Diagnostics())
        assert node is not None
        return [(s.text, s.span, s.locate(0, len(s.text))) for s in scalars(node)]

    expected = spans(text)
    assert spans("\ufeff" + text) == expected
    assert spans(b"\xef\xbb\xbf" + text.encode()) == expected
    assert spans(text.replace("\n", "\r\n")) == expected


def test_scalars_are_text_whatever_they_look_like() -> None:
    text = "{trump: no, announce: off, 7: a, 10: b, r: 1:30, s: 3:2, y: yes, v: 1.0, on: x, 0x1: 0o7, d: 2001-01-01}"
    node = read_text(text, "f", Diagnostics())
    assert data(node) == {
        "trump": "no",
        "announce": "off",
        "7": "a",
        "10": "b",
        "r": "1:30",
        "s": "3:2",
        "y": "yes",
        "v": "1.0",
        "on": "x",
        "0x1": "0o7",
        "d": "2001-01-01",
    }


def test_a_colon_without_a_space_is_part_of_the_key() -> None:
    found = Diagnostics()
    assert data(read_text("{1:2}", "f", found)) == {"1:2": ""}
    assert not len(found)


def test_a_tilde_is_the_text_null_and_quotes_show() -> None:
    node = read_text('[~, null, "null"]', "f", Diagnostics())
    assert node is not None
    assert [(s.text, s.plain) for s in scalars(node)] == [("null", True), ("null", True), ("null", False)]


def test_an_alias_has_the_place_of_its_anchor() -> None:
    node = read_text("a: &x led\nb: *x\n", "f", Diagnostics())
    assert isinstance(node, Mapping)
    value = node.get("b")
    assert isinstance(value, Scalar)
    assert str(value.span) == "f:1:7"
    assert str(value.locate(1, 2)) == "f:1:8"


def test_a_block_ends_with_its_last_word() -> None:
    node = read_text("a:\n  - b: 1\n    c: d\n\n\n# foo\ne: f\n", "f", Diagnostics())
    assert isinstance(node, Mapping)
    block = node.get("a")
    assert block is not None
    assert (block.span.line, block.span.column, block.span.end_line, block.span.end_column) == (2, 3, 3, 9)


@given(st.text(alphabet="ab:- \n,[]{}'\"#|>&*!?%\t\\♥", max_size=40))
def test_no_text_makes_it_fail(text: str) -> None:
    for pure in (False, True):
        found = Diagnostics()
        node = build(text, "f", found, pure)
        assert node is not None or found.has_errors


words = st.text(alphabet="ab♥ '\"\\:#,()\t\n-", min_size=1, max_size=12)


@given(words, st.sampled_from(["'", '"']), st.booleans())
def test_every_character_of_a_quoted_text_has_its_place(text: str, quote: str, flow: bool) -> None:
    if quote == "'":
        written = "'" + text.replace("'", "''").replace("\n", "\n\n  ") + "'"
    else:
        written = '"' + "".join({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}.get(c, c) for c in text) + '"'
    whole = f"a: [{written}]" if flow else f"a: {written}"
    node = read_text(whole, "f", Diagnostics())
    assert isinstance(node, Mapping)
    scalar = list(scalars(node))[1]
    lines = whole.split("\n")
    for i, char in enumerate(scalar.text):
        span = scalar.locate(i, i + 1)
        if not char.isspace():
            stretch = lines[span.line - 1][span.column - 1 : span.end_column - 1]
            assert stretch in (char, "''", "\\" + char), (written, i)


def test_null_text_in_rules_does_not_disturb_its_neighbours() -> None:
    node = read_text('choose: {game: [♦, grand, "null"]}', "f", Diagnostics())
    assert data(node) == {"choose": {"game": ["♦", "grand", "null"]}}
