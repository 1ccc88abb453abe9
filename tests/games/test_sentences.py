"""Every rule of a game with a `…_patches.yaml` has a case that notices when the rule is bent, or a reason why no play
can test it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

import trickcore
from tests.games.shipped import case_file, case_named, variant
from trickcore.errors import RulesError
from trickcore.resources import folder
from trickcore.rules.model import OptionValue
from trickcore.testing import Case, Outcome, run_case, run_paths

SUFFIX = "_patches"
DATA: dict[str, dict[str, Any]] = {
    path.stem.removesuffix(SUFFIX).replace("_", "-"): yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob(f"*{SUFFIX}.yaml"))
}


@dataclass(frozen=True)
class Patch:
    game: str
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
        return variant(self.game, self.name, self.rules)

    def __str__(self) -> str:
        return f"{self.game} {self.rule} {self.case}"


PATCHES = [Patch(game, **entry) for game, data in DATA.items() for entry in data["patches"]]


def run_on(text: str, case: Case) -> Outcome:
    """The case on a variant, with those of the case's options that it still has."""
    return run_case(
        case, lambda _, players, options: trickcore.loads(text, id="variant", players=players, options=options)
    )


CASES = [(game, case.id) for game in DATA for case in case_file(game).cases]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_case(game: str, case: str) -> None:
    outcome = run_case(case_named(game, case))
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize("game", DATA)
def test_the_whole_file_passes_without_warnings(game: str) -> None:
    report = run_paths([folder("games") / f"{game}.cases.yaml"])
    assert report.passed
    assert [str(d) for file in report.files for d in file.diagnostics] == []
    assert report.counts == (len(case_file(game).cases), 0)


@pytest.mark.parametrize("patch", PATCHES, ids=str)
def test_bending_a_rule_fails_its_case(patch: Patch) -> None:
    case = case_named(patch.game, patch.case)
    assert patch.rule in [rule.text for rule in case.rules]
    outcome = run_on(patch.text, case)
    assert not outcome.passed, f"{patch.case} does not notice that {patch.rule} is bent"
    if patch.at == 0:  # the case cannot begin: the variant does not take what it chose, or the cards do not fit
        assert {d.code for d in outcome.diagnostics} == {patch.found}, str(outcome)
        assert [d.span for d in outcome.diagnostics] in chosen(case)[patch.step], str(outcome)
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


def chosen(case: Case) -> Mapping[str, list[list[Any]]]:
    """Where findings about the situation of a case may stand, by what they are about."""
    return {
        "options": [[value.span for _, value in case.options]],
        "players": [[case.players.span]] if case.players else [],
        "hands": [[word.span] for deal in case.deals for word in words(deal)],
    }


def words(deal: Any) -> list[Any]:
    """All words of the cards that a case gives."""
    from trickcore.testing.words import parts

    return [word for _, cards in (*deal.hands, *deal.zones) for word in parts(cards)]


@pytest.mark.parametrize("game", DATA)
def test_every_rule_is_checked_or_says_why_not(game: str) -> None:
    file = case_file(game)
    checked = {rule.text for case in file.cases for rule in case.rules}
    untested = {sentence.id for sentence in file.sentences if sentence.untested}
    assert file.uncovered() == ()
    assert checked & untested == set()
    assert checked | untested == {sentence.id for sentence in file.sentences}
    numbered = [s.id for s in file.sentences if s.id.startswith("S")]
    assert numbered == [f"S{n + 1}" for n in range(len(numbered))]


@pytest.mark.parametrize("game", DATA)
def test_every_checked_rule_has_a_patch(game: str) -> None:
    file = case_file(game)
    untested = {sentence.id for sentence in file.sentences if sentence.untested}
    patched = {patch.rule for patch in PATCHES if patch.game == game} | set(DATA[game]["engine"])
    assert patched == {s.id for s in file.sentences} - untested
    assert all(patch.found for patch in PATCHES)


SWAPS = [
    (game, ladder, above)
    for game, data in DATA.items()
    for ladder, ranks in data["ladders"].items()
    for above in range(len(ranks.rpartition("|")[2].split()) - 1)
]


@pytest.mark.parametrize(("game", "ladder", "above"), SWAPS)
def test_two_ranks_the_wrong_way_round_fail_a_case_of_their_trick(game: str, ladder: str, above: int) -> None:
    first, _, rest = DATA[game]["ladders"][ladder].rpartition("|")  # what stands before a bar keeps its place
    ranks = rest.split()
    swapped = [*first.split(), *ranks[:above], ranks[above + 1], ranks[above], *ranks[above + 2 :]]
    text = variant(game, "Swapped", f"order: {{{ladder}: {' '.join(swapped)}}}\n")
    pairs = [case for case in case_file(game).cases if "-order" in case.id]
    assert [run_on(text, case).passed for case in pairs].count(False) == 1


@pytest.mark.parametrize("game", DATA)
def test_cases_hang_on_the_shuffle_only_where_they_speak_of_it(game: str) -> None:
    by_chance = [c for c in case_file(game).cases if c.seed]
    assert {rule.text for case in by_chance for rule in case.rules} == set(DATA[game]["by_chance"])


@pytest.mark.parametrize("test", sorted({test for data in DATA.values() for test in data["engine"].values()}))
def test_rules_of_the_engine_have_a_test_that_exists(test: str) -> None:
    module, _, name = test.rpartition(".")
    assert callable(getattr(importlib.import_module(f"tests.games.{module}"), name))


@pytest.mark.parametrize("game", DATA)
def test_other_seeds_are_other_matches(game: str) -> None:
    case = case_named(game, "same-seed")
    assert run_case(case).passed
    failures = [run_case(replace(case, seed=case.seed + n)).failure for n in range(1, 6)]
    assert all(failure is not None and failure.step in ("dealer", "hand") for failure in failures)


@pytest.mark.parametrize("game", DATA)
def test_options_have_their_defaults(game: str) -> None:
    assert trickcore.load(game).options == {name: about["default"] for name, about in DATA[game]["options"].items()}


def option_values(which: str) -> list[tuple[str, str, OptionValue]]:
    return [
        (game, name, value)
        for game, data in DATA.items()
        for name, about in data["options"].items()
        for value in about[which]
    ]


@pytest.mark.parametrize(("game", "name", "value"), option_values("others"))
def test_options_take_their_values(game: str, name: str, value: OptionValue) -> None:
    assert trickcore.load(game, options={name: value}).options[name] == value


@pytest.mark.parametrize(("game", "name", "value"), [*option_values("refused"), *((game, "goal", 1) for game in DATA)])
def test_options_refuse_all_others(game: str, name: str, value: OptionValue) -> None:
    with pytest.raises(RulesError) as caught:
        trickcore.load(game, options={name: value})
    assert name in str(caught.value)


def test_what_is_legal_is_noticed_without_the_words_of_a_refusal() -> None:
    """The same rules in other words pass every case but the one about words."""
    follow = "follow: [{why: Follow suit!, cards: led}, {cards: trumps if must_trump, why: Trump!}, any]"
    text = variant("two-ten-jack", "Other words", f"play: {{{follow}}}\n")
    outcomes = [run_on(text, case) for case in case_file("two-ten-jack").cases]
    assert [str(o.case.id) for o in outcomes if not o.passed] == ["reason-of-a-refusal"]
