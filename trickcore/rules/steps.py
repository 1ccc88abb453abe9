"""Steps: one reader per kind. A step that cannot be read is left out, after all its parts have been looked at."""

from __future__ import annotations

from collections.abc import Callable

from trickcore.diagnostics.words import did_you_mean, nearest
from trickcore.language.core import Expr
from trickcore.language.scope import Context
from trickcore.language.types import NUMBER
from trickcore.rules import flow
from trickcore.rules.common import Common
from trickcore.rules.merge import COMMON, KINDS
from trickcore.rules.model import (
    Assign,
    Deal,
    Do,
    End,
    Move,
    Pick,
    Play,
    Score,
    Set,
    Show,
    Step,
    Target,
)
from trickcore.rules.shape import short
from trickcore.rules.texts import At
from trickcore.source.nodes import Entry, Mapping, Node, Scalar

_ENDS = ("trick", "play", "deal", "redeal", "match")


def read_steps(node: Node | None, at: At) -> tuple[Step, ...]:
    """A list of steps. After a score the teams' totals are known to the steps that follow it."""
    steps: list[Step] = []
    for item in at.file.shape.items(node):
        step = read_step(item, at)
        if step is not None:
            steps.append(step)
        if isinstance(item, Mapping) and "score" in item:
            at = at.within(Context.POINTS)
    return tuple(steps)


def read_step(node: Node, at: At) -> Step | None:
    """One step: a map with exactly one kind, and what is common to all steps."""
    entries = at.file.shape.mapping(node)
    if entries is None:
        return None
    kind = _kind(entries, at)
    if kind is None:
        return None
    each = _each(entries.get("each"), at)
    inner = at.within(Context.SEAT) if "each" in entries else at
    common = Common(
        id=at.file.shape.words(entries.get("id")) or kind.key.text,
        when=inner.named("`when`").flag(entries.get("when")),
        each=each,
        times=at.named("`times`").number(entries.get("times")),
        span=entries.span,
    )
    return READERS[kind.key.text](kind, inner, common)


def _kind(entries: Mapping, at: At) -> Entry | None:
    """The one key that says what the step does."""
    kinds = [entry for entry in entries if entry.key.text in KINDS]
    others = [entry.key for entry in entries if entry.key.text not in KINDS and entry.key.text not in COMMON]
    quiet = at.file.shape.quiet
    for key in others if not quiet else ():
        at.found.error("unknown-step", f"there is no step `{short(key.text)}`", key.span, did_you_mean(key.text, KINDS))
    if len(kinds) == 1:
        return kinds[0]
    if not quiet and not others:
        names = ", ".join(f"`{entry.key.text}`" for entry in kinds)
        message = f"a step has one kind, found {names}" if kinds else "this step does not say what it does"
        at.found.error("step-kind", message, entries.span, "kinds are " + ", ".join(f"`{kind}`" for kind in KINDS))
    return None


def _each(node: Node | None, at: At) -> Expr | str | None:
    """Seats, or the word `teams`."""
    if isinstance(node, Scalar) and node.text.strip() == "teams":
        return "teams"
    return at.named("`each`").seats(node)


# ------------------------------------------------------------------------------------------------ cards


def _deal(kind: Entry, at: At, common: Common) -> Step | None:
    at = at.named("`deal`")
    parts: list[tuple[Target, Expr]] = []
    rest: Target | None = None
    whole = True
    for entry in at.file.shape.entries(kind.value):
        if entry.key.text == "rest":
            rest = at.zone(entry.value)
            whole &= rest is not None
            continue
        each = entry.key.text == "each"
        meant = None if each or at.scope.find(entry.key.text) else nearest(entry.key.text, ("each", "rest"))
        if meant and nearest(entry.key.text, [meant, *at.scope.names()]) == meant:
            hint = f"did you mean `{meant}`? it deals to the places named, to `each` hand, and the `rest` to a place"
            at.found.error("unknown-key", f"`deal` has no part `{short(entry.key.text)}`", entry.key.span, hint)
            whole = False
            continue
        inner = at.within(Context.SEAT) if each else at
        target = at.hand_of_me(entry) if each else inner.zone(entry.key)
        count = inner.number(entry.value)
        if target is None or count is None:
            whole = False
        else:
            parts.append((target, count))
    return Deal(*common.fields, tuple(parts), rest) if whole else None


def _move(kind: Entry, at: At, common: Common) -> Step | None:
    fields = at.file.shape.mapping(kind.value)
    if fields is None:
        return None
    who = at.named("`who`").who(fields.get("who"))
    inner = (at.within(Context.SEAT) if "who" in fields else at).named("`move`")
    sources = [inner.zone(item) for item in at.file.shape.items(fields.get("from"))]
    to = inner.zone(fields.get("to"))
    cards, count = inner.cards(fields.get("cards")), inner.number(fields.get("count"))
    missing = [key for key in ("from", "to") if key not in fields]
    if missing:
        flow.missing(at, kind.key, missing)
    if to is None or None in sources or not sources or _lost(fields, {"who": who, "cards": cards, "count": count}):
        return None
    return Move(*common.fields, who, tuple(s for s in sources if s is not None), to, cards, count)


def _pick(kind: Entry, at: At, common: Common) -> Step | None:
    fields = at.file.shape.mapping(kind.value)
    if fields is None:
        return None
    who = at.named("`who`").who(fields.get("who"))
    inner = at.within(Context.SEAT).named("`pick`")
    source, to = inner.zone(fields.get("from")), inner.zone(fields.get("to"))
    count, leave = inner.number(fields.get("count")), inner.number(fields.get("leave"))
    opened, tiers = inner.cards(fields.get("open")), inner.tiers(fields.get("cards"))
    missing = [key for key in ("who", "from") if key not in fields]
    if ("count" in fields) == ("leave" in fields) and not at.file.shape.quiet:
        at.found.error("pick-count", "a pick says either `count` or `leave`", kind.key.span)
    if missing:
        flow.missing(at, kind.key, missing)
    lost = _lost(fields, {"to": to, "count": count, "leave": leave, "open": opened})
    if who is None or source is None or lost:
        return None
    at_once = at.file.shape.flag(fields.get("at once"))
    return Pick(*common.fields, who, source, to, tiers, count, leave, opened, at_once)


def _show(kind: Entry, at: At, common: Common) -> Step | None:
    cards = at.named("`show`").cards(kind.value)
    return Show(*common.fields, cards) if cards is not None else None


# ------------------------------------------------------------------------------------------------ values


def _set(kind: Entry, at: At, common: Common) -> Step | None:
    return Set(*common.fields, read_assigns(kind.value, at.named("`set`")))


def read_assigns(node: Node | None, at: At) -> tuple[Assign, ...]:
    """The lines of `set:`, each value of its target's type."""
    lines = []
    for entry in at.file.shape.entries(node):
        found = at.target(entry.key)
        value = at.value(entry.value, found[1] if found is not None else None)
        if found is not None and value is not None:
            lines.append(Assign(found[0], value))
    return tuple(lines)


def _score(kind: Entry, at: At, common: Common) -> Step | None:
    inner = at.within(Context.SEAT).named("`score`")
    points = inner.within(Context.POINTS)
    if not isinstance(kind.value, Mapping):
        value = points.number(kind.value)
        return Score(*common.fields, (), value) if value is not None else None
    lines = []
    for entry in at.file.shape.entries(kind.value.get("lines")):
        line = inner.number(entry.value)
        if line is not None:
            lines.append((entry.key.text, line))
    total = points.named("`points`").number(kind.value.get("points"))
    if "lines" not in kind.value and "points" not in kind.value and not at.file.shape.quiet:
        at.found.error("missing-key", "a score says `lines`, `points` or both", kind.key.span)
    return Score(*common.fields, tuple(lines), total)


# ------------------------------------------------------------------------------------------------ blocks


def _play(kind: Entry, at: At, common: Common) -> Step | None:
    if isinstance(kind.value, Scalar) and kind.value.text.strip() == "all":
        return Play(*common.fields, None)
    tricks = at.named("`play`").value(kind.value, NUMBER)
    return Play(*common.fields, tricks) if tricks is not None else None


def _do(kind: Entry, at: At, common: Common) -> Step | None:
    return Do(*common.fields, read_steps(kind.value, at))


def _end(kind: Entry, at: At, common: Common) -> Step | None:
    what = at.file.shape.words(kind.value)
    if what in _ENDS:
        return End(*common.fields, what)
    if not at.file.shape.quiet:
        hint = did_you_mean(what, _ENDS, "what can end is")
        at.found.error("wrong-value", f"`{short(what)}` cannot be ended", kind.value.span, hint)
    return None


def _ask(kind: Entry, at: At, common: Common) -> Step | None:
    return flow.read_ask(kind, at, common, read_steps, read_assigns)


def _auction(kind: Entry, at: At, common: Common) -> Step | None:
    return flow.read_auction(kind, at, common, read_steps, read_assigns)


def _lost(fields: Mapping, parts: dict[str, object]) -> bool:
    """Whether a part that is written could not be read."""
    return any(value is None and key in fields for key, value in parts.items())


READERS: dict[str, Callable[[Entry, At, Common], Step | None]] = {
    "deal": _deal,
    "move": _move,
    "pick": _pick,
    "show": _show,
    "ask": _ask,
    "auction": _auction,
    "play": _play,
    "set": _set,
    "score": _score,
    "do": _do,
    "end": _end,
}
