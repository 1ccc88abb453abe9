"""Variants change the steps of shipped games by their ids, so each step has one, and it may not change its name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml

import trickcore
from trickcore.references import catalogue
from trickcore.resources import folder

HEAD = "trickcore: 1\nname: Variant\nextends: two-ten-jack\n"


def steps(node: object) -> Iterator[dict[str, object]]:
    """All steps of a file, hooks of the play included."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "steps" or key.startswith(("before ", "after ")):
                yield from (step for step in value if isinstance(step, dict))
            yield from steps(value)
    elif isinstance(node, list):
        for item in node:
            yield from steps(item)


@pytest.mark.parametrize("name", catalogue())
def test_each_step_of_a_shipped_game_has_an_id_of_its_own(name: str) -> None:
    data = yaml.load((folder("games") / f"{name}.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    ids = [step.get("id") for step in steps(data)]
    assert ids
    assert None not in ids
    assert len(set(ids)) == len(ids)


def test_the_ids_of_two_ten_jack_stay_what_they_are() -> None:
    data = yaml.load((folder("games") / "two-ten-jack.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)
    assert [step["id"] for step in steps(data)] == ["draw", "deal", "play", "score"]


def course(patch: str) -> tuple[int, int, int]:
    """Cards in hand at the start and after the first trick, and what all points of a deal come to."""
    game = trickcore.loads(HEAD + patch)
    match = game.start(seed=7, dealer=1)
    before = len(match.view(0).hand)
    while match.view(0).trick_number in (0, 1):
        match.play(match.decision.legal.ids[0])
    (total,) = trickcore.simulate(game, deals=3, seed=7).totals
    return before, len(match.view(0).hand), total


@pytest.mark.parametrize(
    ("patch", "expected"),
    [
        ("steps: {deal: {each: 5}}", (5, 5, 5)),
        ("steps: {after play: [{id: extra, score: {lines: {deal: 1}}}]}", (6, 6, 7)),
        ("steps: {score: {lines: {deal: 1}}}", (6, 6, 7)),
        ("play: {after trick: {draw: {count: 2}}}", (6, 7, 5)),
        ("remove: [play.after trick.draw]\nsteps: {deal: {each: 26}}", (26, 25, 5)),
    ],
)
def test_a_step_is_changed_by_its_id(patch: str, expected: tuple[int, int, int]) -> None:
    assert course(patch) == expected
