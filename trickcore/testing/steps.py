"""The steps of a course: what each plays or checks, and what is said when it does not hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Span
from trickcore.diagnostics.words import did_you_mean
from trickcore.errors import ActionError
from trickcore.source.nodes import Node, Scalar, Sequence
from trickcore.testing import position
from trickcore.testing.loader import number, scalar_pairs
from trickcore.testing.model import Failure, Step
from trickcore.testing.refusals import refused
from trickcore.testing.table import ENDS, Table
from trickcore.testing.words import Reader, Word, field

if TYPE_CHECKING:
    from trickcore.match import Match

ALL = "all"  # in `points` and `score`: the sum over the seats


class StepError(Exception):
    """A step does not hold. `span`: the very word, where it is known."""

    def __init__(
        self,
        message: str,
        expected: object = "",
        found: object = "",
        missing: Iterable[str] = (),
        extra: Iterable[str] = (),
        span: Span | None = None,
    ) -> None:
        self.message, self.expected, self.found = message, str(expected), str(found)
        self.missing, self.extra, self.span = tuple(missing), tuple(extra), span
        super().__init__(message)

    def at(self, step: Step) -> Failure:
        """The failure with the place of its step."""
        span = self.span or step.span
        return Failure(span, step.kind, self.message, self.expected, self.found, self.missing, self.extra)


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
    legal = [action for decision in table.match.decisions for action in decision.legal]
    expected = [_action_text(table.match, word) for word in reader.actions(node)]
    _same_set("the legal actions are others", expected, [action.text for action in legal])


def _action_text(match: Match, word: Word) -> str:
    """The full text of an action: what it means among the legal ones, else what it means at all."""
    try:
        return match.read(word.text).text
    except ActionError:
        return word.text


def _same_set(message: str, expected: list[str], found: list[str]) -> None:
    missing, extra = Counter(expected) - Counter(found), Counter(found) - Counter(expected)
    if missing or extra:
        texts = (_words(expected), _words(found))
        raise StepError(message, *texts, missing=missing.elements(), extra=extra.elements())


def _words(texts: list[str]) -> str:
    """Texts in a row; with commas where one has a space in it."""
    return (", " if any(" " in text for text in texts) else " ").join(texts) or "none"


def _turn(table: Table, reader: Reader, node: Node) -> None:
    decisions = table.match.decisions
    if not decisions:
        raise StepError("nobody is to act: the match is over", _seat(node, reader), "nobody")
    _same("another seat is to act", _seat(node, reader), decisions[0].seat)


def _seat(node: Node, reader: Reader) -> int:
    return reader.seat(node) if isinstance(node, Scalar) else 0


def _same(message: str, expected: object, found: object, span: Span | None = None) -> None:
    if expected != found:
        raise StepError(message, expected, "nobody" if found is None else found, span=span)


def _refused(table: Table, _: Reader, node: Node) -> None:
    action, because, line = (field(node, key) for key in ("play", "because", "line"))
    assert action is not None  # the schema wants it
    _look_back(table)
    problem = refused(table.match, action.text, because.text if because else "", line.text if line else "")
    if problem:
        raise StepError(*problem)


def _look_back(table: Table) -> None:
    problem = table.look_back()
    if problem:
        raise StepError(problem)


def _takes(table: Table, reader: Reader, node: Node) -> None:
    _look_back(table)
    _same("another seat took the last trick", _seat(node, reader), position.taker(table.match))


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
    for seat, scalar in reader.numbers(node, {ALL: -1}).items():
        brought = sum(_by_team(reader, found)) if seat < 0 else found[seat]
        if number(scalar) != brought:
            whose = "all together" if seat < 0 else f"seat {seat}"
            raise StepError(f"{message}, {whose}", number(scalar), _all(found), span=scalar.span)


def _by_team(reader: Reader, numbers: tuple[int, ...]) -> Iterable[int]:
    """Partners have one score: it counts once."""
    return dict(zip(reader.game.teams, numbers, strict=True)).values()


def _all(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{seat}: {number}" for seat, number in enumerate(numbers))


def _worth(table: Table, reader: Reader, node: Node) -> None:
    for key, scalar in scalar_pairs(node):
        for card in reader.cards(key):
            found = position.worth(table.match, card.text)
            if found is None:
                raise StepError("what cards count changes during a deal of this game", span=card.span)
            if found != number(scalar):
                raise StepError(f"{card.text} counts something else", number(scalar), found, span=card.span)


def _over(table: Table, reader: Reader, node: Node) -> None:
    outcome = table.match.outcome
    if isinstance(node, Scalar):
        if outcome is not None:
            raise StepError("the match is over", "it goes on", f"won by {_seats(outcome.winners)}")
        return
    if outcome is None:
        raise StepError(
            "the match goes on", f"won by {_seats(reader.seats(node))}", f"scores {_all(table.match.scores)}"
        )
    _same("other seats won the match", _seats(sorted(reader.seats(node))), _seats(sorted(outcome.winners)))


def _seats(seats: Iterable[int]) -> str:
    return " ".join(str(seat) for seat in seats) or "nobody"


def _deal(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    _same("it is another deal", number(node), table.match.deal_number)


def _dealer(table: Table, reader: Reader, node: Node) -> None:
    _same("another seat deals", _seat(node, reader), table.match.view(None).dealer)


def _hand(table: Table, reader: Reader, node: Node) -> None:
    for seat, cards in reader.hands(node).items():
        found = list(position.hand(table.match, seat))
        _same_set(f"seat {seat} holds other cards", [card.text for card in cards], found)


def _taken(table: Table, reader: Reader, node: Node) -> None:
    for seat, cards in reader.hands(node).items():
        found = list(position.taken(table.match, seat))
        _same_set(f"seat {seat} has won other cards", [card.text for card in cards], found)


def _count(table: Table, reader: Reader, node: Node) -> None:
    for key, scalar in scalar_pairs(node):
        place, seat = reader.place(key)
        found = position.count(table.match, place, seat)
        if found is None:
            hint = did_you_mean(place, position.places(table.match), "the places are")
            raise StepError(f"there is no place {place}; {hint}", span=key.span)
        _same(f"{key.text} has another number of cards", number(scalar), found, scalar.span)
        for viewer in range(table.match.game.players if place != "taken" else 0):  # of those only what is seen counts
            known = position.count(table.match, place, seat, viewer)
            _same(f"seat {viewer} knows of another number of cards in {key.text}", found, known, scalar.span)


def _view(table: Table, reader: Reader, node: Node) -> None:
    at, sees, hidden = (field(node, key) for key in ("seat", "sees", "hidden"))
    assert at is not None  # the schema wants it
    seat = reader.seat(at)
    visible, told = table.told(seat)
    unseen = [card for card in (reader.sights(sees) if sees else []) if card.text not in visible]
    if unseen:
        raise StepError(f"seat {seat} cannot see {unseen[0].text}", span=unseen[0].span)
    leaked = [card for card in (reader.cards(hidden) if hidden else []) if card.text in told]
    if leaked:
        raise StepError(f"seat {seat} is told of {leaked[0].text}", span=leaked[0].span)


def _undo(table: Table, _: Reader, node: Node) -> None:
    assert isinstance(node, Scalar)
    count = table.played if node.text == ALL else number(node)
    if count > table.played:
        raise StepError(f"only {table.played} actions have been played", span=node.span)
    table.undo(count)


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
    if isinstance(node, Sequence):
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
}
