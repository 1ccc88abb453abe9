"""What a seat sees is unchanged under any swap of cards that it cannot see, all through the same public play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import trickcore
from tests.games.settings import SMEAR, TWO_TEN_JACK, Setting, pack
from trickcore.actions import Action
from trickcore.game import Game
from trickcore.match import Match

SECRET = ("pick",)  # kinds of decisions of which others learn no more than that they were made


def texts(data: object) -> Iterator[str]:
    """All texts in JSON data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from (text for value in data.values() for text in texts(value))
    elif isinstance(data, list):
        yield from (text for value in data for text in texts(value))


class Swap:
    """A deal and the same deal with cards swapped that one seat has not seen by the end of the same public play."""

    def __init__(self, seat: int, dice: random.Random, game: Game, deal: int) -> None:
        self.seat, self.game, self.dice = seat, game, dice
        whole = pack(game)
        self.cards = dice.sample(whole, len(whole))
        match = self.start(self.cards)
        self.course: list[tuple[int, str, Action]] = []
        for _ in range(dice.randrange(deal // 3, deal)):
            decision = match.decision
            action = dice.choice(list(decision.legal))
            after = match.copy().play(action)
            if after.over or after.deal_number != 1:  # the cards of the next deal are not given
                break
            self.course.append((decision.seat, decision.kind, action))
            match.play(action)
        self.known = self.fixed(match)
        places = [at for at, card in enumerate(self.cards) if card not in self.known]
        self.swapped = list(self.cards)
        for place, other in zip(places, dice.sample(places, len(places)), strict=True):
            self.swapped[place] = self.cards[other]

    def start(self, cards: list[str]) -> Match:
        return self.game.start(seed=1, deal=[cards], dealer=0)

    def fixed(self, match: Match) -> set[str]:
        """The cards that the seat holds, that lie on the table or were won, that it discarded, and that were shown or
        named: all know then whether a hand has them. What else the game lets it see is not left out of the swap.
        """
        view, names = match.view(self.seat), set(self.cards)
        found = {*view.hand, *(p.card for p in view.trick), *(card for won in view.taken for card in won)}
        discards = view.zones.get("discards")
        if isinstance(discards, tuple):
            found.update(discards[self.seat].cards or ())
        for event in match.events(None):
            if event.name in ("shown", "chosen"):
                found.update(name for name in texts(event.to_json()) if name in names)
        return found

    def told(self, match: Match) -> list[object]:
        """Everything that the seat may see, do and ask."""
        told: list[object] = [match.view(self.seat).to_json()]
        if not match.over and match.decision.seat == self.seat:
            told.append(match.legal_ids)
            told.append([match.why_not(action) for action in self.game.actions.actions])
        return told

    def compare(self) -> int:
        """How many positions were compared: the swapped cards may not allow the other seats' play."""
        one, other = self.start(self.cards), self.start(self.swapped)
        for number, (seat, kind, action) in enumerate(self.course):
            assert self.told(one) == self.told(other)
            theirs: Action | None = action
            if seat != self.seat and kind in SECRET:
                theirs = self.secret(other, action)
            elif action.id not in other.legal_ids:
                return number + 1
            if theirs is None:
                return number + 1
            one.play(action)
            other.play(theirs)
        assert self.told(one) == self.told(other)
        return len(self.course) + 1

    def secret(self, match: Match, action: Action) -> Action | None:
        """Another choice in secret, of no card that is played later; the same of a card that is named later. None if
        there is none."""
        if action.text.split()[-1] in self.known:
            return action if action.id in match.legal_ids else None
        legal = [action for action in match.decision.legal if action.text.split()[-1] not in self.known]
        return self.dice.choice(legal) if legal else None


PLACES = [(setting, seat) for setting in (TWO_TEN_JACK[4], *SMEAR[:3], SMEAR[4]) for seat in range(setting.players)]


@pytest.mark.parametrize(("setting", "seat"), PLACES, ids=str)
def test_hidden_cards_do_not_matter(setting: Setting, seat: int) -> None:
    dice = random.Random(f"swap {setting} {seat}")
    whole, compared = 0, 0
    for _ in range(10):
        swap = Swap(seat, dice, setting.game, setting.deal)
        count = swap.compare()
        compared += count
        whole += count == len(swap.course) + 1
    assert compared > 100
    assert whole > 0, "hardly any swap allowed the whole public play"


OPEN = """
trickcore: 1
name: An open place
extends: {game}
zones: {zones}
"""


@pytest.mark.parametrize(
    ("game", "players", "zones"),
    [
        ("two-ten-jack", 2, "{stock: {seen: seats}}"),
        ("ten-point-smear", 4, "{kitty: {seen: seats}}"),
        ("ten-point-smear", 5, "{discards: {per: seat, seen: seats}}"),
    ],
)
def test_the_comparison_notices_an_open_place(game: str, players: int, zones: str) -> None:
    dice = random.Random("open")
    with pytest.raises(AssertionError):
        for _ in range(40):
            Swap(0, dice, trickcore.loads(OPEN.format(game=game, zones=zones), players=players), 45).compare()
