"""Laying a patch over a parent: `remove` first, maps by key, lists and scalars whole, lists of steps by id."""

from __future__ import annotations

from dataclasses import replace

from trickcore.diagnostics.model import Diagnostics, Related, Span
from trickcore.diagnostics.words import did_you_mean, listed
from trickcore.records import dataclass
from trickcore.rules.shape import same, short
from trickcore.source.nodes import Entry, Mapping, Node, Scalar, Sequence

KINDS = ("deal", "move", "pick", "show", "ask", "auction", "play", "set", "score", "do", "end")
COMMON = ("when", "each", "times", "id")
#: Keys of a file that say what it is and what it patches: they are never merged from a parent.
_OWN = ("extends", "remove")
#: Keys that every file has to say again.
_REPEATED = ("trickcore", "name")
MOST_REMOVALS = 100
#: Sections whose keys are names.
_NAMING = ("options", "zones", "state", "kept", "let", "tables", "melds", "contracts", "sides")
_FIXED = "type"  # what a patch of an option may not change


def step_id(node: Node) -> str:
    """The id of a step: its `id`, else its kind."""
    if not isinstance(node, Mapping):
        return ""
    given = node.get("id")
    if isinstance(given, Scalar):
        return given.text
    return next((entry.key.text for entry in node if entry.key.text in KINDS), "")


def merged(parent: Mapping, child: Mapping, found: Diagnostics, removed: dict[str, Span]) -> Mapping:
    """The child laid over the parent. Every node of the result keeps the place where it was written.

    `removed` is told which names went, and where that is said.
    """
    base = parent
    removals = child.get("remove")
    paths = removals.items if isinstance(removals, Sequence) else () if removals is None else (removals,)
    if len(paths) > MOST_REMOVALS and removals is not None:
        message = f"{len(paths)} parts to remove; at most {MOST_REMOVALS} are possible"
        found.error("too-large", message, removals.span, "remove whole sections")
    for path in paths[:MOST_REMOVALS]:
        if isinstance(path, Scalar):
            smaller = _removed(base, path, found)
            removed.update((name, path.span) for name in _names(base) - _names(smaller))
            base = smaller
    patch = Mapping(tuple(e for e in child if e.key.text not in _OWN), child.span)
    base = Mapping(tuple(e for e in base if e.key.text not in _OWN), base.span)
    _check_options(base, patch, found)
    result = _Merge(found).maps(base, patch, top=True)
    return Mapping(result.entries, child.span)


# ------------------------------------------------------------------------------------------------ remove


def _removed(base: Mapping, path: Scalar, found: Diagnostics) -> Mapping:
    """The base without what the path names."""
    parts = [part.strip() for part in path.text.split(".")]
    result = _without(base, parts, path, found)
    return result if isinstance(result, Mapping) else base


def _names(root: Mapping) -> set[str]:
    """The names that a file gives: without the parameters of those that have some."""
    sections = [root.get(section) for section in _NAMING]
    return {entry.key.text.partition("(")[0] for node in sections if isinstance(node, Mapping) for entry in node}


def _without(node: Node, parts: list[str], path: Scalar, found: Diagnostics) -> Node | None:
    """The node without what the path names in it; None: the whole node goes."""
    if not parts:
        return None
    part, rest = parts[0], parts[1:]
    if isinstance(node, Mapping) and part in node:
        changed = [(e, _without(e.value, rest, path, found) if e.key.text == part else e.value) for e in node]
        return Mapping(tuple(replace(e, value=value) for e, value in changed if value is not None), node.span)
    if isinstance(node, Sequence):
        hits = [index for index, item in enumerate(node) if step_id(item) == part]
        if len(hits) > 1:
            _ambiguous(part, [node.items[i] for i in hits], path, found)
            return node
        if hits:
            changed_items = [
                _without(item, rest, path, found) if index == hits[0] else item for index, item in enumerate(node)
            ]
            return Sequence(tuple(item for item in changed_items if item is not None), node.span)
    known = [e.key.text for e in node] if isinstance(node, Mapping) else []
    known += [step_id(item) for item in node] if isinstance(node, Sequence) else []
    message = f"`{short(path.text)}` removes nothing: the parent has no `{short(part)}` there"
    hint = did_you_mean(part, [name for name in known if name], "it has")
    if isinstance(node, Sequence) and not hint:
        hint = "single items of this list cannot be removed: write the whole list again, which replaces it"
    elif isinstance(node, Scalar):
        hint = "what stands there is one text: write it again, which replaces it"
    found.error("patch-no-target", message, path.span, hint)
    return node


def _ambiguous(name: str, steps: list[Node], at: Scalar, found: Diagnostics) -> None:
    """An id that several steps have."""
    places = [Related(step.span, "this step") for step in steps]
    message = f"`{short(name)}` fits {len(steps)} steps"
    found.error("patch-ambiguous", message, at.span, "give the steps different ids with `id:`", places)


# ------------------------------------------------------------------------------------------------ merge


def _check_options(base: Mapping, patch: Mapping, found: Diagnostics) -> None:
    """A patch may change an option's default, bounds and help, never its type."""
    old, new = base.get("options"), patch.get("options")
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return
    for entry in new:
        before = old.get(entry.key.text)
        if isinstance(before, Mapping) and isinstance(entry.value, Mapping) and (key := entry.value.key(_FIXED)):
            place = before.get(_FIXED) or before
            message = f"the type of option `{short(entry.key.text)}` cannot be changed"
            hint = "change `default`, `min`, `max` or `help`, or make another option"
            found.error("patch-type", message, key.span, hint, [Related(place.span, "its type is given here")])


@dataclass(frozen=True, slots=True)
class _Merge:
    found: Diagnostics

    def maps(self, base: Mapping, patch: Mapping, top: bool = False) -> Mapping:
        """By key: what only one of them has stays, what both have is merged."""
        new = {entry.key.text: entry for entry in patch}
        entries = []
        for old in base:
            entry = new.pop(old.key.text, None)
            if entry is None:
                entries.append(old)
            else:
                repeated = top and entry.key.text in _REPEATED
                entries.append(Entry(entry.key, self.values(old.value, entry.value, repeated)))
        entries += new.values()
        return Mapping(tuple(entries), patch.span)

    def values(self, base: Node, patch: Node, repeated: bool = False) -> Node:
        """Two values of one key."""
        if isinstance(base, Mapping) and isinstance(patch, Mapping):
            return self.maps(base, patch)
        if isinstance(base, Sequence) and isinstance(patch, Mapping):
            return self.steps(base, patch)
        if isinstance(base, Sequence) and isinstance(patch, Sequence):
            self._check_lost(base, patch)
        if same(base, patch) and not repeated:
            related = [Related(base.span, "the parent has it here")]
            self.found.warning("patch-no-change", "this changes nothing", patch.span, "leave it out", related)
        return patch

    def _check_lost(self, base: Sequence, patch: Sequence) -> None:
        """A list of steps replaces the parent's. One with ids was perhaps meant to change those alone."""
        if not any(isinstance(item, Mapping) and "id" in item for item in patch):
            return
        kept = {step_id(item) for item in patch}
        lost = [id_ for item in base if (id_ := step_id(item)) and id_ not in kept]
        if lost:
            message = f"this list replaces all steps of the parent, and leaves out {listed(lost)}"
            hint = "single steps are changed in a map, by their ids: `steps: {score: …, after play: …}`"
            related = [Related(base.span, "the parent has its steps here")]
            self.found.warning("patch-replaces", message, patch.span, hint, related)

    def steps(self, base: Sequence, patch: Mapping) -> Sequence:
        """A list of steps patched by id, with `before ID` and `after ID` to insert."""
        items = list(base)
        ids = [step_id(item) for item in items]
        for entry in patch:
            where, target = _place(entry.key.text)
            hits = ids.count(target) if target else 0
            if hits == 1:
                index = ids.index(target)
                low, high, new = self.step(items[index], index, where, entry)
                items[low:high] = new
                ids[low:high] = map(step_id, new)
            elif hits:
                steps = [item for item, id_ in zip(items, ids, strict=True) if id_ == target]
                _ambiguous(target, steps, entry.key, self.found)
            else:
                message = f"the parent has no step `{short(target)}` here"
                known = [id_ for id_ in ids if id_] if len(self.found) < MOST_REMOVALS else []
                self.found.error("patch-no-target", message, entry.key.span, did_you_mean(target, known, "it has"))
        return Sequence(tuple(items), base.span)

    def step(self, old: Node, index: int, where: str, entry: Entry) -> tuple[int, int, tuple[Node, ...]]:
        """One entry of such a patch: the stretch of the list that it replaces, and what it puts there."""
        if where:
            at = index if where == "before" else index + 1
            return at, at, entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
        if not isinstance(old, Mapping):
            return index, index + 1, (old,)
        patch = entry.value
        kind = next((e.key for e in old if e.key.text in KINDS), entry.key)
        if not isinstance(patch, Mapping) or not _is_step(patch, kind.text):  # the value of the step's kind
            patch = Mapping((Entry(replace(kind, span=entry.key.span), patch),), patch.span)
        return index, index + 1, (self.maps(old, patch),)


def _place(key: str) -> tuple[str, str]:
    """`before play` → ("before", "play"); `play` → ("", "play")."""
    first, blank, rest = key.partition(" ")
    return (first, rest.strip()) if blank and first in ("before", "after") else ("", key)


def _is_step(node: Mapping, kind: str) -> bool:
    """Whether a patch of a step is written as a step (`{score: …, when: …}`) or as its kind's value (`{lines: …}`).

    `{each: 5}` for a `deal` means the cards for each hand.
    """
    keys = {entry.key.text for entry in node}
    if kind == "deal" and "each" in keys and "deal" not in keys:
        return False
    return bool(keys) and keys.issubset({*KINDS, *COMMON})
