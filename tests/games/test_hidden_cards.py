"""What a seat is told is unchanged under any swap of cards that it cannot see, all through the same public play."""

from __future__ import annotations

from random import Random

import pytest

import trickcore
from tests.games.shipped import variant
from tests.secrets import played
from trickcore.checking.settings import Setting, settings, settled
from trickcore.checking.swap import Leak, Swap

DEAL = 70  # no deal of the games here has more actions
PLACES = [
    (name, setting)
    for name in trickcore.catalogue()
    for players in trickcore.load(name).rules.players
    for setting in settings(trickcore.load(name).rules, players)[:2]
]


@pytest.mark.parametrize(("name", "setting"), PLACES, ids=str)
def test_hidden_cards_do_not_matter(name: str, setting: Setting) -> None:
    game, dice = settled(trickcore.load(name).rules, setting), Random(f"swap {name} {setting}")
    viewers = (*range(game.players), None)
    found = [Swap(played(game, dice, DEAL), viewer, dice) for _ in range(2) for viewer in viewers]
    assert [str(leak) for swap in found if (leak := swap.leak())] == []
    assert sum(swap.compared for swap in found) > 30
    assert any(swap.whole and swap.since < len(swap.match.ids) for swap in found), "no swap allowed a whole play"


def first_leak(name: str, patch: str, seat: int | None, players: int | None = None) -> Leak | None:
    """What is told under bent rules of that which the rules themselves hide."""
    game = trickcore.load(name, players=players)
    bent, dice = trickcore.loads(variant(name, "Bent", patch), players=players), Random("open")
    for _ in range(40):
        leak = Swap(played(game, dice, 45), seat, dice).leak(bent)
        if leak is not None:
            return leak
    return None


@pytest.mark.parametrize(
    ("game", "players", "zones"),
    [
        ("two-ten-jack", 2, "{stock: {seen: seats}}"),
        ("ten-point-smear", 4, "{kitty: {seen: seats}}"),
        ("ten-point-smear", 5, "{discards: {per: seat, seen: seats}}"),
        ("euchre", 4, "{kitty: {seen: seats}}"),
        ("hearts", 4, "{hand: {seen: seats}}"),
        ("klaverjas", 4, "{hand: {seen: seats}}"),
    ],
)
def test_an_open_place_is_noticed(game: str, players: int, zones: str) -> None:
    for seat in (0, None):
        leak = first_leak(game, f"zones: {zones}\n", seat, players)
        assert leak is not None
        assert leak.seat == seat
        assert "view." in leak.message


def test_the_rules_themselves_tell_nothing() -> None:
    assert first_leak("hearts", "options: {target: {default: 50}}\n", 0) is None
