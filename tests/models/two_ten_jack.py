"""A naive model of Two-Ten-Jack, written from the rule text alone and used as a test oracle."""

from collections import Counter
from collections.abc import Iterable, Iterator

SUITS = ["♠", "♥", "♦", "♣"]
# Text, card order: the ace is high, the two is low.
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
# Text, preliminaries: a standard deck of 52 cards.
ALL_CARDS: list[str] = [rank + suit for suit in SUITS for rank in RANKS]

# Text, speculation: the ace of spades is a special trump.
SPECULATION = "A♠"
AS_SPADE = "A♠ as ♠"
AS_TRUMP = "A♠ as trump"


def suit_of(card: str) -> str:
    """Return the suit printed on a card."""
    return card[-1]


def height_of(card: str) -> int:
    """Return the place of a card in its own suit, 0 for the two."""
    return RANKS.index(card[:-1])


def is_trump(card: str) -> bool:
    """Tell whether a card is a trump."""
    # Text, speculation: hearts are always trump, and the ace of spades is a trump too.
    # Ruling: A♠ belongs to spades and to trumps.
    return suit_of(card) == "♥" or card == SPECULATION


def points_of(card: str) -> int:
    """Return what a captured card counts."""
    # Text, scoring: three hearts count plus five.
    if card in ["2♥", "10♥", "J♥"]:
        return 5
    # Text, scoring: three clubs count minus five.
    if card in ["2♣", "10♣", "J♣"]:
        return -5
    # Text, scoring: four spades count plus one.
    if card in ["2♠", "10♠", "J♠", "A♠"]:
        return 1
    # Text, scoring: the six of diamonds counts plus one.
    if card == "6♦":
        return 1
    return 0


def first_beats_second(first: str, second: str) -> bool:
    """Tell whether the card led takes the trick from the card played to it."""
    # Text, speculation: it ranks above all hearts. Ruling: it beats everything, however it was declared.
    if first == SPECULATION:
        return True
    if second == SPECULATION:
        return False
    # Text, following: the highest trump takes the trick, or without trumps the highest card of the led suit.
    if suit_of(first) == suit_of(second):
        return height_of(first) > height_of(second)
    # Two different suits: a heart played to another suit is the only trump; any other card is thrown off.
    return suit_of(second) != "♥"


class Model:
    """A match between seats 0 and 1, played one action at a time."""

    def __init__(self, dealer: int, packs: Iterable[list[str]], target: int = 31, must_trump: bool = True) -> None:
        """Start a match and deal the first hands."""
        if dealer not in [0, 1]:
            message = f"no such seat: {dealer}"
            raise ValueError(message)
        # Ruling, options: the target is 1 to 500.
        if target < 1 or target > 500:
            message = f"target out of range: {target}"
            raise ValueError(message)
        self.dealer: int = dealer
        self.target: int = target
        self.must_trump: bool = must_trump
        self.packs: Iterator[list[str]] = iter(packs)
        self.over: bool = False
        self.seat: int = 0
        self.hands: list[list[str]] = [[], []]
        self.stock: list[str] = []
        self.trick: list[tuple[int, str, str | None]] = []
        self.captured: list[list[str]] = [[], []]
        self.scores: list[int] = [0, 0]
        self.last_deal_points: list[int] | None = None
        self.deal_number: int = 0
        self.events: Counter[str] = Counter()
        self._deal()

    def legal(self) -> list[str]:
        """Return the texts of the actions open to the seat to act, sorted."""
        if self.over:
            return []
        if self.trick == []:
            return sorted(self._leads())
        return sorted(self._answers())

    def play(self, text: str) -> None:
        """Play one action of the seat to act."""
        if text not in self.legal():
            message = f"not a legal action: {text}"
            raise ValueError(message)
        if self.trick == []:
            self._lead(text)
        else:
            self._answer(text)

    def winners(self) -> list[int]:
        """Return the seat that won the match, or nothing while it goes on."""
        if not self.over:
            return []
        # Ruling: if both reach the target the higher total wins; if one does, it is the higher one anyway.
        if self.scores[0] > self.scores[1]:
            return [0]
        return [1]

    def _deal(self) -> None:
        pack = list(next(self.packs))
        if sorted(pack) != sorted(ALL_CARDS):
            message = "a pack is the 52 cards, each once"
            raise ValueError(message)
        eldest = 1 - self.dealer
        # Text, preliminaries: six cards each, the remaining cards form the stock.
        self.hands[eldest] = pack[0:6]
        self.hands[self.dealer] = pack[6:12]
        self.stock = pack[12:]
        self.trick = []
        self.captured = [[], []]
        self.deal_number = self.deal_number + 1
        # Text, preliminaries: the non-dealer leads the first trick.
        self.seat = eldest

    def _leads(self) -> list[str]:
        # Text, following: any card may be led.
        actions = []
        for card in self.hands[self.seat]:
            if card == SPECULATION:
                # Text, speculation: its leader declares it a spade or a trump. Ruling: two different actions.
                actions.append(AS_SPADE)
                actions.append(AS_TRUMP)
            else:
                actions.append(card)
        return actions

    def _led_suit(self) -> str:
        card, declared = self.trick[0][1], self.trick[0][2]
        # Ruling: the declaration fixes only what must be followed.
        if declared == "trump":
            return "♥"
        if declared == "♠":
            return "♠"
        return suit_of(card)

    def _answers(self) -> list[str]:
        hand = self.hands[self.seat]
        led = self._led_suit()
        trumps = [card for card in hand if is_trump(card)]
        # Text, following: a card of the led suit if able.
        # Text, second speculation rule: A♠ may follow a spade, and must if there is no other spade.
        following = [card for card in hand if suit_of(card) == led]
        # Text, first speculation rule: A♠ may follow a heart, and must if there is no other trump.
        if led == "♥" and SPECULATION in hand:
            following.append(SPECULATION)
        if following != []:
            return following
        # Text, following: otherwise a trump if able.
        # Text, third speculation rule: it is one of these trumps, and must be played if it is the only one.
        # Ruling, option must_trump: without it a hand void of the led suit may play anything.
        if self.must_trump and trumps != []:
            return trumps
        # Text, following: neither led suit nor trump, then any card.
        return list(hand)

    def _lead(self, text: str) -> None:
        card = text
        declared = None
        if text == AS_SPADE:
            card = SPECULATION
            declared = "♠"
        if text == AS_TRUMP:
            card = SPECULATION
            declared = "trump"
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card, declared))
        self.seat = 1 - self.seat
        self._count_lead(declared)

    def _answer(self, card: str) -> None:
        self._count_answer()
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card, None))
        self._end_trick()

    def _end_trick(self) -> None:
        leader, first = self.trick[0][0], self.trick[0][1]
        follower, second = self.trick[1][0], self.trick[1][1]
        winner = follower
        if first_beats_second(first, second):
            winner = leader
        self.captured[winner].append(first)
        self.captured[winner].append(second)
        self.trick = []
        # Text, preliminaries: each player draws a card between tricks, the winner of the last trick first.
        # Ruling: when the stock is gone the last six tricks are played out.
        if self.stock != []:
            self.hands[winner].append(self.stock.pop(0))
            self.hands[1 - winner].append(self.stock.pop(0))
        # Text, preliminaries: the winner of a trick leads to the next.
        self.seat = winner
        # Text, preliminaries: play goes on until all cards of the deck have been played.
        if self.hands == [[], []]:
            self._end_deal()

    def _end_deal(self) -> None:
        points = [0, 0]
        for seat in [0, 1]:
            for card in self.captured[seat]:
                points[seat] = points[seat] + points_of(card)
            self.scores[seat] = self.scores[seat] + points[seat]
        self.last_deal_points = points
        self._count_end()
        # Ruling: the target is tested at the end of a deal.
        if max(self.scores) >= self.target and not self._tie_at_target():
            self.over = True
            return
        # Text, preliminaries: the deck is reshuffled and dealt anew. Ruling: the deal alternates.
        self.dealer = 1 - self.dealer
        self._deal()

    def _tie_at_target(self) -> bool:
        # Ruling: both reach the target with equal totals, then there is another deal.
        return self.scores[0] >= self.target and self.scores[0] == self.scores[1]

    def _count_lead(self, declared: str | None) -> None:
        if declared == "trump":
            self.events["speculation led as trump"] += 1
        if declared == "♠":
            self.events["speculation led as spade"] += 1
            # Ruling: a follower without spades must play a heart if it has one, and loses to A♠.
            if [card for card in self.hands[self.seat] if suit_of(card) == "♠"] == []:
                self.events["speculation led as spade to a hand without spades"] += 1

    def _count_answer(self) -> None:
        hand = self.hands[self.seat]
        if SPECULATION not in hand:
            return
        led = self._led_suit()
        only_trump = [card for card in hand if is_trump(card)] == [SPECULATION]
        only_spade = [card for card in hand if suit_of(card) == "♠"] == [SPECULATION]
        void = [card for card in hand if suit_of(card) == led] == []
        if led == "♥" and only_trump:
            self.events["forced speculation on hearts"] += 1
        if led == "♠" and only_spade:
            self.events["forced speculation on spades"] += 1
        if led == "♠" and not only_spade:
            self.events["speculation optional on spade lead"] += 1
        if led in ["♣", "♦"] and void and only_trump and self.must_trump:
            self.events["speculation as the last trump"] += 1

    def _count_end(self) -> None:
        self.events["deal ended"] += 1
        if min(self.scores) >= self.target:
            self.events["both at target"] += 1
        if self._tie_at_target():
            self.events["tie at target"] += 1
        # Ruling: totals may be negative.
        for score in self.scores:
            if score < 0:
                self.events["negative score"] += 1
