"""A match in which something is wrong, made short: as few choices of its own as will do, options at their defaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from trickcore.checking.course import Found
from trickcore.checking.invariants import INVARIANTS, RULES, Look, problems
from trickcore.checking.settings import Setting, settled
from trickcore.engines.meter import Stopped, spend
from trickcore.errors import RulesError, TrickcoreError
from trickcore.game import Game
from trickcore.match import Match
from trickcore.rules.model import Rules

_TRIES = 250  # lines of play
_PLAYS = 60_000  # actions in all of them
_SEEDS = range(8)  # other cards that are tried
_LONGEST = 150  # actions, where every one is the first legal one

Choice = str | None  # the text of an action; None: the first legal one


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: a setting, the seed of the cards, what is chosen; where that is not legal, the first action."""

    setting: Setting
    seed: int
    choices: tuple[Choice, ...]

    @property
    def cost(self) -> tuple[int, int, int]:
        """How much must be written down for it."""
        chosen = sum(choice is not None for choice in self.choices)
        return chosen + len(self.setting.chosen), len(self.choices), self.seed


class Shrinker:
    """Looks for a shorter line of play with the same thing wrong. The same problem always gives the same line."""

    def __init__(self, rules: Rules, found: Found, fixed: Sequence[str] = ()) -> None:
        self._rules, self._found, self._fixed = rules, found, frozenset(fixed)
        self._tries, self._plays = _TRIES, _PLAYS
        self._games: dict[Setting, Game | None] = {}

    def shrink(self) -> Line | None:
        """The shortest line found, or None if the problem does not come again."""
        best = self._try(self._first())
        if best is None:
            return None
        for shorter in (self._without_options, self._with_small_seeds, self._with_fewer_choices, self._without_options):
            best = shorter(best)
        return best

    def _first(self) -> Line:
        found = self._found
        game = self._game(found.setting)
        texts = [game.actions.actions[action].text for action in found.actions] if game else []
        return Line(found.setting, found.seed, tuple(texts))

    # -------------------------------------------------------------------------------------------------------- passes

    def _without_options(self, best: Line) -> Line:
        """Every option back to its default that does not matter."""
        for name, _ in best.setting.chosen:
            if name not in self._fixed:
                best = self._better(best, [replace(best, setting=self._default(best.setting, name))])
        return best

    def _default(self, setting: Setting, name: str) -> Setting:
        default = self._rules.options[name].default
        options = tuple((key, default if key == name else value) for key, value in setting.options)
        return Setting(setting.players, options, tuple(pair for pair in setting.chosen if pair[0] != name))

    def _with_small_seeds(self, best: Line) -> Line:
        """The first legal action each time, with other cards."""
        length = min(max(len(best.choices), 1), _LONGEST)
        return self._better(best, (Line(best.setting, seed, (None,) * length) for seed in _SEEDS))

    def _with_fewer_choices(self, best: Line) -> Line:
        """The first legal action in place of as many choices as possible: of halves, then of ever smaller parts."""
        size = max(len(best.choices), 1)
        while size:
            for start in range(0, len(best.choices), size):
                part = best.choices[start : start + size]
                if any(choice is not None for choice in part):
                    choices = (*best.choices[:start], *(None,) * len(part), *best.choices[start + size :])
                    best = self._better(best, [replace(best, choices=choices)])
            size //= 2
        return best

    def _better(self, best: Line, lines: Sequence[Line] | Iterator[Line]) -> Line:
        """The first of some lines that shows the problem and costs less, or the best one so far."""
        tried = (self._try(line) for line in lines)
        return next((line for line in tried if line is not None and line.cost < best.cost), best)

    # ---------------------------------------------------------------------------------------------------------- trials

    def _try(self, line: Line) -> Line | None:
        """The line up to where the problem shows, or None where it does not, or after too much work."""
        if self._tries <= 0 or self._plays <= 0:
            return None
        self._tries -= 1
        try:
            return self._attempt(line)
        except Stopped:  # what was found so far will do
            self._tries = 0
            return None

    def _attempt(self, line: Line) -> Line | None:
        game = self._game(line.setting)
        if game is None:
            return replace(line, choices=()) if self._found.name == RULES and not self._found.actions else None
        try:
            match = game.start(line.seed)
        except TrickcoreError as error:
            return replace(line, choices=()) if self._is_the_fault(error) else None
        length = self._play(match, line)
        return None if length is None else replace(line, choices=line.choices[:length])

    def _play(self, match: Match, line: Line) -> int | None:
        """After how many actions of the line the problem shows."""
        look, texts = Look(match), {action.text: action.id for action in match.game.actions.actions.values()}
        points = self._points(len(line.choices))
        for number in range(len(line.choices) + 1):
            if number in points and self._shows(look):
                return number
            if match.over or number == len(line.choices):
                return None
            action = texts.get(line.choices[number] or "", -1)
            self._plays -= 1
            spend(1)
            try:
                match.play_id(action if action in match.legal_ids else match.legal_ids[0])
            except TrickcoreError as error:
                return number + 1 if self._is_the_fault(error) else None
        return None

    def _points(self, length: int) -> frozenset[int]:
        """Where it is looked for: everywhere, or where that takes long, ever further apart."""
        name = self._found.name
        if name == RULES:
            return frozenset()
        if INVARIANTS[name].each or name == "checks":
            return frozenset(range(length + 1))
        return frozenset([0, length, *(2**k for k in range(length.bit_length()) if 2**k <= length)])

    def _is_the_fault(self, error: TrickcoreError) -> bool:
        """Whether the rules cannot go on for the same reason."""
        return self._found.name == RULES and getattr(error, "span", None) == self._found.problem.span

    def _shows(self, look: Look) -> bool:
        """Whether the problem is there, about the same; of declared checks, the very one."""
        if self._found.name == "checks":
            return any(broken.span == self._found.problem.span for broken in look.observer.broken)
        return any(problem.about == self._found.problem.about for _, problem in problems(look, [self._found.name]))

    def _game(self, setting: Setting) -> Game | None:
        if setting not in self._games:
            try:
                self._games[setting] = settled(self._rules, setting)
            except RulesError:
                self._games[setting] = None
        return self._games[setting]
