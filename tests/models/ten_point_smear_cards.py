"""Cards, tricks and awards of Ten Point Smear, the part of the naive model that knows nothing of turns."""

from __future__ import annotations

from dataclasses import dataclass

SUITS = ["C", "D", "H", "S"]
# Text, card rankings: the other suits rank from the ace down to the two. Here from low to high.
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
JOKER = "JOKER"
# Text, materials: a standard deck of 52 cards and two jokers. Ruling: the jokers are identical.
ALL_CARDS: list[str] = [rank + suit for suit in SUITS for rank in RANKS] + [JOKER, JOKER]
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
# Text, card rankings: ace, king, queen, jack, jick, jokers, ten ... two. Here from low to high.
TRUMP_PLACES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "joker", "jick", "J", "Q", "K", "A"]
# Text, bidding point values: what each award counts.
AWARD_POINTS = {"high": 1, "low": 1, "jack": 1, "jick": 1, "joker": 1, "three": 3, "game": 1}
# Text, bidding point values: what a card won counts for the game point; the joker is an option.
GAME_VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}


def trump_place(card: str, trump: str) -> str | None:
    """Return the name of a card's place among the trumps, or None for a plain card."""
    if card == JOKER:
        return "joker"
    # Ruling: the jick belongs to trumps only.
    if card == "J" + SAME_COLOUR[trump]:
        return "jick"
    if card[-1] == trump:
        return card[:-1]
    return None


def suit_in_play(card: str, trump: str) -> str:
    """Return the suit a card belongs to once trumps are named."""
    if trump_place(card, trump) is not None:
        return trump
    return card[-1]


def height(card: str, trump: str) -> int:
    """Return the height of a card within the suit it belongs to."""
    place = trump_place(card, trump)
    if place is not None:
        return TRUMP_PLACES.index(place)
    return RANKS.index(card[:-1])


def is_scoring_trump(card: str, trump: str) -> bool:
    """Tell whether a trump is one of those for which a point is awarded."""
    return trump_place(card, trump) in ["A", "2", "J", "jick", "joker", "3"]


def takes_over(later: str, best: str, trump: str, equal_jokers: str) -> bool:
    """Tell whether a card played later beats the best card of the trick so far."""
    # Text, card rankings: the first joker ranks the second. Ruling: which one is higher is an option.
    if later == JOKER and best == JOKER:
        return equal_jokers == "second"
    if suit_in_play(later, trump) == suit_in_play(best, trump):
        return height(later, trump) > height(best, trump)
    # Text, gameplay: the highest trump wins; else the highest card of the suit led, which the best card has.
    return suit_in_play(later, trump) == trump


def trick_winner(plays: list[tuple[int, str]], trump: str, equal_jokers: str) -> int:
    """Return the seat that wins a trick, given its plays in order."""
    winner, best = plays[0]
    for seat, card in plays[1:]:
        if takes_over(card, best, trump, equal_jokers):
            winner, best = seat, card
    return winner


@dataclass
class Trick:
    """A finished trick: its plays in order and the seat that won it."""

    plays: list[tuple[int, str]]
    winner: int


# The name of an award and the seats it goes to; several must be of one side, or else nobody has it.
Award = tuple[str, list[int]]


def trumps_played(tricks: list[Trick], trump: str) -> list[tuple[str, int, int]]:
    """Return the trumps in the order of play: the card, who played it and who won it."""
    trumps = []
    for trick in tricks:
        for seat, card in trick.plays:
            if trump_place(card, trump) is not None:
                trumps.append((card, seat, trick.winner))
    return trumps


def taken_awards(tricks: list[Trick], trump: str) -> list[Award]:
    """Return the awards for trumps won, each with the seat that won it."""
    # Text: these go to the team that wins the card in a trick. Ruling: a card not in play counts for nobody.
    names = {"J": "jack", "jick": "jick", "joker": "joker", "3": "three"}
    found: list[Award] = []
    for card, _seat, winner in trumps_played(tricks, trump):
        place = trump_place(card, trump) or ""
        if place in names:
            found.append((names[place], [winner]))
    return found


def high_award(tricks: list[Trick], trump: str, high_low: str) -> list[Award]:
    """Return High with the seats that played it, or nothing when there is none."""
    # Text: High goes to the team who plays the ace of trump.
    trumps = trumps_played(tricks, trump)
    if high_low == "ace and two":
        return [("high", [seat]) for card, seat, _winner in trumps if card == "A" + trump]
    # Ruling, option high_low: the highest trump in play.
    heights = [height(card, trump) for card, _seat, _winner in trumps]
    highest = [play for play in trumps if height(play[0], trump) == max(heights)]
    return [("high", [seat for _card, seat, _winner in highest])] if trumps != [] else []


def low_award(tricks: list[Trick], trump: str, high_low: str, low_to: str) -> list[Award]:
    """Return Low with the seats it goes to, or nothing when there is none."""
    trumps = trumps_played(tricks, trump)
    if high_low == "ace and two":
        lowest = [play for play in trumps if play[0] == "2" + trump]
    else:
        # Ruling, option high_low: the lowest trump in play.
        heights = [height(card, trump) for card, _seat, _winner in trumps]
        lowest = [play for play in trumps if height(play[0], trump) == min(heights)]
    # Text: Low goes to the team who plays the two. Ruling, option low_to: to the side that wins it instead.
    return [("low", [seat if low_to == "plays" else winner for _card, seat, winner in lowest])] if lowest != [] else []


def game_count(tricks: list[Trick], seats: list[int], joker_game_value: int) -> int:
    """Return what the cards won by some seats count for the game point."""
    count = 0
    for trick in tricks:
        if trick.winner in seats:
            for _seat, card in trick.plays:
                count = count + game_value(card, joker_game_value)
    return count


def game_value(card: str, joker_game_value: int) -> int:
    """Return what a card counts for the game point."""
    if card == JOKER:
        return joker_game_value
    return GAME_VALUES.get(card[:-1], 0)


def distinct(cards: list[str]) -> list[str]:
    """Return the cards in order, each once: two jokers are one choice."""
    return list(dict.fromkeys(cards))
