"""What may be said at a turn of the play, besides the cards. What follows is lowered once, for all places that ask."""

from __future__ import annotations

from collections.abc import Sequence

from trickcore.compiler.emit import Emitter
from trickcore.compiler.steps.voices import Voices
from trickcore.compiler.unit import At
from trickcore.rules.model import CallRule


class TurnCalls:
    """The calls of a play. A call leads back to the place that asked: the seat may speak on, or play."""

    def __init__(self, e: Emitter, rules: Sequence[CallRule], at: At, sites: int) -> None:
        self.code, self.at = e.code, at
        self.voices = Voices(e, rules, at)
        self.cards = len(e.unit.play_menu.items)
        here = self.code.here
        turns = len(e.setting.deck.cards)  # of a play, at most
        self.said = self.code.saved_int(f"said{here}", 0, turns * self.voices.size + 1)
        self.code.emit("copy", self.said, self.code.const_int(0))
        self.site = self.code.saved_int(f"asked_at{here}", 0, sites)
        self.action = self.code.keep(self.code.temp_int(0, max(*self.voices.ids, self.cards - 1)))
        self.block = self.code.label()
        self.places: list[int] = []

    def begin(self) -> None:
        """A turn begins: what follows here is done again after each call."""
        self.voices.reset()
        self.places.append(self.code.label())
        self.code.place(self.places[-1])

    def ask(self, at: At, actor: int, cards: Sequence[int]) -> int:
        """Ask for a card or a call; a slot with the number of the card's item, once one is played. `cards`: the group
        of the play."""
        code = self.code
        self.voices.set_legal(at)
        code.emit("ask", self.action, *cards, *self.voices.groups(actor))
        card = code.label()
        code.emit("if", code.get("lt", self.action, code.const_int(self.cards)), card)
        code.emit("copy", self.site, code.const_int(len(self.places) - 1))
        code.emit("jump", self.block)
        code.place(card)
        return code.get("min", self.action, code.const_int(self.cards - 1))

    def carry_out(self) -> None:
        """What calls do, and the way back. Nothing falls into this code."""
        code, back = self.code, self.code.label()
        code.place(self.block)
        code.emit("tick", self.said)
        self.voices.carry_out(self.action, self.at, lambda _rule, _at: code.emit("jump", back))
        code.place(back)
        for number, place in enumerate(self.places[:-1]):
            code.emit("if", code.get("eq", self.site, code.const_int(number)), place)
        code.emit("jump", self.places[-1])
