"""A small game in which something of each kind is never used, and cases for it."""

from __future__ import annotations

from pathlib import Path

RULES = """\
trickcore: 1
name: Idle <b>"Rules"</b>
players: 2
options: {strict: {type: flag, default: true}, bonus: {type: number, default: 0, min: 0, max: 1}}
deck: french 24
order: {all: A K Q J 10 9}
state: {stake: number}
when:
  strict: {values: {A: 1}}
  stake > 5: {values: {K: 1}}
play:
  follow:
    - led
    - hearts if strict
    - spades & hearts
    - any
  calls:
    raise: {if: trick_no == 1, set: {stake: stake + 1}}
    whisper: {if: trick_no > 9, set: {stake: 0}}
steps:
  - deal: {each: 6}
  - {id: lost, when: stake > 0, set: {stake: 1}}
  - play: all
  - id: points
    score:
      lines:
        tricks: tricks
        gift: 5 if tricks > 6
        bonus: bonus
      points: total if tricks > 0 else -tricks
match: {deals: 1}
"""

CASES = """\
trickcore: 1
game: ./idle.yaml
unused:
  - {tier: spades & hearts, in: follow, why: No card is both <i>}
  - {guard: stake > 5, never: true, why: Nobody raises so high}
  - {guard: tricks > 6, never: true, why: There are six tricks}
  - {call: whisper, why: There are six tricks}
  - {guard: trick_no > 9, never: true, why: There are six tricks}
  - {step: lost, why: Nobody has raised yet}
  - {guard: stake > 0, in: lost, never: true, why: Nobody has raised yet}
  - {award: gift, why: There are six tricks}
  - {award: -tricks, in: points, why: Who takes no trick has no total}
cases:
  - {id: raised, says: It is raised once, dealer: 0, course: [play: raise, auto: rest of deal]}
  - {id: back, says: So does what is undone, dealer: 0, options: {bonus: 1}, course: [auto: rest of match, undo: all]}
"""


def written(folder: Path, rules: str = RULES, cases: str = CASES) -> str:
    """The path of the game in a folder."""
    (folder / "idle.yaml").write_text(rules, encoding="utf-8")
    if cases:
        (folder / "idle.cases.yaml").write_text(cases, encoding="utf-8")
    return str(folder / "idle.yaml")
