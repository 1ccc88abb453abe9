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

*Shuffle* of n cards throws dice of n, n − 1 … 2 sides in this order, together as long as P stays at most 2⁵⁶; the last
throw has what is left. Each die takes the card with that index out of those that are left, in their order. The cards
taken come from the top down, the last one left is the bottom. At most 4096 cards can be shuffled.

*Roll* throws one die, of at most 2³¹ − 1 sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import count
from math import prod
from struct import Struct
from typing import Protocol

_PRODUCT = 1 << 56
_DIGIT = 1 << 30  # Python counts fastest below
_MOST = 4096
_WORD = 1 << 64
_LOW = _WORD - 1
_EVENT = Struct("<QQ").pack
_WORDS = Struct("<8Q").unpack
_PER_BLOCK = 8

Shuffler = Callable[[Sequence[int], list[int]], "tuple[int, ...] | None"]


class Chance(Protocol):
    """What answers the chance events of a match, numbered from 0."""

    def shuffle(self, event: int, cards: tuple[int, ...], /) -> tuple[int, ...]:
        """A permutation of the cards; the first of them is the top, drawn first."""

    def roll(self, event: int, sides: int, /) -> int:
        """A number from 0 to `sides` − 1."""


@cache
def _shuffler(cards: int) -> tuple[int, Shuffler]:
    """How many blocks a shuffle of so many cards needs, and the shuffle: given their words and a list of the cards.

    It gives None where a word must be thrown away. It is written out die by die, since this is the slowest part of a
    deal and loops take half as long again. The text is made of numbers only.
    """
    if cards > _MOST:
        raise ValueError(f"{cards} cards are too many for a shuffle; {_MOST} is the most")
    lines = ["def shuffle(words, rest):", " take = rest.pop"]
    taken: list[str] = []
    thrown = throws(cards)
    for k, sides in enumerate(thrown):
        product = prod(sides)
        lines.append(f" x{k} = words[{k}] * {product}")
        lines.append(f" if x{k} & {_LOW} < {_WORD % product}: return None")
        lines.append(f" x{k} >>= 64")
        for m, part in enumerate(_parts(sides, _DIGIT)):
            lines.append(f" y{k}_{m} = x{k} % {prod(part)}; x{k} //= {prod(part)}")
            taken += [f"take({_die(f'y{k}_{m}', part, j)}), " for j in range(len(part))]
    lines.append(f" return ({''.join(taken)}*rest,)")
    space: dict[str, Shuffler] = {}
    exec("\n".join(lines), {"__builtins__": {}}, space)
    return -(-len(thrown) // _PER_BLOCK), space["shuffle"]


def throws(cards: int) -> list[list[int]]:
    """The sides of the dice of a shuffle of so many cards, by the throws that they are thrown in.

    >>> throws(5)
    [[5, 4, 3, 2]]
    """
    return _parts(range(cards, 1, -1), _PRODUCT)


def _shuffle(words: Iterator[int], rest: list[int]) -> tuple[int, ...]:
    """The same, for any words."""
    taken = []
    for sides in throws(len(rest)):
        x = _throw(words, prod(sides))
        for n in sides:
            x, die = divmod(x, n)
            taken.append(rest.pop(die))
    return (*taken, *rest)


def _throw(words: Iterator[int], product: int) -> int:
    """A number from 0 to the product − 1."""
    for word in words:
        x = word * product
        if x & _LOW >= _WORD % product:
            return x >> 64
    raise AssertionError("unreachable: words do not end")


def _die(together: str, sides: Sequence[int], j: int) -> str:
    """Die number j of a part, in Python: what need not be divided is not."""
    before = prod(sides[:j])
    text = together if before == 1 else f"{together} // {before}"
    return text if j == len(sides) - 1 else f"{text} % {sides[j]}"


def _parts(dice: Iterable[int], most: int) -> list[list[int]]:
    """The sides of dice in order, cut into runs whose product stays within a bound."""
    parts: list[list[int]] = [[]]
    for sides in dice:
        if prod(parts[-1]) * sides > most:
            parts.append([])
        parts[-1].append(sides)
    return parts


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
        blocks, shuffle = _shuffler(len(cards))
        words = _WORDS(self._block(event, 0))
        for block in range(1, blocks):
            words += _WORDS(self._block(event, block))
        return shuffle(words, list(cards)) or _shuffle(self._words(event), list(cards))

    def roll(self, event: int, sides: int, /) -> int:
        """A number from 0 to `sides` − 1."""
        return _throw(self._words(event), sides)

    def blocks(self, event: int, words: int) -> bytes:
        """The first blocks of an event, one after the other, so many that these words are in them."""
        count = -(-words // _PER_BLOCK)
        return self._block(event, 0) if count == 1 else b"".join(self._block(event, block) for block in range(count))

    def _words(self, event: int) -> Iterator[int]:
        for block in count():
            yield from _WORDS(self._block(event, block))

    def _block(self, event: int, block: int) -> bytes:
        hasher = self._keyed.copy()  # type: ignore[attr-defined]
        hasher.update(_EVENT(event, block))
        return hasher.digest()  # type: ignore[no-any-return]


def _key(seed: int | str | bytes) -> bytes:
    if isinstance(seed, bytes):
        text = b"b" + seed
    elif isinstance(seed, str):
        text = b"s" + seed.encode(errors="surrogatepass")
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
