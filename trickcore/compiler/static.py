"""Expressions whose value is known when the game is compiled: options, players, and cells given as known.

Numbers are ints or fractions, flags bools; every set (a single element too) is a mask over its domain. What a word,
an operator or a function means for known values stands here once; `emit` turns to it first and emits only the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeGuard

from trickcore.compiler.limits import fits, out_of_range, too_large
from trickcore.compiler.setting import Setting
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.queries import unset_differs
from trickcore.language.types import Kind, Type
from trickcore.program.masks import element, elements

if TYPE_CHECKING:
    from trickcore.compiler.laws import Row
    from trickcore.compiler.layers import Layers
    from trickcore.diagnostics.model import Diagnostics
    from trickcore.rules.model import Table

Known = int | Fraction | bool
STEP_LIMIT = 400_000  # nodes visited for one game; a file that needs more is refused
LOOP_LIMIT = 100_000  # numbers that one quantifier runs over


class NotStaticError(Exception):
    """The value depends on the state of the game."""


@dataclass(frozen=True, slots=True)
class Env:
    """What names stand for at some place.

    `me`: the seat (or a team's seats) whose values bare names are: a mask, or None where it is not known. `locals`:
    masks or numbers, None for one that is not known. `cells`: values given to expressions, by `Static.key`. `row`: the
    card laws as far as they are known. `printed`: suits mean printed suits, as they do inside the laws that say
    what counts as what.
    """

    me: int | None = None
    locals: Mapping[str, Known | None] = field(default_factory=dict)
    cells: Mapping[str, Known] = field(default_factory=dict)
    row: Row | None = None
    printed: bool = False


def divide(a: Known, b: Known) -> Known:
    """`a / b`, exactly; 0 when b is 0."""
    if b == 0:
        return 0
    result = Fraction(a) / Fraction(b)
    return int(result) if result.denominator == 1 else result


NUMBERS: Mapping[str, Callable[[Known, Known], Known]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else 0,
    "/": divide,
    "mod": lambda a, b: a % b if b else 0,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
SETS: Mapping[str, Callable[[int, int], Known]] = {
    "+": lambda a, b: a | b,
    "-": lambda a, b: a & ~b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "in": lambda a, b: a != 0 and not a & ~b,
    "not in": lambda a, b: not (a != 0 and not a & ~b),
    "meets": lambda a, b: a & b != 0,
}
PLAIN_FUNCTIONS: Mapping[str, Callable[..., Known]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
}


class Static:
    """Evaluates expressions of one setting. Numbers that no program can hold are findings, and 0 from there on."""

    def __init__(self, setting: Setting, layers: Layers, found: Diagnostics) -> None:
        self.setting = setting
        self.layers = layers
        self.found = found
        self.laws: Row | None = None  # the card laws, once they are known not to depend on the state
        self._steps = 0
        self._keys: dict[int, tuple[Expr, str]] = {}

    def known(self, expr: Expr, env: Env) -> Known | None:
        """The value, or None if it depends on the state."""
        try:
            return self.value(expr, env)
        except NotStaticError:
            return None

    def value(self, expr: Expr, env: Env) -> Known:
        """The value; `NotStaticError` if it depends on the state."""
        self._steps += 1
        if self._steps > STEP_LIMIT:
            hint = "use fewer definitions inside definitions, or smaller sets to go through"
            raise too_large("its expressions take too long to work out", hint, expr.span)
        if env.cells:
            given = env.cells.get(self.key(expr))
            if given is not None:
                return given
        value = _NODES.get(type(expr), _not_static)(self, expr, env)
        if expr.type.kind is Kind.NUMBER and not fits(value):
            out_of_range(value, expr.span).report(self.found, expr.span)
            return 0
        return value

    def mask(self, expr: Expr, env: Env) -> int:
        """The value of an expression that is a set."""
        return int(self.value(expr, env))

    def key(self, expr: Expr) -> str:
        """The expression's meaning as text: equal texts, equal values (in one environment)."""
        found = self._keys.get(id(expr))
        if found is None:
            parts = (getattr(expr, name) for name in _FIELDS[type(expr)])
            text = f"{type(expr).__name__}({','.join(self._key_part(part) for part in parts)})"
            found = self._keys[id(expr)] = (expr, text)  # the node is kept, so that its id stays its own
        return found[1]

    def _key_part(self, part: object) -> str:
        if isinstance(part, Expr):
            return self.key(part)
        if isinstance(part, tuple):
            return "[" + ",".join(self._key_part(p) for p in part) + "]"
        return part.name if isinstance(part, Home) else repr(part)

    # ------------------------------------------------------------------------------------------------ domains

    def elements(self, expr: Expr, env: Env) -> list[Known]:
        """What a quantifier runs over: numbers, or masks; teams are masks of several seats."""
        if isinstance(expr, core.Range):
            low, high = self.value(expr.low, env), self.value(expr.high, env)
            numbers = range(math.ceil(low), math.floor(high) + 1)
            if len(numbers) > LOOP_LIMIT:
                raise too_large(
                    f"{len(numbers)} numbers to go through", f"at most {LOOP_LIMIT} are possible", expr.span
                )
            return list(numbers)
        if isinstance(expr, core.Convert) and expr.how == "set":
            return self.elements(expr.arg, env)
        if isinstance(expr, core.Listed):
            return [self.value(item, env) for item in expr.items]
        if is_groups(expr):
            if expr.name == "sides":
                _side_free(self)
            return list(self.setting.team_seats)
        if isinstance(expr, core.Get) and expr.home is Home.WORD and expr.name == "flags":
            return [False, True]
        return [1 << i for i in elements(self.mask(expr, env))]

    def row(self, env: Env) -> Row:
        """The card laws in force."""
        row = env.row if env.row is not None else self.laws
        if row is None:
            raise NotStaticError
        return row

    def suit_cards(self, suits: int, env: Env) -> int:
        """The cards that count as one of these suits."""
        deck = self.setting.deck
        masks = deck.by_suit if env.printed else self.row(env).suit_cards
        return sum_masks(masks[i] for i in elements(suits))


def is_groups(expr: Expr) -> TypeGuard[core.Get]:
    """Whether the expression is the list of the teams or of the sides, whose elements are sets of seats."""
    return isinstance(expr, core.Get) and expr.home is Home.WORD and expr.name in ("teams", "sides")


def sum_masks(masks: Iterator[int]) -> int:
    """The union."""
    union = 0
    for mask in masks:
        union |= mask
    return union


_FIELDS: dict[type[Expr], tuple[str, ...]] = {
    core.Number: ("value",),
    core.Flag: ("value",),
    core.Symbol: ("name",),
    core.Empty: (),
    core.Cards: ("names",),
    core.Suits: ("glyphs",),
    core.Ranks: ("ranks",),
    core.RanksOf: ("ranks", "of"),
    core.DeckWord: ("word",),
    core.Get: ("home", "name", "owner"),
    core.Call: ("home", "name", "args", "owner"),
    core.Unary: ("op", "arg"),
    core.Binary: ("op", "left", "right"),
    core.If: ("test", "then", "other"),
    core.Quantifier: ("fn", "var", "in_turn", "domain", "test", "body"),
    core.Range: ("low", "high"),
    core.Listed: ("items",),
    core.Convert: ("how", "arg"),
}


# ---------------------------------------------------------------------------------------------------- nodes


def _not_static(_s: Static, _expr: Expr, _env: Env) -> Known:
    raise NotStaticError


def _empty(_s: Static, expr: core.Empty, _env: Env) -> Known:
    return False if expr.type.kind is Kind.FLAG else 0


def _symbol(_s: Static, expr: core.Symbol, _env: Env) -> Known:
    return 1 << expr.type.symbols.index(expr.name)


def _cards(s: Static, expr: core.Cards, _env: Env) -> Known:
    return sum_masks(s.setting.deck.by_name.get(name, 0) for name in expr.names)


def _suits(s: Static, expr: core.Suits, _env: Env) -> Known:
    if expr.type.kind is Kind.SYMBOL:
        return sum(1 << expr.type.symbols.index(glyph) for glyph in expr.glyphs)
    return sum(1 << s.setting.deck.suits.index(glyph) for glyph in expr.glyphs)


def _ranks(s: Static, expr: core.Ranks, _env: Env) -> Known:
    return sum(1 << s.setting.deck.ranks.index(rank) for rank in expr.ranks)


def _ranks_of(s: Static, expr: core.RanksOf, env: Env) -> Known:
    deck, of = s.setting.deck, s.mask(expr.of, env)
    printed = sum_masks(deck.by_rank[deck.ranks.index(rank)] for rank in expr.ranks)
    if expr.of.type.kind is Kind.SUIT:
        of = sum_masks(deck.by_suit[i] for i in elements(of))
    return printed & of


def _deck_word(s: Static, expr: core.DeckWord, _env: Env) -> Known:
    return s.setting.deck.word(expr.word)


def _unary(s: Static, expr: core.Unary, env: Env) -> Known:
    value = s.value(expr.arg, env)
    return -value if expr.op == "neg" else not value


def _binary(s: Static, expr: core.Binary, env: Env) -> Known:
    if expr.op in ("and", "or"):
        return _connective(s, expr, env)
    left, right = s.value(expr.left, env), s.value(expr.right, env)
    if expr.left.type.kind in (Kind.NUMBER, Kind.FLAG):
        return NUMBERS[expr.op](left, right)
    if expr.right.type.kind is Kind.NUMBER:  # seats so many places on
        return turned(int(left), int(right) if expr.op == "+" else -int(right), s.setting.players)
    if left == right == 0 and unset_differs(expr):
        return expr.op == "!="
    return SETS[expr.op](int(left), int(right))


def _connective(s: Static, expr: core.Binary, env: Env) -> Known:
    """`and`, `or`: one known side may settle it."""
    decides = expr.op == "or"
    left, right = s.known(expr.left, env), s.known(expr.right, env)
    if decides in (left, right):
        return decides
    if left is None or right is None:
        raise NotStaticError
    return not decides


def turned(seats: int, places: int, players: int) -> int:
    """The seats so many places to the left."""
    return sum(1 << (seat + places) % players for seat in elements(seats))


def _if(s: Static, expr: core.If, env: Env) -> Known:
    test = s.known(expr.test, env)
    if test is not None:
        return s.value(expr.then if test else expr.other, env)
    then, other = s.value(expr.then, env), s.value(expr.other, env)
    if then != other:
        raise NotStaticError
    return then


def _convert(s: Static, expr: core.Convert, env: Env) -> Known:
    value = s.value(expr.arg, env)
    deck = s.setting.deck
    if expr.how == "cards of suit":
        return s.suit_cards(int(value), env)
    if expr.how == "cards of rank":
        return sum_masks(deck.by_rank[i] for i in elements(int(value)))
    if expr.how == "suits of domain":
        symbols = expr.arg.type.symbols
        return sum(1 << deck.suits.index(symbols[i]) for i in elements(int(value)) if symbols[i] in deck.suits)
    if expr.how == "symbol":
        return renamed(int(value), names_of(s.setting, expr.arg.type), expr.type.symbols)
    if expr.how == "one":
        return int(value) & -int(value)
    return value


def names_of(setting: Setting, type_: Type) -> tuple[str, ...]:
    """The names of a domain's elements: suits by their glyphs, ranks by their letters, symbols."""
    names = {Kind.SUIT: setting.deck.suits, Kind.RANK: setting.deck.ranks, Kind.SYMBOL: type_.symbols}
    return names.get(type_.kind, ())


def renamed(mask: int, names: tuple[str, ...], other: tuple[str, ...]) -> int:
    """The elements of the same names in another domain."""
    return sum(1 << other.index(names[i]) for i in elements(mask) if names[i] in other)


def _quantifier(s: Static, expr: core.Quantifier, env: Env) -> Known:
    elements = s.elements(expr.domain, env)
    if expr.in_turn:
        start = element(s.mask(expr.domain, env))
        elements = [1 << (start + k) % s.setting.players for k in range(s.setting.players)] if start >= 0 else []
    found: list[tuple[Known, Known]] = []
    for one in elements:
        inner = replace(env, locals={**env.locals, expr.var: one})
        if expr.test is None or s.value(expr.test, inner):
            found.append((one, s.value(expr.body, inner)))
    return quantified(expr.fn, found)


def quantified(fn: str, found: list[tuple[Known, Known]]) -> Known:
    """The result of a quantifier over (element, body) pairs."""
    bodies = [body for _, body in found]
    if fn in ("min", "max"):
        return (min if fn == "min" else max)(bodies, default=0)
    if fn in ("most", "least"):
        goal = (max if fn == "most" else min)(bodies, default=0)
        return sum_masks(int(one) for one, body in found if body == goal)
    if fn == "first":
        return next((one for one, body in found if body), 0)
    if fn == "which":
        return sum_masks(int(one) for one, body in found if body)
    simple: dict[str, Callable[[list[Known]], Known]] = {
        "any": lambda all_: any(all_),
        "all": lambda all_: all(all_),
        "count": lambda all_: sum(1 for body in all_ if body),
        "sum": lambda all_: sum(all_),
    }
    return simple[fn](bodies)


def _get(s: Static, expr: core.Get, env: Env) -> Known:
    if expr.home is Home.LOCAL:
        value = env.locals.get(expr.name)
        if value is None:
            raise NotStaticError
        return value
    if expr.home is Home.OPTION:
        return _option(s, expr)
    if expr.home is Home.SEAT:
        return 1 << s.setting.rules.seats.index(expr.name)
    if expr.home is Home.DEFINITION:
        return _definition(s, expr.name, expr.owner, (), env)
    if expr.home is Home.WORD and expr.name in _WORDS:
        return _WORDS[expr.name](s, expr, env)
    raise NotStaticError


def _option(s: Static, expr: core.Get) -> Known:
    value = s.setting.options[expr.name]
    return 1 << expr.type.symbols.index(value) if isinstance(value, str) else value


def _definition(s: Static, name: str, owner: Expr | None, args: tuple[Expr, ...], env: Env) -> Known:
    for condition, definition in s.layers.definition(name):
        if condition is None or s.value(condition, env):
            given = [s.known(arg, env) for arg in args]
            me = env.me if owner is None else s.known(owner, env)
            names = [name for name, _ in definition.parameters]
            inner = replace(env, me=None if me is None else int(me), locals=dict(zip(names, given, strict=True)))
            if definition.per == "seat" and me is not None and int(me).bit_count() != 1:
                raise NotStaticError  # of several seats or none: `emit` lifts it
            return s.value(definition.body, inner)
    raise NotStaticError


def _call(s: Static, expr: core.Call, env: Env) -> Known:
    if expr.home is Home.DEFINITION:
        return _definition(s, expr.name, expr.owner, expr.args, env)
    if expr.home is Home.TABLE:
        return _table(s, expr, env)
    if expr.name in PLAIN_FUNCTIONS:
        return PLAIN_FUNCTIONS[expr.name](*(s.value(arg, env) for arg in expr.args))
    if expr.name == "count" and is_groups(expr.args[0]):
        return len(s.elements(expr.args[0], env))
    if expr.name in _FUNCTIONS:
        return _FUNCTIONS[expr.name](s, [int(s.value(arg, env)) for arg in expr.args], env)
    raise NotStaticError


def _table(s: Static, expr: core.Call, env: Env) -> Known:
    """A look-up with a known key."""
    table, key = s.setting.rules.tables[expr.name], s.value(expr.args[0], env)
    found = table_entry(table, key, names_of(s.setting, expr.args[0].type))
    return s.value(found, env) if found is not None else 0


def table_entry(table: Table, key: Known, names: tuple[str, ...]) -> Expr | None:
    """The entry of a table for a key: a number, a flag, or a set of one of the named elements."""
    if names:
        at = element(int(key))
        text = names[at] if at >= 0 else "none"
    else:
        text = str(key).lower() if isinstance(key, bool) else str(key)
    return table.rows.get(text, table.other)


def _side_free(s: Static) -> None:
    if s.layers.has("sides"):
        raise NotStaticError


def _me(env: Env) -> int:
    if env.me is None:
        raise NotStaticError
    return env.me


def _team_of(s: Static, seats: int) -> int:
    return sum_masks(mask for mask in s.setting.team_seats if mask & seats)


def _us(s: Static, expr: core.Get, env: Env) -> int:
    _side_free(s)
    return _team_of(s, s.mask(expr.owner, env) if expr.owner is not None else _me(env))


def _partner_word(s: Static, expr: core.Get, env: Env) -> int:
    me = s.mask(expr.owner, env) if expr.owner is not None else _me(env)
    return _us(s, expr, env) & ~me


def _playing(s: Static, _expr: core.Get, _env: Env) -> int:
    if "playing" in s.layers.assigned:
        raise NotStaticError
    return s.setting.seats


_WORDS: dict[str, Callable[[Static, core.Get, Env], Known]] = {
    "players": lambda s, _e, _env: s.setting.players,
    "seats": lambda s, _e, _env: s.setting.seats,
    "teams": lambda s, _e, _env: s.setting.seats,
    "playing": _playing,
    "any": lambda s, _e, _env: s.setting.deck.all,
    "none": lambda _s, _e, _env: 0,
    "true": lambda _s, _e, _env: True,
    "false": lambda _s, _e, _env: False,
    "suits": lambda s, _e, _env: (1 << len(s.setting.deck.suits)) - 1,
    "ranks": lambda s, _e, _env: (1 << len(s.setting.deck.ranks)) - 1,
    "contracts": lambda s, _e, _env: (1 << len(s.setting.rules.contracts)) - 1,
    "me": lambda _s, _e, env: _me(env),
    "us": _us,
    "them": lambda s, e, env: s.setting.seats & ~_us(s, e, env),
    "partner": _partner_word,
    "trumps": lambda s, _e, env: s.row(env).trumps,
}


def _suit(s: Static, args: list[int], env: Env) -> Known:
    """What the cards count as when led; inside the laws that say so, what is printed."""
    if not env.printed:
        return sum_masks(s.row(env).suit_of[card] for card in elements(args[0]))
    return sum(1 << i for i, mask in enumerate(s.setting.deck.by_suit) if mask & args[0])


def _printed_rank(s: Static, args: list[int], _env: Env) -> Known:
    return sum(1 << i for i, mask in enumerate(s.setting.deck.by_rank) if mask & args[0])


def _twin(s: Static, args: list[int], _env: Env) -> Known:
    deck = s.setting.deck
    twins = (deck.twins.get(deck.suits[i], "") for i in elements(args[0]))
    return sum_masks(1 << deck.suits.index(glyph) for glyph in twins if glyph)


def _value(s: Static, args: list[int], env: Env) -> Known:
    values = s.row(env).values
    return sum((values[i] for i in elements(args[0])), 0)


def _side(s: Static, args: list[int], _env: Env) -> Known:
    _side_free(s)
    return _team_of(s, args[0])


def _partner(s: Static, args: list[int], env: Env) -> Known:
    return int(_side(s, args, env)) & ~args[0]


def _highest(s: Static, args: list[int], env: Env) -> Known:
    strength = s.row(env).strength
    return 1 << max(elements(args[0]), key=lambda i: (strength[i], -i)) if args[0] else 0


def _lowest(s: Static, args: list[int], env: Env) -> Known:
    strength = s.row(env).strength
    return 1 << min(elements(args[0]), key=lambda i: (strength[i], i)) if args[0] else 0


_FUNCTIONS: dict[str, Callable[[Static, list[int], Env], Known]] = {
    "count": lambda _s, args, _env: args[0].bit_count(),
    "suit": _suit,
    "rank": _printed_rank,
    "twin": _twin,
    "value": _value,
    "team": lambda s, args, _env: _team_of(s, args[0]),
    "side": _side,
    "partner": _partner,
    "highest": _highest,
    "lowest": _lowest,
    "above": lambda s, args, env: s.row(env).above[element(args[0])] if args[0] else 0,
    "strength": lambda s, args, env: s.row(env).place[element(args[0])] if args[0] else 0,
    "streak": lambda s, args, env: s.row(env).streak(args[0]),
}


def _literal(_s: Static, expr: core.Number | core.Flag, _env: Env) -> Known:
    return expr.value


_NODES: dict[type[Expr], Callable[..., Known]] = {
    core.Number: _literal,
    core.Flag: _literal,
    core.Symbol: _symbol,
    core.Empty: _empty,
    core.Cards: _cards,
    core.Suits: _suits,
    core.Ranks: _ranks,
    core.RanksOf: _ranks_of,
    core.DeckWord: _deck_word,
    core.Unary: _unary,
    core.Binary: _binary,
    core.If: _if,
    core.Convert: _convert,
    core.Quantifier: _quantifier,
    core.Get: _get,
    core.Call: _call,
}
