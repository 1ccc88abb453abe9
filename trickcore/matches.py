"""Many matches side by side: one decision of each at a time, in arrays. numpy is needed (the extra `batch`)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Never, Protocol, TypeAlias

import numpy as np

from trickcore.engines.apart import Apart
from trickcore.errors import IllegalAction
from trickcore.script import setup

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

Array: TypeAlias = Any  # numpy arrays


class Matches:
    """Matches of one game from many seeds, for learning and statistics. `Game.matches` makes them.

    Match k is the one that `game.start(seeds[k])` starts, and the same actions lead to the same end. All arrays have a
    row for each match. They are open cards: what a seat may know of match k `matches.match(k).view(seat)` tells.

    >>> import trickcore
    >>> matches = trickcore.load("two-ten-jack").matches(range(50))
    >>> while not matches.over.all():
    ...     _ = matches.play(matches.legal.argmax(axis=1))
    >>> matches.scores.shape, int(matches.scores.max(axis=1).min()) >= 31
    ((50, 2), True)
    """

    def __init__(self, game: Game, seeds: Iterable[int | str]) -> None:
        self.game = game
        self.seeds = tuple(seeds)
        self._log: list[Array] = []
        self._chances = [setup(game, seed, None, None).chance for seed in self.seeds]
        states = self._states()
        batch = game.engine.batch
        self._side: _Side = _OneByOne(game, states)
        if batch is not None:
            from trickcore.engines.batch_steps import Stepper

            with suppress(Apart):
                self._side = Stepper(batch, states)

    def _states(self) -> list[Any]:
        return [self.game.engine.start(chance) for chance in self._chances]

    def __reduce__(self) -> Never:
        raise TypeError("matches side by side are neither copied nor pickled: start them again from their seeds")

    def match(self, k: int) -> Match:
        """Match k as it stands now, to be looked at and gone on with: what comes of it changes nothing here.

        >>> import trickcore
        >>> matches = trickcore.load("two-ten-jack").matches([7, 8])
        >>> len(matches.play(matches.legal.argmax(axis=1)).match(1).actions)
        1
        """
        match = self.game.start(self.seeds[k])
        for ids in self._log:
            if match.over:
                break
            match.play_id(int(ids[k]))
        return match

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def over(self) -> Array:
        """Flags: which matches have ended."""
        return self._side.seats() < 0

    @property
    def seats(self) -> Array:
        """The seat that is to act; −1 in a match that is over."""
        return self._side.seats()

    @property
    def legal(self) -> Array:
        """Flags, matches × ids of actions: which are legal now. All false in a match that is over."""
        return self._side.legal()

    @property
    def scores(self) -> Array:
        """Whole numbers, matches × seats: the scores of the matches so far."""
        return self._side.scores()

    @property
    def deals(self) -> Array:
        """The number of the deal in each match, from 1; 0 if the rules count none."""
        return self._side.deals()

    def draw(self, numbers: Array) -> Array:
        """A legal action of each match, −1 where it is over: all are equally likely if the numbers, from 0 up to but
        not 1, are so. Raises ValueError for other numbers.

        >>> import numpy, trickcore
        >>> matches = trickcore.load("two-ten-jack").matches([7, 8])
        >>> actions = matches.draw(numpy.array([0.0, 0.99]))
        >>> bool(matches.legal[[0, 1], actions].all())
        True
        """
        drawn = np.asarray(numbers, dtype=np.float64)
        if drawn.shape != (len(self),) or not ((drawn >= 0) & (drawn < 1)).all():
            raise ValueError(f"one number from 0 up to but not 1 is needed for each of {len(self)} matches")
        return self._side.draw(drawn)

    def play(self, actions: Array) -> Matches:
        """Play the action with this id in each match; those of matches that are over do not matter. Gives the matches
        themselves.

        Raises ValueError unless there is one whole number for each match, and IllegalAction, which names the first
        match in which the action may not be played; nothing is played then.
        """
        ids = np.asarray(actions)
        if ids.shape != (len(self),) or ids.dtype.kind not in "iu":
            raise ValueError(f"one id is needed for each of {len(self)} matches, as whole numbers")
        ids = ids.astype(np.int64)
        wrong = min(self._side.wrong(ids), default=-1)
        if wrong >= 0:
            raise IllegalAction(f"action {int(ids[wrong])} is not legal in match {wrong}")
        try:
            self._side.play(ids)
        except Apart:  # one of them needs to be looked at on its own: go on one by one, from the beginning
            self._side = self._again()
            self._side.play(ids)
        self._log.append(ids)
        return self

    def _again(self) -> _OneByOne:
        side = _OneByOne(self.game, self._states())
        for ids in self._log:
            side.play(ids)
        return side


class _Side(Protocol):
    """How the matches are played."""

    def seats(self) -> Array: ...
    def legal(self) -> Array: ...
    def draw(self, numbers: Array) -> Array: ...
    def wrong(self, actions: Array) -> Iterable[int]: ...
    def play(self, actions: Array) -> None: ...
    def scores(self) -> Array: ...
    def deals(self) -> Array: ...


class _OneByOne:
    """Each match on its own: for games whose sets are too large for arrays."""

    def __init__(self, game: Game, states: list[Any]) -> None:
        self._game, self._engine, self._states = game, game.engine, states

    def _ids(self) -> list[tuple[int, ...]]:
        engine = self._engine
        return [() if engine.over(state) else engine.legal(state) for state in self._states]

    def seats(self) -> Array:
        engine = self._engine
        return np.array([-1 if engine.over(state) else engine.pending(state)[0].seat for state in self._states])

    def legal(self) -> Array:
        actions = sum(len(menu.items) for menu in self._engine.program.menus)
        found = np.zeros((len(self._states), actions), dtype=bool)
        for row, ids in zip(found, self._ids(), strict=True):
            row[list(ids)] = True
        return found

    def draw(self, numbers: Array) -> Array:
        pairs = zip(self._ids(), numbers.tolist(), strict=True)
        return np.array([ids[int(number * len(ids))] if ids else -1 for ids, number in pairs])

    def wrong(self, actions: Array) -> Iterable[int]:
        pairs = zip(self._ids(), actions.tolist(), strict=True)
        return [k for k, (ids, action) in enumerate(pairs) if ids and action not in ids]

    def play(self, actions: Array) -> None:
        for state, action in zip(self._states, actions.tolist(), strict=True):
            if not self._engine.over(state):
                self._engine.step(state, action)

    def scores(self) -> Array:
        found = [self._game.reader.scores(state) for state in self._states]
        return np.array(found, dtype=np.int64).reshape(len(found), -1)

    def deals(self) -> Array:
        return np.array([self._game.reader.number("deal", state) or 0 for state in self._states], dtype=np.int64)
