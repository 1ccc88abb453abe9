"""Picks of several cards: a person names them in any order, the match asks for them one by one in its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from trickcore.cli.typed import typed
from trickcore.decision import Decision, LegalActions
from trickcore.picks import pick_all, picked, words

if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.match import Match
    from trickcore.refusal import Refusal


class Picking:
    """What one seat picks now. `count`: so many cards are still wanted by the match; `chosen`: what was named of them,
    beginning with what there is no choice about. Nothing is played before all are named.
    """

    def __init__(self, match: Match, decision: Decision) -> None:
        self.match, self.due = match, decision
        asked = list(_course(match))
        self.count = len(asked)
        self._offered = sorted({action for due in asked for action in due.legal.ids})
        self.chosen = [match.game.actions.get(action) for action in _forced(asked)]
        self.forced = len(self.chosen)
        self._held = Counter(match.view(decision.seat).hand)

    @property
    def complete(self) -> bool:
        """Whether all are named."""
        return len(self.chosen) >= self.count

    @property
    def decision(self) -> Decision:
        """What may still be named."""
        named = Counter(action.id for action in self.chosen)
        actions = self.match.game.actions
        left = (i for i in self._offered if named[i] < max(self._held[actions.get(i).card], 1))
        return Decision(self.due.seat, self.due.kind, self._prompt(), LegalActions(tuple(left), actions))

    def _prompt(self) -> str:
        """What is asked for, and what was named so far, without that which there was no choice about."""
        named = (*self.due.picked, *(action.card for action in self.chosen[self.forced :]))
        missing = self.count - len(self.chosen)
        if self.count == 1 and not named:
            return self.due.prompt
        more = "more " if named or self.forced else ""
        cards = f"Pick {missing} {more}card{'' if missing == 1 else 's'}"
        how = ", one by one or on one line" if missing > 1 else ""
        return f"{cards} (so far: {' '.join(named)})" if named else cards + how

    def named(self, line: str) -> list[Action]:
        """The actions that a line names: one, or several with spaces between; empty if any word of it is none."""
        offered = self.decision
        found = [self._one(word, offered) for word in words(line, self.due.kind)]
        return [action for action in found if action is not None] if None not in found else []

    def unknown(self, line: str) -> str:
        """The first word that names no card which can be picked."""
        offered = self.decision
        return next((word for word in words(line, self.due.kind) if self._one(word, offered) is None), "")

    def already(self, word: str) -> bool:
        """Whether a word names a card that is picked."""
        return any(action in self.chosen for action in self.match.game.actions.of_card(word))

    def _one(self, word: str, offered: Decision) -> Action | None:
        cards = [a for a in self.match.game.actions.of_card(word) if a.id in offered.legal.ids]
        return cards[0] if len(cards) == 1 else typed(word, offered)

    def name(self, actions: list[Action]) -> str:
        """Add cards to those that are picked; what is wrong with them, or nothing."""
        missing = self.count - len(self.chosen)
        if len(actions) > missing:
            return f"That is {len(actions)} cards: {missing} {'is' if missing == 1 else 'are'} to be picked."
        before = len(self.chosen)
        for action in actions:
            if action.id not in self.decision.legal.ids:
                del self.chosen[before:]
                return f"{action.card} cannot be picked twice."
            self.chosen.append(action)
        return ""

    def put_back(self) -> str:
        """Take back the card that was named last; its name, or nothing where there is none."""
        return self.chosen.pop().card if len(self.chosen) > self.forced else ""

    def play(self) -> Refusal | None:
        """Let the match have what was named. If it does not go together, nothing is played, and this is why."""
        refusal = pick_all(self.match, [action.id for action in self.chosen])
        if refusal is not None:
            self.chosen, self.forced = [], 0
        return refusal


def _course(match: Match) -> Iterator[Decision]:
    """The decisions of this pick on the way that passes over as little as possible: together they offer every card
    that may be picked.
    """
    twin, now = match.copy(), picked(match)
    while now is not None:
        yield (due := twin.decision)
        twin.play_id(due.legal.ids[-1])
        after = picked(twin)
        now = after if now.goes_on(after) else None


def _forced(asked: list[Decision]) -> list[int]:
    """What there is no choice about: what is offered alone, before anything was passed over."""
    first = next((n for n, due in enumerate(asked) if len(due.legal) > 1), len(asked))
    return [due.legal.ids[0] for due in asked[:first]]
