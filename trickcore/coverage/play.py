"""Coverage by random play: whole deals under many choices of players and options."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from trickcore.checking.settings import Setting, settings
from trickcore.coverage.model import Coverage
from trickcore.coverage.observed import Places, Progress, machine, total
from trickcore.coverage.sources import Sources
from trickcore.coverage.watching import Watching
from trickcore.diagnostics.model import Diagnostic
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory
from trickcore.errors import Defect, RulesError
from trickcore.game import build_game
from trickcore.program.masks import elements
from trickcore.rules.model import Rules
from trickcore.simulation import seed_of

DEALS = 10  # under each choice of players and options
_LONGEST = 10_000  # decisions of a deal, after which its match is left


def cover_play(
    rules: Rules,
    chosen: Iterable[Setting] | None = None,
    *,
    deals: int = DEALS,
    seed: int = 0,
    sources: Sources | None = None,
    progress: Progress | None = None,
) -> Coverage:
    """What random play uses of a game's rules: so many deals under each of some settings (None: every number of players
    with every two values of two options). In one deal each legal action is as likely as any other, in the next one
    players pass more and bid less. The same seed gives the same coverage everywhere.

    `progress(done, all)` counts settings and is called before each; if it gives something true, those that are left
    are not played. A setting that cannot be compiled, and a fault of the rules in play, are in `findings`.

    >>> import trickcore
    >>> coverage = cover_play(trickcore.load("two-ten-jack").rules, deals=2)
    >>> coverage.settings, coverage.deals
    (8, 16)
    """
    if deals < 1:
        raise ValueError(f"the number of deals must be 1 or more, not {deals}")
    places, wanted = Places(rules, sources), tuple(settings(rules) if chosen is None else chosen)
    run = _Run(rules, places, deals, seed)
    for done, setting in enumerate(wanted):
        if progress is not None and progress(done, len(wanted)):
            break
        run.play(setting, done)
    uses = total(run.watchings)
    return Coverage(
        places.all, uses, rules.id, {}, len(run.watchings), run.matches, run.deals, tuple(dict.fromkeys(run.findings))
    )


@dataclass(slots=True)
class _Run:
    rules: Rules
    places: Places
    wanted: int
    seed: int
    watchings: list[Watching] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    matches: int = 0
    deals: int = 0

    def play(self, setting: Setting, number: int) -> None:
        """So many deals under a setting."""
        try:
            game = build_game(self.rules, setting.players, dict(setting.options), probed=True)
        except RulesError as error:
            self.findings += error.diagnostics
            return
        watching = self.places.watching(game.program)
        self.watchings.append(watching)
        left, match = self.wanted, 0
        while left > 0:
            played = self._match(watching, seed_of(self.seed, number * 1_000_003 + match), left)
            left, match = left - played, match + 1
            self.deals += played
        self.matches += match

    def _match(self, watching: Watching, seed: int, most: int) -> int:
        """Play at most so many deals of one match, and give how many were played: at least 1."""
        dice = random.Random(f"trickcore coverage {seed}").random
        try:
            return sum(1 for _ in _deals(watching, seed, dice, most)) or 1
        except Defect as defect:
            message = f"random play came to a fault of the rules: {defect}"
            span = defect.span or self.rules.span
            self.findings.append(Diagnostic("fault-in-play", message, span, "`trickcore check` finds where it begins"))
            return most


def _deals(watching: Watching, seed: int, dice: Callable[[], float], most: int) -> Iterator[None]:
    """Play a match until so many deals have ended; one item for each. One deal is wild, the next one calm."""
    watched = machine(watching)
    counter = watching.program.roles.get("deal", -1)
    state = watched.start(Dice(seed))
    deal, done, decisions, style = _number(watched, state, counter), 0, 0, int(dice() * 2)
    while not watched.over(state) and done < most and decisions < _LONGEST:
        choose = _wild if (style + done) % 2 else _calm
        watched.step(state, choose(watched, state, dice))
        number = _number(watched, state, counter)
        ended = watched.over(state) or number != deal
        decisions = 0 if ended else decisions + 1
        if ended:
            deal, done = number, done + 1
            yield None


def _wild(watched: Machine, state: Memory, dice: Callable[[], float]) -> int:
    """Each legal action is as likely as any other."""
    legal = watched.legal(state)
    return legal[int(dice() * len(legal))]


def _calm(watched: Machine, state: Memory, dice: Callable[[], float]) -> int:
    """Each menu is as likely as any other, so that one passes as often as one bids; and what is bid or chosen is rather
    among the first values than the last: by wild players low bids stand a short time only.
    """
    offers = watched.pending(state)
    offer = offers[int(dice() * len(offers))]
    menu, items = watched.program.menus[offer.menu], tuple(elements(offer.mask))
    chance = dice() if menu.items[items[0]].card >= 0 else dice() ** 3
    return menu.offset + items[int(chance * len(items))]


def _number(watched: Machine, state: Memory, counter: int) -> int:
    value = watched.value(state, counter) if counter >= 0 else 0
    assert isinstance(value, int)
    return value
