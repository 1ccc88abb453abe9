from __future__ import annotations

import io
import json
import sys

import pytest

from trickcore.cli.output import Output, stdout, width


def _stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL", "LANG", "PYTHONUTF8", "PYTHONIOENCODING", "TERM"):
        monkeypatch.delenv(name, raising=False)


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "plain"), [("utf-8", False), ("utf-16", False), ("ascii", True), ("latin-1", True), ("cp1251", True)]
)
def test_glyphs_only_where_the_encoding_has_them(monkeypatch: pytest.MonkeyPatch, encoding: str, plain: bool) -> None:
    monkeypatch.setattr(sys, "stdout", _stream(encoding))
    assert stdout().plain is plain


@pytest.mark.parametrize("setting", [{"LANG": "C"}, {"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}])
def test_the_locale_c_asks_for_ascii(monkeypatch: pytest.MonkeyPatch, setting: dict[str, str]) -> None:
    monkeypatch.setattr(sys, "stdout", _stream("utf-8"))
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    assert stdout().plain


def test_who_names_an_encoding_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", _stream("utf-8"))
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    assert not stdout().plain


@pytest.mark.parametrize(
    ("settings", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], colour: bool) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert stdout().colour is colour


def test_no_colour_in_a_pipe_unless_it_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", _stream("utf-8"))
    assert not stdout().colour
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert stdout().colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not stdout().colour


def test_control_characters_never_reach_the_terminal() -> None:
    out = Output(Terminal(), colour=True, plain=False)
    assert out.clean("a\x1b]0;title\x07b\x9b31m\u202ec") == "a?]0;title?b?31m?c"
    assert out.clean("10♥️ … ½\xa0") == "10♥️ … ½\xa0"


def test_no_text_makes_a_line_of_its_own() -> None:
    out = Output(Terminal(), colour=False, plain=False)
    assert out.clean("a\nb\tc\r\nd\re\u2028f\u2029g\x85h") == "a b c d e f g?h"
    out.block("one\ntwo\x07")
    out.line("three\nfour")
    assert isinstance(out.stream, io.StringIO)
    assert out.stream.getvalue() == "one\ntwo?\nthree four\n"


def test_ascii_keeps_the_columns_of_cards() -> None:
    out = Output(Terminal(), colour=False, plain=True)
    assert out.clean("A♠ 10♥ 2♣ J♦ 21★ …") == "AS 10H 2C JD 21T ..."
    assert out.clean("Łódź") == "??d?"


def test_json_is_escaped_where_the_reader_has_ascii_only() -> None:
    for plain, text in ((True, '"\\u2660"\n'), (False, '"♠"\n')):
        stream = Terminal()
        Output(stream, colour=False, plain=plain).json("♠")
        assert stream.getvalue() == text


@pytest.mark.parametrize(
    "text", ["\x9b31m", "\u202eabc", "\udcff", "\x7f", "\x1b[2J\n", "\U000e0041", "\u2028", "A♠ é"]
)
def test_json_is_text_for_every_stream_and_terminal(text: str) -> None:
    stream = _stream("utf-8")
    Output(stream, colour=False, plain=False).json({text: [text]})
    stream.seek(0)
    written = stream.read()
    assert json.loads(written) == {text: [text]}
    assert written.replace("\n", "").isprintable()


@pytest.mark.parametrize(("columns", "wide"), [("40", 40), ("5", 20), ("500", 96)])
def test_the_width_follows_the_terminal_within_reason(monkeypatch: pytest.MonkeyPatch, columns: str, wide: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert width() == wide


def test_paint_is_the_bare_text_without_colour() -> None:
    assert Output(Terminal(), colour=False, plain=False).paint("x", fg="red") == "x"
    assert Output(Terminal(), colour=True, plain=False).paint("x", fg="red") == "\x1b[31mx\x1b[0m"
