"""`end`: leaving the trick, the play, the deal or the match."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.unit import At
from trickcore.rules.model import End


def lower_end(e: Emitter, step: End, _at: At) -> None:
    """Go on where that leads to."""
    label = getattr(e.unit.exits, step.what)
    if label < 0:
        raise e.refuse(step.span, f"`end: {step.what}` here")
    e.code.emit("jump", label)
