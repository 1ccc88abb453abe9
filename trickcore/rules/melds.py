"""Patterns of `melds:` and the ranks of `sequence:`."""

from __future__ import annotations

import re
from collections.abc import Callable

from trickcore.diagnostics.model import Span
from trickcore.language.core import Expr
from trickcore.language.types import CARDS, NUMBER
from trickcore.records import dataclass
from trickcore.rules.contexts import LAW
from trickcore.rules.model import Item, MeldRule
from trickcore.rules.shape import short
from trickcore.rules.texts import At, File
from trickcore.source.nodes import Entry, Mapping, Node, Scalar

SHAPES = ("run", "all of", "some of", "cards")
MOST = 256
_RUN = re.compile(r"\s*([0-9]{1,3})\s*(?:\.\.\s*([0-9]{1,3})\s*)?")
#: `K Q of plain`: one meld for each suit of that sort.
_EACH = re.compile(r"(.+?)\s+of\s+(plain|one\s+suit)\s*", re.DOTALL)


def read_meld(entry: Entry, file: File) -> MeldRule | None:
    """One pattern: its shape and what it is worth."""
    fields = file.shape.mapping(entry.value)
    if fields is None:
        return None
    at = file.at(LAW, f"meld `{short(entry.key.text)}`")
    worth = at.value(fields.get("worth"), NUMBER)
    shapes = [key for key in SHAPES if key in fields]
    if len(shapes) != 1:
        if not file.shape.quiet:
            names = ", ".join(f"`{shape}`" for shape in SHAPES)
            file.found.error("meld-shape", "a meld has one shape", entry.key.span, f"shapes are {names}")
        return None
    node = fields.get(shapes[0])
    rule = _SHAPES[shapes[0]](node, fields, at) if node is not None else None
    if "worth" not in fields and not file.shape.quiet:
        file.found.error("missing-key", f"meld `{short(entry.key.text)}`: `worth` is missing", entry.key.span)
    if rule is None or worth is None:
        return None
    copies = file.shape.integer(fields.get("copies"))
    group = file.shape.words(fields.get("class"))
    return MeldRule(
        entry.key.text,
        shapes[0],
        rule.low,
        rule.high,
        rule.ranks,
        rule.cards,
        rule.of,
        worth,
        group,
        entry.key.span,
        1 if copies is None else copies,
    )


def read_sequence(node: Node | None, file: File) -> tuple[Item, ...]:
    """The ranks in the order in which runs are counted."""
    text = file.shape.text(node)
    return _only_ranks(file.at(LAW, "`sequence`"), text) if text is not None else ()


def _only_ranks(at: At, text: Scalar) -> tuple[Item, ...]:
    """A list of ranks and nothing else."""
    items = at.items(text)
    for item in items:
        if item.kind != "rank":
            at.found.error("not-a-rank", f"`{short(item.text)}` is no rank", item.span, "only ranks can stand here")
    return tuple(item for item in items if item.kind == "rank")


@dataclass(frozen=True, slots=True)
class _Shape:
    """What is particular to a shape, as in `MeldRule`."""

    low: int = 0
    high: int = 0
    ranks: tuple[str, ...] = ()
    cards: Expr | None = None
    of: str = ""


def _run(node: Node, _fields: Mapping, at: At) -> _Shape | None:
    """Cards of one suit, next to each other."""
    text = at.file.shape.text(node)
    if text is None:
        return None
    found = _RUN.fullmatch(text.text)
    if found is None:
        at.found.error(
            "wrong-value", f"a run has a length such as `3` or `5..8`, found `{short(text.text)}`", text.span
        )
        return None
    low, high = int(found[1]), int(found[2] or found[1])
    if not 1 <= low <= high <= MOST:
        at.found.error(
            "wrong-value", f"no run is {low} to {high} cards long", text.span, "the shorter length comes first"
        )
        return None
    return _Shape(low, high)


def _all_of(node: Node, _fields: Mapping, at: At) -> _Shape | None:
    """One card of every suit, all of one of these ranks."""
    text = at.file.shape.text(node)
    ranks = _ranks(at, text)
    size = len(at.file.deck.suits)
    return _Shape(size, size, ranks) if ranks else None


def _some_of(node: Node, fields: Mapping, at: At) -> _Shape | None:
    """Cards of different suits, all of one of these ranks."""
    ranks = _ranks(at, at.file.shape.text(node))
    count = at.file.shape.integer(fields.get("count"))
    if "count" not in fields:
        at.found.error("missing-key", "`some of` says how many: `count` is missing", node.span)
    if count is None or not ranks:
        return None
    if not 1 <= count <= len(at.file.deck.suits):
        message = f"{count} cards of different suits do not exist: the deck has {len(at.file.deck.suits)} suits"
        at.found.error("wrong-value", message, node.span)
        return None
    return _Shape(count, count, ranks)


def _ranks(at: At, text: Scalar | None) -> tuple[str, ...]:
    return tuple(item.text for item in _only_ranks(at, text)) if text is not None else ()


def _cards(node: Node, _fields: Mapping, at: At) -> _Shape | None:
    """Just these cards; or ranks `of plain`, `of one suit`: a meld for each suit."""
    text = at.file.shape.text(node)
    if text is None:
        return None
    each = _EACH.fullmatch(text.text)
    if each is None:
        cards = at.value(text, CARDS)
        return _Shape(cards=cards) if cards is not None else None
    ranks = _ranks(at, part(text, *each.span(1)))
    return _Shape(len(ranks), len(ranks), ranks, None, " ".join(each[2].split())) if ranks else None


def part(text: Scalar, start: int, end: int) -> Scalar:
    """A stretch of a scalar as a scalar of its own."""

    base = start

    def locate(start: int, end: int) -> Span:
        return text.locate(base + start, base + end)

    return Scalar(text.text[start:end], text.locate(start, end), text.plain, locate)


_SHAPES: dict[str, Callable[[Node, Mapping, At], _Shape | None]] = {
    "run": _run,
    "all of": _all_of,
    "some of": _some_of,
    "cards": _cards,
}
