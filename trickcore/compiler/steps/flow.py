"""`end`: leaving the trick, the play, the deal or the match. `show`: cards turned up where they lie."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.cards import show
from trickcore.compiler.unit import At
from trickcore.rules.model import End, Show


def lower_end(e: Emitter, step: End, _at: At) -> None:
    """Go on where that leads to."""
    label = getattr(e.unit.exits, step.what)
    if label < 0:
        raise e.refuse(step.span, f"`end: {step.what}` where there is none to end")
    e.code.emit("jump", label)


def lower_show(e: Emitter, step: Show, at: At) -> None:
    """All are told the cards; they stay where they are."""
    cards, skip = e.code.keep(e.set(step.cards, at)), e.code.label()
    e.code.emit("unless", e.code.get("some", cards), skip)
    show(e, cards)
    e.code.place(skip)
