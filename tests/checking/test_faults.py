"""Deliberate faults, put one by one into copies of the games: each is caught by `check` or by a case."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

import trickcore
from tests.games.shipped import case_named, variant
from trickcore.checking import CheckReport, check
from trickcore.errors import RulesError
from trickcore.game import Game
from trickcore.rules.model import OptionValue
from trickcore.testing import run_case

DEALS = 6


@dataclass(frozen=True)
class Fault:
    game: str
    fault: str
    patch: str
    case: str = ""
    violation: str = ""
    surprise: str = ""
    finding: str = ""
    players: int | None = None
    deals: int = DEALS
    free: tuple[str, ...] = ()
    options: dict[str, OptionValue] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game}: {self.fault}"

    def load(self, players: int | None, options: dict[str, OptionValue]) -> Game:
        return trickcore.loads(
            variant(self.game, "Faulty", self.patch + "\n"), id="faulty", players=players, options=options
        )

    def check(self, game: Game) -> CheckReport:
        """As the command does it, under the default options and those of the fault."""
        fixed = {name: value for name, value in (game.options | self.options).items() if name not in self.free}
        return check(game, players=game.players, options=fixed, deals=self.deals)


DATA = yaml.safe_load((Path(__file__).parent / "faults.yaml").read_text(encoding="utf-8"))
FAULTS = [Fault(game, **fault) for game, faults in DATA.items() for fault in faults]


def test_there_are_faults_of_all_kinds_in_all_games() -> None:
    assert len(FAULTS) >= 30
    assert set(DATA) == set(trickcore.catalogue())
    assert all(sum(map(bool, (f.case, f.violation, f.surprise, f.finding))) == 1 for f in FAULTS)
    for game in DATA:
        assert {bool(f.case) for f in FAULTS if f.game == game} == {True, False}
    assert {f.violation for f in FAULTS} >= {"checks", "secrets", "rules"}
    words = " ".join(f.fault for f in FAULTS)
    for kind in ("tier", "sign", "redeal", "leak", "auction without an end", "missing rank", "wrong total", "open"):
        assert kind in words


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.case], ids=str)
def test_a_case_catches_it(fault: Fault) -> None:
    case = case_named(fault.game, fault.case)
    assert run_case(case).passed
    made: list[Game] = []

    def load(_: str, players: int | None, options: dict[str, OptionValue]) -> Game:
        made.append(fault.load(players, options))
        return made[-1]

    assert not run_case(case, load).passed
    assert made, "the faulty rules are no game at all"


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.violation], ids=str)
def test_a_check_catches_it_with_a_case_that_fails_alone(fault: Fault) -> None:
    report = fault.check(fault.load(fault.players, fault.options))
    (violation,) = {v.invariant: v for v in report.violations}.values()
    assert violation.invariant == fault.violation
    assert violation.case
    assert len(violation.case.splitlines()) <= 10
    assert violation.record is not None


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.surprise], ids=str)
def test_a_check_wonders_at_it(fault: Fault) -> None:
    found = {surprise.kind for surprise in fault.check(fault.load(fault.players, fault.options)).surprises}
    assert fault.surprise in found
    assert fault.surprise not in {s.kind for s in fault.check(trickcore.load(fault.game)).surprises}


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.finding], ids=str)
def test_the_file_is_refused(fault: Fault) -> None:
    with pytest.raises(RulesError) as refused:
        fault.load(None, {})
    assert fault.finding in {finding.code for finding in refused.value.diagnostics}


@pytest.mark.parametrize("game", DATA)
def test_without_a_fault_nothing_is_violated(game: str) -> None:
    players = {f.players for f in FAULTS if f.game == game and f.violation}
    for count in players:
        game_at = trickcore.load(game, players=count)
        assert check(game_at, players=game_at.players, options=game_at.options, deals=DEALS).violations == ()
