"""Two-Ten-Jack in lock step with an independent model of its rules, through the public API."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

import trickcore
from tests.models.two_ten_jack import ALL_CARDS, Model
from trickcore.game import Game
from trickcore.match import Match

CHUNKS = 16
DEALS = 625  # of each chunk: 10,000 in all
SETTINGS = list(itertools.product([1, 5, 31, 90], [True, False], [0, 1]))  # target, must_trump, dealer
PACKS = {1: 5, 5: 13, 31: 25, 90: 25}  # packs given to a match, of which the last is not played


@cache
def two_ten_jack(target: int, must_trump: bool) -> Game:
    return trickcore.load("two-ten-jack", options={"target": target, "must_trump": must_trump})


def shuffled_packs(dice: random.Random, count: int) -> list[list[str]]:
    return [dice.sample(ALL_CARDS, len(ALL_CARDS)) for _ in range(count)]


class LockStep:
    """One match, played by the model and by the game with the same packs, compared before every action."""

    def __init__(
        self, target: int, must_trump: bool, dealer: int, dice: random.Random, game: Game | None = None
    ) -> None:
        packs = shuffled_packs(dice, PACKS[target])
        self.dice = dice
        self.last = len(packs)
        self.model = Model(dealer, packs, target, must_trump)
        game = game or two_ten_jack(target, must_trump)
        # The model gives its first six cards to the leader; a pack of the game is dealt in the same order.
        self.match = game.start(seed=0, deal=packs, dealer=dealer)

    def play(self, most: int) -> int:
        """Play whole deals until the match is over, the packs are used up, or there are enough. Gives their number."""
        done = 0
        while done < most and not self.model.over and self.model.deal_number < self.last:
            before = self.match.scores
            self.play_deal()
            points = [now - then for now, then in zip(self.match.scores, before, strict=True)]
            assert points == self.model.last_deal_points
            done += 1
        self.compare_ends()
        return done

    def play_deal(self) -> None:
        for _ in range(len(ALL_CARDS)):
            assert not self.match.over
            decision = self.match.decision
            actions = {action.text: action.id for action in decision.legal}
            legal = self.model.legal()
            assert decision.seat == self.model.seat
            assert sorted(actions) == legal
            text = self.dice.choice(legal)
            self.model.play(text)
            self.match.play(actions[text])
            assert list(self.match.scores) == self.model.scores

    def compare_ends(self) -> None:
        assert self.match.over == self.model.over
        winners = () if self.match.outcome is None else self.match.outcome.winners
        assert list(winners) == self.model.winners()
        if not self.model.over:
            assert (self.match.deal_number, self.match.view(None).dealer) == (self.model.deal_number, self.model.dealer)
            for seat in (0, 1):
                assert sorted(self.match.view(seat).hand) == sorted(self.model.hands[seat])


def lock_steps(settings: list[tuple[int, bool, int]], dice: random.Random, deals: int) -> Counter[str]:
    events: Counter[str] = Counter()
    done = 0
    for target, must_trump, dealer in itertools.cycle(settings):
        both = LockStep(target, must_trump, dealer, dice)
        done += both.play(deals - done)
        events.update(both.model.events)
        if done == deals:
            return events
    raise AssertionError("there is always a next setting")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_lock_step_with_the_model(chunk: int) -> None:
    # Settings begin at another one in each chunk, so that all are played equally often.
    settings = SETTINGS[chunk:] + SETTINGS[:chunk]
    events = lock_steps(settings, random.Random(f"two-ten-jack {chunk}"), DEALS)
    assert events["deal ended"] == DEALS
    assert events["speculation led as spade to a hand without spades"] > 0


@pytest.mark.parametrize("must_trump", [True, False])
def test_rare_events_happen_in_lock_step(must_trump: bool) -> None:
    settings = [(5, must_trump, 0), (5, must_trump, 1)]
    events = lock_steps(settings, random.Random(f"rare {must_trump}"), 500)
    rare = {
        "both at target",
        "forced speculation on hearts",
        "forced speculation on spades",
        "negative score",
        "speculation led as spade",
        "speculation led as spade to a hand without spades",
        "speculation led as trump",
        "speculation optional on spade lead",
        "tie at target",
    }
    rare |= {"speculation as the last trump"} if must_trump else set()
    assert {name for name in rare if not events[name]} == set()


@pytest.mark.parametrize(
    "change",
    [
        "play: {follow: [led, trumps, any]}",
        "order: {trumps: A♥ A♠ K Q J 10..2}",
        "values: {6♦: 2}",
        "match: {tie: dealer}",
        "match: {dealer: dealer}",
    ],
)
def test_lock_step_notices_a_change(change: str) -> None:
    text = f"trickcore: 1\nname: Changed\nextends: two-ten-jack\n{change}\n"
    game = trickcore.loads(text, options={"target": 5, "must_trump": False})
    dice = random.Random("changed")
    with pytest.raises(AssertionError):
        for number in range(300):
            LockStep(5, False, number % 2, dice, game).play(100)


def positions(match: Match, dice: random.Random, most: int) -> Iterator[Match]:
    """The match before each of its (at most so many) random actions, and at its end."""
    for _ in range(most):
        yield match
        if match.over:
            return
        match.play(dice.choice(match.legal_ids))
    yield match


def test_random_matches_agree_with_the_model_on_lengths() -> None:
    """From seeds instead of given packs: a match of the game has whole deals only, and ends by the model's rule."""
    dice = random.Random("lengths")
    for seed in range(20):
        match = two_ten_jack(31, True).start(seed=seed)
        *_, end = positions(match, dice, 52 * 200)
        assert end.over
        assert len(end.actions) % 52 == 0
        assert max(end.scores) >= 31
        assert sum(end.scores) == 5 * len(end.actions) // 52
