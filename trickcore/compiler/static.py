"""Expressions whose value is known when the game is compiled: options, players, and cells given as known.

What a word, an operator or a function means for known values stands here (with `known`, `static_nodes` and
`static_words`) once; `emit` turns to it first and emits only the rest.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trickcore.compiler.known import Env, Known, NotStaticError, is_groups, sum_masks
from trickcore.compiler.limits import DEPTH_LIMIT, LOOP_LIMIT, STEP_LIMIT, fits, out_of_range, too_large
from trickcore.compiler.setting import Setting
from trickcore.compiler.static_nodes import NODES
from trickcore.compiler.static_words import side_free
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.types import Kind
from trickcore.program.masks import elements

if TYPE_CHECKING:
    from trickcore.compiler.laws import Row
    from trickcore.compiler.layers import Layers
    from trickcore.diagnostics.model import Diagnostics


class Static:
    """Evaluates expressions of one setting. Numbers that no program can hold are findings, and 0 from there on."""

    setting: Setting
    layers: Layers
    laws: Row | None  # the card laws, once they are known not to depend on the state
    depth: int  # operations and definitions around what is being worked out, by whoever works it out

    def __init__(self, setting: Setting, layers: Layers, found: Diagnostics) -> None:
        self.setting = setting
        self.layers = layers
        self.found = found
        self.laws = None
        self.depth = 0
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
        self.count(expr)
        if env.cells:
            given = env.cells.get(self.key(expr))
            if given is not None:
                return given
        node = NODES.get(type(expr))
        if node is None:
            raise NotStaticError
        self.enter(expr)
        try:
            value = node(self, expr, env)
        finally:
            self.depth -= 1
        if expr.type.kind is Kind.NUMBER and not fits(value):
            out_of_range(value, expr.span).report(self.found, expr.span)
            return 0
        return value

    def count(self, expr: Expr, parts: int = 1) -> None:
        """So many parts of expressions are gone through."""
        self._steps += parts
        if self._steps > STEP_LIMIT:
            hint = "use fewer definitions inside definitions, or smaller sets to go through"
            raise too_large("its expressions take too long to work out", hint, expr.span)

    def enter(self, expr: Expr) -> None:
        """One level deeper; whoever enters lowers `depth` again."""
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            hint = "use fewer definitions inside definitions"
            raise too_large("operations and definitions lie too deep inside one another", hint, expr.span)

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
            self.count(expr, len(numbers))
            return list(numbers)
        if isinstance(expr, core.Convert) and expr.how == "set":
            return self.elements(expr.arg, env)
        if isinstance(expr, core.Listed):
            return [self.value(item, env) for item in expr.items]
        if is_groups(expr):
            if expr.name == "sides":
                side_free(self)
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
