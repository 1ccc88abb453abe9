"""The steps of a course that only look: at scores, cards, places and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from trickcore.diagnostics.words import did_you_mean
from trickcore.source.nodes import Node, Scalar, Sequence
from trickcore.testing import position
from trickcore.testing.differences import sets
from trickcore.testing.failing import StepError, Wrong, in_a_row
from trickcore.testing.loader import number, scalar_pairs
from trickcore.testing.model import Fix
from trickcore.testing.table import Table
from trickcore.testing.words import NONE, Reader, field, reworded

if TYPE_CHECKING:
    from trickcore.match import Match

ALL = "all"  # of numbers: their sum over the seats; of others: every one


def points(table: Table, reader: Reader, node: Node) -> None:
    """What the last finished deal brought."""
    if table.points is None:
        raise StepError("no deal has been finished yet")
    _numbers("the last deal brought other points", table.points, reader, node)


def score(table: Table, reader: Reader, node: Node) -> None:
    """The scores of the match."""
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


def worth(table: Table, reader: Reader, node: Node) -> None:
    """What cards count."""
    wrong = Wrong()
    for key, scalar in scalar_pairs(node):
        for card in reader.cards(key):
            found = position.worth(table.match, card.text)
            if found is None:
                raise StepError("what cards count changes during a deal of this game", span=card.span)
            if found != number(scalar):
                wrong.number(card.text, f"{card.text} counts something else", number(scalar), found, scalar)
    wrong.tell()


def over(table: Table, reader: Reader, node: Node) -> None:
    """Whether the match has ended, and who won."""
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


def hand(table: Table, reader: Reader, node: Node) -> None:
    """Exactly the cards that seats hold."""
    _cards("holds", position.hand, table, reader, node)


def taken(table: Table, reader: Reader, node: Node) -> None:
    """Exactly the cards that seats have won in this deal."""
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


def count(table: Table, reader: Reader, node: Node) -> None:
    """How many cards lie in places, as every seat knows it."""
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


def view(table: Table, reader: Reader, node: Node) -> None:
    """What one seat sees, and what it was never told of."""
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
    if leaked:  # what a case keeps hidden is never taken out of it
        wrong.fixes.clear()
        wrong.kept = "what is to be hidden stays so: it may be a leak"
    wrong.tell()


def read_numbers(reader: Reader, node: Node) -> None:
    """Meet the seats of numbers."""
    reader.numbers(node, {ALL: -1})


def read_worth(reader: Reader, node: Node) -> None:
    """Meet the cards that count."""
    for key, _ in scalar_pairs(node):
        reader.cards(key)


def read_count(reader: Reader, node: Node) -> None:
    """Meet the places."""
    for key, _ in scalar_pairs(node):
        reader.place(key)


def read_view(reader: Reader, node: Node) -> None:
    """Meet the words of a view."""
    sees, hidden = field(node, "sees"), field(node, "hidden")
    if sees is not None:
        reader.sights(sees)
    if hidden is not None:
        reader.cards(hidden)
    seat = field(node, "seat")
    if seat is not None:
        reader.seat(seat)


def read_over(reader: Reader, node: Node) -> None:
    """Meet the seats that won."""
    if not _goes_on(node):
        reader.seats(node)
