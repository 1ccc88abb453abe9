"""Many deals at once: what a game's points, lengths and choices are like."""

from __future__ import annotations

import hashlib
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trickcore.bots import Bot
    from trickcore.game import Game
    from trickcore.match import Match

Chooser = Callable[["Match", tuple[int, ...]], int]


@dataclass(frozen=True, slots=True)
class Summary:
    """Count, mean, sample standard deviation (0 for fewer than two), least and greatest of some whole numbers."""

    count: int
    mean: float
    sd: float
    low: int
    high: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Summary:
        """The summary; sums are exact, so that the same numbers give the same figures everywhere.

        >>> Summary.of([1, 2, 3])
        Summary(count=3, mean=2.0, sd=1.0, low=1, high=3)
        """
        n = total = squares = 0
        low, high = 0, 0
        for number in numbers:
            low, high = (number, number) if n == 0 else (min(low, number), max(high, number))
            n, total, squares = n + 1, total + number, squares + number * number
        variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
        return cls(n, total / n if n else 0.0, math.sqrt(variance), low, high)

    def to_json(self) -> dict[str, object]:
        """The summary as JSON data."""
        return {"count": self.count, "mean": self.mean, "sd": self.sd, "min": self.low, "max": self.high}


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation found.

    `deals`: whole deals played; `matches`: matches that came to their end (the last may be left unfinished when there
    are enough deals). `points`: per seat, points per deal. `totals`: sum of all teams' points in a deal → how often.
    `wins` per seat, `reasons` and `lengths` (deals per match) are of finished matches. `branching`: legal actions per
    decision. `microseconds` per decision, dealing included: None unless time was asked for, or if nobody decided.
    """

    game: str
    identity: str
    seed: int
    deals: int
    matches: int
    decisions: int
    points: tuple[Summary, ...]
    totals: Mapping[int, int]
    wins: tuple[int, ...]
    reasons: Mapping[str, int]
    lengths: Summary
    branching: float
    microseconds: float | None = None

    def to_json(self) -> dict[str, object]:
        """The report as JSON data; without the time it is the same on every machine."""
        data: dict[str, object] = {
            "game": self.game,
            "identity": self.identity,
            "seed": self.seed,
            "deals": self.deals,
            "matches": self.matches,
            "decisions": self.decisions,
            "points": [summary.to_json() for summary in self.points],
            "totals": {str(total): self.totals[total] for total in sorted(self.totals)},
            "wins": list(self.wins),
            "reasons": {reason: self.reasons[reason] for reason in sorted(self.reasons)},
            "deals_per_match": self.lengths.to_json(),
            "branching": self.branching,
        }
        return data if self.microseconds is None else {**data, "microseconds_per_decision": self.microseconds}


@dataclass(slots=True)
class _Tally:
    game: Game
    wanted: int
    progress: Callable[[int, int], object] | None
    points: list[tuple[int, ...]] = field(default_factory=list)
    totals: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    decisions: int = 0
    choices: int = 0

    stopped: bool = False

    @property
    def full(self) -> bool:
        return self.stopped or len(self.points) >= self.wanted

    def deal(self, before: tuple[int, ...], after: tuple[int, ...]) -> None:
        points = tuple(b - a for a, b in zip(before, after, strict=True))
        teams = dict(zip(self.game.teams, points, strict=True))  # partners share a score: count it once
        self.points.append(points)
        self.totals[sum(teams.values())] += 1
        if self.progress is not None:
            self.stopped = bool(self.progress(len(self.points), self.wanted))

    def match(self, match: Match, deals: int) -> None:
        outcome = match.outcome
        assert outcome is not None
        self.lengths.append(deals)
        self.reasons[outcome.reason] += 1
        self.wins.update(outcome.winners)


def simulate(
    game: Game,
    deals: int = 1000,
    seed: int = 0,
    bots: Sequence[Bot] | Mapping[int, Bot] | None = None,
    *,
    progress: Callable[[int, int], object] | None = None,
    timed: bool = False,
) -> Report:
    """Play at least one and at most `deals` whole deals, in as many matches as that takes, and report. A match in which
    nobody has anything to decide counts as one deal.

    Without `bots` every legal action is equally likely, which sets of picked cards are not then. The same game, seed
    and (deterministic) bots give the same report in every process. `progress(done, wanted)` is called after each deal;
    if it gives something true, the simulation ends with the deals played so far. `timed` adds the time per decision.

    >>> import trickcore
    >>> report = trickcore.simulate(trickcore.load("two-ten-jack"), deals=20, seed=1)
    >>> report.deals, dict(report.totals)
    (20, {5: 20})
    """
    if deals < 1:
        raise ValueError(f"the number of deals must be 1 or more, not {deals}")
    tally = _Tally(game, deals, progress)
    choose = _random_choice(seed) if bots is None else _bot_choice(bots)
    start = time.perf_counter()
    number = 0
    while not tally.full:
        _play(game.start(seed_of(seed, number)), tally, choose)
        number += 1
    seconds = time.perf_counter() - start
    return _report(tally, seed, seconds / tally.decisions * 1e6 if timed and tally.decisions else None)


def _play(match: Match, tally: _Tally, choose: Chooser) -> None:
    number, scores, done = match.deal_number, match.scores, 0
    if match.over:  # nobody had anything to decide: so that the simulation ends, this is a deal
        tally.deal((0,) * len(scores), scores)
        done = 1
    while not match.over and not tally.full:
        ids = match.legal_ids
        tally.decisions += 1
        tally.choices += len(ids)
        match.play(choose(match, ids))
        if match.deal_number != number or match.over:
            tally.deal(scores, match.scores)
            number, scores, done = match.deal_number, match.scores, done + 1
    if match.over:
        tally.match(match, done)


def _random_choice(seed: int) -> Chooser:
    dice = random.Random(f"trickcore simulation {seed}").random
    return lambda _, ids: ids[int(dice() * len(ids))]


def _bot_choice(bots: Sequence[Bot] | Mapping[int, Bot]) -> Chooser:
    def choose(match: Match, _: tuple[int, ...]) -> int:
        seat = match.decision.seat
        return match.read(bots[seat].choose(match.view(seat))).id

    return choose


def seed_of(seed: int, number: int) -> int:
    """The seed of one of many matches: as good as independent of all others."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=16).digest(), "big")


def _report(tally: _Tally, seed: int, microseconds: float | None) -> Report:
    seats = range(len(tally.game.seats))
    return Report(
        game=tally.game.id,
        identity=tally.game.identity,
        seed=seed,
        deals=len(tally.points),
        matches=len(tally.lengths),
        decisions=tally.decisions,
        points=tuple(Summary.of(points[s] for points in tally.points) for s in seats),
        totals=dict(sorted(tally.totals.items())),
        wins=tuple(tally.wins[s] for s in seats),
        reasons=dict(sorted(tally.reasons.items())),
        lengths=Summary.of(tally.lengths),
        branching=tally.choices / max(tally.decisions, 1),
        microseconds=microseconds,
    )
