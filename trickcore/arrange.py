"""Reads a position that a caller sets up by readable names, and holds it against what the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trickcore.deal import DealLike, Placed
from trickcore.derived import Recipe, inputs, recipes
from trickcore.diagnostics.words import did_you_mean, quote
from trickcore.dice import Dice
from trickcore.engines.model import Dump
from trickcore.errors import ActionError, Defect, RulesError, SetupError
from trickcore.events import decode, decode_one
from trickcore.laid import read_laid, with_laid
from trickcore.position import Position, slots_of_play
from trickcore.program.masks import elements
from trickcore.program.model import Program, Role, Slot, SlotKind
from trickcore.program.ranges import holds
from trickcore.reader import is_zone
from trickcore.script import UnresolvedError
from trickcore.templates import COUNTERS

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

KEYS = ("at", "hands", "zones", "trick", "leader", "dealer", "deal", "trick_number", "scores", "variables")
_ROLES = {"leader": "leader", "dealer": "dealer", "deal": "deal", "trick_number": "trick_no", "scores": "score"}
_ARRAYS = (SlotKind.INTS, SlotKind.SETS)
_SETS = (SlotKind.SET, SlotKind.SETS)
_PLACES = (SlotKind.PILE,)  # never variables
#: History that follows from where cards lie, unless it is given.
_FOLLOWS = {"played": ("taken", "dead"), "taken_by": ("taken",)}
#: Numbers that are those of another slot: in the deal of a position nothing has been scored yet.
_SAME = {"score_before": "score"}


def arranged(game: Game, data: Mapping[str, Any], seed: int | str) -> Match:
    """What `Game.position` gives."""
    from trickcore.script import setup_at

    reading = _Reading(game, data)
    position = reading.position()
    checked_begin(game, position, Dice(0))
    if reading.beside:  # what only the declared checks keep is held against their program
        arranged(game.probed, data, seed)
    match = game.begin(setup_at(game, seed, reading.deal(), position))
    reading.check(match)
    for laid in reading.laid:
        who = game.seats[laid.seat]
        if not match.over and match.decision.seat != laid.seat:
            raise SetupError(f"trick: {laid.text} of {who}: it is the turn of {game.seats[match.decision.seat]}")
        try:
            match.play(laid.text)
        except ActionError as error:
            raise SetupError(f"trick: {who}: {error}") from error
    return match


def variable(game: Game, name: str) -> Slot | None:
    """What a variable of a position is, one that only the declared checks keep too; None if there is no such name."""
    own = _labelled(game.program, name)
    return _labelled(_observed(game), name) if own is None else own


def _labelled(program: Program, name: str) -> Slot | None:
    return next((slot for slot in program.slots if slot.label == name), None)


def _observed(game: Game) -> Program:
    """The program with what the declared checks need; the game's own where there is none that can be played."""
    try:
        return game.probed.program if game.rules.checks else game.program
    except RulesError:
        return game.program


class _Reading:
    """One position as it was written. `beside`: the variables that only the game's declared checks keep."""

    def __init__(self, game: Game, data: Mapping[str, Any]) -> None:
        if not isinstance(data, Mapping):
            raise SetupError(f"a position is a mapping, not {type(data).__name__}")
        unknown = next((key for key in data if key not in KEYS), None)
        if unknown is not None:
            hint = did_you_mean(str(unknown)[:40], KEYS, "the keys are")
            raise SetupError(f"a position has no key {quote(str(unknown)[:40])}; {hint}")
        self.beside: list[str] = []
        self.game, self.program, self.data = game, game.program, data
        self.at = data.get("at", "trick")
        if self.at not in tuple(COUNTERS):
            raise SetupError(f"a position is `at` a deal or a trick, not {self.at!r}")
        for key in ("trick", "leader", "trick_number"):
            if self.at == "deal" and key in data:
                raise SetupError(f"{key}: a position at a deal has no trick yet")
        self.laid = read_laid(game, data.get("trick", ()), data.get("leader"))

    def deal(self) -> DealLike | None:
        """What is dealt, where the position is that before a deal."""
        parts = {key: self.data[key] for key in ("hands", "zones") if key in self.data}
        return parts if parts and self.at == "deal" else None

    def position(self) -> Position:
        """Where the match starts, and with which state."""
        template = self.game.templates.get(self.at)
        own = slots_of_play(self.program) | {slot.viewers for slot in self.program.slots}
        values: dict[int, Any] = {}
        for k, slot in self._saved():  # the play itself works out who sees what
            if k in own or slot.domain in ("card", "cards"):
                values[k] = _initial(slot)
            else:
                values[k] = (template.first if slot.label else template.inside)[k]
        self._numbers(values)
        if self.at == "trick":
            self._cards(values)
        dump = [0, 0, *_flat(self.program.slots, values), 0, 0]
        return Position(template.entry, self._whole(dump, template.recipes), self._written())

    def _whole(self, dump: Dump, follows: Mapping[int, Recipe]) -> Dump:
        """The state with what follows from the values that are given."""
        machine = self.game.templates.machine
        memory = machine.unchecked(dump, Dice(0))
        for recipe in follows.values():
            machine.compute(memory, recipe)
        return machine.dump(memory)

    def _written(self) -> dict[str, Any]:
        parts = {"hands": self._hands()} if self.laid else {}
        return {str(key): _plain(value) for key, value in {**self.data, **parts}.items() if key != "trick"}

    def _hands(self) -> Any:
        """The hands with the cards of the trick back in them."""
        return with_laid(self.game, self.data.get("hands", {}), self.laid)

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
            if slot is not None:
                values[slot] = self._value(str(name), self.program.slots[slot], value)
        by_name = {slot.name: k for k, slot in self._saved()}
        values.update({by_name[k]: values[by_name[of]] for k, of in _SAME.items() if k in by_name and of in by_name})
        counter = self.program.roles[COUNTERS[self.at]]  # what begins here counts itself
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

    def _variable(self, name: str) -> int | None:
        """The slot of a variable; None for one that only the program which is observed has, for its checks."""
        slots = self._variables(self.program)
        if name in slots:
            return slots[name]
        observed = _observed(self.game)
        known = self._variables(observed)
        if name not in known:
            shown = [text for text, k in known.items() if self._is_named(observed.slots[k])]
            there = "there is" if len(shown) == 1 else "there are"
            hint = did_you_mean(name[:40], shown, there) if shown else "this game has none"
            raise SetupError(f"there is no variable {quote(name[:40])}; {hint}")
        self.beside.append(name)
        return None

    def _variables(self, program: Program) -> dict[str, int]:
        own = {program.roles.get(role) for role in (*_ROLES.values(), "hand", "taken", "trick", "led")}
        saved = ((k, slot) for k, slot in enumerate(program.slots) if slot.role is Role.SAVED)
        return {slot.label or slot.name: k for k, slot in saved if k not in own and slot.kind not in _PLACES}

    def _is_named(self, slot: Slot) -> bool:
        """Whether people name it as a variable, and not as a place for cards."""
        return bool(slot.label) and (slot.label in self.game.rules.variables or not is_zone(slot))

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
        """The cards by place; those of the trick are back in the hands that they come from. History is no place: cards
        that were played lie somewhere else."""
        zones = self._map("zones")
        history = {name for name in zones if any(s.name == name and not s.label for _, s in self._saved())}
        parts = {"zones": {name: cards for name, cards in zones.items() if name not in history}}
        placed = self._read({**parts, "hands": self._hands()})
        for name in sorted(history):
            placed.update(self._read({"zones": {name: zones[name]}}))
        return placed

    def _read(self, deal: Mapping[str, Any]) -> dict[tuple[str, int], tuple[int, ...]]:
        (read,) = self.game.deals.read(deal)
        return dict(read.kinds) if isinstance(read, Placed) else {}

    def _place(self, name: str, seat: int) -> int:
        slots = {slot.label or slot.name: k for k, slot in self._saved() if _holds_cards(slot)}
        if name not in slots:
            shown = [text for text, k in slots.items() if self.program.slots[k].label]
            raise SetupError(
                f"there is no place {quote(name[:40])}; {did_you_mean(name[:40], shown, 'the places are')}"
            )
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
    machine = game.templates.machine
    try:
        memory = machine.enter(position.state, chance, position.entry)
    except UnresolvedError:
        return  # cards are to be dealt first
    except (Defect, ValueError) as error:
        raise SetupError(f"the rules cannot go on from this position: {error}") from error
    if memory.point >= 0:
        known = game.templates.analysis.invariants[machine.layout.asks[memory.point]]
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
