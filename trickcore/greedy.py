"""A bot that plays any game passably by looking one card ahead: a yardstick for variants, not a strong player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickcore.actions import Action
from trickcore.language.core import Call, Quantifier
from trickcore.program.model import Program, Table
from trickcore.view import View, Zone

if TYPE_CHECKING:
    from trickcore.game import Game

PLAY = "play"


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would do, and why in a few words. `judged`: it weighed the choice, and did not just
    take the first one."""

    action: Action
    reason: str
    judged: bool = True


class GreedyBot:
    """Takes what counts for it and leaves what counts against it, one card ahead.

    It reads the game's public tables: what each card counts (where no card counts anything, a trick counts one) and how
    high each card is for the suit that was asked for, under the trumps that are known. Where the fewest points win,
    what counts is counted against it. On a trick it plays the card with the best outcome for its team
    if the trick ended now. It leads the card with the best balance of what it counts and how many of the cards not
    yet seen would beat it. Equal cards: the lower one; where the fewest points win, the higher one. When picking cards
    it gives away the worst; other choices (bids, calls) are the first of the menu. It keeps nothing between calls, so
    one bot may serve any seats and games.
    """

    def choose(self, view: View) -> int:
        """The id of a legal action."""
        legal = _legal(view)
        if len(legal) == 1 or not legal[0].card:
            return legal[0].id
        return _best(view, legal, Tables(view)).id

    def advise(self, view: View) -> Advice:
        """What it would choose, and why.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7, deal={"hands": {0: "2♥ 3♥", 1: "10♥ A♦"}}, dealer=0)
        >>> advice = trickcore.GreedyBot().advise(match.play("10♥").view(0))
        >>> advice.action.text, advice.reason
        ('3♥', 'leaves them the trick, +5 so far')
        """
        legal = _legal(view)
        if len(legal) == 1:
            return Advice(legal[0], "there is no choice")
        if not legal[0].card:
            return Advice(legal[0], "just the first that is offered, as it does not judge such choices", judged=False)
        tables = Tables(view)
        best = _best(view, legal, tables)
        if view.decision is not None and view.decision.kind != PLAY:
            return Advice(best, "of least use to keep")
        return Advice(best, _why_follow(view, tables, best) if view.trick else _why_lead(view, tables, best))


def _legal(view: View) -> list[Action]:
    if view.decision is None:
        raise ValueError("this view has nothing to decide")
    return list(view.decision.legal)


def _best(view: View, legal: list[Action], tables: Tables) -> Action:
    if view.decision is not None and view.decision.kind != PLAY:
        return min(legal, key=lambda a: (tables.worth(a.card), tables.sign * tables.height(a.card, a.suit), a.id))
    judge = _follow if view.trick else _lead
    cards = [a for a in legal if a.card]
    return max(cards, key=lambda a: (judge(view, tables, a), -tables.sign * tables.height(a.card, a.suit), -a.id))


class Tables:
    """The card tables of a program, found by their roles, as they are in a view."""

    def __init__(self, view: View) -> None:
        game = view.game
        program = game.program
        self._program = program
        self._index = {card.name: i for i, card in enumerate(program.cards)}
        self._values = _table(program, "value_table")
        self._power = _table(program, "power_table")
        cards, classes = len(program.cards), len(program.suits) + 2
        several = self._values is not None and len(self._values.values) > cards
        self._value_base = (view.law_row or 0) * cards if several else 0
        self._power_base = (view.law_row or 0) * classes * cards
        counts = self._values is not None and any(self._values.values)
        self.sign = -1 if fewest_win(game) else 1
        self.per_trick = 0 if counts else self.sign

    def worth(self, card: str) -> int:
        """What a card counts for whoever takes it: less than nothing where the fewest points win."""
        if self._values is None or self.per_trick:
            return 0
        at = self._value_base + self._index[card]
        return self.sign * self._values.values[at] if at < len(self._values.values) else 0

    def power(self, card: str, asked: str | None) -> int:
        """How high a card is when a suit is asked for; 0 cannot win."""
        suits = self._program.suits
        return self._at(card, suits.index(asked) if asked in suits else len(suits) + (asked is None))

    def _at(self, card: str, asked: int) -> int:
        """The power of a card when a class is asked for: a suit, trumps, or nothing."""
        table = self._power
        if table is None:
            return len(self._index) - self._index[card]
        at = self._power_base + asked * table.row + self._index[card]
        return table.values[at] if at < len(table.values) else 0

    def trump(self, card: str) -> int:
        """How high a card is among the trumps; 0: it is none."""
        return self._at(card, len(self._program.suits)) if self._power is not None else 0

    def height(self, card: str, declared: str = "") -> int:
        """How high a card is when its own suit is asked for."""
        return self.power(card, declared or self._program.cards[self._index[card]].suit)

    def names(self) -> Iterable[str]:
        """All cards."""
        return self._index


def fewest_win(game: Game) -> bool:
    """Whether the rules say that the least of something wins the match."""
    winner = game.rules.match.winner
    return isinstance(winner, (Call, Quantifier)) and getattr(winner, "fn", getattr(winner, "name", "")) == "least"


def _table(program: Program, role: str) -> Table | None:
    """The table of a role, if there is one with a number for each card."""
    table = program.tables[program.roles[role]] if role in program.roles else None
    return table if table is not None and len(table.values) >= len(program.cards) else None


def _outcome(view: View, tables: Tables, action: Action) -> tuple[int, int]:
    """Who has the trick after this card, and what lies in it."""
    seat = view.seat or 0
    best = max(view.trick, key=lambda played: tables.power(played.card, view.led))
    wins = tables.power(action.card, view.led) > tables.power(best.card, view.led)
    stake = tables.per_trick + tables.worth(action.card) + sum(tables.worth(played.card) for played in view.trick)
    return seat if wins else best.seat, stake


def _follow(view: View, tables: Tables, action: Action) -> float:
    """What the trick would bring this seat's team if it ended with this card."""
    teams, (winner, stake) = view.game.teams, _outcome(view, tables, action)
    return stake if teams[winner] == teams[view.seat or 0] else -stake


def _why_follow(view: View, tables: Tables, action: Action) -> str:
    teams, seat, (winner, stake) = view.game.teams, view.seat or 0, _outcome(view, tables, action)
    worth = "" if tables.per_trick else f", {tables.sign * stake:+d} so far"
    if winner == seat:
        return f"takes the trick for now{worth}"
    return (
        f"leaves it to {view.game.seats[winner]}{worth}"
        if teams[winner] == teams[seat]
        else f"leaves them the trick{worth}"
    )


def _rivals(view: View, tables: Tables, action: Action) -> tuple[int, int]:
    """How many of the unseen cards would beat a card that is led, and how many there are."""
    asked = action.suit or view.game.program.cards[view.game.card_index(action.card)].suit
    unseen = _unseen(view, tables)
    mine = tables.power(action.card, asked)
    return sum(tables.power(card, asked) > mine for card in unseen), len(unseen)


def _lead(view: View, tables: Tables, action: Action) -> float:
    """What the card counts, or would cost, by the part of the unseen cards that leaves it the highest."""
    beaten, unseen = _rivals(view, tables, action)
    chance = 1 - beaten / max(unseen, 1)
    return (tables.per_trick + tables.worth(action.card)) * (2 * chance - 1)


def _why_lead(view: View, tables: Tables, action: Action) -> str:
    beaten, unseen = _rivals(view, tables, action)
    return f"{beaten} of {unseen} unseen cards beat it" if beaten else "no unseen card beats it"


def _unseen(view: View, tables: Tables) -> list[str]:
    seen = {*view.hand, *(played.card for played in view.trick), *(card for cards in view.taken for card in cards)}
    for zone in view.zones.values():
        for part in (zone,) if isinstance(zone, Zone) else zone:
            seen.update(part.cards or ())
    return [card for card in tables.names() if card not in seen]


__all__ = ["Advice", "GreedyBot", "Tables", "fewest_win"]
