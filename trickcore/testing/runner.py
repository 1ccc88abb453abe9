"""Runs one case: loads its game, sets up its cards, goes through its course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Diagnostic, Diagnostics, Related
from trickcore.errors import Defect, RulesError, SetupError
from trickcore.testing.loader import number
from trickcore.testing.model import Case, Failure, GivenDeal, Outcome
from trickcore.testing.steps import CHECKS, StepError
from trickcore.testing.table import Table
from trickcore.testing.words import Reader, TooManyFindings, Word

if TYPE_CHECKING:
    from trickcore.deal import Deal
    from trickcore.game import Game
    from trickcore.rules.model import OptionValue

# Codes of findings about what a case chose, and about the name of its game: they belong to the cases file.
_SETTING = frozenset({"unknown-option", "option-value"})
_REFERENCE = frozenset({"unknown-game", "no-such-file", "bad-reference"})

GameLoader = Callable[[str, "int | None", "dict[str, OptionValue]"], "Game"]


def load_game(reference: str, players: int | None, options: dict[str, OptionValue]) -> Game:
    """The game that a cases file names, as `trickcore.load` finds it."""
    from trickcore.game import load

    return load(reference, players=players, options=options)


def run_case(case: Case, game_loader: GameLoader = load_game) -> Outcome:
    """Run one case. Nothing that the case or the game says raises: it is in the outcome, with its place.

    `game_loader(reference, players, options)` gives the game; another one than the usual runs the case on a variant.
    """
    found = Diagnostics()
    table = _set_up(case, game_loader, found)
    if table is None:
        return Outcome(case, diagnostics=found.sorted())
    return _run(case, table, Reader(table.game, found))


def check_case(case: Case, found: Diagnostics, game_loader: GameLoader = load_game) -> None:
    """Find what is wrong with the text of a case, without playing it: its game and options, words that the game does
    not know, cards that do not fit. Whether what it says holds is not looked at.
    """
    _set_up(case, game_loader, found)


def _set_up(case: Case, game_loader: GameLoader, found: Diagnostics) -> Table | None:
    """The match of a case with its cards dealt, or None after a finding."""
    game = _game(case, game_loader, found)
    if game is None:
        return None
    own = Diagnostics()
    reader = Reader(game, own)
    with suppress(TooManyFindings):
        _check_words(case, reader)
    table = None if own.has_errors else _table(case, reader)
    for finding in own:
        found.add(finding)
    return table


def _run(case: Case, table: Table, reader: Reader) -> Outcome:
    for step in case.course:
        try:
            CHECKS[step.kind].run(table, reader, step.value)
        except StepError as failed:
            return Outcome(case, failed.at(step))
        except Defect as defect:
            return Outcome(case, Failure(step.span, step.kind, f"the rules are at fault: {defect}"))
        except SetupError as error:
            return Outcome(case, Failure(step.span, step.kind, f"the cards of the next deal do not fit: {error}"))
    return Outcome(case)


def _game(case: Case, game_loader: GameLoader, found: Diagnostics) -> Game | None:
    options: dict[str, OptionValue] = {key.text: value.text for key, value in case.options}
    players = number(case.players) if case.players else None
    try:
        return game_loader(case.game.text, players, options)
    except RulesError as error:
        for diagnostic in error.diagnostics:
            found.add(_placed(case, diagnostic))
    return None


def _placed(case: Case, diagnostic: Diagnostic) -> Diagnostic:
    """A finding about the options that the case chose is shown where it chose them, one about the name of the game
    at that name; one about the text of a rule file stays there."""
    if diagnostic.code in _SETTING:
        named = [pair for pair in case.options if f"`{pair[0].text}`" in diagnostic.message]
        place = named[0][diagnostic.code == "option-value"] if named else case.players or case.game
        return replace(diagnostic, span=place.span)
    return replace(diagnostic, span=case.game.span) if diagnostic.code in _REFERENCE else diagnostic


def _check_words(case: Case, reader: Reader) -> None:
    """Meet every word once, so that what the game does not know is found before anything is played."""
    if case.dealer:
        reader.seat(case.dealer)
    for deal in case.deals:
        words = [(reader.seat(seat), reader.cards(cards))[1] for seat, cards in deal.hands]
        words += [reader.cards(cards) for _, cards in deal.zones]
        _check_copies([word for some in words for word in some], reader)
    for step in case.course:
        CHECKS[step.kind].read(reader, step.value)


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


def _table(case: Case, reader: Reader) -> Table | None:
    deals = [_deal(deal, reader) for deal in case.deals] or None
    dealer = reader.seat(case.dealer) if case.dealer else None
    try:
        return Table(reader.game, reader.game.start(case.seed, deal=deals, dealer=dealer))
    except SetupError as error:
        where = case.deals[0].span if case.deals else case.dealer.span if case.dealer else case.span
        reader.found.error("cards-do-not-fit", str(error), where)
    return None


def _deal(given: GivenDeal, reader: Reader) -> Deal:
    from trickcore.deal import Deal

    hands: dict[int | str, list[str]] = {
        reader.seat(seat): [word.text for word in reader.cards(cards)] for seat, cards in given.hands
    }
    zones = {name.text: [word.text for word in reader.cards(cards)] for name, cards in given.zones}
    return Deal(hands, zones)
