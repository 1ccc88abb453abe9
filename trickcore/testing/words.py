"""The words of a cases file in the light of a game: seats, cards, actions and numbers, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from trickcore.cards.text import card_form
from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.diagnostics.words import did_you_mean, listed, quote
from trickcore.errors import AmbiguousAction, UnreadableAction
from trickcore.source.nodes import Mapping, Node, Scalar, Sequence
from trickcore.testing.loader import scalar_pairs

if TYPE_CHECKING:
    from trickcore.game import Game

_LONGEST = 8  # words of one action
_SHOWN = 6  # actions in a hint
NONE = "none"


@dataclass(frozen=True, slots=True)
class Word:
    """A card or an action as it is written in the file."""

    text: str
    span: Span


def parts(scalar: Scalar) -> list[Word]:
    """The stretches between commas, or between spaces where there is no comma."""
    pattern = r"[^,]*[^,\s][^,]*" if "," in scalar.text else r"\S+"
    found = []
    for match in re.finditer(pattern, scalar.text):
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        found.append(Word(match[0].strip(), scalar.locate(start, start + len(match[0].strip()))))
    return found


@dataclass(frozen=True)
class Reader:
    """Reads words for one game; what a game does not know goes to `found`, with the nearest name."""

    game: Game
    found: Diagnostics

    @cached_property
    def _names(self) -> list[str]:
        return list(dict.fromkeys(card.name for card in self.game.program.cards))

    def seat(self, scalar: Scalar) -> int:
        """The number of a seat; 0 after a finding."""
        text, seats = scalar.text.strip(), self.game.seats
        if text.isdecimal() and int(text) < len(seats):
            return int(text)
        for number, name in enumerate(seats):
            if name.casefold() == text.casefold():
                return number
        allowed = [str(n) for n in range(len(seats))] + [name for name in seats if not name.isdecimal()]
        self._unknown("unknown-seat", "seat", scalar, did_you_mean(text, allowed, "the seats are"))
        return 0

    def cards(self, scalar: Scalar) -> list[Word]:
        """The cards of a text by their canonical names; `none` is no card."""
        if scalar.text.strip() == NONE:
            return []
        found = (self._card(word) for word in parts(scalar))
        return [word for word in found if word is not None]

    def _card(self, word: Word) -> Word | None:
        name = card_form(word.text)
        if name in self._names:
            return Word(str(name), word.span)
        forms = self._names + [card.ascii for card in self.game.program.cards]
        hint = did_you_mean(name or word.text, forms) or f"write a rank and a suit, such as {self._names[0]}"
        self._unknown("unknown-card", "card", word, hint)
        return None

    def actions(self, node: Node) -> list[Word]:
        """The actions of a text, or of a list with one in each item. In a text without commas the longest action
        counts: `A♠ as ♠` is one."""
        if isinstance(node, Sequence):
            found = [Word(item.text.strip(), item.span) for item in node if isinstance(item, Scalar)]
        else:
            found = self._grouped(node) if isinstance(node, Scalar) and node.text.strip() != NONE else []
        for word in found:
            self._check_action(word)
        return found

    def sights(self, scalar: Scalar) -> list[Word]:
        """The cards of a text, and among them cards with what they were declared to be: `8♠ A♠ as ♠` are two."""
        if scalar.text.strip() == NONE:
            return []
        found = (self._declared(word) if " " in word.text else self._card(word) for word in self._grouped(scalar))
        return [word for word in found if word is not None]

    def _declared(self, word: Word) -> Word | None:
        """An action that says what its card is, by its full text."""
        self._check_action(word)
        return Word(self.game.action(word.text).text, word.span) if self._known(word) else None

    def _grouped(self, scalar: Scalar) -> list[Word]:
        words, found = parts(scalar), []
        if "," in scalar.text:
            return words
        while words:
            size = next((n for n in range(min(_LONGEST, len(words)), 1, -1) if self._known(_joined(words[:n]))), 1)
            found.append(_joined(words[:size]))
            del words[:size]
        return found

    def _known(self, word: Word) -> bool:
        return self._problem(word) == ""

    def _check_action(self, word: Word) -> None:
        problem = self._problem(word)
        if not problem:
            return
        meant = self._meant(word)
        if meant:
            problem = f"{quote(word.text)} is not an action of this game"
        self.found.error("unknown-action", problem, word.span, meant or self._forms())

    def _meant(self, word: Word) -> str:
        """A hint where a text is a part of an action, such as a number without what is done with it."""
        words = word.text.casefold().split()
        texts = (action.text for action in self.game.actions.actions.values())
        fitting = [text for text in texts if words and set(words) < set(text.casefold().split())]
        return f"write {listed(fitting[:_SHOWN], 'or')}" if fitting else ""

    def _forms(self) -> str:
        """A hint that shows an action of each kind."""
        kinds: dict[str, str] = {}
        for action in self.game.actions.actions.values():
            kinds.setdefault(action.kind, action.text)
        return f"actions are written like {listed(list(kinds.values())[:_SHOWN])}" if kinds else ""

    def _problem(self, word: Word) -> str:
        """Why a text is no action of the game, or nothing. Which of several is meant shows when it is played."""
        try:
            self.game.action(word.text)
        except AmbiguousAction:
            return ""
        except UnreadableAction as error:
            return str(error)
        return ""

    def numbers(self, node: Node, names: dict[str, int] | None = None) -> dict[int, Scalar]:
        """A mapping from seats to scalars; `names` are further keys with the numbers that stand for them."""
        known = names or {}
        return {known[k.text] if k.text in known else self.seat(k): value for k, value in scalar_pairs(node)}

    def hands(self, node: Node) -> dict[int, list[Word]]:
        """A mapping from seats to cards."""
        return {self.seat(key): self.cards(value) for key, value in scalar_pairs(node)}

    def seats(self, node: Node) -> list[int]:
        """A list of seats."""
        items = node.items if isinstance(node, Sequence) else ()
        return [self.seat(item) for item in items if isinstance(item, Scalar)]

    def place(self, scalar: Scalar) -> tuple[str, int | None]:
        """`stock`, or `hand(0)`: the name of a place for cards, and the seat that it belongs to."""
        matched = re.fullmatch(r"\s*([^()]*?)\s*(?:\(\s*([^()]*?)\s*\))?\s*", scalar.text)
        if matched is None:
            self._unknown("unknown-place", "place for cards", scalar, "write its name, as `stock` or `hand(0)`")
            return "", None
        if matched[2] is None:
            return matched[1], None
        owner = Scalar(matched[2], scalar.locate(*matched.span(2)), True, scalar.locate)
        return matched[1], self.seat(owner)

    def _unknown(self, code: str, what: str, word: Word | Scalar, hint: str) -> None:
        self.found.error(code, f"this game has no {what} {quote(word.text)}", word.span, hint)


def _joined(words: list[Word]) -> Word:
    return Word(" ".join(word.text for word in words), words[0].span.to(words[-1].span))


def field(node: Node, key: str) -> Scalar | None:
    """A scalar of a mapping, or None."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value if isinstance(value, Scalar) else None
