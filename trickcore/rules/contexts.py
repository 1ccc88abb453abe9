"""Which contexts the positions of a rule file are in: what an expression there may speak of."""

from __future__ import annotations

from trickcore.language.scope import Context

STATIC: frozenset[str] = frozenset()  # options and `players` only: the deck, tables, first values
MATCH = frozenset({Context.MATCH})  # before any deal: the first dealer
DEAL = MATCH | {Context.DEAL}  # steps, sides, overlays' conditions; the end of a deal and of a match
LAW = DEAL | {Context.PLAY}  # card laws: asked inside and outside of tricks, where `led` is empty
TRICK = DEAL | {Context.PLAY}  # laws of a trick that are nobody's
TURN = TRICK | {Context.SEAT}  # a seat's duty, hooks and calls in play
AS = TURN | {Context.CARD}  # what a card may be declared to be
SEAT = DEAL | {Context.SEAT}  # a seat decides, scores, or is looped over
POINTS = SEAT | {Context.POINTS}  # `points:`
CHECK = DEAL | {Context.CHECK}  # what must hold when a deal is over
