"""A cases file to values: shape by the schema, the rest of what can be told without the game here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from trickcore.diagnostics.limited import EnoughError, Limited
from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.diagnostics.words import did_you_mean, quote
from trickcore.references import is_path, split
from trickcore.schema.plain import resolved
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence
from trickcore.source.reader import read_file, read_text
from trickcore.testing.filling import cells
from trickcore.testing.model import Case, CaseFile, GivenDeal, Sentence, Step, Unused
from trickcore.testing.spread import Written, spread

MOST_FINDINGS = 100  # after so many in one file, its cases are read no further
_COMPARED = 300  # ids of rules that an unknown one is compared with
_CARDS = ("hands", "stock", "zones")  # keys that say where cards lie
_DEALT = (*_CARDS, "deals", "dealer")
_IN_POSITION = "give the cards of the deal as `hands` and `zones` in `position`, with `at: deal`"
_WORD = re.compile(r"\S+")


def load_cases(
    path: str | os.PathLike[str], found: Diagnostics, folder: str | os.PathLike[str] | None = None
) -> CaseFile | None:
    """The cases of a file; what is wrong with it goes to `found`, and None comes back if nothing can be run.

    Cards, seats and options are the game's, so they are checked when a case is run. `folder`: where the file must lie,
    links followed; for a file that nobody has named, but that was found there.
    """
    if folder is not None and not inside(Path(path), Path(folder)):
        place = Span(os.fspath(path), 1, 1, 1, 1)
        message = "this is a link to a file outside of the folder: it was not read"
        found.error("outside-folder", message, place, "name the file itself, if you want its cases")
        return None
    return _from_node(read_file(path, found), os.fspath(path), found)


def loads_cases(text: str | bytes, file: str, found: Diagnostics) -> CaseFile | None:
    """The cases of a text; `file` is its name in messages and its place for the paths in it.

    >>> found = Diagnostics()
    >>> text = "{trickcore: 1, game: two-ten-jack, cases: [{id: a, says: It starts, course: [{turn: 0}]}]}"
    >>> cases = loads_cases(text, "x.cases.yaml", found)
    >>> [case.id for case in cases.cases], len(found)
    (['a'], 0)
    """
    return _from_node(read_text(text, file, found), file, found)


def _from_node(node: Node | None, path: str, found: Diagnostics) -> CaseFile | None:
    from trickcore.schema import check_shape  # brings jsonschema with it

    if node is None:
        return None
    own = Diagnostics()
    check_shape(node, "cases", own)
    for finding in own:
        found.add(finding)
    if own.has_errors or found.has_errors or not isinstance(node, Mapping):
        return None
    tables, written = Limited(), list[Written]()
    with suppress(EnoughError):
        written = spread(node, tables)
    for finding in tables:
        found.add(finding)
    if any(one.row for one in written):  # what the rows say has its shape too
        filled = Sequence(tuple(one.node for one in written), node.span)
        check_shape(Mapping(tuple(_with(entry, filled) for entry in node), node.span), "cases", found)
    file = None if found.has_errors else _Reader(node, path, found).file(written)
    return None if found.has_errors else file


def _with(entry: Entry, cases: Sequence) -> Entry:
    return Entry(entry.key, cases) if entry.key.text == "cases" else entry


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads a tree that the schema has accepted."""

    node: Mapping
    path: str
    found: Diagnostics

    def file(self, written: Iterable[Written]) -> CaseFile:
        game = self._game(_scalar(self.node, "game"))
        sentences = tuple(_sentence(n) for key in ("sentences", "rulings") for n in _maps(self.node, key))
        cases = tuple(self._case(one, game) for one in written)
        names = [_scalar(n, "id") for n in _maps(self.node, "cases")]
        places = [(s.id, s.span) for s in sentences] + [(name.text, name.span) for name in names]
        self._distinct(places)
        ids = dict.fromkeys(s.id for s in sentences)
        unknown = [rule for case in cases for rule in case.rules if rule.text not in ids]
        for rule in unknown[:MOST_FINDINGS]:
            hint = did_you_mean(rule.text, list(ids)[:_COMPARED], "the rules are")
            self.found.error("unknown-rule", f"no sentence or ruling is named {quote(rule.text)}", rule.span, hint)
        self._stop([rule.span for rule in unknown])
        unused = tuple(_unused(n) for n in _maps(self.node, "unused"))
        return CaseFile(self.path, game, sentences, cases, self.node, unused)

    def _case(self, written: Written, game: Scalar) -> Case:
        node, row = written.node, written.row
        name = _text(node, "id")
        return Case(
            f"{name}[{row.name}]" if row else name,
            _text(node, "says"),
            _rules(node),
            _text(node, "source"),
            game,
            self._options(node),
            _optional(node, "players") or _optional(self.node, "players"),
            _optional(node, "dealer"),
            number(seed) if (seed := _optional(node, "seed")) else 0,
            self._deals(node),
            tuple(_step(n) for n in _maps(node, "course")),
            row.span if row else _key_span(node, "id"),
            self._position(node),
            name,
            node,
        )

    def _position(self, node: Mapping) -> Mapping | None:
        """Where a case begins, if not at a deal; what is dealt has no place beside it."""
        position = node.get("position")
        other = next((key for name in _DEALT if (key := node.key(name)) is not None), None)
        if not isinstance(position, Mapping):
            return None
        if other is not None:
            message = (
                f"the case has both `position` and `{other.text}`: a position says itself what is dealt and who deals"
            )
            first = [Related(position.span, "`position` is here")]
            hint = _IN_POSITION if other.text == "deals" else f"write `{other.text}` in `position`"
            self.found.error("cards-twice", message, other.span, hint, first)
        return position

    def _options(self, node: Mapping) -> tuple[tuple[Scalar, Scalar], ...]:
        """Those of the case over those of the file."""
        chosen = {key.text: (key, value) for tree in (self.node, node) for key, value in _pairs(tree, "options")}
        return tuple(chosen.values())

    def _deals(self, node: Mapping) -> tuple[GivenDeal, ...]:
        several = node.key("deals")
        single = next((key for name in _CARDS if (key := node.key(name)) is not None), None)
        if several and single:
            message = f"the case has both `{single.text}` and `deals`"
            first = [Related(single.span, f"`{single.text}` is here")]
            self.found.error("cards-twice", message, several.span, "move the cards of the first deal to `deals`", first)
        if several:
            return tuple(_deal(n) for n in _maps(node, "deals"))
        return (_deal(node),) if single else ()

    def _distinct(self, places: list[tuple[str, Span]]) -> None:
        first: dict[str, Span] = {}
        twice = [(name, span) for name, span in places if first.setdefault(name, span) is not span]
        for name, span in twice[:MOST_FINDINGS]:
            at = [Related(first[name], "the first one")]
            self.found.error("duplicate-id", f"the id {quote(name)} is used twice", span, "ids are used once", at)
        self._stop([span for _, span in twice])

    def _stop(self, places: list[Span]) -> None:
        """Say from where on findings of one kind are not told."""
        if len(places) > MOST_FINDINGS:
            message = f"{len(places):,} findings like this: those from here on are not told"
            self.found.error("too-many-findings", message, places[MOST_FINDINGS], "mend the others first")

    def _game(self, reference: Scalar) -> Scalar:
        """A path in a cases file starts from the folder of that file, and does not lead out of it."""
        name, options = split(reference.text)
        if not is_path(name):
            return reference
        folder = Path(self.path).parent
        if not inside(folder / name, folder):
            hint = "put the rule file beside its cases, or in a folder below; games of the catalogue have no path"
            message = f"the game {quote(name)} is not in the folder of this file"
            self.found.error("outside-folder", message, reference.span, hint)
        text = str(folder / name) + ("" if options is None else f"({options})")
        return Scalar(text, reference.span, False, reference.locate)


def inside(path: Path, folder: Path) -> bool:
    """Whether a path leads to somewhere in a folder, links followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # no file can have the name, or links go in a circle
        return False


def _step(node: Mapping) -> Step:
    entry = node.entries[0]  # the schema wants exactly one
    cell = next(cells(entry.value), None)
    return Step(entry.key.text, entry.value, cell.span if cell else entry.key.span.to(entry.value.span))


def _rules(node: Mapping) -> tuple[Scalar, ...]:
    """The ids of rules: a list, or a text with spaces between them."""
    value = node.get("rules")
    items = value.items if isinstance(value, Sequence) else (value,)
    return tuple(
        item.part(*word.span()) for item in items if isinstance(item, Scalar) for word in _WORD.finditer(item.text)
    )


def _sentence(node: Mapping) -> Sentence:
    id, says, source, untested = (_text(node, key) for key in ("id", "says", "source", "untested"))
    return Sentence(id, says, source, untested, _key_span(node, "id"))


def _unused(node: Mapping) -> Unused:
    kind = next(key for key in ("step", "guard", "tier", "award", "call") if key in node)
    text, within, why = (" ".join(_text(node, key).split()) for key in (kind, "in", "why"))
    return Unused(kind, text, within, _text(node, "never").casefold(), why, _key_span(node, kind))


def _deal(node: Mapping) -> GivenDeal:
    key, stock = node.key("stock"), _optional(node, "stock")
    zones = ((key, stock),) if key and stock else ()
    places = [place for name in _CARDS if (place := node.key(name)) is not None]
    return GivenDeal(_pairs(node, "hands"), zones + _pairs(node, "zones"), places[0].span if places else node.span)


def _maps(node: Mapping, key: str) -> tuple[Mapping, ...]:
    return tuple(item for item in _items(node, key) if isinstance(item, Mapping))


def _items(node: Mapping, key: str) -> tuple[Node, ...]:
    value = node.get(key)
    return value.items if isinstance(value, Sequence) else ()


def _pairs(node: Mapping, key: str) -> tuple[tuple[Scalar, Scalar], ...]:
    return scalar_pairs(node.get(key))


def scalar_pairs(value: Node | None) -> tuple[tuple[Scalar, Scalar], ...]:
    """The keys of a mapping with those of its values that are scalars."""
    if not isinstance(value, Mapping):
        return ()
    return tuple((entry.key, entry.value) for entry in value if isinstance(entry.value, Scalar))


def number(scalar: Scalar) -> int:
    """A whole number that the schema has accepted, in any of YAML's forms."""
    value = resolved(scalar)
    return int(value) if isinstance(value, int | float) else int(scalar.text)


def _optional(node: Mapping, key: str) -> Scalar | None:
    value = node.get(key)
    return value if isinstance(value, Scalar) else None


def _scalar(node: Mapping, key: str) -> Scalar:
    value = node.get(key)
    assert isinstance(value, Scalar)  # the schema wants it
    return value


def _text(node: Mapping, key: str) -> str:
    value = _optional(node, key)
    return value.text if value else ""


def _key_span(node: Mapping, key: str) -> Span:
    value = node.get(key)
    return value.span if value else node.span
