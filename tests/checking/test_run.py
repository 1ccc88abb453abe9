"""Checking whole games: what is violated, in which words, with which records and cases."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import trickcore
from tests.checking import bad
from trickcore.checking import CheckReport, Forecast, Violation, check
from trickcore.checking.invariants import INVARIANTS
from trickcore.errors import RulesError
from trickcore.match import Match
from trickcore.testing import run_paths


def only(report: CheckReport) -> Violation:
    (violation,) = report.violations
    return violation


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_the_shipped_games_violate_nothing(name: str) -> None:
    game = trickcore.load(name)
    report = check(game, options=dict(list(game.options.items())[3:]), deals=1)
    assert [(v.invariant, v.message) for v in report.violations] == []
    assert report.ok and not report.stopped and report.decisions > 20


def test_a_sound_game_has_neither_violations_nor_surprises() -> None:
    report = check(bad.game(bad.SOUND), deals=3)
    assert (report.ok, report.surprises, report.deals, len(report.settings)) == (True, (), 3, 1)
    assert report.decisions == 72 and report.outcomes == {"the match has ended": 3} and report.matches == 3


FOUND = {
    "total": (bad.TOTAL, "checks", "its sides are 7 and 28", 13),
    "leak": (bad.LEAK, "secrets", "view.variables.held", None),
    "range": (bad.RANGE, "rules", "outside 0 to", 11),
    "first": (bad.FIRST, "rules", "outside", 9),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_is_wrong_is_found_with_a_case_that_fails_alone(name: str, tmp_path: Path) -> None:
    text, invariant, words, line = FOUND[name]
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    violation = only(check(str(file), deals=4))
    assert violation.invariant == invariant
    assert words in violation.message
    assert line is None or (violation.span is not None and violation.span.line == line)
    assert len(violation.case.splitlines()) <= 10
    cases = tmp_path / "found.cases.yaml"
    cases.write_text(violation.case, encoding="utf-8")
    assert run_paths([cases]).counts == (0, 1)


@pytest.mark.parametrize("name", ["total", "leak", "range"])
def test_a_record_plays_the_violation_again(name: str) -> None:
    game = bad.game(FOUND[name][0])
    violation = only(check(game, deals=4))
    assert violation.record is not None
    options = dict(violation.setting.options)
    again = trickcore.replay(violation.record, trickcore.loads(FOUND[name][0], id="bad", options=options))
    assert again.ok
    assert len(again.match.ids) >= len(violation.actions) - 1


def test_a_case_of_an_option_names_it_and_no_other() -> None:
    violation = only(check(bad.game(bad.LEAK), deals=4))
    assert "options: {loud: true}" in violation.case
    assert "quick" not in violation.case
    assert "auto" not in violation.case and "play" not in violation.case.replace("players", "")


def test_it_is_the_time_of_options_that_differ_in_nothing_too() -> None:
    """Each pair of settings that is compared must be compiled first."""
    options = ", ".join(f"o{n}: {{type: flag, default: false}}" for n in range(40))
    begun = time.perf_counter()
    check(bad.game(bad.rules(more=f"options: {{{options}}}")), deals=1, seconds=3)
    assert time.perf_counter() - begun < 10


def test_the_same_seed_and_deals_give_the_same_report() -> None:
    one, other = (check(bad.game(bad.TOTAL), deals=3, seed=5) for _ in range(2))
    assert one.to_json() == other.to_json()
    assert one.to_json() != check(bad.game(bad.TOTAL), deals=3, seed=6).to_json()


def test_what_is_played_first_does_not_depend_on_what_comes_later() -> None:
    few, many = (check(bad.game(bad.TOTAL), deals=deals, seed=5) for deals in (2, 4))
    assert (only(few).seed, only(few).actions) == (only(many).seed, only(many).actions)


def test_like_problems_are_counted_not_repeated() -> None:
    assert only(check(bad.game(bad.TOTAL), deals=4)).count > 1


def test_the_case_of_a_check_is_of_that_check() -> None:
    """Also where another one fails sooner: each is made short by itself."""
    text = bad.rules(
        more="options: {sharp: {type: flag, default: false}, idle: {type: flag, default: false}}",
        tail="checks: [all(tricks(s) < 5 for s in seats), not sharp or not A♥ in taken(dealer)]\n",
    )
    first, second = sorted(check(bad.game(text), deals=12).violations, key=lambda v: v.span.column if v.span else 0)
    assert "options" not in first.case
    assert "options: {sharp: true}" in second.case
    assert first.case and second.case


def test_skip_leaves_out_an_invariant() -> None:
    assert check(bad.game(bad.LEAK), deals=2, skip=["secrets"]).ok
    with pytest.raises(ValueError, match="no invariant 'secret'"):
        check(bad.game(bad.LEAK), skip=["secret"])


def test_that_the_rules_can_go_on_may_be_left_out_too() -> None:
    assert not check(bad.game(bad.FIRST), deals=4).ok
    assert check(bad.game(bad.FIRST), deals=4, skip=["rules"]).ok


def test_a_case_names_a_file_so_that_it_is_found(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text(bad.TOTAL, encoding="utf-8")
    violation = only(check(str(tmp_path / "plain"), deals=1))
    assert "game: ./plain\n" in violation.case
    cases = tmp_path / "found.cases.yaml"
    cases.write_text(violation.case, encoding="utf-8")
    assert run_paths([cases]).counts == (0, 1)


def test_players_and_options_are_fixed_by_the_reference_and_the_caller() -> None:
    report = check("hearts(moon=choice, players=3)", options={"passing": "left", "target": 5}, deals=1, skip=INVARIANTS)
    assert {s.players for s in report.settings} == {3}
    assert {(dict(s.options)["moon"], dict(s.options)["passing"]) for s in report.settings} == {("choice", "left")}
    with pytest.raises(RulesError, match="unknown-option"):
        check("hearts", options={"colour": "red"})


def test_it_stops_when_told_and_keeps_what_it_found() -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        told.append((done, total))
        return done >= 3

    report = check(bad.game(bad.TOTAL), deals=50, progress=stop)
    assert report.stopped and report.deals == 3
    assert only(report).case
    assert list(dict.fromkeys(told))[-3:] == [(1, 50), (2, 50), (3, 50)]
    assert check(bad.game(bad.TOTAL), deals=3).violations == report.violations


def test_a_time_stops_it_too() -> None:
    report = check(bad.game(bad.SOUND), seconds=2)
    assert report.stopped and report.deals >= 1
    again = check(bad.game(bad.SOUND), deals=report.deals)
    assert again.decisions == report.decisions


def test_a_forecast_is_made_from_the_first_deals() -> None:
    told: list[Forecast] = []
    check("two-ten-jack", deals=1, forecast=told.append, skip=["secrets"])
    (forecast,) = told
    assert (forecast.settings, forecast.deals) == (8, 1)
    assert forecast.seconds > 0


def test_a_fault_of_the_package_is_found_with_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def forgetful(match: Match, count: int = 1) -> Match:
        return undo(match, max(count - 1, 0))

    monkeypatch.setattr(Match, "undo", forgetful)
    violations = {v.invariant: v for v in check(bad.game(bad.SOUND), deals=4, skip=["secrets", "record"]).violations}
    assert set(violations) == {"undo"}
    assert "holds: undo" in violations["undo"].case


def test_json_has_everything() -> None:
    data = check(bad.game(bad.TOTAL), deals=1).to_json()
    assert data["game"] == "bad" and data["deals"] == 1
    violations = data["violations"]
    assert isinstance(violations, list)
    assert violations[0]["place"] == "bad.yaml:13:17" and violations[0]["record"]["format"] == "record"


def test_a_check_that_does_not_hold_says_why_it_should_and_who_scored_what() -> None:
    violation = only(check(bad.game(bad.TOTAL), deals=1))
    assert violation.why == "All cards count"
    assert violation.scored.startswith("seat 0: ") and violation.scored.count("; ") == 2
    points = [int(part.split()[-1]) for part in violation.scored.split("; ") if not part.endswith("nothing")]
    assert f"its sides are {sum(points)} and 28" in violation.message
    data = violation.to_json()
    assert (data["why"], data["scored"]) == (violation.why, violation.scored)


def test_lines_of_a_score_have_their_names_and_signs() -> None:
    text = bad.rules(
        after="  - score: {lines: {tricks: 0 - tricks, last: 5 if last_winner == me}, points: total * 2}",
        tail="checks: [false]\n",
    )
    violation = only(check(bad.game(text), deals=1))
    assert "tricks −" in violation.scored and ", last 5" in violation.scored and "in all " in violation.scored
    assert violation.why == ""


def test_a_case_says_why_too(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(bad.TOTAL, encoding="utf-8")
    cases = tmp_path / "bad.cases.yaml"
    cases.write_text(only(check(str(tmp_path / "bad.yaml"), deals=1)).case, encoding="utf-8")
    (outcome,) = run_paths([cases]).outcomes
    assert "(All cards count); seat 0: " in str(outcome.failure)


def test_a_time_holds_within_deals_too() -> None:
    begun = time.perf_counter()
    report = check(bad.game(bad.HEAVY), seconds=2)
    assert report.stopped and time.perf_counter() - begun < 8


def test_who_asks_to_stop_is_heard_within_deals_too() -> None:
    begun = time.perf_counter()
    report = check(bad.game(bad.HEAVY), deals=50, progress=lambda *_: time.perf_counter() - begun > 1)
    assert report.stopped and time.perf_counter() - begun < 10


def test_what_is_found_in_a_short_time_is_made_short_within_it(tmp_path: Path) -> None:
    text = bad.HEAVY.replace("times: 60", "times: 4") + "checks: [false]\n"
    (tmp_path / "bad.yaml").write_text(text, encoding="utf-8")
    begun = time.perf_counter()
    check(str(tmp_path / "bad.yaml"), deals=1, seconds=5, skip=["secrets", "engines"])
    assert time.perf_counter() - begun < 12


def test_settings_that_were_never_played_are_not_told_of() -> None:
    report = check(bad.game(bad.LEAK), deals=5, progress=lambda done, _: done >= 3)
    assert (len(report.settings), report.wanted, report.played, report.deals) == (3, 4, 3, 1)
    assert report.stopped and not report.is_even


@pytest.mark.parametrize("played", [3, 4, 6])
def test_the_deals_in_all_give_the_same_report(played: int) -> None:
    report = check(bad.game(bad.TOTAL + MORE), deals=5, progress=lambda done, _: done >= played)
    again = check(bad.game(bad.TOTAL + MORE), total=played)
    assert report.played == again.played == played and not again.stopped
    assert (report.settings, report.decisions, report.violations) == (again.settings, again.decisions, again.violations)
    assert report.is_even == (played == 4)


MORE = "options: {quick: {type: flag, default: false}, loud: {type: flag, default: false}}\n"


def test_a_short_case_is_about_what_was_found(tmp_path: Path) -> None:
    """Also where something else is wrong much more often."""
    (tmp_path / "bad.yaml").write_text(bad.RARE, encoding="utf-8")
    violations = {place(v.message): v for v in check(str(tmp_path / "bad.yaml"), deals=40).violations}
    assert set(violations) == {"view.variables.often", "view.variables.rare"}
    heads = [violation.case.partition("cases:\n") for violation in violations.values()]
    cases = tmp_path / "found.cases.yaml"
    cases.write_text(heads[0][0] + "cases:\n" + "".join(case for *_, case in heads), encoding="utf-8")
    outcomes = run_paths([cases]).outcomes
    assert [place(str(outcome.failure)) for outcome in outcomes] == list(violations)


def place(message: str) -> str:
    return next(word for word in message.split() if word.startswith("view.")).partition("[")[0]


def test_a_game_of_one_setting_is_played_often_enough_to_find_what_is_not_rare() -> None:
    report = check(bad.game(bad.FLAG))
    assert not report.ok and not report.stopped
    assert 5 <= report.deals <= 100
    assert all(violation.invariant == "secrets" for violation in report.violations)
