"""Chosen cards out of a pile: the others keep their order."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter


def take_out(e: Emitter, pile: int, wanted: int, most: int = -1) -> int:
    """Those of a set of cards leave a pile, from the top on and at most so many (a slot; −1: all). A slot with them.

    Each card of the pile is drawn once, and what stays goes under it again.
    """
    code, universe = e.code, len(e.setting.deck.cards)
    taken, card = code.keep(code.temp_set(universe)), code.temp_int(-1, universe - 1)
    rounds, total = code.temp_int(0, universe + 1), code.temp_int(0, universe)
    again, stays, done = code.label(), code.label(), code.label()
    for slot in {wanted, most} - {-1}:
        code.keep(slot)
    code.emit("copy_set", taken, code.const_set(0))
    code.emit("size", total, pile)
    code.emit("copy", rounds, code.const_int(0))
    code.place(again)
    code.emit("if", code.get("le", total, rounds), done)
    code.emit("tick", rounds)
    code.emit("draw", card, pile)
    one = code.get_set("only", card, universe=universe)
    code.emit("unless", code.get("has", wanted, card), stays)
    if most >= 0:
        code.emit("if", code.get("le", most, code.get("count", taken)), stays)
    code.emit("join", taken, taken, one)
    code.emit("jump", again)
    code.place(stays)
    code.emit("put", pile, one)
    code.emit("jump", again)
    code.place(done)
    return taken
