"""Actions of a game: their integer ids, their durable texts, and reading a text that a person typed."""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import SupportsIndex

from trickcore.diagnostics.words import nearest
from trickcore.errors import AmbiguousAction, UnreadableAction
from trickcore.program.model import Item, Menu, Program
from trickcore.whole import shown


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a game. Frozen and hashable; `text` is durable, `id` holds for one program (one game identity).

    `kind`: the name of the menu ("play", "bid", …). `card`: the name of the card, or "". `suit`: the suit that the
    card is declared to be, or "". `ascii`: the text in plain ASCII.

    >>> import trickcore
    >>> game = trickcore.load("two-ten-jack")
    >>> action = game.action("10h")
    >>> action.text, action.ascii, action.kind, action.card
    ('10♥', '10H', 'play', '10♥')
    """

    id: int
    text: str
    ascii: str = field(compare=False)
    kind: str = field(compare=False)
    card: str = field(default="", compare=False)
    suit: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text


_LONGEST = 200  # characters of a text that are looked at
_COMPARED = 1000  # actions that a misspelt text is compared with


class ActionTable:
    """All actions of a program, by id and by text; iterates them in order of id.

    >>> import trickcore
    >>> actions = trickcore.load("two-ten-jack").actions
    >>> len(actions) == len(list(actions)), next(iter(actions)).id
    (True, 0)
    """

    def __init__(self, program: Program) -> None:
        cards = [card.name for card in program.cards]
        self.actions: dict[int, Action] = {}
        self._texts: defaultdict[str, list[int]] = defaultdict(list)
        self._cards: defaultdict[str, list[int]] = defaultdict(list)
        self._letters = _letters(program)
        self._suits = {letter.casefold() for letter in self._letters.values()}
        for menu in program.menus:
            for index, item in enumerate(menu.items):
                self._add(_action(menu, index, item, cards))
        for card in program.cards:  # any printed card is readable, also one that no menu offers
            self._cards.setdefault(self.key(card.name), [])

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        """The actions in order of id."""
        return iter(self.actions.values())

    def get(self, action: Action | SupportsIndex) -> Action:
        """The action of an id, or the action itself if it is one of this program. Raises UnreadableAction, and
        TypeError for what is neither.
        """
        if not isinstance(action, Action | SupportsIndex) or isinstance(action, bool):
            raise TypeError(f"an action is given by its id or its text, not by {shown(action)}")
        found = self.actions.get(action.id if isinstance(action, Action) else operator.index(action))
        if found is None or (isinstance(action, Action) and found != action):
            what = f"the action {action.text!r}" if isinstance(action, Action) else f"the id {shown(action)}"
            raise UnreadableAction(f"{what} is not of this game: ids are 0 to {len(self.actions) - 1}")
        return found

    def of_card(self, card: str) -> list[Action]:
        """The actions with a card, in order of id."""
        return [self.actions[i] for i in self._cards.get(self.key(card), [])]

    def _add(self, action: Action) -> None:
        self.actions[action.id] = action
        for key in {self.key(action.text), self.key(action.ascii)}:
            self._texts[key].append(action.id)
        if action.card:
            self._cards[self.key(action.card)].append(action.id)

    def key(self, text: str) -> str:
        """What equal texts have in common: case, spaces, suits as glyphs or letters, `T` or `10` make no difference."""
        plain = text.replace("\ufe0f", "").replace("\ufe0e", "")
        for glyph, letter in self._letters.items():
            plain = plain.replace(glyph, letter)
        words = plain.casefold().split()
        return " ".join(self._ten(word) for word in words)

    def _ten(self, word: str) -> str:
        return "10" + word[1:] if word[:1] == "t" and word[1:] in self._suits else word

    def knows(self, text: str) -> bool:
        """Whether a text means an action of this game, or one of several, legal now or not."""
        return len(text) <= _LONGEST and any(map(any, self._meant(text)))

    def read(self, text: str, legal: Callable[[int], bool], kinds: Collection[str] = ()) -> Action:
        """The action that a text means: one of that very text, or else the only legal one with the card it names. If
        none is legal, one of the given kinds of decisions is preferred.

        Spaces may be missing, and suits named by their words, where that can mean but one thing.

        Raises UnreadableAction, or AmbiguousAction where several legal actions fit.
        """
        if len(text) > _LONGEST:
            raise UnreadableAction(f"{short(text)!r} is not an action of this game")
        meant = self._meant(text)
        for ids in meant:
            fitting = [i for i in ids if legal(i)]
            if len(fitting) == 1:
                return self.actions[fitting[0]]
            if fitting:
                raise self._ambiguous(text, fitting)
        due = [[i for i in ids if self.actions[i].kind in kinds] for ids in meant]
        for ids in (*due, *meant):
            if ids:
                return self.actions[ids[0]]
        raise self._unreadable(text)

    def _meant(self, text: str) -> tuple[list[int], list[int]]:
        """The actions of a text, and those with the card that it names."""
        for form in (text, self._with_signs(text)):
            key = self.key(form)
            exact, carded = self._texts.get(key, []), self._cards.get(key, [])
            if exact or carded:
                return exact, carded
            key = self._joined.get(key.replace(" ", ""), "")
            if key:
                return self._texts.get(key, []), self._cards.get(key, [])
        return [], []

    @cached_property
    def _joined(self) -> dict[str, str]:
        """What equal texts have in common, by the same without spaces; nothing where others would be the same then."""
        keys: defaultdict[str, set[str]] = defaultdict(set)
        for key in (*self._texts, *self._cards):
            keys[key.replace(" ", "")].add(key)
        return {joined: next(iter(same)) for joined, same in keys.items() if len(same) == 1}

    def _with_signs(self, text: str) -> str:
        """The words for the suits of this pack as their signs; words of other suits are left as they are."""
        return with_signs(text) if self._letters else text

    def _ambiguous(self, text: str, ids: list[int]) -> AmbiguousAction:
        candidates = tuple(self.actions[i].text for i in ids)
        return AmbiguousAction(f"{text!r} may mean {' or '.join(candidates)}: say which", candidates)

    def _unreadable(self, text: str) -> UnreadableAction:
        if self.key(text) in self._cards:
            return UnreadableAction(f"{text!r} is a card of the pack that is never played or picked in this game")
        near = nearest(self.key(text), self._forms, 0.6)
        hint = f"; did you mean {self._forms[near]}?" if near else ""
        return UnreadableAction(f"{short(text)!r} is not an action of this game{hint}")

    @cached_property
    def _forms(self) -> dict[str, str]:
        """The texts that a misspelt one is held against, by what equal ones have in common. Nearness takes time for
        each of them, so there are only so many."""
        return {self.key(action.text): action.text for action in islice(self.actions.values(), _COMPARED)}


def _action(menu: Menu, index: int, item: Item, cards: list[str]) -> Action:
    card = cards[item.card] if item.card >= 0 else ""
    return Action(menu.offset + index, item.text, item.ascii, menu.name, card, item.suit)


def _letters(program: Program) -> dict[str, str]:
    """Suit glyph → the letters that stand for it in ASCII, learned from the cards' two names."""
    letters: dict[str, str] = {}
    for card in program.cards:
        if card.suit and card.name == card.rank + card.suit and card.ascii.startswith(card.rank):
            letters.setdefault(card.suit, card.ascii[len(card.rank) :])
    return {glyph: letter for glyph, letter in letters.items() if glyph != letter}


def with_signs(text: str) -> str:
    """Words for suits as their signs, which is what actions are read by.

    >>> with_signs("AS as spades")
    'AS as ♠'
    """
    from trickcore.cards import SIGNS

    for sign, suit in SIGNS.items():
        text = re.sub(rf"\b({suit.plural}|{suit.word})\b", sign, text, flags=re.IGNORECASE)
    return re.sub(r"\btrumps\b", "trump", text, flags=re.IGNORECASE)


def short(text: str, length: int = 40) -> str:
    """A text for a message, cut when long."""
    return text if len(text) <= length else text[: length - 1] + "…"


def texts(actions: Iterable[Action]) -> str:
    """Actions for a message, in the order given."""
    return " ".join(a.text for a in actions)
