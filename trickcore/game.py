"""Games: a rule file with its options and players settled, ready to be played. `load` and `loads` make them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

from trickcore.actions import Action, ActionTable
from trickcore.asked import asked
from trickcore.compiler import bind_options, compile_game
from trickcore.compiler.layers import walk
from trickcore.deal import DealLike, DealReader
from trickcore.diagnostics.model import Diagnostic, Diagnostics
from trickcore.engines.generated import Engine, compile_program
from trickcore.errors import RulesError
from trickcore.match import Match
from trickcore.program.codec import identity
from trickcore.program.model import Program
from trickcore.reader import Reader
from trickcore.references import catalogue, find, parse
from trickcore.refusal import BID, PASS, ChoiceRule
from trickcore.rules import read_rules
from trickcore.rules.model import Ask, Auction, OptionValue, Rules
from trickcore.script import Setup, setup
from trickcore.source import Node, read_file, read_text
from trickcore.whole import shown

if TYPE_CHECKING:
    from trickcore.matches import Matches
    from trickcore.picks import Picks
    from trickcore.playouts import Playouts
    from trickcore.templates import Templates


def load(
    ref: str | os.PathLike[str],
    *,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Game:
    """Load a game: a name of the catalogue, a name with options such as `"two-ten-jack(target=21)"`, or a path.

    `players` is needed only where a game may be played by several numbers and the first of them is not meant.
    `options` win over those in the reference. Raises RulesError with every finding: an unknown name, a faulty file, an
    option that the game does not have or a value that it does not take; TypeError for players that are no whole number
    and options that are no mapping of names.

    >>> import trickcore
    >>> game = trickcore.load("two-ten-jack(target=21)")
    >>> game.name, game.players, game.options["target"]
    ('Two-Ten-Jack', 2, 21)
    """
    reference = parse(ref)
    found = Diagnostics()
    node = read_file(reference.path, found)
    return _build(node, reference.id, found, *asked(players, options, reference.options), None)


def loads(
    text: str | bytes,
    *,
    id: str = "game",
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    file: str = "<text>",
    resolve: Callable[[str], str | None] | None = None,
) -> Game:
    """Load a game from the text of a rule file. `file` is its name in messages.

    `resolve` gives the text of a game that the file extends, by name, or None; the catalogue is asked where it gives
    none. Raises RulesError with every finding.

    >>> import trickcore
    >>> trickcore.loads("trickcore: 1")
    Traceback (most recent call last):
        ...
    trickcore.errors.RulesError: ...
    """
    found = Diagnostics()
    return _build(read_text(text, file, found), id, found, *asked(players, options), resolve)


def _build(
    node: Node | None,
    id: str,
    found: Diagnostics,
    players: int | None,
    options: Mapping[str, OptionValue],
    resolve: Callable[[str], str | None] | None,
) -> Game:
    rules = None if node is None else read_rules(node, id, found, _resolver(resolve, found), catalogue())
    if rules is None or found.has_errors:
        raise RulesError(found.sorted())
    return build_game(rules, players, options, found)


def build_game(
    rules: Rules,
    players: int | None,
    options: Mapping[str, OptionValue],
    found: Diagnostics | None = None,
    *,
    probed: bool = False,
) -> Game:
    """The game of checked rules under players and options; `probed`: compiled to be observed. `found`: what was found
    before. Raises RulesError with every finding.

    >>> import trickcore
    >>> rules = trickcore.load("two-ten-jack").rules
    >>> build_game(rules, None, {"target": 5}).options
    {'target': 5, 'must_trump': True}
    """
    found = Diagnostics() if found is None else found
    bound = bind_options(rules, players, options, found)
    program = None if bound is None else compile_game(rules, *bound, found, probed=probed)
    if bound is None or program is None or found.has_errors:
        raise RulesError(found.sorted())
    return Game(rules, program, bound[1], found.sorted())


def _resolver(own: Callable[[str], str | None] | None, found: Diagnostics) -> Callable[[str], Node | None]:
    def resolve(name: str) -> Node | None:
        text = own(name) if own is not None else None
        if text is not None:
            return read_text(text, name, found)
        path = find(name)
        return None if path is None else read_file(path, found)

    return resolve


class Game:
    """A game with options and number of players settled. Immutable, picklable, safe to share between threads.

    `rules` is the checked rule file, `program` what it was compiled to; `warnings` are findings that did not stop the
    load. Two games are equal if they are the same program under the same name.
    """

    rules: Rules
    program: Program
    warnings: tuple[Diagnostic, ...]
    _options: dict[str, OptionValue]

    def __init__(
        self,
        rules: Rules,
        program: Program,
        options: Mapping[str, OptionValue],
        warnings: tuple[Diagnostic, ...] = (),
    ) -> None:
        self.__dict__.update(rules=rules, program=program, warnings=warnings, _options=dict(options))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a game cannot be changed: load another one instead of setting {name!r}")

    def __reduce__(self) -> tuple[type[Game], tuple[Any, ...]]:
        return Game, (self.rules, self.program, self._options, self.warnings)  # engines are made again when needed

    @property
    def id(self) -> str:
        """The name of the game in the catalogue, or of its file without the ending."""
        return self.rules.id

    @property
    def name(self) -> str:
        """The name of the game as people say it."""
        return self.rules.name

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.program.seats)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in turn order; a seat's number is its place here."""
        return self.program.seats

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.program.teams

    @property
    def options(self) -> dict[str, OptionValue]:
        """The value of every option (a copy)."""
        return dict(self._options)

    @cached_property
    def identity(self) -> str:
        """The hash of the program: the same for the same rules, options, players and version of the language."""
        return identity(self.program)

    def start(
        self,
        seed: int | str | None = None,
        *,
        deal: DealLike | None = None,
        dealer: int | str | None = None,
    ) -> Match:
        """Start a match. `seed`: any whole number or text; None takes a fresh number of 128 bits from the
        system.

        `deal` sets the cards: a whole pack, top first (`"A♠ 10H …"` or a list of texts); hands by seat and what lies in
        other places (`{"hands": {0: "A♠ K♠"}, "stock": "2♣"}`, or a `Deal`), where cards that are not named come from
        the seed; or a list of these, for one deal after the other. `dealer`: the seat that deals first.

        Raises SetupError if the cards or the dealer do not fit the game.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7, deal={"hands": {0: "A♠ 2♥"}}, dealer=0)
        >>> {"A♠", "2♥"} <= set(match.view(0).hand), match.decision.seat
        (True, 1)
        """
        seed = secrets.randbits(128) if seed is None else seed
        return self.begin(setup(self, seed, deal, dealer))

    def begin(self, setup: Setup) -> Match:
        """The match that starts so: as another match did, for instance, whose `setup` this is."""
        return Match(self, setup)

    def position(self, data: Mapping[str, Any], *, seed: int | str | None = None) -> Match:
        """Set up any position at the head of a trick, or of a deal (`"at": "deal"`), and start a match there.

        `data` has, by name: `hands` (cards by seat), `zones` (cards in other places, `taken` by seat among them),
        `trick` (what has been played to it: texts of the seats from the leader on, or `{seat: text}`), `leader`,
        `dealer`, `deal` and `trick_number`, `scores` (by seat), `variables` (by the names that views show). What is not
        given is as at the first decision of a match; cards that are not named are out of the deal. At a deal `hands`
        and `zones` are what is dealt. `seed`: of all cards to come. The cards of the trick are the first actions of
        the match.

        Raises SetupError, which names what does not fit.

        >>> import trickcore
        >>> game = trickcore.load("two-ten-jack")
        >>> match = game.position({"hands": ["A♠ 9♣", "10♥"], "leader": 1, "trick": ["2♣"], "scores": [12, 30]})
        >>> match.decision.seat, match.decision.legal.texts, match.scores
        (0, ('9♣',), (12, 30))
        >>> match.play("9♣").view(0).taken
        (('9♣', '2♣'), ())
        """
        from trickcore.arrange import arranged

        return arranged(self, data, secrets.randbits(128) if seed is None else seed)

    def matches(self, seeds: Iterable[int | str]) -> Matches:
        """Start a match from each seed, to be stepped side by side in numpy arrays, for learning and statistics. Raises
        ImportError where numpy is not installed (the extra `batch`).

        >>> import trickcore
        >>> trickcore.load("two-ten-jack").matches([7, 8]).seats.shape
        (2,)
        """
        try:
            from trickcore.matches import Matches
        except ImportError as error:
            message = "matches side by side need numpy: pip install 'trickcore[batch]'"
            raise ImportError(message) from error
        return Matches(self, seeds)

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play so many whole matches in generated code, each legal action as likely as any other (not each set of
        picked cards). The same seed gives the same result everywhere.

        >>> import trickcore
        >>> found = trickcore.load("two-ten-jack").playouts(20, seed=1)
        >>> found.count, sum(found.wins)
        (20, 20)
        """
        from trickcore.playouts import playouts_of

        return playouts_of(self, count, seed)

    def action(self, action: int | str) -> Action:
        """The action of an id or a text, legal now or not. Raises UnreadableAction or AmbiguousAction."""
        if isinstance(action, str):
            return self.actions.read(action, lambda _: False)
        return self.actions.get(action)

    @cached_property
    def probed(self) -> Game:
        """The same game compiled to be observed: besides playing, its program tells a watched reference machine which
        rules are used and whether the `checks:` of the file hold. Same seeds, actions and positions give the same
        matches; its identity may be another one. See `trickcore.coverage` and `trickcore.checking`.

        >>> import trickcore
        >>> game = trickcore.load("two-ten-jack")
        >>> game.probed.start(seed=7).legal_ids == game.start(seed=7).legal_ids
        True
        """
        program = build_game(self.rules, self.players, self._options, probed=True).program
        return Game(self.rules, program, self._options, self.warnings)

    @cached_property
    def engine(self) -> Engine:
        """The program as Python code, made when it is first needed."""
        return compile_program(self.program)

    @cached_property
    def actions(self) -> ActionTable:
        """All actions of the game."""
        return ActionTable(self.program)

    @cached_property
    def deals(self) -> DealReader:
        """Reads what callers write for deals."""
        return DealReader(self.program, self.actions)

    @cached_property
    def reader(self) -> Reader:
        """Reads the values of the program's slots out of states."""
        return Reader(self.program)

    @cached_property
    def picks(self) -> Picks:
        """Reads how far a pick of several cards has come out of states."""
        from trickcore.picks import Picks

        return Picks(self)

    @cached_property
    def choice_rules(self) -> Mapping[str, ChoiceRule]:
        """What the rules say about which values of a choice are allowed, by the kind of its decision; nothing of
        choices that several steps ask for.
        """
        found: dict[str, list[ChoiceRule]] = {}
        for step in walk((self.rules.steps, self.rules.hooks)):
            if isinstance(step, Ask) and step.choose:
                place = step.span if step.condition is None else step.condition.span
                found.setdefault(step.choose[0].name, []).append(ChoiceRule(place))
            elif isinstance(step, Auction):
                found.setdefault(BID, []).append(_bids(step))
                found.setdefault(PASS, []).extend(_passes(step))
        if len(found.get(BID, ())) != 1:
            found.pop(PASS, None)
        return {kind: rules[0] for kind, rules in found.items() if len(rules) == 1}

    @cached_property
    def templates(self) -> Templates:
        """What positions that are set up begin with."""
        from trickcore.templates import Templates

        return Templates(self)

    @cached_property
    def _card_indices(self) -> dict[str, int]:
        return {card.name: i for i, card in reversed(list(enumerate(self.program.cards)))}

    def card_index(self, card: str) -> int:
        """The index of the first card of a name in the program's pack. Raises KeyError."""
        return self._card_indices[card]

    def check_seat(self, seat: int | None) -> None:
        """Raise ValueError unless there is such a seat, and TypeError unless it is a number; None (a spectator) is
        right.
        """
        if seat is not None and not isinstance(seat, SupportsIndex):
            raise TypeError(f"a seat is a whole number or None, not {shown(seat)}")
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {shown(seat)}: the seats are 0 to {self.players - 1}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.identity) == (other.id, other.identity)

    def __hash__(self) -> int:
        return hash((self.id, self.identity))

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self._options.items())
        return f"<Game {self.id}({options}) for {self.players}>"


def _bids(step: Auction) -> ChoiceRule:
    """Which bids an auction allows. Where bids are held, or the first one takes it, only its own words can tell."""
    if step.turn in ("first", "duel"):
        return ChoiceRule(step.span if step.condition is None else step.condition.span)
    equal = ", or as much where `equal` allows it" if step.equal is not None else ""
    own = "; `if` must allow it too" if step.condition is not None else ""
    return ChoiceRule(step.span, f"a bid must be worth more than the standing one{equal}{own}")


def _passes(step: Auction) -> list[ChoiceRule]:
    """Where an auction says that somebody may not pass."""
    return [] if step.forced is None else [ChoiceRule(step.forced.span, "who is `forced` may not pass")]
