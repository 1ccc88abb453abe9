"""What can be played as it is written, and was hardly meant so: warnings that only the whole game shows."""

from __future__ import annotations

from trickcore.compiler.unit import Unit
from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.program.masks import elements
from trickcore.program.model import Program
from trickcore.rules.model import Rules


def check_program(program: Program, rules: Rules, found: Diagnostics) -> None:
    """A game in which nobody ever decides anything."""
    if not any(instr.op == "ask" for instr in program.code):
        hint = "cards are played by `{play: all}`, values chosen by `ask`"
        message = "nobody decides anything in this game: no step lets anybody play or choose"
        found.warning("no-decision", message, _place(rules, "steps"), hint)


def _place(rules: Rules, *sections: str) -> Span:
    """The first of these sections that stands in the file itself, not in one that it extends; else the whole file."""
    places = [rules.places[section] for section in sections if section in rules.places]
    return next((place for place in places if place.file == rules.span.file), rules.span)


def check_ranked(unit: Unit) -> None:
    """Cards that are never of a suit, a trump or over trumps, so that no ladder ranks them: they win no trick."""
    if "trick" not in unit.state.reg or unit.layers.has("winner"):
        return
    unranked = unit.setting.deck.all
    for row in unit.laws.rows:
        for cards in (*row.classes, row.over):
            unranked &= ~cards
    for _, free in unit.layers.law("free"):
        known = unit.static.known(free, unit.env)
        unranked = 0 if known is None else unranked & ~int(known)  # free at times is free enough
    names = dict.fromkeys(unit.setting.deck.cards[card].name for card in elements(unranked))
    if names:
        message = f"no ladder has a place for {' '.join(names)}: what is neither of a suit nor a trump wins no trick"
        hint = "make it a trump, put it into a ladder `over` trumps, or let it be `free`"
        unit.found.warning("ladder-missing", message, _place(unit.setting.rules, "order", "deck"), hint)
