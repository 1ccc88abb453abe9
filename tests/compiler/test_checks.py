"""Programs compiled to be observed: `checks:` at the end of each deal, and nothing changed by it."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

import trickcore
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.errors import RulesError
from trickcore.game import Game

BEFORE = """
trickcore: 1
name: Highest card
players: 3
deck: {suits: [♣, ♥], ranks: A K Q}
order: {plain: A K Q}
steps:
  - deal: {each: 2}
  - play: all
  - score: tricks
"""
GAME = BEFORE + "match: {deals: 4}\n"


def observed(game: Game, seed: int = 0) -> list[tuple[str, tuple[int, ...]]]:
    """What the checks of a random match tell."""
    program, told = game.probed.program, list[tuple[str, tuple[int, ...]]]()

    def probe(number: int, values: tuple[int, ...]) -> None:
        if program.probes[number].kind == "check":
            told.append((program.probes[number].name, values))

    machine, dice = Machine(program, probe=probe), random.Random(seed)
    state = machine.start(Dice(seed))
    while not machine.over(state):
        machine.step(state, dice.choice(machine.legal(state)))
    return told


def with_checks(*checks: str, game: str = GAME) -> Game:
    lines = "".join(f"  - {check}\n" for check in checks)
    return trickcore.loads(f"{game}checks:\n{lines}")


def test_each_deal_is_checked() -> None:
    told = observed(with_checks("sum(scored(t) for t in teams) == 2"))
    assert told == [("sum(scored(t) for t in teams) == 2", (1, 2, 2))] * 4


def test_what_was_scored_is_of_this_deal_alone() -> None:
    told = observed(with_checks("{that: sum(score(t) for t in teams) == 2, why: Only the first deal}"))
    assert [values for _, values in told] == [(1, 2, 2), (0, 4, 2), (0, 6, 2), (0, 8, 2)]


def test_other_conditions_tell_only_whether_they_hold() -> None:
    told = observed(with_checks("all(tricks(s) >= 1 for s in seats) or deal_no > 0", "seats == seats"))
    assert {values for _, values in told} == {(1,)}


def test_a_deal_that_is_thrown_in_is_not_checked() -> None:
    game = GAME.replace("  - deal", "  - {id: deal, deal", 1).replace("{each: 2}", "{each: 2}}", 1)
    game = game.replace("  - play: all", "  - {when: Q♥ in hand(dealer), end: redeal}\n  - play: all")
    told = observed(with_checks("not (Q♥ in dealt(dealer))", game=game), seed=3)
    assert [values for _, values in told] == [(1,)] * 4


@pytest.mark.parametrize("name", ["two-ten-jack", "ten-point-smear", "hearts", "euchre", "klaverjas"])
def test_observing_changes_nothing(name: str) -> None:
    game = trickcore.load(name)
    assert game.program.probes == ()
    assert game.probed.program.probes
    one, other = game.start(seed=5), game.probed.start(seed=5)
    dice = random.Random(5)
    for _ in range(150):
        assert one.legal_ids == other.legal_ids
        views = [{**match.view(None).to_json(), "identity": ""} for match in (one, other)]
        assert views[0] == views[1]
        action = dice.choice(one.legal_ids)
        one.play_id(action)
        other.play_id(action)


def test_checks_do_not_change_the_identity() -> None:
    assert with_checks("sum(scored(t) for t in teams) == 2").identity == trickcore.loads(GAME).identity


WRONG: Mapping[str, str] = {
    "sum(scored(t) for t in teams)": "wrong-type",
    "scored == 2": "whose",
    "{why: nothing}": "missing-key",
    "{that: led meets hearts}": "wrong-context",
    "{that: 1 == 1, because: x}": "unknown-key",
}


@pytest.mark.parametrize("check", WRONG)
def test_faulty_checks_are_findings(check: str) -> None:
    with pytest.raises(RulesError) as error:
        with_checks(check)
    assert {d.code for d in error.value.diagnostics} == {WRONG[check]}
    assert all(d.span.line == 13 for d in error.value.diagnostics)


def test_what_was_scored_is_known_in_checks_only() -> None:
    with pytest.raises(RulesError, match="in what is checked after a deal"):
        trickcore.loads(BEFORE + "match: {ends: any(scored(t) > 1 for t in teams)}\n")
