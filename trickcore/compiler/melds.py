"""Patterns of melds expanded: every meld that may be, a set of cards, and which of them count in a row of the laws."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from trickcore.compiler.known import Env, Known, NotStaticError
from trickcore.compiler.laws import Row
from trickcore.compiler.limits import fits, out_of_range, too_large
from trickcore.compiler.static import Static
from trickcore.compiler.unit import Unit
from trickcore.program.limits import UNIVERSE_LIMIT
from trickcore.program.masks import elements
from trickcore.records import dataclass
from trickcore.rules.model import MeldRule


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld. `pattern`: number of its pattern. `group`: number of its class, 0 for none. `height`: place of its
    highest card in the sequence, the lowest being 1, 0 for none."""

    pattern: int
    cards: int
    worth: Known
    group: int
    height: int


class Universe:
    """All melds of a game, numbered as they are met: row after row of the card laws, pattern after pattern."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.static: Static = unit.static
        self.deck = unit.setting.deck
        self.rules = tuple(unit.setting.rules.melds.values())
        self.groups = tuple(dict.fromkeys(rule.group for rule in self.rules if rule.group))
        given = tuple(item.text for item in unit.setting.rules.sequence)
        present = (rank for rank, cards in zip(self.deck.ranks, self.deck.by_rank, strict=True) if cards)
        self.sequence = given or tuple(present)
        self.melds: list[Meld] = []
        self._numbers: dict[Meld, int] = {}
        self._known: dict[tuple[int, Known, int], int] = {}  # pattern, worth, cards that it speaks of → its melds

    def of_row(self, row: Row, env: Env) -> int:
        """The melds that count where these laws hold."""
        env = replace(env, row=row)
        valid = 0
        for pattern, rule in enumerate(self.rules):
            key = (pattern, self._worth(rule, env), self._subject(rule, row, env))
            if key not in self._known:
                self._known[key] = self._expand(*key)
            valid |= self._known[key]
        return valid

    def _subject(self, rule: MeldRule, row: Row, env: Env) -> int:
        """The cards that a pattern speaks of, where that is a matter of the laws."""
        if rule.cards is not None:
            return self.static.mask(rule.cards, env)
        return self.deck.all & ~row.trumps if rule.of == "plain" else self.deck.all

    def _expand(self, pattern: int, worth: Known, subject: int) -> int:
        """The melds of a pattern, numbered."""
        rule, found = self.rules[pattern], 0
        group = self.groups.index(rule.group) + 1 if rule.group else 0
        for kinds in _SHAPES[rule.shape](self, rule, subject):
            if kinds and math.prod(math.comb(kind.bit_count(), rule.copies) for kind in kinds) > UNIVERSE_LIMIT:
                raise _too_many(rule)
            for cards in _with_copies(kinds, rule.copies):
                found |= 1 << self._number(Meld(pattern, cards, worth, group, self._height(cards)))
        return found

    def _number(self, meld: Meld) -> int:
        if meld not in self._numbers:
            self._numbers[meld] = len(self.melds)
            self.melds.append(meld)
            if len(self.melds) > UNIVERSE_LIMIT:
                raise _too_many(self.rules[meld.pattern])
        return self._numbers[meld]

    def _worth(self, rule: MeldRule, env: Env) -> Known:
        try:
            return self.static.value(rule.worth, env)
        except NotStaticError:
            raise self.unit.refuse(rule.worth.span, "the worth of a meld that depends on the state") from None

    def _height(self, cards: int) -> int:
        ranks = (self.deck.cards[card].rank for card in elements(cards))
        places = (len(self.sequence) - self.sequence.index(rank) for rank in ranks if rank in self.sequence)
        return max(places, default=0)

    # ------------------------------------------------------------------------------------------------ shapes

    def _cell(self, rank: str, suit: int) -> int:
        """The copies of a card; empty if there is none."""
        ranks = self.deck.ranks
        return self.deck.by_rank[ranks.index(rank)] & self.deck.by_suit[suit] if rank in ranks else 0

    def _runs(self, rule: MeldRule, _subject: int) -> Iterator[Sequence[int]]:
        for length, suit in itertools.product(range(rule.low, rule.high + 1), range(len(self.deck.suits))):
            for start in range(len(self.sequence) - length + 1):
                yield [self._cell(rank, suit) for rank in self.sequence[start : start + length]]

    def _alike(self, rule: MeldRule, _subject: int) -> Iterator[Sequence[int]]:
        for rank in rule.ranks:
            for suits in itertools.combinations(range(len(self.deck.suits)), rule.low):
                yield [self._cell(rank, suit) for suit in suits]

    def _named(self, rule: MeldRule, subject: int) -> Iterator[Sequence[int]]:
        if rule.cards is not None:
            yield [kind & subject for kind in self.deck.kinds() if kind & subject]
            return
        for suit in range(len(self.deck.suits)):
            kinds = [self._cell(rank, suit) for rank in rule.ranks]
            if not any(kind & ~subject for kind in kinds):
                yield kinds

    # ------------------------------------------------------------------------------------------------ as tables

    def names(self) -> tuple[str, ...]:
        """A name for each meld: its pattern and its cards; what would be equal is numbered."""
        names: dict[str, None] = {}
        for meld in self.melds:
            cards = (self.deck.cards[card].name for card in self._from_high(meld.cards))
            name = text = " ".join((self.rules[meld.pattern].name, *cards))
            number = 2
            while text in names:
                text, number = f"{name} ({number})", number + 1
            names[text] = None
        return tuple(names)

    def _from_high(self, cards: int) -> list[int]:
        order = {rank: place for place, rank in enumerate(self.sequence)}
        return sorted(elements(cards), key=lambda card: (order.get(self.deck.cards[card].rank, len(order)), card))

    def scale(self) -> int:
        """What all worths times this are whole numbers."""
        return math.lcm(1, *(Fraction(meld.worth).denominator for meld in self.melds))

    def check(self) -> None:
        """Worths are kept as whole numbers of their common denominator."""
        for meld in self.melds:
            if not fits(meld.worth * self.scale()):
                raise out_of_range(meld.worth, self.rules[meld.pattern].worth.span, in_parts=True)

    def sets(self) -> int:
        """The table of the melds' cards."""
        return self.unit.code.set_table([meld.cards for meld in self.melds], name="meld cards")

    def numbers(self, name: str, number: Callable[[Meld], int], absent: int = 0) -> int:
        """A table of numbers, one for each meld."""
        return self.unit.code.int_table(map(number, self.melds), absent=absent, name=f"meld {name}")

    def worths(self) -> int:
        """The table of what melds are worth, times `scale`."""
        scale = self.scale()
        return self.numbers("worth", lambda meld: int(meld.worth * scale))

    def in_force(self) -> int:
        """A slot with the melds that count under the laws in force."""
        code, laws = self.unit.code, self.unit.laws
        valid = [row.melds for row in laws.rows]
        if len(set(valid)) == 1:
            return code.const_set(valid[0])
        table = code.set_table(valid, name="melds in force")
        return code.get_set("look_set", table, laws.row_slot(), universe=len(self.melds))


def _with_copies(kinds: Iterable[int], copies: int) -> Iterator[int]:
    """All ways to take so many copies of each card; none if a card is not there so often."""
    choices = [
        [sum(1 << card for card in some) for some in itertools.combinations(elements(kind), copies)] for kind in kinds
    ]
    for picked in itertools.product(*choices):
        if picked:
            yield sum(picked)


def _too_many(rule: MeldRule) -> Exception:
    what = f"more than {UNIVERSE_LIMIT} melds in all"
    return too_large(what, "each choice of copies is a meld of its own; use fewer or shorter patterns", rule.span)


_Shape = Callable[[Universe, MeldRule, int], Iterator[Sequence[int]]]
_SHAPES: dict[str, _Shape] = {
    "run": Universe._runs,
    "all of": Universe._alike,
    "some of": Universe._alike,
    "cards": Universe._named,
}
