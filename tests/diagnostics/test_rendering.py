"""What people and programs see of findings."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator

from trickcore.diagnostics import Diagnostic, Related, Severity, Span, render_text, summary, to_json
from trickcore.resources import folder


def finding(span: Span, hint: str = "", **more: object) -> Diagnostic:
    return Diagnostic("some-code", "something is wrong", span, hint, **more)  # type: ignore[arg-type]


def at(line: int, column: int, end_column: int, end_line: int = 0) -> Span:
    return Span("x.yaml", line, column, end_line or line, end_column)


def test_the_line_has_carets_under_the_exact_place() -> None:
    text = render_text([finding(at(2, 5, 8), "say `led`")], {"x.yaml": "a: b\r\nc: lde\r\n"})
    assert text.splitlines() == [
        "x.yaml:2:5: error: something is wrong [some-code]",
        "  |",
        "2 | c: lde",
        "  |     ^^ say `led`",
    ]


def test_wide_and_combining_characters_move_the_carets() -> None:
    lines = render_text([finding(at(1, 4, 6))], {"x.yaml": "漢e\u0301xy"}).splitlines()
    assert lines[-1] == "  |    ^^"


def test_an_empty_place_has_one_caret() -> None:
    assert render_text([finding(at(1, 9, 9))], {"x.yaml": "a: led &"}).splitlines()[-1] == "  |         ^"


def test_several_lines_are_marked_to_the_end_of_the_first() -> None:
    lines = render_text([finding(at(1, 4, 2, end_line=3))], {"x.yaml": "a: [b,\nc,\n]"}).splitlines()
    assert lines[-1] == "  |    ^^^"


def test_long_lines_are_cut_around_the_place() -> None:
    source = "a" * 400 + "HERE" + "b" * 400
    lines = render_text([finding(at(1, 401, 405))], {"x.yaml": source}).splitlines()
    assert all(len(line) <= 130 for line in lines)
    shown, carets = lines[2], lines[3]
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "HERE"
    assert shown.startswith("1 | …") and shown.endswith("…")


def test_related_places_and_long_hints_have_their_own_lines() -> None:
    related = (Related(at(1, 1, 2), "the first one"),)
    text = render_text([finding(at(12, 1, 2), "word " * 20, related=related)], {"x.yaml": "a: 1\n" * 12})
    assert text.splitlines() == [
        "x.yaml:12:1: error: something is wrong [some-code]",
        "   |",
        "12 | a: 1",
        "   | ^",
        "   = " + "word " * 20,
        "   : x.yaml:1:1: the first one",
        "   |",
        " 1 | a: 1",
        "   | ^",
    ]


def test_a_file_without_text_is_shown_without_its_line() -> None:
    warning = finding(at(3, 1, 2), "look", severity=Severity.WARNING)
    assert render_text([warning], {}) == "x.yaml:3:1: warning: something is wrong [some-code]\n  = look"


def test_control_characters_never_reach_the_terminal() -> None:
    bad = Diagnostic("some-code", "found \x1b[31m", Span("\x1b[0m", 1, 1, 1, 2), "\x07")
    text = render_text([bad], {"\x1b[0m": "\x1b[2J\u202e\ta"})
    assert not set(text) & {"\x1b", "\x07", "\u202e", "\t"}


def test_colours_change_nothing_else() -> None:
    import re

    findings = [finding(at(1, 1, 2), "hint", related=(Related(at(2, 1, 2), "there"),))]
    sources = {"x.yaml": "a: 1\nb: 2"}
    coloured = render_text(findings, sources, colour=True)
    assert "\x1b[31;1m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render_text(findings, sources)


def test_the_summary_counts() -> None:
    one, two = finding(at(1, 1, 2)), finding(at(1, 1, 2), severity=Severity.WARNING)
    assert summary([one, two, one]) == "2 errors, 1 warning"


def test_the_json_form_is_what_its_schema_says() -> None:
    schema = json.loads((folder("schemas") / "diagnostics.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    data = to_json([finding(at(1, 1, 2), "hint", related=(Related(at(2, 1, 2), "there"),))])
    assert list(Draft202012Validator(schema).iter_errors(data)) == []
    assert json.loads(json.dumps(data)) == data
    assert data[0]["span"] == {"file": "x.yaml", "line": 1, "column": 1, "end_line": 1, "end_column": 2}
    assert list(Draft202012Validator(schema).iter_errors([{**data[0], "colour": "red"}])) != []
