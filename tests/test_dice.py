"""Chance: golden values that must never change, fairness, given answers."""

from __future__ import annotations

import hashlib
import pickle
import struct
from collections import Counter
from math import prod

import pytest

from trickcore.dice import Dice, Scripted

PACK = tuple(range(52))
GOLDEN_TEN = (5, 8, 7, 3, 2, 1, 4, 9, 6, 0)
GOLDEN_TEXT = (45, 31, 18, 19, 48, 29, 9, 38)
GOLDEN_BYTES = (51, 10, 22, 15, 7, 6, 28, 4)
GOLDEN_ROLLS = [5, 2, 5, 0, 0, 4, 5, 1, 1, 5, 0, 5]
GOLDEN_LARGE = 598512760


def words(seed: int, event: int, count: int) -> list[int]:
    """The words as the documentation says, written anew."""
    key = hashlib.blake2b(b"i%d" % seed, digest_size=32).digest()
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hashlib.blake2b(struct.pack("<QQ", event, block), key=key, digest_size=64).digest()
        found += struct.unpack("<8Q", digest)
        block += 1
    return found


def plain_shuffle(seed: int, event: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The documented shuffle, one step at a time."""
    stream = iter(words(seed, event, 1000))
    rest, taken = list(cards), []
    groups: list[list[int]] = [[]]
    for sides in range(len(cards), 1, -1):
        if prod(groups[-1]) * sides > 2**56:
            groups.append([])
        groups[-1].append(sides)
    for group in groups:
        product = prod(group)
        x = next(stream) * product
        while x % 2**64 < 2**64 % product:
            x = next(stream) * product
        value = x // 2**64
        for sides in group:
            taken.append(rest.pop(value % sides))
            value //= sides
    return (*taken, *rest)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 6, 7, 32, 52, 104, 1000])
def test_a_shuffle_is_as_documented(count: int) -> None:
    cards = tuple(range(100, 100 + count))
    for event in range(40 if count <= 104 else 3):  # some words are thrown away
        assert Dice(42).shuffle(event, cards) == plain_shuffle(42, event, cards)


def test_golden_values() -> None:
    """A seed means the same deal everywhere and for ever."""
    assert Dice(7).shuffle(0, tuple(range(10))) == GOLDEN_TEN
    assert Dice("seven").shuffle(3, PACK)[:8] == GOLDEN_TEXT
    assert Dice(b"\x07").shuffle(2**40, PACK)[:8] == GOLDEN_BYTES
    assert [Dice(7).roll(event, 6) for event in range(12)] == GOLDEN_ROLLS
    assert Dice(-1).roll(0, 2**31 - 1) == GOLDEN_LARGE


def test_kinds_of_seeds_are_apart() -> None:
    shuffles = {Dice(seed).shuffle(0, PACK) for seed in (7, -7, "7", b"7", "i7", 2**200)}
    assert len(shuffles) == 6


def test_events_are_apart_and_repeatable() -> None:
    dice = Dice(7)
    shuffles = [dice.shuffle(event, PACK) for event in range(50)]
    assert len(set(shuffles)) == 50
    assert shuffles == [Dice(7).shuffle(event, PACK) for event in range(50)]
    assert all(sorted(cards) == list(PACK) for cards in shuffles)


def chi_square(counts: Counter[int], cells: int, total: int) -> float:
    expected = total / cells
    return sum((counts[k] - expected) ** 2 / expected for k in range(cells))


def test_rolls_are_fair() -> None:
    total = 6000
    assert chi_square(Counter(Dice(1).roll(k, 7) for k in range(total)), 7, total) < 22.5  # p = 0.001 at 6 degrees


def test_every_card_comes_to_every_place() -> None:
    """Top, middle and bottom places; the two places of a card that is followed by another."""
    total = 3900
    deals = [Dice(2).shuffle(k, tuple(range(13))) for k in range(total)]
    for place in (0, 1, 4, 5, 6, 11, 12):
        counts = Counter(deal[place] for deal in deals)
        assert chi_square(counts, 13, total) < 32.9  # p = 0.001 at 12 degrees
    follows = Counter((deal[5] - deal[4]) % 13 - 1 for deal in deals)
    assert chi_square(follows, 12, total) < 31.3


def test_all_orders_of_few_cards() -> None:
    total = 4800
    orders = Counter(Dice(3).shuffle(k, (0, 1, 2, 3)) for k in range(total))
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 49.7  # p = 0.001 at 23 degrees


def test_dice_are_values() -> None:
    dice = Dice("a seed")
    assert dice == Dice("a seed") != Dice("another")
    assert hash(dice) == hash(Dice("a seed"))
    assert pickle.loads(pickle.dumps(dice)) == dice
    assert dice.seed == "a seed"
    assert "seed" not in repr(dice)
    with pytest.raises(AttributeError):
        dice._seed = "other"


def test_too_many_cards() -> None:
    with pytest.raises(ValueError, match="5000 cards are too many"):
        Dice(1).shuffle(0, tuple(range(5000)))


def test_given_answers() -> None:
    chance = Scripted(Dice(7), {1: (2, 0, 1), 2: 4})
    assert chance.shuffle(0, PACK) == Dice(7).shuffle(0, PACK)
    assert chance.shuffle(1, (0, 1, 2)) == (2, 0, 1)
    assert chance.roll(2, 6) == 4
    assert chance.roll(3, 6) == Dice(7).roll(3, 6)
    assert "7" not in repr(chance)


@pytest.mark.parametrize(
    ("answer", "words"),
    [((0, 1), r"lacks \[2\], has \[\] too many"), ((0, 1, 1), r"lacks \[2\], has \[1\] too many"), (3, "is a shuffle")],
)
def test_given_orders_must_fit(answer: tuple[int, ...] | int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Scripted(Dice(7), {0: answer}).shuffle(0, (0, 1, 2))


@pytest.mark.parametrize(("answer", "words"), [(6, "is 6, not from 0 to 5"), (-1, "is -1"), ((1,), "is a roll")])
def test_given_rolls_must_fit(answer: tuple[int, ...] | int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Scripted(Dice(7), {0: answer}).roll(0, 6)
