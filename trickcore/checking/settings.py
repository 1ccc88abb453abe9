"""Under which players and options a game is tried: every number of players, and every two values of two options
together at least once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from trickcore.compiler import bind_options
from trickcore.diagnostics.model import Diagnostics
from trickcore.diagnostics.words import many
from trickcore.errors import RulesError
from trickcore.game import Game, build_game
from trickcore.language.types import Kind
from trickcore.rules.model import Option, OptionValue, Rules

MOST_VALUES = 12  # of one option: a choice of more values has its default and the first others
MOST_SETTINGS = 120  # of a game, however many options it has
Pair = tuple[tuple[str, OptionValue], tuple[str, OptionValue]]


@dataclass(frozen=True, slots=True)
class Setting:
    """Players and the value of every option. `chosen` has the options that are not at their defaults."""

    players: int
    options: tuple[tuple[str, OptionValue], ...]
    chosen: tuple[tuple[str, OptionValue], ...] = ()

    def __str__(self) -> str:
        words = [many(self.players, "player"), *(f"{name}={_word(value)}" for name, value in self.chosen)]
        return ", ".join(words)


def _word(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def settings(
    rules: Rules, players: int | None = None, given: Mapping[str, OptionValue] | None = None
) -> tuple[Setting, ...]:
    """The settings under which a game is tried, defaults first; always the same ones in the same order.

    `players` and `given` fix the number of players and some options. Of the others each value of a flag and of a choice
    is tried, and of a number its default, its bounds and one between; every pair of such values of two options meets in
    some setting (of very many options, in most). Raises RulesError if what is given does not fit the rules.

    >>> import trickcore
    >>> for setting in settings(trickcore.load("two-ten-jack").rules, given={"must_trump": True}):
    ...     print(setting)
    2 players
    2 players, target=1
    2 players, target=500
    2 players, target=16
    """
    found = Diagnostics()
    bound = bind_options(rules, players, given or {}, found)
    if bound is None:
        raise RulesError(found.sorted())
    fixed = {name: bound[1][name] for name in given or {}}
    factors = {name: (fixed[name],) if name in fixed else tried(option) for name, option in rules.options.items()}
    counts = rules.players if players is None else (bound[0],)
    rows = tuple(islice(_rows(factors), max(MOST_SETTINGS // len(counts), 1)))
    return tuple(_setting(rules, count, row) for count in counts for row in rows)


def _setting(rules: Rules, players: int, row: Mapping[str, OptionValue]) -> Setting:
    chosen = tuple((name, value) for name, value in row.items() if value != rules.options[name].default)
    return Setting(players, tuple(row.items()), chosen)


def tried(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option that are tried, its default first.

    >>> import trickcore
    >>> [tried(option) for option in trickcore.load("two-ten-jack").rules.options.values()]
    [(31, 1, 500, 16), (True, False)]
    """
    default: OptionValue = option.default
    return tuple(dict.fromkeys([default, *_others(option)]))[:MOST_VALUES]


def _others(option: Option) -> Iterable[OptionValue]:
    if option.type.kind is Kind.FLAG:
        return (True, False)
    if option.type.kind is not Kind.NUMBER:
        return option.choices
    if option.choices:
        return tuple(int(choice) for choice in option.choices)
    return _numbers(int(option.default), option.low, option.high)


def _numbers(default: int, low: int | None, high: int | None) -> Iterator[int]:
    """The bounds, and one between the default and the bound that is nearer: small numbers make short matches."""
    bounds = [bound for bound in (low, high) if bound is not None]
    yield from bounds
    others = sorted((abs(bound - default), bound) for bound in bounds if abs(bound - default) > 1)
    if others:
        yield (default + others[0][1]) // 2


def _rows(factors: Mapping[str, Sequence[OptionValue]]) -> Iterator[dict[str, OptionValue]]:
    """The default row, then those of a pairwise covering array."""
    first = {name: values[0] for name, values in factors.items()}
    yield first
    free = [name for name, values in factors.items() if len(values) > 1]
    for chosen in _pairwise([factors[name] for name in free]):
        row = first | dict(zip(free, chosen, strict=True))
        if row != first:
            yield row


def _pairwise(factors: Sequence[Sequence[OptionValue]]) -> Iterable[Sequence[OptionValue]]:
    """Every two values of two factors at least once; with a single factor, each of its values."""
    if len(factors) < 2:
        return [(value,) for values in factors for value in values]
    from allpairspy import AllPairs  # small, and wanted by nothing else

    return AllPairs([list(values) for values in factors])  # type: ignore[no-any-return]


def pairs(rows: Iterable[Mapping[str, OptionValue]]) -> set[Pair]:
    """Every two values of two options that meet in some row."""
    return {pair for row in rows for pair in combinations(row.items(), 2)}


def settled(rules: Rules, setting: Setting) -> Game:
    """The game under a setting. Raises RulesError if it cannot be compiled so.

    >>> import trickcore
    >>> rules = trickcore.load("two-ten-jack").rules
    >>> settled(rules, settings(rules)[1]).options
    {'target': 1, 'must_trump': True}
    """
    return build_game(rules, setting.players, dict(setting.options))
