"""The reference machine: a plain interpreter, the executable definition of the program format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from trickcore.dice import Chance
from trickcore.engines.layout import CHANCE, EVENTS, FIRST, POINT, Layout, must_offer
from trickcore.engines.meter import CHUNK, spend
from trickcore.engines.model import Dump, Offer
from trickcore.engines.pure import PURE, Outside, within
from trickcore.engines.traps import COUNTER, INDEX, NO_ACTION, NO_SEAT, OUTSIDE, TWICE, WINNERS, defect
from trickcore.engines.watch import Prober, Watcher
from trickcore.program.masks import elements
from trickcore.program.model import Instr, Program, Role, SlotKind
from trickcore.program.ranges import Analysis, analyse
from trickcore.program.signature import letters


class Memory:
    """A state of the machine: a value for every slot (a list for an array, a tuple for a pile) and where it is."""

    __slots__ = ("chance", "events", "point", "reason", "values", "winners")

    def __init__(self, values: list[Any], chance: Chance) -> None:
        self.values = values
        self.chance = chance
        self.point = 0
        self.events = 0
        self.reason = 0
        self.winners = 0


class _Trap(Exception):
    def __init__(self, kind: int, value: int) -> None:
        self.kind = kind
        self.value = value
        super().__init__(kind, value)


class Machine:
    """Runs a verified program one instruction after the other. See `Engine` for the interface.

    `watch` is told of notes and duties as they happen, `probe` of each `probe`: its index and the values.
    """

    def __init__(self, program: Program, watch: Watcher | None = None, probe: Prober | None = None) -> None:
        self.program = program
        self.watch = watch
        self.probe = probe
        self.layout = Layout(program)
        self._points = {i: k for k, i in enumerate(self.layout.asks)}

    def __reduce__(self) -> tuple[type[Machine], tuple[Program]]:
        return Machine, (self.program,)

    # ------------------------------------------------------------------------------------------------ the interface

    def start(self, chance: Chance) -> Memory:
        """A new match, at its first decision."""
        memory = self._memory(self.layout.new(chance))
        self._run(memory, 0)
        return memory

    def enter(self, dump: Dump, chance: Chance, instruction: int) -> Memory:
        """Run from an instruction at which no temporary is read, with the saved slots of a dump, up to the next
        decision. ValueError if the dump is none of this program.
        """
        memory = self.unchecked(dump, chance)
        self._run(memory, instruction)
        return memory

    def unchecked(self, dump: Dump, chance: Chance) -> Memory:
        """The state of a dump whose slots are in their ranges, else a ValueError; that a match comes to it is not
        looked at."""
        return self._memory(self.layout.restore(dump, chance))

    def compute(self, state: Memory, instructions: Iterable[int]) -> None:
        """Run some instructions that compute a value, and nothing else."""
        for i in instructions:
            self._compute(state, self.program.code[i])

    def over(self, state: Memory) -> bool:
        """Whether the match has ended."""
        return state.point < 0

    def pending(self, state: Memory) -> tuple[Offer, ...]:
        """Who may do what now."""
        if state.point < 0:
            return ()
        args = self.program.code[self.layout.asks[state.point]].args
        groups = zip(args[1::3], args[2::3], args[3::3], strict=True)
        offers = [Offer(state.values[seat], menu, state.values[legal]) for seat, menu, legal in groups]
        return tuple(offer for offer in offers if offer.seat >= 0 and offer.mask)

    def legal(self, state: Memory) -> tuple[int, ...]:
        """The ids of all actions that are offered now, in the order of the `ask`."""
        menus = self.program.menus
        return tuple(menus[menu].offset + item for _, menu, mask in self.pending(state) for item in elements(mask))

    def step(self, state: Memory, action: int) -> None:
        """Go on with a legal action to the next decision."""
        i = self.layout.asks[state.point]
        try:
            self._write(state, self.program.code[i].args[0], action)
        except _Trap as trap:
            raise defect(self.program, i, trap.kind, trap.value) from None
        self._run(state, i + 1)

    def result(self, state: Memory) -> tuple[int, int]:
        """Index of the reason and set of the winning teams, when over."""
        return state.reason, state.winners

    def copy(self, state: Memory) -> Memory:
        """An independent state of the same match."""
        values = [list(value) if isinstance(value, list) else value for value in state.values]
        twin = Memory(values, state.chance)
        twin.point, twin.events, twin.reason, twin.winners = state.point, state.events, state.reason, state.winners
        return twin

    def dump(self, state: Memory) -> Dump:
        """The state as JSON-able list."""
        flat: list[Any] = [state.point, state.events, state.chance]
        for k in self.layout.place:
            value = state.values[k]
            pile = self.program.slots[k].kind is SlotKind.PILE
            flat += [(*value, -1), 0] if pile else value if isinstance(value, list) else [value]
        return self.layout.dump([*flat, state.reason, state.winners])

    def restore(self, dump: Dump, chance: Chance) -> Memory:
        """The state of a dump; ValueError if it is none of this program."""
        flat = self.layout.restore(dump, chance)
        self.layout.check(flat, self._analysis)
        state = self._memory(flat)
        must_offer(self.over(state), self.pending(state))
        return state

    @cached_property
    def _analysis(self) -> Analysis:
        return analyse(self.program)

    def value(self, state: Memory, slot: int) -> int | tuple[int, ...]:
        """The value of a saved or constant slot."""
        if self.program.slots[slot].role is Role.TEMP:
            raise ValueError(f"{self.program.slots[slot].name} is temporary: it has no value at a decision")
        found: int | list[int] | tuple[int, ...] = state.values[slot]
        return tuple(found) if isinstance(found, list) else found

    # ------------------------------------------------------------------------------------------------ running

    def _memory(self, flat: list[Any]) -> Memory:
        values: list[Any] = []
        for k, slot in enumerate(self.program.slots):
            place = self.layout.place.get(k, -1)
            many = slot.kind in (SlotKind.INTS, SlotKind.SETS)
            if slot.kind is SlotKind.PILE:
                values.append(tuple(flat[place][:-1]) if place >= FIRST else ())
            elif place >= FIRST:
                values.append(flat[place : place + slot.size] if many else flat[place])
            else:
                values.append([slot.initial] * slot.size if many else slot.initial)
        memory = Memory(values, flat[CHANCE])
        memory.point, memory.events = flat[POINT], flat[EVENTS]
        memory.reason, memory.winners = flat[self.layout.reason], flat[self.layout.winners]
        return memory

    def _run(self, memory: Memory, i: int) -> None:
        ran = 0
        while i >= 0:
            ran += 1
            if ran % CHUNK == 0:
                spend(CHUNK)
            try:
                i = self._next(memory, self.program.code[i], i)
            except Outside as outside:
                raise defect(self.program, i, INDEX, outside.value) from None
            except _Trap as trap:
                raise defect(self.program, i, trap.kind, trap.value) from None
        spend(ran % CHUNK)

    def _next(self, memory: Memory, instr: Instr, i: int) -> int:
        """Run one instruction; the index of the next one, −1 at a decision and at the end."""
        if instr.op in PURE:
            self._compute(memory, instr)
        elif instr.op in _EFFECTS:
            _EFFECTS[instr.op](self, memory, *instr.args)
        elif instr.op == "ask":
            self._ask(memory, instr)
            memory.point = self._points[i]
            return -1
        elif instr.op == "end":
            self._end(memory, *instr.args)
            return -1
        else:
            return _branch(memory, instr, i)
        return i + 1

    def _compute(self, memory: Memory, instr: Instr) -> None:
        found = letters(instr.op, len(instr.args)) or ""
        operands: list[Any] = []
        for letter, arg in zip(found[1:], instr.args[1:], strict=True):
            if letter != "D":
                operands.append(self.program.tables[arg] if letter in "tu" else memory.values[arg])
        if instr.op == "only":
            operands.append(self.program.slots[instr.args[0]].high)
        if instr.op == "first" and self.watch:
            self.watch.duty(instr.args[1], operands[0], tuple(operands[1:]))
        self._write(memory, instr.args[0], PURE[instr.op](*operands))

    def fit(self, slot: int, value: int) -> int:
        """The value, if the slot (or an entry of it) may hold it."""
        declared = self.program.slots[slot]
        if declared.kind in (SlotKind.SET, SlotKind.SETS):
            fits = value >> declared.high == 0
        else:
            fits = declared.low <= value <= declared.high
        if not fits:
            raise _Trap(OUTSIDE, value)
        return value

    def _write(self, memory: Memory, slot: int, value: int) -> None:
        memory.values[slot] = self.fit(slot, value)

    def _ask(self, memory: Memory, instr: Instr) -> None:
        pairs = zip(instr.args[1::3], instr.args[3::3], strict=True)
        groups = [(memory.values[seat], memory.values[legal]) for seat, legal in pairs]
        for k, (seat, _) in enumerate(groups):
            if not (-1 if k else 0) <= seat < len(self.program.seats):
                raise _Trap(NO_SEAT, seat)
        if not any(legal for seat, legal in groups if seat == groups[0][0]):
            raise _Trap(NO_ACTION, 0)

    def _end(self, memory: Memory, reason: int, winners: int) -> None:
        memory.reason = within(memory.values[reason], 0, len(self.program.reasons))
        memory.winners = memory.values[winners]
        if memory.winners >> max(self.program.teams) + 1:
            raise _Trap(WINNERS, memory.winners)
        memory.point = -1


def _branch(memory: Memory, instr: Instr, i: int) -> int:
    if instr.op == "jump":
        return instr.args[0]
    taken = bool(memory.values[instr.args[0]]) == (instr.op == "if")
    return instr.args[1] if taken else i + 1


# ------------------------------------------------------------------------------------------------ effects


def _store(machine: Machine, memory: Memory, array: int, index: int, value: int) -> None:
    entries = memory.values[array]
    place = within(memory.values[index], 0, len(entries))
    entries[place] = machine.fit(array, memory.values[value])


def _fill(machine: Machine, memory: Memory, array: int, value: int) -> None:
    entry = machine.fit(array, memory.values[value])
    memory.values[array] = [entry] * machine.program.slots[array].size


def _pack(machine: Machine, memory: Memory, pile: int) -> None:
    memory.values[pile] = tuple(range(len(machine.program.cards)))


def _clear(_machine: Machine, memory: Memory, pile: int) -> None:
    memory.values[pile] = ()


def _shuffle(_machine: Machine, memory: Memory, pile: int) -> None:
    memory.values[pile] = memory.chance.shuffle(memory.events, memory.values[pile])
    memory.events += 1


def _roll(machine: Machine, memory: Memory, slot: int, sides: int) -> None:
    n = memory.values[sides]
    value = memory.chance.roll(memory.events, n) if n >= 1 else 0
    memory.events += 1
    memory.values[slot] = machine.fit(slot, value)


def _take(machine: Machine, memory: Memory, slot: int, pile: int, count: int) -> None:
    n = max(memory.values[count], 0)
    cards = memory.values[pile]
    memory.values[slot] = machine.fit(slot, sum(1 << card for card in cards[:n]))
    memory.values[pile] = cards[n:]


def _draw(machine: Machine, memory: Memory, slot: int, pile: int) -> None:
    cards = memory.values[pile]
    memory.values[slot] = machine.fit(slot, cards[0] if cards else -1)
    memory.values[pile] = cards[1:]


def _put(_machine: Machine, memory: Memory, pile: int, cards: int) -> None:
    added = tuple(elements(memory.values[cards]))
    twice = [card for card in added if card in memory.values[pile]]
    if twice:
        raise _Trap(TWICE, sum(1 << card for card in twice))
    memory.values[pile] += added


def _tick(machine: Machine, memory: Memory, counter: int) -> None:
    if memory.values[counter] >= machine.program.slots[counter].high:
        raise _Trap(COUNTER, memory.values[counter])
    memory.values[counter] += 1


def _note(machine: Machine, memory: Memory, note: int, *fields: int) -> None:
    if machine.watch:
        values = [memory.values[field] for field in fields]
        machine.watch.note(note, tuple(tuple(v) if isinstance(v, list) else v for v in values))


def _probe(machine: Machine, memory: Memory, probe: int, *values: int) -> None:
    if machine.probe:
        machine.probe(probe, tuple(memory.values[value] for value in values))


_EFFECTS: dict[str, Callable[..., None]] = {
    "store": _store,
    "store_set": _store,
    "fill": _fill,
    "fill_set": _fill,
    "pack": _pack,
    "clear": _clear,
    "shuffle": _shuffle,
    "roll": _roll,
    "take": _take,
    "draw": _draw,
    "put": _put,
    "tick": _tick,
    "note": _note,
    "probe": _probe,
}
