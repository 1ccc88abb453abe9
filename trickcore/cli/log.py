"""What happened, in sentences: one line for each event, with the names of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.cli.values import in_words
from trickcore.diagnostics.words import many
from trickcore.events import Hidden
from trickcore.program.model import Seen

if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.events import Event, Value
    from trickcore.game import Game
    from trickcore.match import Match

_PLAY = "play"  # the kind of the actions that lay a card


def lines(events: Iterable[Event], match: Match, start: int = 0) -> Iterator[str]:
    """One line for each event from the number `start` on, as far as the events tell it. `events` are all of the match,
    so that what came before is known: the cards of a trick, the totals.

    >>> import trickcore
    >>> game = trickcore.load("two-ten-jack")
    >>> deal = {"hands": {0: "9H", 1: "10H"}, "stock": "3C 2C"}
    >>> match = game.start(seed=7, dealer=1, deal=deal).play("9H").play("10H")
    >>> print("\\n".join(lines(match.events(0), match, 3)))
    seat 0 plays 9♥
    seat 1 plays 10♥
    seat 1 takes 9♥ 10♥
    seat 1 draws a card
    seat 0 draws 2♣
    """
    log = Log(match.game, match.actions)
    for event in events:
        texts = log.tell(event)
        if event.number >= start:
            yield from texts


def open_events(match: Match) -> list[Event]:
    """All events with all that any seat knows of them: for those who look on after all cards are on the table."""
    heard = zip(match.events(None), *map(match.events, range(match.game.players)), strict=True)
    return [replace(known[0], fields=_fields(known)) for known in heard]


def _fields(known: Sequence[Event]) -> Mapping[str, Value]:
    """The fields of one event, each from the first who knows it."""
    open_to = {name: [e.fields[name] for e in known] for name in known[0].fields}
    return {name: next((v for v in some if not isinstance(v, Hidden)), some[0]) for name, some in open_to.items()}


class Log:
    """Tells the events of one match in their order. `actions`: those of the match, which say what was declared."""

    def __init__(self, game: Game, actions: Iterable[Action] = ()) -> None:
        self.game = game
        self._plays = iter([action for action in actions if action.kind == _PLAY])
        self._face_down = {slot.label for slot in game.program.slots if slot.seen is Seen.NOBODY and slot.label}
        self._trick: list[str] = []  # cards on the table, in the order played
        self._totals: dict[int, int] = {}  # by team; empty until somebody scores
        self._scored = False  # in the deal that is being told

    def tell(self, event: Event) -> list[str]:
        """The lines of the next event."""
        tellers: dict[str, Callable[[Event], str]] = {
            "dealt": self._dealt,
            "played": self._played,
            "taken": self._taken,
            "moved": self._moved,
            "shown": self._shown,
            "chosen": self._chosen,
            "set": self._set,
            "passed": self._passed,
            "scored": self._line,
            "score": self._score,
            "match over": self._over,
        }
        return self._deal(event) if event.name == "deal" else [tellers.get(event.name, self._anything)(event)]

    def _names(self, who: Value, word: str = "seat") -> str:
        """Seats, or the seats of teams, by name."""
        wanted = who if isinstance(who, tuple) else (who,)
        if word.startswith("team"):
            wanted = tuple(seat for seat, team in enumerate(self.game.teams) if team in wanted)
        return " and ".join(self.game.seats[seat] for seat in wanted if isinstance(seat, int)) or "nobody"

    def _deal(self, event: Event) -> list[str]:
        fields = event.fields
        head = f"— Deal {fields['deal']}, {self._names(fields['dealer'])} deals —"
        before = [self._goes_on()] if self._scored else []
        self._scored, self._trick = False, []
        return [*before, head]

    def _goes_on(self) -> str:
        """The totals between two deals; that the best are equal may be why there is another deal."""
        best = [total for total in self._totals.values() if total == max(self._totals.values())]
        return f"The match goes on{', level' if len(best) > 1 else ''} {self._standing()}"

    def _standing(self) -> str:
        totals = (f"{self._names(team, 'team')}: {total}" for team, total in sorted(self._totals.items()))
        return f"({', '.join(totals)})"

    def _dealt(self, event: Event) -> str:
        return f"{self._names(event.fields['seat'])} gets {_value(event.fields['cards'])}"

    def _played(self, event: Event) -> str:
        card, action = str(event.fields["card"]), next(self._plays, None)
        self._trick.append(card)
        # An action with a suit is a declaration, and its text names both; without one the card says it all.
        text = action.text if action is not None and action.card == card and action.suit else card
        return f"{self._names(event.fields['seat'])} plays {text}"

    def _taken(self, event: Event) -> str:
        cards, self._trick = _as_played(event.fields["cards"], self._trick), []
        return f"{self._names(event.fields.get('seat'))} takes {_value(cards)}"

    def _moved(self, event: Event) -> str:
        fields, cards = event.fields, _value(event.fields["cards"])
        if "to" in fields and self._is_draw(event):
            return f"{self._names(fields['to'])} draws {'a card' if isinstance(fields['cards'], Hidden) else cards}"
        if "to" in fields:
            return f"{event.label}: {self._names(fields['to'])} gets {cards}"
        if "from" in fields:
            return f"{event.label}: {self._names(fields['from'])} gives {cards}"
        return f"{event.label}: {cards}"

    def _is_draw(self, event: Event) -> bool:
        """One card comes from a place where all lie face down to a hand."""
        source, _, place = event.label.partition(" → ")
        cards = event.fields["cards"]
        one = cards.count == 1 if isinstance(cards, Hidden) else isinstance(cards, tuple) and len(cards) == 1
        return one and place == "hand" and source in self._face_down

    def _shown(self, event: Event) -> str:
        if "value" in event.fields:
            return self._opened(event)
        who = f"{self._names(event.fields['seat'])} shows" if "seat" in event.fields else "shown:"
        return f"{who} {_value(event.fields['cards'])}"

    def _opened(self, event: Event) -> str:
        """What a variable holds, which more seats may know now."""
        value = event.fields["value"]
        told = _value(value) if isinstance(value, Hidden) else in_words(self.game, event.label, value)
        owner = next((self._names(event.fields[key], key) for key in ("seat", "team") if key in event.fields), "")
        return f"{owner}: {event.label} is {told}" if owner else f"{event.label} is {told}"

    def _passed(self, event: Event) -> str:
        return f"{self._names(event.fields['seat'])} passes"

    def _chosen(self, event: Event) -> str:
        """The words of the action; of what is chosen in secret only what it is about."""
        chosen = [(name, value) for name, value in event.fields.items() if name != "seat"]
        parts = (
            f"{name} in secret" if isinstance(value, Hidden) else f"{name} {in_words(self.game, name, value)}"
            for name, value in chosen
        )
        return f"{self._names(event.fields.get('seat'))}: {' '.join(parts)}"

    def _set(self, event: Event) -> str:
        value = event.fields["value"]
        told = _value(value) if isinstance(value, Hidden) else in_words(self.game, event.label, value)
        return f"set {event.label} {told}"

    def _line(self, event: Event) -> str:
        return f"  {event.label}: {_points(event.fields['points'])} for {self._names(event.fields['team'], 'team')}"

    def _score(self, event: Event) -> str:
        team, points, total = (event.fields[name] for name in ("team", "points", "total"))
        if isinstance(team, int) and isinstance(total, int):
            self._totals[team], self._scored = total, True
        return f"{self._names(team, 'team')} {_points(points)}, now {_value(total)}"

    def _over(self, event: Event) -> str:
        winners = event.fields["winners"]
        names = self._names(winners)
        verb = "win" if " and " in names else "wins"
        end = f" {self._standing()}" if self._totals else ""
        return f"— {event.label[:1].upper()}{event.label[1:]}: {names} {verb}{end} —"

    def _anything(self, event: Event) -> str:
        """An event of any name: who it is about, its name, the rest of what it says."""
        fields: Mapping[str, Value] = event.fields
        who = next((self._names(fields[key], key) for key in ("seat", "team") if key in fields), "")
        rest = [_value(value) for key, value in fields.items() if key not in ("seat", "team")]
        head = f"{who}: {event.name}" if who else event.name
        return " ".join(filter(None, (head, event.label, ", ".join(rest))))


def _as_played(cards: Value, played: Sequence[str]) -> Value:
    """The cards of a trick in the order in which they were played; such as were not played to it stand behind."""
    if not isinstance(cards, tuple):
        return cards
    left = Counter(map(str, cards))
    first = [card for card in played if card in left]
    left.subtract(first)
    return (*first, *(card for card in map(str, cards) if left[card] > 0))


def _value(value: Value) -> str:
    if isinstance(value, Hidden):
        return "something hidden" if value.count is None else many(value.count, "card")
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


def _points(points: Value) -> str:
    return f"{points:+d}" if isinstance(points, int) else _value(points)
