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
        self.asking = frozenset(batch.asks)
        self.waiting: dict[int, list[Lane]] = {}  # lanes at each decision
        super().__init__(batch, states, Streams(()))
        self.given: Lane = np.full(self.size, -1, dtype=np.int64)
        self.met: list[tuple[Lane, list[Offers]]] = []
        self._meet()

    def send(self, block: int, lanes_: Lane) -> None:
        """These lanes go on at a block, unless something is decided there."""
        if block not in self.asking:
            super().send(block, lanes_)
        elif len(lanes_):
            self.waiting.setdefault(block, []).append(lanes_)

    def choose(self, _args: Sequence[int], /) -> Lane:
        """The actions that were given."""
        return self.given[self.lanes]

    def _meet(self) -> None:
        """What the lanes wait for, by decision."""
        self.met = []
        for block, some in sorted(self.waiting.items()):
            self.waiting[block] = [np.concatenate(some)]
            self.enter(self.waiting[block][0])
            self.met.append((self.lanes, offers(self, self.program.code[self.batch.blocks[block].start].args)))

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
        self.given, self.queue, self.waiting = actions, self.waiting, {}
        self.run()
        self._meet()
