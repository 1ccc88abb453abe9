"""The stages of a compilation, in order."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from trickcore.compiler.advice import check_program, check_ranked
from trickcore.compiler.bind import bind_options
from trickcore.compiler.cells import find_laws
from trickcore.compiler.code import Code, tidy
from trickcore.compiler.emit import Emitter
from trickcore.compiler.functions import value_table
from trickcore.compiler.known import Env
from trickcore.compiler.laws import same_values
from trickcore.compiler.layers import Layers, names_read
from trickcore.compiler.limits import LimitError
from trickcore.compiler.match import lower_match
from trickcore.compiler.menus import make_play_menu
from trickcore.compiler.setting import Setting, make_deck
from trickcore.compiler.state import State
from trickcore.compiler.static import Static
from trickcore.compiler.tricks import Tables
from trickcore.compiler.unit import RefusedError, Unit
from trickcore.diagnostics.limited import EnoughError, Limited
from trickcore.diagnostics.model import Diagnostics
from trickcore.program.masks import elements
from trickcore.program.model import Program
from trickcore.program.verify import verify
from trickcore.rules.model import Rules

CARDS_LIMIT = 256


class UnsoundProgramError(AssertionError):
    """The compiler has made a program that is not sound: a fault of this package, not of the rules."""


def compile_game(
    rules: Rules, players: int | None, options: Mapping[str, object], found: Diagnostics, *, probed: bool = False
) -> Program | None:
    """The program of a game for so many players (None: the first number that the file names) and these options.

    Options that are not given have their defaults; see `bind_options` for the values they take. None if something
    is wrong: `found` then holds every finding. Constructs that cannot be played yet are findings `not-lowered`.
    `probed`: with instructions that tell which rules are used, and whether `checks:` hold. They change nothing else.
    """
    bound = bind_options(rules, players, options, found)
    if bound is None:
        return None
    own, program = Limited(), None
    with suppress(EnoughError):
        try:
            program = _compile(settle(rules, *bound, own), own, probed)
        except RefusedError:
            pass
        except LimitError as error:
            error.report(own, rules.span)
    for finding in own:
        found.add(finding)
    if program is None or own.has_errors:
        return None
    check_program(program, rules, found)
    return _sound(program, rules, found)


def _sound(program: Program, rules: Rules, found: Diagnostics) -> Program | None:
    """The program, once the verifier has nothing against it. Sizes are the file's matter, all else is ours."""
    faults = verify(program)
    if faults and all(fault.index < 0 for fault in faults):
        for fault in faults:
            span = program.spans[program.code[fault.near].span] if fault.near >= 0 else rules.span
            hint = "use smaller choices, or fewer loops inside loops"
            found.error("program-too-large", f"this game's program grows too large: {fault}", span, hint)
        return None
    if faults:
        lines = "; ".join(str(fault) for fault in faults[:5])
        raise UnsoundProgramError(f"the compiler made an unsound program of {program.name!r}: {lines}")
    return program


def settle(rules: Rules, players: int, options: Mapping[str, int | bool | str], found: Diagnostics) -> Setting:
    """Teams and deck for these players and options. The cards that go are evaluated over the whole deck."""
    whole = Setting(rules, players, options, make_deck(rules.deck), tuple(range(players)))
    static = Static(whole, Layers(rules), found)
    teams = players
    if rules.teams is not None:
        teams = int(static.value(rules.teams, Env()))
        if not 0 < teams <= players:
            message = f"from 1 to {players} teams wanted, {teams} found"
            found.error("out-of-range", message, rules.teams.span, f"{players} play")
            teams = players
    removed = 0
    for expr in rules.deck.removed:
        removed |= static.mask(expr, Env())
    names = frozenset(whole.deck.cards[i].name for i in elements(removed))
    deck = make_deck(rules.deck, names) if names else whole.deck
    return replace(whole, deck=deck, teams=tuple(seat % teams for seat in range(players)))


def _compile(setting: Setting, found: Diagnostics, probed: bool) -> Program | None:
    rules = setting.rules
    if not 0 < len(setting.deck.cards) <= CARDS_LIMIT:
        message = f"this deck has {len(setting.deck.cards)} cards"
        found.error("deck-size", message, rules.deck.span, f"a deck has 1 to {CARDS_LIMIT} cards")
        return None
    unit = make_unit(setting, found, probed)
    emitter = Emitter(unit)
    lower_match(emitter)
    if found.has_errors:
        return None
    check_ranked(unit)
    _roles(emitter)
    return tidy(unit.code.finish())


def make_unit(setting: Setting, found: Diagnostics, probed: bool = False) -> Unit:
    """Everything that is known before the first instruction: laws as tables, the menu of plays, the state."""
    rules = setting.rules
    layers = Layers(rules)
    static = Static(setting, layers, found)
    layers.settle(lambda expr: static.known(expr, Env()))
    layers_read = [layer for _, layer in layers.stack]
    observed = rules.checks if probed else ()
    reads = names_read(
        [
            layers_read,
            [c for c, _ in layers.stack],
            rules.zones,
            rules.variables,
            rules.hooks,
            rules.steps,
            rules.match,
            observed,
        ]
    )
    late = names_read([rules.steps, rules.match, observed, [layer.definitions for layer in layers_read]])
    seats = rules.seats[: setting.players] or tuple(f"seat {n}" for n in range(setting.players))
    code = Code(name=rules.name, seats=seats, teams=setting.teams, cards=setting.deck.cards, suits=setting.deck.suits)
    unit = Unit(setting, layers, static, code, found, reads, late, probed=probed)
    unit.laws = find_laws(unit)
    unit.play_menu = make_play_menu(unit)
    unit.state = State(unit)
    unit.tables = Tables(unit)
    return unit


def _roles(emitter: Emitter) -> None:
    """The tables that views and bots read: what cards are worth, how high they are for what was asked."""
    unit = emitter.unit
    code = unit.code
    if same_values(unit.laws.rows):
        code.roles["value_table"] = value_table(emitter)
    code.roles["power_table"] = unit.tables.power()
    if unit.laws.slot >= 0:
        code.role("power_row", unit.laws.slot)
