"""Reads a position that a caller sets up by readable names, and holds it against what the rules allow."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trickcore.deal import DealLike, Placed
from trickcore.derived import inputs, kept, recipes
from trickcore.diagnostics.words import did_you_mean
from trickcore.dice import Dice
from trickcore.engines.layout import POINT
from trickcore.engines.model import Dump
from trickcore.engines.reference import Machine
from trickcore.errors import ActionError, Defect, SetupError
from trickcore.events import decode, decode_one
from trickcore.position import Position, loop_head, slots_of_play
from trickcore.program.masks import elements
from trickcore.program.model import Role, Slot, SlotKind
from trickcore.program.ranges import analyse, holds
from trickcore.reader import is_zone
from trickcore.script import UnresolvedError

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

KEYS = ("at", "hands", "zones", "trick", "leader", "dealer", "deal", "trick_number", "scores", "variables")
_ROLES = {"leader": "leader", "dealer": "dealer", "deal": "deal", "trick_number": "trick_no", "scores": "score"}
_COUNTERS = {"trick": "trick_no", "deal": "deal"}
_ARRAYS = (SlotKind.INTS, SlotKind.SETS)
_SETS = (SlotKind.SET, SlotKind.SETS)
_PLACES = (SlotKind.PILE,)  # never variables
#: History that follows from where cards lie, unless it is given.
_FOLLOWS = {"played": ("taken", "dead"), "taken_by": ("taken",)}
_MATCHES = 32  # random matches that are looked through for a trick
_MOST = 5000  # decisions in each of them
_SAMPLES = 40  # states in tricks that are looked at


def arranged(game: Game, data: Mapping[str, Any], seed: int | str) -> Match:
    """What `Game.position` gives."""
    from trickcore.match import Match
    from trickcore.script import setup_at

    reading = _Reading(game, data)
    position = reading.position()
    checked_begin(game, position, Dice(0))
    match = Match(game, setup_at(game, seed, reading.deal(), position))
    reading.check(match)
    for text in data.get("trick", ()):
        try:
            match.play(text)
        except ActionError as error:
            raise SetupError(f"trick: {error}") from error
    return match


class _Reading:
    """One position as it was written."""

    def __init__(self, game: Game, data: Mapping[str, Any]) -> None:
        if not isinstance(data, Mapping):
            raise SetupError(f"a position is a mapping, not {type(data).__name__}")
        unknown = next((key for key in data if key not in KEYS), None)
        if unknown is not None:
            hint = did_you_mean(str(unknown)[:40], KEYS, "the keys are")
            raise SetupError(f"a position has no key {str(unknown)[:40]!r}; {hint}")
        self.game, self.program, self.data = game, game.program, data
        self.at = data.get("at", "trick")
        if self.at not in _COUNTERS:
            raise SetupError(f"a position is `at` a deal or a trick, not {self.at!r}")
        for key in ("trick", "leader", "trick_number"):
            if self.at == "deal" and key in data:
                raise SetupError(f"{key}: a position at a deal has no trick yet")
        if isinstance(data.get("trick", ()), str):
            raise SetupError("trick: the cards on the table are a list of actions, from the leader on")
        self._samples: list[list[Any]] = []  # states within such a deal or trick

    def deal(self) -> DealLike | None:
        """What is dealt, where the position is that before a deal."""
        parts = {key: self.data[key] for key in ("hands", "zones") if key in self.data}
        return parts if parts and self.at == "deal" else None

    def position(self) -> Position:
        """Where the match starts, and with which state."""
        state, entry = self._template()
        layout = self.game.engine.layout
        first = next(_states(self.game))  # what variables hold at the first decision of a match
        own = slots_of_play(self.program)
        values: dict[int, Any] = {}
        for k, slot in self._saved():
            if k in own or slot.domain in ("card", "cards"):
                values[k] = _initial(slot)
            else:
                values[k] = layout.value(first if slot.label else state, k)
        self._numbers(values)
        if self.at == "trick":
            self._cards(values)
        return Position(entry, self._whole(values), self._written())

    def _whole(self, values: Mapping[int, Any]) -> Dump:
        """The state with these values, and with what follows from them."""
        machine, dice = Machine(self.program), Dice(0)
        dump = [0, 0, *_flat(self.program.slots, values), 0, 0]
        if self.at == "deal":
            return dump
        samples = [self.game.engine.dump(state) for state in self._samples]
        memory = machine.unchecked(dump, dice)
        for recipe in kept(machine, recipes(self.program), samples, dice).values():
            machine.compute(memory, recipe)
        return machine.dump(memory)

    def _written(self) -> dict[str, Any]:
        parts = _with_trick(self.game, {key: self.data[key] for key in ("hands",) if key in self.data}, self.data)
        return {str(key): _plain(value) for key, value in {**self.data, **parts}.items() if key != "trick"}

    # ------------------------------------------------------------------------------------------------ where it starts

    def _template(self) -> tuple[list[Any], int]:
        """A state within a deal or a trick, which says what the compiler keeps for itself, and the head of its loop."""
        role, engine = _COUNTERS[self.at], self.game.engine
        heads: dict[int, int | None] = {}
        for state in _states(self.game):
            point = state[POINT]
            if point not in heads:
                heads[point] = loop_head(self.program, role, engine.layout.asks[point])
            if heads[point] is not None:
                self._samples.append(state.copy())
            if len(self._samples) == _SAMPLES:
                break
        if self._samples:
            head = heads[self._samples[0][POINT]]
            assert head is not None
            return self._samples[0], head
        raise SetupError(f"this game comes to no {self.at} that a position could be set up at")

    # ------------------------------------------------------------------------------------------------ numbers

    def _numbers(self, values: dict[int, Any]) -> None:
        for key, role in _ROLES.items():
            if key in self.data:
                slot = self.program.roles.get(role)
                if slot is None or slot not in values:
                    raise SetupError(f"{key}: this game has none")
                values[slot] = self._value(key, self.program.slots[slot], self.data[key])
        for name, value in self._map("variables").items():
            slot = self._variable(str(name))
            values[slot] = self._value(str(name), self.program.slots[slot], value)
        counter = self.program.roles[_COUNTERS[self.at]]  # what begins here counts itself
        for key in ("deal", "trick_number"):
            slot = self.program.roles.get(_ROLES[key], -1)
            if key not in self.data and slot in values:
                values[slot] = 1
            if key in self.data and values[slot] < 1:
                raise SetupError(f"{key}: they are counted from 1")
        values[counter] -= 1

    def _map(self, key: str) -> Mapping[Any, Any]:
        found = self.data.get(key, {})
        if not isinstance(found, Mapping):
            raise SetupError(f"{key} are given by name: {{name: value}}")
        return found

    def _variable(self, name: str) -> int:
        own = {self.program.roles.get(role) for role in (*_ROLES.values(), "hand", "taken", "trick", "led")}
        slots = {slot.label or slot.name: k for k, slot in self._saved() if k not in own and slot.kind not in _PLACES}
        if name not in slots:
            shown = [text for text, k in slots.items() if self.program.slots[k].label]
            hint = did_you_mean(name[:40], shown, "there are") if shown else "this game has none"
            raise SetupError(f"there is no variable {name[:40]!r}; {hint}")
        return slots[name]

    def _saved(self) -> Iterator[tuple[int, Slot]]:
        return ((k, slot) for k, slot in enumerate(self.program.slots) if slot.role is Role.SAVED)

    def _value(self, name: str, slot: Slot, value: Any) -> Any:
        """The value of a slot: one, or one for each entry of an array."""
        if slot.kind not in _ARRAYS:
            return self._one(name, slot, value)
        initial = list(_initial(slot))
        for index, part in self._entries(name, slot, value):
            encoded = self._one(name, slot, part)
            if initial[index] not in (slot.initial, encoded):
                raise SetupError(f"{name}: partners have one value, and two are given")
            initial[index] = encoded
        return tuple(initial)

    def _entries(self, name: str, slot: Slot, value: Any) -> Iterator[tuple[int, Any]]:
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = dict(enumerate(value))
        if not isinstance(value, Mapping):
            raise SetupError(f"{name} is given by seat: a list, or {{0: value, 1: value}}")
        for key, part in value.items():
            seat = self.game.deals.seat(key)
            index = self.program.teams[seat] if slot.per == "team" else seat
            yield index, part

    def _one(self, name: str, slot: Slot, value: Any) -> int:
        if slot.kind in _SETS:
            several = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            return sum({1 << self._code(name, slot, part, range(slot.high)) for part in several if part is not None})
        return self._code(name, slot, value, range(slot.low, slot.high + 1))

    def _code(self, name: str, slot: Slot, value: Any, range_: range) -> int:
        """The number that stands for a value: the inverse of what views show."""
        if slot.domain == "number":
            if isinstance(value, bool) or not isinstance(value, int) or value not in range_:
                raise SetupError(f"{name} is a number from {range_[0]} to {range_[-1]}, not {value!r}")
            return value
        if slot.domain in ("seats", "seat") and isinstance(value, str):
            return self.game.deals.seat(value)
        shown = {self._key(decode_one(self.program, slot.domain, number)): number for number in range_}
        if self._key(value) not in shown:
            allowed = ", ".join(str(decode_one(self.program, slot.domain, n)) for n in list(range_)[:12])
            raise SetupError(f"{name} cannot be {str(value)[:40]!r}; it may be: {allowed}")
        return shown[self._key(value)]

    def _key(self, value: object) -> object:
        return self.game.actions.key(value) if isinstance(value, str) else (type(value).__name__, repr(value))

    # ------------------------------------------------------------------------------------------------ cards

    def _cards(self, values: dict[int, Any]) -> None:
        placed = self._placed()
        used: set[int] = set()
        given = set()
        for (name, seat), kinds in placed.items():
            slot = self._place(name, seat)
            given.add(self.program.slots[slot].name)
            cards = self.game.deals.indices(kinds, used if is_zone(self.program.slots[slot]) else set())
            values[slot] = _laid(self.program.slots[slot], values[slot], seat, cards)
        if not any(kinds for (name, _), kinds in placed.items() if name == "hand"):
            raise SetupError("hands: say what each seat holds; nobody has a card")
        by_name = {slot.name: k for k, slot in self._saved()}
        for name, sources in _FOLLOWS.items():
            if name in by_name and name not in given:
                parts = [values[by_name[source]] for source in sources if source in by_name]
                values[by_name[name]] = _gathered(self.program.slots[by_name[name]], parts)

    def _placed(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """The cards by place; those of the trick are back in the hands that they come from."""
        parts = {key: self.data[key] for key in ("hands", "zones") if key in self.data}
        read = self.game.deals.read(_with_trick(self.game, parts, self.data)) if parts or "trick" in self.data else ()
        return dict(read[0].kinds) if read and isinstance(read[0], Placed) else {}

    def _place(self, name: str, seat: int) -> int:
        slots = {slot.label or slot.name: k for k, slot in self._saved() if _holds_cards(slot)}
        if name not in slots:
            shown = [text for text, k in slots.items() if self.program.slots[k].label]
            raise SetupError(f"there is no place {name[:40]!r}; {did_you_mean(name[:40], shown, 'the places are')}")
        several = self.program.slots[slots[name]].kind is SlotKind.SETS
        if several != (seat >= 0):
            form = "{0: cards}, by seat" if several else "cards, for all together"
            raise SetupError(f"{name} is given as {form}")
        return slots[name]

    # ------------------------------------------------------------------------------------------------ what holds

    def check(self, match: Match) -> None:
        """Whether the match began where it was to. Raises SetupError."""
        leader = self.data.get("leader")
        if leader is not None and not match.over:
            found = match.view(None).leader
            if found != self.game.deals.seat(leader):
                raise SetupError(f"leader: {self.game.seats[self.game.deals.seat(leader)]} has no card to lead")


def checked_begin(game: Game, position: Position, chance: Any) -> None:
    """Run from a position once, and say which slot holds what no match comes to. Raises SetupError."""
    machine = Machine(game.program)
    try:
        memory = machine.enter(position.state, chance, position.entry)
    except UnresolvedError:
        return  # cards are to be dealt first
    except (Defect, ValueError) as error:
        raise SetupError(f"the rules cannot go on from this position: {error}") from error
    if memory.point >= 0:
        known = analyse(game.program).invariants[machine.layout.asks[memory.point]]
        wrong = [k for k in known if not holds(memory.values[k], known[k])]
        if wrong:
            raise SetupError(_impossible(game, memory.values, wrong))


def _impossible(game: Game, values: Sequence[Any], wrong: Sequence[int]) -> str:
    """What no match comes to, in the names that people use where there are any."""
    slots = game.program.slots
    named = [k for k in wrong if slots[k].label]
    if not named:
        found = recipes(game.program)
        named = [k for slot in wrong for k in inputs(game.program, found.get(slot, ())) if slots[k].label]
    shown = [f"{slots[k].label} cannot be {_shown(game, slots[k], values[k])}" for k in dict.fromkeys(named)]
    what = "; ".join(shown) or f"what the rules keep as {', '.join(slots[k].name for k in wrong)} does not fit"
    return f"{what} here: no match comes to that"


def _shown(game: Game, slot: Slot, value: Any) -> str:
    if slot.kind in (SlotKind.INT, SlotKind.SET):
        found = decode(game.program, slot.domain, value, slot.kind is SlotKind.SET)
        return " ".join(map(str, found)) or "empty" if isinstance(found, tuple) else str(found)
    return str(value)


def _states(game: Game) -> Iterator[list[Any]]:
    """The decisions of random matches, always the same ones."""
    for k in range(_MATCHES):
        dice = random.Random(f"trickcore position {k}").random
        state = game.engine.start(Dice(f"trickcore position {k}"))
        for _ in range(_MOST):
            if game.engine.over(state):
                break
            yield state
            ids = game.engine.legal(state)
            game.engine.step(state, ids[int(dice() * len(ids))])


def _with_trick(game: Game, parts: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    trick = list(data.get("trick", ()))
    if not trick:
        return dict(parts)
    if "leader" not in data:
        raise SetupError("trick: say who led it, as `leader`")
    hands = parts.get("hands", {})
    hands = dict(enumerate(hands)) if isinstance(hands, Sequence) and not isinstance(hands, str) else dict(hands)
    by_seat = {game.deals.seat(seat): cards for seat, cards in hands.items()}
    leader = game.deals.seat(data["leader"])
    for n, text in enumerate(trick):
        seat = (leader + n) % game.players
        card = game.action(text).card if isinstance(text, str) else ""
        if not card:
            raise SetupError(f"trick: {text!r} is no card")
        held = by_seat.get(seat, ())
        by_seat[seat] = [*(held.replace(",", " ").split() if isinstance(held, str) else held), card]
    return {**parts, "hands": by_seat}


def _holds_cards(slot: Slot) -> bool:
    return slot.kind in (SlotKind.SET, SlotKind.SETS, SlotKind.PILE) and slot.domain in ("card", "cards")


def _initial(slot: Slot) -> Any:
    if slot.kind is SlotKind.PILE:
        return ()
    return (slot.initial,) * slot.size if slot.kind in _ARRAYS else slot.initial


def _laid(slot: Slot, before: Any, seat: int, cards: Sequence[int]) -> Any:
    if slot.kind is SlotKind.PILE:
        return tuple(cards)
    mask = sum(1 << card for card in cards)
    return mask if seat < 0 else (*before[:seat], mask, *before[seat + 1 :])


def _gathered(slot: Slot, parts: Sequence[Any]) -> Any:
    """The cards of several places, in the form of a slot."""
    if slot.kind is SlotKind.SETS:
        return parts[0]
    masks = [mask for part in parts for mask in (part if isinstance(part, tuple) else (part,))]
    return sum({1 << card for mask in masks for card in elements(mask)})


def _flat(slots: Sequence[Slot], values: Mapping[int, Any]) -> list[Any]:
    """Values in the order of a dump."""
    flat: list[Any] = []
    for k, value in values.items():
        if slots[k].kind is SlotKind.PILE:
            flat.append(list(value))
        else:
            flat += value if isinstance(value, tuple) else [value]
    return flat


def _plain(value: Any) -> Any:
    """A value as JSON data."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
