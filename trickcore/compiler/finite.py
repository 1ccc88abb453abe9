"""The smallest parts of the card laws that depend on the state, each with few values: cells."""

from __future__ import annotations

from trickcore.compiler.known import Known
from trickcore.compiler.lookups import means_copies
from trickcore.compiler.static import Static
from trickcore.compiler.unit import Unit
from trickcore.language import core
from trickcore.language.core import Expr, Home
from trickcore.language.queries import children
from trickcore.language.types import Kind
from trickcore.records import dataclass

ROW_LIMIT = 4096  # combinations of values
#: Words that the laws' own rows answer.
_LAW_WORDS = ("trumps", "any", "suits", "ranks", "seats", "players", "none")


@dataclass(frozen=True, slots=True)
class Cell:
    """An expression with few values that the card laws read. `size`: of its domain; none is one value more.

    `copies`: where the value is a kind of card, for each card all that are like it.
    """

    key: str
    expr: Expr
    size: int
    copies: tuple[int, ...] = ()

    def values(self) -> list[Known]:
        """All values, in the order of their numbers."""
        if self.expr.type.kind is Kind.FLAG:
            return [False, True]
        return [0, *(self.copies or (1 << i for i in range(self.size)))]


class Finder:
    """Collects the smallest finite parts that the laws' values come from."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.static: Static = unit.static
        self.cells: dict[str, Cell] = {}
        self._done: dict[str, None] = {}
        self._playing: dict[str, bool] = {}

    def read(self, expr: Expr, law: str) -> None:
        """Note the cells of a law; a law that cannot be tabulated is refused."""
        if not self._collect(expr):
            raise self.unit.refuse(expr.span, f"a `{law}` law that reads more of the state than a few values")
        count = 1
        for cell in self.cells.values():
            count *= len(cell.values())
            if count > ROW_LIMIT:
                raise self.unit.refuse(expr.span, f"a law of cards that depends on more than {ROW_LIMIT} states")

    def _collect(self, expr: Expr) -> bool:
        key = self.static.key(expr)
        if key in self._done or key in self.cells:
            return True
        cells, done = len(self.cells), len(self._done)
        self.static.enter(expr)
        found = self._leaf(expr) or self._inside(expr)
        self.static.depth -= 1
        if found:
            self._done[key] = None
            return True
        while len(self.cells) > cells:  # what was found inside does not matter then
            self.cells.popitem()
        while len(self._done) > done:
            self._done.popitem()
        size = self._finite(expr)
        if size is None or self._reads_play(expr):
            return False
        self.cells[key] = Cell(key, expr, size)
        return True

    def _leaf(self, expr: Expr) -> bool:
        """Literals, and names with a value that the laws themselves or the setting give."""
        if isinstance(expr, core.Get) and expr.home is Home.WORD:
            return expr.name in _LAW_WORDS
        if isinstance(expr, core.Get) and expr.home in (Home.OPTION, Home.SEAT, Home.LOCAL):
            return True
        if isinstance(expr, core.Get) and expr.home in (Home.STATE, Home.CHOICE) and expr.owner is None:
            size = self._finite(expr)
            if size is not None:
                copies = self.unit.setting.deck.copies() if means_copies(self.unit.setting, expr) else ()
                self.cells[self.static.key(expr)] = Cell(self.static.key(expr), expr, size, copies)
            return size is not None
        return False

    def _inside(self, expr: Expr) -> bool:
        if isinstance(expr, core.Get | core.Call) and expr.home is Home.DEFINITION:
            texts = self.static.layers.definition(expr.name)
            parts = [part for condition, text in texts for part in (condition, text.body) if part is not None]
            return expr.owner is None and all(self._collect(part) for part in (*parts, *children(expr)))
        if isinstance(expr, core.Get):
            return False
        if isinstance(expr, core.Call) and expr.home is Home.FUNCTION and expr.name in _STATEFUL:
            return False
        return all(self._collect(part) for part in children(expr))

    def _reads_play(self, expr: Expr) -> bool:
        """Whether the value changes with every card: the row is computed between tricks and after steps only."""
        key = self.static.key(expr)
        if key not in self._playing:
            self.static.enter(expr)
            self._playing[key] = self._with_play(expr)
            self.static.depth -= 1
        return self._playing[key]

    def _with_play(self, expr: Expr) -> bool:
        if isinstance(expr, core.Get) and expr.home is Home.WORD and expr.name in _IN_TRICK:
            return True
        parts: list[Expr] = list(children(expr))
        if isinstance(expr, core.Get | core.Call) and expr.home is Home.DEFINITION:
            texts = self.static.layers.definition(expr.name)
            parts += [part for condition, text in texts for part in (condition, text.body) if part is not None]
        return any(self._reads_play(part) for part in parts)

    def _finite(self, expr: Expr) -> int | None:
        """The size of a domain that a row can be made for each value of."""
        type_ = expr.type
        if type_.kind is Kind.FLAG:
            return 2
        if type_.many or type_.kind in (Kind.NUMBER, Kind.MELD):
            return None
        return self.unit.setting.size(type_)


#: Words whose value may change while a trick is played.
_IN_TRICK = frozenset(
    [
        "hand",
        "played",
        "trick",
        "led",
        "lead_card",
        "best",
        "usual",
        "winning",
        "beating",
        "leading",
        "round",
        "last_trick",
        "me",
        "us",
        "them",
    ]
)
#: Functions whose result is not a matter of their arguments and the card laws alone.
_STATEFUL = frozenset(
    ("holder", "player", "taker", "trick_of", "winner_of", "first", "last", "place", "side", "partner")
)
