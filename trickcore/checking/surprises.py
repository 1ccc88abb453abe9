"""What rules allow and people seldom mean: steps that ask nobody, decisions without a choice, options that change
nothing, matches that nobody finishes, seats that have it better.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from trickcore.checking.report import Surprise
from trickcore.checking.settings import Setting, settled, tried
from trickcore.compiler.layers import walk
from trickcore.compiler.match import ABANDONED
from trickcore.diagnostics.model import Span
from trickcore.diagnostics.words import many
from trickcore.engines.meter import Stopped, spend
from trickcore.errors import RulesError, TrickcoreError
from trickcore.rules.model import Ask, Auction, OptionValue, Pick, Play, Rules, Step
from trickcore.simulation import seed_of

if TYPE_CHECKING:
    from trickcore.checking.course import Course, Found
    from trickcore.game import Game

_OFTEN = 20  # so often something must have been met before it is told of
_DEALS = 400  # of a game under its defaults, for what seats score
_NOISE = 4.0  # standard errors: by chance one in 16,000 seats lies further out
_PLAYOUTS = 4  # whole matches
_MATCHES = 20  # matches that are played under both values of an option
_ACTIONS = 200  # of each: some deals
_ALIKE = 4  # times, under other settings of the others


def met(rules: Rules, courses: Sequence[Course]) -> Iterator[Surprise]:
    """What the tallies of random play show."""
    asked, free, reached = Counter[tuple[Span, str]](), Counter[tuple[Span, str]](), Counter[Span]()
    for course in courses:
        asked += course.tally.asked
        free += course.tally.free
        reached += course.tally.reached
    spans = {span for span, _ in asked}
    for step in _asking(rules):
        if reached[step.span] >= _OFTEN and step.span not in spans:
            name = f"the step {step.id}" if step.id else "this step"
            message = f"{name} was come to {reached[step.span]:,} times and never asked anybody"
            yield Surprise("asks-nobody", message, step.span)
    for (span, kind), count in asked.items():
        if count >= _OFTEN and not free[span, kind]:
            yield Surprise("no-choice", f"`{kind}` was decided {count:,} times and never left a choice", span)


def _asking(rules: Rules) -> list[Step]:
    return [part for part in walk((rules.steps, rules.hooks)) if isinstance(part, Ask | Auction | Pick | Play)]


def unfinished(game: Game, seed: int) -> tuple[list[Surprise], list[str]]:
    """Matches between random players that mostly go on until they are given up."""
    given_up = sum(_reason(game, seed_of(seed, number) % 2**31) == ABANDONED for number in range(_PLAYOUTS))
    message = (
        f"with {many(game.players, 'player')} {given_up} of {_PLAYOUTS} matches between random players were given up"
        " after more deals than anybody would play"
    )
    place = game.rules.places.get("match", game.rules.span)
    return ([Surprise("abandoned", message, place)] if given_up > _PLAYOUTS // 2 else []), []


def _reason(game: Game, seed: int) -> str:
    """How a random match ends."""
    match, dice = game.start(seed), Random(seed).random
    ids = match.legal_ids
    while ids:
        spend(1)
        ids = match.play_id(ids[int(dice() * len(ids))])
    return match.outcome.reason if match.outcome is not None else ""


# ------------------------------------------------------------------------------------------------------------- options


def idle_option(
    rules: Rules, games: dict[Setting, Game | None], name: str, seed: int
) -> tuple[list[Surprise], list[str]]:
    """Whether the value of an option makes no difference to the program under any of the settings, which is a surprise;
    or none to random matches, which may be no more than rare. `games`: those of the settings, to begin with.
    """
    option = rules.options[name]
    pairs = list(_different(rules, games, tuple(games), name))
    if not pairs and len(tried(option)) > 1:
        message = f"the option {name} changes nothing: all its values are one game"
        return [Surprise("idle-option", message, option.span)], []
    if pairs and all(_play_alike(games[one], games[other], seed) for one, other in pairs):
        return [], [_no_difference(name, len(pairs))]
    return [], []


def _no_difference(name: str, pairs: int) -> str:
    compared = f"{_MATCHES * pairs} random matches besides, each played with two of its values and the same cards"
    return f"the option {name} made no difference to {compared} and choices, up to {_ACTIONS} actions"


def _different(
    rules: Rules, games: dict[Setting, Game | None], settings: Sequence[Setting], name: str
) -> Iterator[tuple[Setting, Setting]]:
    """The first pairs of settings that an option makes two programs."""
    pairs = (pair for pair in _pairs(rules, settings, name) if _differ(rules, games, *pair))
    return islice(pairs, _ALIKE)


def _pairs(rules: Rules, settings: Sequence[Setting], name: str) -> list[tuple[Setting, Setting]]:
    """The settings with two values of an option, all else equal."""
    values = tried(rules.options[name])
    others = [(setting, _with(rules, setting, name, value)) for setting in settings for value in values]
    return [(one, other) for one, other in others if one != other]


def _with(rules: Rules, setting: Setting, name: str, value: OptionValue) -> Setting:
    options = tuple((key, value if key == name else old) for key, old in setting.options)
    chosen = tuple((key, v) for key, v in options if v != rules.options[key].default)
    return Setting(setting.players, options, chosen)


def _differ(rules: Rules, games: dict[Setting, Game | None], one: Setting, other: Setting) -> bool:
    """Whether two settings are two programs."""
    for setting in (one, other):
        if setting not in games:
            spend(1)
            games[setting] = _game(rules, setting)
    first, second = games[one], games[other]
    return first is None or second is None or first.identity != second.identity


def _game(rules: Rules, setting: Setting) -> Game | None:
    try:
        return settled(rules, setting)
    except RulesError:
        return None


def _play_alike(one: Game | None, other: Game | None, seed: int) -> bool:
    """Whether the same cards and choices come to the same scores in two games."""
    if one is None or other is None or one.players != other.players:
        return False
    return all(_beginning(one, seed + n) == _beginning(other, seed + n) for n in range(_MATCHES))


def _beginning(game: Game, seed: int) -> list[object]:
    """What is legal in the first deals of a random match, and the scores that come of them."""
    match, dice = game.start(seed), Random(seed).random
    ids, seen = match.legal_ids, list[object]()
    for _ in range(_ACTIONS):
        seen.append(ids)
        if not ids:
            break
        spend(1)
        ids = match.play_id(ids[int(dice() * len(ids))])
    return [*seen, match.scores]


# --------------------------------------------------------------------------------------------------------------- seats


@dataclass(frozen=True, slots=True)
class _Edge:
    """What one seat scored in a deal above the mean of all, on average, and that in standard errors."""

    mean: float
    errors: float

    @property
    def is_real(self) -> bool:
        """Whether chance alone does not explain it."""
        return abs(self.errors) > _NOISE


def seats(course: Course, seed: int, fault: Callable[[Found], object]) -> tuple[list[Surprise], list[str]]:
    """Seats that score more than others by their number, which is a surprise, and by their place from the dealer, which
    is the rules' doing: who leads, speaks first or sees more.
    """
    game = course.game
    numbered: list[list[float]] = [[] for _ in game.seats]
    placed: list[list[float]] = [[] for _ in game.seats]
    for dealer, points in _deals(course, seed, fault):
        mean = sum(points) / len(points)
        for seat, got in enumerate(points):
            numbered[seat].append(got - mean)
            if dealer is not None:
                placed[(seat - dealer) % game.players].append(got - mean)
    surprises = [
        Surprise("seat-edge", f"{game.seats[seat]} of {game.players} scores {_words(edge)}", _dealing(game))
        for seat, edge in enumerate(map(_edge, numbered))
        if edge.is_real
    ]
    notes = [
        f"with {many(game.players, 'player')} {_place(place)} scores {_words(edge)}"
        for place, edge in enumerate(map(_edge, placed))
        if edge.is_real
    ]
    return surprises, notes


def _words(edge: _Edge) -> str:
    more = "more" if edge.mean > 0 else "less"
    return f"{abs(edge.mean):.2f} points a deal {more} than the mean ({edge.errors:+.1f} standard errors)"


def _place(place: int) -> str:
    return "the dealer" if place == 0 else f"the player {place} to the dealer's left"


def _dealing(game: Game) -> Span:
    return game.rules.places.get("match", game.rules.span)


def _edge(points: Sequence[float]) -> _Edge:
    count = len(points)
    mean = sum(points) / count if count else 0.0
    spread = sum((p - mean) ** 2 for p in points)
    error = math.sqrt(spread / (count - 1) / count) if count > 1 else 0.0
    return _Edge(mean, mean / error if error else 0.0)


def _deals(course: Course, seed: int, fault: Callable[[Found], object]) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """The dealer and the points of random deals; of each match the first ones, so that each seat begins as often."""
    dice, played, number = Random(f"seats {seed}").random, 0, 0
    game = course.game
    while played < _DEALS:
        match = game.start(seed_of(seed, number) % 2**31)
        number += 1
        for _ in range(2 * game.players):
            deal, dealer, before = match.deal_number, match.view(None).dealer, match.scores
            ids = match.legal_ids
            while ids and match.deal_number == deal:
                spend(1)
                action = ids[int(dice() * len(ids))]
                try:
                    ids = match.play_id(action)
                except TrickcoreError as error:
                    fault(course.fault(match, error, action))
                    return
            yield dealer, tuple(now - then for now, then in zip(match.scores, before, strict=True))
            played += 1
            if not ids:
                break


def surprises(
    rules: Rules,
    courses: Sequence[Course],
    given: Mapping[str, OptionValue],
    seed: int,
    fault: Callable[[Found], object],
) -> tuple[tuple[Surprise, ...], tuple[str, ...]]:
    """All surprises, and notes on what random play says besides. What was met on the way comes first; all else is
    looked for as long as anybody waits. `fault` is told of a match that the rules could not go on with.
    """
    first = {course.setting.players: course for course in reversed(courses) if _is_default(course.setting, given)}
    played = [first[players] for players in rules.players if players in first]
    games = [course.game for course in played]
    settings: dict[Setting, Game | None] = {course.setting: course.game for course in courses}
    found, notes = list(met(rules, courses)), list[str]()
    parts: list[Callable[[], tuple[Sequence[Surprise], Sequence[str]]]] = [
        *(partial(unfinished, game, seed) for game in games),
        *(partial(idle_option, rules, settings, name, seed) for name in rules.options if name not in given),
        *(partial(seats, course, seed, fault) for course in played),
    ]
    for part in parts:
        try:
            spend(1)
            more, said = part()
        except Stopped:
            break
        except TrickcoreError as error:
            notes.append(f"the rules could not go on in a random match: {error}")
            continue
        found += more
        notes += said
    return tuple(found), tuple(notes)


def _is_default(setting: Setting, given: Mapping[str, OptionValue]) -> bool:
    return all(name in given for name, _ in setting.chosen)
