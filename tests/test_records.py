from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field
from typing import ClassVar

import pytest

from trickcore.records import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """A card."""

    name: str
    points: int = 0
    tags: list[str] = field(default_factory=list, compare=False)
    seen: str = field(default="all", repr=False)
    KINDS: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class Trump(Card):
    """A card that beats others."""

    height: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place, which equals only itself."""

    name: str


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Own:
    """A class with methods of its own."""

    name: str

    def __repr__(self) -> str:
        return "mine"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)


def test_fields_defaults_and_text() -> None:
    card = Card("10♥", 5)
    assert repr(card) == "Card(name='10♥', points=5, tags=[])"
    assert [f.name for f in dataclasses.fields(card)] == ["name", "points", "tags", "seen"]
    assert card.tags is not Card("10♥").tags
    assert Card.KINDS == 3
    assert repr(Trump("J♣", height=2)) == "Trump(name='J♣', points=0, tags=[], height=2)"


def test_equality_and_hash_are_of_the_compared_fields() -> None:
    one, other = Card("a", 1, ["x"]), Card("a", 1, ["y"])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Card("a", 2)
    assert Card("a") != Trump("a")
    assert Card("a").__eq__("a") is NotImplemented
    assert Place("a") != Place("a")
    assert Empty() == Empty()
    assert len({Empty(), Empty()}) == 1


def test_what_a_class_defines_itself_is_kept() -> None:
    assert repr(Own("x")) == "mine"
    assert Own("x") == Own("y")


def test_nothing_can_be_changed() -> None:
    card = Card("a")
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'name'"):
        card.name = "b"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'name'"):
        del card.name
    assert not hasattr(card, "__dict__")


@pytest.mark.parametrize("arguments", [(), ("a", 1, [], "all", "more")])
def test_wrong_arguments_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="argument"):
        Card(*arguments)  # type: ignore[arg-type]


def test_replace_copy_and_pickle() -> None:
    trump = Trump("a", 1, ["x"], "none", 4)
    assert dataclasses.replace(trump, points=2) == Trump("a", 2, ["x"], "none", 4)
    for twin in (copy.copy(trump), copy.deepcopy(trump), pickle.loads(pickle.dumps(trump))):
        assert twin == trump
        assert (twin.tags, twin.seen) == (["x"], "none")


def test_patterns_match_by_position() -> None:
    match Card("a", 7):
        case Card(name, points):
            assert (name, points) == ("a", 7)


def test_others_are_plain_dataclasses() -> None:
    @dataclass(slots=True)
    class Tally:
        count: int = 0

    @dataclass(frozen=True, slots=True, order=True)
    class Spot:
        line: int

    tally = Tally()
    tally.count += 1
    assert tally == Tally(1)
    assert Spot(1) < Spot(2)
