"""Melds: how patterns are expanded, and what the functions of melds give, held against a count by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.compiler.support import findings_of, places_of, program_of, rules_of
from tests.engines.lockstep import lockstep
from trickcore.compiler.bind import bind_options
from trickcore.compiler.compile import make_unit, settle
from trickcore.compiler.melds import Universe
from trickcore.diagnostics.model import Diagnostics
from trickcore.dice import Dice
from trickcore.engines.reference import Machine
from trickcore.program.masks import elements
from trickcore.program.model import Program

RANKS = "A K Q J 10 9 8 7"
GAME = """\
trickcore: 1
name: Melds
players: 4
deck: {deck}
trumps: trump
{more}
melds:
{melds}
state:
  trump: suit
{state}
steps:
  - deal: {{each: 8}}
  - ask: {{who: dealer, choose: {{trump: suits}}}}
  - set:
{sets}
  - ask: {{who: dealer, choose: {{done: flags}}}}
"""
PATTERNS = """\
  tierce: {run: 3, worth: 20}
  fifty: {run: 4, worth: 50}
  hundred: {run: 5..8, worth: 100}
  alike: {all of: A 10 K Q J, worth: 100}
  pair: {cards: K Q of trump, worth: 20, class: pair}
  two: {some of: 7, count: 2, worth: -5, class: pair}
"""


def game(sets: dict[str, tuple[str, str]], melds: str = PATTERNS, deck: str = "french 32", more: str = "") -> str:
    """A game that deals, asks for trumps and then sets variables: name → (type, expression)."""
    state = "".join(f"  {name}: {type_}\n" for name, (type_, _) in {**sets, "done": ("flag", "")}.items())
    lines = "".join(f"      {name}: {text}\n" for name, (_, text) in sets.items())
    return GAME.format(deck=deck, more=more, melds=melds, state=state, sets=lines)


def universe_of(text: str) -> Universe:
    rules, found = rules_of(text), Diagnostics()
    bound = bind_options(rules, None, {}, found)
    assert bound is not None
    return make_unit(settle(rules, *bound, found), found).melds


def run(program: Program, seed: int, trump: int) -> tuple[list[int], dict[str, int]]:
    """The hands and the variables after trumps are chosen."""
    machine = Machine(program)
    state = machine.start(Dice(seed))
    legal = machine.legal(state)
    machine.step(state, legal[trump])
    hands = machine.value(state, program.roles["hand"])
    assert isinstance(hands, tuple)
    values = {slot.label: machine.value(state, k) for k, slot in enumerate(program.slots) if slot.label}
    return list(hands), {name: value for name, value in values.items() if isinstance(value, int)}


# ---------------------------------------------------------------------------------------------------- by hand

Found = tuple[str, frozenset[str], int, str]  # pattern, cards, worth, class


def in_hand(cards: set[str], trump: str) -> Iterator[Found]:
    ranks = RANKS.split()
    for low, high, name, worth in ((3, 3, "tierce", 20), (4, 4, "fifty", 50), (5, 8, "hundred", 100)):
        for length in range(low, high + 1):
            for start in range(9 - length):
                for suit in "♣♦♥♠":
                    run_ = frozenset(rank + suit for rank in ranks[start : start + length])
                    if run_ <= cards:
                        yield name, run_, worth, ""
    for rank in ("A", "10", "K", "Q", "J"):
        four = frozenset(rank + suit for suit in "♣♦♥♠")
        if four <= cards:
            yield "alike", four, 100, ""
    if {"K" + trump, "Q" + trump} <= cards:
        yield "pair", frozenset({"K" + trump, "Q" + trump}), 20, "pair"
    for two in combinations([c for c in cards if c.startswith("7")], 2):
        yield "two", frozenset(two), -5, "pair"


def best_worth(found: list[Found]) -> int:
    """The most that melds can be worth together, tried one after the other."""
    if not found:
        return 0
    first, rest = found[0], found[1:]
    free = [m for m in rest if m[3] != first[3] or not m[1] & first[1]]
    return max(best_worth(rest), first[2] + best_worth(free))


# ---------------------------------------------------------------------------------------------------- expanded


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        ("{run: 3, worth: 1}", 24),
        ("{run: 5..8, worth: 1}", 40),
        ("{all of: A 10, worth: 1}", 2),
        ("{some of: 9 8 A, count: 3, worth: 1}", 12),
        ("{cards: Q♠ J♦, worth: 1}", 1),
        ("{cards: K Q of one suit, worth: 1}", 4),
        ("{cards: K Q of trump, worth: 1}", 4),
        ("{cards: K Q of plain, worth: 1}", 4),
        ("{run: 3, worth: 1, copies: 2}", 0),
        ("{run: 8, worth: -1}", 4),
    ],
)
def test_how_many_there_are(pattern: str, count: int) -> None:
    assert len(universe_of(game({"n": ("number", "1")}, f"  one: {pattern}\n")).melds) == count


def test_what_counts_is_a_matter_of_trumps() -> None:
    melds = "  royal: {cards: K Q of trump, worth: 40}\n  common: {cards: K Q of plain, worth: 20}\n"
    universe = universe_of(game({"n": ("number", "1")}, melds))
    counts = sorted(row.melds.bit_count() for row in universe.unit.laws.rows)
    assert counts == [4, 4, 4, 4, 4]  # three plain and one of trumps; four plain where there are none
    assert len(universe.melds) == 8


def test_copies_are_chosen_from() -> None:
    melds = "  run: {cards: A 10 K Q J of trump, worth: 150}\n  every: {all of: A, worth: 1000, copies: 2}\n"
    universe = universe_of(game({"n": ("number", "1")}, melds, "2 x french 24"))
    assert [m.cards.bit_count() for m in universe.melds].count(5) == 4 * 2**5
    assert [m.cards.bit_count() for m in universe.melds].count(8) == 1
    assert len(set(universe.names())) == len(universe.melds)


def test_names_and_heights() -> None:
    universe = universe_of(game({"n": ("number", "1")}, "  three: {run: 3, worth: 1}\n", more="sequence: 7 8 9 J Q A"))
    heights = dict(zip(universe.names(), [m.height for m in universe.melds], strict=True))
    assert heights["three 7♣ 8♣ 9♣"] == 6
    assert heights["three J♠ Q♠ A♠"] == 3


def test_too_many_melds_are_refused_where_they_are_written() -> None:
    text = game({"n": ("number", "1")}, "  every: {all of: A K Q, worth: 1, copies: 4}\n", "8 x french 24")
    assert findings_of(text) == [("program-too-large", text[: text.index("  every:")].count("\n") + 1)]
    assert "1024 melds" in places_of(text)[0].message


def test_worth_that_changes_with_the_state_is_refused() -> None:
    text = game({"n": ("number", "1")}, "  every: {all of: A, worth: deal_no}\n")
    assert [code for code, _ in findings_of(text)] == ["not-lowered"]


def test_worth_may_follow_trumps() -> None:
    melds = "  pair: {cards: K Q of trump, worth: 40 if trump == ♥ else 20}\n"
    worths = sorted(int(m.worth) for m in universe_of(game({"n": ("number", "1")}, melds)).melds)
    assert worths == [20, 20, 20, 40]


# ---------------------------------------------------------------------------------------------------- functions


def test_melds_of_hands_are_those_found_by_hand() -> None:
    sets = {
        "all_": ("number", "count(melds(hand(dealer)))"),
        "sum_": ("number", "worth(melds(hand(dealer)))"),
        "best_": ("number", "worth(best_melds(hand(dealer)))"),
        "cards_": ("set of cards", "cards(melds(hand(dealer)))"),
        "top": ("number", "max(10 * worth(m) + height(m) for m in melds(hand(dealer)))"),
        "low": ("number", "min(worth(m) for m in melds(hand(dealer)) if class(m) == none)"),
        "fours": ("number", "count(kind(m) == fifty for m in melds(hand(dealer)))"),
        "some": ("flag", "any(cards(m) meets aces for m in melds(hand(dealer)))"),
        "pairs": ("number", "sum(worth(m) for m in melds(hand(dealer)) if class(m) == pair)"),
        "mine": ("flag", "all(cards(m) in hand(dealer) for m in melds(hand(dealer)))"),
    }
    program = program_of(game(sets))
    machine = Machine(program)
    names, met, places = (
        [card.name for card in program.cards],
        0,
        dict(zip(RANKS.split(), range(8, 0, -1), strict=True)),
    )
    for seed in range(90):
        state = machine.start(Dice(seed))
        dealer = machine.value(state, program.roles["dealer"])
        hands, values = run(program, seed, seed % 4)
        assert isinstance(dealer, int)
        cards = {names[k] for k in elements(hands[dealer])}
        found = list(in_hand(cards, "♣♦♥♠"[values["trump"]]))
        used = [name for _, m, _, _ in found for name in m]
        assert values["all_"] == len(found)
        assert values["sum_"] == sum(worth for _, _, worth, _ in found)
        assert values["best_"] == best_worth(found)
        assert {names[k] for k in elements(values["cards_"])} == set(used)
        height = {m[1]: max(places[name[:-1]] for name in m[1]) for m in found}
        assert values["top"] == max((10 * m[2] + height[m[1]] for m in found), default=0)
        assert values["low"] == min((m[2] for m in found if not m[3]), default=0)
        assert values["fours"] == sum(m[0] == "fifty" for m in found)
        assert values["some"] == any(name.startswith("A") for name in used)
        assert values["pairs"] == sum(m[2] for m in found if m[3])
        assert values["mine"] == 1
        met += len(found)
    assert met > 60


def test_sets_of_melds_in_variables() -> None:
    sets = {
        "mine": ("set of melds", "melds(hand(dealer))"),
        "high": ("set of melds", "which(worth(m) >= 50 for m in melds(hand(dealer)))"),
        "one": ("meld", "first(worth(m) > 0 for m in melds(hand(dealer)))"),
        "most_": ("set of melds", "most(worth(m) for m in melds(hand(dealer)))"),
        "least_": ("set of melds", "least(worth(m) for m in melds(hand(dealer)))"),
        "rest_": ("set of melds", "melds(hand(dealer)) - best_melds(hand(dealer))"),
        "either": ("set of melds", "melds(hand(dealer)) if trump == ♥ else melds(hand(dealer + 1))"),
        "same": ("flag", "melds(hand(dealer)) == melds(hand(dealer)) & melds(any)"),
        "nothing": ("flag", "melds(hand(dealer)) == none"),
        "within": ("flag", "best_melds(hand(dealer)) in melds(hand(dealer))"),
    }
    text = game(sets)
    program, worths = program_of(text), [int(m.worth) for m in universe_of(text).melds]
    several = 0
    for seed in range(80):
        _, values = run(program, seed, seed % 4)
        mine = elements(values["mine"])
        assert elements(values["high"]) == [m for m in mine if worths[m] >= 50]
        assert values["one"] == next((m for m in mine if worths[m] > 0), -1)
        most = max((worths[m] for m in mine), default=0)
        least = min((worths[m] for m in mine), default=0)
        assert elements(values["most_"]) == [m for m in mine if worths[m] == most]
        assert elements(values["least_"]) == [m for m in mine if worths[m] == least]
        assert values["rest_"] & ~values["mine"] == 0
        assert values["same"] == 1 or not mine  # an unset value equals nothing but a written `none`
        assert values["nothing"] == (not mine)
        assert values["within"] == bool(values["mine"] & ~values["rest_"])
        several += len(mine) > 1
    assert several > 5


def test_definitions_take_melds_and_variables_are_per_seat() -> None:
    text = """\
        trickcore: 1
        name: Melds
        players: 2
        deck: french 32
        melds:
          tierce: {run: 3, worth: 20}
          alike: {all of: A K Q J 10, worth: 100}
        state: {laid: melds per seat, best_one: meld per seat}
        let:
          power(m): 2 * worth(m) + height(m)
          spent(m): any(cards(x) meets cards(m) and power(x) >= power(m) for x in laid)
        play:
          leader: eldest
          after trick:
            - set: {best_one: first(not spent(m) for m in melds(hand))}
            - set: {laid: laid + best_one}
        steps:
          - deal: {each: 16}
          - play: all
          - score: worth(laid) + sum(height(m) for m in laid)
        """
    program = program_of(text)
    slot = next(slot for slot in program.slots if slot.label == "laid")
    assert slot.domain.startswith("symbols:tierce A♣ K♣ Q♣,")
    for seed in range(4):
        assert lockstep(program, seed)[0] > 30


def test_melds_can_be_chosen() -> None:
    text = game({"n": ("number", "1")}).replace("  - ask: {who: dealer, choose: {done: flags}}\n", "") + (
        "  - ask: {who: dealer, choose: {m: melds(hand(dealer)) + melds(hand(dealer + 1))}}\n"
    )
    text = text.replace("  done: flag\n", "  m: meld\n").replace("each: 8", "each: 8")
    program = program_of(text)
    items = [item.text for menu in program.menus for item in menu.items]
    assert "m tierce A♣ K♣ Q♣" in items
    assert next(i for m in program.menus for i in m.items if i.text == "m tierce A♣ K♣ Q♣").ascii == "m tierce AC KC QC"


PINOCHLE = """\
trickcore: 1
name: Melds laid
players: 2
deck: 2 x french 24
trumps: trump
order: {all: A 10 K Q J 9}
equals: first
melds:
  run: {cards: A 10 K Q J of trump, worth: 150, class: sequence}
  royal: {cards: K Q of trump, worth: 40, class: sequence}
  marriage: {cards: K Q of plain, worth: 20, class: sequence}
  four: {all of: A K Q J, worth: 80, class: group}
  pinochle: {cards: Q♠ J♦, worth: 40, class: pair}
zones: {stock: hidden}
state: {trump: suit = ♥, laid: melds per seat}
let:
  spent(m): any(class(x) == class(m) and cards(x) meets cards(m) and worth(x) >= worth(m) for x in laid)
play:
  leader: eldest
  after trick:
    - ask:
        who: me
        calls:
          meld: {with: {m: melds(hand)}, if: not spent(m), set: {laid: laid + m}}
          nothing: {}
    - move: {who: seats from winning, from: stock, count: 1, to: hand}
steps:
  - deal: {each: 12, rest: stock}
  - set: {trump: ♥}
  - play: all
  - score: worth(laid)
"""


def test_a_call_may_name_a_meld() -> None:
    program = program_of(PINOCHLE)
    universe = universe_of(PINOCHLE)
    machine = Machine(program)
    laid = next(k for k, slot in enumerate(program.slots) if slot.label == "laid")
    asks = next(menu for menu in program.menus if any(item.text == "nothing" for item in menu.items))
    met = 0
    for seed in range(6):
        state, rng = machine.start(Dice(seed)), Random(seed)
        while not machine.over(state):
            legal = machine.legal(state)
            melds = [a for a in legal if asks.offset <= a < asks.offset + len(asks.items) - 1]
            action = melds[0] if melds else rng.choice(legal)
            before = machine.value(state, laid)
            machine.step(state, action)
            if melds:
                after = machine.value(state, laid)
                assert isinstance(before, tuple)
                assert isinstance(after, tuple)
                new = [a & ~b for a, b in zip(after, before, strict=True) if a != b]
                assert [len(elements(mask)) for mask in new] == [1]
                meld = universe.melds[elements(new[0])[0]]
                old = [universe.melds[m] for mask in before for m in elements(mask)]
                assert not any(x.group == meld.group and x.cards & meld.cards and x.worth >= meld.worth for x in old)
                met += 1
        scores = machine.value(state, program.roles["score"])
        sums = [sum(int(universe.melds[m].worth) for m in elements(mask)) for mask in machine.value(state, laid)]  # type: ignore[union-attr]
        assert scores == tuple(sums)
    assert met > 20
    for seed in range(3):
        assert lockstep(program, seed)[1] == ""


def test_both_engines_agree() -> None:
    sets = {
        "best_": ("set of melds", "best_melds(hand(dealer) + hand(dealer + 1))"),
        "power": ("number", "max(worth(m) for m in melds(hand(dealer) + hand(dealer + 1)))"),
    }
    program = program_of(game(sets))
    rng = Random(4)
    for _ in range(20):
        assert lockstep(program, rng.randrange(10**6))[1] == ""
