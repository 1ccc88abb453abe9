"""`turn: duel`: seats join one by one; the newcomer raises, the one who is in may hold, who is left meets the next."""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.steps.bidding import Bidding
from trickcore.compiler.unit import At
from trickcore.rules.model import Auction


class Duel(Bidding):
    """The last one left may bid if nobody did."""

    def __init__(self, e: Emitter, step: Auction, at: At) -> None:
        super().__init__(e, step, at)
        for call in step.calls:
            e.refuse(call.span, f"the call `{call.name}` in a duel")
        code, players = self.code, e.setting.players
        self.first = code.saved_int(f"first{code.here}", 0, players - 1, domain="seats")
        self.holder = code.saved_int(f"holder{code.here}", 0, players - 1, domain="seats")
        self.newcomer = code.saved_int(f"newcomer{code.here}", 0, players - 1, domain="seats")
        self.standing = code.saved_int(f"standing_bid{code.here}", 0, len(self.choice.items) - 1)

    def _longest(self) -> int:
        """Turns there can be: each bid is raised or held once, each seat passes once."""
        return self.e.setting.players * 2 + len(self.choice.items) * 2 + 2

    def lower(self) -> None:
        """Duel after duel, then the last one left."""
        code = self.code
        next_, raises, holds, last, end, done = (code.label() for _ in range(6))
        self._start()
        code.move(self.first, turn_seat(self.e, self.speaker, 1))  # the speaker stands before the first
        code.emit("copy", self.holder, self.first)
        code.emit("copy", self.newcomer, self.first)
        code.place(next_)
        self._next_newcomer(last)
        code.place(raises)
        self._raise(next_, end)
        code.place(holds)
        self._hold(next_, raises, end)
        code.place(last)
        code.emit("if", code.get("le", code.const_int(0), self.bidder), end)
        self._bid_alone(end)
        code.place(end)
        code.emit("if", code.get("le", code.const_int(0), self.bidder), done)
        self._steps(self.step.all_pass, self.at)
        code.place(done)

    def _next_newcomer(self, last: int) -> None:
        """The next seat that takes part; all have joined when it is the first again."""
        code, players = self.code, self.e.setting.players
        seats = self.e.unit.state.reg.get("playing", code.const_set(self.e.setting.seats))
        after = code.get("add", self.newcomer, code.const_int(1))
        found = code.get("next_in", seats, after, code.const_int(players))
        code.emit("max", self.newcomer, found, code.const_int(0))
        code.emit("if", code.get("eq", self.newcomer, self.first), last)

    def _raise(self, next_: int, end: int) -> None:
        self.code.emit("copy", self.speaker, self.newcomer)
        self._set_bids()
        self._say(next_, end)

    def _hold(self, next_: int, raises: int, end: int) -> None:
        """The one who is in says the same, or leaves the newcomer in its place."""
        code, out = self.code, self.code.label()
        code.emit("copy", self.speaker, self.holder)
        self.choice.set_legal(self.mine)
        self.choice.cut(code.get_set("only", self.standing, universe=len(self.choice.items)))
        self._say(out, end)
        code.emit("jump", raises)
        code.place(out)
        code.emit("copy", self.holder, self.newcomer)
        code.emit("jump", next_)

    def _bid_alone(self, end: int) -> None:
        self.code.emit("copy", self.speaker, self.holder)
        self._set_bids()
        self._say(end, end)

    def _say(self, passed: int, end: int) -> None:
        """The speaker bids, or passes: then the code goes on at a label."""
        code = self.code
        code.emit("tick", self.turns)
        self._set_may_pass()
        action = self._asked()
        bids = code.label()
        code.emit("unless", self._is_pass(action), bids)
        self._passes()
        code.emit("jump", passed)
        code.place(bids)
        item = self._item(action)
        code.emit("copy", self.standing, item)
        self._bids(item, end)
