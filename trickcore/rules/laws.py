"""Laws: one layer of them, from the top of the file and `play:`, from a contract, or from `when:`."""

from __future__ import annotations

from itertools import pairwise

from trickcore.diagnostics.model import Related
from trickcore.diagnostics.words import did_you_mean
from trickcore.language.core import Binary, Cards, Expr
from trickcore.language.types import CARDS, FLAG, SEATS, SUITS, Kind, Type
from trickcore.records import dataclass
from trickcore.rules.contexts import AS, DEAL, LAW, TRICK, TURN
from trickcore.rules.model import EqualsLine, Item, Ladder, Layer, Side, SuitLine, Tier, ValueLine
from trickcore.rules.shape import short
from trickcore.rules.texts import At, File
from trickcore.rules.values import read_values
from trickcore.source.nodes import Entry, Mapping, Node, Scalar

CARD_LAWS = ("trumps", "suits", "order", "equals", "values", "sides")
PLAY_LAWS = ("leader", "lead", "follow", "free", "winner", "takes", "next", "until", "more", "by", "as")
LAWS = (*CARD_LAWS, *PLAY_LAWS)
WHICH = ("first", "last", "nobody", "cancel")
LADDERS = ("over", "trumps", "plain", "all")

#: Laws that are one expression: its contexts and type.
_SINGLE: dict[str, tuple[frozenset[str], Type]] = {
    "trumps": (LAW, CARDS),
    "leader": (DEAL, SEATS),
    "free": (TURN, CARDS),
    "winner": (TRICK, CARDS),
    "takes": (TRICK, SEATS),
    "next": (TRICK, SEATS),
    "until": (TRICK, FLAG),
    "more": (TRICK, FLAG),
    "by": (TURN, SEATS),
    "as": (AS, SUITS),
}


@dataclass(frozen=True, slots=True)
class Laws:
    """Where the laws of one layer are written: `get` looks at the map itself, or at it and `play:`."""

    file: File
    maps: tuple[Mapping, ...]

    def get(self, key: str) -> Node | None:
        """The node of a law, or None."""
        return next((node for entries in self.maps if (node := entries.get(key)) is not None), None)

    def single(self, key: str) -> Expr | None:
        """A law that is one expression."""
        contexts, type_ = _SINGLE[key]
        return self.file.at(contexts, f"law `{key}`").value(self.get(key), type_)

    def tiers(self, key: str) -> tuple[Tier, ...] | None:
        """`lead` or `follow`."""
        node = self.get(key)
        return self.file.at(TURN, f"law `{key}`").tiers(node) if node is not None else None

    def layer(self) -> Layer:
        """The laws; definitions are put in by whoever has them."""
        return Layer(
            trumps=self.single("trumps"),
            suits=self._suits(),
            order=self._order(),
            equals=self._equals(),
            values=self._values(),
            sides=self._sides(),
            leader=self.single("leader"),
            lead=self.tiers("lead"),
            follow=self.tiers("follow"),
            free=self.single("free"),
            winner=self.single("winner"),
            takes=self.single("takes"),
            next=self.single("next"),
            until=self.single("until"),
            more=self.single("more"),
            by=self.single("by"),
            declare=self.single("as"),
        )

    def _map(self, key: str) -> Mapping | None:
        return self.file.shape.mapping(self.get(key))

    # -------------------------------------------------------------------------------------------- card laws

    def _suits(self) -> tuple[SuitLine, ...] | None:
        entries = self._map("suits")
        if entries is None:
            return None
        at = self.file.at(LAW, "law `suits`")
        lines = ((entry, printed(at, entry.key), at.value(entry.value, SUITS)) for entry in entries)
        return tuple(
            SuitLine(cards, suits, entry.key.span)
            for entry, cards, suits in lines
            if cards is not None and suits is not None
        )

    def _order(self) -> tuple[Ladder, ...] | None:
        entries = self._map("order")
        if entries is None:
            return None
        return tuple(ladder for entry in entries if (ladder := read_ladder(entry, self.file)) is not None)

    def _equals(self) -> tuple[EqualsLine, ...] | None:
        node = self.get("equals")
        if node is None:
            return None
        at = self.file.at(LAW, "law `equals`")
        wanted = Type(Kind.SYMBOL, symbols=WHICH)
        if not isinstance(node, Mapping):
            which = at.value(node, wanted)
            return (EqualsLine(None, which, node.span),) if which is not None else ()
        lines = []
        for entry in node:
            everything = entry.key.text == "any"
            cards = None if everything else printed(at, entry.key)
            which = at.value(entry.value, wanted)
            if which is not None and (everything or cards is not None):
                lines.append(EqualsLine(cards, which, entry.key.span))
        return tuple(lines)

    def _values(self) -> tuple[ValueLine, ...] | None:
        entries = self._map("values")
        return read_values(entries, self.file.at(LAW, "law `values`")) if entries is not None else None

    def _sides(self) -> tuple[Side, ...] | None:
        entries = self._map("sides")
        if entries is None:
            return None
        at = self.file.at(DEAL, "law `sides`")
        sides = []
        for entry in entries:
            rest = isinstance(entry.value, Scalar) and entry.value.text == "rest"
            seats = None if rest else at.value(entry.value, SEATS)
            if rest or seats is not None:
                sides.append(Side(entry.key.text, seats, entry.key.span))
        rests = [side for side in sides if side.seats is None]
        for side in rests[1:]:
            self.file.found.error("two-rests", "only one side can be the `rest`", side.span)
        return tuple(sides)


def printed(at: At, key: Scalar) -> Expr | None:
    """The cards that a key of ranks, cards, suits and names stands for: a rank or suit is the cards printed so."""
    parts = [part for item in at.items(key) if (part := _printed(at, item)) is not None]
    if not parts:
        return None
    result = parts[0]
    for part in parts[1:]:
        result = Binary(CARDS, key.span, "+", result, part)
    return result


def _printed(at: At, item: Item) -> Expr | None:
    """The cards of one token."""
    if item.kind == "cards":
        return item.value
    faces = at.file.deck.faces.values()
    names = tuple(face.name for face in faces if item.text in (face.name, face.rank, face.suit))
    return Cards(CARDS, item.span, names)


def read_ladder(entry: Entry, file: File) -> Ladder | None:
    """One line of `order`: for which cards, and the ranks from high to low. A span takes what is left."""
    text = file.shape.text(entry.value)
    name, suits = _cards_of(entry.key, file)
    if text is None or not name:
        return None
    items = file.at(LAW, f"law `order`, line `{short(entry.key.text)}`").items(text)
    in_spans = {item.span for item, other in pairwise(items) if item.span == other.span}
    single = {(item.kind, item.text) for item in items if item.span not in in_spans}
    items = tuple(item for item in items if item.span not in in_spans or (item.kind, item.text) not in single)
    seen: dict[tuple[str, str], Item] = {}
    for item in items:
        if (first := seen.setdefault((item.kind, item.text), item)) is not item:
            related = [Related(first.span, "it stands here already")]
            file.found.error("duplicate-rank", f"`{item.text}` stands twice in this order", item.span, related=related)
    return Ladder(name, suits, items, entry.key.span)


def _cards_of(key: Scalar, file: File) -> tuple[str, tuple[str, ...]]:
    """What a line of `order` is for: a name of a ladder, or `cards` with suits."""
    if key.text in LADDERS:
        return key.text, ()
    suits: list[str] = []
    for token in key.text.replace("\ufe0e", "").replace("\ufe0f", "").split():
        kind, glyphs = file.deck.words.get(token, ("", ""))
        glyphs = glyphs if kind in ("suit", "suits") else token
        if not all(glyph in file.deck.suits for glyph in glyphs):
            known = [*LADDERS, *file.deck.suits]
            message = f"`{short(token)}` is neither a kind of cards nor a suit of the deck"
            file.found.error("unknown-ladder", message, key.span, did_you_mean(token, known, "an order is for"))
            return "", ()
        suits += glyphs
    return "cards", tuple(suits)
