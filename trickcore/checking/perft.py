"""Node counts: how many lines of play of each length there are from fixed deals. They change with what is legal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickcore.checking.settings import Setting, settings, settled
from trickcore.diagnostics.words import many
from trickcore.errors import RecordError, TrickcoreError
from trickcore.rules.model import Rules
from trickcore.streams import start, stream

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

MOST_NODES = 4000  # from one position, when it is said how deep to count
_DEEPEST = 12  # actions
_LONGEST = 500  # actions of a deal
SEEDS = (1, 2, 3)  # of the three deals
Data = dict[str, object]


@dataclass(frozen=True, slots=True)
class Count:
    """A position, and how many lines of play there are from it. `after`: so many random actions were played since the
    match of that seed began, by the stream of random numbers of the same seed. `nodes`: lines of one action, of two,
    and so on; a match that ends sooner has no longer ones.
    """

    players: int
    seed: int
    after: int
    nodes: tuple[int, ...]

    def __str__(self) -> str:
        where = f"{many(self.players, 'player')}, seed {self.seed}, after {self.after}"
        return f"{where}: {' '.join(f'{count:,}' for count in self.nodes)}"

    def to_json(self) -> Data:
        """The count as JSON data."""
        return {"players": self.players, "seed": self.seed, "after": self.after, "nodes": list(self.nodes)}


def perft(match: Match, depth: int) -> tuple[int, ...]:
    """How many lines of one action there are from here, of two, and so on up to a depth.

    >>> import trickcore
    >>> perft(trickcore.load("two-ten-jack").start(seed=1), 3)
    (6, 21, 126)
    """
    engine, nodes = match.game.engine, [0] * depth
    todo = [(match.state(), 0)]
    while todo:
        state, done = todo.pop()
        legal = engine.legal(state)
        nodes[done] += len(legal)
        if done + 1 < depth:
            for action in legal:
                after = engine.copy(state)
                engine.step(after, action)
                todo.append((after, done + 1))
    return tuple(nodes)


def counted(rules: Rules, wanted: Iterator[Count] | tuple[Count, ...]) -> Iterator[Count]:
    """The same positions, counted again to the same depth. Raises Defect where the rules cannot go on."""
    games: dict[int, Game] = {}
    for one in wanted:
        if one.players not in games:
            games[one.players] = settled(rules, _setting(rules, one.players))
        match = _start(games[one.players], one.seed, one.after)
        yield Count(one.players, one.seed, one.after, perft(match, len(one.nodes)))


def positions(rules: Rules, most: int = MOST_NODES) -> Iterator[Count]:
    """Three deals, with the numbers of players in turn, each at its beginning, in the middle, and shortly before its
    end, each as deep as there are not many more than `most` nodes.
    """
    for number, seed in enumerate(SEEDS):
        players = rules.players[number % len(rules.players)]
        game = settled(rules, _setting(rules, players))
        length = _length(game, seed)
        for after in dict.fromkeys((0, length // 2, max(length - 6, 0))):
            yield Count(players, seed, after, _deep(_start(game, seed, after), most))


def _setting(rules: Rules, players: int) -> Setting:
    return settings(rules, players, {name: option.default for name, option in rules.options.items()})[0]


def _start(game: Game, seed: int, after: int) -> Match:
    """The match of a seed after so many random actions."""
    match, random = game.start(seed), stream(start(seed, 0))
    for _ in range(after):
        if not match.over:
            _play(match, random)
    return match


def _play(match: Match, random: Callable[[], float]) -> None:
    legal = match.legal_ids
    match.play_id(legal[int(random() * len(legal))])


def _length(game: Game, seed: int) -> int:
    """How many actions the deal has in which the positions of a seed are."""
    match, random = game.start(seed), stream(start(seed, 0))
    deal, length = match.deal_number, 0
    while not match.over and match.deal_number == deal and length < _LONGEST:
        _play(match, random)
        length += 1
    return length


def _deep(match: Match, most: int) -> tuple[int, ...]:
    """Node counts, as deep as they are expected to stay below the bound."""
    nodes = perft(match, 1)
    for depth in range(2, _DEEPEST + 1):
        if not nodes[-1] or sum(nodes) * max(nodes[-1] / max(nodes[-2] if len(nodes) > 1 else 1, 1), 1) > most:
            break
        nodes = perft(match, depth)
    return nodes


# ---------------------------------------------------------------------------------------------------------------- files


def file_of(rules_file: str | Path) -> Path:
    """Where the counts of a rule file stand: beside it.

    >>> file_of("games/my-game.yaml").name
    'my-game.perft.json'
    """
    path = Path(rules_file)
    return path.with_name(f"{path.stem}.perft.json")


def read(path: Path) -> tuple[Count, ...]:
    """The counts of a file. Raises RecordError if it is none, and OSError."""
    from trickcore.saved import checked

    try:
        data: Any = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is no JSON: {error}") from None
    found: Mapping[str, Any] = checked(data, "perft")
    return tuple(Count(c["players"], c["seed"], c["after"], tuple(c["nodes"])) for c in found["counts"])


def written(rules: Rules, counts: tuple[Count, ...]) -> str:
    """The text of a file with counts."""
    head = {"format": "perft", "version": 1, "game": rules.id}
    lines = ",\n".join(f"    {json.dumps(count.to_json())}" for count in counts)
    return f'{json.dumps(head)[:-1]}, "counts": [\n{lines}\n]}}\n'


def differences(rules: Rules, wanted: tuple[Count, ...], show: Callable[[int], bool]) -> Iterator[tuple[Count, str]]:
    """Each position with what is found there instead, or an empty text where the counts are the same. `show` is told
    of each; if that gives something true, no more are counted.
    """
    for number, one in enumerate(wanted):
        try:
            (found,) = counted(rules, (one,))
            yield one, "" if found.nodes == one.nodes else " ".join(f"{count:,}" for count in found.nodes)
        except TrickcoreError as error:
            yield one, str(error)
        if show(number + 1):
            return
