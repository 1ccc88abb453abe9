"""A match in the hands of a case: it plays, takes back, and remembers what the last deal brought."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from trickcore.engines.meter import Meter
from trickcore.testing.costs import meter_of_case, uncounted_plays
from trickcore.testing.position import known, seen, trick

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

ENDS = ("rest of trick", "rest of deal", "rest of match")
_EVERY = 32  # plays between two looks at what they take
MOST = 200_000  # plays of one course, with those played again after `undo`: what never ends is a failure, not a hang


@dataclass(frozen=True, slots=True)
class _Mark:
    """Scores when the deal now played began, and the points of the deal before it."""

    start: tuple[int, ...]
    points: tuple[int, ...] | None


@dataclass(slots=True)
class Table:
    """Plays actions and keeps one mark per action, so that taking back restores the points too. `meter`: what the case
    may ask for."""

    game: Game
    match: Match
    meter: Meter = field(default_factory=meter_of_case)
    _marks: list[_Mark] = field(default_factory=list)
    _told: dict[int, tuple[set[str], set[str]]] = field(default_factory=dict)
    _left: int = field(default_factory=lambda: MOST)
    _uncounted: int = 0

    def __post_init__(self) -> None:
        self._uncounted = uncounted_plays(self.game.program)
        self._marks.append(_Mark(self.match.scores, None))

    @property
    def points(self) -> tuple[int, ...] | None:
        """What the last finished deal brought each seat, or None before there is one."""
        return self._marks[-1].points

    @property
    def played(self) -> int:
        """How many actions have been played."""
        return len(self._marks) - 1

    def play(self, action: str | int) -> None:
        """Play one action; raises what the match raises."""
        match, mark, deal = self.match, self._marks[-1], self.match.deal_number
        match.play(action)
        self._told.clear()
        if match.over or match.deal_number != deal:
            points = tuple(now - before for now, before in zip(match.scores, mark.start, strict=True))
            mark = _Mark(match.scores, points)
        self._marks.append(mark)

    def undo(self, count: int) -> None:
        """Take back actions."""
        self._told.clear()
        self.match.undo(count)
        del self._marks[len(self._marks) - count :]

    def told(self, seat: int) -> tuple[set[str], set[str]]:
        """What a seat sees now, and all that it was told of: as `seen` and `known`, worked out once per position."""
        if seat not in self._told:
            self._told[seat] = (seen(self.match, seat), known(self.match, seat))
        return self._told[seat]

    def look_back(self) -> str:
        """Count a look through all that has happened as so many plays, since it takes as long. Gives what went wrong,
        or nothing."""
        self._left -= self.played
        return "" if self._left >= 0 else f"this course looks back too often: more than {MOST:,} plays in all"

    def auto(self, count: int) -> str:
        """Play the first legal action so many times. Gives what went wrong, or nothing."""
        return self._run(count, lambda: False)

    def finish(self, part: str) -> str:
        """Play the first legal action until a part of the match (one of `ENDS`) is over."""
        deal = self.match.deal_number
        ends: dict[str, Callable[[], bool]] = {
            ENDS[0]: lambda: not trick(self.match) or self.match.deal_number != deal,
            ENDS[1]: lambda: self.match.deal_number != deal,
            ENDS[2]: lambda: False,
        }
        if self.match.over:
            return "the match is over"
        problem = self._run(MOST, ends[part])
        return "" if self.match.over else problem

    def _run(self, most: int, ended: Callable[[], bool]) -> str:
        for done in range(most):
            if self.match.over:
                return f"the match is over after {done} plays"
            if self._left <= 0:
                return f"no end after {MOST:,} plays in this course"
            self._left -= 1
            self.play(self.match.legal_ids[0])
            self._count()
            if ended():
                return ""
        return ""

    def _count(self) -> None:
        """Now and then, count what the plays take. The engine that plays does not tell: the match is watched for it,
        which is slower, so only where they could take long."""
        if self.played % _EVERY == 0:
            self.meter.spend(0)
            if MOST - self._left > self._uncounted:
                self.match.duties()
