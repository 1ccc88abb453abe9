"""The whole of a program: deals one after the other, until the match ends."""

from __future__ import annotations

from trickcore.compiler import probes
from trickcore.compiler.checks import check_deal, note_scores
from trickcore.compiler.emit import Emitter
from trickcore.compiler.follow import follow
from trickcore.compiler.layers import walk
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.state import DEAL_LIMIT, REDEAL_LIMIT, REDEALS_LIMIT, Place, number_range
from trickcore.compiler.steps import lower_steps
from trickcore.compiler.steps.cards import Spot, held
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Value, flag_slot, may_be_none, set_slot
from trickcore.diagnostics.model import Span
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.types import NUMBER, SEATS
from trickcore.program.model import SlotKind
from trickcore.rules.model import Deal, End, MatchRule, Step

ENDED = "the match has ended"
ABANDONED = "abandoned"
_HISTORY = ("played_by", "taken_by", "dealt", "shown", "tricks", "trick_of", "winners", "played", "dead", "total")


def lower_match(e: Emitter) -> None:
    """First dealer, then deals."""
    _Match(e).lower()


class _Match:
    def __init__(self, e: Emitter) -> None:
        self.e = e
        self.code = e.code
        self.reg = e.unit.state.reg
        self.rules = e.setting.rules
        self.rule: MatchRule = e.setting.rules.match
        self.abandoned = e.code.label()

    def lower(self) -> None:
        """Labels that `end:` may lead to stand where their part of the match begins."""
        code, exits = self.code, self.e.unit.exits
        head, again = code.label(), code.label()
        exits.deal, exits.redeal, exits.match = code.label(), code.label(), code.label()
        redeals = any(isinstance(n, End) and n.what == "redeal" for n in walk((self.rules.steps, self.rules.hooks)))
        self._prepare()
        code.place(head)
        self._next_deal(redeals)
        code.place(again)
        with code.from_(self.rules.span):
            self._fresh()
        lower_steps(self.e, self.rules.steps, At())
        code.place(exits.deal)
        check_deal(self.e)
        self._after_deal(head)
        code.place(exits.match)
        self._end(ENDED, self._winners())
        if redeals:
            code.place(exits.redeal)
            code.emit("if", code.get("le", self.reg["last_redeal"], self.reg["redeals"]), self.abandoned)
            code.emit("tick", self.reg["redeals"])
            code.tell("thrown in", ("deal", "number", "all", self.reg["deal_no"]))
            code.emit("jump", again)
        code.place(self.abandoned)
        self._end(ABANDONED, self._winners())

    # ------------------------------------------------------------------------------------------------ beginnings

    def _prepare(self) -> None:
        code = self.code
        if sum(isinstance(step, Deal) for step in walk((self.rules.steps, self.rules.hooks))) != 1 or self._repeats():
            self.e.unit.state.number("shuffled", 1)
        with code.from_(self.rules.span):
            code.emit("roll", self.reg["dealer"], code.const_int(self.e.setting.players))
        if self.rule.first_dealer is not None:
            with code.from_(self.rule.first_dealer.span):
                first = self.e.one(self.rule.first_dealer, At())
                code.move(self.reg["dealer"], self._somebody(first, self.reg["dealer"]))
        for var in self.e.unit.state.vars.values():
            if var.rule.kept:
                self._initial(var.slot, var.rule.initial)

    def _repeats(self) -> bool:
        """Whether the one deal step may run more than once in a deal, or cards may go back to the pack."""
        steps = [s for s in walk((self.rules.steps, self.rules.hooks)) if isinstance(s, Step)]
        looped = any(
            (s.times is not None or s.each is not None or s.when is not None)
            and any(isinstance(inner, Deal) for inner in walk(s))
            for s in steps
        )
        hooks = any(isinstance(inner, Deal) for inner in walk(self.rules.hooks))
        return (
            looped or hooks or any(getattr(n, "name", "") == "pack" for n in walk((self.rules.steps, self.rules.hooks)))
        )

    def _somebody(self, seat: int, other: int) -> int:
        code = self.code
        if not may_be_none(code, seat):
            return seat
        found = code.get("choose", code.get("lt", seat, code.const_int(0)), other, seat)
        return code.get("max", found, code.const_int(0))

    def _next_deal(self, redeals: bool) -> None:
        code, deal = self.code, self.reg["deal_no"]
        with code.from_(self.rules.span):
            code.emit("if", code.get("le", code.const_int(DEAL_LIMIT), deal), self.abandoned)
            code.emit("tick", deal)
            note_scores(self.e)
            if redeals:
                self.e.unit.state.number("redeals", REDEALS_LIMIT)
                self.e.unit.state.number("last_redeal", REDEALS_LIMIT)
                most = code.get("add", self.reg["redeals"], code.const_int(REDEAL_LIMIT))
                code.emit("min", self.reg["last_redeal"], most, code.const_int(REDEALS_LIMIT))

    def _fresh(self) -> None:
        """All cards are back in the pack, what belongs to a deal is as at its beginning."""
        code, reg, state = self.code, self.reg, self.e.unit.state
        code.tell("deal", ("deal", "number", "all", reg["deal_no"]), ("dealer", "seat", "all", reg["dealer"]))
        kept = [place for place in state.zones.values() if self._is_kept(place)]
        self._fill_pack(kept)
        for place in state.zones.values():
            if place.slot != reg["pack"] and place not in kept:
                self._empty(place.slot)
        for name in _HISTORY:
            if name in reg:
                self._empty(reg[name])
        for name, value in (("trick_no", 0), ("shuffled", 0), ("last_winner", -1), ("bidder", -1), ("led", -1)):
            if name in reg:
                code.emit("copy", reg[name], code.const_int(value))
        if "trick" in reg:
            code.emit("fill", reg["trick"], code.const_int(-1))
        if "trick_as" in reg:
            code.emit("fill", reg["trick_as"], code.const_int(-1))
        if "passed" in reg:
            code.emit("copy_set", reg["passed"], code.const_set(0))
        if "playing" in reg:
            code.emit("copy_set", reg["playing"], code.const_set(self.e.setting.seats))
        for var in state.vars.values():
            if not var.rule.kept:
                self._initial(var.slot, var.rule.initial)
        lasting = {place.name for place in kept} | {var.rule.name for var in state.vars.values() if var.rule.kept}
        fresh = {eyes.name for eyes in state.eyes.values()} - lasting  # there is nothing in them to tell of
        follow(self.e, fresh, always=True)

    def _is_kept(self, place: Place) -> bool:
        zone = self.rules.zones.get(place.name)
        return zone is not None and zone.keep

    def _fill_pack(self, kept: list[Place]) -> None:
        """All cards, but for those that lie in zones that last for the match."""
        code, pack, cards = self.code, self.reg["pack"], len(self.e.setting.deck.cards)
        if not kept:
            code.emit("pack", pack)
            return
        left = code.const_set(self.e.setting.deck.all)
        for place in kept:
            owners = range(self.e.setting.players) if place.per_seat else (0,)
            for spot in (Spot(place, code.const_int(seat)) for seat in owners):
                left = code.get_set("less", left, held(self.e, spot), universe=cards)
        code.emit("clear", pack)
        code.emit("put", pack, left)

    def _empty(self, slot: int) -> None:
        code, kind = self.code, self.code.slot_at(slot).kind
        if kind is SlotKind.PILE:
            code.emit("clear", slot)
        elif kind is SlotKind.SET:
            code.emit("copy_set", slot, code.const_set(0))
        elif kind is SlotKind.SETS:
            code.emit("fill_set", slot, code.const_set(0))
        else:
            code.emit("fill", slot, code.const_int(0))

    def _initial(self, slot: int, initial: Expr | None) -> None:
        code, kind = self.code, self.code.slot_at(slot).kind
        var = next(v for v in self.e.unit.state.vars.values() if v.slot == slot)
        is_set = kind in (SlotKind.SET, SlotKind.SETS)
        if initial is None:
            empty = 0 if is_set else number_range(var.type, 1)[2]
            new = code.const_set(0) if is_set else code.const_int(empty)
        else:
            new = self.e.slot_as(self.e.value(initial, At()), var.type, is_set)
        eyes = self.e.unit.state.eyes.get(slot)
        if eyes and eyes.given >= 0:
            code.emit("copy", eyes.given, code.const_int(initial is not None))
        op = {SlotKind.INT: "copy", SlotKind.SET: "copy_set", SlotKind.INTS: "fill", SlotKind.SETS: "fill_set"}[kind]
        code.emit(op, slot, new)

    # ------------------------------------------------------------------------------------------------ endings

    def _after_deal(self, head: int) -> None:
        """Does the match end? Else the next dealer deals."""
        code, rule = self.code, self.rule
        go_on, end = code.label(), self.e.unit.exits.match
        if rule.deals is None and rule.ends is None:
            code.emit("jump", end)
            return
        probes.overlays(self.e, At())
        over = self._over()
        code.emit("unless", over, go_on)
        if rule.deals is None or rule.tie is not None:
            self._tie(go_on, end)
        else:
            code.emit("jump", end)
        code.place(go_on)
        dealer = self.reg["dealer"]
        if rule.dealer is None:
            code.move(dealer, turn_seat(self.e, dealer, 1))
        else:
            with code.from_(rule.dealer.span):
                code.move(dealer, self._somebody(self.e.one(rule.dealer, At()), dealer))
        code.emit("jump", head)

    def _over(self) -> int:
        code, tests = self.code, []
        if self.rule.ends is not None:
            with code.from_(self.rule.ends.span):
                ends = self.e.value(self.rule.ends, At())
                probes.guard(self.e, self.rule.ends, ends)
                tests.append(flag_slot(code, ends))
        if self.rule.deals is not None:
            with code.from_(self.rule.deals.span):
                tests.append(code.get("le", self.e.number(self.rule.deals, At()), self.reg["deal_no"]))
        return tests[0] if len(tests) == 1 else code.get("or", *tests)

    def _tie(self, go_on: int, end: int) -> None:
        """Several winners: the law `tie` chooses; without it, or if it chooses nobody, another deal is played."""
        code, rule = self.code, self.rule
        winners = self._winners()
        one = code.get("le", code.get("count", winners), code.const_int(1))
        code.emit("if", one, end)
        if rule.tie is None:
            return
        with code.from_(rule.tie.span):
            chosen = self._teams(self.e.value(rule.tie, At()))
            count = code.get("count", chosen)
            none = code.get("eq", count, code.const_int(0))
        if rule.deals is not None:
            code.emit("if", none, end)
        else:
            code.emit("if", none, go_on)
        self._end(ENDED, chosen)

    def _winners(self) -> int:
        """A slot with the winning teams."""
        span = self.rules.span
        law = self.rule.winner if self.rule.winner is not None else _most_points(span)
        with self.code.from_(law.span):
            return self._teams(self.e.value(law, At()))

    def _teams(self, seats: Value) -> int:
        """The teams that these seats are of."""
        code, teams = self.code, self.e.setting.team_seats
        if isinstance(seats, Const):
            return code.const_set(sum(1 << t for t, mask in enumerate(teams) if mask & int(seats.value)))
        if all(mask == 1 << team for team, mask in enumerate(teams)):
            return set_slot(code, seats)
        table = code.set_table([1 << team for team in self.e.setting.teams], name="team")
        return code.get_set("union", set_slot(code, seats), table, universe=len(teams))

    def _end(self, reason: str, winners: int) -> None:
        code = self.code
        code.tell("match over", ("winners", "teams", "all", winners), text=reason)
        code.emit("end", code.const_int(code.reason(reason)), winners)


def _most_points(span: Span) -> Expr:
    """`most(score(t) for t in teams)`."""
    teams = core.Get(SEATS, span, Home.WORD, "teams")
    team = core.Get(SEATS, span, Home.LOCAL, "t")
    score = core.Get(NUMBER, span, Home.WORD, "score", team)
    return core.Quantifier(SEATS, span, "most", "t", False, teams, None, score)


__all__ = ["ABANDONED", "ENDED", "lower_match"]
