"""A bot that plays any game passably by looking one card ahead: a yardstick for variants, not a strong player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from trickcore.actions import Action
from trickcore.program.model import Program, Table
from trickcore.view import View, Zone

if TYPE_CHECKING:
    from trickcore.game import Game

PLAY = "play"


class GreedyBot:
    """Takes what counts for it and leaves what counts against it, one card ahead.

    It reads the game's public tables: what each card counts (where no card counts anything, a trick counts one) and how
    high each card is for the suit that was asked for. On a trick it plays the card with the best outcome for its team
    if the trick ended now. It leads the card with the best balance of what it counts and how many of the cards not
    yet seen would beat it. Equal cards: the lower one. When picking cards it gives away the worst; other choices (bids,
    calls) are the first of the menu. It keeps nothing between calls, so one bot may serve any seats and games.
    """

    def choose(self, view: View) -> int:
        """The id of a legal action."""
        decision = view.decision
        if decision is None:
            raise ValueError("this view has nothing to decide")
        legal = list(decision.legal)
        if len(legal) == 1 or not legal[0].card:
            return legal[0].id
        tables = _Tables(view.game)
        if decision.kind != PLAY:
            return min(legal, key=lambda a: (tables.worth(a.card), tables.height(a.card, a.suit), a.id)).id
        judge = _follow if view.trick else _lead
        cards = [a for a in legal if a.card]
        return max(cards, key=lambda a: (judge(view, tables, a), -tables.height(a.card, a.suit), -a.id)).id


class _Tables:
    """The card tables of a program, found by their roles."""

    def __init__(self, game: Game) -> None:
        program = game.program
        self._program = program
        self._index = {card.name: i for i, card in enumerate(program.cards)}
        self._values = _table(program, "value_table")
        self._power = _table(program, "power_table")
        counts = self._values is not None and any(self._values.values)
        self.per_trick = 0 if counts else 1

    def worth(self, card: str) -> int:
        """What a card counts."""
        return self._values.values[self._index[card]] if self._values is not None and not self.per_trick else 0

    def power(self, card: str, asked: str | None) -> int:
        """How high a card is when a suit is asked for; 0 cannot win."""
        table, suits = self._power, self._program.suits
        if table is None:
            return len(self._index) - self._index[card]
        row = suits.index(asked) if asked in suits else len(suits) + (asked is None)  # suits, trumps, nothing asked
        at = row * table.row + self._index[card]
        return table.values[at] if at < len(table.values) else 0

    def height(self, card: str, declared: str = "") -> int:
        """How high a card is when its own suit is asked for."""
        return self.power(card, declared or self._program.cards[self._index[card]].suit)

    def names(self) -> Iterable[str]:
        """All cards."""
        return self._index


def _table(program: Program, role: str) -> Table | None:
    """The table of a role, if there is one with a number for each card."""
    table = program.tables[program.roles[role]] if role in program.roles else None
    return table if table is not None and len(table.values) >= len(program.cards) else None


def _follow(view: View, tables: _Tables, action: Action) -> float:
    """What the trick would bring this seat's team if it ended with this card."""
    teams, seat = view.game.teams, view.seat or 0
    best = max(view.trick, key=lambda played: tables.power(played.card, view.led))
    wins = tables.power(action.card, view.led) > tables.power(best.card, view.led)
    winner = seat if wins else best.seat
    stake = tables.per_trick + tables.worth(action.card) + sum(tables.worth(played.card) for played in view.trick)
    return stake if teams[winner] == teams[seat] else -stake


def _lead(view: View, tables: _Tables, action: Action) -> float:
    """What the card counts, or would cost, by the part of the unseen cards that leaves it the highest."""
    asked = action.suit or view.game.program.cards[view.game.card_index(action.card)].suit
    unseen = _unseen(view, tables)
    mine = tables.power(action.card, asked)
    beaten = sum(tables.power(card, asked) > mine for card in unseen)
    chance = 1 - beaten / max(len(unseen), 1)
    return (tables.per_trick + tables.worth(action.card)) * (2 * chance - 1)


def _unseen(view: View, tables: _Tables) -> list[str]:
    seen = {*view.hand, *(played.card for played in view.trick), *(card for cards in view.taken for card in cards)}
    for zone in view.zones.values():
        for part in (zone,) if isinstance(zone, Zone) else zone:
            seen.update(part.cards or ())
    return [card for card in tables.names() if card not in seen]


__all__ = ["GreedyBot"]
