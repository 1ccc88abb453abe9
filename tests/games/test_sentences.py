"""Every rule of Two-Ten-Jack has a case that notices when the rule is bent, or a reason why no play can test it."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
import yaml

import trickcore
from trickcore.diagnostics import Diagnostics
from trickcore.errors import RulesError
from trickcore.game import Game
from trickcore.resources import folder
from trickcore.rules.model import OptionValue
from trickcore.testing import Case, CaseFile, load_cases, run_case, run_paths

CASES = folder("games") / "two-ten-jack.cases.yaml"
DATA = yaml.safe_load((Path(__file__).parent / "two_ten_jack_patches.yaml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Patch:
    rule: str
    case: str
    step: str
    at: int
    found: str
    name: str
    rules: str

    @property
    def text(self) -> str:
        """The variant as a file."""
        return variant(self.name, self.rules)


PATCHES = [Patch(**entry) for entry in DATA["patches"]]


@cache
def case_file() -> CaseFile:
    found = Diagnostics()
    file = load_cases(CASES, found)
    assert file is not None, list(found)
    return file


def case_named(name: str) -> Case:
    return next(case for case in case_file().cases if case.id == name)


def variant(name: str, rules: str) -> str:
    return f"trickcore: 1\nname: {name}\nextends: two-ten-jack\n{rules}"


def load_patched(text: str, options: dict[str, OptionValue]) -> Game:
    """The variant, with those of the case's options that it still has."""
    return trickcore.loads(text, id="variant", options=options)


@pytest.mark.parametrize("case", [case.id for case in case_file().cases])
def test_case(case: str) -> None:
    outcome = run_case(case_named(case))
    assert outcome.passed, str(outcome)


def test_the_whole_file_passes_without_warnings() -> None:
    report = run_paths([CASES])
    assert report.passed
    assert [str(d) for file in report.files for d in file.diagnostics] == []
    assert report.counts == (len(case_file().cases), 0)


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: f"{patch.rule} {patch.case}")
def test_bending_a_rule_fails_its_case(patch: Patch) -> None:
    case = case_named(patch.case)
    assert patch.rule in [rule.text for rule in case.rules]
    outcome = run_case(case, lambda _, __, options: load_patched(patch.text, options))
    assert not outcome.passed, f"{patch.case} does not notice that {patch.rule} is bent"
    if patch.step == "options":  # the case cannot begin: the variant does not take what it chose
        assert patch.at == 0
        assert {d.code for d in outcome.diagnostics} == {patch.found}, str(outcome)
        assert [d.span for d in outcome.diagnostics] == [value.span for _, value in case.options]
        return
    expected = case.course[patch.at - 1]
    assert expected.kind == patch.step
    failure = outcome.failure
    if failure is None:  # the action that the rule is about does not exist in the variant
        spans = [d.span for d in outcome.diagnostics]
        assert {d.code for d in outcome.diagnostics} == {patch.found}, str(outcome)
    else:
        spans = [failure.span]
        assert failure.step == patch.step, str(outcome)
        assert patch.found in (failure.found or failure.message), str(outcome)
    assert all(expected.span.line <= span.line <= expected.span.end_line for span in spans), str(outcome)


def test_every_rule_is_checked_or_says_why_not() -> None:
    file = case_file()
    checked = {rule.text for case in file.cases for rule in case.rules}
    untested = {sentence.id for sentence in file.sentences if sentence.untested}
    assert file.uncovered() == ()
    assert checked & untested == set()
    assert checked | untested == {sentence.id for sentence in file.sentences}
    assert [f"S{n}" for n in range(1, 22)] == [s.id for s in file.sentences if s.id.startswith("S")]


def test_every_checked_rule_has_a_patch() -> None:
    untested = {sentence.id for sentence in case_file().sentences if sentence.untested}
    patched = {patch.rule for patch in PATCHES} | set(DATA["engine"])
    assert patched == {s.id for s in case_file().sentences} - untested
    assert all(patch.found for patch in PATCHES)


RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


@pytest.mark.parametrize("ladder", ["plain", "trumps"])
@pytest.mark.parametrize("above", range(len(RANKS) - 1))
def test_two_ranks_the_wrong_way_round_fail_the_case_of_their_trick(ladder: str, above: int) -> None:
    ranks = [*RANKS[:above], RANKS[above + 1], RANKS[above], *RANKS[above + 2 :]]
    swapped = " ".join(["A♠", *ranks] if ladder == "trumps" else ranks)
    text = variant("Swapped", f"order: {{{ladder}: {swapped}}}\n")
    pairs = [case for case in case_file().cases if "-order" in case.id]
    outcomes = [run_case(case, lambda _, __, options: load_patched(text, options)) for case in pairs]
    assert [outcome.passed for outcome in outcomes].count(False) == 1


def test_what_is_legal_is_noticed_without_the_words_of_a_refusal() -> None:
    """The same rules in other words pass every case but the one about words."""
    follow = "follow: [{why: Follow suit!, cards: led}, {cards: trumps if must_trump, why: Trump!}, any]"
    text = variant("Other words", f"play: {{{follow}}}\n")
    outcomes = [run_case(case, lambda _, __, options: load_patched(text, options)) for case in case_file().cases]
    assert [str(o.case.id) for o in outcomes if not o.passed] == ["reason-of-a-refusal"]


def test_cases_hang_on_the_shuffle_only_where_they_speak_of_it() -> None:
    by_chance = [c for c in case_file().cases if c.seed]
    assert {rule.text for case in by_chance for rule in case.rules} == {"R1", "S7", "F5"}


@pytest.mark.parametrize("test", DATA["engine"].values())
def test_rules_of_the_engine_have_a_test_that_exists(test: str) -> None:
    module, _, name = test.rpartition(".")
    assert callable(getattr(importlib.import_module(f"tests.games.{module}"), name))


def test_other_seeds_are_other_matches() -> None:
    case = case_named("same-seed")
    assert run_case(case).passed
    failures = [run_case(replace(case, seed=case.seed + n)).failure for n in range(1, 6)]
    assert all(failure is not None and failure.step in ("dealer", "hand") for failure in failures)


@pytest.mark.parametrize("target", [1, 500])
def test_targets_within_the_bounds(target: int) -> None:
    assert trickcore.load("two-ten-jack", options={"target": target}).options["target"] == target


@pytest.mark.parametrize(
    "options", [{"target": 0}, {"target": 501}, {"target": "many"}, {"must_trump": 3}, {"goal": 1}]
)
def test_options_out_of_bounds(options: dict[str, OptionValue]) -> None:
    with pytest.raises(RulesError) as caught:
        trickcore.load("two-ten-jack", options=options)
    assert next(iter(options)) in str(caught.value)


def test_there_are_two_options_with_their_defaults() -> None:
    assert trickcore.load("two-ten-jack").options == {"target": 31, "must_trump": True}
