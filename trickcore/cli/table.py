"""The table in text: hand, trick, scores, cards won, and what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from trickcore.cli.cards import by_suit, in_hand
from trickcore.cli.output import Output
from trickcore.cli.typed import labels
from trickcore.cli.values import variable_rows
from trickcore.diagnostics.words import many

if TYPE_CHECKING:
    from trickcore.decision import Decision
    from trickcore.game import Game
    from trickcore.view import View, Zone

_GAP = "   "


def show_table(view: View, out: Output) -> None:
    """What a seat sees: where the deal stands, the scores, what the rules keep, places with cards, the trick, the own
    hand.
    """
    where = [f"deal {view.deal_number}" if view.deal_number is not None else ""]
    where.append(f"trick {view.trick_number}" if view.trick_number else "")
    out.line()
    out.line(", ".join(filter(None, where)) or view.game.name, bold=True)
    for text in score_lines(view.game, view.scores):
        out.line(text)
    for name, parts in _rows(view):
        if parts:
            _row(name, _GAP.join(parts), out)
    if view.hand:
        _row("hand", in_hand(view), out, bold=True)


def _rows(view: View) -> Iterator[tuple[str, Iterable[str]]]:
    """The names of what lies on the table, each with its parts, if there are any."""
    seats = view.game.seats
    yield "won", [f"{seats[seat]}: {many(len(won), 'card')}{_worth(won, view.game)}" for seat, won in _won(view)]
    yield from variable_rows(view)
    for name, zone in view.zones.items():
        if isinstance(zone, tuple):
            yield name, [f"{seat}: {_zone(place)}" for seat, place in zip(seats, zone, strict=False) if place.count]
        else:
            yield name, [_zone(zone)] if zone.count else []
    yield "trick", [f"{seats[p.seat]}: {p.card}" + (f" as {p.suit}" if p.suit else "") for p in view.trick]


def show_actions(decision: Decision, out: Output) -> None:
    """What may be done, each with what may be typed for it; actions that are numbers themselves stand alone."""
    actions = tuple(decision.legal)
    pairs = zip(labels(actions), actions, strict=True)
    texts = [f"{label}) {action.text}" if label else action.text for label, action in pairs]
    prompt = decision.prompt or decision.kind
    optional = " (Enter: say nothing)" if decision.optional else ""
    out.line(f"{prompt[:1].upper()}{prompt[1:]}{optional}:", fg="cyan")
    for line in _columns(texts, get_terminal_size((80, 24)).columns):
        out.line(f"  {line}")


def taken_lines(view: View) -> list[str]:
    """One line for each seat that has won cards which all may see: the cards, how many, and what they are worth."""
    width = max(map(len, view.game.seats))
    return [
        f"{view.game.seats[seat]:<{width}}  {_GAP.join(by_suit(won, view))}"
        f"{_GAP}({many(len(won), 'card')}{_worth(won, view.game)})"
        for seat, won in _won(view)
    ] or ["No cards have been won in this deal yet."]


def _won(view: View) -> list[tuple[int, tuple[str, ...]]]:
    return [(seat, cards) for seat, cards in enumerate(view.taken) if cards]


def _worth(cards: Iterable[str], game: Game) -> str:
    """What the cards are worth by the law `values`; nothing where that changes during a deal, or is in fractions."""
    table = game.program.roles.get("value_table")
    layers = (game.rules.base, *(overlay.layer for overlay in game.rules.overlays))
    if table is None or any(line.value.type.fraction for layer in layers for line in layer.values or ()):
        return ""
    values = game.program.tables[table].values
    return f", worth {sum(values[game.card_index(card)] for card in cards):+d}" if any(values) else ""


def score_lines(game: Game, scores: Sequence[int]) -> list[str]:
    """One line with the score of each team, partners together."""
    teams: dict[int, list[int]] = {}
    for seat, team in enumerate(game.teams):
        teams.setdefault(team, []).append(seat)
    parts = (f"{' + '.join(game.seats[s] for s in seats)}: {scores[seats[0]]}" for seats in teams.values())
    return [f"{'score':<8} {_GAP.join(parts)}"]


def _zone(zone: Zone) -> str:
    if zone.cards is None:
        return many(zone.count, "card")
    return " ".join(zone.cards)


def _row(name: str, text: str, out: Output, **style: bool) -> None:
    out.raw(f"{out.clean(name.ljust(8))} {out.suited(text, **style)}")


def _columns(texts: Sequence[str], width: int) -> list[str]:
    """Texts side by side in columns of equal width."""
    cell = max((len(text) for text in texts), default=0) + 2
    many = max((width - 2) // cell, 1)
    rows = (texts[i : i + many] for i in range(0, len(texts), many))
    return ["".join(text.ljust(cell) for text in row).rstrip() for row in rows]
