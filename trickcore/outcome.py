"""How a match ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished match.

    `winners` and `teams`: the winning seats and the winning teams, in order; both empty where nobody wins.
    `reason`: the rule's own word for how it ended. `scores`: the final score of each seat.

    >>> import trickcore
    >>> match = trickcore.load("two-ten-jack(target=5)").start(seed=1)
    >>> while not match.over:
    ...     match = match.play(match.legal_ids[0])
    >>> outcome = match.outcome
    >>> [match.scores[seat] == max(match.scores) for seat in outcome.winners]
    [True]
    """

    winners: tuple[int, ...]
    teams: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]

    def to_json(self) -> dict[str, object]:
        """The outcome as JSON data."""
        return {
            "winners": list(self.winners),
            "teams": list(self.teams),
            "reason": self.reason,
            "scores": list(self.scores),
        }
