"""What the greedy bot would do in a person's place, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.cli.picking import Picking
from trickcore.picks import PICK

if TYPE_CHECKING:
    from trickcore.decision import Decision
    from trickcore.match import Match


def hint(match: Match, decision: Decision) -> str:
    """One sentence, which knows nothing that the seat does not know.

    >>> import trickcore
    >>> match = trickcore.load("two-ten-jack").start(seed=7, deal={"hands": {0: "2♥ 3♥", 1: "10♥ A♦"}}, dealer=0)
    >>> match = match.play("10♥")
    >>> hint(match, match.decision)
    'The greedy bot would play 3♥: leaves them the trick, +5 so far'
    """
    from trickcore.greedy import GreedyBot

    if decision.kind == PICK:
        return _picked(match, decision)
    advice = GreedyBot().advise(match.view(decision.seat))
    verb = "play" if advice.action.card else "choose"
    return f"The greedy bot would {verb} {advice.action.text}: {advice.reason}"


def _picked(match: Match, decision: Decision) -> str:
    """What the bot would pick, one card after the other, without those that there is no choice about."""
    from trickcore.greedy import GreedyBot

    picking, twin = Picking(match, decision), match.copy()
    advices = []
    for _ in range(picking.count):
        advices.append(GreedyBot().advise(twin.view(decision.seat)))
        twin.play(advices[-1].action)
    chosen = advices[picking.forced :] or advices
    return f"The greedy bot would pick {' '.join(a.action.card for a in chosen)}: {chosen[0].reason}"
