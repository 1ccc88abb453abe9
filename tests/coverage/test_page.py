"""The page: whole, closed to everything from outside, and with nothing in it that a rule file could smuggle in."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import pytest

import trickcore
from tests.coverage.games import RULES
from trickcore.coverage import Coverage, Sources, places_of
from trickcore.coverage.listing import lines_of
from trickcore.coverage.page import page

_VOID = {"meta"}


class Reader(HTMLParser):
    """Reads a page, and holds it to be well formed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.marked: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src") or name.startswith("on")]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "mark" in self.open:
            self.marked.append(data)


def coverage_of(text: str) -> tuple[Coverage, Sources]:
    sources = Sources({"idle.yaml": text})
    return Coverage(places_of(trickcore.loads(text, file="idle.yaml").rules, sources.text)), sources


def test_the_page_is_whole_and_loads_nothing() -> None:
    coverage, sources = coverage_of(RULES)
    text = page(coverage, sources, "T", ["One & only"])
    found = Reader(text)
    assert not found.links and not found.tags & {"script", "link", "img", "iframe", "object", "b", "i"}
    assert "default-src 'none'" in text and "prefers-color-scheme: dark" in text and "One &amp; only" in text
    assert {"led", "trick_no > 9", "bonus"} <= set(found.marked)


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", "</title><b>", "' onload=x \"", "&lt;", "\u202eright"])
def test_texts_of_rule_files_are_texts(evil: str) -> None:
    quoted = evil.replace("'", "''")
    coverage, sources = coverage_of(RULES.replace("id: lost", f"id: '{quoted}'"))
    assert evil in {place.text for place in coverage.places}
    excuses = {(coverage.places[0], "false"): evil}
    text = page(replace(coverage, excuses=excuses), sources, evil, [evil])
    found = Reader(text)
    assert not found.links and not found.tags & {"script", "b"} and "\u202e" not in text
    shown = escape(evil.replace("\u202e", "\ufffd"))
    assert all(f"{before}{shown}" in text for before in ("<title>", "<h1>", "<p>", "step `"))


def test_what_is_missing_is_underlined_where_it_stands() -> None:
    coverage, sources = coverage_of(RULES)
    seen = {(place, way): 1 for place in coverage.places for way in place.ways if place.text != "tricks > 6"}
    found = Reader(page(replace(coverage, uses=seen), sources, "T"))
    assert found.marked == ["tricks > 6"]


def test_lines_have_their_marks() -> None:
    coverage, sources = coverage_of(RULES)
    seen = {(place, "true"): 3 for place in coverage.places} | {(place, "used"): 1200 for place in coverage.places}
    guard = next(place for place in coverage.places if place.text == "tricks > 6")
    lines = {line.number: line for line in lines_of(replace(coverage, uses=seen), sources)}
    assert [lines[13].state, lines[13].short, lines[13].text] == ["seen", "1k", "    - led"]
    assert [lines[14].state, lines[14].short] == ["missing", "only true"]
    assert [mark.words for mark in lines[14].marks] == [
        "tier `hearts if strict` decided 1,200 times",
        "guard `strict` never false, true 3 times",
    ]
    assert lines[1].state == lines[1].short == ""
    excused = replace(coverage, uses=seen, excuses={(guard, "false"): "Six tricks"})
    lines = {line.number: line for line in lines_of(excused, sources)}
    assert [lines[28].state, lines[28].short] == ["excused", "excused"]
    assert lines[28].marks[1].words == "guard `tricks > 6` never false, true 3 times: Six tricks"


def test_a_file_that_is_gone_is_shown_without_its_lines() -> None:
    coverage, _ = coverage_of(RULES)
    lines = list(lines_of(coverage, Sources()))
    assert len(lines) == 30 and not any(line.text for line in lines)
    assert "never decided" in page(coverage, Sources(), "T")
