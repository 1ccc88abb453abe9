"""Any nodes at all give rules or errors, never an exception."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.rules.helpers import game
from trickcore.diagnostics.model import Diagnostics
from trickcore.rules import read_rules
from trickcore.source import Entry, Mapping, Node, Scalar, Sequence, read_text

WHOLE = game(
    options="{target: {type: number, default: 9, min: 1}, style: {type: [slow, quick], default: slow}}",
    seats="[north, south]",
    deck="2 x french 24 + 2 joker - (9♦ if players == 2)",
    teams="players",
    trumps="trump + jokers",
    suits="{A♠: spades}",
    order="{over: joker, trumps: J 9 10..9 A, ♥ ♦: A K, all: A K Q J 10 9}",
    equals="{10♥: last, any: first}",
    values="{A: 11, 10♥: 9/2, plain: {K: 4}, joker: 1}",
    sides="{takers: bidder, others: rest}",
    let='{jokers: joker, "f(n)": n + 1, mine: count(hand), eyes: value(taken(us))}',
    tables="{base: {♦: 9, grand: 24}, listed: [1, 2]}",
    melds="{tierce: {run: 3, worth: 20, class: runs}, pair: {cards: K Q of plain, worth: 2}}",
    sequence="A K Q J 10 9",
    contracts="{solo: {jokers: none}, pair_game: {order: {all: A K Q J 10 9}}}",
    when="{players == 2: {free: jokers}, trump == ♥: {mine: 3}}",
    zones="{stock: hidden, up: open, pot: {per: seat, seen: me, help: Pot}}",
    state="{trump: {type: suit, seen: dealer}, stake: number = 1, laid: melds per seat}",
    kept="{done: set of contract per seat}",
    play="""
  leader: eldest
  lead: [any - hearts if not played meets hearts, any]
  follow: [led, {cards: trumps, why: Trump}, any]
  winner: usual
  next: winning
  calls: {knock: {who: seats, with: {n: 1..3}, if: n > 1, set: {stake: n}, do: [show: none]}}
  after trick: [{move: {who: seats from winning, from: stock, count: 1, to: hand}}]
""",
    steps="""
  - deal: {each: 5, up: 1, rest: stock}
  - auction: {turn: once, bid: {contract: contracts, tout: flags}, worth: 2 if tout else 1, all pass: [end: redeal]}
  - ask: {who: bidder, choose: {called: suits}, if: called != trump}
  - pick: {who: seats, at once: true, from: hand, leave: 4, to: pot, cards: [any - jokers, any]}
  - {when: tout, times: 2, do: [{set: {stake: stake + 1, done(dealer): done(dealer) + contract}}]}
  - play: all
  - score: {lines: {cards: eyes, tricks: tricks}, points: total}
""",
    match="{first dealer: north, dealer: dealer + 1, ends: any(score(t) >= target for t in teams), tie: side(bidder)}",
)


def nodes_of(node: Node) -> list[Node]:
    result = [node]
    for child in (
        [e.value for e in node] if isinstance(node, Mapping) else list(node) if isinstance(node, Sequence) else []
    ):
        result += nodes_of(child)
    return result


def whole() -> Node:
    found = Diagnostics()
    node = read_text(WHOLE.replace("eyes: value(taken(us))", "eyes: floor(value(taken(us)))"), "whole.yaml", found)
    assert node is not None and not list(found)
    return node


WHOLE_NODE = whole()
PARTS = nodes_of(WHOLE_NODE)


def changed(node: Node, chance: random.Random, rate: float) -> Node:
    """The tree with nodes left out, doubled, and put in the place of others."""
    if chance.random() < rate:
        return chance.choice(PARTS)
    if isinstance(node, Sequence):
        kept = [changed(item, chance, rate) for item in node if chance.random() > rate]
        return Sequence((*kept, *kept[:1]) if chance.random() < rate else tuple(kept), node.span)
    if isinstance(node, Mapping):
        entries: dict[str, Entry] = {}
        for entry in node:
            if chance.random() > rate:
                swap = chance.choice(PARTS) if chance.random() < rate else entry.key
                key = swap if isinstance(swap, Scalar) else entry.key
                entries.setdefault(key.text, Entry(key, changed(entry.value, chance, rate)))
        return Mapping(tuple(entries.values()), node.span)
    return node


def respelt(node: Node, chance: random.Random, rate: float) -> Node:
    """The tree with letters of its texts left out, doubled and swapped."""
    if isinstance(node, Sequence):
        return Sequence(tuple(respelt(item, chance, rate) for item in node), node.span)
    if isinstance(node, Mapping):
        return Mapping(tuple(Entry(e.key, respelt(e.value, chance, rate)) for e in node), node.span)
    letters = "".join(
        letter if chance.random() > rate else chance.choice(("", letter * 2, "(", ")", "♥", "9", " ", "me ", "+"))
        for letter in node.text
    )
    text = read_text(f"x: {letters!r}", "letters.yaml", Diagnostics())
    scalar = text.get("x") if isinstance(text, Mapping) else None
    return scalar if isinstance(scalar, Scalar) else node


def check(node: Node) -> None:
    found = Diagnostics()
    rules = read_rules(node, "game", found, lambda name: WHOLE_NODE if name == "whole" else None)
    assert (rules is None) == found.has_errors
    assert "unreadable-rules" not in [d.code for d in found]


def test_the_file_that_is_mutated_is_right() -> None:
    check(WHOLE_NODE)
    found = Diagnostics()
    assert read_rules(WHOLE_NODE, "game", found) is not None


@pytest.mark.parametrize("mutate", [changed, respelt])
@pytest.mark.parametrize("rate", [0.003, 0.02])
def test_mutated_files_give_findings(mutate: Callable[[Node, random.Random, float], Node], rate: float) -> None:
    for seed in range(60):
        check(mutate(WHOLE_NODE, random.Random(seed), rate))


def test_mutated_patches_give_findings() -> None:
    head = read_text("{trickcore: 1, name: P, extends: whole}", "patch.yaml", Diagnostics())
    assert isinstance(head, Mapping) and isinstance(WHOLE_NODE, Mapping)
    for seed in range(60):
        chance = random.Random(seed)
        part = changed(Mapping(tuple(chance.sample(WHOLE_NODE.entries, 4)), WHOLE_NODE.span), chance, 0.02)
        entries = [e for e in part if e.key.text not in head] if isinstance(part, Mapping) else []
        check(Mapping((*head.entries, *entries), head.span))


def test_a_file_that_is_no_map_is_an_error() -> None:
    for text in ("[1, 2]", "hearts"):
        node = read_text(text, "x.yaml", Diagnostics())
        found = Diagnostics()
        assert node is not None and read_rules(node, "x", found) is None
        assert [d.code for d in found] == ["wrong-shape"]


def test_the_same_nodes_give_the_same_findings() -> None:
    def run(seed: int) -> list[str]:
        found = Diagnostics()
        read_rules(changed(WHOLE_NODE, random.Random(seed), 0.05), "game", found)
        return [f"{d.span} {d.code} {d.message} {d.hint}" for d in found]

    assert all(run(seed) == run(seed) for seed in range(10))
