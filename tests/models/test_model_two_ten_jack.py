"""Position tests of the Two-Ten-Jack model, each taken from a sentence of the rules."""

import random
from collections.abc import Iterator

import pytest

from .two_ten_jack import ALL_CARDS, Model, points_of


def same_packs() -> Iterator[list[str]]:
    """Yield the unshuffled pack for ever."""
    while True:
        yield list(ALL_CARDS)


def shuffled_packs(chance: random.Random) -> Iterator[list[str]]:
    """Yield shuffled packs for ever."""
    while True:
        pack = list(ALL_CARDS)
        chance.shuffle(pack)
        yield pack


def position(leader: str, follower: str, stock: str = "", target: int = 31, must_trump: bool = True) -> Model:
    """Return a model in which seat 0 leads from the given hands."""
    model = Model(1, same_packs(), target, must_trump)
    model.hands = [leader.split(), follower.split()]
    model.stock = stock.split()
    return model


def answers(lead: str, follower: str, must_trump: bool = True) -> list[str]:
    """Return what the follower may play when seat 0 leads."""
    model = position(lead.split(maxsplit=1)[0], follower, must_trump=must_trump)
    model.play(lead)
    return model.legal()


def taker(lead: str, answer: str) -> int:
    """Return the seat that takes a trick led by seat 0."""
    model = position(lead.split(maxsplit=1)[0], answer, stock="3♦ 4♦")
    model.play(lead)
    model.play(answer)
    return model.seat


def test_pack_is_complete() -> None:
    assert len(ALL_CARDS) == 52
    assert len(set(ALL_CARDS)) == 52
    assert sum(points_of(card) for card in ALL_CARDS) == 5


def test_card_points() -> None:
    assert [points_of(card) for card in ["2♥", "10♥", "J♥"]] == [5, 5, 5]
    assert [points_of(card) for card in ["2♣", "10♣", "J♣"]] == [-5, -5, -5]
    assert [points_of(card) for card in ["2♠", "10♠", "J♠", "A♠", "6♦"]] == [1, 1, 1, 1, 1]
    assert len([card for card in ALL_CARDS if points_of(card) != 0]) == 11


@pytest.mark.parametrize("dealer", [0, 1])
def test_deal(dealer: int) -> None:
    model = Model(dealer, same_packs())
    assert model.hands[1 - dealer] == ALL_CARDS[0:6]
    assert model.hands[dealer] == ALL_CARDS[6:12]
    assert model.stock == ALL_CARDS[12:52]
    assert model.seat == 1 - dealer
    assert (model.deal_number, model.scores, model.last_deal_points) == (1, [0, 0], None)
    assert (model.over, model.winners()) == (False, [])


def test_any_card_may_be_led() -> None:
    assert position("2♣ 5♥ 9♠ K♦", "3♣ 4♣ 5♣ 6♣").legal() == sorted(["2♣", "5♥", "9♠", "K♦"])


def test_speculation_led_is_two_actions() -> None:
    model = position("A♠ 5♥", "3♣ 4♣")
    assert model.legal() == sorted(["A♠ as ♠", "A♠ as trump", "5♥"])
    with pytest.raises(ValueError, match="not a legal action"):
        model.play("A♠")
    model.play("A♠ as trump")
    assert model.trick == [(0, "A♠", "trump")]


@pytest.mark.parametrize(
    ("lead", "follower", "expected"),
    [
        # Follow suit; else trump; else anything.
        ("9♣", "2♣ K♣ A♥ A♠", "2♣ K♣"),
        ("9♣", "2♥ K♥ A♦ 3♠", "2♥ K♥"),
        ("9♣", "Q♦ 3♠ 4♠", "Q♦ 3♠ 4♠"),
        # A heart is led: hearts and A♠ follow, A♠ is forced as the only trump.
        ("9♥", "2♥ A♥ A♠ 3♠ 4♦", "2♥ A♥ A♠"),
        ("9♥", "A♠ 3♠ 4♦", "A♠"),
        ("9♥", "K♠ 3♠ 4♦", "K♠ 3♠ 4♦"),
        # A spade is led: spades and A♠ follow, A♠ is forced as the only spade even with hearts.
        ("9♠", "A♠ 3♠ 4♥ 5♦", "A♠ 3♠"),
        ("9♠", "A♠ 4♥ K♥ 5♦", "A♠"),
        ("9♠", "4♥ K♥ 5♦", "4♥ K♥"),
        ("9♠", "4♣ 5♦", "4♣ 5♦"),
        # A club or a diamond is led, void in it.
        ("9♦", "A♠ 4♥ 5♣ 6♠", "A♠ 4♥"),
        ("9♦", "A♠ 5♣ 6♠", "A♠"),
        ("9♣", "A♠ 5♦ 6♠", "A♠"),
        ("9♦", "A♠ 5♦ 6♥", "5♦"),
        # A♠ is led: the declaration fixes what must be followed.
        ("A♠ as ♠", "3♠ 4♥ 5♦", "3♠"),
        ("A♠ as ♠", "4♥ K♥ 5♦", "4♥ K♥"),
        ("A♠ as ♠", "4♣ 5♦", "4♣ 5♦"),
        ("A♠ as trump", "3♠ 4♥ 5♦", "4♥"),
        ("A♠ as trump", "3♠ 5♦", "3♠ 5♦"),
    ],
)
def test_answers(lead: str, follower: str, expected: str) -> None:
    assert answers(lead, follower) == sorted(expected.split())


@pytest.mark.parametrize(
    ("lead", "follower", "expected"),
    [
        ("9♣", "2♥ K♥ A♦ 3♠", "2♥ K♥ A♦ 3♠"),
        ("9♦", "A♠ 5♣ 6♠", "A♠ 5♣ 6♠"),
        ("9♠", "4♥ 5♦", "4♥ 5♦"),
        ("A♠ as ♠", "4♥ 5♦", "4♥ 5♦"),
        # A♠ still is one of the suit led when hearts or spades are led.
        ("9♥", "A♠ 3♠ 4♦", "A♠"),
        ("9♠", "A♠ 4♥ 5♦", "A♠"),
        ("9♣", "2♣ 4♥ 5♦", "2♣"),
    ],
)
def test_answers_without_must_trump(lead: str, follower: str, expected: str) -> None:
    assert answers(lead, follower, must_trump=False) == sorted(expected.split())


@pytest.mark.parametrize(
    ("lead", "answer", "expected"),
    [
        ("9♣", "10♣", 1),
        ("A♣", "K♣", 0),
        ("2♣", "A♦", 0),
        ("A♣", "2♥", 1),
        ("9♥", "10♥", 1),
        ("J♥", "10♥", 0),
        ("2♥", "A♦", 0),
        ("A♥", "A♠", 1),
        ("K♠", "A♠", 1),
        ("A♦", "A♠", 1),
        ("A♠ as ♠", "A♥", 0),
        ("A♠ as ♠", "K♠", 0),
        ("A♠ as trump", "A♥", 0),
        ("A♠ as trump", "A♣", 0),
    ],
)
def test_taker(lead: str, answer: str, expected: int) -> None:
    assert taker(lead, answer) == expected


def test_winner_draws_first_and_leads() -> None:
    model = position("9♣ 3♦", "10♣ 4♦", stock="K♠ Q♠ 5♥ 6♥")
    model.play("9♣")
    model.play("10♣")
    assert model.hands == [["3♦", "Q♠"], ["4♦", "K♠"]]
    assert model.stock == ["5♥", "6♥"]
    assert (model.seat, model.trick) == (1, [])
    assert model.captured == [[], ["9♣", "10♣"]]


def test_no_draw_from_an_empty_stock() -> None:
    model = position("9♣ 3♦", "10♣ 4♦")
    model.play("9♣")
    model.play("10♣")
    assert model.hands == [["3♦"], ["4♦"]]
    assert model.deal_number == 1


def test_deal_alternates_and_scores_stay() -> None:
    model = position("10♥", "J♣")
    model.scores = [0, -3]
    model.play("10♥")
    model.play("J♣")
    assert (model.last_deal_points, model.scores) == ([0, 0], [0, -3])
    assert (model.deal_number, model.dealer, model.seat, model.over) == (2, 0, 1, False)
    assert model.hands == [ALL_CARDS[6:12], ALL_CARDS[0:6]]
    assert (model.events["deal ended"], model.events["negative score"]) == (1, 1)


def test_target_waits_for_the_end_of_the_deal() -> None:
    model = position("10♥ 10♣", "2♥ 2♦")
    model.scores = [25, 0]
    model.play("10♥")
    model.play("2♥")
    assert (model.over, model.scores) == (False, [25, 0])
    model.play("10♣")
    model.play("2♦")
    assert (model.over, model.scores, model.last_deal_points) == (False, [30, 0], [5, 0])


def test_reaching_the_target_exactly_wins() -> None:
    model = position("2♠", "3♦")
    model.scores = [30, 12]
    model.play("2♠")
    model.play("3♦")
    assert (model.over, model.winners(), model.scores) == (True, [0], [31, 12])
    assert model.legal() == []
    assert model.deal_number == 1
    assert model.events["both at target"] == 0


def test_both_at_target_the_higher_wins() -> None:
    model = position("2♠", "3♦")
    model.scores = [31, 33]
    model.play("2♠")
    model.play("3♦")
    assert (model.over, model.winners()) == (True, [1])
    assert (model.events["both at target"], model.events["tie at target"]) == (1, 0)


def test_tie_at_target_is_another_deal() -> None:
    model = position("2♠", "3♦")
    model.scores = [31, 32]
    model.play("2♠")
    model.play("3♦")
    assert (model.over, model.winners(), model.scores) == (False, [], [32, 32])
    assert (model.deal_number, model.dealer) == (2, 0)
    assert (model.events["both at target"], model.events["tie at target"]) == (1, 1)


def test_tie_below_target_is_no_tie_at_target() -> None:
    model = position("2♠", "3♦")
    model.scores = [29, 30]
    model.play("2♠")
    model.play("3♦")
    assert (model.over, model.events["tie at target"]) == (False, 0)


@pytest.mark.parametrize(
    ("lead", "follower", "expected"),
    [
        ("9♥", "A♠ 3♠", ["forced speculation on hearts"]),
        ("9♥", "A♠ 3♥", []),
        ("9♠", "A♠ 3♥", ["forced speculation on spades"]),
        ("9♠", "A♠ 3♠", ["speculation optional on spade lead"]),
        ("9♦", "A♠ 3♠", ["speculation as the last trump"]),
        ("9♦", "A♠ 3♥", []),
        ("9♦", "4♦ A♠", []),
        ("A♠ as trump", "3♠ 4♠", ["speculation led as trump"]),
        ("A♠ as ♠", "3♠ 4♠", ["speculation led as spade"]),
        ("A♠ as ♠", "3♥ 4♦", ["speculation led as spade", "speculation led as spade to a hand without spades"]),
    ],
)
def test_events(lead: str, follower: str, expected: list[str]) -> None:
    model = position(lead.split(maxsplit=1)[0] + " 8♣", follower)
    model.play(lead)
    model.play(follower.split(maxsplit=1)[0])
    assert sorted(model.events.elements()) == sorted(expected)


def test_no_forced_last_trump_without_must_trump() -> None:
    model = position("9♦ 8♣", "A♠ 3♠", must_trump=False)
    model.play("9♦")
    model.play("A♠")
    assert model.events["speculation as the last trump"] == 0


@pytest.mark.parametrize("target", [0, -1, 501])
def test_target_range(target: int) -> None:
    with pytest.raises(ValueError, match="target"):
        Model(0, same_packs(), target)


@pytest.mark.parametrize("target", [1, 500])
def test_target_bounds_are_allowed(target: int) -> None:
    assert Model(0, same_packs(), target).target == target


def test_illegal_card_changes_nothing() -> None:
    model = position("9♣ 3♦", "10♣ 4♦")
    model.play("9♣")
    with pytest.raises(ValueError, match="not a legal action"):
        model.play("4♦")
    assert (model.seat, model.hands, model.trick) == (1, [["3♦"], ["10♣", "4♦"]], [(0, "9♣", None)])


def cards_in_sight(model: Model) -> list[str]:
    """Return every card of the deal, wherever it lies."""
    table = [card for _seat, card, _declared in model.trick]
    return model.hands[0] + model.hands[1] + model.stock + table + model.captured[0] + model.captured[1]


def play_match(chance: random.Random, target: int, must_trump: bool) -> Model:
    """Play a match at random, checking the totals after each action."""
    model = Model(chance.randrange(2), shuffled_packs(chance), target, must_trump)
    first_dealer = model.dealer
    plays = 0
    while not model.over:
        before = list(model.scores)
        model.play(chance.choice(model.legal()))
        plays += 1
        assert sorted(cards_in_sight(model)) == sorted(ALL_CARDS)
        assert model.events["deal ended"] == plays // 52
        assert model.dealer == (first_dealer + model.deal_number - 1) % 2
        if plays % 52 != 0:
            assert model.scores == before
            continue
        assert model.last_deal_points is not None
        assert sum(model.last_deal_points) == 5
        assert all(-15 <= points <= 20 for points in model.last_deal_points)
        assert model.scores == [before[0] + model.last_deal_points[0], before[1] + model.last_deal_points[1]]
    return model


@pytest.mark.parametrize("must_trump", [True, False])
@pytest.mark.parametrize("target", [1, 31, 60])
def test_random_matches(target: int, must_trump: bool) -> None:
    chance = random.Random(f"{target} {must_trump}")
    for _ in range(60):
        model = play_match(chance, target, must_trump)
        winner = model.winners()[0]
        assert model.scores[winner] >= target
        assert model.scores[winner] > model.scores[1 - winner]
        assert sum(model.scores) == 5 * model.deal_number
