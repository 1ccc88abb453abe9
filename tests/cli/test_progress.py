"""Bars on a terminal, and interrupts that keep what was found."""

from __future__ import annotations

import os
import signal
import sys
import threading
from io import StringIO

import pytest

from trickcore.cli.progress import interruptible, progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_without_a_terminal_nothing_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(10, "deals") as show:
        show(5)
    assert capsys.readouterr() == ("", "")


def test_a_bar_tells_what_is_done_and_of_how_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with progress(None, "[red]cases\x07") as show:
        show(3, total=10)
    assert "3/10" in terminal.getvalue()
    assert "[red]cases?" in terminal.getvalue()


def test_the_first_interrupt_is_told_and_the_second_one_ends() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as interrupted:
        assert not interrupted()
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupted()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_leave_signals_alone() -> None:
    seen: list[bool] = []

    def work() -> None:
        with interruptible() as interrupted:
            seen.append(interrupted())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]
