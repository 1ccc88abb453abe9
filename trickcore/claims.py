"""Claims and concessions: how a match is cut short by what seats say, beside what the rules let them do.

A claim is proved by looking through what is left of the deal with all hands open. Nothing here knows a game: who takes
a trick is read from the cards that each seat has won.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trickcore.dice import Dice
from trickcore.engines.layout import CHANCE, EVENTS, FIRST, POINT
from trickcore.engines.reference import Machine
from trickcore.engines.watch import Value
from trickcore.errors import ClaimRefused
from trickcore.events import Event, Told, event
from trickcore.program.masks import elements
from trickcore.program.model import Program

if TYPE_CHECKING:
    from trickcore.game import Game

State = list[Any]
Key = tuple[Any, ...]

POSITIONS = 100_000  # positions looked at before a claim is called unproved: about a second
_DEEPEST = 200  # decisions to the end of the deal


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that was granted: `seat` took the rest of a deal. `after`: actions played before it; `count`: actions
    that were played by it; `number`: of its event."""

    seat: int
    after: int
    count: int
    number: int

    def event(self) -> Event:
        """The event that everybody hears."""
        return Event(self.number, "claimed", "", {"seat": self.seat})


@dataclass(frozen=True, slots=True)
class Concession:
    """A seat has given up the match. `number`: of its event."""

    seat: int
    number: int

    def event(self) -> Event:
        """The event that everybody hears."""
        return Event(self.number, "conceded", "", {"seat": self.seat})

    def result(self, program: Program) -> tuple[tuple[int, ...], str]:
        """The teams that have won by it, and the reason."""
        lost = program.teams[self.seat]
        return tuple(
            sorted({team for team in program.teams if team != lost})
        ), f"{program.seats[self.seat]} has conceded"


def heard(
    program: Program, told: Iterable[Told], said: Iterable[Claim | Concession], seat: int | None, since: int
) -> tuple[Event, ...]:
    """The events from a number on, as a seat may know them: what the program told, and between that what seats said."""
    found: list[Told | Claim | Concession] = []
    waiting = deque(said)
    for one in told:
        while waiting and waiting[0].number == len(found):
            found.append(waiting.popleft())
        found.append(one)
    late = enumerate([*found, *waiting][since:], since)
    return tuple(event(program, n, one, seat) if isinstance(one, Told) else one.event() for n, one in late)


def prove(game: Game, state: State, seat: int, agreed: bool) -> Sequence[int]:
    """The actions to the end of the deal by which the seat's side takes every trick. Raises ClaimRefused."""
    if "taken" not in game.program.roles:
        raise ClaimRefused("this game has no tricks to claim")
    open_state = game.engine.copy(state)
    open_state[CHANCE] = Dice(0)  # cards to come are nobody's business: with them the deal is over
    return _Search(game, open_state, seat, agreed).line(open_state)


class _Search:
    """Looks for a way in which one side takes all tricks. A position is won if it does; what was found is kept."""

    def __init__(self, game: Game, state: State, seat: int, agreed: bool) -> None:
        self.engine, self.program, self.seat, self.agreed = game.engine, game.program, seat, agreed
        self.name = game.seats[seat]
        self.layout = game.engine.layout
        place = self.layout.place[game.program.roles["taken"]]
        side = {s for s, team in enumerate(game.teams) if team == game.teams[seat]}
        self.side = side
        self.own = [place + s for s in range(game.players) if s in side]
        self.others = [place + s for s in range(game.players) if s not in side]
        trick = game.program.roles.get("trick_no", -1)
        self.trick = self.layout.place.get(trick, EVENTS)
        self.events = state[EVENTS]
        self.choice: dict[Key, int] = {}  # won positions, with what leads on
        self.lost: set[Key] = set()
        self.looked = 0

    def line(self, state: State) -> list[int]:
        """The actions of the line that is played out."""
        if not self.won(state, 0):
            way = "there is no way in which" if self.agreed else "it is not certain that"
            raise ClaimRefused(f"{self.name} cannot claim: {way} its side takes all tricks that are left")
        played: list[int] = []
        while not self.ended(state):
            action = self.choice[self.key(state)]
            played.append(action)
            state = self.after(state, action)
        return played

    def key(self, state: State) -> Key:
        """What tells positions apart: not the chance, which nothing here depends on."""
        return (state[POINT], *state[FIRST : self.layout.length])

    def after(self, state: State, action: int) -> State:
        ahead = self.engine.copy(state)
        self.engine.step(ahead, action)
        return ahead

    def ended(self, state: State) -> bool:
        """Whether the deal is over: the match is, or chance has spoken again."""
        return self.engine.over(state) or bool(state[EVENTS] != self.events)

    def won(self, state: State, depth: int) -> bool:
        key = self.key(state)
        if key in self.choice or key in self.lost:
            return key in self.choice
        self.looked += 1
        if self.looked > POSITIONS or depth > _DEEPEST:
            raise ClaimRefused(f"{self.name} cannot claim yet: there are too many ways to play the rest; play on")
        action = self.lead_on(state, depth)
        if action is None:
            self.lost.add(key)
            return False
        self.choice[key] = action
        return True

    def lead_on(self, state: State, depth: int) -> int | None:
        """What is played in a won position; None if it is lost. Who may act out of turn need not."""
        offers = self.engine.pending(state)
        mine: list[int] = []
        others: list[int] = []
        for seat, menu, mask in offers:
            ids = [self.program.menus[menu].offset + item for item in elements(mask)]
            (mine if seat == self.seat else others).extend(ids)
        if self.agreed:
            return next((a for a in (*mine, *others) if self.good(state, a, depth)), None)
        if not all(self.good(state, action, depth) for action in others):
            return None
        if offers[0].seat == self.seat:
            return next((a for a in mine if self.good(state, a, depth)), None)
        return others[0]

    def good(self, state: State, action: int, depth: int) -> bool:
        """Whether nobody else takes a trick by an action, and the position after it is won."""
        ahead = self.after(state, action)
        if self.ended(ahead):
            return self.last(state, action)
        if any(ahead[at] != state[at] for at in self.others):
            return False
        if ahead[self.trick] > state[self.trick] and all(ahead[at] == state[at] for at in self.own):
            return False
        if any(ahead[at : at + 2] != state[at : at + 2] for at in self.layout.piles):
            raise ClaimRefused(f"{self.name} cannot claim: cards are still to be drawn")
        return self.won(ahead, depth + 1)

    def last(self, state: State, action: int) -> bool:
        """The same for the last action of a deal: the state shows what comes after, so who took what is told."""
        watch = _Takers(self.program)
        machine = Machine(self.program, watch)
        machine.step(machine.restore(self.engine.dump(state), Dice(0)), action)
        return watch.takers <= self.side


class _Takers:
    """Hears who takes tricks before the next deal begins; −1 where nobody does."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.takers: set[int] = set()
        self.over = False

    def note(self, note: int, values: tuple[Value, ...], /) -> None:
        told = self.program.notes[note]
        self.over = self.over or told.name == "deal"
        if told.name == "taken" and not self.over:
            seats = [v for field, v in zip(told.fields, values, strict=True) if field.name == "seat"]
            self.takers.add(seats[0] if seats and isinstance(seats[0], int) else -1)

    def duty(self, duty: int, hand: int, sets: tuple[int, ...], /) -> None:
        """Duties do not matter here."""
