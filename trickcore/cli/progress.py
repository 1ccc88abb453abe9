"""What a long command owes who waits for it: a bar on standard error, and Ctrl-C that keeps what was found."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from trickcore.cli.output import stderr

if TYPE_CHECKING:
    from rich.progress import Progress

INTERRUPTED = 128 + 2  # the exit code of a command that Ctrl-C ended, as a shell shows it
_STEPS = 1000  # of a bar


class Show(Protocol):
    """Tells how far a command is."""

    def __call__(self, done: int, text: str = "", total: int | None = None) -> None:
        """So much is done; `text`: with what it is busy, `total`: how much there is, if that has become known."""
        ...


@contextmanager
def progress(total: int | None = None, text: str = "") -> Iterator[Show]:
    """A bar on standard error, if that is a terminal, that is gone when the work is done. `total`: how much there is to
    do, None while nobody knows. The function that it gives may be called often: the bar moves a thousand times.

    >>> with progress(3) as show:
    ...     show(1, "the first deal")
    """
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr().console, transient=True) as bar:
        yield _Bar(bar, total, text)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C only makes the given function true, so that the command ends by itself, shows what it has found
    and exits with `INTERRUPTED`; a second one interrupts.

    >>> with interruptible() as interrupted:
    ...     interrupted()
    False
    """
    pressed: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # signals belong to the main thread
        yield lambda: False
        return

    def press(number: int, _: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


class _Bar:
    """A bar that is drawn anew when it has moved, not at each call."""

    def __init__(self, bar: Progress, total: int | None, text: str) -> None:
        self._bar, self._total, self._text, self._shown = bar, total, text, 0
        self._task = bar.add_task(stderr().clean(text), total=total)

    def __call__(self, done: int, text: str = "", total: int | None = None) -> None:
        new = (text or self._text, self._total if total is None else total)
        least = max((new[1] or 0) // _STEPS, 1)
        if new != (self._text, self._total) or done == new[1] or done - self._shown >= least:
            (self._text, self._total), self._shown = new, done
            self._bar.update(self._task, completed=done, total=new[1], description=stderr().clean(new[0]))


def _silent(done: int, text: str = "", total: int | None = None) -> None:
    """Shows nothing."""
