"""A naive model of Ten Point Smear, written from the rule text and its rulings and used as a test oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .ten_point_smear_cards import (
    ALL_CARDS,
    AWARD_POINTS,
    JOKER,
    SUITS,
    Award,
    Trick,
    distinct,
    game_count,
    high_award,
    is_scoring_trump,
    low_award,
    suit_in_play,
    taken_awards,
    trick_winner,
    trump_place,
)

Action = tuple[str, ...] | tuple[str, int]

# Text, setup: 10 cards each with four and five players, 8 with six.
HAND_SIZES = {4: 10, 5: 10, 6: 8}
# Text, bidding: all players discard down to six.
LAST_HAND = 6


@dataclass
class Deal:
    """What came of a deal that was played out."""

    dealer: int
    bidder: int
    bid: int
    trump: str
    partner: int | None  # only with five players; None when the bidder plays alone
    sides: list[list[int]]  # seats of each side of this deal; with five players the bidding side is the first
    bidding_side: int  # index into sides
    awards: dict[str, list[int]]  # by name of the award: the points of each side
    game_counts: list[int]  # of each side: what its won cards count for the game point
    won: list[int]  # of each side: the sum of its awards
    change: list[int]  # of each side: what the deal adds to its score
    made: bool


class Model:
    """A match of Ten Point Smear, played one action at a time.

    ``packs`` gives one pack of 54 cards for each deal, a redeal takes the next one. When they run out, the phase
    is "no pack" and nothing is legal. Cards are texts such as "QH" and "10C"; both jokers are "JOKER".

    The order of dealing: seats count clockwise, the seat to the dealer's left is ``dealer + 1``. The pack is read
    from its start. The dealer's left takes its whole hand (10 cards, with six players 8), then the next seat its
    whole hand, and so on to the dealer; the rest of the pack is the kitty or the undealt cards. With ``packet=n``
    each seat takes n cards in turn instead, round after round (the last round what is missing).

    Actions, by phase:
      auction  ("bid", 4) ... ("bid", 10), ("pass",)
      trump    ("trump", "H")
      discard  ("discard", "9C"): one card after the other until the hand has six, in any order the rules allow;
               the bidder first, then clockwise (``discards_from="bidder"``), or from the dealer's left
               (``discards_from="eldest"``). Taking the kitty is no action.
      call     ("call", "AS"), only with five players and after the discards
      play     ("play", "QH")

    Scores are kept per side with four and six players (``sides`` tells the seats) and per seat with five.
    """

    def __init__(
        self,
        dealer: int,
        packs: Iterable[list[str]],
        players: int = 4,
        *,
        target: int = 52,
        equal_jokers: str = "first",
        joker_game_value: int = 1,
        high_low: str = "ace and two",
        low_to: str = "plays",
        stuck_dealer: bool = False,
        protect_scoring_trumps: bool = False,
        may_trump: bool = False,
        six_player_sides: str = "three pairs",
        packet: int | None = None,
        discards_from: str = "bidder",
    ) -> None:
        """Start a match and deal the first hands."""
        _check("players", players, [4, 5, 6])
        _check("dealer", dealer, list(range(players)))
        _check("target", target, list(range(1, 501)))
        _check("equal_jokers", equal_jokers, ["first", "second"])
        _check("joker_game_value", joker_game_value, [0, 1])
        _check("high_low", high_low, ["ace and two", "in play"])
        _check("low_to", low_to, ["plays", "wins"])
        _check("six_player_sides", six_player_sides, ["three pairs", "two trios"])
        _check("packet", packet, [None, *range(1, 11)])
        _check("discards_from", discards_from, ["bidder", "eldest"])
        self.players = players
        self.target = target
        self.equal_jokers = equal_jokers
        self.joker_game_value = joker_game_value
        self.high_low = high_low
        self.low_to = low_to
        self.stuck_dealer = stuck_dealer
        self.protect_scoring_trumps = protect_scoring_trumps
        self.may_trump = may_trump
        self.packet = HAND_SIZES[players] if packet is None else packet
        self.discards_from = discards_from
        self.packs: Iterator[list[str]] = iter(packs)
        self.dealer = dealer
        self.sides = fixed_sides(players, six_player_sides)
        self.scores = [0] * len(self.sides)
        self.over = False
        self.winners: list[int] = []
        self.last_deal: Deal | None = None
        self.deal_number = 0
        self.events: Counter[str] = Counter()
        self._deal()

    @property
    def seat_to_act(self) -> int | None:
        """Return the seat to act, or None when nobody is."""
        if self.phase in ["over", "no pack"]:
            return None
        return self.seat

    def seat_score(self, seat: int) -> int:
        """Return the score that counts for a seat."""
        for side, seats in enumerate(self.sides):
            if seat in seats:
                return self.scores[side]
        message = f"no such seat: {seat}"
        raise ValueError(message)

    def legal(self) -> list[Action]:
        """Return the actions open to the seat to act, each once."""
        if self.phase == "auction":
            return self._legal_bids()
        if self.phase == "trump":
            return [("trump", suit) for suit in SUITS]
        if self.phase == "discard":
            return [("discard", card) for card in self._discardable()]
        if self.phase == "call":
            return [("call", card) for card in self._callable()]
        if self.phase == "play":
            return [("play", card) for card in self._playable()]
        return []

    def apply(self, action: Action) -> None:
        """Carry out one action of the seat to act."""
        if action not in self.legal():
            message = f"not a legal action: {action}"
            raise ValueError(message)
        if self.phase == "auction":
            self._bid(action)
        elif self.phase == "trump":
            self._name_trump(str(action[1]))
        elif self.phase == "discard":
            self._discard(str(action[1]))
        elif self.phase == "call":
            self._call(str(action[1]))
        else:
            self._play(str(action[1]))

    # Dealing

    def _deal(self) -> None:
        self.phase = "auction"
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.kitty: list[str] = []
        self.discards: list[list[str]] = [[] for _ in range(self.players)]
        self.bids: list[tuple[int, int | None]] = []
        self.bidder: int | None = None
        self.bid = 0
        self.trump = ""
        self.called: str | None = None
        self.partner: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[Trick] = []
        # Text, bidding: the player on the dealer's left starts.
        self.seat = self._left_of(self.dealer)
        pack = next(self.packs, None)
        if pack is None:
            self.phase = "no pack"
            return
        if sorted(pack) != sorted(ALL_CARDS):
            message = "a pack is the 52 cards, each once, and two jokers"
            raise ValueError(message)
        self.deal_number = self.deal_number + 1
        self._deal_hands(list(pack))

    def _deal_hands(self, pack: list[str]) -> None:
        # Text, setup: 10 cards each with four and five players, 8 with six; the remaining cards are kept.
        size = HAND_SIZES[self.players]
        while len(self.hands[self.dealer]) < size:
            for seat in self._round_from(self._left_of(self.dealer)):
                count = min(self.packet, size - len(self.hands[seat]))
                self.hands[seat] = self.hands[seat] + pack[:count]
                pack = pack[count:]
        self.kitty = pack

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _round_from(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in range(self.players)]

    # Bidding

    def _legal_bids(self) -> list[Action]:
        # Text, bidding: higher than the previous or pass; from 4 to 10.
        bids: list[Action] = [("bid", number) for number in range(4, 11) if number > self.bid]
        # Ruling, option stuck_dealer: if the others pass, the dealer must bid.
        if self.stuck_dealer and self.seat == self.dealer and self.bidder is None:
            return bids
        passing: Action = ("pass",)
        return [*bids, passing]

    def _bid(self, action: Action) -> None:
        number = None
        if action[0] == "bid":
            number = int(action[1])
            self.bidder = self.seat
            self.bid = number
        self.bids.append((self.seat, number))
        # Text, bidding: it ends once the dealer bids or passes, or a bid of 10 is made.
        if self.seat == self.dealer or self.bid == 10:
            self._end_auction()
        else:
            self.seat = self._left_of(self.seat)

    def _end_auction(self) -> None:
        if self.bidder is None:
            # Text, bidding: all pass, then the same dealer deals again.
            self.events["all passed"] += 1
            self._deal()
            return
        if self.seat != self.dealer:
            self.events["bid of ten ended the auction"] += 1
        self.phase = "trump"
        self.seat = self.bidder

    def _bidder(self) -> int:
        if self.bidder is None:
            message = "there is no bidder yet"
            raise ValueError(message)
        return self.bidder

    # Trumps, kitty and discards

    def _name_trump(self, suit: str) -> None:
        self.trump = suit
        bidder = self._bidder()
        # Text: with four and six players the bidder takes all undealt cards; with five they remain unseen.
        if self.players != 5:
            self.hands[bidder] = self.hands[bidder] + self.kitty
            self.kitty = []
        self.phase = "discard"
        self._next_discarder()

    def _next_discarder(self) -> None:
        first = self._bidder() if self.discards_from == "bidder" else self._left_of(self.dealer)
        for seat in self._round_from(first):
            # Text: all players discard down to six cards.
            if len(self.hands[seat]) > LAST_HAND:
                self.seat = seat
                return
        self._end_discards()

    def _discardable(self) -> list[str]:
        hand = distinct(self.hands[self.seat])
        plain = [card for card in hand if trump_place(card, self.trump) is None]
        # Ruling: plain cards are discarded first; only who holds none any more may discard a trump.
        if plain != []:
            return plain
        # Ruling, option protect_scoring_trumps: of surplus trumps, scoring ones are discarded last.
        others = [card for card in hand if not is_scoring_trump(card, self.trump)]
        if self.protect_scoring_trumps and others != []:
            return others
        return hand

    def _discard(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.discards[self.seat].append(card)
        if trump_place(card, self.trump) is not None:
            self.events["trump discarded"] += 1
            if is_scoring_trump(card, self.trump):
                self.events["scoring trump discarded"] += 1
        self._next_discarder()

    def _end_discards(self) -> None:
        # Text: the bidder leads to the first trick. Ruling: with five players, the bidder first calls a partner.
        self.phase = "call" if self.players == 5 else "play"
        self.seat = self._bidder()

    # The called partner

    def _callable(self) -> list[str]:
        hand = self.hands[self._bidder()]
        cards = []
        for card in distinct(ALL_CARDS):
            # Text: not a card the bidder holds, nor the three of trumps.
            # Ruling: a joker may be named by a bidder who holds at most one.
            if card == JOKER:
                if hand.count(JOKER) <= 1:
                    cards.append(card)
            elif card not in hand and card != "3" + self.trump:
                cards.append(card)
        return cards

    def _call(self, card: str) -> None:
        bidder = self._bidder()
        self.called = card
        # Ruling: of two jokers, the first holder from the bidder's left is the partner.
        for seat in self._round_from(self._left_of(bidder)):
            if seat != bidder and card in self.hands[seat] and self.partner is None:
                self.partner = seat
        if self.partner is None:
            self.events["bidder alone"] += 1
        if card == JOKER:
            self.events["joker called"] += 1
        if card in self.discards[bidder]:
            self.events["own discard called"] += 1
        self.phase = "play"

    # Play

    def _playable(self) -> list[str]:
        hand = distinct(self.hands[self.seat])
        # Text: who holds the called card must play it to the first trick. Ruling: whatever was led.
        if self.tricks == [] and self.called is not None and self.seat == self.partner:
            return [self.called]
        if self.trick == []:
            return hand
        led = suit_in_play(self.trick[0][1], self.trump)
        following = [card for card in hand if suit_in_play(card, self.trump) == led]
        # Text, gameplay: follow suit if able, otherwise any card.
        if following == []:
            return hand
        # Ruling, option may_trump: a trump may be played although the led suit is held.
        if self.may_trump:
            return [card for card in hand if suit_in_play(card, self.trump) in [led, self.trump]]
        return following

    def _play(self, card: str) -> None:
        self._count_play(card)
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        if len(self.trick) < self.players:
            # Text, gameplay: play proceeds clockwise.
            self.seat = self._left_of(self.seat)
            return
        winner = trick_winner(self.trick, self.trump, self.equal_jokers)
        if [played for _seat, played in self.trick].count(JOKER) == 2:
            self.events["two jokers in a trick"] += 1
        self.tricks.append(Trick(self.trick, winner))
        self.trick = []
        # Text, gameplay: the winner leads to the next trick.
        self.seat = winner
        if self.hands[winner] == []:
            self._end_deal()

    def _count_play(self, card: str) -> None:
        if self.trick == []:
            return
        led = suit_in_play(self.trick[0][1], self.trump)
        suit = suit_in_play(card, self.trump)
        holds_led = led in [suit_in_play(held, self.trump) for held in self.hands[self.seat]]
        if holds_led and suit != led:
            name = "called card breaks suit" if card == self.called and self.tricks == [] else "trumped holding suit"
            self.events[name] += 1

    # Scoring

    def deal_sides(self) -> list[list[int]]:
        """Return the sides of this deal; with five players, the bidding side and then the others."""
        if self.players != 5:
            return self.sides
        bidding = [seat for seat in range(5) if seat in [self.bidder, self.partner]]
        return [bidding, [seat for seat in range(5) if seat not in bidding]]

    def _end_deal(self) -> None:
        sides = self.deal_sides()
        counts = [game_count(self.tricks, side, self.joker_game_value) for side in sides]
        awards = self._awards(sides, counts)
        won = [sum(points[side] for points in awards.values()) for side in range(len(sides))]
        bidding_side = side_of(self._bidder(), sides)
        made = won[bidding_side] >= self.bid
        change = list(won)
        # Text, scoring: whoever fails loses the bid. Ruling: and scores nothing.
        if not made:
            change[bidding_side] = -self.bid
        self.last_deal = Deal(
            self.dealer,
            self._bidder(),
            self.bid,
            self.trump,
            self.partner,
            [list(side) for side in sides],
            bidding_side,
            awards,
            counts,
            won,
            change,
            made,
        )
        # Ruling: with five players scores are kept per player, the side's result goes to each member.
        for index, seats in enumerate(self.sides):
            self.scores[index] = self.scores[index] + change[side_of(seats[0], sides)]
        self._count_deal(self.last_deal)
        self._end_or_deal_on()

    def _awards(self, sides: list[list[int]], counts: list[int]) -> dict[str, list[int]]:
        awards = {name: [0] * len(sides) for name in AWARD_POINTS}
        for name, seats in self._award_seats():
            receivers = {side_of(seat, sides) for seat in seats}
            # Ruling: two jokers rank the same. If both are highest or lowest, a side has the point only by both.
            if len(seats) == 2:
                both = len(receivers) == 1
                self.events["high or low by both jokers" if both else "high or low split between two jokers"] += 1
            if len(receivers) == 1:
                awards[name][receivers.pop()] += AWARD_POINTS[name]
        # Text: Game goes to the team with most points. Ruling: a tie goes to nobody.
        if counts.count(max(counts)) == 1:
            awards["game"][counts.index(max(counts))] += AWARD_POINTS["game"]
        return awards

    def _award_seats(self) -> list[Award]:
        found = taken_awards(self.tricks, self.trump)
        found = found + high_award(self.tricks, self.trump, self.high_low)
        return found + low_award(self.tricks, self.trump, self.high_low, self.low_to)

    # The end of the match

    def _end_or_deal_on(self) -> None:
        self.winners = self._winning_seats()
        if self.winners != []:
            self.over = True
            self.phase = "over"
            return
        # Text, setup: the deal passes to the left.
        self.dealer = self._left_of(self.dealer)
        self._deal()

    def _winning_seats(self) -> list[int]:
        best = max(self.scores)
        # Text: the match goes on until somebody reaches the target.
        if best < self.target:
            return []
        top = [index for index, score in enumerate(self.scores) if score == best]
        if len(top) == 1:
            return list(self.sides[top[0]])
        # Text: a tie goes to the bidding team. Ruling: with five players to the bidder before the partner.
        self.events["tie at the target"] += 1
        for seat in [self.bidder, self.partner]:
            for index in top:
                if seat in self.sides[index]:
                    return list(self.sides[index])
        # Ruling: a tie without them is another deal.
        self.events["tie without the bidding side"] += 1
        return []

    def _count_deal(self, deal: Deal) -> None:
        self.events["deal ended"] += 1
        self.events["bid made" if deal.made else "bid failed"] += 1
        if sum(deal.awards["game"]) == 0:
            self.events["game tied"] += 1
        if min(self.scores) < 0:
            self.events["negative score"] += 1
        if len([score for score in self.scores if score >= self.target]) > 1:
            self.events["several at the target"] += 1


def fixed_sides(players: int, six_player_sides: str) -> list[list[int]]:
    """Return the seats that share a score."""
    if players == 4:
        return [[0, 2], [1, 3]]
    if players == 5:
        return [[0], [1], [2], [3], [4]]
    # Ruling, option six_player_sides: three pairs of opposite seats, or two trios of every other seat.
    if six_player_sides == "two trios":
        return [[0, 2, 4], [1, 3, 5]]
    return [[0, 3], [1, 4], [2, 5]]


def side_of(seat: int, sides: list[list[int]]) -> int:
    """Return the index of the side a seat is in."""
    return [seat in side for side in sides].index(True)


def _check(name: str, value: object, allowed: Sequence[object]) -> None:
    if value not in allowed:
        message = f"{name} out of range: {value}"
        raise ValueError(message)
