"""Many matches side by side, one decision of each at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from trickcore.engines.batch import Batch, Runner
from trickcore.engines.batch_choices import Offers, allowed, fill, nth, offers, totals
from trickcore.engines.lanes import Lane
from trickcore.streams import Streams


class Stepper(Runner):
    """A run that waits at every decision of a lane until its action is given."""

    def __init__(self, batch: Batch, states: Sequence[list[Any]]) -> None:
        super().__init__(batch, states, Streams(()))
        self.given: Lane = np.full(self.size, -1, dtype=np.int64)
        self.asking = np.zeros(len(batch.blocks) + 1, dtype=bool)  # one more: −1, where a lane is over
        self.asking[batch.asks] = True
        self.met: list[tuple[Lane, list[Offers]]] = []
        self._meet()

    def choose(self, _found: Sequence[Offers], /) -> Lane:
        """The actions that were given."""
        action = self.given[self.lanes]
        self.given[self.lanes] = -1
        return action

    def run(self) -> None:
        """Run until each lane waits for its action or is over."""
        while len(ready := self._ready()):
            block = int(self.at[ready].min())
            self.enter(ready[self.at[ready] == block])
            self.block(block)
        self._meet()

    def _ready(self) -> Lane:
        return np.flatnonzero((self.at >= 0) & ((self.given >= 0) | ~self.asking[self.at]))

    def _meet(self) -> None:
        """What the lanes wait for, by decision."""
        self.met = []
        for block in np.unique(self.at[self.at >= 0]).tolist():
            self.enter(np.flatnonzero(self.at == block))
            instr = self.program.code[self.batch.blocks[block].start]
            self.met.append((self.lanes, offers(self, instr.args)))

    def scores(self) -> Lane:
        """The scores: lanes × seats."""
        slot, seats = self.program.roles.get("score", -1), len(self.program.seats)
        if slot < 0:
            return np.zeros((self.size, seats), dtype=np.int64)
        by_seat = self.program.slots[slot].per == "seat"
        return self.values[slot][:, list(range(seats) if by_seat else self.program.teams)]

    def deals(self) -> Lane:
        """The number of the deal of each lane."""
        slot = self.program.roles.get("deal", -1)
        return self.values[slot].copy() if slot >= 0 else np.zeros(self.size, dtype=np.int64)

    # ------------------------------------------------------------------------------------------------ what is asked

    def seats(self) -> Lane:
        """The seat that must act in each lane; −1 where it is over."""
        found = np.full(self.size, -1, dtype=np.int64)
        for here, offered in self.met:
            found[here] = offered[0].seat
        return found

    def legal(self) -> Lane:
        """Flags: lanes × actions."""
        actions = sum(len(menu.items) for menu in self.program.menus)
        found = np.zeros((self.size, actions), dtype=bool)
        for here, offered in self.met:
            fill(self, offered, here, found)
        return found

    def draw(self, numbers: Lane) -> Lane:
        """Of each lane the legal action that a number from 0 up to but not 1 falls on; −1 where it is over."""
        found = np.full(self.size, -1, dtype=np.int64)
        for here, offered in self.met:
            found[here] = nth(self, offered, (numbers[here] * totals(offered)).astype(np.int64))
        return found

    def wrong(self, actions: Lane) -> Iterator[int]:
        """The lanes whose action is not legal."""
        for here, offered in self.met:
            yield from here[~allowed(self, offered, actions[here])].tolist()

    def play(self, actions: Lane) -> None:
        """Play legal actions, one in each lane that is not over."""
        self.given = np.where(self.at >= 0, actions, -1)
        self.run()
