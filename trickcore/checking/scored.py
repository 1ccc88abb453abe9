"""The lines of the score of one deal, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from trickcore.events import Event

if TYPE_CHECKING:
    from trickcore.match import Match


def scored(match: Match, after: int) -> str:
    """Who scored what in the deal that ended with the next action after so many; empty where nothing was scored.

    >>> import trickcore
    >>> match = trickcore.load("euchre").start(seed=2)
    >>> while match.deal_number == 1:
    ...     _ = match.play(match.legal_ids[0])
    >>> scored(match, len(match.ids) - 1)
    'seats 0 and 2: nothing; seats 1 and 3: made 1'
    """
    events = _of_the_deal(match, after)
    lines: dict[int, list[str]] = {team: [] for e in events if (team := _team(e)) is not None}
    totals = dict.fromkeys(lines, 0)
    sums = dict.fromkeys(lines, 0)
    for event in events:
        team, points = _team(event), event.fields.get("points")
        if team is None or not isinstance(points, int):
            continue
        if event.name == "score":
            totals[team] += points
            continue
        sums[team] += points
        lines[team] += [f"{event.label or 'points'} {points}".replace("-", "−")] if points else []
    for team, total in totals.items():
        lines[team] += [f"in all {total}".replace("-", "−")] if total != sums[team] else []
    return "; ".join(f"{_name(match, team)}: {', '.join(lines[team]) or 'nothing'}" for team in sorted(lines))


def _of_the_deal(match: Match, after: int) -> Sequence[Event]:
    """What happened in a deal, up to where the next one begins."""
    events = match.events(None)
    known = len(match.copy().undo(len(match.ids) - after).events(None))
    start = max((at for at, event in enumerate(events[:known]) if event.name == "deal"), default=0)
    rest = takewhile(lambda event: event.name != "deal", events[known:])
    return (*events[start:known], *rest)


def _team(event: Event) -> int | None:
    team = event.fields.get("team")
    return team if event.name in ("scored", "score") and isinstance(team, int) else None


def _name(match: Match, team: int) -> str:
    seats = [name for name, of in zip(match.game.seats, match.game.teams, strict=True) if of == team]
    if len(seats) > 1 and all(name.startswith("seat ") for name in seats):
        return f"seats {' and '.join(name.removeprefix('seat ') for name in seats)}"
    return " and ".join(seats)
