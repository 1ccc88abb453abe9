"""What is counted: of each kind of place, by cases and by random play, added up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import trickcore
from tests.coverage.games import CASES, RULES, written
from trickcore.checking.settings import settings
from trickcore.coverage import Coverage, Place, Sources, cover_cases, cover_play, places_of
from trickcore.coverage.excuses import excused
from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.rules.model import Rules
from trickcore.testing import CaseFile, costs, loads_cases

IDLE = [
    ("guard", "stake > 5", "true"),
    ("tier", "spades & hearts", "used"),
    ("call", "whisper", "used"),
    ("guard", "trick_no > 9", "true"),
    ("step", "lost", "used"),
    ("guard", "stake > 0", "true"),
    ("award", "gift", "used"),
    ("guard", "tricks > 6", "true"),
    ("award", "-tricks", "used"),
]


@pytest.fixture
def rules() -> Rules:
    return trickcore.loads(RULES, file="idle.yaml").rules


SOURCES = Sources({"idle.yaml": RULES})


def cases_of(text: str, folder: Path | None = None) -> CaseFile:
    found = Diagnostics()
    file = loads_cases(text, str(folder / "idle.cases.yaml") if folder else "idle.cases.yaml", found)
    assert file is not None, [d.message for d in found]
    return file


def missing(coverage: Coverage) -> list[tuple[str, str, str]]:
    return [(place.kind, place.text, way) for place, way in coverage.missing]


def test_the_places_of_a_game_are_found_in_order(rules: Rules) -> None:
    places = places_of(rules, SOURCES.text)
    assert [(p.span.line, p.kind, p.text) for p in places] == [
        (9, "guard", "strict"),
        (10, "guard", "stake > 5"),
        (13, "tier", "led"),
        (14, "tier", "hearts if strict"),
        (14, "guard", "strict"),
        (15, "tier", "spades & hearts"),
        (16, "tier", "any"),
        (18, "call", "raise"),
        (18, "guard", "trick_no == 1"),
        (19, "call", "whisper"),
        (19, "guard", "trick_no > 9"),
        (21, "step", "deal"),
        (22, "step", "lost"),
        (22, "guard", "stake > 0"),
        (23, "step", "play"),
        (24, "step", "points"),
        (27, "award", "tricks"),
        (28, "award", "gift"),
        (28, "guard", "tricks > 6"),
        (29, "award", "bonus"),
        (30, "award", "total"),
        (30, "guard", "tricks > 0"),
        (30, "award", "-tricks"),
    ]
    assert next(p for p in places if p.text == "tricks > 6").within == ("gift", "points")
    assert next(p for p in places if p.span.line == 14 and p.kind == "guard").within == ("hearts if strict", "follow")


DEEP = """\
trickcore: 1
name: Deep
players: [2, 3]
deck: french 24 - (9♣ if players == 3)
order: {all: A K Q J 10 9}
teams: players if players == 2 else 3
let:
  heads: hearts if players == 2 else spades
  low: hearts if trick_no > 1
  size(n): 1 if n == 2 else 0
trumps: heads
play: {leader: eldest if deal_no == 1 else dealer, follow: [low if me == eldest, any]}
steps:
  - deal: {each: 6}
  - {id: first, set: {stake: 1 if deal_no == 2}}
  - play: all
  - score: size(stake)
state: {stake: number}
match: {deals: 2, dealer: dealer + (1 if players == 2 else 2)}
"""


def test_conditions_are_found_wherever_play_asks_for_them() -> None:
    rules = trickcore.loads(DEEP, file="deep.yaml").rules
    sources = Sources({"deep.yaml": DEEP})
    guards = [(p.text, p.within) for p in places_of(rules, sources.text) if p.kind == "guard"]
    assert guards == [  # not those of the deck, the teams and `heads`, which the law `trumps` reads
        ("trick_no > 1", ("low",)),
        ("n == 2", ("size",)),
        ("deal_no == 1", ("leader",)),
        ("me == eldest", ("low if me == eldest", "follow")),
        ("deal_no == 2", ("first",)),
        ("players == 2", ("match",)),
    ]
    assert missing(cover_play(rules, deals=6, sources=sources)) == [
        ("guard", "n == 2", "true"),
        ("award", "size(stake)", "used"),
    ]


def test_random_play_finds_what_can_be_used_and_nothing_else(rules: Rules) -> None:
    coverage = cover_play(rules, deals=12, sources=SOURCES)
    assert missing(coverage) == IDLE
    assert coverage.settings == 4 and coverage.deals == coverage.matches == 48
    assert coverage.by_kind()["call"] == (1, 2)
    assert coverage.percent == (len(coverage.wanted) - 9) * 1000 // len(coverage.wanted) / 10


def test_one_setting_leaves_the_other_side_of_options_open(rules: Rules) -> None:
    one = cover_play(rules, settings(rules, given={"strict": True, "bonus": 0}), deals=12, sources=SOURCES)
    assert set(missing(one)) - set(IDLE) == {("guard", "strict", "false"), ("award", "bonus", "used")}
    other = cover_play(rules, settings(rules, given={"strict": False, "bonus": 1}), deals=12, sources=SOURCES)
    assert ("guard", "strict", "true") in missing(other)
    assert missing(one | other) == missing(other | one) == IDLE


def test_coverages_add_up(rules: Rules) -> None:
    first, second = (cover_play(rules, deals=2, seed=seed, sources=SOURCES) for seed in (1, 2))
    both = first | second
    assert both.deals == first.deals + second.deals and both.places == first.places
    for place in both.places:
        for way in place.ways:
            assert both.count(place, way) == first.count(place, way) + second.count(place, way)


def test_the_same_seed_gives_the_same_coverage(rules: Rules) -> None:
    one, other = (cover_play(rules, deals=3, seed=5, sources=SOURCES) for _ in range(2))
    assert one.to_json() == other.to_json()
    assert one.uses != cover_play(rules, deals=3, seed=6, sources=SOURCES).uses


def test_cases_count_and_so_does_what_they_take_back(tmp_path: Path) -> None:
    rules = trickcore.load(written(tmp_path)).rules
    coverage = cover_cases(rules, [cases_of(CASES, tmp_path)])
    deals = {place.text: coverage.count(place, "used") for place in coverage.places if place.kind == "step"}
    assert deals == {"deal": 3, "lost": 0, "play": 3, "points": 2}  # the start again after `undo: all`, not scored
    calls = {place.text: coverage.count(place, "used") for place in coverage.places if place.kind == "call"}
    assert calls == {"raise": 1, "whisper": 0}
    assert coverage.settings == 2 and not coverage.findings


def test_a_case_that_fails_counts_as_far_as_it_comes(tmp_path: Path) -> None:
    rules = trickcore.load(written(tmp_path)).rules
    text = CASES.replace("[play: raise, auto: rest of deal]", "[play: raise, turn: 7]").replace("turn: 7", "turn: 0")
    coverage = cover_cases(rules, [cases_of(text, tmp_path)])
    assert [(f.code, f.severity.value) for f in coverage.findings] == [("case-fails", "warning")]
    assert next(coverage.count(p, "used") for p in coverage.places if p.text == "raise") == 1


def test_cases_of_a_game_that_extends_another_use_its_rules(tmp_path: Path) -> None:
    rules = trickcore.load("two-ten-jack").rules
    (tmp_path / "mine.yaml").write_text("{trickcore: 1, name: Mine, extends: two-ten-jack}", encoding="utf-8")
    text = "{trickcore: 1, game: ./mine.yaml, cases: [{id: a, says: x, course: [auto: rest of deal]}]}"
    coverage = cover_cases(rules, [cases_of(text, tmp_path)])
    assert next(coverage.count(p, "used") for p in coverage.places if p.text == "deal") == 2


def test_cases_that_begin_in_the_middle_and_rows_of_tables_count(tmp_path: Path) -> None:
    text = """
trickcore: 1
game: two-ten-jack
cases:
  - id: a
    says: The first to play a card
    position: {hands: {0: A♠ 9♣, 1: 10♥ 2♣}, leader: 1}
    course: [play: 2♣ 9♣]
  - id: b
    says: The suit is followed
    table: |
      card
      2♣
      10♥
    position: {hands: {0: A♠ 9♣, 1: 10♥ 2♣}, leader: 1}
    course: [play: $card, auto: 1]
"""
    coverage = cover_cases(trickcore.load("two-ten-jack").rules, [cases_of(text, tmp_path)])
    uses = {place.text: coverage.count(place, "used") for place in coverage.places if "used" in place.ways}
    assert coverage.matches == 3 and not coverage.findings
    assert (uses["deal"], uses["draw"], uses["led"], uses["any"]) == (0, 3, 3, 0)


def test_work_ends_when_it_is_told_to(rules: Rules, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        seen.append((done, total))
        return done == 1

    coverage = cover_play(rules, deals=2, sources=SOURCES, progress=stop)
    assert (coverage.settings, coverage.deals, seen) == (1, 2, [(0, 4), (1, 4)])
    seen.clear()
    file = cases_of(CASES, tmp_path)
    assert cover_cases(trickcore.load(written(tmp_path)).rules, [file], progress=stop).settings == 1
    assert list(dict.fromkeys(seen)) == [(0, 2), (1, 2)]  # asked within a case too
    asked = iter([False] * 3)
    within = cover_cases(trickcore.load(written(tmp_path)).rules, [file], progress=lambda *_: next(asked, True))
    assert within.matches == 0


def test_a_case_is_watched_only_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, file = trickcore.load(written(tmp_path)).rules, cases_of(CASES, tmp_path)
    monkeypatch.setattr(costs, "MOST_OF_CASE", 100)
    assert [f.code for f in cover_cases(rules, [file]).findings] == ["takes-too-long"] * 2
    monkeypatch.setattr(costs, "MOST_OF_FILE", 0)
    assert {f.code for f in cover_cases(rules, [file]).findings} <= {"takes-too-long", "case-fails"}


def test_a_fault_of_the_rules_in_play_is_told() -> None:
    text = RULES.replace("stake + 1", "stake + 1000000000").replace("trick_no == 1", "trick_no < 99")
    rules = trickcore.loads(text, file="idle.yaml").rules
    coverage = cover_play(rules, deals=30, sources=Sources({"idle.yaml": text}))
    assert {(f.code, f.span.line) for f in coverage.findings} == {("fault-in-play", 18)}
    assert coverage.settings == 4


def test_a_number_of_deals_is_wanted(rules: Rules) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        cover_play(rules, deals=0)


# ---------------------------------------------------------------------------------------------------- reasons


def with_reasons(rules: Rules, unused: str) -> Coverage:
    text = f"{{trickcore: 1, game: two-ten-jack, unused: [{unused}], cases: [{{id: a, says: x, course: [turn: 0]}}]}}"
    return excused(cover_play(rules, deals=12, sources=SOURCES), cases_of(text).unused)


def test_reasons_stand_for_what_is_never_used(rules: Rules) -> None:
    coverage = excused(cover_play(rules, deals=12, sources=SOURCES), cases_of(CASES).unused)
    assert not coverage.missing and not coverage.findings
    assert coverage.percent == 100.0 and len(coverage.excuses) == 9
    place = next(p for p in coverage.places if p.text == "lost")
    assert coverage.excuse(place, "used") == "Nobody has raised yet"


@pytest.mark.parametrize(
    ("unused", "code", "words"),
    [
        ("{tier: led, why: x}", "used-after-all", "the tier `led` is excused, but was used "),
        ("{guard: tricks > 6, why: x}", "used-after-all", "was false "),
        ("{guard: tricks > 6, never: false, why: x}", "used-after-all", "was false "),
        ("{tier: leds, why: x}", "unknown-place", "the rules have no tier `leds`"),
        ("{tier: led, in: lead, why: x}", "unknown-place", "no tier `led` in `lead`"),
        ("{step: raise, why: x}", "unknown-place", "no step `raise`"),
        ("{guard: strict, why: x}", "several-places", "2 places of the rules are the guard `strict`"),
    ],
)
def test_reasons_that_are_not_right_are_told(rules: Rules, unused: str, code: str, words: str) -> None:
    (found,) = with_reasons(rules, unused).findings
    assert found.code == code and words in found.message
    assert found.span.file == "idle.cases.yaml" and found.hint


def test_what_a_place_stands_in_tells_places_of_one_text_apart(rules: Rules) -> None:
    (found,) = with_reasons(rules, "{guard: strict, why: x}").findings
    assert found.hint == "say `in`: `follow`, `hearts if strict` or `when`"
    (found,) = with_reasons(rules, "{guard: strict, in: when, never: true, why: x}").findings
    assert found.code == "used-after-all" and found.related[0].span.line == 9


def test_a_reason_for_both_sides_is_told_which_one_it_is(rules: Rules) -> None:
    (found,) = with_reasons(rules, "{guard: tricks > 6, why: x}").findings
    assert found.hint == "say `never: true`"


def test_nothing_to_use_is_all_used() -> None:
    assert Coverage(()).percent == 100.0
    place = Place("tier", "led", (), Span("x", 1, 1, 1, 1))
    assert replace(Coverage((place,)), uses={(place, "used"): 1}).missing == ()
