"""What is to be decided now, and the legal actions as a set that costs nothing until it is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any

from trickcore.actions import Action, ActionTable
from trickcore.errors import ActionError


@dataclass(frozen=True, slots=True, eq=False)
class LegalActions(Set[Action]):
    """The legal actions of a decision: iterates `Action` values in order of id, and answers `in` for an `Action`, an
    id, or a text in any form that the game reads. `ids` is the fast form for programs.

    >>> import trickcore
    >>> legal = trickcore.load("two-ten-jack").start(seed=7).decision.legal
    >>> len(legal) == len(legal.ids) >= 6
    True
    >>> all(a in legal and a.text in legal and a.id in legal for a in legal)
    True
    """

    ids: tuple[int, ...]
    _table: ActionTable

    def __iter__(self) -> Iterator[Action]:
        actions = self._table.actions
        return (actions[i] for i in self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Action):
            return action.id in self.ids and self._table.actions[action.id] == action
        if isinstance(action, str):
            try:
                return self._table.read(action, self.ids.__contains__).id in self.ids
            except ActionError:
                return False
        return action in self.ids

    def __eq__(self, other: object) -> bool:
        return Set.__eq__(self, other)

    def __hash__(self) -> int:
        return self._hash()

    @classmethod
    def _from_iterable(cls, it: Any) -> frozenset[Action]:  # type: ignore[override]
        # The intersection, union, … of legal actions is an ordinary frozenset.
        return frozenset(it)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the actions, in order of id."""
        return tuple(a.text for a in self)

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(self.texts)}>"


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that one seat has to make, or (`optional`) may make out of turn.

    `kind` names the menu ("play", "bid", …) and `prompt` says it in words; where a seat may pick from several menus,
    they are those of the first, and `legal` holds the actions of all. `optional`: others go on unless this seat speaks.

    Several cards are picked one by one: `picked` are those that the seat has picked so far, `left` is how many it has
    still to pick (fewer, where no more are there that may be picked); `Match.pick` takes a set of them at once.

    >>> import trickcore
    >>> match = trickcore.load("hearts").start(seed=3)
    >>> match.decision.prompt, match.decision.picked, match.decision.left
    ('Pick 3 cards (hand → hand)', (), 3)
    >>> match.play("9♣").decision.picked, match.decision.left
    (('9♣',), 2)
    """

    seat: int
    kind: str
    prompt: str
    legal: LegalActions
    optional: bool = False
    picked: tuple[str, ...] = ()
    left: int = 0

    def to_json(self) -> dict[str, object]:
        """The decision as JSON data, actions as texts."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "prompt": self.prompt,
            "optional": self.optional,
            "legal": list(self.legal.texts),
            "picked": list(self.picked),
            "left": self.left,
        }
