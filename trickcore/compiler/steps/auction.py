"""`auction`: who bids highest."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.bidding import Bidding
from trickcore.compiler.steps.duel import Duel
from trickcore.compiler.unit import At
from trickcore.rules.model import Auction


def lower(e: Emitter, step: Auction, at: At) -> None:
    """Bids, then what follows if there was none."""
    (Duel if step.turn == "duel" else Bidding)(e, step, at).lower()
