"""How long checking goes on: by numbers of deals, by the clock, and until somebody asks it to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from trickcore.engines.meter import Meter, metered

LEAST = 5  # deals of each setting, where nobody says how many
IN_ALL = 100  # deals of a game, at least: what is rare is not met in a few
SOON = 20.0  # seconds, after which it is left at the least
_PLAYING = 0.7  # of the time; what is left is for cases and surprises
_GRACE = 5.0  # seconds for cases, after somebody asked to stop
_EVERY = 0.05  # seconds between two looks at the clock
_NEVER = float("inf")
_BOUNDLESS = 1 << 100
Progress = Callable[[int, int], object]  # deals done and deals in all; true to stop


@dataclass(frozen=True, slots=True)
class Wanted:
    """How much is to be played. `deals`: of each setting, `total`: of all, `seconds`: about how long, at most."""

    deals: int | None = None
    total: int | None = None
    seconds: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether nobody has said how much."""
        return self.deals is None and self.total is None and self.seconds is None

    def rounds(self, settings: int) -> int | None:
        """How many deals of so many settings; None for as many as there is time for."""
        if self.deals is not None:
            return self.deals
        if self.total is not None:
            return -(-self.total // settings)
        return None if self.seconds is not None else max(LEAST, -(-IN_ALL // settings))

    def all(self, settings: int) -> int:
        """How many deals in all; 0 where only the time says."""
        rounds = (self.rounds(settings) or 0) * settings
        return rounds if self.total is None else min(rounds, self.total)


class Limits:
    """The clock, and who asks to stop."""

    def __init__(self, wanted: Wanted, progress: Progress) -> None:
        self._progress, self._start = progress, time.perf_counter()
        seconds = _NEVER if wanted.seconds is None else wanted.seconds
        self._playing, self._end = self._start + _PLAYING * seconds, self._start + seconds
        self._share, self._told = _NEVER, (0, 0)
        self.interrupted = False

    @property
    def _now(self) -> float:
        return time.perf_counter()

    def within(self, stop: Callable[[], bool]) -> AbstractContextManager[None]:
        """Within, long work ends with `Stopped` soon after `stop` has become true: it is asked now and then by the
        clock, so that it does not matter how much each part of the work costs.
        """
        last = -_NEVER

        def ask() -> bool:
            nonlocal last
            if self._now - last < _EVERY:
                return False
            last = self._now
            return stop()

        return metered(Meter(_BOUNDLESS, _BOUNDLESS, ask))

    def is_late(self) -> bool:
        """Whether no more is to be played, by the clock."""
        return self._now >= self._playing

    def is_long(self) -> bool:
        """Whether it has taken longer than anybody waits who has not said so."""
        return self._now - self._start >= SOON

    def tell(self, done: int, total: int) -> bool:
        """Tell how far it is. Whether somebody asks to stop."""
        self._told = done, total
        return self.ask()

    def ask(self) -> bool:
        """Whether somebody asks to stop, or has done so: then there is a little time left for what was found."""
        if not self.interrupted and self._progress(*self._told):
            self.interrupted, self._end = True, min(self._end, self._now + _GRACE)
        return self.interrupted

    def stop_playing(self) -> bool:
        """For work that is playing."""
        return self.is_late() or self.ask()

    def share(self, part: float, left: int = 1) -> None:
        """Give the next piece of work a part of what time there is left for so many."""
        self._share = self._now + part * max(self._end - self._now, 0.0) / left

    def stop_share(self) -> bool:
        """For a piece of work with a share. Who asked to stop while playing still wants what was found; who asks it
        later does not.
        """
        return self._now >= self._share or (not self.interrupted and self.ask())

    def stop_all(self) -> bool:
        """For work that is done with only if there is time."""
        return self._now >= self._end or self.ask()
