"""What positions that are set up begin with: true states of a game, found once by playing a few matches at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from trickcore.derived import Recipe, kept, recipes
from trickcore.dice import Dice
from trickcore.engines.layout import POINT
from trickcore.engines.reference import Machine
from trickcore.errors import SetupError
from trickcore.position import loop_head
from trickcore.program.ranges import Analysis, analyse

if TYPE_CHECKING:
    from trickcore.game import Game

COUNTERS = {"trick": "trick_no", "deal": "deal"}  # the role of what counts them
_MATCHES = 32  # matches that are looked through
_MOST = 5000  # decisions in each of them
_SAMPLES = 40  # states that are looked at

Values = Mapping[int, Any]  # saved slots


@dataclass(frozen=True, slots=True)
class Template:
    """A beginning of a deal or a trick. `entry`: its instruction. `first`: the state at the first decision of a match;
    `inside`: one within such a deal or trick. `recipes`: how slots without a name follow from others there.
    """

    entry: int
    first: Values
    inside: Values
    recipes: Mapping[int, Recipe]


class Templates:
    """The templates of one game, each made when it is first wanted."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.machine = Machine(game.program)

    @cached_property
    def analysis(self) -> Analysis:
        """What is known of every state at a decision."""
        return analyse(self._game.program)

    def get(self, at: str) -> Template:
        """The template of a deal or a trick. Raises SetupError if the game has none."""
        return self._trick if at == "trick" else self._deal

    @cached_property
    def _trick(self) -> Template:
        return self._made("trick")

    @cached_property
    def _deal(self) -> Template:
        return self._made("deal")

    def _made(self, at: str) -> Template:
        game, heads = self._game, self._heads(COUNTERS[at])
        samples = list(islice((state for state in _states(game) if state[POINT] in heads), _SAMPLES))
        if not samples:
            raise SetupError(f"this game comes to no {at} that a position could be set up at")
        dumps = [game.engine.dump(state) for state in samples]
        found = recipes(game.program) if at == "trick" else {}
        values = game.reader.values
        entry = heads[samples[0][POINT]]
        return Template(
            entry,
            values(next(_states(game))),
            values(samples[0]),
            kept(self.machine, found, dumps, Dice(0)),
        )

    def _heads(self, role: str) -> dict[int, int]:
        """For each decision within such a loop where the loop begins."""
        asks = self._game.engine.layout.asks
        heads = {point: loop_head(self._game.program, role, ask) for point, ask in enumerate(asks)}
        return {point: head for point, head in heads.items() if head is not None}


def _states(game: Game) -> Iterator[list[Any]]:
    """The decisions of random matches, always the same ones."""
    for k in range(_MATCHES):
        dice = random.Random(f"trickcore position {k}").random
        state = game.engine.start(Dice(f"trickcore position {k}"))
        for _ in range(_MOST):
            if game.engine.over(state):
                break
            yield state.copy()
            ids = game.engine.legal(state)
            game.engine.step(state, ids[int(dice() * len(ids))])
