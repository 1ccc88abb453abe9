"""A match in play: decisions in, actions out, undo, copies, views. The embedding API's centre."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, SupportsIndex

from trickcore.actions import Action
from trickcore.claims import Claim, Concession, heard, prove
from trickcore.decision import Decision, LegalActions
from trickcore.dice import Chance
from trickcore.engines.meter import spend
from trickcore.engines.model import Engine, Offer
from trickcore.errors import ActionError, ClaimRefused, IllegalAction
from trickcore.events import Event
from trickcore.outcome import Outcome
from trickcore.picks import act, pick
from trickcore.placing import Run, resolve
from trickcore.position import begin
from trickcore.program.masks import elements
from trickcore.refusal import Refusal, refuse
from trickcore.script import Script, Setup, UnresolvedError
from trickcore.sight import Sight
from trickcore.trace import DutyMet, Trace
from trickcore.view import View

if TYPE_CHECKING:
    from trickcore.game import Game
    from trickcore.playouts import Playouts

State = list[Any]

_READ = 4  # instructions that take as long as reading one event
_EVERY = 64  # actions between two checkpoints of a replay


class Match:
    """One match of a game, from the first deal to the outcome.

    Get one from `Game.start`. Not for use by several threads at once; `copy` gives another its own.

    >>> import trickcore
    >>> match = trickcore.load("two-ten-jack").start(seed=7)
    >>> while not match.over:
    ...     match = match.play(match.decision.legal.ids[0])
    >>> match.outcome.reason
    'the match has ended'
    """

    __slots__ = (
        "_checkpoints",
        "_claims",
        "_concession",
        "_game",
        "_legal",
        "_log",
        "_send",
        "_setup",
        "_stale",
        "_trace",
    )

    def __init__(self, game: Game, setup: Setup) -> None:
        self._game = game
        self._setup = setup
        self._log: list[int] = []
        self._claims: tuple[Claim, ...] = ()
        self._concession: Concession | None = None
        self._trace: Trace | None = None
        self._checkpoints: list[tuple[int, State]] = []
        self._enter(self._started())

    def _enter(self, state: State) -> None:
        """Go to a state. What is legal in it is always at hand."""
        self._stale = state  # behind, while a run goes on
        self._send: Callable[[int], tuple[int, ...] | None] | None = None  # to the run
        self._legal: tuple[int, ...] = self._game.engine.legal(state)

    @property
    def _state(self) -> State:
        """The state of the engine, up to date."""
        if self._send:
            self._send(-1)
        return self._stale

    def state(self) -> State:
        """A copy of the engine's state, for programs that go on from it with `game.engine`. It holds every card."""
        return self._game.engine.copy(self._state)

    def _started(self) -> State:
        position = self._setup.position
        while True:
            try:
                state: State = begin(self._game.engine, self._setup.chance, position)
                return state
            except UnresolvedError as wanted:
                self._resolve(wanted.event, lambda engine, chance: begin(engine, chance, position))

    def _resolve(self, event: int, run: Run) -> None:
        """Work out the order of a shuffle whose cards were given by place."""
        script = self._setup.chance
        assert isinstance(script, Script)
        resolve(script, event, run, self._game)

    # ------------------------------------------------------------------------------------------ what is to be decided

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self._legal

    @property
    def legal_ids(self) -> tuple[int, ...]:
        """The ids of all actions that are legal now, whoever's, menu by menu; empty when the match is over."""
        return self._legal

    @property
    def decision(self) -> Decision:
        """What is to be decided now, by the seat that must act. Raises IllegalAction when the match is over."""
        decisions = self.decisions
        if not decisions:
            raise IllegalAction("the match is over: there is nothing to decide")
        return decisions[0]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decision of the seat that must act, then those of seats that may speak out of turn. Empty at the end."""
        offers: dict[int, tuple[int, tuple[int, ...]]] = {}
        if self.over:
            return ()
        for offer in self._pending():
            menu, ids = offers.get(offer.seat, (offer.menu, ()))
            first = self._game.program.menus[offer.menu].offset
            offers[offer.seat] = (menu, ids + tuple(first + item for item in elements(offer.mask)))
        return tuple(self._decision(seat, menu, ids, n > 0) for n, (seat, (menu, ids)) in enumerate(offers.items()))

    def _pending(self) -> Sequence[Offer]:
        return self._game.engine.pending(self._state)

    def _decision(self, seat: int, menu: int, ids: tuple[int, ...], optional: bool) -> Decision:
        program, legal = self._game.program, LegalActions(ids, self._game.actions)
        about = program.menus[menu]
        pick = None if optional else self._game.picks.read(self._stale, seat)
        if pick is None:
            return Decision(seat, about.name, about.prompt, legal, optional)
        cards = tuple(program.cards[i].name for i in elements(pick.cards))
        return Decision(seat, about.name, pick.prompt, legal, False, cards, pick.left)

    # --------------------------------------------------------------------------------------------------------- playing

    def play(self, action: Action | str | SupportsIndex) -> Match:
        """Play an action: an `Action`, its text, or its id. Gives the match itself, so that calls can be chained.

        Raises UnreadableAction, AmbiguousAction or IllegalAction, and Defect where the rules are at fault; the match is
        then as it was before.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7)
        >>> match.play("Z9")
        Traceback (most recent call last):
            ...
        trickcore.errors.UnreadableAction: 'Z9' is not an action of this game
        """
        self.play_id(action if type(action) is int else self.read(action).id)
        return self

    def pick(self, cards: str | Iterable[Action | str | SupportsIndex]) -> Match:
        """Pick all cards that the seat to act has still to pick, in any order: a line such as `"7♣ 3♣ 2♣"`, or their
        names or actions one by one. What there is no choice about may be left out. Gives the match itself.

        Raises as `play` does. If the cards may not be picked together, none of them is.

        >>> import trickcore
        >>> match = trickcore.load("hearts").start(seed=3)
        >>> match.pick("9♣ J♣ 10♣").decision.seat, len(match.actions)
        (1, 3)
        """
        pick(self, cards)
        return self

    def act(self, seat: int | None, action: Action | str | SupportsIndex) -> Match:
        """What one seat says: play an action if it is this seat's to decide, picked cards also as in `pick`. Gives the
        match itself. What a server calls with the lines of its clients; None, who looks on, may say nothing.

        Raises as `play` does. Only a seat that has to act hears why not: that speaks of its own cards.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7, dealer=1)
        >>> match.act(1, "4C")
        Traceback (most recent call last):
            ...
        trickcore.errors.IllegalAction: seat 1 has nothing to decide now
        >>> match.act(0, "4c").decision.seat
        1
        """
        self._game.check_seat(seat)
        act(self, seat, action)
        return self

    def play_id(self, action: int) -> tuple[int, ...]:
        """Play the action with an id, and give the ids that are legal next: none when the match is over. Checks and
        raises as `play` does; a simulation needs nothing else.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7)
        >>> ids = match.legal_ids
        >>> while ids:
        ...     ids = match.play_id(ids[-1])
        >>> match.over
        True
        """
        if action not in self._legal or type(action) is not int:
            action = self._checked(action)
        send = self._send
        try:
            legal = send(action) if send else self._step(action)
        except BaseException as error:
            return self._stumble(action, error)
        self._log.append(action)
        self._legal = legal  # type: ignore[assignment]
        return legal  # type: ignore[return-value]

    def _step(self, action: int) -> tuple[int, ...]:
        """Go on from the state, and from there in a run, if one can begin there."""
        engine, state = self._game.engine, self._stale
        engine.step(state, action)
        run = engine.run(state)
        if run is None:
            return engine.legal(state)
        self._send = run.send
        return next(run) or ()

    def _checked(self, action: int) -> int:
        """The id of a legal action."""
        played = self.read(action)
        refusal = self._refusal(played)
        if refusal is not None:
            raise IllegalAction(refusal.message, refusal.span)
        return played.id

    def _stumble(self, action: int, error: BaseException) -> tuple[int, ...]:
        """Go back to before a step that did not come to its end; try again if it only lacked given cards."""
        self._enter(self._replay(len(self._log)))
        if not isinstance(error, UnresolvedError):
            raise error
        before = self._game.engine.dump(self._state)

        def run(engine: Engine, chance: Chance) -> Any:
            state = engine.restore(before, chance)
            engine.step(state, action)
            return state

        self._resolve(error.event, run)
        return self.play_id(action)

    def read(self, action: Action | str | SupportsIndex) -> Action:
        """The action that is meant, legal now or not. A text that names only a card means the one legal action with it.

        Raises UnreadableAction or AmbiguousAction.
        """
        table = self._game.actions
        if isinstance(action, str):
            due = [] if self.over else [self._game.program.menus[o.menu].name for o in self._pending()]
            return table.read(action, self.legal_ids.__contains__, due)
        return table.get(action)

    def can_play(self, action: Action | str | SupportsIndex) -> bool:
        """Whether `play` would take the action."""
        return self.why_not(action) is None

    def why_not(self, action: Action | str | SupportsIndex) -> Refusal | None:
        """Why an action may not be played now: the duty in its author's words, the held cards that meet it, and the
        line of the rule. None if it may be played. Speaks only of what the seat to act knows.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7)
        >>> match.why_not(match.decision.legal.ids[0]) is None
        True
        """
        try:
            return self._refusal(self.read(action))
        except ActionError as error:
            return Refusal.unclear(error)

    def _refusal(self, action: Action) -> Refusal | None:
        return None if action.id in self._legal else self.refusal(action)

    def refusal(self, action: Action) -> Refusal:
        """Why the seat that must act may not play an action that is not legal for it, as `why_not` says it."""
        return refuse(self._game, action, self.decisions, self.duties(), self._known)

    def duties(self, length: int | None = None) -> Sequence[DutyMet]:
        """The duties that were computed since the last of the first `length` actions, or of all: what refusals are made
        of. They hold cards of any hand, so they are nothing for players."""
        return tuple(self._traced().duties(self._log[:length]))

    def _known(self, seat: int) -> int:
        return Sight(self._game, self._state, self._log, seat).known()

    # ----------------------------------------------------------------------------------------- claims and concessions

    def concede(self, seat: int) -> Match:
        """A seat gives up: the match is over, and all but its team have won. Gives the match itself.

        Raises IllegalAction when the match is over. `undo` takes a concession back like an action.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7).concede(0)
        >>> match.outcome.winners, match.outcome.reason
        ((1,), 'seat 0 has conceded')
        >>> match.undo().over
        False
        """
        self._game.check_seat(operator.index(seat))
        if self.over:
            raise IllegalAction("the match is over: there is nothing to concede")
        told = self._told_so_far() + len(self._claims)
        self._state  # noqa: B018 - a run that goes on is behind no more
        self._concession, self._legal = Concession(seat, told), ()
        return self

    def claim(self, seat: int, *, agreed: bool = False) -> Match:
        """A seat claims all tricks that are left in this deal for its side, with all hands open. If it takes them
        whatever the others play, the deal is played to its end. Gives the match itself.

        `agreed`: the others have accepted, so one way for it to take them is enough. Raises ClaimRefused if it does
        not hold, if cards are still to be drawn, or if there are too many ways to look through; the match is then as
        it was. The answer depends on cards that the seat does not see, so a server lets all players know of a claim
        that was refused.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7)
        >>> match.claim(0)
        Traceback (most recent call last):
            ...
        trickcore.errors.ClaimRefused: seat 0 cannot claim: cards are still to be drawn
        """
        self._game.check_seat(operator.index(seat))
        if self.over:
            raise ClaimRefused("the match is over: there is nothing to claim")
        line = prove(self._game, self._state, seat, agreed)
        length, told = len(self._log), self._told_so_far() + len(self._claims)
        for action in line:
            self.play_id(action)
        self._claims += (Claim(seat, length, len(line), told),)
        return self

    def claimed(self, claims: Iterable[tuple[int, int, int]]) -> None:
        """Note claims of a stored match, each with its seat, and how many actions were played before and by it. Raises
        ValueError if they do not fit what was played.
        """
        made: list[Claim] = []
        for seat, after, count in claims:
            self._game.check_seat(seat)
            if not (made[-1].after + made[-1].count if made else 0) <= after <= len(self._log) - count:
                raise ValueError(f"no {count} actions were played after the first {after} of {len(self._log)}")
            told = len(self._traced().told(self._log[:after]))
            made.append(Claim(seat, after, count, told + len(made)))
        self._claims = tuple(made)

    def _told_so_far(self) -> int:
        return len(self._traced().told(self._log))

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that were granted so far."""
        return self._claims

    @property
    def conceded(self) -> int | None:
        """The seat that has conceded the match, or None."""
        return None if self._concession is None else self._concession.seat

    # ------------------------------------------------------------------------------------------------- back and beside

    def undo(self, count: int = 1) -> Match:
        """Take back the last actions; a concession counts as one. Raises ValueError if there are not so many."""
        ended = self._concession is not None
        if not 0 <= count <= len(self._log) + ended:
            raise ValueError(f"cannot take back {count} actions: {len(self._log) + ended} have been played")
        if ended and count:
            self._concession = None
            count -= 1
        length = len(self._log) - count
        self._claims = tuple(c for c in self._claims if c.after + c.count <= length)
        self._enter(self._replay(length))
        if self._concession is not None:
            self._legal = ()
        del self._log[length:]
        if isinstance(self._setup.chance, Script):
            self._setup.chance.forget(self._game.reader.events(self._state))
        return self

    def _replay(self, length: int) -> State:
        """The state after the first actions of the log: from the last checkpoint on, leaving checkpoints behind."""
        engine, checkpoints = self._game.engine, self._checkpoints
        while checkpoints and checkpoints[-1][0] > length:
            checkpoints.pop()
        at, kept = checkpoints[-1] if checkpoints else (0, None)
        state = self._started() if kept is None else engine.copy(kept)
        for played in range(at, length):
            if played % _EVERY == 0 and played > at:
                checkpoints.append((played, engine.copy(state)))
            engine.step(state, self._log[played])
        if length > at:
            checkpoints.append((length, engine.copy(state)))
        return state

    def copy(self) -> Match:
        """An independent match in the same position."""
        engine = self._game.engine
        twin = object.__new__(Match)
        twin._game, twin._setup, twin._legal = self._game, self._setup, self._legal
        twin._claims, twin._concession = self._claims, self._concession
        twin._log, twin._trace, twin._send = self._log.copy(), None, None
        if isinstance(self._setup.chance, Script):  # what a script has worked out belongs to one line of play
            script = self._setup.chance.copy()
            twin._setup, twin._checkpoints = replace(self._setup, chance=script), []
            twin._stale = engine.restore(engine.dump(self._state), script)
        else:
            twin._checkpoints = self._checkpoints.copy()  # kept states are never changed, so both may hold them
            twin._stale = engine.copy(self._state)
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[object, ...]]:
        # A pickled match is how it started and what was played: it is played again. It holds the seed.
        return Match.from_json, (self._game, self.to_json())

    def to_json(self) -> dict[str, object]:
        """The match as JSON data: how it started, what was played, and the position. Described by
        `schemas/match.schema.json`. It holds the seed, so it is nothing for players; theirs is `View.to_json`.

        >>> import trickcore
        >>> game = trickcore.load("two-ten-jack")
        >>> data = game.start(seed=7).play("J♦").to_json()
        >>> data["actions"], data["start"]
        ([{'id': 16, 'text': 'J♦'}], {'seed': 7})
        """
        from trickcore.saved import match_json

        return match_json(self)

    @staticmethod
    def from_json(game: Game | None, data: object) -> Match:
        """The match that `to_json` gave, which goes on in the same way, with the same cards to come. Without a game
        (None) it is the one of the catalogue that the data names, with its players and options.

        Raises RecordError if the data is none, ChangedRules (a RecordError) if it was played by other rules, which says
        which players and options differ, and RulesError if the catalogue has no such game.

        >>> import json, trickcore
        >>> game = trickcore.load("two-ten-jack")
        >>> match = game.start(seed=7).play("J♦")
        >>> trickcore.Match.from_json(game, json.loads(json.dumps(match.to_json()))).view(0) == match.view(0)
        True
        """
        from trickcore.saved import restored

        return restored(game, data)

    def record(self) -> dict[str, object]:
        """The record of the match as JSON data: rules and their identity, how it started, every action with its seat,
        each finished deal, the result. Described by `schemas/record.schema.json`; `trickcore.replay` plays it again.
        It holds the seed: while a match goes on, it is nothing for players.

        >>> import trickcore
        >>> record = trickcore.load("two-ten-jack").start(seed=7).play("J♦").record()
        >>> record["actions"], record["result"]
        ([{'seat': 0, 'kind': 'play', 'id': 16, 'text': 'J♦'}], None)
        """
        from trickcore.record import record_of

        return record_of(self)

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play on to the end of the match so many times, each legal action as likely as any other (not each set of
        picked cards), and tell how it came out. The cards lie as they do; whatever is still to be shuffled comes from
        `seed`.

        >>> import trickcore
        >>> found = trickcore.load("two-ten-jack").start(seed=7).playouts(20)
        >>> found.count, sum(found.wins)
        (20, 20)
        """
        from trickcore.playouts import playouts_from

        return playouts_from(self, count, seed)

    # ------------------------------------------------------------------------------------------------ what may be known

    def view(self, seat: int | None, since: int = 0) -> View:
        """Everything that a seat may know, and nothing else. None is a spectator, who sees what all see. `since`: its
        events begin with this number, for who has heard those before.
        """
        self._game.check_seat(seat)
        log = tuple(self._log)
        sight = Sight(self._game, self._state, log, seat)
        if isinstance(self._setup.chance, Script):  # it forgets what undo takes back: the view must not need it later
            events = self._heard(log, seat, self._said(), since)
            return sight.view(self.decisions, self.outcome, lambda: events)
        said = self._said()
        return sight.view(self.decisions, self.outcome, lambda: self._heard(log, seat, said, since))

    def events(self, seat: int | None = None, since: int = 0) -> tuple[Event, ...]:
        """What happened so far, as a seat may know it; None is a spectator. `since`: the number of the first event that
        is wanted, for who has heard those before.

        >>> import trickcore
        >>> match = trickcore.load("two-ten-jack").start(seed=7)
        >>> count = len(match.events())
        >>> [event.number - count for event in match.play("J♦").events(since=count)]
        [0]
        """
        self._game.check_seat(seat)
        return self._heard(self._log, seat, self._said(), since)

    def _heard(
        self, log: Sequence[int], seat: int | None, said: Sequence[Claim | Concession], since: int
    ) -> tuple[Event, ...]:
        events = heard(self._game.program, self._traced().told(log), said, seat, max(operator.index(since), 0))
        spend(len(events) * _READ)
        return events

    def _said(self) -> tuple[Claim | Concession, ...]:
        """What seats said beside the rules, in order."""
        return self._claims if self._concession is None else (*self._claims, self._concession)

    def _traced(self) -> Trace:
        if self._trace is None:
            self._trace = Trace(self._game.program, self._setup.chance, self._setup.position)
        return self._trace

    # ----------------------------------------------------------------------------------------------------- the position

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat; partners have the same."""
        return self._game.reader.scores(self._state)

    @property
    def deal_number(self) -> int | None:
        """The number of the deal in the match, as the rules count it, or None where they do not."""
        return self._game.reader.number("deal", self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if not self.over:
            return None
        program = self._game.program
        if self._concession is not None:
            teams, reason = self._concession.result(program)
        else:
            index, winners = self._game.engine.result(self._state)
            teams, reason = tuple(elements(winners)), program.reasons[index]
        seats = tuple(s for s, team in enumerate(program.teams) if team in teams)
        return Outcome(seats, teams, reason, self.scores)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def setup(self) -> Setup:
        """How the match started. Like the seed it tells every card to come."""
        return self._setup

    @property
    def seed(self) -> int | str:
        """The seed of all chance in this match. Never show it to a player: it tells every card to come."""
        return self._setup.seed

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played so far."""
        actions = self._game.actions.actions
        return tuple(actions[i] for i in self._log)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the actions played so far."""
        return tuple(self._log)

    def __repr__(self) -> str:
        where = "over" if self.over else f"seat {self.decision.seat} to {self.decision.kind}"
        return f"<Match of {self._game.name}: {len(self._log)} actions, {where}>"
