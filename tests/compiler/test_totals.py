"""What the lines of a score add up to, asked for by steps that follow it."""

from __future__ import annotations

from tests.compiler.support import play_out, program_of
from tests.engines.lockstep import lockstep

GAME = """\
trickcore: 1
name: Totals
players: 4
deck: french 32
teams: 2
values: {{A: 4, K: 1}}
{more}
play:
  leader: eldest
  follow: [led, any]
steps:
  - deal: {{each: 8}}
  - play: all
  - score:
      lines:
        cards: value(taken(us))
        last trick: 3 if last_winner in us
{steps}
match: {{deals: 4}}
"""
POT = """\
      points: (total if won else 0) + (pot if won)
  - set: {pot: 0 if won(eldest) or won(dealer) else total(eldest) + total(dealer)}"""


def game(more: str = "", steps: str = "") -> str:
    return GAME.format(more=more, steps=steps)


def test_a_step_after_a_score_reads_its_totals() -> None:
    program = program_of(game("kept: {pot: number}\nlet:\n  won: total > total(them) + 6", POT))
    nothing = 0
    for seed in range(6):
        heard, pot, sums = play_out(program, seed).notes.heard, 0, [0, 0]
        for name, text, fields in heard:
            if name == "deal":
                sums = [0, 0]
            elif name == "scored":
                sums[fields["team"]] += fields["points"]
            elif name == "score":
                us, them = sums[fields["team"]], sums[1 - fields["team"]]
                assert fields["points"] == (us + pot if us > them + 6 else 0)
            elif name == "set" and text == "pot":
                pot = 0 if abs(sums[0] - sums[1]) > 6 else sum(sums)
                assert fields["value"] == pot and sum(sums) == 23
                nothing += pot > 0
    assert nothing
    assert lockstep(program, 2)[1] == ""


def test_a_later_score_reads_what_an_earlier_one_added_up() -> None:
    steps = "  - score: {points: total - 1}\n  - score: {lines: {again: total(them)}}\n  - score: 1000 * total"
    program = program_of(game(steps=steps))
    scored = [fields for name, _, fields in play_out(program, 1).notes.heard if name == "score"]
    assert len(scored) == 4 * 8
    for deal in (scored[k : k + 8] for k in range(0, 32, 8)):
        cards, less, again, more = ([one["points"] for one in deal[k : k + 2]] for k in (0, 2, 4, 6))
        assert less == [points - 1 for points in cards]
        assert again == [cards[1], cards[0]]
        assert more == [1000 * points for points in again]


def test_totals_begin_anew_with_each_deal() -> None:
    text = game("kept: {seen: number}", "  - set: {seen: total(eldest)}").replace(
        "  - score:", "  - when: deal_no != 2\n    score:"
    )
    values = [
        f["value"] for name, text_, f in play_out(program_of(text), 5).notes.heard if (name, text_) == ("set", "seen")
    ]
    assert len(values) == 4 and values[1] == 0 and sum(values) > 0


def test_nothing_is_kept_where_only_the_points_ask() -> None:
    plain = program_of(game("let:\n  won: total > total(them)", "      points: total if won"))
    assert "total" not in {slot.name for slot in plain.slots}
