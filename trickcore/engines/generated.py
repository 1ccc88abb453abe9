"""The working engine: turns a program into Python functions once, and runs those.

`engine.functions[k](state, action)` goes on from the k-th `ask`, and `engine.lists[k](state)` gives its legal actions:
the hot path of everything that steps, so a caller may use them directly with k = `state[0]`. The source is made of
numbers and names of our own; no text of a rule file is in it, and it has no builtins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from trickcore.dice import Chance
from trickcore.engines.actions import Legal, Listing, nothing, several, too_late
from trickcore.engines.apart import Apart
from trickcore.engines.graph import find_entries
from trickcore.engines.helpers import add_constant, namespace
from trickcore.engines.layout import POINT, Layout, must_offer
from trickcore.engines.liveness import liveness
from trickcore.engines.model import Dump, Offer
from trickcore.engines.playing import playout_source
from trickcore.engines.running import run_source
from trickcore.engines.stepping import Source, step_source
from trickcore.engines.traps import defect
from trickcore.program.flow import blocks
from trickcore.program.model import Program, Role
from trickcore.program.ranges import analyse
from trickcore.streams import Streams, stream

if TYPE_CHECKING:
    from trickcore.engines.batch import Batch

Point = tuple[int, int, int]  # positions of seat and mask in the state, with the menu between: (seat, menu, mask)
Cells = list[Any]  # a state
_FEW = 64  # states, below which it is faster to play them one by one
Run = Generator[tuple[int, ...] | None, int, None]


def compile_program(program: Program) -> Engine:
    """The engine of a verified program.

    >>> from trickcore.dice import Dice
    >>> from trickcore.program.build import Builder
    >>> from trickcore.program.model import Item
    >>> b = Builder(seats=("a",))
    >>> menu = b.menu("say", "?", [Item("yes", "yes"), Item("no", "no")])
    >>> b.emit("ask", b.temp_int(), b.const_int(0), menu, b.const_set(3))
    >>> b.emit("end", b.const_int(b.reason("said")), b.const_set(1))
    >>> engine = compile_program(b.finish())
    >>> state = engine.start(Dice(1))
    >>> engine.pending(state)
    (Offer(seat=0, menu=0, mask=0x3),)
    >>> engine.step(state, 1); engine.over(state), engine.result(state)
    (True, (0, 1))
    """
    return Engine(program)


class Engine:
    """Runs one program; see `trickcore.engines.Engine`. A state is a flat list (`layout`).

    `points[k]`: for each group of the k-th `ask`, where the state holds the seat, which menu, where the state holds the
    mask. Constants lie behind the state's own cells, so that every position can be read alike.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self._analysis = analyse(program)
        self._blocks = blocks(program.code)
        self._live = liveness(program, self._blocks, self._analysis)
        self._offered = self._offered_constants()
        self.points: tuple[tuple[Point, ...], ...] = tuple(self._point(i) for i in self.layout.asks)
        self._listing = Listing(program.menus)
        self.lists = self._lists()
        base = self.layout.length + len(self._offered)
        source = step_source(program, self.layout, self._blocks, self._analysis, self._live, base)
        self._tail = [program.slots[slot].initial for slot in self._offered] + [0] * source.scratch
        names = self._execute(source)
        self.functions: tuple[Callable[[Cells, int], None], ...] = (*names["functions"], too_late)
        self._begin: Callable[[Cells], None] = names["begin"]

    def __reduce__(self) -> tuple[Callable[[Program], Engine], tuple[Program]]:
        return compile_program, (self.program,)

    # ------------------------------------------------------------------------------------------------ the interface

    def start(self, chance: Chance) -> Cells:
        """A new match, at its first decision."""
        state = self.layout.new(chance) + self._tail
        self._begin(state)
        return state

    def over(self, state: Cells) -> bool:
        """Whether the match has ended."""
        return bool(state[POINT] < 0)

    def pending(self, state: Cells) -> tuple[Offer, ...]:
        """Who may do what now."""
        point = state[POINT]
        if point < 0:
            return ()
        offers = [Offer(state[seat], menu, state[legal]) for seat, menu, legal in self.points[point]]
        return tuple(offer for offer in offers if offer[0] >= 0 and offer[2])

    def legal(self, state: Cells) -> tuple[int, ...]:
        """The ids of all actions that are offered now, in the order of the `ask`."""
        return self.lists[state[POINT]](state)

    def step(self, state: Cells, action: int) -> None:
        """Go on with a legal action to the next decision."""
        self.functions[state[POINT]](state, action)

    def playout(self, state: Cells, random: Callable[[], float]) -> int:
        """Play to the end, each legal action as likely as any other; the number of decisions.

        `random()` gives a float from 0 up to but not 1. A `Defect` leaves the state as it was.
        """
        return self._playout(state, random) if state[POINT] in self._entries else self._lead_in(state, random)

    def _lead_in(self, state: Cells, random: Callable[[], float]) -> int:
        """Step to where the playout can go on, on a copy until all is well; few decisions lie between."""
        played, ahead = 0, state.copy()
        while ahead[POINT] >= 0 and ahead[POINT] not in self._entries:
            ids = self.legal(ahead)
            free = len(ids) > 1 or len(self.points[ahead[POINT]]) > 1
            self.step(ahead, ids[int(random() * len(ids))] if free else ids[0])
            played += 1
        if ahead[POINT] >= 0:
            played += self.playout(ahead, random)
        state[:] = ahead
        return played

    def playouts(self, states: Sequence[Cells], begins: Sequence[int]) -> int:
        """Play all states to their end, each with the stream of random numbers (`trickcore.streams`) that begins there;
        the number of decisions. Many are played together where numpy is installed: that comes out the same.
        """
        batch = self.batch if len(states) >= _FEW else None
        if batch is not None:
            try:
                return batch.play(states, Streams(begins))
            except Apart:
                pass  # one of them needs to be looked at on its own
        return sum(self.playout(state, stream(begin)) for state, begin in zip(states, begins, strict=True))

    @cached_property
    def batch(self) -> Batch | None:
        """The program for many lanes at once, where numpy is installed and the program can be played so."""
        if find_spec("numpy") is None:
            return None
        from trickcore.engines.batch import Batch, can_batch

        if not can_batch(self.program):
            return None
        return Batch(self.program, self.layout, self._blocks, self._analysis, self._live)

    def run(self, state: Cells) -> Run | None:
        """A generator that plays on from a state, faster than `step`: it gives the ids of the legal actions at each
        decision, none at the end, and is sent the one that is played, unchecked. Sent −1 it gives None, and the state
        is that of the present decision. None where no run can begin: `step` from there.
        """
        return self._run(state) if state[POINT] in self._entries else None

    def result(self, state: Cells) -> tuple[int, int]:
        """Index of the reason and set of the winning teams, when over."""
        return state[self.layout.reason], state[self.layout.winners]

    def copy(self, state: Cells) -> Cells:
        """An independent state of the same match; `list(state)` is the same."""
        return state.copy()

    def dump(self, state: Cells) -> Dump:
        """The state as JSON-able list."""
        return self.layout.dump(state)

    def restore(self, dump: Dump, chance: Chance) -> Cells:
        """The state of a dump; ValueError if it is none of this program."""
        state = self.layout.restore(dump, chance)
        self.layout.check(state, self._analysis)
        state += self._tail
        must_offer(self.over(state), self.pending(state))
        return state

    def value(self, state: Cells, slot: int) -> int | tuple[int, ...]:
        """The value of a saved or constant slot."""
        return self.layout.value(state, slot)

    # ------------------------------------------------------------------------------------------------ making

    @cached_property
    def _entries(self) -> frozenset[int]:
        """The points where a playout or a run can begin."""
        asks = [k for k, block in enumerate(self._blocks) if self.program.code[block.start].op == "ask"]
        return frozenset(map(asks.index, find_entries([block.next for block in self._blocks], asks)))

    def _offered_constants(self) -> dict[int, int]:
        """The constants that an `ask` offers, with their positions behind the state."""
        asked = (self.program.code[i].args for i in self.layout.asks)
        slots = dict.fromkeys(slot for args in asked for k in (1, 3) for slot in args[k::3])
        constants = [slot for slot in slots if self.program.slots[slot].role is Role.CONST]
        return {slot: self.layout.length + k for k, slot in enumerate(constants)}

    def _point(self, i: int) -> tuple[Point, ...]:
        args = self.program.code[i].args
        place = {**self.layout.place, **self._offered}
        return tuple((place[args[k]], args[k + 1], place[args[k + 2]]) for k in range(1, len(args), 3))

    def _lists(self) -> tuple[Legal, ...]:
        """For each point what lists its legal actions, and for the end (index −1) what lists none."""
        listing = self._listing
        made: list[Legal] = []
        for groups in self.points:
            if len(groups) == 1:
                made.append(listing.of_state(*groups[0][1:]))
            else:
                made.append(several([(seat, listing.of_mask(menu), mask) for seat, menu, mask in groups]))
        return (*made, nothing)

    # Made when they are first wanted: most uses of a game step through it.

    @cached_property
    def _playout(self) -> Callable[[Cells, Callable[[], float]], int]:
        source = playout_source(self.program, self.layout, self._blocks, self._analysis, self._live)
        made: Callable[[Cells, Callable[[], float]], int] = self._execute(source)["playout"]
        return made

    @cached_property
    def _run(self) -> Callable[[Cells], Run]:
        source = run_source(self.program, self.layout, self._blocks, self._analysis, self._live)
        made: Callable[[Cells], Run] = self._execute(source)["run"]
        return made

    def _execute(self, source: Source) -> dict[str, Any]:
        space = namespace(self.program)
        space["trap"] = partial(defect, self.program)
        for name in sorted(source.constants):
            if name[0] == "L":
                menu, _, first = name[1:].partition("_")
                space[name] = self._listing.pieces(int(menu))[int(first)]
            elif name[0] == "F":
                space[name] = self._listing.of_mask(int(name[1:]))
            else:
                add_constant(self.program, space, name)
        exec(compile(source.text, "<engine>", "exec"), space)
        return space
