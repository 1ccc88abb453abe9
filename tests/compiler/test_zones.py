"""What `zones:` may say of places, those of the language among them, and what comes of it."""

from __future__ import annotations

from random import Random

import pytest

import trickcore
from tests.compiler.support import places_of, play_out, program_of
from trickcore.program.model import Seen, Slot
from trickcore.view import Zone

GAME = """\
trickcore: 1
name: Zones
players: 2
deck: french 32
zones: {zones}
steps:
  - deal: {{each: 5{rest}}}
{steps}
  - play: all
  - score: tricks
match: {{deals: 3}}
"""


def text(zones: str, rest: str = "", steps: str = "") -> str:
    return GAME.format(zones="{" + zones + "}", rest=f", rest: {rest}" if rest else "", steps=steps)


def slot(name: str, zones: str, rest: str = "", steps: str = "") -> Slot:
    program = program_of(text(zones, rest, steps))
    (found,) = (slot for slot in program.slots if slot.label == name)
    return found


@pytest.mark.parametrize(
    ("name", "zone", "seen"),
    [
        ("hand", "{help: Yours}", Seen.OWNER),
        ("hand", "{}", Seen.OWNER),
        ("hand", "{per: seat, seen: me}", Seen.OWNER),
        ("hand", "{seen: seats}", Seen.ALL),
        ("hand", "open", Seen.ALL),
        ("taken", "{help: Theirs}", Seen.ALL),
        ("taken", "hidden", Seen.NOBODY),
        ("taken", "{seen: none}", Seen.NOBODY),
        ("taken", "{seen: me}", Seen.OWNER),
        ("pack", "{help: The rest}", Seen.NOBODY),
        ("pack", "open", Seen.ALL),
        ("pack", "{seen: seats}", Seen.ALL),
    ],
)
def test_a_zone_of_the_language_may_get_other_eyes(name: str, zone: str, seen: Seen) -> None:
    assert slot(name, f"{name}: {zone}").seen is seen


@pytest.mark.parametrize("name", ["hand", "taken", "pack"])
def test_a_zone_of_the_language_may_get_a_help(name: str) -> None:
    assert slot(name, f"{name}: {{help: About it}}").help == "About it"


@pytest.mark.parametrize("steps", ["", "  - move: {from: stock, to: hand(dealer), count: 1}"])
def test_where_the_rest_lies_has_its_own_eyes_and_help(steps: str) -> None:
    stock = slot("stock", "stock: {seen: seats, help: About it}, pack: hidden", "stock", steps)
    assert (stock.seen, stock.help) == (Seen.ALL, "About it")


@pytest.mark.parametrize(
    ("zone", "column"), [("{seen: none}", 22), ("hidden", 9), ("{seen: none if players == 2 else me}", 22)]
)
def test_a_hand_is_not_hidden_from_who_plays_from_it(zone: str, column: int) -> None:
    (finding,) = places_of(text(f"hand: {zone}"))
    assert (finding.code, finding.span.line, finding.span.column) == ("unseen-hand", 5, column)
    assert "`me`" in finding.hint


def test_open_hands_are_in_every_view() -> None:
    game = trickcore.loads(text("hand: {seen: seats}"))
    match = game.start(seed=1)
    hands = [match.view(seat).hand for seat in range(2)]
    for seat in (0, 1, None):
        zones = match.view(seat).zones["hand"]
        assert isinstance(zones, tuple)
        assert [zone.cards for zone in zones] == hands
        dealt = [event.fields["cards"] for event in match.events(seat) if event.name == "dealt"]
        assert sorted(map(set, dealt), key=sorted) == sorted(map(set, hands), key=sorted)  # type: ignore[arg-type]


def test_hands_that_do_not_lie_open_are_no_zone() -> None:
    match = trickcore.loads(text("hand: {help: Yours}")).start(seed=1)
    assert all("hand" not in match.view(seat).zones for seat in (0, 1, None))


def test_an_open_pack_is_in_every_view() -> None:
    steps = "  - move: {from: pack, to: hand(dealer), count: 1}"
    match = trickcore.loads(text("pack: open", steps=steps)).start(seed=1)
    pack = match.view(None).zones["pack"]
    assert isinstance(pack, Zone) and pack.cards is not None and len(pack.cards) == 21
    (moved,) = (event.fields["cards"] for event in match.events(None) if event.name == "moved")
    assert isinstance(moved, tuple) and len(moved) == 1


# ------------------------------------------------------------------------------------------------ zones that last


@pytest.mark.parametrize(
    ("zones", "rest", "steps"),
    [
        ("box: {keep: true}", "", "  - move: {from: pack, to: box, count: 3}"),
        ("box: {per: seat, keep: true}", "", "  - move: {from: pack, to: box(dealer), count: 3}"),
        ("stock: {keep: true}", "stock", "  - move: {from: stock, to: hand(dealer), count: 1}"),
        ("taken: {keep: true}", "", ""),
        ("hand: {keep: true}", "", "  - move: {from: pack, to: hand(eldest), count: 1}"),
    ],
)
def test_no_card_of_a_zone_that_is_kept_is_dealt_again(zones: str, rest: str, steps: str) -> None:
    program = program_of(text(zones, rest, steps))
    for seed in range(3):
        play_out(program, seed)  # which looks for every card at every decision


def test_a_kept_zone_grows_from_deal_to_deal() -> None:
    game = trickcore.loads(text("box: {seen: none, keep: true}", "", "  - move: {from: pack, to: box, count: 3}"))
    match, random, sizes = game.start(seed=2), Random(2), {}
    while not match.over:
        view = match.view(None)
        box = view.zones["box"]
        assert isinstance(box, Zone)
        sizes[view.deal_number] = box.count
        match.play(random.choice(match.legal_ids))
    assert sizes == {1: 3, 2: 6, 3: 9}
