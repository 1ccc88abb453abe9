"""What rules allow and people seldom mean."""

from __future__ import annotations

from tests.checking import bad
from trickcore.checking import CheckReport, check


def kinds(report: CheckReport) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for surprise in report.surprises:
        found.setdefault(surprise.kind, []).append(surprise.message)
    return found


def test_steps_that_ask_nobody_choices_of_one_and_options_without_effect() -> None:
    report = check(bad.game(bad.NOBODY), deals=10)
    found = kinds(report)
    assert report.ok
    assert ["swap" in text for text in found["asks-nobody"]] == [True]
    assert ["`one`" in text for text in found["no-choice"]] == [True]
    assert ["idle" in text for text in found["idle-option"]] == [True]
    places = {s.kind: s.span.line for s in report.surprises if s.span is not None}
    assert (places["asks-nobody"], places["no-choice"], places["idle-option"]) == (11, 12, 5)


def test_a_seat_that_always_begins_has_an_edge() -> None:
    fixed = kinds(check(bad.game(bad.NOBODY), deals=1))
    assert len(fixed["seat-edge"]) == 3
    assert "standard errors" in fixed["seat-edge"][0]


def test_by_turns_no_seat_has_an_edge_but_its_place_may_have_one() -> None:
    report = check(bad.game(bad.rules(match="{deals: 6}")), deals=1)
    assert "seat-edge" not in kinds(report)
    assert any("to the dealer's left" in note for note in report.notes)


def test_matches_that_nobody_finishes() -> None:
    report = check(bad.game(bad.rules(match="{ends: any(score(t) > 1000000 for t in teams)}")), deals=1)
    assert "4 of 4 matches" in kinds(report)["abandoned"][0]


def test_an_option_that_is_seldom_asked_for_is_only_noted() -> None:
    text = bad.rules(
        more="options: {rare: {type: flag, default: false}}",
        after="  - score: tricks + (1 if rare and tricks == 8 and clubs in taken and taker(9♥) == dealer else 0)",
    )
    report = check(bad.game(text), deals=1)
    assert "idle-option" not in kinds(report)
    assert any("the option rare made no difference" in note for note in report.notes)


def test_what_is_interrupted_tells_what_it_met() -> None:
    report = check(bad.game(bad.NOBODY), deals=100, progress=lambda done, _: done >= 100)
    assert set(kinds(report)) == {"asks-nobody", "no-choice"}
