"""Rule files with something wrong in them, and what is to be found."""

from __future__ import annotations

import trickcore
from trickcore.game import Game

HEAD = """
trickcore: 1
name: Bad rules
players: 3
{more}
deck: french 24
steps:
  - deal: {{each: 8}}
{before}
  - {{id: play, play: all}}
{after}
match: {match}
"""


def rules(
    before: str = "", after: str = "  - score: tricks", more: str = "", match: str = "{deals: 1}", tail: str = ""
) -> str:
    """The text of a rule file with these parts."""
    return HEAD.format(before=before, after=after, more=more, match=match) + tail


def game(text: str) -> Game:
    """The game of such a text, named as a file would be."""
    return trickcore.loads(text, id="bad", file="bad.yaml")


SOUND = rules()
TOTAL = rules(
    after="  - score: value(taken & hearts)",
    more="values: {A: 4, K: 3}",
    tail="checks: [{that: sum(scored(t) for t in teams) == 28, why: All cards count}]\n",
)
LEAK = rules(
    "  - {when: loud, each: seats, set: {held: count(hearts & hand)}}",
    more="options: {quick: {type: flag, default: false}, loud: {type: flag, default: false}}\n"
    "state: {held: {type: number per seat}}",
)
RANGE = rules(
    after=f"  - score: {' * '.join(['tricks'] * 11)} * (10 if late else 1)",
    more="options: {late: {type: flag, default: false}}",
)
FIRST = rules(
    before=f"  - set: {{n: {' * '.join(['(deal_no + 9)'] * 12)}}}",
    more="state: {n: {type: number}}",
)
NOBODY = rules(
    "  - {id: swap, pick: {who: seats, from: box, count: 1, to: hand}}\n"
    "  - {id: name, ask: {who: dealer, choose: {one: hearts}}}",
    more="options: {idle: {type: flag, default: false}, used: {type: flag, default: false}}\n"
    "zones: {box: hidden}\nstate: {one: suit}",
    after="  - score: tricks * (2 if used else 1)",
    match="{deals: 1, first dealer: first(true for s in seats)}",
)
RARE = rules(
    before="  - {set: {often: count(hand(dealer) & hearts)}}\n"
    "  - {when: hand(eldest) meets A♠, set: {often: 0}}\n"
    "  - {when: hand(eldest) meets A♠, each: seats, set: {rare: count(hand & clubs)}}",
    more="state: {often: number, rare: {type: number per seat}}",
)
FLAG = """
trickcore: 1
name: A flag
players: 4
deck: french 52
zones: {stock: hidden}
state: {who: flag}
steps:
  - {deal: {each: 6, rest: stock}}
  - {set: {who: stock meets A♠}}
  - {play: all}
  - {score: tricks}
match: {ends: deal_no >= 3}
"""
HEAVY = """
trickcore: 1
name: Heavy
players: 3
deck: french 52
play:
  before card: [{times: 100, do: [{times: 60, set: {k: k + sum(count(hand(s) & hearts) for s in seats) mod 7 - k}}]}]
zones: {stock: hidden}
state: {k: number}
steps:
  - {deal: {each: 17, rest: stock}}
  - {play: all}
  - {score: k}
match: {ends: deal_no >= 2}
"""
