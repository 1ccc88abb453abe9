"""Node counts: how many lines of play of each length there are from fixed deals. They change with what is legal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickcore.checking.settings import Setting, settings, settled
from trickcore.diagnostics.words import many
from trickcore.engines.meter import Stopped
from trickcore.errors import RecordError, TrickcoreError
from trickcore.rules.model import Rules
from trickcore.source.text import LARGEST
from trickcore.streams import start, stream

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.match import Match

MOST_NODES = 4000  # from one position, when it is said how deep to count
MOST_COUNTED = 30_000_000  # from one position of a file: no file that was written here has as many
MOST_IN_ALL = 10 * MOST_COUNTED  # of a file
_ABOVE = 3  # times as many as were wanted may be counted for a file, since that is found out by counting
_OTHER = 50  # times as many as a file has are counted, so that other counts can mostly be told in full
_SPARE = 200_000  # lines besides
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


def _never() -> bool:
    return False


def perft(
    match: Match, depth: int, most: int | None = None, stop: Callable[[], bool] = _never
) -> tuple[int, ...] | None:
    """How many lines of one action there are from here, of two, and so on up to a depth; None where there are more than
    `most` in all. `stop` is asked before each action; if it gives true, raises Stopped.

    >>> import trickcore
    >>> perft(trickcore.load("two-ten-jack").start(seed=1), 3)
    (6, 21, 126)
    """
    engine, nodes, found = match.game.engine, [0] * depth, 0
    todo = [(match.state(), 0)]
    while todo:
        state, done = todo.pop()
        legal = engine.legal(state)
        nodes[done] += len(legal)
        found += len(legal)
        if most is not None and found > most:
            return None
        if done + 1 < depth:
            for action in legal:
                if stop():
                    raise Stopped
                after = engine.copy(state)
                engine.step(after, action)
                todo.append((after, done + 1))
    return tuple(nodes)


def counted(rules: Rules, wanted: Iterable[Count], stop: Callable[[], bool] = _never) -> Iterator[Count | None]:
    """The same positions, counted again to the same depth; None where there are far more lines than were counted then.
    Raises Defect where the rules cannot go on, and Stopped.
    """
    games: dict[int, Game] = {}
    for one in wanted:
        if one.players not in games:
            games[one.players] = settled(rules, _setting(rules, one.players))
        match = _start(games[one.players], one.seed, one.after, stop)
        nodes = perft(match, len(one.nodes), min(_OTHER * sum(one.nodes) + _SPARE, _ABOVE * MOST_COUNTED), stop)
        yield None if nodes is None else Count(one.players, one.seed, one.after, nodes)


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


def _start(game: Game, seed: int, after: int, stop: Callable[[], bool] = _never) -> Match:
    """The match of a seed after so many random actions."""
    match, random = game.start(seed), stream(start(seed, 0))
    for _ in range(after):
        if match.over:
            break
        if stop():
            raise Stopped
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
    """Node counts, as deep as they are expected to stay below the bound, and are not far above it."""
    nodes = perft(match, 1) or ()
    for depth in range(2, _DEEPEST + 1):
        if not nodes[-1] or sum(nodes) * max(nodes[-1] / max(nodes[-2] if len(nodes) > 1 else 1, 1), 1) > most:
            break
        deeper = perft(match, depth, _ABOVE * most)
        if deeper is None:
            break
        nodes = deeper
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

    found: Mapping[str, Any] = checked(_json(path), "perft")
    counts = tuple(
        Count(int(c["players"]), int(c["seed"]), int(c["after"]), tuple(map(int, c["nodes"]))) for c in found["counts"]
    )
    _bounded(path, counts)
    return counts


def is_counts(path: Path) -> bool:
    """Whether a file holds counts, of any version, and may be written anew. Raises OSError."""
    try:
        data = _json(path)
    except RecordError:
        return False
    return isinstance(data, dict) and data.get("format") == "perft"


def _json(path: Path) -> Any:
    """The data of an ordinary file that is not too large: anything else could keep us waiting for ever."""
    if path.exists() and not path.is_file():
        raise RecordError(f"{path} is not an ordinary file")
    with path.open("rb") as stream:
        text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise RecordError(f"{path} is larger than any file of counts: it has more than {LARGEST:,} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is no JSON: {error}") from None


def _bounded(path: Path, counts: tuple[Count, ...]) -> None:
    """Nobody waits for an end of more than this."""
    lines = [sum(count.nodes) for count in counts]
    if max(lines, default=0) > MOST_COUNTED:
        raise RecordError(
            f"{path} has a position with more than {MOST_COUNTED:,} lines of play, the most to be counted"
        )
    if sum(lines) > MOST_IN_ALL:
        raise RecordError(f"{path} has more than {MOST_IN_ALL:,} lines of play in all, the most to be counted")


def written(rules: Rules, counts: tuple[Count, ...]) -> str:
    """The text of a file with counts."""
    head = {"format": "perft", "version": 1, "game": rules.id}
    lines = ",\n".join(f"    {json.dumps(count.to_json())}" for count in counts)
    return f'{json.dumps(head)[:-1]}, "counts": [\n{lines}\n]}}\n'


def differences(
    rules: Rules, wanted: tuple[Count, ...], show: Callable[[int], bool], stop: Callable[[], bool] = _never
) -> Iterator[tuple[Count, str]]:
    """Each position with what is found there instead, or an empty text where the counts are the same. `show` is told
    of each; if that gives something true, no more are counted, nor is a position gone on with when `stop` is true.
    """
    for number, one in enumerate(wanted):
        try:
            (found,) = counted(rules, (one,), stop)
            yield one, _difference(one, found)
        except Stopped:
            return
        except TrickcoreError as error:
            yield one, str(error)
        if show(number + 1):
            return


def _difference(wanted: Count, found: Count | None) -> str:
    if found is None:
        return f"far more than {many(sum(wanted.nodes), 'line')} of play"
    return "" if found.nodes == wanted.nodes else " ".join(f"{count:,}" for count in found.nodes)
