"""Ascending bids. Registers: the standing bid's fields, maker and worth, who has passed and answered."""

from __future__ import annotations

from dataclasses import replace

from trickcore.compiler import probes
from trickcore.compiler.emit import Emitter
from trickcore.compiler.follow import follow
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.steps.calls import says_nothing
from trickcore.compiler.steps.choices import Choice, item_of
from trickcore.compiler.steps.voices import Voices
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, flag_slot, may_be_none, one_slot
from trickcore.language.core import Expr
from trickcore.language.types import Kind
from trickcore.program.limits import INT_LIMIT
from trickcore.program.model import Item, Seen
from trickcore.rules.model import Auction, CallRule, Step


class Bidding:
    """Seats bid in turn; it ends when nobody who may still speak has anything to answer."""

    def __init__(self, e: Emitter, step: Auction, at: At) -> None:
        self.e, self.code, self.step, self.at = e, e.code, step, at
        code, here, players = e.code, e.code.here, e.setting.players
        self.choice = Choice(e, step.bid, step.condition, "bid", at, step.span)
        self.pass_menu = pass_menu(e)
        self.bidder, self.passed = e.unit.state.reg["bidder"], e.unit.state.reg["passed"]
        self.speaker = code.saved_int(f"speaker{here}", 0, players - 1, domain="seats")
        self.me = Dyn(self.speaker, Kind.SEAT, False, players)
        self.mine = replace(at, me=self.me)
        self.voices = Voices(e, step.calls, self.mine) if step.calls else None
        self.ranks = self._ranks()
        low, high = (-INT_LIMIT, INT_LIMIT) if self.ranks is None else (-1, len(self.choice.items) - 1)
        self.worth = code.saved_int(f"standing{here}", low, high)
        self.answered = code.saved_set(f"answered{here}", players, domain="seats")
        self.turns = code.saved_int(f"turns{here}", 0, self._longest())
        self.last = self.bidder  # the seat that did not pass last
        if self.voices:
            self.last = code.saved_int(f"last_voice{here}", -1, players - 1, initial=-1, domain="seats")
        self.may_pass = code.saved_set(f"may_pass{here}", 1, domain="actions", seen=Seen.NOBODY)
        self.equal = code.saved_int(f"equal{here}", 0, 1)

    def _ranks(self) -> list[int] | None:
        """For each bid how many values are below its own, where that does not depend on the state."""
        if self.step.worth is None:
            return list(range(len(self.choice.items)))
        worth = self.choice.known(self.step.worth, self.mine)
        return None if worth is None else [sorted(set(worth)).index(value) for value in worth]

    def _longest(self) -> int:
        """Turns there can be: every bid is worth more, or is the one holding of an equal bid by a seat."""
        players = self.e.setting.players
        said = self.voices.size if self.voices else 0
        return players + said if self._once() else players * (players + 1) * (len(self.choice.items) + said + 2)

    def _once(self) -> bool:
        return self.step.turn in ("once", "first")

    def lower(self) -> None:
        """Turn after turn, then what follows if nobody bid."""
        code = self.code
        again, end, done = code.label(), code.label(), code.label()
        self._start()
        code.place(again)
        self._next_speaker(end)
        code.emit("tick", self.turns)
        self._turn(again, end)
        code.place(end)
        code.emit("if", code.get("le", code.const_int(0), self.bidder), done)
        self._steps(self.step.all_pass, self.at)
        code.place(done)

    def _start(self) -> None:
        code, e = self.code, self.e
        eldest = turn_seat(e, e.unit.state.reg["dealer"], 1)
        first = eldest
        if self.step.start is not None:
            first = e.one(self.step.start, self.at)
            if may_be_none(code, first):
                first = code.get("choose", code.get("lt", first, code.const_int(0)), eldest, first)
                first = code.get("max", first, code.const_int(0))
        code.move(self.speaker, turn_seat(e, first, -1))
        code.emit("copy", self.bidder, code.const_int(-1))
        if self.voices:
            code.emit("copy", self.last, code.const_int(-1))
        code.emit("copy_set", self.passed, code.const_set(0))
        code.emit("copy_set", self.answered, code.const_set(0))
        code.emit("copy", self.worth, code.const_int(code.slot_at(self.worth).low))
        code.emit("copy", self.turns, code.const_int(0))
        follow(e)

    def _next_speaker(self, end: int) -> None:
        """The next seat that may speak and has something to answer; if there is none, the auction is over."""
        code, players = self.code, self.e.setting.players
        seats = self.e.unit.state.reg.get("playing", code.const_set(self.e.setting.seats))
        gone = self.answered if self.step.pass_stays_in or self._once() else self.passed
        left = code.get_set("less", seats, gone, universe=players)
        left = code.get_set("less", left, code.get_set("only", self.last, universe=players), universe=players)
        after = code.get("add", self.speaker, code.const_int(1))
        next_ = code.keep(code.get("next_in", left, after, code.const_int(players)))
        code.emit("if", code.get("lt", next_, code.const_int(0)), end)
        code.emit("copy", self.speaker, next_)

    def _turn(self, again: int, end: int) -> None:
        """One seat bids, passes or calls."""
        code, bids = self.code, self.code.label()
        self._set_bids()
        self._set_may_pass()
        action = self._asked()
        if self.voices:
            self.voices.carry_out(action, self.mine, lambda rule, mine: self._said(rule, mine, again))
        code.emit("unless", self._is_pass(action), bids)
        self._passes()
        code.emit("jump", again)
        code.place(bids)
        self._bids(self._item(action), end)
        code.emit("jump", again)

    def _set_bids(self) -> None:
        """What the speaker may bid."""
        if self.step.equal is not None:
            self.code.move(self.equal, self._flag(self.step.equal))
        if self.ranks is None:
            self.choice.set_legal(self.mine, self._outbids)
        else:
            self.choice.set_legal(self.mine)
            self.choice.cut(self._above(self.ranks))

    def _asked(self) -> int:
        """The decision; a slot with the action."""
        code, choice, passing = self.code, self.choice, self.code.menu_at(self.pass_menu).offset
        ids = [passing, choice.offset, choice.offset + len(choice.items) - 1]
        groups = [self.speaker, choice.menu, choice.legal, self.speaker, self.pass_menu, self.may_pass]
        if self.voices:
            self.voices.reset()
            self.voices.set_legal(self.mine)
            groups += self.voices.groups(self.speaker)
            ids += self.voices.ids
        action = code.keep(code.temp_int(min(ids), max(ids)))
        code.emit("ask", action, *groups)
        return action

    def _is_pass(self, action: int) -> int:
        return self.code.get("eq", action, self.code.const_int(self.code.menu_at(self.pass_menu).offset))

    def _item(self, action: int) -> int:
        """A slot with the number of the bid."""
        return item_of(self.code, action, self.choice.offset, len(self.choice.items))

    def _above(self, ranks: list[int]) -> int:
        """A slot with the bids that are worth more than the standing one, or may equal it."""
        code, size = self.code, len(ranks)
        above = [sum(1 << k for k, rank in enumerate(ranks) if rank > row) for row in range(size)]
        table = code.set_table(above, absent=(1 << size) - 1, name="above")
        higher = code.get_set("look_set", table, self.worth, universe=size)
        if self.step.equal is None:
            return higher
        level = [sum(1 << k for k, rank in enumerate(ranks) if rank >= row) for row in range(size)]
        table = code.set_table(level, absent=(1 << size) - 1, name="level")
        as_high = code.get_set("look_set", table, self.worth, universe=size)
        return code.get_set("choose_set", self.equal, as_high, higher, universe=size)

    def _outbids(self, item: int) -> int:
        """A flag: the bid (its variables have its values now) is worth more than the standing one, or may equal it."""
        code = self.code
        worth = self._worth(item)
        higher = code.get("lt", self.worth, worth)
        if self.step.equal is None:
            return higher
        equal = code.get("and", code.get("eq", self.worth, worth), self.equal)
        return code.get("or", higher, equal)

    def _worth(self, item: int) -> int:
        """Its number in the order written, unless the file says what bids are worth."""
        if self.ranks is None:
            assert self.step.worth is not None
            return self.e.number(self.step.worth, self.mine)
        if self.ranks == list(range(len(self.ranks))):
            return item
        return self.code.get("look", self.code.int_table(self.ranks, name="rank"), item)

    def _set_may_pass(self) -> None:
        """Who is forced may pass only if no bid is left."""
        code, one = self.code, self.code.const_set(1)
        if self.step.forced is None:
            code.emit("copy_set", self.may_pass, one)
            return
        forced = self._flag(self.step.forced)
        must = code.get("and", forced, code.get("some", self.choice.legal))
        code.emit("choose_set", self.may_pass, must, code.const_set(0), one)

    def _flag(self, condition: Expr) -> int:
        """A slot with the value of a condition of the speaker's."""
        value = self.e.value(condition, self.mine)
        probes.guard(self.e, condition, value)
        return flag_slot(self.code, value)

    def _passes(self) -> None:
        code, players = self.code, self.e.setting.players
        me = code.get_set("only", self.speaker, universe=players)
        code.emit("join", self.passed, self.passed, me)
        code.emit("join", self.answered, self.answered, me)
        code.tell("passed", ("seat", "seat", "all", self.speaker))
        follow(self.e)

    def _said(self, rule: CallRule, at: At, again: int) -> None:
        """A call is answered like a bid; one that does nothing answers, but asks for no answer."""
        code, players = self.code, self.e.setting.players
        assert at.me is not None
        seat = one_slot(code, at.me)
        if seat != self.speaker:
            code.emit("copy", self.speaker, seat)
        if not says_nothing(rule) and not self._once():
            code.emit("copy", self.last, self.speaker)
            code.emit("copy_set", self.answered, code.const_set(0))
            if self.step.pass_stays_in:
                code.emit("copy_set", self.passed, code.const_set(0))
        else:
            me = code.get_set("only", self.speaker, universe=players)
            code.emit("join", self.answered, self.answered, me)
        follow(self.e)
        code.emit("jump", again)

    def _bids(self, item: int, end: int) -> None:
        code, step = self.code, self.step
        self.choice.set(item, self.mine)
        worth = self._worth(item)
        code.emit("copy", self.worth, worth)
        code.emit("copy", self.bidder, self.speaker)
        if self.voices:
            code.emit("copy", self.last, self.speaker)
        if not self._once():
            code.emit("copy_set", self.answered, code.const_set(0))
        else:
            me = code.get_set("only", self.speaker, universe=self.e.setting.players)
            code.emit("join", self.answered, self.answered, me)
        if step.pass_stays_in:
            code.emit("copy_set", self.passed, code.const_set(0))
        follow(self.e)
        self._steps(step.then, self.mine)
        if step.stop is not None:
            stop = self.e.value(step.stop, self.mine)
            probes.guard(self.e, step.stop, stop)
            if not isinstance(stop, Const):
                code.emit("if", stop.slot, end)
            elif stop.value:
                code.emit("jump", end)
        if step.turn == "first":
            code.emit("jump", end)

    def _steps(self, steps: tuple[Step, ...], at: At) -> None:
        from trickcore.compiler.steps import lower_steps

        lower_steps(self.e, steps, at)


def pass_menu(e: Emitter) -> int:
    """The menu with `pass` alone, which all auctions of a game share."""
    if e.unit.pass_menu < 0:
        e.unit.pass_menu = e.code.menu("pass", "Bid or pass", [Item("pass", "pass")])
    return e.unit.pass_menu
