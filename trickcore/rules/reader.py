"""From nodes to `Rules`: parents, shape, names, then every text in its position. All findings of a file in one run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

from trickcore.diagnostics.limited import EnoughError, Limited
from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.language.core import Expr
from trickcore.language.types import FLAG, NUMBER, SEATS, Type
from trickcore.rules import extends
from trickcore.rules.choices import HOOKS
from trickcore.rules.contexts import CHECK, DEAL, MATCH, STATIC, TURN
from trickcore.rules.cycles import check_cycles
from trickcore.rules.deck import everything, read_rule, read_words
from trickcore.rules.declare import Declared, declare, reserved
from trickcore.rules.flow import read_calls
from trickcore.rules.melds import read_meld, read_sequence
from trickcore.rules.model import Check, DeckRule, Hooks, MatchRule, Rules, Variable
from trickcore.rules.names import Names
from trickcore.rules.overlays import read_base, read_overlays
from trickcore.rules.shape import Shape
from trickcore.rules.size import check_size
from trickcore.rules.steps import read_assigns, read_steps
from trickcore.rules.texts import File
from trickcore.rules.unused import check_unused
from trickcore.rules.zones import read_seen, read_zone
from trickcore.schema import check_shape, schema_of
from trickcore.source.nodes import Entry, Mapping, Node, Scalar

_FRACTION = re.compile(r"(?<!/)/(?!/)")
_REQUIRED = ("players", "deck", "steps")


def read_rules(
    node: Node,
    id: str,
    found: Diagnostics,
    resolve: extends.Resolve | None = None,
    known: Iterable[str] = (),
) -> Rules | None:
    """The checked rules of a file, or None if there are errors; every finding is in `found`.

    `id`: the name of the game. `resolve` gives the nodes of a game that `extends` names, or None; it is never asked
    for a path. `known`: names that it would find, for suggestions.

    >>> from trickcore.source import read_text
    >>> found = Diagnostics()
    >>> text = "{trickcore: 1, name: X, players: 2, deck: french 52, steps: [deal: {each: six}, play: all]}"
    >>> rules = read_rules(read_text(text, "x.yaml", found), "x", found)
    >>> rules is None, [(str(d.span), d.code) for d in found]
    (True, [('x.yaml:1:75', 'unknown-name')])
    """
    own, rules, chain = Limited(), None, None
    with suppress(EnoughError):
        chain = _chain(node, id, own, resolve, tuple(known))
        rules = _merged(chain, id, own) if chain is not None else None
    if rules is None and not own.has_errors:  # a part was left out, and whoever left it out did not say so
        own.error("unreadable-rules", "some part of this file cannot be read", node.span)
    for finding in own:
        found.add(chain.related(finding) if chain is not None else finding)
    return None if own.has_errors else rules


def _merged(chain: extends.Chain, id: str, own: Diagnostics) -> Rules | None:
    """The rules of a file with its parents laid below it."""
    root = extends.merge_chain(chain, own)
    check_size(root, own)
    shaped = Diagnostics()
    if not own.has_errors:
        check_shape(root, "game", shaped)
    for finding in shaped:
        own.add(finding)
    if any(finding.code == "too-large" for finding in own):
        return None
    return _read(root, id, tuple(chain.names), own)


def _chain(
    node: Node, id: str, found: Diagnostics, resolve: extends.Resolve | None, known: tuple[str, ...]
) -> extends.Chain | None:
    """The file and its parents, each of the right shape by itself if it is a patch."""
    if not isinstance(node, Mapping):
        found.error("wrong-shape", "a rule file is a map: `name: …`, `players: …`", node.span)
        return None
    chain = extends.follow(node, id, resolve, known, found)
    for file in chain.files if chain is not None else (node,):
        if schema_of(file) == "patch":
            check_shape(file, "patch", found)
    return chain


def _read(root: Mapping, id: str, files: tuple[str, ...], found: Diagnostics) -> Rules | None:
    """The second half: the shape is checked; names and texts."""
    shape = Shape(found, found.has_errors)
    for key in _REQUIRED:
        if key not in root and not shape.quiet:
            found.error("missing-key", f"`{key}` is missing", root.span)
    words = read_words(root.get("deck"), shape)
    vocabulary, pack, copies = words if words is not None else (everything(), None, 1)
    deck_names = vocabulary.words
    names = Names(found, lambda name: reserved(name, deck_names))
    melds = tuple(entry.key.text for entry in _entries(root, "melds"))
    contracts = tuple(entry.key.text for entry in _entries(root, "contracts"))
    classes = tuple(dict.fromkeys(name for entry in _entries(root, "melds") if (name := _class(entry.value))))
    file = File(shape, found, vocabulary, names, contracts, melds, classes, _has_fractions(root), copies)
    declared = declare(root, file)
    names.resolve_all()
    return _assemble(declared, id, files, read_rule(root.get("deck"), pack, file) if words is not None else None)


def _entries(root: Mapping, section: str) -> tuple[Entry, ...]:
    node = root.get(section)
    return node.entries if isinstance(node, Mapping) else ()


def _class(node: Node) -> str:
    """The class of a meld, or empty."""
    text = node.get("class") if isinstance(node, Mapping) else None
    return text.text if isinstance(text, Scalar) else ""


def _has_fractions(root: Mapping) -> bool:
    """Whether some value is written with `/`: then values of cards are fractions for the whole file."""
    roots: list[Node] = [root, *(entry.value for name in ("contracts", "when") for entry in _entries(root, name))]
    waiting = [node.get("values") for node in roots if isinstance(node, Mapping)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [entry.value for entry in node]
        elif isinstance(node, Scalar) and _FRACTION.search(node.text):
            return True
    return False


# ------------------------------------------------------------------------------------------------ the parts


def _assemble(declared: Declared, id: str, files: tuple[str, ...], deck: DeckRule | None) -> Rules | None:
    """All parts, read one after the other so that the findings of each are there."""
    root, file = declared.root, declared.file
    shape = file.shape
    base = read_base(declared)
    overlays = read_overlays(declared)
    check_cycles(base, overlays, file.found)
    melds = [meld for entry in declared.section("melds") if (meld := read_meld(entry, file)) is not None]
    zones = [zone for entry in declared.section("zones") if (zone := read_zone(entry, file)) is not None]
    variables = _variables(declared)
    hooks = _hooks(declared)
    steps = read_steps(root.get("steps"), file.at(DEAL))
    if "steps" in root and not steps and not file.found.has_errors:
        file.found.error("missing-key", "`steps` says nothing", _place(root, "steps"))
    parts = _match(declared), file.at(STATIC, "`teams`").value(root.get("teams"), NUMBER)
    checks = tuple(check for node in shape.items(root.get("checks")) if (check := _check(node, file)) is not None)
    sequence = read_sequence(root.get("sequence"), file)
    if deck is None or file.found.has_errors:
        return None
    rules = Rules(
        id=id,
        name=shape.words(root.get("name")),
        version=shape.words(root.get("version")),
        help=shape.words(root.get("help")),
        sources=_sources(declared),
        players=declared.players,
        seats=declared.seats,
        options=declared.options,
        deck=deck,
        teams=parts[1],
        base=base,
        overlays=overlays,
        tables={name: declared.tables[name] for name in _in_order(declared, "tables") if name in declared.tables},
        melds={meld.name: meld for meld in melds},
        sequence=sequence,
        contracts=file.contracts,
        zones={zone.name: zone for zone in zones},
        variables=variables,
        hooks=hooks,
        steps=steps,
        match=parts[0],
        checks=checks,
        files=files,
        span=root.span,
        places={entry.key.text: entry.key.span for entry in root},
    )
    check_unused(rules, file.found)
    return rules


def _in_order(declared: Declared, section: str) -> list[str]:
    return [entry.key.text for entry in declared.section(section)]


def _place(root: Mapping, section: str) -> Span:
    """Where a section stands."""
    key = root.key(section)
    return key.span if key is not None else root.span


def _sources(declared: Declared) -> tuple[str, ...]:
    """Where the rules come from: `source` and `sources`."""
    shape, root = declared.file.shape, declared.root
    nodes = (*shape.items(root.get("source")), *shape.items(root.get("sources")))
    return tuple(text for node in nodes if (text := shape.words(node)))


def _variables(declared: Declared) -> dict[str, Variable]:
    """The variables of `state:` and `kept:`, then those that are chosen, each in the order written."""
    variables: dict[str, Variable] = {}
    for section in ("state", "kept"):
        for entry in declared.section(section):
            if (variable := declared.variables.get(entry.key.text)) is not None:
                variables[variable.name] = read_seen(entry, variable, declared.file)
    chosen = declared.choices.results
    for name in declared.file.names.names():
        if name in chosen and name not in variables:
            variables[name] = chosen[name]
    return variables


def _hooks(declared: Declared) -> Hooks:
    """The steps around cards and tricks, and the calls of a player's turn."""
    play = declared.root.get("play")
    if not isinstance(play, Mapping):
        return Hooks()
    at = declared.file.at(TURN)
    before_trick, before_card, after_card, after_trick = (read_steps(play.get(hook), at) for hook in HOOKS)
    calls = read_calls(play.get("calls"), at, read_steps, read_assigns)
    return Hooks(before_trick, before_card, after_card, after_trick, calls)


def _match(declared: Declared) -> MatchRule:
    """How a match starts, goes on and ends. At the end of a deal its state is still known."""
    file, node = declared.file, _section(declared)

    def read(key: str, contexts: frozenset[str], wanted: Type) -> Expr | None:
        return file.at(contexts, f"`match.{key}`").value(node.get(key) if node is not None else None, wanted)

    return MatchRule(
        first_dealer=read("first dealer", MATCH, SEATS),
        dealer=read("dealer", DEAL, SEATS),
        deals=read("deals", STATIC, NUMBER),
        ends=read("ends", DEAL, FLAG),
        winner=read("winner", DEAL, SEATS),
        tie=read("tie", DEAL, SEATS),
    )


def _check(node: Node, file: File) -> Check | None:
    """One of `checks`: a condition, or a map with `that` and `why`."""
    why, text = "", node
    if not isinstance(node, Scalar):
        entries = file.shape.mapping(node)
        that = entries.get("that") if entries is not None else None
        if entries is None or that is None:
            return None
        why, text = file.shape.words(entries.get("why")), that
    condition = file.at(CHECK, "`checks`").flag(text)
    return Check(condition, text.text, why, text.span) if condition and isinstance(text, Scalar) else None


def _section(declared: Declared) -> Mapping | None:
    """The section `match`."""
    return declared.file.shape.mapping(declared.root.get("match"))
