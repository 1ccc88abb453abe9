"""The loops that are timed. Each gives microseconds per card played, or per deal, dealing included.

All play uniformly random legal cards with `random.random`, in loops as lean as each interface allows: methods are bound
outside of the loops, nothing is checked or printed, and an action is picked as `ids[int(random() * len(ids))]`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import trickcore
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.references import parse
from trickcore.streams import start

if TYPE_CHECKING:
    from trickcore.game import Game

OPENSPIEL = "OpenSpiel hearts, Python loop"
OPENSPIEL_NO_PASS = "OpenSpiel hearts without the pass"
OPENSPIEL_SHUFFLED = "  and with the cards given"
MATCH = "Match API loop"
PLAYOUT = "generated playouts"
REFERENCE = "reference machine"

#: How many matches of a game are played side by side: a match of hearts is four times as long.
_LANES = {"hearts": 4_000, "euchre": 20_000}
Loop = tuple[str, Callable[[], float]]

#: The games that both have: OpenSpiel's name, and the game here with the options that come nearest to its rules.
SAME = {"hearts": "hearts(target=300)", "euchre": "euchre(say_alone=before_lead)"}


def openspiel(cards: int) -> list[Loop]:
    """OpenSpiel's hearts, 52 cards a deal. Raises ImportError if it is not installed.

    The game as it comes, in which three of four deals begin with a pass; and without the pass, dealt in two ways:
    sampling each of its chance nodes among the outcomes it lists, as its users do; and handing it the cards of a
    shuffled list unasked, which spares half of its work and is not how other games of it can be dealt.
    """
    import pyspiel  # type: ignore[import-not-found]

    whole, game = pyspiel.load_game("hearts"), pyspiel.load_game("hearts(pass_cards=false)")
    random = Random(1)
    return [
        (OPENSPIEL, lambda: _per(lambda: _sampled(whole, random.random), cards)),
        (OPENSPIEL_NO_PASS, lambda: _per(lambda: _sampled(game, random.random), cards)),
        (OPENSPIEL_SHUFFLED, lambda: _per(lambda: _shuffled(game, random), cards)),
    ]


def _sampled(game: Any, random: Callable[[], float]) -> int:
    state = game.new_initial_state()
    legal, play, chance = state.legal_actions, state.apply_action, state.is_chance_node
    while chance():
        ids = legal()
        play(ids[int(random() * len(ids))])
    while ids := legal():
        play(ids[int(random() * len(ids))])
    return 52


def _shuffled(game: Any, random: Random) -> int:
    state = game.new_initial_state()
    legal, play = state.legal_actions, state.apply_action
    play(legal()[0])  # the direction of a pass that does not happen
    pack = list(range(52))
    random.shuffle(pack)
    for card in pack:
        play(card)
    played, draw = 0, random.random
    while ids := legal():
        play(ids[int(draw() * len(ids))])
        played += 1
    return played


def trickcore_loops(name: str, cards: int) -> list[Loop]:
    """The public API, the generated playouts and the reference machine."""
    game = trickcore.load(name)
    random = Random(1).random
    seeds = iter(range(1 << 62))
    return [
        (MATCH, lambda: _per(lambda: _match(game, next(seeds), random), cards)),
        (PLAYOUT, lambda: _per(lambda: _playout(game, next(seeds), random), cards)),
        (REFERENCE, lambda: _per(lambda: _reference(game, next(seeds), random), cards // 10)),
    ]


def _match(game: Game, seed: int, random: Callable[[], float]) -> int:
    match = game.start(seed)
    play, ids = match.play_id, match.legal_ids
    while ids:
        ids = play(ids[int(random() * len(ids))])
    return len(match.ids)


def _playout(game: Game, seed: int, random: Callable[[], float]) -> int:
    return game.engine.playout(game.engine.start(Dice(seed)), random)


def _reference(game: Game, seed: int, random: Callable[[], float]) -> int:
    machine = Machine(game.program)
    state, played = machine.start(Dice(seed)), 0
    while ids := machine.legal(state):
        machine.step(state, ids[int(random() * len(ids))])
        played += 1
    return played


def same(name: str, deals: int) -> list[Loop]:
    """A game that both have, per deal: OpenSpiel's, and the public API and the playouts here. Raises ImportError."""
    import pyspiel

    other, game = pyspiel.load_game(name), trickcore.load(SAME[name])
    random = Random(1).random
    seeds = iter(range(1 << 62))
    return [
        (f"OpenSpiel {name}", lambda: _per(lambda: _dealt(other, random), deals)),
        (f"{name}, Match API", lambda: _per(lambda: _match_deals(game, next(seeds), random), deals)),
        (f"{name}, playouts", lambda: _per(lambda: _playout_deals(game, next(seeds), random), deals)),
        (f"{name}, matches side by side", lambda: _per(lambda: _side_by_side(game, next(seeds), _LANES[name]), deals)),
        (f"{name}, playouts together", lambda: _per(lambda: _together(game, next(seeds), _LANES[name]), deals)),
    ]


def _dealt(game: Any, random: Callable[[], float]) -> int:
    _sampled(game, random)
    return 1


def _match_deals(game: Game, seed: int, random: Callable[[], float]) -> int:
    match = game.start(seed)
    play, ids = match.play_id, match.legal_ids
    while ids:
        ids = play(ids[int(random() * len(ids))])
    return match.deal_number or 1


def _playout_deals(game: Game, seed: int, random: Callable[[], float]) -> int:
    state = game.engine.start(Dice(seed))
    game.engine.playout(state, random)
    return game.reader.number("deal", state) or 1


def _together(game: Game, seed: int, lanes: int) -> int:
    """Many matches, played in a batch if numpy is there."""
    numbers = range(lanes)
    states = [game.engine.start(Dice(f"{seed}/{k}")) for k in numbers]
    game.engine.playouts(states, [start(seed, k) for k in numbers])
    return sum(game.reader.number("deal", state) or 1 for state in states)


def _side_by_side(game: Game, seed: int, lanes: int) -> int:
    """Many matches, each decision chosen from outside."""
    import numpy

    matches = game.matches(f"{seed}/{k}" for k in range(lanes))
    random = numpy.random.default_rng(seed).random
    while not matches.over.all():
        matches.play(matches.draw(random(lanes)))
    return int(matches.deals.sum())


def load(name: str) -> Game:
    """Load a game down to the generated code."""
    game = trickcore.load(name)
    assert game.engine
    return game


def file(name: str) -> Path:
    """The rule file of a game."""
    return parse(name).path


def _per(run: Callable[[], int], wanted: int) -> float:
    """Microseconds for one of what the run gives the number of."""
    done, start = 0, time.perf_counter()
    while done < wanted:
        done += run()
    return (time.perf_counter() - start) / done * 1e6
