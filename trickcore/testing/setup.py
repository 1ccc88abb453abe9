"""The situation of a case: the cards that are dealt, or a position that is set up, and the match that begins there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from trickcore.diagnostics.model import Related, Span
from trickcore.errors import SetupError
from trickcore.source.nodes import Mapping, Node, Scalar
from trickcore.testing.loader import number, scalar_pairs
from trickcore.testing.model import Case, GivenDeal
from trickcore.testing.table import Table
from trickcore.testing.words import NONE, Reader, Word, parts

if TYPE_CHECKING:
    from trickcore.deal import Deal
    from trickcore.match import Match
    from trickcore.program.model import Slot

_PLACES = ("stock", "taken")  # of a position: they need no `zones` around them
_SEATS = ("leader", "dealer")
_NUMBERS = ("deal", "trick_number")
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def check_situation(case: Case, reader: Reader) -> None:
    """Meet every word of the situation once, so that what the game does not know is found before anything begins."""
    if case.dealer:
        reader.seat(case.dealer)
    for deal in case.deals:
        words = [(reader.seat(seat), reader.cards(cards))[1] for seat, cards in deal.hands]
        words += [reader.cards(cards) for _, cards in deal.zones]
        _check_copies([word for some in words for word in some], reader)
    if case.position:
        _check_copies(_given(case.position, reader), reader)


def table(case: Case, reader: Reader) -> Table | None:
    """The match of a case at its beginning, or None after a finding."""
    try:
        return Table(reader.game, _match(case, reader))
    except SetupError as error:
        reader.found.error("cards-do-not-fit", str(error), _place(case, str(error)))
    return None


def _match(case: Case, reader: Reader) -> Match:
    if case.position:
        return reader.game.position(_Position(reader, case.position).data(), seed=case.seed)
    deals = [_deal(deal, reader) for deal in case.deals] or None
    dealer = reader.seat(case.dealer) if case.dealer else None
    return reader.game.start(case.seed, deal=deals, dealer=dealer)


def _place(case: Case, message: str) -> Span:
    """Where the situation says what a message speaks of."""
    if not case.position:
        return case.deals[0].span if case.deals else case.dealer.span if case.dealer else case.span
    inner = [entry.value for entry in case.position if entry.key.text in ("zones", "variables")]
    maps = [*(node for node in inner if isinstance(node, Mapping)), case.position]  # names before what they are for
    named = [(entry.key.text, entry) for node in maps for entry in node]
    found = ((re.search(rf"(?<!\w){re.escape(name)}(?!\w)", message), entry) for name, entry in named)
    places = [(match.start(), entry) for match, entry in found if match]
    if not places:
        key = case.node.key("position") if case.node else None
        return key.span if key else case.position.span
    entry = min(places, key=lambda place: place[0])[1]
    return entry.value.span if isinstance(entry.value, Scalar) else entry.key.span


def _given(position: Mapping, reader: Reader) -> list[Word]:
    """The cards that lie somewhere in a position, all read once."""
    read = _Position(reader, position)
    read.data()
    return read.cards


def _check_copies(words: list[Word], reader: Reader) -> None:
    """No card is given more often than the pack holds it."""
    held = Counter(card.name for card in reader.game.program.cards)
    given: Counter[str] = Counter()
    first: dict[str, Word] = {}
    for word in words:
        given[word.text] += 1
        first.setdefault(word.text, word)
        if given[word.text] > held[word.text]:
            message = f"the card {word.text} is given {given[word.text]} times; the pack holds {held[word.text]}"
            hint = "give it once" if held[word.text] == 1 else ""
            reader.report("card-twice", message, word.span, hint, [Related(first[word.text].span, "the first one")])


def _deal(given: GivenDeal, reader: Reader) -> Deal:
    from trickcore.deal import Deal

    hands: dict[int | str, list[str]] = {
        reader.seat(seat): [word.text for word in reader.cards(cards)] for seat, cards in given.hands
    }
    zones = {name.text: [word.text for word in reader.cards(cards)] for name, cards in given.zones}
    return Deal(hands, zones)


class _Position:
    """The data of `Game.position` from what a case says. `cards`: those that it puts somewhere, as they were met."""

    def __init__(self, reader: Reader, node: Mapping) -> None:
        self._reader, self._node = reader, node
        self.cards: list[Word] = []

    def data(self) -> dict[str, Any]:
        """What `Game.position` takes."""
        data: dict[str, Any] = {}
        for entry in self._node:
            key, value = entry.key.text, entry.value
            if key in _PLACES:
                data.setdefault("zones", {})[key] = self._several(value)
            elif key == "zones":
                zones = {part.key.text: self._several(part.value) for part in _entries(value)}
                data["zones"] = {**data.get("zones", {}), **zones}
            else:
                data[key] = self._one(key, value)
        return data

    def _one(self, key: str, node: Node) -> Any:
        if key == "hands":
            return self._several(node)
        if key == "trick":
            return self._trick(node)
        if key == "variables":
            return {part.key.text: self._variable(part.key.text, part.value) for part in _entries(node)}
        if key == "scores":
            return {self._reader.seat(seat): number(value) for seat, value in scalar_pairs(node)}
        assert isinstance(node, Scalar)  # the schema wants it
        return self._reader.seat(node) if key in _SEATS else number(node) if key in _NUMBERS else node.text

    def _several(self, node: Node) -> Any:
        """Cards, or cards per seat."""
        if isinstance(node, Scalar):
            return self._texts(node)
        return {self._reader.seat(seat): self._texts(cards) for seat, cards in scalar_pairs(node)}

    def _texts(self, scalar: Scalar) -> list[str]:
        words = self._reader.cards(scalar)
        self.cards += words
        return [word.text for word in words]

    def _trick(self, node: Node) -> list[Any]:
        """What was played: from the leader on, or by seat."""
        if not isinstance(node, Mapping):
            return [self._laid(word) for word in self._reader.actions(node)]
        pairs = [(self._reader.seat(seat), self._reader.actions(text)) for seat, text in scalar_pairs(node)]
        return [{seat: self._laid(word)} for seat, words in pairs for word in words]

    def _laid(self, word: Word) -> str:
        if self._reader.game.actions.knows(word.text):
            card = self._reader.game.action(word.text).card
            self.cards += [Word(card, word.span)] if card else []
        return word.text

    # ------------------------------------------------------------------------------------------------ variables

    def _variable(self, name: str, node: Node) -> Any:
        from trickcore.arrange import variable

        slot = variable(self._reader.game, name)
        if isinstance(node, Mapping):
            return {self._reader.seat(seat): self._value(slot, value) for seat, value in scalar_pairs(node)}
        return self._value(slot, node) if isinstance(node, Scalar) else None

    def _value(self, slot: Slot | None, scalar: Scalar) -> Any:
        if slot is not None and slot.kind.name in ("SET", "SETS"):
            words = [] if scalar.text.strip() == NONE else parts(scalar)
            return [self._word(slot, word.text) for word in words]
        return self._word(slot, scalar.text.strip())

    def _word(self, slot: Slot | None, text: str) -> Any:
        """A value as views show it: a number or a flag where the variable holds such, else a text."""
        domain = slot.domain if slot else ""
        if domain == "flag" and text.casefold() in _FLAGS:
            return _FLAGS[text.casefold()]
        if domain in ("number", "seats", "seat") and re.fullmatch(r"-?[0-9]{1,18}", text):
            return int(text)
        known = domain.partition(":")[2].split(",")
        return None if text == NONE and NONE not in known else text


def _entries(node: Node) -> Iterator[Any]:
    return iter(node) if isinstance(node, Mapping) else iter(())
