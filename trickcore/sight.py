"""Makes a view: reads a state, and shows of each slot what its `seen` lets a seat see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from trickcore.decision import Decision
from trickcore.events import Event, Hidden, Value, decode
from trickcore.outcome import Outcome
from trickcore.program.masks import elements
from trickcore.program.model import Seen, Slot, SlotKind
from trickcore.reader import Values, is_zone
from trickcore.view import Played, View, Zone

if TYPE_CHECKING:
    from trickcore.game import Game

_OWN = frozenset({"hand", "taken", "trick", "trick_seat", "led", "leader", "score", "dealer", "deal", "trick_no"})


class Sight:
    """One seat (None: a spectator) looking at one state."""

    def __init__(self, game: Game, state: Any, log: Sequence[int], seat: int | None) -> None:
        self._game = game
        self._program = game.program
        self._seat = seat
        self._state = state
        self._log = log
        self._values: Values = game.reader.values(state)

    def view(
        self, decisions: tuple[Decision, ...], outcome: Outcome | None, hear: Callable[[], tuple[Event, ...]]
    ) -> View:
        """What the seat sees."""
        return View(
            game=self._game,
            seat=self._seat,
            hand=self._hand(),
            counts=tuple(mask.bit_count() for mask in self._role("hand") or ()),
            zones=self._zones(),
            trick=self._trick(),
            led=self._led(),
            leader=self._number("leader"),
            taken=self._taken(),
            scores=self._game.reader.scores(self._state),
            dealer=self._number("dealer"),
            deal_number=self._number("deal"),
            trick_number=self._number("trick_no"),
            variables=self._variables(),
            to_act=tuple(d.seat for d in decisions if not d.optional or d.seat == self._seat),
            decision=next((d for d in decisions if d.seat == self._seat), None),
            over=outcome is not None,
            outcome=outcome,
            _hear=hear,
            law_row=self._law_row(),
        )

    def _law_row(self) -> int | None:
        """The row of the card laws, where it says nothing that not all may see."""
        if "power_row" not in self._program.roles:
            return 0
        return int(self._role("power_row")) if self._game.reader.open_laws else None

    def _role(self, role: str) -> Any:
        return self._values.get(self._program.roles.get(role, -1))

    def _number(self, role: str) -> int | None:
        value = self._role(role)
        return None if value is None or value < 0 else int(value)

    def known(self) -> int:
        """The cards that lie in hands and zones where the seat sees them."""
        found = 0
        for index, value in self._values.items():
            slot = self._program.slots[index]
            if slot.kind is SlotKind.SETS and (is_zone(slot) or index == self._program.roles.get("hand")):
                found |= sum(mask for owner, mask in enumerate(value) if self._sees(slot, owner))
            elif is_zone(slot) and self._sees(slot):
                found |= value if isinstance(value, int) else sum(1 << card for card in value)
        return found

    def _hand(self) -> tuple[str, ...]:
        index = self._program.roles.get("hand", -1)
        if self._seat is None or index not in self._values:
            return ()
        return (
            self._names(self._values[index][self._seat]) if self._sees(self._program.slots[index], self._seat) else ()
        )

    def _names(self, mask: int) -> tuple[str, ...]:
        """Cards by suit and rank: the order of the pack."""
        return tuple(self._program.cards[i].name for i in elements(mask))

    def _trick(self) -> tuple[Played, ...]:
        cards, seats = self._role("trick"), self._role("trick_seat")
        if cards is None:
            return ()
        if seats is None:  # then each card lies at its owner's place in the order of play
            first = self._number("leader") or 0
            seats = [(first + place) % len(cards) for place in range(len(cards))]
        laid = [(seat, card) for seat, card in zip(seats, cards, strict=True) if card >= 0]
        names = [(seat, self._program.cards[card].name) for seat, card in laid]
        return tuple(Played(seat, name, self._declared(name)) for seat, name in names)

    def _declared(self, card: str) -> str:
        """What the card on the table was declared to be: its latest action says it."""
        actions = self._game.actions.actions
        return next((a.suit for a in map(actions.__getitem__, reversed(self._log)) if a.card == card), "")

    def _led(self) -> str | None:
        value = self._role("led")
        if value is None or value < 0:
            return None
        led = self._value(self._program.slots[self._program.roles["led"]], value)
        return led if isinstance(led, str) else None

    def _taken(self) -> tuple[tuple[str, ...], ...]:
        index = self._program.roles.get("taken", -1)
        if index not in self._values:
            return ((),) * len(self._program.seats)
        slot = self._program.slots[index]
        return tuple(
            self._names(mask) if self._sees(slot, seat) else () for seat, mask in enumerate(self._values[index])
        )

    def _sees(self, slot: Slot, owner: int = -1) -> bool:
        """`owner`: index of the entry of an array."""
        if slot.seen is Seen.SEATS:
            return self._is_among(self._values[slot.viewers], owner)
        return slot.seen is Seen.ALL or (slot.seen is Seen.OWNER and owner == self._seat and owner >= 0)

    def _is_among(self, viewers: int | tuple[int, ...], owner: int) -> bool:
        """Whether the seat is one of those who see an entry at present; a spectator sees what all of them see."""
        seats = viewers[owner] if isinstance(viewers, tuple) else viewers
        everybody = (1 << len(self._program.seats)) - 1
        return seats == everybody if self._seat is None else bool(seats >> self._seat & 1)

    def _labelled(self) -> list[tuple[int, Slot]]:
        """The slots with a name, without those that have a field of the view to themselves."""
        own = {index for role, index in self._program.roles.items() if role in _OWN}
        hand = self._program.roles.get("hand", -1)
        if hand >= 0 and self._sees_other_hands(hand):  # then they need a field too
            own.discard(hand)
        return [(i, self._program.slots[i]) for i in self._values if i not in own and self._program.slots[i].label]

    def _sees_other_hands(self, hand: int) -> bool:
        slot = self._program.slots[hand]
        others = (seat for seat in range(len(self._program.seats)) if seat != self._seat)
        return slot.seen is Seen.ALL or (slot.seen is Seen.SEATS and any(self._sees(slot, seat) for seat in others))

    def _zones(self) -> dict[str, Zone | tuple[Zone, ...]]:
        return {slot.label: self._zone(slot, self._values[i]) for i, slot in self._labelled() if is_zone(slot)}

    def _zone(self, slot: Slot, value: Any) -> Zone | tuple[Zone, ...]:
        if slot.kind is SlotKind.SETS:
            return tuple(self._cards(mask, self._sees(slot, seat)) for seat, mask in enumerate(value))
        if slot.kind is SlotKind.SET:
            return self._cards(value, self._sees(slot))
        names = tuple(self._program.cards[i].name for i in value)
        return Zone(len(names), names if self._sees(slot) else None)

    def _cards(self, mask: int, seen: bool) -> Zone:
        return Zone(mask.bit_count(), self._names(mask) if seen else None)

    def _variables(self) -> dict[str, Value | tuple[Value, ...]]:
        shown: dict[str, Value | tuple[Value, ...]] = {}
        for index, slot in self._labelled():
            if not is_zone(slot):
                shown.update(self._variable(slot, self._values[index]))
        return shown

    def _variable(self, slot: Slot, value: Any) -> dict[str, Value | tuple[Value, ...]]:
        if slot.kind in (SlotKind.INT, SlotKind.SET):
            return {slot.label: self._value(slot, value)} if self._sees(slot) else {}
        if slot.seen is Seen.NOBODY or (slot.seen is Seen.OWNER and self._seat is None):
            return {}
        owners = self._program.teams if slot.per == "team" else range(len(value))
        mine = owners[self._seat] if self._seat is not None else -1
        hidden, team_mate = Hidden(), slot.seen is Seen.OWNER
        sees = [k == mine if team_mate else self._sees(slot, k) for k in range(len(value))]
        return {slot.label: tuple(self._value(slot, v) if sees[k] else hidden for k, v in enumerate(value))}

    def _value(self, slot: Slot, value: int) -> Value:
        return decode(self._program, slot.domain, value, slot.kind in (SlotKind.SET, SlotKind.SETS))
