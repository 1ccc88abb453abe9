"""A checked rule file: everything the file says, with each text replaced by its checked expression.

Independent of the chosen options and player count: those are names of the expression language until the compiler
binds them. A part that the file leaves out is None or empty here; defaults are the compiler's business, in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from trickcore.diagnostics.model import Span
from trickcore.language.core import Expr, Home
from trickcore.language.types import Type
from trickcore.records import dataclass

# ------------------------------------------------------------------------------------------------ who and what


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that whoever sets up a game makes. Kind NUMBER (with bounds, or `choices` written out), FLAG or SYMBOL
    (with `choices`)."""

    name: str
    type: Type
    default: int | bool | str
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    help: str
    span: Span


@dataclass(frozen=True, slots=True)
class DeckRule:
    """`2 x french 24 + 2 joker - (2♦ if players == 3)`, or a pack of the game's own (`base` is then its name here)."""

    copies: int
    base: str  # key of the deck catalogue, such as "french 52"
    extra: tuple[tuple[int, str], ...]  # (2, "joker")
    removed: tuple[Expr, ...]  # cards taken out, in the order written
    pack: CustomPack | None
    span: Span


@dataclass(frozen=True, slots=True)
class CustomPack:
    """Suits and ranks of the game's own, and cards without a suit."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]  # from high to low
    extra: tuple[tuple[int, str], ...]


# ------------------------------------------------------------------------------------------------ laws


@dataclass(frozen=True, slots=True)
class Item:
    """One token of a list of ranks. `kind`: rank, card, suit or cards (`cards`: a name; `value` is its expression)."""

    kind: str
    text: str
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Ladder:
    """Ranks from high to low for a class of cards. `name`: over, trumps, plain or all; or `cards` says which suits."""

    name: str
    suits: tuple[str, ...]
    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ValueLine:
    """`2♥ 10♥ J♥: 5`. `group`: trumps, plain or all, for values nested under one of these."""

    group: str
    items: tuple[Item, ...]
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SuitLine:
    """`♠: spades`: these cards belong to these suits too (besides trumps, if they are trumps)."""

    cards: Expr
    suits: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class EqualsLine:
    """Which of equal cards wins: symbol expression (`first`, `last`, `nobody`, `cancel`); `cards` None means any."""

    cards: Expr | None
    which: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Side:
    """A named side of `sides:`; `seats` None stands for `rest`."""

    name: str
    seats: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Tier:
    """One set of cards of a duty. `text` is as written; `why` speaks to a refused player in the author's words."""

    cards: Expr
    text: str
    why: str
    span: Span


@dataclass(frozen=True, slots=True)
class Definition:
    """`let: {shift: …, power(m): …}`. `per`: whose value it is when used bare: "" nobody's, "seat" or "side"."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    per: str
    type: Type
    body: Expr
    help: str
    span: Span


@dataclass(frozen=True, slots=True)
class Layer:
    """Laws and definitions, each of which an overlay may override. None: this layer does not say."""

    trumps: Expr | None = None
    suits: tuple[SuitLine, ...] | None = None
    order: tuple[Ladder, ...] | None = None
    equals: tuple[EqualsLine, ...] | None = None
    values: tuple[ValueLine, ...] | None = None
    sides: tuple[Side, ...] | None = None
    leader: Expr | None = None
    lead: tuple[Tier, ...] | None = None
    follow: tuple[Tier, ...] | None = None
    free: Expr | None = None
    winner: Expr | None = None
    takes: Expr | None = None
    next: Expr | None = None
    until: Expr | None = None
    more: Expr | None = None
    by: Expr | None = None
    declare: Expr | None = None  # `as:`
    definitions: Mapping[str, Definition] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Overlay:
    """`when: {condition: {…}}` at top level, or a contract's overlay (condition `contract == name`)."""

    condition: Expr
    layer: Layer
    span: Span


# ------------------------------------------------------------------------------------------------ state


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. `seen`: "nobody", "owner", "all", or an expression for the seats that may look (`me` is the
    owner)."""

    name: str
    per_seat: bool
    seen: Expr | str
    keep: bool
    help: str
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of `state:` (fresh each deal), `kept:` (the match), or declared by a choice or a bid."""

    name: str
    type: Type
    per: str  # "", "seat" or "team"
    initial: Expr | None
    seen: Expr | None  # None: all
    kept: bool
    help: str
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table; keys are as written (`♦`, `grand`, `7`). `other`: the `else:` entry."""

    name: str
    key: Type
    type: Type
    rows: Mapping[str, Expr]
    other: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class MeldRule:
    """A pattern of `melds:`. `shape`: run, all of, some of, or cards."""

    name: str
    shape: str
    low: int  # of a run's length, or the count
    high: int
    ranks: tuple[str, ...]
    cards: Expr | None
    of: str  # for `cards: K Q of plain / one suit`
    worth: Expr
    group: str  # `class:`
    span: Span
    copies: int = 1  # so many copies of each card


# ------------------------------------------------------------------------------------------------ steps


@dataclass(frozen=True, slots=True)
class Target:
    """What a `set` or `to` names: a variable or a zone, and whose. The owner is never left out where there is one."""

    home: Home
    name: str
    owner: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """One line of `set:`."""

    target: Target
    value: Expr


@dataclass(frozen=True, slots=True)
class Who:
    """Seats that do something, one after the other: all of `seats`, round the table from `start` (None: eldest)."""

    seats: Expr
    start: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """One variable of a choice or field of a bid, and the values it may take."""

    name: str
    domain: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class CallRule:
    """An entry of `calls:`."""

    name: str
    who: Expr | None
    parameters: tuple[Choose, ...]
    condition: Expr | None
    sets: tuple[Assign, ...]
    do: tuple[Step, ...]
    help: str
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """Common to all steps. `each`: run once per seat (or "teams"); `times`: run so often.

    `when` may speak of the seat of `each` as `me`: it is asked for each seat anew, before `times`.
    """

    id: str
    when: Expr | None
    each: Expr | str | None
    times: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """Cards from the pack: parts in the order written (`each` is zone "hand"), then the rest."""

    parts: tuple[tuple[Target, Expr], ...]
    rest: Target | None


@dataclass(frozen=True, slots=True)
class Move(Step):
    """Cards change place without a choice. `cards` None: all of them; `count` None: as many as there are."""

    who: Who | None
    sources: tuple[Target, ...]
    to: Target
    cards: Expr | None
    count: Expr | None


@dataclass(frozen=True, slots=True)
class Pick(Step):
    """Seats choose cards. One of `count`, `leave`. `open`: which of the picked are turned up."""

    who: Who
    source: Target
    to: Target | None
    cards: tuple[Tier, ...]
    count: Expr | None
    leave: Expr | None
    open: Expr | None
    at_once: bool


@dataclass(frozen=True, slots=True)
class Show(Step):
    """Cards turned up for all, where they lie."""

    cards: Expr


@dataclass(frozen=True, slots=True)
class Ask(Step):
    """A choice of values, or a menu of calls."""

    who: Who
    choose: tuple[Choose, ...]
    condition: Expr | None
    calls: tuple[CallRule, ...]
    until: Expr | None
    repeat: bool
    at_once: bool


@dataclass(frozen=True, slots=True)
class Auction(Step):
    """Ascending bids; see the language reference for each field's default."""

    start: Expr | None
    turn: str
    bid: tuple[Choose, ...]
    worth: Expr | None
    condition: Expr | None
    equal: Expr | None
    forced: Expr | None
    pass_stays_in: bool
    stop: Expr | None
    then: tuple[Step, ...]
    calls: tuple[CallRule, ...]
    all_pass: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Play(Step):
    """The trick loop: so many tricks, or (None) until no cards are left."""

    tricks: Expr | None


@dataclass(frozen=True, slots=True)
class Set(Step):
    """All right sides first, then all assignments."""

    sets: tuple[Assign, ...]


@dataclass(frozen=True, slots=True)
class Score(Step):
    """For each team: `total` is the sum of its lines, `points` (None: the total) is added to its score."""

    lines: tuple[tuple[str, Expr], ...]
    points: Expr | None


@dataclass(frozen=True, slots=True)
class Do(Step):
    """A block."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class End(Step):
    """Leaves `trick`, `play`, `deal`, `redeal` or `match`."""

    what: str


# ------------------------------------------------------------------------------------------------ the whole


@dataclass(frozen=True, slots=True)
class Hooks:
    """Steps run around cards and tricks."""

    before_trick: tuple[Step, ...] = ()
    before_card: tuple[Step, ...] = ()
    after_card: tuple[Step, ...] = ()
    after_trick: tuple[Step, ...] = ()
    calls: tuple[CallRule, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How a match starts, goes on and ends."""

    first_dealer: Expr | None
    dealer: Expr | None
    deals: Expr | None
    ends: Expr | None
    winner: Expr | None
    tie: Expr | None


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold at the end of each deal, as the file declares it: `text` as it is written, `why` in words."""

    that: Expr
    text: str
    why: str
    span: Span


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole checked rule file."""

    id: str
    name: str
    version: str
    help: str
    sources: tuple[str, ...]
    players: tuple[int, ...]
    seats: tuple[str, ...]  # names, or empty
    options: Mapping[str, Option]
    deck: DeckRule
    teams: Expr | None
    base: Layer
    overlays: tuple[Overlay, ...]
    tables: Mapping[str, Table]
    melds: Mapping[str, MeldRule]
    sequence: tuple[Item, ...]
    contracts: tuple[str, ...]
    zones: Mapping[str, Zone]
    variables: Mapping[str, Variable]
    hooks: Hooks
    steps: tuple[Step, ...]
    match: MatchRule
    checks: tuple[Check, ...]
    files: tuple[str, ...]  # names of the files it was made from: itself, then what it extends
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)  # where the sections of the file stand, by their keys


OptionValue = int | bool | str
Value = int | Fraction | bool | str
