from __future__ import annotations

import json
import statistics

import pytest

import trickcore
from trickcore import Game, RandomBot
from trickcore.simulation import Summary


def test_the_same_seed_is_the_same_report(game: Game) -> None:
    one, two = (trickcore.simulate(game, deals=30, seed=9) for _ in range(2))
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    assert one.microseconds is None and trickcore.simulate(game, deals=30, seed=8).to_json() != one.to_json()


def test_deals_are_counted_exactly(game: Game) -> None:
    report = trickcore.simulate(game, deals=30, seed=9)
    assert report.deals == 30 and report.decisions == 30 * 52 and report.totals == {5: 30}
    assert sum(report.wins) == report.matches == sum(report.reasons.values()) == report.lengths.count
    assert all(p.count == 30 and -15 <= p.low <= p.mean <= p.high <= 20 for p in report.points)
    assert 1 < report.branching < 7


def test_bots_and_progress(game: Game) -> None:
    calls: list[tuple[int, int]] = []
    bots = [RandomBot(1), RandomBot(2)]
    report = trickcore.simulate(game, 4, 1, bots, progress=lambda *done: calls.append(done), timed=True)
    assert calls == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert report.microseconds is not None and "microseconds_per_decision" in report.to_json()


def test_progress_can_stop(game: Game) -> None:
    report = trickcore.simulate(game, 100, 1, progress=lambda done, _: done == 3)
    assert report.deals == 3


def test_matches_without_decisions_count_as_deals() -> None:
    text = "{trickcore: 1, name: E, extends: two-ten-jack, remove: [steps.play], match: {ends: deal_no >= 3}}"
    game = trickcore.loads(text)
    report = trickcore.simulate(game, 7, 1, timed=True)
    assert (report.deals, report.matches, report.decisions, report.branching) == (7, 7, 0, 0)
    assert report.totals == {0: 7} and report.lengths.mean == 1 and report.microseconds is None
    assert trickcore.simulate(game, 100, 1, progress=lambda done, _: done == 3).deals == 3


def test_no_deals(game: Game) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        trickcore.simulate(game, 0)


def test_summaries() -> None:
    numbers = [3, -1, 4, 1, -5]
    summary = Summary.of(numbers)
    assert (summary.mean, summary.low, summary.high) == (statistics.mean(numbers), -5, 4)
    assert summary.sd == pytest.approx(statistics.stdev(numbers))
    assert Summary.of([]) == Summary(0, 0.0, 0.0, 0, 0) and Summary.of([7]).sd == 0
