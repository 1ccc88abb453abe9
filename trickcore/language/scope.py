"""What an expression may name: the names of the rule file, the words of the deck, and the contexts of its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Protocol

from trickcore.diagnostics.model import Span
from trickcore.language.core import Home
from trickcore.language.types import Type
from trickcore.records import dataclass


class Context:
    """The contexts that a position of a rule file may be in; a word that needs one is an error elsewhere.

    OPTIONS and PLAYERS are known everywhere. A definition's body may use any context; what it uses, its users need.
    """

    MATCH = "match"  # seats, dealer, deal_no, score(…), kept variables
    DEAL = "deal"  # zones, deal variables, card laws, history
    SEAT = "seat"  # `me` is known, so hand, taken, us … mean mine
    PLAY = "play"  # a trick is being played: led, leading, trick, best, beating …
    POINTS = "points"  # `total`, in `points:`
    CARD = "card"  # `card`, in `as:`
    CHECK = "check"  # `scored`, in `checks:`


ALL_CONTEXTS = frozenset(
    {Context.MATCH, Context.DEAL, Context.SEAT, Context.PLAY, Context.POINTS, Context.CARD, Context.CHECK}
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the rule file (words and functions of the language stand in the signature table instead).

    `per`: "seat", "team" or "side" where its value is somebody's. `parameters`: None for a plain value. `needs`: the
    contexts without which it is not known. `span`: where it is declared. `broken`: its own text has an error that was
    reported; expressions that use it are not complained about.
    """

    name: str
    home: Home
    type: Type
    per: str = ""
    parameters: tuple[Type, ...] | None = None
    needs: frozenset[str] = frozenset()
    span: Span | None = None
    help: str = ""
    broken: bool = False


class DeckWords(Protocol):
    """The vocabulary of the game's deck, whatever options and players take out of it."""

    @property
    def suits(self) -> tuple[str, ...]:
        """Glyphs, in the deck's order."""

    @property
    def ranks(self) -> tuple[str, ...]:
        """Rank letters, from high to low as printed order goes."""

    @property
    def words(self) -> Mapping[str, tuple[str, str]]:
        """`hearts` → ("suit", "♥"), `queens` → ("rank", "Q"), `joker` → ("card", "joker"), `red` → ("suits", "♦♥")."""

    def card(self, text: str) -> str | None:
        """The canonical name of a printed card (`10H`, `10♥️` → `10♥`), or None if the pack has no such card."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything the checker needs to know about the position of a text.

    The words `contracts`, `kind(…)` and `class(…)` take their values from the file: `contracts`, `melds` and `classes`
    hold these names, in the order declared. `fractions`: some card has a value that is not a whole number. `copies`:
    how many of each card the deck has; where there are several, `A♠ in hand` gets a warning, as it means all of them.
    """

    deck: DeckWords
    contexts: frozenset[str]
    find: Callable[[str], Name | None]
    names: Callable[[], Iterable[str]]  # for suggestions
    locals: Mapping[str, Type] = field(default_factory=dict)
    place: str = ""  # the position in words, for messages: "`match.ends`"
    contracts: tuple[str, ...] = ()
    melds: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    fractions: bool = False
    copies: int = 1

    def bind(self, locals_: Mapping[str, Type]) -> Scope:
        """The same scope with more local names."""
        return replace(self, locals={**self.locals, **locals_})

    def within(self, *contexts: str) -> Scope:
        """The same scope with more contexts."""
        return replace(self, contexts=self.contexts | set(contexts))
