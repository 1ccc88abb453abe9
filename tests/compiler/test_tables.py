"""Tables that overlays override by a definition of their key."""

from __future__ import annotations

from tests.compiler.support import play_out, program_of

GAME = """\
trickcore: 1
name: Tables
players: [2, 3]
deck: french 32
tables: {size: {1: 10, 2: 13, else: 20}}
state: {round_no: number, found: number}
when:
  players == 3: {size(n): 100 * n}
  round_no == 3: {size(number k): size_of(k)}
let: {size_of(k): 7 * k}
steps:
  - deal: {each: 5}
  - times: 3
    do:
      - set: {round_no: round_no + 1}
      - set: {found: size(round_no) + 1000 * size(2)}
"""


def _found(players: int) -> list[int]:
    notes = play_out(program_of(GAME, players), 1).notes
    return [fields["value"] for name, text, fields in notes.heard if (name, text) == ("set", "found")]


def test_the_table_holds_where_no_overlay_does() -> None:
    assert _found(2) == [13_010, 13_013, 14_021]


def test_an_overlay_over_what_is_known_and_one_over_the_state() -> None:
    assert _found(3) == [200_100, 200_200, 14_021]
