"""The steps of a course: what each plays or checks, and what is said when it does not hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.errors import ActionError
from trickcore.source.nodes import Node, Scalar, Sequence
from trickcore.testing import looks, position
from trickcore.testing.differences import sets, texts
from trickcore.testing.failing import StepError, in_a_row, same
from trickcore.testing.loader import number
from trickcore.testing.model import Fix
from trickcore.testing.refusals import refused
from trickcore.testing.table import ENDS, Table
from trickcore.testing.words import Reader, Word, field, reworded
from trickcore.whole import whole

if TYPE_CHECKING:
    from trickcore.match import Match

_LOOKS = 40  # how often `holds` looks through the match, about


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of step. `read` meets every word of it once, so that findings come before anything is played."""

    read: Callable[[Reader, Node], object]
    run: Callable[[Table, Reader, Node], None]


def _play(table: Table, reader: Reader, node: Node) -> None:
    for word in reader.actions(node):
        try:
            table.play(word.text)
        except ActionError as error:
            raise StepError(f"{word.text} cannot be played: {error}", span=word.span) from error


def _legal(table: Table, reader: Reader, node: Node) -> None:
    words = reader.actions(node)
    found = [action.text for decision in table.match.decisions for action in decision.legal]
    expected = [_action_text(table.match, word) for word in words]
    missing, extra = sets(expected, found)
    if not missing and not extra:
        return
    written = dict(zip(expected, (word.text for word in words), strict=True))
    texts = reworded(expected, found, written)
    fix = Fix(node, texts if isinstance(node, Sequence) and texts else in_a_row(texts))
    raise StepError("the legal actions are others", in_a_row(expected), in_a_row(found), missing, extra, fixes=[fix])


def _action_text(match: Match, word: Word) -> str:
    """The full text of an action: what it means among the legal ones, else what it means at all."""
    try:
        return match.read(word.text).text
    except ActionError:
        return word.text


def _turn(table: Table, reader: Reader, node: Node) -> None:
    decisions = table.match.decisions
    if not decisions:
        raise StepError("nobody is to act: the match is over", _seat(node, reader), "nobody")
    _same_seat("another seat is to act", reader, node, decisions[0].seat)


def _seat(node: Node, reader: Reader) -> int:
    return reader.seat(node) if isinstance(node, Scalar) else 0


def _same_seat(message: str, reader: Reader, node: Node, found: int | None) -> None:
    """Raise StepError unless this is the seat that the file says, by its number or name."""
    by_name = isinstance(node, Scalar) and whole(node.text.strip()) is None
    same(message, _seat(node, reader), found, node, reader.game.seats[found] if by_name and found is not None else None)


def _refused(table: Table, _: Reader, node: Node) -> None:
    action, because, line = (field(node, key) for key in ("play", "because", "line"))
    assert action is not None  # the schema wants it
    _look_back(table)
    problems = refused(table.match, action.text, because.text if because else "", line.text if line else "")
    if not problems:
        return
    parts = [{"because": because, "line": line}.get(problem.part) for problem in problems]
    pairs = list(zip(parts, problems, strict=True))
    known = all(part is not None and problem.instead and problem.instead.isprintable() for part, problem in pairs)
    raise StepError(
        "; ".join(problem.message for problem in problems),
        problems[0].expected,
        problems[0].found or "nothing",
        span=(parts[0] or action).span,
        difference=texts(problems[0].expected, problems[0].found) if parts[0] else "",
        fixes=[Fix(part, problem.instead) for part, problem in pairs if part] if known else [],
    )


def _look_back(table: Table) -> None:
    problem = table.look_back()
    if problem:
        raise StepError(problem)


def _takes(table: Table, reader: Reader, node: Node) -> None:
    _look_back(table)
    _same_seat("another seat took the last trick", reader, node, position.taker(table.match))


def _auto(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    problem = table.finish(node.text) if node.text in ENDS else table.auto(number(node))
    if problem:
        raise StepError(f"cannot play on: {problem}")


def _deal(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    same("it is another deal", number(node), table.match.deal_number, node)


def _dealer(table: Table, reader: Reader, node: Node) -> None:
    _same_seat("another seat deals", reader, node, table.match.view(None).dealer)


def _undo(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    count = table.played if node.text == looks.ALL else number(node)
    if count > table.played:
        raise StepError(f"only {table.played} actions have been played", span=node.span)
    table.undo(count)


def _holds(table: Table, _: Reader, node: Node) -> None:
    from trickcore.checking.invariants import INVARIANTS, Look, problems

    parts = node.items if isinstance(node, Sequence) else (node,)
    words = {word: part.span for part in parts if isinstance(part, Scalar) for word in part.text.split()}
    for _look in range(_LOOKS):
        _look_back(table)
    names = INVARIANTS if looks.ALL in words else words
    for name, problem in problems(Look(table.match), names):
        rule = "" if problem.span is None else f" ({problem.span})"
        raise StepError(f"{INVARIANTS[name].says}: {problem}{rule}", span=words.get(name, node.span))


def _read_seat(reader: Reader, node: Node) -> None:
    _seat(node, reader)


def _read_refused(reader: Reader, node: Node) -> None:
    action = field(node, "play")
    if action is not None:
        reader.actions(action)


def _nothing(_: Reader, __: Node) -> None:
    """Numbers and words that the schema has looked at."""


CHECKS = {
    "play": Check(Reader.actions, _play),
    "legal": Check(Reader.actions, _legal),
    "turn": Check(_read_seat, _turn),
    "refused": Check(_read_refused, _refused),
    "takes": Check(_read_seat, _takes),
    "auto": Check(_nothing, _auto),
    "points": Check(looks.read_numbers, looks.points),
    "score": Check(looks.read_numbers, looks.score),
    "worth": Check(looks.read_worth, looks.worth),
    "over": Check(looks.read_over, looks.over),
    "deal": Check(_nothing, _deal),
    "dealer": Check(_read_seat, _dealer),
    "hand": Check(Reader.hands, looks.hand),
    "taken": Check(Reader.hands, looks.taken),
    "count": Check(looks.read_count, looks.count),
    "view": Check(looks.read_view, looks.view),
    "undo": Check(_nothing, _undo),
    "holds": Check(_nothing, _holds),
}
