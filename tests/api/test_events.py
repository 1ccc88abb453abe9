from __future__ import annotations

from tests.api.conftest import play_random
from trickcore import Game, Hidden
from trickcore.events import Told, decode, event
from trickcore.program.build import Builder
from trickcore.program.model import Card, Field


def test_events_tell_the_plays(game: Game) -> None:
    match = play_random(game.start(7), 7, 30)
    for seat in (None, 0, 1):
        events = match.events(seat)
        assert [e.number for e in events] == list(range(len(events)))
        cards = [e.fields["card"] for e in events if e.name == "played"]
        assert cards == [a.card for a in match.actions]


def test_asking_early_or_late_gives_the_same_events(game: Game) -> None:
    early, late = game.start(7), game.start(7)
    for _ in range(60):
        choice = early.legal_ids[0]
        early.play(choice)
        early.events(0)
        late.play(choice)
    assert early.events(0) == late.events(0) and early.events(1) == late.events(1)


def test_hidden_fields_become_counts() -> None:
    cards = [Card("A♠", "AS", 0, "A", "♠"), Card("K♠", "KS", 1, "K", "♠")]
    builder = Builder(seats=("north", "south"), cards=cards, suits=("♠",))
    fields = [
        Field("seat", "seat"),
        Field("cards", "cards", "seat"),
        Field("bottom", "card", "nobody"),
        Field("few", "cards", "those"),
        Field("those", "seats"),
    ]
    builder.note("draw", fields, "stock")
    told = Told(0, (1, 0b11, 0, 0b10, 0b01))
    seen = [event(builder.program(), 4, told, seat).fields for seat in (0, 1, None)]
    assert [dict(f)["cards"] for f in seen] == [Hidden(2), ("A♠", "K♠"), Hidden(2)]
    assert [dict(f)["few"] for f in seen] == [("K♠",), Hidden(1), Hidden(1)]
    assert all(f["bottom"] == Hidden() and f["seat"] == 1 and f["those"] == (0,) for f in seen)
    one = event(builder.program(), 4, told, 0)
    assert one.text == "draw stock: seat 1, cards 2 hidden, bottom ?, few K♠, those 0"
    assert one.to_json() == {
        "number": 4,
        "name": "draw",
        "label": "stock",
        "fields": {"seat": 1, "cards": {"hidden": 2}, "bottom": {"hidden": None}, "few": ["K♠"], "those": [0]},
        "audience": {"cards": [1], "bottom": [], "few": [0]},
    }


def test_values_of_every_domain() -> None:
    program = Builder(seats=("a", "b"), suits=("♠", "♥")).program()
    assert decode(program, "suit", 1, False) == "♥" and decode(program, "suits", 0b11, True) == ("♠", "♥")
    assert decode(program, "suit", -1, False) is None
    assert decode(program, "seat", -1, False) is None and decode(program, "teams", 0b10, True) == (1,)
    assert decode(program, "flag", 1, False) is True and decode(program, "number", -3, False) == -3
    assert decode(program, "symbols:low,high", 1, False) == "high"
    assert decode(program, "symbols:low,high", -1, False) is None
