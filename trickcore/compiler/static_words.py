"""Words and functions of the language, as far as known values settle them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trickcore.compiler.known import Env, Known, NotStaticError, sum_masks
from trickcore.language import core
from trickcore.program.masks import element, elements

if TYPE_CHECKING:
    from trickcore.compiler.static import Static


def side_free(s: Static) -> None:
    """Sides are the teams, unless a law says other."""
    if s.layers.has("sides"):
        raise NotStaticError


def _me(env: Env) -> int:
    if env.me is None:
        raise NotStaticError
    return env.me


def _card(env: Env) -> int:
    if env.card is None:
        raise NotStaticError
    return env.card


def _team_of(s: Static, seats: int) -> int:
    return sum_masks(mask for mask in s.setting.team_seats if mask & seats)


def _us(s: Static, expr: core.Get, env: Env) -> int:
    side_free(s)
    return _team_of(s, s.mask(expr.owner, env) if expr.owner is not None else _me(env))


def _partner_word(s: Static, expr: core.Get, env: Env) -> int:
    me = s.mask(expr.owner, env) if expr.owner is not None else _me(env)
    return _us(s, expr, env) & ~me


def _playing(s: Static, _expr: core.Get, _env: Env) -> int:
    if "playing" in s.layers.assigned:
        raise NotStaticError
    return s.setting.seats


WORDS: dict[str, Callable[[Static, core.Get, Env], Known]] = {
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
    "card": lambda _s, _e, env: _card(env),
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
    side_free(s)
    return _team_of(s, args[0])


def _partner(s: Static, args: list[int], env: Env) -> Known:
    return int(_side(s, args, env)) & ~args[0]


def _highest(s: Static, args: list[int], env: Env) -> Known:
    strength = s.row(env).strength
    return 1 << max(elements(args[0]), key=lambda i: (strength[i], -i)) if args[0] else 0


def _lowest(s: Static, args: list[int], env: Env) -> Known:
    strength = s.row(env).strength
    return 1 << min(elements(args[0]), key=lambda i: (strength[i], i)) if args[0] else 0


FUNCTIONS: dict[str, Callable[[Static, list[int], Env], Known]] = {
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
