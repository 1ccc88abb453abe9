"""Every rule of the games in `bent_rules.yaml` has a case that notices when the rule is bent."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

import trickcore
from tests.games.shipped import case_file, case_named, variant
from trickcore.game import Game
from trickcore.resources import folder
from trickcore.testing import run_case, run_paths


@dataclass(frozen=True)
class Bent:
    game: str
    rule: str
    case: str
    patch: str

    @property
    def text(self) -> str:
        """The variant as a file."""
        return variant(self.game, "Bent", f"{self.patch}\n")


DATA = yaml.safe_load((Path(__file__).parent / "bent_rules.yaml").read_text(encoding="utf-8"))
BENT = [Bent(game, **entry) for game, entries in DATA.items() for entry in entries]


CASES = [(game, case.id) for game in DATA for case in case_file(game).cases]


@pytest.mark.parametrize(("game", "case"), CASES)
def test_case(game: str, case: str) -> None:
    outcome = run_case(case_named(game, case))
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize("game", DATA)
def test_every_rule_has_a_case_and_nothing_is_warned_of(game: str) -> None:
    file = case_file(game)
    assert file.uncovered() == ()
    assert {rule.text for case in file.cases for rule in case.rules} == {sentence.id for sentence in file.sentences}
    report = run_paths([folder("games") / f"{game}.cases.yaml"])
    assert report.passed
    assert [str(d) for one in report.files for d in one.diagnostics] == []


@pytest.mark.parametrize("game", DATA)
def test_every_rule_is_bent(game: str) -> None:
    assert {bent.rule for bent in BENT if bent.game == game} == {sentence.id for sentence in case_file(game).sentences}


@pytest.mark.parametrize("bent", BENT, ids=lambda bent: f"{bent.game} {bent.rule} {bent.case} {bent.patch}")
def test_bending_a_rule_fails_its_case(bent: Bent) -> None:
    case = case_named(bent.game, bent.case)
    assert bent.rule in [rule.text for rule in case.rules]

    made = []

    def load(_: object, players: int | None, options: dict[str, bool | int | str]) -> Game:
        made.append(trickcore.loads(bent.text, id="bent", players=players, options=options))
        return made[-1]

    outcome = run_case(case, load)
    assert made, f"the bent rules are not a game: {outcome}"
    assert not outcome.passed
    # If no step failed, an action or a card that the rule is about does not exist in the variant.
    assert outcome.failure is not None or {d.code for d in outcome.diagnostics} <= {"unknown-action", "unknown-card"}, (
        str(outcome)
    )
