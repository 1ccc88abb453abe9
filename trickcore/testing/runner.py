"""Runs one case: loads its game, sets up its cards, goes through its course."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from trickcore.diagnostics.model import Diagnostic, Diagnostics
from trickcore.engines.meter import Meter, Stopped, TooMuch, metered
from trickcore.errors import Defect, RulesError, SetupError
from trickcore.testing.costs import meter_of_case
from trickcore.testing.failing import StepError
from trickcore.testing.loader import number
from trickcore.testing.model import Case, Failure, Outcome, Step
from trickcore.testing.setup import check_situation, table
from trickcore.testing.steps import CHECKS
from trickcore.testing.table import Table
from trickcore.testing.words import Reader, TooManyFindings

if TYPE_CHECKING:
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


def run_case(case: Case, game_loader: GameLoader = load_game, meter: Meter | None = None) -> Outcome:
    """Run one case. Nothing that the case or the game says raises: it is in the outcome, with its place.

    `game_loader(reference, players, options)` gives the game; another one than the usual runs the case on a variant.
    `meter`: how much the case may ask for, if not as much as any other; raises Stopped where its `stop` says so.
    """
    begun = _begun(case, game_loader, meter)
    return begun if isinstance(begun, Outcome) else _run(case, *begun)


def all_failures(case: Case, game_loader: GameLoader = load_game, meter: Meter | None = None) -> Outcome:
    """Run one case to its end: of the failures in the outcome, those after the first are what does not hold besides."""
    begun = _begun(case, game_loader, meter)
    if isinstance(begun, Outcome):
        return begun
    failed = tuple(failures(case, *begun))
    return Outcome(case, failed[0] if failed else None, failures=failed)


def _begun(case: Case, game_loader: GameLoader, meter: Meter | None) -> tuple[Table, Reader] | Outcome:
    """The match of a case, with its cards dealt, and who reads its words; or the outcome if there is none."""
    found = Diagnostics()
    try:
        begun = _set_up(case, game_loader, found, meter or meter_of_case())
    except Defect as defect:
        return Outcome(case, Failure(case.span, "start", f"the rules are at fault: {defect}"))
    except TooMuch as much:
        return Outcome(case, Failure(case.span, "start", _too_much(much)))
    return Outcome(case, diagnostics=found.sorted()) if begun is None else (begun, Reader(begun.game, found))


def check_case(case: Case, found: Diagnostics, game_loader: GameLoader = load_game) -> None:
    """Find what is wrong with the text of a case, without playing it: its game and options, words that the game does
    not know, cards that do not fit. Whether what it says holds is not looked at.
    """
    with suppress(Defect, TooMuch):  # in the first steps of the rules, which is met when the case is run
        _set_up(case, game_loader, found, meter_of_case())


def _set_up(case: Case, game_loader: GameLoader, found: Diagnostics, meter: Meter) -> Table | None:
    """The match of a case with its cards dealt, or None after a finding."""
    game = _game(case, game_loader, found)
    if game is None:
        return None
    own = Diagnostics()
    reader = Reader(game, own)
    with suppress(TooManyFindings):
        _check_words(case, reader)
    with metered(meter):
        begun = None if own.has_errors else table(case, reader)
    if begun is not None:
        begun.meter = meter
    for finding in own:
        found.add(finding)
    return begun


def _run(case: Case, table: Table, reader: Reader) -> Outcome:
    return Outcome(case, next(failures(case, table, reader), None))


def failures(case: Case, table: Table, reader: Reader) -> Iterator[Failure]:
    """The steps that do not hold, in order. What is played in the others does not hang on those that only look, so the
    course goes on after a step for which is known what would hold.
    """
    for at, step in enumerate(case.course, 1):
        failure = _failure(step, at, table, reader)
        if failure is not None:
            yield failure
            if not failure.fixes:
                return


def _failure(step: Step, at: int, table: Table, reader: Reader) -> Failure | None:
    try:
        with metered(table.meter):
            CHECKS[step.kind].run(table, reader, step.value)
    except StepError as failed:
        return failed.at(step, at)
    except Defect as defect:
        return Failure(step.span, step.kind, f"the rules are at fault: {defect}", number=at)
    except TooMuch as much:
        return Failure(step.span, step.kind, _too_much(much), number=at)
    except SetupError as error:
        return Failure(step.span, step.kind, f"the cards of the next deal do not fit: {error}", number=at)
    return None


def _too_much(much: TooMuch) -> str:
    """What is said of a case that asks for too much. Raises Stopped where that is not why it ended."""
    if isinstance(much, Stopped):
        raise much
    return f"this takes too long: what is asked of the rules here takes {much}"


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
    check_situation(case, reader)
    for step in case.course:
        CHECKS[step.kind].read(reader, step.value)
