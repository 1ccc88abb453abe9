"""Many random playouts from one position, or of whole matches: scores, winners, reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from trickcore.dice import Dice
from trickcore.engines.layout import CHANCE
from trickcore.program.masks import elements
from trickcore.simulation import Summary, seed_of
from trickcore.streams import start

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match


_CHUNK = 8192  # playouts that are played together


@dataclass(frozen=True)
class Playouts:
    """How a number of playouts came out. `scores`: of each playout, the final score of each seat. `reasons`: how often
    each ended a match. `wins`: how often each seat won. `decisions`: all actions played.

    >>> import trickcore
    >>> found = trickcore.load("two-ten-jack").playouts(50, seed=1)
    >>> found.count == len(found.scores) == sum(found.reasons.values()), len(found.points)
    (True, 2)
    """

    scores: tuple[tuple[int, ...], ...]
    wins: tuple[int, ...]
    reasons: Mapping[str, int]
    decisions: int

    @property
    def count(self) -> int:
        """How many playouts there were."""
        return len(self.scores)

    @cached_property
    def points(self) -> tuple[Summary, ...]:
        """Of each seat, mean, deviation, least and greatest of its final scores."""
        return tuple(Summary.of(scores) for scores in zip(*self.scores, strict=True))

    def to_json(self) -> dict[str, object]:
        """The statistics as JSON data, without the single scores."""
        return {
            "count": self.count,
            "decisions": self.decisions,
            "wins": list(self.wins),
            "reasons": dict(self.reasons),
            "scores": [summary.to_json() for summary in self.points],
        }


def playouts_of(game: Game, count: int, seed: int) -> Playouts:
    """Whole matches, each from a seed of its own."""
    return _collect(game, (game.engine.start(Dice(seed_of(seed, k))) for k in range(_checked(count))), seed)


def playouts_from(match: Match, count: int, seed: int) -> Playouts:
    """From the position of a match on."""
    if match.over:
        raise ValueError("the match is over: there is nothing to play out")
    return _collect(match.game, _starts(match.state(), _checked(count), seed), seed)


def _starts(state: list[Any], count: int, seed: int) -> Iterator[list[Any]]:
    for k in range(count):
        state[CHANCE] = Dice(seed_of(seed, k))
        yield state.copy()


def _checked(count: int) -> int:
    if count < 1:
        raise ValueError(f"the number of playouts must be 1 or more, not {count}")
    return count


def _collect(game: Game, states: Iterator[list[Any]], seed: int) -> Playouts:
    engine, reader = game.engine, game.reader
    scores: list[tuple[int, ...]] = []
    results: Counter[tuple[int, int]] = Counter()
    decisions = 0
    while chunk := list(islice(states, _CHUNK)):
        decisions += engine.playouts(chunk, [start(seed, len(scores) + k) for k in range(len(chunk))])
        scores += map(reader.scores, chunk)
        results.update(map(engine.result, chunk))
    wins: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    for (reason, teams), times in results.items():
        reasons[game.program.reasons[reason]] += times
        wins.update(dict.fromkeys(elements(teams), times))
    by_seat = tuple(wins[team] for team in game.teams)
    return Playouts(tuple(scores), by_seat, dict(sorted(reasons.items())), decisions)
