"""The flat program: what the compiler makes and the engines run. Data only; it knows nothing of YAML or of games."""

from __future__ import annotations

import enum
from dataclasses import field

from trickcore.diagnostics.model import Span
from trickcore.records import dataclass


class SlotKind(enum.Enum):
    """What a slot holds."""

    INT = "int"
    SET = "set"  # a bit mask
    INTS = "ints"  # an array of ints
    SETS = "sets"  # an array of bit masks
    PILE = "pile"  # an ordered pile of cards; the top is drawn first


class Role(enum.Enum):
    """How long a slot's value lasts. No TEMP lives across a decision; only SAVED slots are the state."""

    SAVED = "saved"
    TEMP = "temp"
    CONST = "const"


class Seen(enum.Enum):
    """Who may see a slot's value. OWNER: of an array per seat, each seat its own entry. SEATS: those that another slot
    names at present."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"
    SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Slot:
    """A typed place for a value.

    `size`: entries of an array, capacity of a pile, else 1. `low`, `high`: the range of an INT or of each entry of
    INTS, both inclusive; for SET and SETS `high` is the number of elements (bits 0 … high − 1); for PILE the number
    of cards of the pack. `initial`: the value (of each entry) when a match starts; for CONST its value. Piles start
    empty. `label`: the author's name for it ("hand", "score"), shown in views; empty for the compiler's own.
    `domain`: what the numbers or bits mean: cards, seats, suits, teams, number, flag, or symbols:… ; for
    a set of cards that is no place, such as a variable, cards:… .
    `viewers`: where `seen` is SEATS, the index of the saved slot with the seats who see it: a set of seats, or for an
    array one for each entry; −1 otherwise. Spectators see what all seats see.
    """

    name: str
    kind: SlotKind
    role: Role
    low: int = 0
    high: int = 0
    size: int = 1
    initial: int = 0
    label: str = ""
    domain: str = "number"
    per: str = ""  # "", "seat" or "team": what the entries of an array stand for
    seen: Seen = Seen.ALL
    help: str = ""
    viewers: int = -1


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table of ints or masks. Index −1 is allowed in every table and gives `absent`."""

    name: str
    kind: SlotKind  # INT or SET
    values: tuple[int, ...]
    row: int = 0  # length of a row of a two-dimensional table (index row * length + column), 0 otherwise
    absent: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card. Copies share a `name`; `kind` numbers the distinct cards."""

    name: str  # "10♥", "joker"
    ascii: str  # "10H", "joker"
    kind: int
    rank: str
    suit: str  # glyph, or ""


@dataclass(frozen=True, slots=True)
class Item:
    """One action of a menu. `text` is its durable text form, unique in the program; `ascii` the same in ASCII."""

    text: str
    ascii: str
    card: int = -1  # index of a card, for plays and picks
    suit: str = ""  # the suit that the card is declared to be, where there is a choice


@dataclass(frozen=True, slots=True)
class Menu:
    """A kind of decision. The integer id of an action is `offset` + the index of its item."""

    name: str  # "play", "pick", "bid" …
    prompt: str
    offset: int
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a note. `seen`: "all", "nobody", or the name of the field that holds the seat that may see it, or the
    seats. A field of the domain "audience" holds seats and is there for that alone; if it is all seats, spectators see
    what they see.
    """

    name: str
    domain: str  # seat, card, cards, number, team, suit, audience
    seen: str = "all"


@dataclass(frozen=True, slots=True)
class Note:
    """A kind of event: what the `note` instruction tells. Engines ignore notes; the tracer turns them into events."""

    name: str
    fields: tuple[Field, ...]
    text: str = ""  # a label: the line of a score, the zone of a move


@dataclass(frozen=True, slots=True)
class DutyTier:
    """One tier of a duty, for explanations."""

    text: str
    why: str
    span: int  # index into Program.spans


@dataclass(frozen=True, slots=True)
class Duty:
    """The words of a `first` instruction: `law` is lead, follow or pick; its tiers in order."""

    law: str
    tiers: tuple[DutyTier, ...]


@dataclass(frozen=True, slots=True)
class Probe:
    """A place of the rules that a `probe` instruction tells of, in programs that are compiled to be observed.

    `kind`: what is observed: "step", "guard", "award" … ; `name`: what the author calls it, or empty. `known`: the
    value that it always has, found when the game was compiled, such as that of a guard over options: there may be no
    instruction then; −1 where it depends on the state. The values are flags or numbers.
    """

    kind: str
    name: str
    span: int  # index into Program.spans
    known: int = -1


@dataclass(frozen=True, slots=True)
class Instr:
    """One instruction: operation and operands (slots, tables, labels, menus … as the signature table says)."""

    op: str
    args: tuple[int, ...]
    span: int = -1  # index into Program.spans


TABLE_ROLES = frozenset({"value_table", "power_table"})  # what cards are worth, how high they are


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game for one choice of options and players. Execution starts at instruction 0.

    `roles` names the slots that views and matches read: hand, taken, trick, trick_seat, led, leader, score, dealer,
    deal, trick_no, tricks … where the game has them; those in `TABLE_ROLES` name tables. `teams[s]` is the team of
    seat s. `reasons` are the texts that the `end` instruction's first operand picks from. `probes` are empty but in
    programs that are compiled to be observed.
    """

    language: int
    name: str
    seats: tuple[str, ...]
    teams: tuple[int, ...]
    cards: tuple[Card, ...]
    suits: tuple[str, ...]
    slots: tuple[Slot, ...]
    tables: tuple[Table, ...]
    menus: tuple[Menu, ...]
    notes: tuple[Note, ...]
    duties: tuple[Duty, ...]
    code: tuple[Instr, ...]
    reasons: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    probes: tuple[Probe, ...] = ()
    roles: dict[str, int] = field(default_factory=dict)
