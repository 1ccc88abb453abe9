"""What YAML makes of a text against its author's wish is told, at the place, with what would be right."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from trickcore.diagnostics import Diagnostic, Diagnostics
from trickcore.source import read_text
from trickcore.source.builder import build

# text; code; place; a part of the message; a part of the hint
FAULTS = [
    ("a: 1\nb: 2\na: 3\n", "duplicate-key", "3:1", "`a` stands here and in line 1", "keep one"),
    ('7: x\n"7": y\n', "duplicate-key", "2:1", "line 1", "keep one"),
    ("p: {a: 1, b: 2, a: 3}\n", "duplicate-key", "1:17", "`a`", "keep one"),
    (
        "a: {over: max(0, x)}\n",
        "comma-in-braces",
        "1:16",
        "a comma inside { } ends the value",
        "on its own line, or in quotes",
    ),
    ("a: [led, f(x, y), any]\n", "comma-in-braces", "1:13", "a comma inside [ ]", "in quotes"),
    ("a: {f(m, n): 3, b: 1}\n", "comma-in-braces", "1:8", "`f(m`", "in quotes"),
    ("a: max(x #1, y)\n", "comment-cuts", "1:10", "starts a comment here", "quote the value"),
    ("a: led and # why\n", "comment-cuts", "1:12", "in the middle", "quote the value"),
    ("if: !broken\n", "tag", "1:5", "`!`", "write `not broken`"),
    ("a: !hand meets led\n", "tag", "1:4", "YAML tag", "`not hand`"),
    ("a: !!str x\n", "tag", "1:4", "YAML tag", "quote"),
    ("a: !x [b]\n", "tag", "1:4", "YAML tag", "quote"),
    ("a: {if: broken?}\n", "question-mark", "1:15", "a `?`", "leave it out"),
    ("steps:\n\t- play: all\n", "tab-indentation", "2:1", "a tab", "spaces"),
    ("a: {b: [c,\n\td]}\n", "tab-indentation", "2:1", "a tab", "spaces"),
    ("a: 1\n\tb: 2\n", "tab-indentation", "2:1", "a tab", "spaces"),
    ("<<: x\n", "merge-key", "1:1", "old YAML", "extends"),
    ("[a]: b\n", "key-not-text", "1:1", "cannot be a key", "key"),
    ("{{a: b}: c}\n", "key-not-text", "1:2", "cannot be a key", "brackets"),
    ("a: *b\n", "unknown-alias", "1:4", "`&b`", "quote it"),
    ("a: &a [*a]\n", "alias-in-itself", "1:8", "`*a`", ""),
    ("a: 1\n---\nb: 2\n", "several-documents", "2:1", "second document", "one game"),
    ("", "empty-file", "1:1", "no rules", "trickcore: 1"),
    ("# only words\n", "empty-file", "1:1", "no rules", "trickcore: 1"),
    ("---\n...\n", "empty-file", "1:1", "no rules", "trickcore: 1"),
    ("a: b\x00\n", "control-character", "1:5", "NUL", "delete"),
    ("a: b\n\x1b[0m\n", "control-character", "2:1", "U+001B", "delete"),
    ("a: b\ufeff\n", "control-character", "1:5", "byte order mark", "delete"),
    ("a: \u2028\n", "control-character", "1:4", "line separator", "delete"),
    ("a: \ud800\n", "control-character", "1:4", "U+D800", "delete"),
    ("a: 'x\nb: c\n", "yaml-syntax", "3:1", "never closed", "''"),
    ("name: Hearts: the game\n", "yaml-syntax", "1:13", "second `: `", "quote"),
    ("name:Hearts\nplayers: 4\n", "yaml-syntax", "2:8", "line above", "a space after it"),
    ("a: {b: c\n", "yaml-syntax", "2:1", "closing bracket is missing", "quotes"),
    ("a: [1, 2}\n", "yaml-syntax", "1:9", "closing bracket is missing", "quotes"),
    ("help: 'Don't'\n", "yaml-syntax", "1:12", "after the end of a quoted text", "''"),
    ("a: @x\n", "yaml-syntax", "1:4", "cannot start with `@`", "quotes"),
    ("a: > 3\n", "yaml-syntax", "1:6", "next line", "quote"),
    ("- a\nb: c\n", "yaml-syntax", "2:1", "does not fit", "same column"),
    ("a: - b\n", "yaml-syntax", "1:4", "list item", "next line"),
    ('a: "\\q"\n', "yaml-syntax", "1:5", "escape", "single quotes"),
]


def findings(text: str | bytes) -> tuple[Diagnostic, ...]:
    found = Diagnostics()
    read_text(text, "f", found)
    return found.sorted()


@pytest.mark.parametrize(("text", "code", "place", "message", "hint"), FAULTS, ids=[f"{f[1]} {f[0]!r}" for f in FAULTS])
def test_a_fault_gives_one_finding_at_its_place(text: str, code: str, place: str, message: str, hint: str) -> None:
    (finding,) = findings(text)
    assert (finding.code, str(finding.span)) == (code, f"f:{place}")
    assert message in finding.message
    assert hint in finding.hint


@pytest.mark.parametrize("fault", [f for f in FAULTS if f[1] not in ("control-character",)], ids=lambda f: repr(f[0]))
def test_the_parser_without_c_finds_the_same(fault: tuple[str, ...]) -> None:
    text, code = fault[:2]
    fast, pure = Diagnostics(), Diagnostics()
    build(text, "f", fast)
    build(text, "f", pure, pure=True)
    assert [d.code for d in fast] == [d.code for d in pure] == [code]
    assert [d.message for d in fast] == [d.message for d in pure]


def test_both_lines_of_a_duplicate_key_are_named() -> None:
    (finding,) = findings("7: x\nb: y\n'7': z\n")
    assert [str(r.span) for r in finding.related] == ["f:1:1"]
    assert finding.span.line == 3


def test_all_faults_are_told_at_once() -> None:
    codes = [d.code for d in findings("a: 1\na: !x 2\nb: {c: f(1, 2), <<: d}\n")]
    assert codes == ["duplicate-key", "tag", "comma-in-braces", "merge-key"]


def test_a_number_after_a_hash_is_only_doubtful() -> None:
    (finding,) = findings("name: Card #1\n")
    assert (finding.code, finding.severity.value, str(finding.span)) == ("comment-cuts", "warning", "f:1:12")
    assert findings("name: Card # 1 of them\n") == ()


def test_a_tab_within_a_text_is_the_authors_business() -> None:
    assert findings("a: 'x\n\n \ty'\nb: c\td\n") == ()
    assert findings("a: 1 \t# comment\n") == ()


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        ("a: 1\n".encode("utf-16"), "UTF-16", "1:1"),
        ("a: 1\n".encode("utf-16-le"), "UTF-16", "1:1"),
        ("a: 1\n".encode("utf-32"), "UTF-32", "1:1"),
        ("a: b\nc: ü♥\n".encode("latin-1", "replace"), "0xFC", "2:4"),
        (b"\xef\xbb\xbfa: \xff\n", "0xFF", "1:4"),
    ],
)
def test_other_encodings_are_named(data: bytes, message: str, place: str) -> None:
    (finding,) = findings(data)
    assert (finding.code, str(finding.span)) == ("encoding", f"f:{place}")
    assert message in finding.message
    assert "UTF-8" in finding.hint


def bombs() -> dict[str, tuple[str, str]]:
    laughs = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12))
    long = "a: &a '" + "x" * 200_000 + "'\nb: [" + "*a, " * 900 + "]\n"
    return {
        "brackets": ("[" * 5000, "too-deep"),
        "braces": ("{a: " * 5000, "too-deep"),
        "dashes": ("- " * 5000, "too-deep"),
        "question marks": ("? " * 5000, "too-deep"),
        "levels by alias": (
            "a: &a [[[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]]\n" + "b: " + "[" * 25 + "*a" + "]" * 25,
            "too-deep",
        ),
        "laughs": (laughs, "too-large"),
        "long text": (long, "too-large"),
        "many": ("[" + "a, " * 30_000 + "]", "too-large"),
        "large": ("a" * 300_000, "file-too-large"),
    }


@pytest.mark.parametrize("name", bombs())
def test_bombs_give_one_short_finding_quickly(name: str) -> None:
    text, code = bombs()[name]
    findings("a: 1")  # imports are not counted
    tracemalloc.start()
    start = time.process_time()
    found = findings(text)
    took, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [d.code for d in found] == [code]
    assert len(found[0].message) < 100
    assert took < 3
    assert peak < 40_000_000


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n" * 9000,
        "[" + "!a b, " * 15_000 + "]",
        "[" + "a?, " * 15_000 + "]",
        "[" + "f(, " * 9000 + "]",
        "[\n" + "\t'a',\n" * 9000 + "]",
        "a:\n" + "  - b and # c\n" * 9000,
        "b: 'a" + " " * 200_000 + "b' c",
    ],
)
def test_many_faults_are_told_quickly_and_in_part(text: str) -> None:
    start = time.process_time()
    found = findings(text)
    assert time.process_time() - start < 3
    assert len(found) <= 101


def test_the_deepest_allowed_is_allowed() -> None:
    assert findings("[" * 40 + "]" * 40) == ()
    assert [d.code for d in findings("[" * 41 + "]" * 41)] == ["too-deep"]
