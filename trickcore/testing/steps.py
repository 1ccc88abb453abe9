"""The steps of a course: what each plays or checks, and what is said when it does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.diagnostics.words import did_you_mean
from trickcore.errors import ActionError
from trickcore.source.nodes import Node, Scalar, Sequence
from trickcore.testing import position
from trickcore.testing.differences import sets, texts
from trickcore.testing.failing import StepError, Wrong, in_a_row, same
from trickcore.testing.loader import number, scalar_pairs
from trickcore.testing.model import Fix
from trickcore.testing.refusals import refused
from trickcore.testing.table import ENDS, Table
from trickcore.testing.words import NONE, Reader, Word, field, reworded
from trickcore.whole import whole

if TYPE_CHECKING:
    from trickcore.match import Match

ALL = "all"  # in `points` and `score`: the sum over the seats; in `holds`: all that must be so
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
    known = all(part is not None and problem.found and problem.found.isprintable() for part, problem in pairs)
    raise StepError(
        "; ".join(problem.message for problem in problems),
        problems[0].expected,
        problems[0].found or "nothing",
        span=(parts[0] or action).span,
        difference=texts(problems[0].expected, problems[0].found) if parts[0] else "",
        fixes=[Fix(part, problem.found) for part, problem in pairs if part] if known else [],
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


def _points(table: Table, reader: Reader, node: Node) -> None:
    if table.points is None:
        raise StepError("no deal has been finished yet")
    _numbers("the last deal brought other points", table.points, reader, node)


def _score(table: Table, reader: Reader, node: Node) -> None:
    _numbers("the scores are others", table.match.scores, reader, node)


def _numbers(message: str, found: tuple[int, ...], reader: Reader, node: Node) -> None:
    wrong, whole_sum = Wrong(), sum(_by_team(reader, found))
    for seat, scalar in reader.numbers(node, {ALL: -1}).items():
        brought = whole_sum if seat < 0 else found[seat]
        if number(scalar) != brought:
            whose = "all together" if seat < 0 else f"seat {seat}"
            wrong.number(ALL if seat < 0 else str(seat), f"{message}, {whose}", number(scalar), brought, scalar)
    wrong.tell(_all(found) + (f"; {ALL}: {whole_sum}" if ALL in wrong.pairs else ""))


def _by_team(reader: Reader, numbers: tuple[int, ...]) -> Iterable[int]:
    """Partners have one score: it counts once."""
    return dict(zip(reader.game.teams, numbers, strict=True)).values()


def _all(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{seat}: {number}" for seat, number in enumerate(numbers))


def _worth(table: Table, reader: Reader, node: Node) -> None:
    wrong = Wrong()
    for key, scalar in scalar_pairs(node):
        for card in reader.cards(key):
            found = position.worth(table.match, card.text)
            if found is None:
                raise StepError("what cards count changes during a deal of this game", span=card.span)
            if found != number(scalar):
                wrong.number(card.text, f"{card.text} counts something else", number(scalar), found, scalar)
    wrong.tell()


def _over(table: Table, reader: Reader, node: Node) -> None:
    outcome = table.match.outcome
    if _goes_on(node):
        if outcome is not None:
            seats = _seats(outcome.winners)
            raise StepError("the match is over", "it goes on", f"won by {seats}", fixes=[Fix(node, seats)])
        return
    expected = _seats(sorted(reader.seats(node)))
    if outcome is None:
        scores = f"scores {_all(table.match.scores)}"
        raise StepError("the match goes on", f"won by {expected}", scores, fixes=[Fix(node, "no")])
    found = sorted(outcome.winners)
    if expected != _seats(found):
        texts = tuple(map(str, found)) if isinstance(node, Sequence) and found else _seats(found)
        missing, extra = sets(expected.split(), _seats(found).split())
        raise StepError("other seats won the match", expected, _seats(found), missing, extra, fixes=[Fix(node, texts)])


def _goes_on(node: Node) -> bool:
    """Whether `over` says `no`."""
    return isinstance(node, Scalar) and node.text in ("no", "false")


def _seats(seats: Iterable[int]) -> str:
    return " ".join(str(seat) for seat in seats) or NONE


def _deal(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    same("it is another deal", number(node), table.match.deal_number, node)


def _dealer(table: Table, reader: Reader, node: Node) -> None:
    _same_seat("another seat deals", reader, node, table.match.view(None).dealer)


def _hand(table: Table, reader: Reader, node: Node) -> None:
    _cards("holds", position.hand, table, reader, node)


def _taken(table: Table, reader: Reader, node: Node) -> None:
    _cards("has won", position.taken, table, reader, node)


def _cards(does: str, get: Callable[[Match, int], Iterable[str]], table: Table, reader: Reader, node: Node) -> None:
    """Whether seats have exactly the cards that the file says."""
    wrong = Wrong()
    for key, scalar in scalar_pairs(node):
        seat = reader.seat(key)
        expected, found = [card.text for card in reader.cards(scalar)], list(get(table.match, seat))
        if Counter(expected) != Counter(found):
            instead = in_a_row(reworded(expected, found, reader.written(scalar)))
            wrong.cards(str(seat), f"seat {seat} {does} other cards", expected, found, scalar, instead)
    wrong.tell()


def _count(table: Table, reader: Reader, node: Node) -> None:
    wrong = Wrong()
    for key, scalar in scalar_pairs(node):
        place, seat = reader.place(key)
        found = position.count(table.match, place, seat)
        if found is None:
            hint = did_you_mean(place, position.places(table.match), "the places are")
            raise StepError(f"there is no place {place}; {hint}", span=key.span)
        for viewer in range(table.match.game.players if place != "taken" else 0):  # of those only what is seen counts
            known = position.count(table.match, place, seat, viewer)
            if known != found:
                message = f"seat {viewer} knows of another number of cards in {key.text}"
                raise StepError(message, found, known, span=scalar.span)
        if found != number(scalar):
            wrong.number(key.text, f"{key.text} has another number of cards", number(scalar), found, scalar)
    wrong.tell()


def _view(table: Table, reader: Reader, node: Node) -> None:
    at, sees, hidden = (field(node, key) for key in ("seat", "sees", "hidden"))
    assert at is not None  # the schema wants it
    seat = reader.seat(at)
    visible, told = table.told(seat)
    sights, secrets = reader.sights(sees) if sees else [], reader.cards(hidden) if hidden else []
    unseen = [card for card in sights if card.text not in visible]
    leaked = [card for card in secrets if card.text in told]
    if not unseen and not leaked:
        return
    wrong = Wrong()
    for scalar, words, bad, says in ((sees, sights, unseen, "cannot see"), (hidden, secrets, leaked, "is told of")):
        if scalar and bad:
            texts = list(dict.fromkeys(card.text for card in bad))
            wrong.messages.append(f"seat {seat} {says} {in_a_row(texts)}")
            wrong.spans.append(bad[0].span)
            stay = [card.text for card in words if card not in bad]
            kept = reworded([card.text for card in words], stay, reader.written(scalar))
            wrong.fixes.append(Fix(scalar, in_a_row(kept)))
    wrong.missing += [card.text for card in unseen]
    wrong.extra += [card.text for card in leaked]
    wrong.tell()


def _undo(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    count = table.played if node.text == ALL else number(node)
    if count > table.played:
        raise StepError(f"only {table.played} actions have been played", span=node.span)
    table.undo(count)


def _holds(table: Table, _: Reader, node: Node) -> None:
    from trickcore.checking.invariants import INVARIANTS, Look, problems

    assert isinstance(node, Scalar)
    for _look in range(_LOOKS):
        _look_back(table)
    names = INVARIANTS if node.text == ALL else (node.text,)
    for name, problem in problems(Look(table.match), names):
        rule = "" if problem.span is None else f" ({problem.span})"
        raise StepError(f"{INVARIANTS[name].says}: {problem}{rule}", span=node.span)


def _read_seat(reader: Reader, node: Node) -> None:
    _seat(node, reader)


def _read_refused(reader: Reader, node: Node) -> None:
    action = field(node, "play")
    if action is not None:
        reader.actions(action)


def _read_numbers(reader: Reader, node: Node) -> None:
    reader.numbers(node, {ALL: -1})


def _read_worth(reader: Reader, node: Node) -> None:
    for key, _ in scalar_pairs(node):
        reader.cards(key)


def _read_count(reader: Reader, node: Node) -> None:
    for key, _ in scalar_pairs(node):
        reader.place(key)


def _read_view(reader: Reader, node: Node) -> None:
    sees, hidden = field(node, "sees"), field(node, "hidden")
    if sees is not None:
        reader.sights(sees)
    if hidden is not None:
        reader.cards(hidden)
    seat = field(node, "seat")
    if seat is not None:
        reader.seat(seat)


def _read_over(reader: Reader, node: Node) -> None:
    if not _goes_on(node):
        reader.seats(node)


def _nothing(_: Reader, __: Node) -> None:
    """Numbers and words that the schema has looked at."""


CHECKS = {
    "play": Check(Reader.actions, _play),
    "legal": Check(Reader.actions, _legal),
    "turn": Check(_read_seat, _turn),
    "refused": Check(_read_refused, _refused),
    "takes": Check(_read_seat, _takes),
    "auto": Check(_nothing, _auto),
    "points": Check(_read_numbers, _points),
    "score": Check(_read_numbers, _score),
    "worth": Check(_read_worth, _worth),
    "over": Check(_read_over, _over),
    "deal": Check(_nothing, _deal),
    "dealer": Check(_read_seat, _dealer),
    "hand": Check(Reader.hands, _hand),
    "taken": Check(Reader.hands, _taken),
    "count": Check(_read_count, _count),
    "view": Check(_read_view, _view),
    "undo": Check(_nothing, _undo),
    "holds": Check(_nothing, _holds),
}
