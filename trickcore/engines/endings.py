"""What stepping and playing out write alike: the checks of a decision and of the end."""

from __future__ import annotations

from trickcore.engines.traps import INDEX, NO_ACTION, NO_SEAT, WINNERS
from trickcore.engines.writer import Writer


def check_ask(w: Writer, i: int) -> None:
    """The first seat must act and have a legal item; the other seats must exist."""
    args = w.program.code[i].args
    seats = len(w.program.seats)
    if "index" in w.checks(i):
        for k in range(1, len(args), 3):
            seat = w.atom(w.read(args[k])).text
            w.add(f"if not {0 if k == 1 else -1} <= {seat} < {seats}: {w.trap(i, NO_SEAT, seat)}")
    w.add(f"if not ({some_legal(w, i)}): {w.trap(i, NO_ACTION, '0')}")


def some_legal(w: Writer, i: int) -> str:
    """The test whether the first seat has a legal item, in any group."""
    args = w.program.code[i].args
    terms = [w.read(args[3]).test]
    for k in range(4, len(args), 3):
        same = "" if args[k] == args[1] else f"{w.read(args[k]).text} == {w.read(args[1]).text} and "
        terms.append(f"({same}{w.read(args[k + 2]).test})")
    return " or ".join(terms)


def ending(w: Writer, i: int) -> tuple[str, str]:
    """Reason and winners, checked."""
    args = w.program.code[i].args
    reason, winners = w.read(args[0]), w.read(args[1])
    checks = w.checks(i)
    if "index" in checks:
        reason = w.atom(reason)
        w.add(f"if not 0 <= {reason.text} < {len(w.program.reasons)}: {w.trap(i, INDEX, reason.number)}")
    if "result" in checks:
        winners = w.atom(winners)
        w.add(f"if {winners.text} >> {max(w.program.teams) + 1}: {w.trap(i, WINNERS, winners.number)}")
    return reason.number, winners.number


def check_action(w: Writer, i: int) -> None:
    """The id of the action against the slot that takes it."""
    if "result" in w.checks(i):
        slot = w.program.code[i].args[0]
        w.checked(i, slot, w.read(slot), None)
