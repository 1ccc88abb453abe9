"""Chance: a seed gives every shuffle and roll of a match, each on its own.

The generator, exactly
----------------------
*Key.* A seed is an int, a text or bytes; its key is BLAKE2b with 32 bytes of digest over one letter and the seed:
`b"i"` and the decimal digits (with "-" if negative) in ASCII, `b"s"` and UTF-8, or `b"b"` and the bytes.

*Words.* Block number b of event k is BLAKE2b with 64 bytes of digest, that key as its key, over k and b as 8 bytes
each, little-endian. A digest is eight words of 64 bits, little-endian, in order. An event starts at its block 0.

*Dice.* Dice with n₁, n₂ … sides are thrown together; P is their product. With the next word w, let x = w · P. If
x mod 2⁶⁴ < 2⁶⁴ mod P, the word is thrown away and the next one taken; else v = x div 2⁶⁴ is uniform from 0 to P − 1,
and the dice are v mod n₁, (v div n₁) mod n₂, (v div n₁n₂) mod n₃ …

*Shuffle* of n cards throws dice of n, n − 1 … 2 sides in this order: five together, and more as long as P stays at most
2³⁰; the last throw has what is left. Each die takes the card with that index out of those that are left, in their
order. The cards taken come from the top down, the last one left is the bottom. With at most 4096 cards, P < 2⁶⁰.

*Roll* throws one die, of at most 2³¹ − 1 sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from math import prod
from struct import Struct
from typing import Protocol

_TOGETHER = 5
_PRODUCT = 1 << 30
_MOST = 4096
_WORD = 1 << 64
_LOW = _WORD - 1
_EVENT = Struct("<QQ").pack
_WORDS = Struct("<8Q").unpack

# Product, words below it are thrown away, divisor and sides of each of five dice, those of the further dice.
Throw = tuple[int, int, int, int, int, int, int, int, int, int, int, int, tuple[tuple[int, int], ...]]
Last = tuple[int, int, tuple[tuple[int, int], ...]]


class Chance(Protocol):
    """What answers the chance events of a match, numbered from 0."""

    def shuffle(self, event: int, cards: tuple[int, ...], /) -> tuple[int, ...]:
        """A permutation of the cards; the first of them is the top, drawn first."""

    def roll(self, event: int, sides: int, /) -> int:
        """A number from 0 to `sides` − 1."""


@cache
def _throws(cards: int) -> tuple[tuple[Throw, ...], Last]:
    """The throws of a shuffle; the last one apart, since it may have fewer than five dice."""
    if cards > _MOST:
        raise ValueError(f"{cards} cards are too many for a shuffle; {_MOST} is the most")
    groups: list[list[int]] = [[]]
    for sides in range(cards, 1, -1):
        if len(groups[-1]) >= _TOGETHER and prod(groups[-1]) * sides > _PRODUCT:
            groups.append([])
        groups[-1].append(sides)
    return tuple(_throw(sides) for sides in groups[:-1]), _last(groups[-1])


def _throw(sides: list[int]) -> Throw:
    product, low, ((t, n), (p, a), (q, b), (r, c), (s, d), *more) = _last(sides)
    return product, low, t, n, p, a, q, b, r, c, s, d, tuple(more)


def _last(sides: list[int]) -> Last:
    product = prod(sides)
    return product, _WORD % product, tuple((prod(sides[:k]), n) for k, n in enumerate(sides))


class Dice:
    """The chance of a seed, which may be any int, text or bytes. Immutable; equal seeds give equal dice.

    >>> dice = Dice(7)
    >>> dice.shuffle(0, (0, 1, 2, 3, 4, 5)) == Dice(7).shuffle(0, (0, 1, 2, 3, 4, 5))
    True
    >>> 0 <= dice.roll(1, 6) < 6
    True
    """

    __slots__ = ("_keyed", "_seed")

    def __init__(self, seed: int | str | bytes) -> None:
        object.__setattr__(self, "_seed", seed)
        object.__setattr__(self, "_keyed", blake2b(key=_key(seed), digest_size=64))

    @property
    def seed(self) -> int | str | bytes:
        """The seed. It tells all cards to come: never show it to a player."""
        return self._seed  # type: ignore[attr-defined, no-any-return]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"dice do not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and type(self.seed) is type(other.seed) and self.seed == other.seed

    def __hash__(self) -> int:
        return hash((type(self.seed).__name__, self.seed))

    def __repr__(self) -> str:
        return "Dice(…)"  # a seed in a log would give the cards away

    def __reduce__(self) -> tuple[type[Dice], tuple[int | str | bytes]]:
        return Dice, (self.seed,)

    def shuffle(self, event: int, cards: tuple[int, ...], /) -> tuple[int, ...]:
        """The cards in an order of their own for this event; the first is the top."""
        throws, (last, last_low, dice) = _throws(len(cards))
        word = self._words(event).__next__
        rest = list(cards)
        take = rest.pop
        taken: list[int] = []
        add = taken.append
        # Five dice are written out: this is the slowest part of a deal.
        for product, low, _, a, p, b, q, c, r, d, s, e, more in throws:
            x = word() * product
            while x & _LOW < low:
                x = word() * product
            x >>= 64
            taken += (take(x % a), take(x // p % b), take(x // q % c), take(x // r % d), take(x // s % e))
            for divisor, sides in more:
                add(take(x // divisor % sides))
        x = word() * last
        while x & _LOW < last_low:
            x = word() * last
        x >>= 64
        for divisor, sides in dice:
            add(take(x // divisor % sides))
        return (*taken, *rest)

    def roll(self, event: int, sides: int, /) -> int:
        """A number from 0 to `sides` − 1."""
        low = _WORD % sides
        for word in self._words(event):
            x = word * sides
            if x & _LOW >= low:
                return x >> 64
        raise AssertionError("unreachable: words do not end")

    def _words(self, event: int) -> Iterator[int]:
        block = 0
        while True:
            hasher = self._keyed.copy()  # type: ignore[attr-defined]
            hasher.update(_EVENT(event, block))
            yield from _WORDS(hasher.digest())
            block += 1


def _key(seed: int | str | bytes) -> bytes:
    if isinstance(seed, bytes):
        text = b"b" + seed
    elif isinstance(seed, str):
        text = b"s" + seed.encode()
    else:
        text = b"i" + str(int(seed)).encode()
    return blake2b(text, digest_size=32).digest()


class Scripted:
    """Chance with given answers to some events, by number; all others are answered by `base`.

    >>> chance = Scripted(Dice(7), {0: (2, 0, 1)})
    >>> chance.shuffle(0, (0, 1, 2))
    (2, 0, 1)
    >>> chance.shuffle(0, (0, 1, 3))
    Traceback (most recent call last):
        ...
    ValueError: the given order for chance event 0 has the wrong cards: lacks [3], has [2] too many
    """

    def __init__(self, base: Chance, answers: Mapping[int, tuple[int, ...] | int]) -> None:
        self._base = base
        self._answers = dict(answers)

    def __repr__(self) -> str:
        return "Scripted(…)"

    def shuffle(self, event: int, cards: tuple[int, ...], /) -> tuple[int, ...]:
        """The given order, which must be one of just these cards, else a ValueError says what is wrong."""
        if event not in self._answers:
            return self._base.shuffle(event, cards)
        answer = self._answers[event]
        if isinstance(answer, int):
            raise ValueError(f"chance event {event} is a shuffle; a number is given for it")
        if sorted(answer) != sorted(cards):
            lacks, more = _difference(cards, answer), _difference(answer, cards)
            raise ValueError(
                f"the given order for chance event {event} has the wrong cards: lacks {lacks}, has {more} too many"
            )
        return tuple(answer)

    def roll(self, event: int, sides: int, /) -> int:
        """The given number, which must be below `sides`, else a ValueError says what is wrong."""
        if event not in self._answers:
            return self._base.roll(event, sides)
        answer = self._answers[event]
        if not isinstance(answer, int):
            raise ValueError(f"chance event {event} is a roll; an order of cards is given for it")
        if not 0 <= answer < sides:
            raise ValueError(f"the given roll for chance event {event} is {answer}, not from 0 to {sides - 1}")
        return answer


def _difference(some: tuple[int, ...], others: tuple[int, ...]) -> list[int]:
    left = list(others)
    found = []
    for card in sorted(some):
        if card in left:
            left.remove(card)
        else:
            found.append(card)
    return found
