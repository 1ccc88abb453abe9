"""What must be so in every match of every game. Each is a function of a match, which it leaves as it is."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from trickcore.checking.differing import difference
from trickcore.checking.observing import Observer, chance_of
from trickcore.checking.scored import scored
from trickcore.checking.swap import Swap
from trickcore.diagnostics.model import Span
from trickcore.diagnostics.words import many
from trickcore.engines.meter import TooMuch
from trickcore.engines.reference import Machine
from trickcore.errors import Defect
from trickcore.position import begin
from trickcore.program.masks import elements
from trickcore.program.model import SlotKind

if TYPE_CHECKING:
    from trickcore.match import Match

MOST_DECISIONS = 1000  # in a deal: no game at a table has a tenth of them
_TAKEN_BACK = 40  # actions, at most, that are undone and played again


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong. `span`: the line of the rules that is at fault, where one is known. Of a declared check, `why` is
    what the rule file says of it and `scored` has the lines of the score of that deal. `about`: where it is wrong, if
    two problems of one invariant may be different ones.
    """

    message: str
    span: Span | None = None
    why: str = ""
    scored: str = ""
    about: str = ""

    def __str__(self) -> str:
        """All of it on one line."""
        scored = f"; {self.scored}" if self.scored else ""
        return self.message + (f" ({self.why})" if self.why else "") + scored


@dataclass(slots=True)
class Look:
    """A match that is looked at. `dice`: for what is tried at random; None: everything, always in the same way."""

    match: Match
    dice: Random | None = None
    _observer: Observer | None = field(default=None)

    @property
    def observer(self) -> Observer:
        """What the observed program told of the match so far."""
        if self._observer is None:
            self._observer = Observer(self.match)
        self._observer.follow(self.match.ids)
        return self._observer

    def viewers(self) -> tuple[int | None, ...]:
        """The seats and a spectator, or one of them."""
        everybody = (*range(self.match.game.players), None)
        return everybody if self.dice is None else (self.dice.choice(everybody),)


@dataclass(frozen=True, slots=True)
class Invariant:
    """Something that must always be so. `name`: what a case calls it. `says`: it in words. `each`: it costs so little
    that it is looked at after every action.
    """

    name: str
    says: str
    look: Callable[[Look], Problem | None]
    each: bool = False


def _cards(look: Look) -> Problem | None:
    """Every card in exactly one place; in a position that was set up, in one at most."""
    match = look.match
    cards = match.game.program.cards
    found = Counter(_lying(match))
    twice = [card for card in found if found[card] > 1]
    lost = [] if match.setup.position else [card for card in range(len(cards)) if card not in found]
    if twice:
        return Problem(f"{cards[twice[0]].name} lies in {found[twice[0]]} places at once")
    return Problem(f"{cards[lost[0]].name} has gone: it lies nowhere") if lost else None


def _lying(match: Match) -> Iterator[int]:
    """The cards of all places, each as often as it lies somewhere."""
    program, reader = match.game.program, match.game.reader
    values = reader.values(match.state())
    gone: set[int] = set()  # from the trick, which can be seen until the next one begins: taken, or won by nobody
    for index in reader.card_slots():
        value = values[index]
        if program.slots[index].kind is SlotKind.PILE:
            cards = list(value)
        else:
            cards = [card for mask in (value if isinstance(value, tuple) else (value,)) for card in elements(mask)]
        yield from cards
        gone |= set() if index == program.roles.get("hand") else set(cards)
    yield from (card for card in values.get(program.roles.get("trick", -1), ()) if card >= 0 and card not in gone)


def _turn(look: Look) -> Problem | None:
    match = look.match
    if match.over:
        return None if match.outcome else Problem("nobody can act, and the match has no outcome")
    decisions = match.decisions
    seats = [decision.seat for decision in decisions]
    if len(set(seats)) < len(seats) or not set(seats) <= set(range(match.game.players)):
        return Problem(f"the seats {seats} are to act")
    if not all(decision.legal.ids for decision in decisions):
        return Problem("a seat is to act and has no legal action")
    offered = sorted(action for decision in decisions for action in decision.legal.ids)
    return None if offered == sorted(match.legal_ids) else Problem("the decisions and the legal actions differ")


def _bounds(look: Look) -> Problem | None:
    match = look.match
    if len(match.ids) < MOST_DECISIONS:
        return None
    before, events = match.copy().undo(MOST_DECISIONS), match.game.reader.events
    if before.deal_number == match.deal_number and events(before.state()) == events(match.state()):
        return Problem(f"a deal goes on for more than {MOST_DECISIONS:,} decisions")
    return None


def _checks(look: Look) -> Problem | None:
    broken = look.observer.broken
    if not broken:
        return None
    first = broken[0]
    return Problem(str(first), first.span, first.why, scored(look.match, first.after))


def _secrets(look: Look) -> Problem | None:
    for viewer in look.viewers():
        for number in range(1 if look.dice else 4):
            leak = Swap(look.match, viewer, look.dice or Random(f"{viewer} {number}")).leak()
            if leak:
                return Problem(str(leak), about=leak.about)
    return None


def _json(look: Look) -> Problem | None:
    """A match comes back from its JSON, for every seat."""
    match = look.match
    data = json.loads(json.dumps(match.to_json()))
    back = type(match).from_json(match.game, data)
    return _alike(look, back, "read back from its JSON") or _same(match.to_json(), back.to_json(), "its JSON, again,")


def _record(look: Look) -> Problem | None:
    from trickcore.record import replay

    record = json.loads(json.dumps(look.match.record()))
    again = replay(record, look.match.game)
    if not again.ok:
        return Problem(f"its record cannot be played again: {again.problems[0].message}")
    return _alike(look, again.match, "played again from its record")


def _undo(look: Look) -> Problem | None:
    """Some actions taken back and played again; an action that is taken back leaves no trace."""
    match = look.match
    count = min(len(match.ids), look.dice.randrange(_TAKEN_BACK) + 1 if look.dice else _TAKEN_BACK)
    twin = match.copy().undo(count)
    for action in match.ids[len(match.ids) - count :]:
        twin.play_id(action)
    found = _alike(look, twin, f"with {many(count, 'action')} taken back and played again")
    if found is None and not match.over:
        twin.play_id(twin.legal_ids[-1])
        found = _alike(look, twin.undo(), "with an action taken back")
    return found


def _copies(look: Look) -> Problem | None:
    """A copy is a match of its own."""
    match = look.match
    before = _snapshot(match)
    copy = match.copy()
    for _ in range(3):
        if not copy.over:
            copy.play_id(copy.legal_ids[0])
    return _same(before, _snapshot(match), "when a copy is played,")


def _pickle(look: Look) -> Problem | None:
    match = look.match
    return _alike(look, pickle.loads(pickle.dumps(match)), "pickled and read back")


def _engines(look: Look) -> Problem | None:
    """The generated code and the plain machine agree on the state after each action, and so does the observed one."""
    match = look.match
    program, engine = match.game.program, match.game.engine
    machine, chance = Machine(program), chance_of(match)
    position = match.setup.position
    one, other = begin(engine, chance, position), begin(machine, chance, position)
    for number, action in enumerate((*match.ids, -1)):
        if engine.dump(one) != machine.dump(other) or engine.legal(one) != machine.legal(other):
            return Problem(f"the two engines disagree after {many(number, 'action')}")
        if action >= 0:
            engine.step(one, action)
            machine.step(other, action)
    observer = look.observer
    by_team = tuple(dict(zip(match.game.teams, match.scores, strict=True)).values())
    if observer.legal != match.legal_ids or (observer.scores and observer.scores != by_team):
        return Problem("the program that is compiled to be observed plays differently")
    return None


def _alike(look: Look, other: Match, how: str) -> Problem | None:
    """Whether another match is the same to everybody."""
    return _same(_snapshot(look.match), _snapshot(other), f"the match {how}")


def _snapshot(match: Match) -> Mapping[str, object]:
    """All that anybody may know of a match."""
    views = {"a spectator" if seat is None else f"seat {seat}": seat for seat in (*range(match.game.players), None)}
    told = {name: match.view(seat).to_json() for name, seat in views.items()}
    return {**told, "legal": list(match.legal_ids), "actions": list(match.ids), "scores": list(match.scores)}


def _same(one: object, other: object, what: str) -> Problem | None:
    found = difference(one, other)
    return Problem(f"{what} is another one: {found}") if found else None


INVARIANTS: Mapping[str, Invariant] = {
    invariant.name: invariant
    for invariant in (
        Invariant("cards", "every card lies in exactly one place", _cards, each=True),
        Invariant("turn", "somebody can act until the match is over", _turn, each=True),
        Invariant("bounds", "a deal comes to an end", _bounds),
        Invariant("checks", "what the rule file declares under `checks` holds at the end of each deal", _checks),
        Invariant("secrets", "no seat is told anything of cards that it has not seen", _secrets),
        Invariant("engines", "all engines play alike", _engines),
        Invariant("json", "a match comes back from its JSON", _json),
        Invariant("record", "a record can be played again", _record),
        Invariant("undo", "actions that are taken back leave no trace", _undo),
        Invariant("copies", "a copy is a match of its own", _copies),
        Invariant("pickle", "a match comes back from a pickle", _pickle),
    )
}
RULES = "rules"  # the name of what the rules themselves cannot go on with: a Defect, or a file that is no game


def problems(look: Look, names: Iterable[str]) -> Iterator[tuple[str, Problem]]:
    """What is wrong with a match, of these invariants, by name. That one could not be looked at is told too."""
    for name in names:
        try:
            problem = INVARIANTS[name].look(look)
        except Defect:  # the rules could not go on from an action that was tried: playing finds that, with the action
            problem = None
        except TooMuch:
            raise
        except Exception as error:
            problem = Problem(f"{type(error).__name__}: {error}")
        if problem is not None:
            yield name, problem
