"""What both engines give and take."""

from __future__ import annotations

from typing import Any, Protocol

from trickcore.dice import Chance
from trickcore.program.model import Program

State = Any  # each engine has its own; a list in the generated engine
Dump = list[Any]  # numbers, and a list of cards for each pile


class Offer(tuple[int, int, int]):
    """What one seat may do now: a legal item i of the menu has the action id `menu.offset + i`.

    A tuple (seat, menu, mask), so that it costs little and can be unpacked.
    """

    __slots__ = ()

    def __new__(cls, seat: int, menu: int, mask: int) -> Offer:
        """An offer of the masked items of a menu (by index) to a seat."""
        return super().__new__(cls, (seat, menu, mask))

    @property
    def seat(self) -> int:
        """Who may act."""
        return self[0]

    @property
    def menu(self) -> int:
        """Index of the menu."""
        return self[1]

    @property
    def mask(self) -> int:
        """The legal items, as a set."""
        return self[2]

    def __repr__(self) -> str:
        return f"Offer(seat={self.seat}, menu={self.menu}, mask={self.mask:#x})"


class Engine(Protocol):
    """Runs one program. A state belongs to its caller; an engine keeps nothing but the program.

    A `Defect` (the rules are at fault) leaves the state that was passed in spoiled: go back to a copy or a dump.
    """

    program: Program

    def start(self, chance: Chance) -> State:
        """A new match, at its first decision."""

    def over(self, state: State) -> bool:
        """Whether the match has ended."""

    def pending(self, state: State) -> tuple[Offer, ...]:
        """Who may do what, in the order of the `ask`; nothing that is empty; () when over."""

    def legal(self, state: State) -> tuple[int, ...]:
        """The ids of all actions that are offered now, in the order of the `ask`."""

    def step(self, state: State, action: int) -> None:
        """Go on with a legal action to the next decision. The action is not checked."""

    def result(self, state: State) -> tuple[int, int]:
        """Index of the reason and set of the winning teams, when over."""

    def copy(self, state: State) -> State:
        """An independent state of the same match."""

    def dump(self, state: State) -> Dump:
        """The state as JSON-able list, the same from every engine; the chance is not in it."""

    def restore(self, dump: Dump, chance: Chance) -> State:
        """The state of a dump; ValueError if it is none of this program."""

    def value(self, state: State, slot: int) -> int | tuple[int, ...]:
        """The value of a saved or constant slot; entries of an array, cards of a pile from the top."""
