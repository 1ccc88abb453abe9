"""The words of a cases file in the light of a game: seats, cards, actions and numbers, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from trickcore.cards.text import card_form
from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.diagnostics.words import did_you_mean, listed, quote
from trickcore.errors import AmbiguousAction, UnreadableAction
from trickcore.source.nodes import Mapping, Node, Scalar, Sequence
from trickcore.testing.loader import MOST_FINDINGS, scalar_pairs
from trickcore.whole import whole

if TYPE_CHECKING:
    from trickcore.game import Game

MOST_WORDS = 300  # in one text: more than any deck has cards
_LONGEST = 8  # words of one action
_SHOWN = 6  # actions in a hint
NONE = "none"


@dataclass(frozen=True, slots=True)
class Word:
    """A card or an action as it is written in the file."""

    text: str
    span: Span


class TooManyFindings(Exception):
    """So many findings that nothing more is read."""


def parts(scalar: Scalar) -> list[Word]:
    """The stretches between commas, or between spaces where there is no comma."""
    found = []
    for match in re.finditer(_separated(scalar), scalar.text):
        text = match[0].strip()
        if text:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            found.append(Word(text, scalar.locate(start, start + len(text))))
    return found


def _separated(scalar: Scalar) -> str:
    return r"[^,]+" if "," in scalar.text else r"\S+"


@dataclass(frozen=True)
class Reader:
    """Reads words for one game; what a game does not know goes to `found`, with the nearest name."""

    game: Game
    found: Diagnostics

    @cached_property
    def _names(self) -> dict[str, None]:
        """The cards by their canonical names, in order."""
        return dict.fromkeys(card.name for card in self.game.program.cards)

    @cached_property
    def _texts(self) -> dict[str, frozenset[str]]:
        """The words of each action."""
        texts = (action.text for action in self.game.actions.actions.values())
        return {text: frozenset(text.casefold().split()) for text in texts}

    @cached_property
    def _first(self) -> dict[str, int]:
        """The words that begin actions of several words, with the length of the longest."""
        found: dict[str, int] = {}
        for text in self._texts:
            words = text.casefold().split()
            if len(words) > 1:
                found[words[0]] = max(len(words), found.get(words[0], 0))
        return found

    def seat(self, scalar: Scalar) -> int:
        """The number of a seat; 0 after a finding."""
        text, seats = scalar.text.strip(), self.game.seats
        written = whole(text)
        if written is not None and written < len(seats):
            return written
        for number, name in enumerate(seats):
            if name.casefold() == text.casefold():
                return number
        allowed = [str(n) for n in range(len(seats))] + [name for name in seats if not name.isdecimal()]
        self._unknown("unknown-seat", "seat", scalar, did_you_mean(text, allowed, "the seats are"))
        return 0

    def cards(self, scalar: Scalar) -> list[Word]:
        """The cards of a text by their canonical names; `none` is no card."""
        found = (self._card(word) for word in self._parts(scalar))
        return [word for word in found if word is not None]

    def _card(self, word: Word) -> Word | None:
        name = card_form(word.text)
        if name in self._names:
            return Word(str(name), word.span)
        forms = [*self._names] + [card.ascii for card in self.game.program.cards]
        hint = did_you_mean(name or word.text, forms) or f"write a rank and a suit, such as {next(iter(self._names))}"
        self._unknown("unknown-card", "card", word, hint)
        return None

    def actions(self, node: Node) -> list[Word]:
        """The actions of a text, or of a list with one in each item. In a text without commas the longest action
        counts: `A♠ as ♠` is one."""
        if isinstance(node, Sequence):
            found = self._items(node)
        else:
            found = self._grouped(node) if isinstance(node, Scalar) else []
        for word in found:
            self._check_action(word)
        return found

    def written(self, scalar: Scalar) -> dict[str, str]:
        """The cards of a text by their canonical names, each as it is written there."""
        found = ((card_form(word.text), word.text) for word in self._grouped(scalar))
        return {name or text: text for name, text in found}

    def sights(self, scalar: Scalar) -> list[Word]:
        """The cards of a text, and among them cards with what they were declared to be: `8♠ A♠ as ♠` are two."""
        found = (self._declared(word) if " " in word.text else self._card(word) for word in self._grouped(scalar))
        return [word for word in found if word is not None]

    def _declared(self, word: Word) -> Word | None:
        """An action that says what its card is, by its full text."""
        self._check_action(word)
        return Word(self.game.action(word.text).text, word.span) if self._known(word.text) else None

    def _parts(self, scalar: Scalar) -> list[Word]:
        """The parts of a text that has not too many; `none` has no parts."""
        if scalar.text.strip() == NONE:
            return []
        count = sum(1 for _ in re.finditer(_separated(scalar), scalar.text))
        return parts(scalar) if self._few(count, "text", scalar.span) else []

    def _items(self, node: Sequence) -> list[Word]:
        scalars = [item for item in node if isinstance(item, Scalar)]
        few = self._few(len(scalars), "list", node.span)
        return [Word(item.text.strip(), item.span) for item in scalars] if few else []

    def _few(self, count: int, what: str, span: Span) -> bool:
        if count > MOST_WORDS:
            hint = "no deck has so many cards; what is played may be several steps"
            message = f"{count:,} words in one {what}; at most {MOST_WORDS} are read"
            self.report("too-many-words", message, span, hint)
        return count <= MOST_WORDS

    def _grouped(self, scalar: Scalar) -> list[Word]:
        words, found = self._parts(scalar), []
        if "," in scalar.text:
            return words
        at = 0
        while at < len(words):
            sizes = range(min(_LONGEST, len(words) - at), 1, -1)
            size = next((n for n in sizes if self._known(_text(words[at : at + n]))), 0) or self._begun(words[at:])
            found.append(Word(_text(words[at : at + size]), words[at].span.to(words[at + size - 1].span)))
            at += size
        return found

    def _begun(self, words: list[Word]) -> int:
        """How many words are to be read as one, if no more than the first is an action: a word that begins longer
        actions, such as `bid`, has with it what follows, as far as that is nothing either."""
        longest = 0 if self._known(words[0].text) else self._first.get(words[0].text.casefold(), 0)
        with_it = takewhile(lambda at: not self._begins(words[at:]), range(1, min(longest, len(words))))
        return 1 + sum(1 for _ in with_it)

    def _begins(self, words: list[Word]) -> bool:
        """Whether an action begins here, or a word that may begin one."""
        sizes = range(1, min(_LONGEST, len(words)) + 1)
        return words[0].text.casefold() in self._first or any(self._known(_text(words[:n])) for n in sizes)

    def _known(self, text: str) -> bool:
        return self.game.actions.knows(text)

    def _check_action(self, word: Word) -> None:
        problem = "" if self._known(word.text) else self._problem(word)
        if not problem:
            return
        meant = self._meant(word)
        if meant:
            problem = f"{quote(word.text)} is not an action of this game"
        self.report("unknown-action", problem, word.span, meant or self._forms())

    def _meant(self, word: Word) -> str:
        """A hint where a text is a part of an action, such as a number without what is done with it."""
        words = word.text.casefold().split()
        fitting = [text for text, held in self._texts.items() if words and set(words) < held]
        if not fitting and len(words) > 1:
            fitting = [text for text in self._texts if text.casefold().split()[:1] == words[:1]]
        if len(fitting) > _SHOWN:
            return f"write one of {len(fitting)}, from {quote(fitting[0])} to {quote(fitting[-1])}"
        return f"write {listed(fitting, 'or')}" if fitting else ""

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
        """A list of seats, or a text with several of them; `none` is nobody."""
        if isinstance(node, Sequence):
            return [self.seat(item) for item in node if isinstance(item, Scalar)]
        if not isinstance(node, Scalar):
            return []
        if node.text.strip().casefold() in map(str.casefold, self.game.seats):  # names may have spaces in them
            return [self.seat(node)]
        starts = (match.span() for match in re.finditer(_separated(node), node.text) if node.text.strip() != NONE)
        return [self.seat(node.part(*span)) for span in starts]

    def place(self, scalar: Scalar) -> tuple[str, int | None]:
        """`stock`, or `hand(0)`: the name of a place for cards, and the seat that it belongs to."""
        name, bracket, inner = scalar.text.rstrip().partition("(")
        if not bracket and ")" not in name:
            return name.strip(), None
        if not inner.endswith(")") or any(c in "()" for c in inner[:-1]):
            self._unknown("unknown-place", "place for cards", scalar, "write its name, as `stock` or `hand(0)`")
            return "", None
        return name.strip(), self.seat(scalar.part(len(name) + 1, len(name) + len(inner)))

    def _unknown(self, code: str, what: str, word: Word | Scalar, hint: str) -> None:
        self.report(code, f"this game has no {what} {quote(word.text)}", word.span, hint)

    def report(self, code: str, message: str, span: Span, hint: str = "", related: Iterable[Related] = ()) -> None:
        """Report a finding. Raises TooManyFindings after the last that is looked at, which is reported too."""
        if len(self.found) < MOST_FINDINGS:
            self.found.error(code, message, span, hint, related)
            return
        message = f"more than {MOST_FINDINGS} findings: nothing after this place was looked at"
        self.found.error("too-many-findings", message, span, "mend these first")
        raise TooManyFindings


def reworded(expected: Iterable[str], found: Iterable[str], written: dict[str, str]) -> tuple[str, ...]:
    """What was found, in the order and the writing of what was expected as far as both have it, the rest behind. Suits
    are letters where the file writes them so.

    >>> reworded(["10♥", "2♦"], ["A♠", "2♦"], {"10♥": "10H", "2♦": "2D"})
    ('2D', 'AS')
    """
    there, letters = list(found), any(text.isascii() and not name.isascii() for name, text in written.items())
    kept = []
    for text in expected:
        if text in there:
            there.remove(text)
            kept.append(written.get(text, text))
    return (*kept, *(text.translate(_letters()) if letters else text for text in there))


@cache
def _letters() -> dict[int, str]:
    from trickcore.cards import SIGNS

    return str.maketrans({sign: suit.letter for sign, suit in SIGNS.items()})


def _text(words: list[Word]) -> str:
    return " ".join(word.text for word in words)


def field(node: Node, key: str) -> Scalar | None:
    """A scalar of a mapping, or None."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value if isinstance(value, Scalar) else None
