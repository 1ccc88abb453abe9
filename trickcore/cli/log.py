"""What happened, in sentences: one line for each event, with the names of the seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from trickcore.events import Hidden

if TYPE_CHECKING:
    from trickcore.events import Event, Value
    from trickcore.game import Game


def lines(events: Iterable[Event], game: Game) -> Iterator[str]:
    """One line for each event, as far as the events tell it.

    >>> import trickcore
    >>> game = trickcore.load("two-ten-jack")
    >>> match = game.start(seed=7, dealer=1, deal={"hands": {0: "10H", 1: "2H"}}).play("10H").play("2H")
    >>> print("\\n".join(lines(match.events(0)[2:6], game)))
    seat 1 gets 6 cards
    seat 0 plays 10♥ (trumps)
    seat 1 plays 2♥
    seat 0 takes 10♥ 2♥
    """
    for event in events:
        yield _SENTENCES.get(event.name, _anything)(event, game)


def _names(game: Game, who: Value, word: str = "seat") -> str:
    """Seats, or the seats of teams, by name."""
    wanted = who if isinstance(who, tuple) else (who,)
    if word.startswith("team"):
        wanted = tuple(seat for seat, team in enumerate(game.teams) if team in wanted)
    return " and ".join(game.seats[seat] for seat in wanted if isinstance(seat, int)) or "nobody"


def _value(value: Value) -> str:
    if isinstance(value, Hidden):
        return "something hidden" if value.count is None else f"{value.count} card{'' if value.count == 1 else 's'}"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


def _deal(event: Event, game: Game) -> str:
    return f"— Deal {event.fields['deal']}, {_names(game, event.fields['dealer'])} deals —"


def _dealt(event: Event, game: Game) -> str:
    return f"{_names(game, event.fields['seat'])} gets {_value(event.fields['cards'])}"


def _played(event: Event, game: Game) -> str:
    led = event.fields.get("led")
    suit = "" if led is None or str(event.fields["card"]).endswith(str(led)) else f" ({led})"
    return f"{_names(game, event.fields['seat'])} plays {_value(event.fields['card'])}{suit}"


def _taken(event: Event, game: Game) -> str:
    taker = _names(game, event.fields.get("seat"))
    return f"{taker} takes {_value(event.fields['cards'])}"


def _moved(event: Event, game: Game) -> str:
    cards = _value(event.fields["cards"])
    if "to" in event.fields:
        return f"{event.label}: {_names(game, event.fields['to'])} gets {cards}"
    if "from" in event.fields:
        return f"{event.label}: {_names(game, event.fields['from'])} gives {cards}"
    return f"{event.label}: {cards}"


def _shown(event: Event, game: Game) -> str:
    who = f"{_names(game, event.fields['seat'])} shows" if "seat" in event.fields else "shown:"
    return f"{who} {_value(event.fields['cards'])}"


def _passed(event: Event, game: Game) -> str:
    return f"{_names(game, event.fields['seat'])} passes"


def _scored(event: Event, game: Game) -> str:
    return f"  {event.label}: {_points(event.fields['points'])} for {_names(game, event.fields['team'], 'team')}"


def _score(event: Event, game: Game) -> str:
    points, total = event.fields["points"], event.fields["total"]
    return f"{_names(game, event.fields['team'], 'team')} {_points(points)}, now {_value(total)}"


def _points(points: Value) -> str:
    return f"{points:+d}" if isinstance(points, int) else _value(points)


def _over(event: Event, game: Game) -> str:
    return f"— {event.label}: {_names(game, event.fields['winners'], 'teams')} —"


def _anything(event: Event, game: Game) -> str:
    """An event of any name: who it is about, its name, the rest of what it says."""
    fields: Mapping[str, Value] = event.fields
    who = next((_names(game, fields[key], key) for key in ("seat", "team") if key in fields), "")
    rest = [_value(value) for key, value in fields.items() if key not in ("seat", "team")]
    head = f"{who}: {event.name}" if who else event.name
    return " ".join(filter(None, (head, event.label, ", ".join(rest))))


_SENTENCES: dict[str, Callable[[Event, Game], str]] = {
    "deal": _deal,
    "dealt": _dealt,
    "played": _played,
    "taken": _taken,
    "moved": _moved,
    "shown": _shown,
    "passed": _passed,
    "scored": _scored,
    "score": _score,
    "match over": _over,
}
