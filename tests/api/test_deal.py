from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import play_random
from trickcore import Deal, Game, Match, loads
from trickcore.errors import SetupError


def pack(game: Game) -> list[str]:
    return [card.name for card in game.program.cards]


def hands(match: Match) -> list[set[str]]:
    return [set(match.view(seat).hand) for seat in range(2)]


def test_a_whole_pack_in_every_form(game: Game) -> None:
    order = pack(game)[::-1]
    match = game.start(7, deal=order, dealer=0)
    assert hands(match)[0] | hands(match)[1] == set(order[:12])
    ascii_text = ", ".join(next(c.ascii for c in game.program.cards if c.name == name) for name in order)
    for form in (" ".join(order), tuple(order), ascii_text, [" ".join(order)]):
        assert hands(game.start(7, deal=form, dealer=0)) == hands(match)
    for card in order[12:14]:  # the rest lies in its order
        draws(match)
        assert any(card in hand for hand in hands(match))


def draws(match: Match) -> None:
    match.play(match.legal_ids[0]).play(match.legal_ids[0])


def test_hands_and_stock_by_place(game: Game) -> None:
    for deal in (
        {"hands": {0: "A♠ 2♥", 1: ["KD", "QD"]}, "stock": "2♣ 3♣"},
        {"hands": ["A♠ 2♥", "KD QD"], "stock": "2C, 3C"},
        {"hands": {0: "A♠ 2♥", 1: "K♦ Q♦"}, "zones": {"stock": "2♣ 3♣"}},
        Deal(hands={"0": "AS 2H", 1: "K♦ Q♦"}, zones={"stock": "2♣ 3♣"}),
        Deal(hands={game.seats[0]: "AS 2H", game.seats[1]: "K♦ Q♦"}, zones={"stock": "2♣ 3♣"}),
    ):
        match = game.start(7, deal=deal, dealer=0)
        assert {"A♠", "2♥"} <= hands(match)[0] and {"K♦", "Q♦"} <= hands(match)[1]
        assert [len(hand) for hand in hands(match)] == [6, 6]
        before = hands(match)
        draws(match)
        new = [(after - earlier) for earlier, after in zip(before, hands(match), strict=True)]
        assert sorted(card for cards in new for card in cards) == ["2♣", "3♣"]


TURNED = """
trickcore: 1
name: Turned
players: 3
deck: french 52
trumps: trump
order: {all: A K Q J 10..2}
zones: {turned: open, kitty: hidden, stock: hidden}
state: {trump: suit}
play: {follow: [led, any], after trick: [{move: {from: stock, count: 1, to: hand(winning)}}]}
steps:
  - deal: {turned: 1, each: 4 if me == dealer else 5, kitty: 2, rest: stock}
  - set: {trump: suit(turned)}
  - move: {from: turned, to: hand(dealer)}
  - move: {from: stock, count: 1, to: kitty}
  - play: 3
  - score: tricks
match: {deals: 3}
"""


@pytest.fixture(scope="module")
def turned() -> Game:
    return loads(TURNED)


def test_a_card_that_is_turned_up_and_moved_on(turned: Game) -> None:
    match = turned.start(1, deal={"turned": "5♦", "hands": {2: "A♠ K♠ Q♠ J♠"}}, dealer=2)
    assert set(match.view(2).hand) == {"5♦", "A♠", "K♠", "Q♠", "J♠"}
    assert match.view(0).variables["trump"] == "♦"


def test_a_hand_with_the_card_that_comes_to_it_later(turned: Game) -> None:
    match = turned.start(1, deal={"hands": {2: "A♠ K♠ Q♠ J♠ 5♦"}}, dealer=2)
    assert set(match.view(2).hand) == {"5♦", "A♠", "K♠", "Q♠", "J♠"}
    assert match.view(2).variables["trump"] == "♦"  # those that stay are given first
    with pytest.raises(SetupError, match="4 cards are dealt to hand of seat 2, and 5 are given"):
        turned.start(1, deal={"hands": {2: "A♠ K♠ Q♠ J♠ 5♦"}, "turned": "3♣"}, dealer=2)


def test_turned_up_cards_of_later_deals(turned: Game) -> None:
    deals: list[Any] = [{"turned": "5♦"}, {"turned": "6♣"}, {"turned": "7♠", "hands": {1: "2♣ 3♣ 4♣ 5♣"}}]
    match = turned.start(1, deal=deals, dealer=2)
    trumps = []
    while not match.over:
        trumps.append(match.view(None).variables["trump"])
        match.play(match.legal_ids[0])
    assert list(dict.fromkeys(trumps)) == ["♦", "♣", "♠"]
    match.undo(len(match.actions))
    assert match.view(None).variables["trump"] == "♦" and "5♦" in match.view(2).hand


def test_a_card_moved_from_the_stock_is_for_the_place_that_gets_fewer(turned: Game) -> None:
    match = turned.start(1, deal={"kitty": "A♠ K♠ Q♠", "stock": "2♣ 3♣"}, dealer=2)
    assert [match.view(None).zones[name].count for name in ("kitty", "stock")] == [3, 34]
    for _ in range(3):
        match.play(match.legal_ids[0])
    assert "2♣" in match.view(match.view(None).leader).hand


def test_what_is_not_named_comes_from_the_seed(game: Game) -> None:
    deal = {"hands": {0: "A♠"}}
    assert hands(game.start(1, deal=deal)) == hands(game.start(1, deal=deal))
    assert hands(game.start(1, deal=deal)) != hands(game.start(2, deal=deal))
    assert hands(game.start(1, deal={})) == hands(game.start(1))


def test_each_dealer(game: Game) -> None:
    for seed in range(4):
        dealers: list[int | str] = [0, 1, *game.seats]
        for dealer in dealers:
            match = game.start(seed, dealer=dealer)
            wanted = dealer if isinstance(dealer, int) else game.seats.index(dealer)
            assert match.view(None).dealer == wanted and match.decision.seat == 1 - wanted
            given = game.start(seed, deal={"hands": {0: "A♠ 2♥"}}, dealer=dealer)
            assert given.view(None).dealer == wanted and "A♠" in given.view(0).hand


def test_decks_for_later_deals(game: Game) -> None:
    deals: list[Any] = [{"hands": {0: "A♠"}}, {"hands": {0: "2♣", 1: "A♠ K♠"}, "stock": "3♥"}, pack(game)]
    match = game.start(7, deal=deals, dealer=0)
    assert "A♠" in hands(match)[0]
    to_deal(match, 2)
    assert "2♣" in hands(match)[0] and {"A♠", "K♠"} <= hands(match)[1]
    second = match.view(1).to_json()
    actions = match.actions
    to_deal(match, 3)
    assert hands(match)[0] | hands(match)[1] == set(pack(game)[:12])
    match.undo(len(match.actions) - len(actions))
    assert match.view(1).to_json() == second
    match.undo(20)  # another way to the second deal: it is dealt as given all the same
    play_random(match, 5, 20)
    assert {"A♠", "K♠"} <= hands(match)[1] and match.events(1)


def test_copies_keep_their_decks_apart(game: Game) -> None:
    deals: list[Any] = [{"hands": {0: "A♠"}}, {"hands": {0: "2♣"}}, {"hands": {1: "2♣"}}]
    match = game.start(7, deal=deals)
    twin = match.copy()
    to_deal(twin, 3)
    assert "2♣" in hands(twin)[1]
    to_deal(match, 2)
    assert "2♣" in hands(match)[0]
    twin.undo(len(twin.actions))
    assert "A♠" in hands(twin)[0] and match.view(0) == match.copy().view(0)


def to_deal(match: Match, number: int) -> None:
    first = match.game.start(0).deal_number or 0
    while not match.over and (match.deal_number or 0) - first + 1 < number:
        match.play(match.legal_ids[-1])
    assert not match.over


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ("A♠ K♠", "the pack has 52 cards and 2 are given; missing: "),
        ({"hands": {0: "A♠ A♠"}}, "A♠ is given 2 times, and the pack holds it once"),
        ({"hands": {0: "A♠"}, "stock": "AS"}, "A♠ is given 2 times"),
        ({"hands": {0: "A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠"}}, "6 cards are dealt to hand of {0}, and 7 are given"),
        ({"hands": {0: "1♠"}}, "'1♠' is not a card of this pack; did you mean "),
        ({"hands": {0: "joker"}}, "'joker' is not a card of this pack"),
        ({"hands": {2: "A♠"}}, "there is no seat 2: the seats are 0 to 1, or {0}, {1}"),
        ({"hands": {"nobody": "A♠"}}, "there is no seat 'nobody'"),
        ({"kitty": "A♠"}, "no cards are dealt to kitty; they are dealt to: hand of {0}, hand of {1}, stock"),
        ({"zones": {"kitty": "A♠"}}, "no cards are dealt to kitty; they are dealt to: hand of {0}, hand of {1}, stock"),
        ({"zones": "A♠"}, "zones are given by name: {{"),
        ({"zones": {"stock": "A♠"}, "stock": "2♣"}, "stock is given twice: in `zones`, and beside it"),
        ({"hands": {0: 7}}, "cards are a text or a list of texts, not int"),
        ({"hands": 7}, "hands are given by seat"),
        ([], "the list of deals is empty"),
        (7, "a deal is a text, a list, a mapping or a Deal, not int"),
        ([{"hands": {0: "A♠"}}, 7], "cards are a text or a list of texts, not int"),
    ],
)
def test_what_does_not_fit(game: Game, deal: Any, words: str) -> None:
    with pytest.raises(SetupError) as error:
        game.start(7, deal=deal, dealer=0)
    assert words.format(*game.seats) in str(error.value)


def test_a_whole_pack_with_a_double_names_it(game: Game) -> None:
    with pytest.raises(SetupError, match="A♠ is given 2 times"):
        game.start(7, deal=[*(c for c in pack(game) if c != "6♦"), "A♠"])


def test_a_later_deal_that_does_not_fit_leaves_the_match_as_it_was(game: Game) -> None:
    match = game.start(7, deal=[{}, {"kitty": "A♠"}])
    while len(match.actions) < 51:
        match.play(match.legal_ids[0])
    before = match.view(0).to_json()
    with pytest.raises(SetupError, match="no cards are dealt to kitty"):
        match.play(match.legal_ids[0])
    assert match.view(0).to_json() == before and len(match.actions) == 51


@pytest.mark.parametrize("seat", [2, -1, "x"])
def test_a_dealer_that_is_not_there(game: Game, seat: Any) -> None:
    with pytest.raises(SetupError, match="no seat"):
        game.start(7, dealer=seat)


def test_seeds_that_are_none(game: Game) -> None:
    with pytest.raises(SetupError, match="a seed is"):
        game.start(1.5)  # type: ignore[arg-type]
