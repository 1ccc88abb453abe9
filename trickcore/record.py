"""Records of matches, for archives, disputes and viewers: made from a match, and played again under the same rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.errors import ActionError, RecordError
from trickcore.match import Match
from trickcore.saved import Data, checked, game_of, head_json, said_again, said_json, same_rules, started

if TYPE_CHECKING:
    from trickcore.game import Game


def record_of(match: Match) -> Data:
    """What `Match.record` gives."""
    course = _Course(match)
    outcome = match.outcome
    return {
        "format": "record",
        "name": match.game.name,
        **head_json(match),
        "actions": course.actions,
        **said_json(match),
        "deals": course.deals,
        "scores": list(match.scores),
        "result": None if outcome is None else outcome.to_json(),
    }


class _Course:
    """A match played again, to see who did what and what each deal brought."""

    def __init__(self, match: Match) -> None:
        self.actions: list[Data] = []
        self.deals: list[Data] = []
        self.twin = match.copy().undo(len(match.ids) + (match.conceded is not None))
        self.number, self.scores, self.before = self.twin.deal_number, self.twin.scores, 0
        for action in match.actions:
            self._play(action.id)

    def _play(self, action: int) -> None:
        twin = self.twin
        decision = next(d for d in twin.decisions if action in d.legal.ids)
        done = twin.read(action)
        self.actions.append({"seat": decision.seat, "kind": done.kind, "id": action, "text": done.text})
        twin.play_id(action)
        if twin.over or twin.deal_number != self.number:
            self._finish()

    def _finish(self) -> None:
        """A deal is over: what it brought."""
        after = self.twin.scores
        points = [b - a for a, b in zip(self.scores, after, strict=True)]
        count = len(self.actions) - self.before
        self.deals.append({"deal": self.number, "actions": count, "points": points, "scores": list(after)})
        self.number, self.scores, self.before = self.twin.deal_number, after, len(self.actions)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a record. `action`: the number of the action, from 1; 0 where it is about the whole."""

    action: int
    message: str

    def to_json(self) -> Data:
        """The problem as JSON data."""
        return {"action": self.action, "message": self.message}


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: the match as far as it came, and what was wrong. `changed`: by other rules."""

    match: Match
    problems: tuple[Problem, ...]
    changed: bool = False

    @property
    def ok(self) -> bool:
        """Whether every action was legal and brought what the record says."""
        return not self.problems

    def to_json(self) -> Data:
        """The replay as JSON data."""
        match, outcome = self.match, self.match.outcome
        return {
            "game": match.game.id,
            "identity": match.game.identity,
            "changed": self.changed,
            "actions": len(match.ids),
            "scores": list(match.scores),
            "result": None if outcome is None else outcome.to_json(),
            "problems": [problem.to_json() for problem in self.problems],
        }


def replay(record: object, game: Game | None = None, *, anyway: bool = False) -> Replay:
    """Play a record again: every action must be legal, and bring the scores that the record says.

    `game`: the rules, where the catalogue does not have them under the record's name. Raises RecordError if the data is
    no record, and ChangedRules if the rules are no longer those of the record, unless `anyway`: then the actions are
    played by their texts, and each that is not legal is a problem and left out.

    >>> import trickcore
    >>> match = trickcore.play_match(trickcore.load("two-ten-jack"), [trickcore.RandomBot(1)] * 2, seed=7)
    >>> again = trickcore.replay(match.record())
    >>> again.ok, again.match.scores == match.scores
    (True, True)
    """
    stored = checked(record, "record")
    game = game or game_of(stored)
    changed = stored["identity"] != game.identity
    if not anyway:
        same_rules(game, stored)
    match = started(game, stored)
    problems = _play(match, stored["actions"], changed or anyway, anyway)
    if not problems:
        said_again(match, stored)
        problems = _compare(match, stored)
    return Replay(match, tuple(problems), changed)


def _play(match: Match, actions: list[Data], by_text: bool, go_on: bool) -> list[Problem]:
    problems: list[Problem] = []
    for number, action in enumerate(actions, 1):
        message = _refused(match, action, by_text)
        if message:
            problems.append(Problem(number, f"{action['text']} of seat {action['seat']}: {message}"))
            if not go_on:
                break
    return problems


def _refused(match: Match, action: Data, by_text: bool) -> str:
    """Play one action; why not, if it could not be played."""
    try:
        meant = match.read(action["text"] if by_text else action["id"])
        if meant.text != action["text"] and not by_text:
            return f"the id {action['id']} is that of {meant.text}"
        due = next((d.seat for d in match.decisions if meant.id in d.legal.ids), None)
        if due is not None and due != action["seat"]:
            return f"it is the turn of seat {due}"
        match.play(meant)
    except ActionError as error:
        return str(error)
    return ""


def _compare(match: Match, stored: Data) -> list[Problem]:
    """What the record says of deals, scores and result, and what they are."""
    found = record_of(match)
    problems = [Problem(0, words) for words in _deals_apart(match, stored["deals"], found["deals"])]
    problems += [Problem(0, words) for words in _apart(match, "scores", stored["scores"], found["scores"])]
    if stored["result"] != found["result"]:
        said, is_ = (_result_words(match, result) for result in (stored["result"], found["result"]))
        problems.append(Problem(0, f"the record says of its result: {said}; it is: {is_}"))
    return problems


def _deals_apart(match: Match, said: list[Data], found: list[Data]) -> Iterator[str]:
    if len(said) != len(found):
        yield f"the record says of its deals that {len(said)} were finished; {len(found)} were"
    for one, other in zip(said, found, strict=False):
        place = f"deal {other['deal']}"
        for key in ("points", "scores"):
            yield from _apart(match, f"{key} of {place}", one[key], other[key])
        for key, what in (("deal", "number"), ("actions", "number of actions")):
            if one[key] != other[key]:
                yield f"the record says of the {what} of {place}: {one[key]}; it is: {other[key]}"


def _apart(match: Match, what: str, said: list[int], found: list[int]) -> Iterator[str]:
    """The numbers of seats that are others."""
    if len(said) != len(found):
        yield f"the record says of its {what} that {len(said)} seats have one; it is {len(found)}"
    for name, one, other in zip(match.game.seats, said, found, strict=False):
        if one != other:
            yield f"the record says of its {what}: {name} {one}; it is: {other}"


def _result_words(match: Match, result: Data | None) -> str:
    if result is None:
        return "not over"
    seats = match.game.seats
    names = [seats[seat] if 0 <= seat < len(seats) else f"seat {seat}" for seat in result["winners"]]
    return f"won by {', '.join(names) or 'nobody'}, {result['reason']}"


__all__ = ["Problem", "RecordError", "Replay", "record_of", "replay"]
