"""`play`: the trick loop."""

from __future__ import annotations

from dataclasses import replace

from trickcore.compiler import probes
from trickcore.compiler.cancelling import cancels
from trickcore.compiler.duty import hand_of_turn, set_legal
from trickcore.compiler.emit import Emitter
from trickcore.compiler.eyes import look_again
from trickcore.compiler.follow import follow
from trickcore.compiler.laws_of_play import chosen
from trickcore.compiler.layers import names_read
from trickcore.compiler.operators import turn_seat
from trickcore.compiler.state import breaks_off, class_domain, has_rounds, trick_stays
from trickcore.compiler.tricks import trick_cards, winning_seat
from trickcore.compiler.turns import TurnCalls
from trickcore.compiler.unit import At
from trickcore.compiler.values import Const, Dyn, flag_slot, may_be_none, one_slot
from trickcore.language.types import FLAG, SEAT, Kind
from trickcore.rules.model import Play, Step


def lower_play(e: Emitter, step: Play, at: At) -> None:
    """Tricks until nobody has a card left, or so many."""
    for _, text in e.unit.layers.law("declare") if cancels(e) else ():
        raise e.refuse(text.span, "the law `as` together with `equals: cancel`")
    _Loop(e, step, at).lower()


class _Loop:
    def __init__(self, e: Emitter, step: Play, at: At) -> None:
        self.e = e
        self.code = e.code
        self.reg = e.unit.state.reg
        self.hooks = e.setting.rules.hooks
        self.step = step
        self.at = at
        self.players = e.setting.players
        self.every = e.code.const_set(e.setting.deck.all)
        self.stays = trick_stays(e.unit)
        self.broken = e.code.label()
        self.rounds = has_rounds(e.unit)
        self.around, self.over = e.code.label(), e.code.label()  # the others' turns begin; a round is over
        self.last = -1  # slot with the number of the last trick to play
        self.calls: TurnCalls | None = None

    # ------------------------------------------------------------------------------------------------ frame

    def lower(self) -> None:
        """The whole loop, and where `end: play` leads to."""
        code, exits = self.code, self.e.unit.exits
        outer = (exits.trick, exits.play)
        head, end = code.label(), code.label()
        exits.trick, exits.play = code.label(), code.label()
        self._start()
        if self.hooks.calls:
            me = Dyn(self.reg["turn"], Kind.SEAT, False, self.players)
            sites = 2 * self.players + (2 if self.rounds else 0)
            self.calls = TurnCalls(self.e, self.hooks.calls, At(me=me), sites)
        code.place(head)
        self._open(end)
        self._lead()
        self._follow()
        if self.rounds:
            self._more()
        code.place(exits.trick)
        self._finish()
        self._until(exits.play)
        if not self.stays:
            self._clear()
        code.emit("jump", head)
        if self.calls:
            whole, exits.play = exits.play, self.broken
            self.calls.carry_out()
            exits.play = whole
        if self._breaks_off():
            code.place(self.broken)
            self._bury(code.keep(trick_cards(self.e)))
        code.place(exits.play)
        if not self.stays:
            self._clear()
        code.place(end)
        exits.trick, exits.play = outer

    def _breaks_off(self) -> bool:
        """Whether the play may end in the middle of a trick, whose cards are then out of the deal."""
        return breaks_off(self.hooks)

    def _start(self) -> None:
        code, leader = self.code, self.reg["leader"]
        eldest = turn_seat(self.e, self.reg["dealer"], 1)
        law = chosen(self.e, "leader", SEAT, replace(self.at, moment=""))
        code.move(leader, eldest if law is None else self._somebody(one_slot(code, law), eldest))
        if self.step.tricks is not None:
            self.last = code.saved_int(f"last_trick{code.here}", 0, code.slot_at(self.reg["trick_no"]).high)
            wanted = code.get("add", self.reg["trick_no"], self.e.number(self.step.tricks, self.at))
            limit = code.const_int(code.slot_at(self.reg["trick_no"]).high)
            code.emit("min", self.last, code.get("max", wanted, code.const_int(0)), limit)

    def _somebody(self, seat: int, other: int) -> int:
        """The seat, or the other one if it is nobody."""
        if not may_be_none(self.code, seat):
            return seat
        found = self.code.get("choose", self.code.get("lt", seat, self.code.const_int(0)), other, seat)
        return self.code.get("max", found, self.code.const_int(0))

    def _clear(self) -> None:
        for name in ("trick", "trick_as"):
            if name in self.reg:
                self.code.emit("fill", self.reg[name], self.code.const_int(-1))
        self.code.emit("copy", self.reg["led"], self.code.const_int(-1))

    def _open(self, end: int) -> None:
        """A trick begins, with the first seat from the leader on that has a card and takes part."""
        code, e, leader = self.code, self.e, self.reg["leader"]
        if self.last >= 0:
            code.emit("if", code.get("le", self.last, self.reg["trick_no"]), end)
        ready = code.label()
        hand = code.get_set("load_set", self.reg["hand"], leader, universe=len(e.setting.deck.cards))
        code.emit("if", self._may_play(leader, hand), ready)
        next_ = code.keep(self._next_leader())
        code.emit("if", code.get("lt", next_, code.const_int(0)), end)
        code.emit("copy", leader, next_)
        code.place(ready)
        code.emit("tick", self.reg["trick_no"])
        for name, number in (("round", 1), ("laid", 0), ("opened", 0)) if self.rounds else ():
            code.emit("copy", self.reg[name], code.const_int(number))
        follow(self.e, always=True)  # a position may begin here
        probes.overlays(self.e, self.at)
        if self.stays:
            self._clear()
        self._hook(self.hooks.before_trick, leader, "lead")

    def _may_play(self, seat: int, hand: int) -> int:
        """A flag: the seat has a card and takes part."""
        some = self.code.get("some", hand)
        if "playing" not in self.reg:
            return some
        return self.code.get("and", some, self.code.get("has", self.reg["playing"], seat))

    def _next_leader(self) -> int:
        code, leader = self.code, self.reg["leader"]
        if "playing" not in self.reg:
            return code.get("holder", self.reg["hand"], self.every, leader)
        universe, able = self.players, code.const_set(0)
        for seat in range(universe):
            hand = code.get_set(
                "load_set", self.reg["hand"], code.const_int(seat), universe=len(self.e.setting.deck.cards)
            )
            one = code.get_set(
                "choose_set", code.get("some", hand), code.const_set(1 << seat), code.const_set(0), universe=universe
            )
            able = code.get_set("join", able, one, universe=universe)
        able = code.get_set("meet", able, self.reg["playing"], universe=universe)
        return code.get("next_in", able, leader, code.const_int(universe))

    def _hook(self, steps: tuple[Step, ...], seat: int, moment: str) -> None:
        from trickcore.compiler.steps import lower_steps

        exits = self.e.unit.exits
        whole, trick = exits.play, exits.trick
        if steps in (self.hooks.before_card, self.hooks.after_card):
            exits.play = self.broken
        if moment == "taken":
            exits.trick = -1  # it has ended already
        lower_steps(self.e, steps, At(me=Dyn(seat, Kind.SEAT, False, self.players), moment=moment))
        exits.play, exits.trick = whole, trick

    # ------------------------------------------------------------------------------------------------ cards

    def _lead(self) -> None:
        code = self.code
        code.emit("copy", self.reg["turn"], self.reg["leader"])
        if "position" in self.reg:
            code.emit("copy", self.reg["position"], code.const_int(0))
        self._hook(self.hooks.before_card, self.reg["turn"], "lead")
        self._play_card("lead", "lead", code.const_int(0))
        self._hook(self.hooks.after_card, self.reg["turn"], "card")

    def _follow(self) -> None:
        """The other seats in turn."""
        if "position" in self.reg:
            self._follow_in_loop()
            return
        code, turn = self.code, self.reg["turn"]
        for position in range(1, self.players):
            next_ = code.label() if position < self.players - 1 else self.e.unit.exits.trick
            code.move(turn, turn_seat(self.e, self.reg["leader"] if position == 1 else turn, 1))
            code.emit("unless", self._may_play(turn, hand_of_turn(self.e)), next_)
            self._follower(code.const_int(position))
            if next_ != self.e.unit.exits.trick:
                code.place(next_)

    def _follow_in_loop(self) -> None:
        code, turn = self.code, self.reg["turn"]
        end = self.over if self.rounds else self.e.unit.exits.trick
        position, next_ = self.reg["position"], self.around
        code.place(next_)
        code.emit("tick", position)
        code.emit("if", code.get("le", code.const_int(self.players), position), end)
        code.move(turn, turn_seat(self.e, turn, 1))
        code.emit("unless", self._may_play(turn, hand_of_turn(self.e)), next_)
        self._follower(position)
        code.emit("jump", next_)

    def _follower(self, position: int) -> None:
        code = self.code
        self._hook(self.hooks.before_card, self.reg["turn"], "follow")
        if self.e.unit.tables.classless:  # until a suit is asked for, everybody is in the leader's place
            follow, done = code.label(), code.label()
            code.emit("if", code.get("le", code.const_int(0), self.reg["led"]), follow)
            self._play_card("lead", "follow", position)
            code.emit("jump", done)
            code.place(follow)
            self._play_card("follow", "follow", position)
            code.place(done)
        else:
            self._play_card("follow", "follow", position)
        self._hook(self.hooks.after_card, self.reg["turn"], "card")

    def _more(self) -> None:
        """After a round: does another one go to the same trick? Its leader opens it, if that seat still can."""
        code, leader, end = self.code, self.reg["leader"], self.e.unit.exits.trick
        at = At(moment="card")
        code.place(self.over)
        law = chosen(self.e, "more", FLAG, at)
        probes.law(self.e, "more", at)
        assert law is not None
        code.emit("unless", flag_slot(code, law), end)
        hand = code.get_set("load_set", self.reg["hand"], leader, universe=len(self.e.setting.deck.cards))
        code.emit("unless", self._may_play(leader, hand), end)
        code.emit("tick", self.reg["round"])
        code.emit("copy", self.reg["opened"], self.reg["laid"])
        code.emit("copy", self.reg["turn"], leader)
        code.emit("copy", self.reg["position"], code.const_int(0))
        follow(self.e)
        self._hook(self.hooks.before_card, self.reg["turn"], "reopen")
        self._reopen()
        self._hook(self.hooks.after_card, self.reg["turn"], "card")
        code.emit("jump", self.around)

    def _reopen(self) -> None:
        """The first card of a further round: what was asked for stays, if anything was."""
        code, position = self.code, self.reg["position"]
        if not self.e.unit.tables.classless:
            self._play_card("lead", "reopen", position, asks=False)
            return
        asked, done = code.label(), code.label()
        code.emit("if", code.get("le", code.const_int(0), self.reg["led"]), asked)
        self._play_card("lead", "reopen", position)
        code.emit("jump", done)
        code.place(asked)
        self._play_card("lead", "reopen", position, asks=False)
        code.place(done)

    def _play_card(self, law: str, moment: str, position: int, *, asks: bool = True) -> None:
        """Ask for a card and lay it. `law`: the duty, which is `lead` until a card has a suit. `asks`: where it is
        `lead`, the card says what is asked for.
        """
        code, e, menu = self.code, self.e, self.e.unit.play_menu
        turn = self.reg["turn"]
        look_again(e)()
        asks = asks and law == "lead"
        inner = At(me=Dyn(turn, Kind.SEAT, False, self.players), moment=moment)
        if self.calls:
            self.calls.begin()
        set_legal(e, law, inner, self.step.span, asks)
        actor = self._actor(inner)
        cards = (actor, menu.menu, self.reg["legal"])
        if self.calls:
            action = code.keep(self.calls.ask(inner, actor, cards))
        else:
            action = code.keep(code.temp_int(0, len(menu.items) - 1))
            code.emit("ask", action, *cards)
        card = code.keep(self._card_of(action, asks))
        if asks:
            table = e.unit.laws.numbers_table("asks for", menu.lead_classes, 0)
            code.move(self.reg["led"], code.get("look", table, e.unit.laws.index(len(menu.items), action)))
        self._lay(card, position, action)
        fields = [("seat", "seat", "all", turn), ("card", "card", "all", card)]
        if asks:
            fields.append(("led", class_domain(e.unit), "all", self.reg["led"]))
        if menu.by_law:
            fields.append(("as", "suit", "all", self._declared(action)))
        code.tell("played", *fields)
        look_again(e)()

    def _actor(self, at: At) -> int:
        """Who decides: the seat itself, or whom the law `by` says."""
        by = chosen(self.e, "by", SEAT, at)
        if by is None:
            return self.reg["turn"]
        actor = self.reg.get("actor")
        if actor is None:
            actor = self.e.unit.state.seat("actor")
        self.code.move(actor, self._somebody(one_slot(self.code, by), self.reg["turn"]))
        return actor

    def _card_of(self, action: int, leads: bool) -> int:
        """The card that an action plays: of copies the first that the hand holds."""
        code, e, menu = self.code, self.e, self.e.unit.play_menu
        kind = action
        if menu.declared and (leads or menu.by_law):  # else on a follow it is never a declaration
            kind = code.get("look", code.int_table(menu.item_kinds(), name="kind of"), action)
        if not e.setting.deck.has_copies:
            return kind
        universe = len(e.setting.deck.cards)
        copies = code.get_set("look_set", code.set_table(menu.kinds, name="copies"), kind, universe=universe)
        held = code.get_set("meet", copies, hand_of_turn(e), universe=universe)
        return code.get("max", code.get("lowest", held), code.const_int(0))

    def _declared(self, action: int) -> int:
        """The suit that an action declares its card to be; none if it does not, or says that it is a trump."""
        menu, suits = self.e.unit.play_menu, len(self.e.setting.deck.suits)
        classes = [class_ if class_ < suits else -1 for _, class_ in menu.declared]
        table = self.code.int_table([-1] * menu.plain + classes, name="declared as")
        return self.code.get("look", table, action)

    def _lay(self, card: int, position: int, action: int) -> None:
        """The card leaves the hand and lies in the trick; history notes it where something asks."""
        code, e, turn = self.code, self.e, self.reg["turn"]
        universe = len(e.setting.deck.cards)
        only = code.get_set("only", card, universe=universe)
        left = code.get_set("less", hand_of_turn(e), only, universe=universe)
        code.emit("store_set", self.reg["hand"], turn, left)
        place = self.reg["laid"] if self.rounds else position
        code.emit("store", self.reg["trick"], place, card)
        if "trick_seat" in self.reg:
            code.emit("store", self.reg["trick_seat"], place, turn)
        if "trick_as" in self.reg:
            code.emit("store", self.reg["trick_as"], place, action)
        if self.rounds:
            code.emit("add", place, place, code.const_int(1))
        if "played" in self.reg:
            code.emit("join", self.reg["played"], self.reg["played"], only)
        if "played_by" in self.reg:
            self._add(self.reg["played_by"], turn, only)
        if "trick_of" in self.reg:
            code.emit("store", self.reg["trick_of"], card, self.reg["trick_no"])

    def _add(self, array: int, index: int, cards: int) -> None:
        """More cards in one entry of an array of sets."""
        code, universe = self.code, len(self.e.setting.deck.cards)
        before = code.get_set("load_set", array, index, universe=universe)
        code.emit("store_set", array, index, code.get_set("join", before, cards, universe=universe))

    # ------------------------------------------------------------------------------------------------ end of a trick

    def _finish(self) -> None:
        """Somebody takes the trick and leads to the next, unless laws say otherwise."""
        code, e, leader = self.code, self.e, self.reg["leader"]
        at = At(moment="won")
        law = chosen(e, "takes", SEAT, at)
        winner = winning_seat(e, at) if law is None else law
        seat = one_slot(code, winner)
        won = self._won_register(seat)
        code.move(won, seat)
        cards = code.keep(trick_cards(e))
        dead, done = code.label(), code.label()
        nobody = may_be_none(code, won)
        if nobody:
            code.emit("if", code.get("lt", won, code.const_int(0)), dead)
        self._take(won, cards)
        after = At(me=Dyn(won, Kind.SEAT, False, self.players), moment="taken")
        if nobody:
            code.emit("jump", done)
            code.place(dead)
            self._bury(cards)
            code.place(done)
        look_again(e)()
        self._hook(self.hooks.after_trick, won, "taken")
        next_ = chosen(e, "next", SEAT, after)
        if next_ is not None:
            code.move(leader, self._somebody(one_slot(code, next_), leader))
        elif won != leader:
            code.move(leader, self._somebody(won, leader))
        follow(self.e)

    def _won_register(self, seat: int) -> int:
        """Where the winner stands: in the leader's place, unless that is asked for, or may be nobody."""
        parts: list[object] = [self.hooks.after_trick, self.e.setting.rules.variables]
        for _, layer in self.e.unit.layers.stack:
            parts += [layer.next, layer.until, layer.definitions]
        nobody = may_be_none(self.code, seat)
        if not nobody and "leader" not in names_read(parts):
            self.reg["won"] = self.reg["leader"]
        elif "won" not in self.reg:
            self.e.unit.state.seat("won", none=nobody)
        return self.reg["won"]

    def _take(self, won: int, cards: int) -> None:
        code = self.code
        self._add(self.reg["taken"], won, cards)
        if "taken_by" in self.reg:
            self._add(self.reg["taken_by"], won, cards)
        if "tricks" in self.reg:
            count = code.get("add", code.get("load", self.reg["tricks"], won), code.const_int(1))
            code.emit("store", self.reg["tricks"], won, count)
        if "last_winner" in self.reg:
            code.emit("copy", self.reg["last_winner"], won)
        if "winners" in self.reg:
            code.emit("store", self.reg["winners"], self.reg["trick_no"], code.get("add", won, code.const_int(1)))
        code.tell("taken", ("seat", "seat", "all", won), ("cards", "cards", "all", cards))

    def _bury(self, cards: int) -> None:
        """Nobody takes the trick: its cards are out of the deal."""
        self.code.emit("join", self.reg["dead"], self.reg["dead"], cards)
        self.code.tell("taken", ("cards", "cards", "all", cards), text="nobody")

    def _until(self, end: int) -> None:
        at = At(me=Dyn(self.reg["won"], Kind.SEAT, False, self.players), moment="taken")
        law = chosen(self.e, "until", FLAG, at)
        probes.law(self.e, "until", at)
        if law is not None and not (isinstance(law, Const) and not law.value):
            self.code.emit("if", flag_slot(self.code, law), end)
