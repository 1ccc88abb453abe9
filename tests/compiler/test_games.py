"""Whole games that need only what is lowered, played to the end at random."""

from __future__ import annotations

from random import Random

import pytest

from tests.compiler.support import Played, play_out, program_of
from trickcore.dice import Dice
from trickcore.engines.reference import Machine, Memory

HEARTS = """
trickcore: 1
name: Hearts without its pass
players: [3, 4, 5]
options:
  target: {type: number, default: 50, min: 1, help: The match ends when somebody reaches it}
  moon: {type: [add, subtract], default: add, help: What shooting does}
deck: french 52 - (2♦ if players == 3 else 2♦ 2♣ if players == 5)
order: {plain: A K Q J 10..2}
values: {hearts: 1, Q♠: 13}
let:
  broken: played meets hearts
  shooter: which(hearts + Q♠ in taken(s) for s in seats)
play:
  leader: holder(lowest(clubs))
  lead: [lowest(clubs) if trick_no == 1, any - hearts if not broken, any]
  follow: [led, any - hearts - Q♠ if trick_no == 1, any]
steps:
  - deal: {each: 52 // players}
  - play: all
  - score:
      lines:
        cards: value(taken) if shooter == none
        moon: 26 if moon == add and shooter != none and me != shooter
        own moon: -26 if moon == subtract and me == shooter
match:
  ends: any(score(t) >= target for t in teams)
  winner: least(score(t) for t in teams)
"""

OH_HELL = """
trickcore: 1
name: Oh Hell without bids
players: [3, 4, 5]
options:
  top: {type: number, default: 5, min: 3, max: 10, help: Most cards in a hand}
deck: french 52
trumps: suit(upcard)
order: {all: A K Q J 10..2}
zones: {upcard: open, talon: hidden}
let:
  size: 1 + abs(top - deal_no)
play:
  leader: eldest
  follow: [led, any]
steps:
  - deal: {each: size, upcard: 1, rest: talon}
  - play: all
  - score: tricks
match: {deals: 2 * top - 1}
"""

EUCHRE = """
trickcore: 1
name: Bowers
players: 4
deck: french 24
teams: 2
trumps: trump + left_bower
order:
  trumps: J left_bower A K Q 10 9
  plain: A K Q J 10 9
state: {trump: suit, turned: cards}
zones: {upcard: open, kitty: hidden}
let: {left_bower: J of twin(trump)}
play:
  leader: eldest
  follow: [led, any]
steps:
  - deal: {each: 5, upcard: 1, rest: kitty}
  - set: {trump: suit(upcard), turned: upcard}
  - play: all
  - score:
      lines:
        made: 1 if tricks(us) >= 3
        march: 1 if tricks(us) == 5
match:
  ends: any(score(t) >= 5 for t in teams)
"""

KLAVERJAS = """
trickcore: 1
name: Turned trumps
players: 4
deck: french 32
teams: 2
trumps: trump
order:
  trumps: J 9 A 10 K Q 8 7
  plain: A 10 K Q J 9 8 7
values:
  trumps: {J: 20, 9: 14, A: 11, 10: 10, K: 4, Q: 3}
  plain: {A: 11, 10: 10, K: 4, Q: 3, J: 2}
state: {trump: suit}
play:
  leader: eldest
  follow:
    - led & trumps & beating
    - led
    - trumps & beating if winning in them
    - any - (trumps - beating)
    - any
steps:
  - deal: {each: 8}
  - set: {trump: suit(first(suit(c) != none for c in hand(dealer)))}
  - play: all
  - score:
      lines:
        cards: value(taken(us))
        last trick: 10 if last_winner in us
      points: total if total > total(them) else 0
match: {deals: 4}
"""

TAROT = """
trickcore: 1
name: An excuse and stars
players: [3, 4]
deck: tarot 78
trumps: ★
order: {trumps: 21..1, plain: K Q C J 10..1}
values: {excuse 21★ 1★ K: 9/2, Q: 7/2, C: 5/2, J: 3/2, any: 1/2}
zones: {dog: hidden}
state: {owner: seat}
play:
  leader: eldest
  free: excuse
  follow: [led & trumps & beating, led, trumps & beating, trumps, any]
  after trick:
    - when: trick meets excuse
      do:
        - set: {owner: player(excuse)}
        - move: {cards: excuse, from: taken, to: taken(owner)}
steps:
  - deal: {each: (78 - 6) // players, dog: 6}
  - play: all
  - score:
      lines:
        cards: floor(value(taken))
        petit: 10 if trick meets 1★ and last_winner == me
match: {deals: 3}
"""

JOKERS = """
trickcore: 1
name: Two packs with jokers
players: 4
teams: 2
deck: 2 x french 24 + 2 joker
trumps: hearts + joker
order:
  trumps: joker A K Q J 10 9
  plain: A K Q J 10 9
equals: {10♥: last, any: first}
values: {A: 1, joker: 5}
play:
  leader: eldest
  follow: [led, any]
  until: trick_no == 10
steps:
  - deal: {each: 12}
  - play: all
  - score: value(taken(us)) + count(player(10♥) + player(10♥))
match: {ends: any(score(t) >= 20 for t in teams)}
"""

NOTRUMP = """
trickcore: 1
name: Dealer chooses by rank
players: 3
deck: french 36
trumps: trump
order: {all: A K Q J 10..6}
state: {trump: suit, bold: flag per seat, stake: number = 2}
kept: {wins: number per team, lucky: seat}
zones: {pot: hidden, laid: {per: seat, seen: me}}
when:
  trump == none: {follow: [any]}
  stake > 2: {order: {all: 6..10 J Q K A}}
play:
  leader: dealer
  follow: [led, trumps, any]
  before trick:
    - {when: trick_no == 2, set: {stake: stake + 1}}
  after card:
    - {when: count(trick) == 3 and trick in hearts, end: play}
steps:
  - deal: {each: 4}
  - {times: 2, deal: {each: 3}}
  - {each: seats, set: {bold: count(hand & aces) >= 2}}
  - {when: any(bold(s) for s in seats), set: {trump: suit(first(A of s in hand(dealer) for s in suits))}}
  - {each: seats, move: {cards: sixes, from: hand, to: pot}}
  - {when: count(pot) == 4, end: redeal}
  - play: 5
  - play: all
  - move: {who: seats, from: hand, to: pot}
  - {each: teams, set: {wins: wins + (1 if tricks == 3 else 0)}}
  - score: stake * tricks
match:
  first dealer: dealer + 1
  dealer: dealer - 1
  deals: 6
  ends: any(wins(t) >= 3 for t in teams)
  tie: which(wins(t) > 0 for t in teams)
"""


def test_trumps_that_change_with_the_trick() -> None:
    text = HEARTS.replace("order:", "trumps: hearts if trick_no mod 2 == 1 else spades\norder:")
    program = program_of(text.replace("follow: [led", "follow: [trumps, led"), 4)
    row, number = program.roles["power_row"], program.roles["trick_no"]
    machine = Machine(program)
    state = machine.start(Dice(3))
    for _ in range(52):
        assert machine.value(state, row) == machine.value(state, number) % 2  # type: ignore[operator]
        offer = machine.pending(state)[0]
        machine.step(state, (offer.mask & -offer.mask).bit_length() - 1)


PASSING = """
tables:
  pass_to: {1: 1, 2: -1, 3: 2, 0: 0}
"""

BIDDING = """
  - ask:
      who: seats
      choose: {bid: 0..size}
      if: me != dealer or bid(seats) != size
"""


def test_passing_three_cards_at_once() -> None:
    text = HEARTS.replace("let:", "let:\n  shift: pass_to(deal_no mod 4)").replace("play:", PASSING + "play:", 1)
    step = "  - {when: shift != 0, pick: {who: seats, at once: true, from: hand, count: 3, to: hand(me + shift)}}\n"
    program = program_of(text.replace("  - play: all", step + "  - play: all"), 4)
    for seed in range(3):
        played = play_out(program, seed)
        deals = [fields["deal"] for fields in played.notes.named("deal")]
        moved = played.notes.named("moved")
        assert len(moved) == 4 * sum(deal % 4 != 0 for deal in deals)
        assert all(fields["cards"].bit_count() == 3 for fields in moved)
        assert all(fields["seen_by"] == 1 << fields["from"] | 1 << fields["to"] for fields in moved)


def test_picks_have_one_path_for_each_set() -> None:
    text = """
    trickcore: 1
    name: Picks
    players: 2
    deck: french 20
    steps:
      - deal: {each: 6}
      - pick: {who: dealer, from: hand, count: 3, to: taken}
    """
    program = program_of(text)
    machine = Machine(program)
    sets: list[int] = []

    def go(state: Memory, number: int) -> None:
        if machine.over(state):
            taken = machine.value(state, program.roles["taken"])
            assert isinstance(taken, tuple)
            sets.append(sum(taken))
            return
        mask = machine.pending(state)[0].mask
        for item in range(20):
            if mask >> item & 1:
                after = machine.copy(state)
                machine.step(after, program.menus[1].offset + item)
                go(after, number + 1)

    go(machine.start(Dice(5)), 0)
    assert len(sets) == len(set(sets)) == 20  # 3 of 6
    assert all(mask.bit_count() == 3 for mask in sets)


def test_who_picks_in_secret_is_asked_as_often_as_anybody() -> None:
    """Else the number of decisions would tell the others how many hearts a hand held."""
    text = """
    trickcore: 1
    name: Secret
    players: 3
    deck: french 24
    zones: {heap: hidden, table: open}
    steps:
      - deal: {each: 6, table: 6}
      - pick: {who: seats, from: hand, count: 3, cards: [hearts, any], to: heap}
      - pick: {who: dealer, from: table, count: 3, cards: [hearts, any], to: heap}
    """
    program = program_of(text)
    machine = Machine(program)
    counts = set()
    for seed in range(40):
        state, asked = machine.start(Dice(seed)), [0, 0, 0]
        random = Random(seed)
        while not machine.over(state):
            asked[machine.pending(state)[0].seat] += 1
            machine.step(state, random.choice(machine.legal(state)))
        assert sorted(asked)[:2] == [3, 3]
        counts.add(max(asked))
    assert len(counts) > 1  # what all see is moved without a question where there is no choice


def test_plain_cards_are_picked_before_trumps() -> None:
    text = """
    trickcore: 1
    name: Tiers
    players: 3
    deck: 2 x french 24
    trumps: hearts
    state: {kept: cards}
    zones: {heap: hidden}
    steps:
      - deal: {each: 16}
      - set: {kept: hand(dealer)}
      - pick: {who: dealer, from: hand, leave: 6, cards: [any - trumps, any], to: heap}
      - score: count(heap & trumps) * 100 + count(heap) if me == dealer
    """
    program = program_of(text)
    for seed in range(10):
        played = play_out(program, seed)
        dealt = next(
            f["cards"] for f in played.notes.named("dealt") if f["seat"] == played.notes.named("deal")[0]["dealer"]
        )
        hearts = sum(dealt >> i & 1 for i, card in enumerate(program.cards) if card.suit == "♥")
        assert sum(played.scores) == max(0, hearts - 6) * 100 + 10


def test_bids_may_not_add_up() -> None:
    text = OH_HELL.replace("  - play: all", BIDDING.strip("\n") + "\n  - play: all")
    program = program_of(text.replace("score: tricks", "score: tricks + (10 if tricks == bid)"), 3)
    assert [item.text for item in program.menus[1].items] == [f"bid {n}" for n in range(7)]
    for seed in range(5):
        notes = play_out(program, seed).notes
        bids = [fields["bid"] for fields in notes.named("chosen")]
        sizes = [5, 4, 3, 2, 1, 2, 3, 4, 5]
        rounds = [bids[i : i + 3] for i in range(0, 27, 3)]
        assert all(sum(r) != size and max(r) <= size for r, size in zip(rounds, sizes, strict=True))


def test_secret_choices_are_told_together() -> None:
    text = """
    trickcore: 1
    name: Fists
    players: 3
    deck: french 20
    state: {said: number per seat}
    steps:
      - deal: {each: 3}
      - ask: {who: seats, choose: {fist: 0..3, loud: flags}, at once: true, if: fist > 0 or not loud}
      - score: fist * 10 + (1 if loud)
    """
    program = program_of(text)
    assert len(program.menus[1].items) == 8
    notes = play_out(program, 4).notes
    assert [name for name, _, _ in notes.heard if name in ("chosen", "score")] == ["chosen"] * 3 + ["score"] * 3


AUCTION = """
trickcore: 1
name: Auction
players: 4
deck: french 24
steps:
  - deal: {each: 5}
  - auction: FIELDS
  - score: (bid * 10 + count(passed)) if me == bidder else 1000 if bidder == none else 0
match: {deals: 5}
"""


def _auction(fields: str, seed: int) -> tuple[Played, list[tuple[str, int, int]]]:
    played = play_out(program_of(AUCTION.replace("FIELDS", fields)), seed)
    heard = [
        (n, f.get("seat", -1), f.get("bid", 0)) for n, _, f in played.notes.heard if n in ("deal", "chosen", "passed")
    ]
    return played, heard


def _rounds(heard: list[tuple[str, int, int]]) -> list[list[tuple[str, int, int]]]:
    rounds: list[list[tuple[str, int, int]]] = []
    for entry in heard:
        if entry[0] == "deal":
            rounds.append([])
        else:
            rounds[-1].append(entry)
    return rounds


def test_an_auction_of_one_chance_each() -> None:
    for seed in range(10):
        for spoken in _rounds(_auction("{turn: once, bid: 1..6, stop: bid == 6, all pass: []}", seed)[1]):
            bids = [bid for what, _, bid in spoken if what == "chosen"]
            assert bids == sorted(set(bids))
            assert len(spoken) == 4 or bids[-1] == 6
            assert len({seat for _, seat, _ in spoken}) == len(spoken)


def test_an_auction_round_the_table_ends_when_all_others_have_passed() -> None:
    for seed in range(10):
        for spoken in _rounds(_auction("{bid: 1..9, all pass: []}", seed)[1]):
            passed = [seat for what, seat, _ in spoken if what == "passed"]
            assert len(passed) == len(set(passed))
            bids = [(seat, bid) for what, seat, bid in spoken if what == "chosen"]
            assert [bid for _, bid in bids] == sorted({bid for _, bid in bids})
            assert len(passed) == (4 if not bids else 3) and (not bids or bids[-1][0] not in passed)


def test_passing_may_leave_one_in() -> None:
    again = 0
    for seed in range(20):
        for spoken in _rounds(_auction("{bid: 1..9, pass: stays in, all pass: []}", seed)[1]):
            last = [what for what, _, _ in spoken][-4:]
            bids = any(what == "chosen" for what, _, _ in spoken)
            assert last[-3:] == ["passed"] * 3 and (last[0] == "chosen") == bids
            seats = [seat for what, seat, _ in spoken if what == "passed"]
            again += len(set(seats)) < len(seats)
    assert again


def test_the_first_bid_takes_it_and_forced_seats_bid() -> None:
    fields = "{turn: first, bid: 1..3, if: bid > 1 or me == dealer, forced: me == dealer, all pass: [end: redeal]}"
    for seed in range(10):
        for spoken in _rounds(_auction(fields, seed)[1]):
            assert [what for what, _, _ in spoken] == ["passed"] * (len(spoken) - 1) + ["chosen"]


def test_all_pass_and_worth_and_equal() -> None:
    fields = "{turn: once, bid: 1..6, worth: -bid, equal: me == dealer, all pass: [end: redeal]}"
    equals = 0
    for seed in range(20):
        played, heard = _auction(fields, seed)
        assert len(played.notes.named("thrown in")) == sum(all(w == "passed" for w, _, _ in r) for r in _rounds(heard))
        for spoken in _rounds(heard):
            bids = [bid for what, _, bid in spoken if what == "chosen"]
            assert bids == sorted(bids, reverse=True)
            equals += len(set(bids)) < len(bids)
    assert equals


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hearts(players: int) -> None:
    program = program_of(HEARTS, players)
    assert len(program.cards) == {3: 51, 4: 52, 5: 50}[players]
    for seed in range(3):
        played = play_out(program, seed)
        assert sum(played.scores) % 26 == 0 and max(played.scores) >= 50
        assert played.winners == sum(1 << t for t, s in enumerate(played.scores) if s == min(played.scores))


@pytest.mark.parametrize(("text", "players", "sums"), [(OH_HELL, 3, 29), (OH_HELL, 5, 29)])
def test_oh_hell(text: str, players: int, sums: int) -> None:
    for seed in range(3):
        played = play_out(program_of(text, players), seed)
        assert sum(played.scores) == sums  # 5 4 3 2 1 2 3 4 5 tricks
        assert len(played.notes.named("deal")) == 9


def _ends(played: Played) -> None:
    assert played.reason == "the match has ended" and played.winners


def test_bowers_change_suit() -> None:
    program = program_of(EUCHRE)
    for seed in range(5):
        _ends(play_out(program, seed, "turned"))


def test_values_and_ladders_by_trump() -> None:
    program = program_of(KLAVERJAS)
    for seed in range(5):
        played = play_out(program, seed)
        assert all(score % 1 == 0 for score in played.scores)
        scored = [f["points"] for f in played.notes.named("scored")]
        assert sum(scored) == 4 * 162


@pytest.mark.parametrize("players", [3, 4])
def test_free_cards_fractions_and_cards_without_a_suit(players: int) -> None:
    program = program_of(TAROT, players)
    for seed in range(3):
        played = play_out(program, seed)
        _ends(played)
        assert 3 * 70 <= sum(played.scores) <= 3 * 101


def test_copies_are_one_action() -> None:
    program = program_of(JOKERS)
    assert len(program.menus[0].items) == 25
    for seed in range(5):
        _ends(play_out(program, seed))


def test_flow_overlays_and_redeals() -> None:
    program = program_of(NOTRUMP)
    for seed in range(8):
        _ends(play_out(program, seed))


def test_what_left_a_hand_before_play_was_not_held_when_play_began() -> None:
    text = """
    trickcore: 1
    name: Held
    players: 3
    deck: french 24
    order: {all: A K Q J 10 9}
    zones: {heap: hidden, talon: hidden}
    play: {leader: eldest, follow: [led, any]}
    steps:
      - deal: {each: 6, rest: talon}
      - move: {from: talon, cards: any, to: hand(dealer)}
      - pick: {who: dealer, at once: true, from: hand, leave: 5, to: heap}
      - pick: {who: eldest, from: hand, count: 1, to: heap}
      - move: {who: eldest + 1, from: hand, cards: any, count: 1, to: heap}
      - play: all
      - score: count(dealt) * 100 + count(dealt & heap)
    match: {deals: 1}
    """
    for seed in range(5):
        assert tuple(play_out(program_of(text), seed).scores) == (500, 500, 500)
