"""`pick`: seats choose cards, one by one along a single path for every set: from the highest index to the lowest.

A seat without a choice is asked too, unless all see where the cards come from: who is asked how often would tell what
it holds.
"""

from __future__ import annotations

from trickcore.compiler.emit import Emitter
from trickcore.compiler.follow import follow_quietly
from trickcore.compiler.steps.asking import each_afterwards, each_deciding
from trickcore.compiler.steps.cards import Spot, all_seen, held, moved, put, seen_before, show, spot, tell_move
from trickcore.compiler.steps.deal import forget_dealt, record_dealt
from trickcore.compiler.steps.piles import take_out
from trickcore.compiler.unit import At, static_env
from trickcore.compiler.values import Const, one_slot, set_slot
from trickcore.program.model import Item, Seen
from trickcore.rules.model import Pick


def lower(e: Emitter, step: Pick, at: At) -> None:
    """Cards stay where they are until a seat (`at once`: all of them) has chosen."""
    picking = _Picking(e, step)
    if step.at_once:
        e.code.emit("fill_set", picking.picked, e.code.const_set(0))
        each_deciding(e, step.who, at, lambda mine, _end: picking.choose(mine))
        picking.move_all(at)
    else:
        each_deciding(e, step.who, at, lambda mine, _end: picking.choose_and_move(mine))


_WRITTEN = 6  # cards of a pick, up to which reserving the lower ones is written out


class _Picking:
    def __init__(self, e: Emitter, step: Pick) -> None:
        self.e, self.code, self.step = e, e.code, step
        self.cards = len(e.setting.deck.cards)
        self.kinds = e.setting.deck.kinds()
        code, here = e.code, e.code.here  # `picks.py` finds the slots picked, need and picks by these names
        self.menu = pick_menu(e)
        self.offset = code.menu_at(self.menu).offset
        self.picked = code.saved_sets(f"picked{here}", e.setting.players, self.cards, seen=Seen.OWNER)
        self.need = code.saved_int(f"need{here}", 0, self._most())
        self.last = code.saved_int(f"last{here}", -1, self.cards - 1, initial=-1)
        self.tier = code.saved_int(f"tier{here}", -1, len(step.cards), initial=-1)  # what was chosen last is of it
        self.rounds = code.saved_int(f"rounds{here}", 0, self.cards + 1)  # decisions
        self.sweeps = code.saved_int(f"sweeps{here}", 0, len(step.cards) + 2)  # tiers that leave no choice
        self.legal = code.saved_set(f"picks{here}", len(self.kinds), domain="actions", seen=Seen.NOBODY)

    def _most(self) -> int:
        """How many cards can be wanted of one seat."""
        count = self.step.count
        known = self.e.unit.static.known(count, static_env(At())) if count is not None else None
        return min(max(known, 0), self.cards) if isinstance(known, int) else self.cards

    def choose_and_move(self, at: At) -> None:
        code, seat = self.code, self._seat(at)
        code.emit("store_set", self.picked, seat, code.const_set(0))
        self.choose(at)
        self._move(at)

    def choose(self, at: At) -> None:
        """The decisions of one seat."""
        code, seat = self.code, self._seat(at)
        end, again, ask, single = code.label(), code.label(), code.label(), code.label()
        source = spot(self.e, self.step.source, at, end)
        secret = source.place.seen is not Seen.ALL
        self._set_need(source, at)
        code.emit("copy", self.last, code.const_int(-1))
        code.emit("copy", self.tier, code.const_int(-1))
        code.emit("copy", self.rounds, code.const_int(0))
        code.emit("copy", self.sweeps, code.const_int(0))
        code.place(again)
        source = spot(self.e, self.step.source, at, end)
        picked = code.get_set("load_set", self.picked, seat, universe=self.cards)
        missing = code.keep(code.get("sub", self.need, code.get("count", picked)))
        code.emit("if", code.get("le", missing, code.const_int(0)), end)
        left = code.keep(code.get_set("less", held(self.e, source), picked, universe=self.cards))
        cards = self._tier(left, at)
        code.emit("unless", code.get("some", cards), end)
        code.emit("if", code.get("lt", missing, code.get("count", cards)), ask)
        if secret:
            code.emit("if", code.get("lt", missing, code.get("count", left)), single)
        code.emit("tick", self.sweeps)
        self._add(seat, cards)  # no choice: all of them
        code.emit("jump", again)
        if secret:
            code.place(single)
            code.emit("tick", self.rounds)
            self._ask_single(at, cards, end)
            code.emit("jump", again)
        code.place(ask)
        code.emit("tick", self.rounds)
        self._ask(at, cards, missing, end)
        code.emit("jump", again)
        code.place(end)

    def _seat(self, at: At) -> int:
        assert at.me is not None
        return one_slot(self.code, at.me)

    def _set_need(self, source: Spot, at: At) -> None:
        code, step = self.code, self.step
        if step.count is not None:
            wanted = self.e.number(step.count, at)
        else:
            assert step.leave is not None
            there = code.get("count", held(self.e, source))
            wanted = code.get("sub", there, self.e.number(step.leave, at))
        wanted = code.get("max", wanted, code.const_int(0))
        code.emit("min", self.need, wanted, code.const_int(code.slot_at(self.need).high))

    def _tier(self, left: int, at: At) -> int:
        """What is left of the first tier that has a card, below the card that was chosen last from this tier."""
        code, every = self.code, self.e.setting.deck.all
        sets, words = [], []
        for tier in self.step.cards:
            value = self.e.value(tier.cards, at)
            if isinstance(value, Const) and not value.value:
                continue
            sets.append(code.keep(set_slot(code, value)))
            words.append((tier.text, tier.why, tier.span))
        if not self.step.cards:
            sets, words = [code.const_set(every)], [("any", "", self.step.span)]
        tier_cards = code.temp_set(self.cards)
        if not sets:
            code.emit("copy_set", tier_cards, code.const_set(0))
        else:
            code.emit("first", tier_cards, code.duty("pick", words), left, *sets)
        if len(sets) > 1:
            self._begin_anew_in_another_tier(left, sets)
        below = code.set_table([(1 << card) - 1 for card in range(self.cards)], absent=every, name="below")
        allowed = code.get_set("look_set", below, self.last, universe=self.cards)
        return code.keep(code.get_set("meet", tier_cards, allowed, universe=self.cards))

    def _begin_anew_in_another_tier(self, left: int, sets: list[int]) -> None:
        """Nothing of a tier was passed over before the ones above it were used up."""
        code, tier = self.code, self.code.const_int(len(sets))
        for number, cards in reversed(list(enumerate(sets))):
            here = code.get("some", code.get_set("meet", left, cards, universe=self.cards))
            tier = code.get("choose", here, code.const_int(number), tier)
        tier = code.keep(tier)
        same = code.get("eq", tier, self.tier)
        code.emit("copy", self.last, code.get("choose", same, self.last, code.const_int(-1)))
        code.emit("copy", self.tier, tier)

    def _ask(self, at: At, cards: int, missing: int, end: int) -> None:
        """One card, so high that enough are left below it."""
        code, most = self.code, self.code.slot_at(self.need).high
        legal, done = code.temp_set(self.cards), code.label()
        code.emit("copy_set", legal, cards)
        if most <= _WRITTEN:
            for below in range(1, most):
                code.emit("if", code.get("le", missing, code.const_int(below)), done)
                self._strike_lowest(legal)
        else:
            rounds, again = code.temp_int(0, self.cards), code.label()
            code.emit("copy", rounds, code.const_int(1))
            code.place(again)
            code.emit("if", code.get("le", missing, rounds), done)
            code.emit("tick", rounds)
            self._strike_lowest(legal)
            code.emit("jump", again)
        code.place(done)
        self._offer(at, legal, end)

    def _strike_lowest(self, cards: int) -> None:
        lowest = self.code.get_set("only", self.code.get("lowest", cards), universe=self.cards)
        self.code.emit("less", cards, cards, lowest)

    def _ask_single(self, at: At, cards: int, end: int) -> None:
        """The highest card: all of these are to be chosen."""
        code = self.code
        card = code.get("top", cards, self._ladder(), code.const_int(0))
        self._offer(at, code.get_set("only", card, universe=self.cards), end)

    def _offer(self, at: At, cards: int, end: int) -> None:
        """The seat chooses one of these cards."""
        code, seat = self.code, self._seat(at)
        if self.e.setting.deck.has_copies:
            kinds = code.set_table([1 << card.kind for card in self.e.setting.deck.cards], name="kind")
            code.emit("union", self.legal, cards, kinds)
        else:  # each card is a kind of its own
            code.emit("copy_set", self.legal, cards)
        action = code.temp_int(self.offset, self.offset + len(self.kinds) - 1)
        code.emit("ask", action, seat, self.menu, self.legal)
        self._chosen(at, seat, code.get("sub", action, code.const_int(self.offset)), end)

    def _ladder(self) -> int:
        return self.code.int_table(range(self.cards), row=self.cards, name="index")

    def _chosen(self, at: At, seat: int, kind: int, end: int) -> None:
        """Of copies, the one with the highest index that was not passed over."""
        code, universe = self.code, self.cards
        if not self.e.setting.deck.has_copies:
            code.move(self.last, kind)
            self._add(seat, code.get_set("only", self.last, universe=universe))
            return
        copies = code.get_set("look_set", code.set_table(self.kinds, name="copies"), kind, universe=universe)
        below = code.set_table(
            [(1 << card) - 1 for card in range(universe)], absent=self.e.setting.deck.all, name="below"
        )
        allowed = code.get_set("look_set", below, self.last, universe=universe)
        source = spot(self.e, self.step.source, at, end)
        free = code.get_set(
            "meet", code.get_set("meet", copies, allowed, universe=universe), held(self.e, source), universe=universe
        )
        card = code.get("top", free, self._ladder(), code.const_int(0))
        code.move(self.last, card)
        self._add(seat, code.get_set("only", self.last, universe=universe))

    def _add(self, seat: int, cards: int) -> None:
        code = self.code
        before = code.get_set("load_set", self.picked, seat, universe=self.cards)
        code.emit("store_set", self.picked, seat, code.get_set("join", before, cards, universe=self.cards))

    # ------------------------------------------------------------------------------------------------ afterwards

    def move_all(self, at: At) -> None:
        """All leave their places before the first arrives anywhere."""
        each_afterwards(self.e, self.step.who, at, self._leave)
        if not self.e.unit.state.eyes or self.step.to is None:
            each_afterwards(self.e, self.step.who, at, self._arrive)
            return
        each_afterwards(self.e, self.step.who, at, self._put)
        before = all_seen(self.e, self.e.unit.state.zones[self.step.source.name])
        tell_rest = follow_quietly(self.e)
        each_afterwards(self.e, self.step.who, at, lambda mine: self._tell(mine, before))
        tell_rest()

    def _move(self, at: At) -> None:
        self._leave(at)
        self._arrive(at)

    def _cards(self, at: At) -> int:
        return self.code.keep(self.code.get_set("load_set", self.picked, self._seat(at), universe=self.cards))

    def _leave(self, at: At) -> None:
        code, skip = self.code, self.code.label()
        if self.step.to is None:
            return
        source, cards = spot(self.e, self.step.source, at, skip), self._cards(at)
        if source.place.pile:
            take_out(self.e, source.place.slot, cards)
        else:
            left = code.get_set("less", held(self.e, source), cards, universe=self.cards)
            if source.place.per_seat:
                code.emit("store_set", source.place.slot, source.owner, left)
            else:
                code.emit("copy_set", source.place.slot, left)
        forget_dealt(self.e, source, cards, at)
        code.place(skip)

    def _arrive(self, at: At) -> None:
        code, skip = self.code, self.code.label()
        cards = self._cards(at)
        code.emit("unless", code.get("some", cards), skip)
        if self.step.to is not None:
            source, to = spot(self.e, self.step.source, at, skip), spot(self.e, self.step.to, at, skip)
            before = seen_before(self.e, source)
            put(self.e, to, cards)
            record_dealt(self.e, to, cards, at)
            moved(self.e, source, to, cards, before)
        self._show(cards, at)
        code.place(skip)

    def _show(self, cards: int, at: At) -> None:
        """What is to be shown of the chosen cards."""
        if self.step.open is not None:
            code = self.code
            shown = code.get_set("meet", cards, self.e.set(self.step.open, at), universe=self.cards)
            show(self.e, shown, ("seat", "seat", "all", self._seat(at)))

    def _put(self, at: At) -> None:
        """All arrive before it is known who sees what now."""
        assert self.step.to is not None
        code, skip = self.code, self.code.label()
        cards, to = self._cards(at), spot(self.e, self.step.to, at, skip)
        put(self.e, to, cards)
        record_dealt(self.e, to, cards, at)
        code.place(skip)

    def _tell(self, at: At, before: int) -> None:
        assert self.step.to is not None
        code, skip = self.code, self.code.label()
        cards = self._cards(at)
        code.emit("unless", code.get("some", cards), skip)
        source, to = spot(self.e, self.step.source, at, skip), spot(self.e, self.step.to, at, skip)
        tell_move(self.e, source, to, cards, seen_before(self.e, source, before))
        self._show(cards, at)
        code.place(skip)


def pick_menu(e: Emitter) -> int:
    """The menu of picks, which all picks of a game share: one item per kind of card."""
    if e.unit.pick_menu < 0:
        cards = e.setting.deck.cards
        firsts = [mask.bit_length() - 1 for mask in (m & -m for m in e.setting.deck.kinds())]
        items = [Item(f"pick {cards[i].name}", f"pick {cards[i].ascii}", i) for i in firsts]
        e.unit.pick_menu = e.code.menu("pick", "Pick a card", items)
    return e.unit.pick_menu
