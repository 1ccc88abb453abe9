"""The places of a rule file that can be used: steps, conditions, tiers, awards and calls, wherever options put them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields

from trickcore.compiler.conditions import conditions, definitions_in, leaves
from trickcore.compiler.layers import CARD_LAWS
from trickcore.diagnostics.model import Span
from trickcore.language.core import Expr
from trickcore.records import dataclass
from trickcore.rules.model import Ask, Auction, CallRule, Do, Layer, Pick, Rules, Score, Step, Tier

STEP, GUARD, TIER, AWARD, CALL = KINDS = ("step", "guard", "tier", "award", "call")
_LONGEST = 200
USED, TRUE, FALSE = "used", "true", "false"


@dataclass(frozen=True, slots=True)
class Place:
    """Something in a rule file that play may use.

    `kind`: step, guard, tier, award or call. `text`: as it is written, or the id of a step, the label of an award, the
    name of a call. `within`: what it stands in, the nearest first: a law, a tier, the id of a step, a call.
    """

    kind: str
    text: str
    within: tuple[str, ...]
    span: Span

    @property
    def ways(self) -> tuple[str, ...]:
        """What must have been seen of it: a condition true and false, all else used."""
        return (TRUE, FALSE) if self.kind == GUARD else (USED,)


def places_of(rules: Rules, text_of: Callable[[Span], str]) -> tuple[Place, ...]:
    """All places of a game, in the order of the file. `text_of` gives what is written at a place.

    >>> from trickcore.coverage.sources import Sources
    >>> import trickcore
    >>> rules = trickcore.load("two-ten-jack").rules
    >>> [place.text for place in places_of(rules, Sources().text) if place.kind == "tier"]
    ['led', 'trumps if must_trump', 'any']
    """
    found = dict.fromkeys(_Finder(rules, text_of, _of_cards(rules)).all())
    return tuple(sorted(found, key=lambda place: (place.span, KINDS.index(place.kind))))


@dataclass(frozen=True, slots=True)
class _Finder:
    rules: Rules
    text_of: Callable[[Span], str]
    of_cards: frozenset[str]  # definitions in which nothing is looked at

    def all(self) -> Iterator[Place]:
        rules, hooks = self.rules, self.rules.hooks
        yield from self._layer(rules.base, ())
        for overlay in rules.overlays:
            condition = self.text_of(overlay.condition.span)
            yield Place(GUARD, condition, ("when",), overlay.condition.span)
            yield from self._layer(overlay.layer, (inside(condition),))
        yield from self._variables()
        for name in ("before_trick", "before_card", "after_card", "after_trick"):
            yield from self._steps(getattr(hooks, name), (name.replace("_", " "),))
        yield from self._calls(hooks.calls, ("calls",))
        yield from self._steps(rules.steps, ())
        yield from self._guard(rules.match.ends, ("ends",))
        yield from self._choices(rules.match, ("match",))

    def _layer(self, layer: Layer, within: tuple[str, ...]) -> Iterator[Place]:
        for law in ("lead", "follow"):
            yield from self._tiers(getattr(layer, law) or (), (law, *within))
        for law in ("free", "leader", "winner", "takes", "next", "until", "by"):
            yield from self._choices(getattr(layer, law), (law, *within))
        yield from self._choices(layer.declare, ("as", *within))
        for name in ("until", "more"):
            yield from self._guard(getattr(layer, name), (name, *within))
        for name, definition in layer.definitions.items():
            if name not in self.of_cards:
                yield from self._choices(definition.body, (name, *within))

    def _variables(self) -> Iterator[Place]:
        for variable in self.rules.variables.values():
            yield from self._choices(variable.initial, (variable.name,))

    def _tiers(self, tiers: Iterable[Tier], within: tuple[str, ...]) -> Iterator[Place]:
        for tier in tiers:
            text = _one_line(tier.text)
            yield Place(TIER, text, within, tier.span)
            yield from self._choices(tier.cards, (inside(text), *within))

    def _choices(self, part: object, within: tuple[str, ...]) -> Iterator[Place]:
        """The conditions of what is written as `x if c`."""
        for condition in conditions(part):
            yield from self._guard(condition, within)

    def _guard(self, condition: Expr | None, within: tuple[str, ...]) -> Iterator[Place]:
        if condition is not None:
            yield Place(GUARD, self.text_of(condition.span), within, condition.span)

    # ------------------------------------------------------------------------------------------------ steps

    def _steps(self, steps: Iterable[Step], outer: tuple[str, ...]) -> Iterator[Place]:
        for step in steps:
            within = (inside(step.id), *outer)
            yield Place(STEP, step.id, outer, step.span)
            yield from self._guard(step.when, within)
            yield from self._choices(_own(step), within)
            yield from self._inside(step, within)

    def _inside(self, step: Step, within: tuple[str, ...]) -> Iterator[Place]:
        if isinstance(step, Do):
            yield from self._steps(step.steps, within)
        elif isinstance(step, Pick):
            yield from self._tiers(step.cards, within)
        elif isinstance(step, Score):
            yield from self._score(step, within)
        elif isinstance(step, Ask):
            yield from self._guard(step.condition, within)
            yield from self._guard(step.until, within)
            yield from self._calls(step.calls, within)
        elif isinstance(step, Auction):
            for condition in (step.condition, step.equal, step.forced, step.stop):
                yield from self._guard(condition, within)
            yield from self._calls(step.calls, within)
            yield from self._steps((*step.then, *step.all_pass), within)

    def _score(self, step: Score, within: tuple[str, ...]) -> Iterator[Place]:
        for label, line in step.lines:
            name = label or self.text_of(line.span)
            yield Place(AWARD, name, within, line.span)
            yield from self._choices(line, (inside(name), *within))
        if step.points is not None:
            points = ("points", *within)
            yield from (Place(AWARD, self.text_of(leaf.span), points, leaf.span) for leaf in leaves(step.points))
            yield from self._choices(step.points, points)

    def _calls(self, calls: Iterable[CallRule], outer: tuple[str, ...]) -> Iterator[Place]:
        for call in calls:
            within = (inside(call.name), *outer)
            yield Place(CALL, call.name, outer, call.span)
            yield from self._guard(call.condition, within)
            yield from self._choices(_own(call), within)
            yield from self._steps(call.do, within)


def _own(part: Step | CallRule) -> list[object]:
    """What a step or a call says itself; what stands in it has places of its own."""
    others = ("when", "steps", "lines", "points", "calls", "then", "all_pass", "do", "span")
    found = [getattr(part, field.name) for field in fields(part) if field.name not in others]
    return [one for one in found if not (isinstance(one, tuple) and one and isinstance(one[0], Tier))]


def _of_cards(rules: Rules) -> frozenset[str]:
    """The definitions that the laws of cards use: what these say is worked out before play begins."""
    layers = [rules.base, *(overlay.layer for overlay in rules.overlays)]
    texts = [getattr(layer, law) for layer in layers for law in CARD_LAWS]
    found: set[str] = set()
    todo = definitions_in([texts, rules.melds, rules.tables, rules.deck, rules.teams])
    while todo:
        found |= todo
        bodies = [layer.definitions[name].body for layer in layers for name in todo if name in layer.definitions]
        todo = definitions_in(bodies) - found
    return frozenset(found)


def inside(text: str) -> str:
    """What something stands in, by a name of limited length: many places may stand in one.

    >>> inside("led"), len(inside("led + " * 99))
    ('led', 200)
    """
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _one_line(text: str) -> str:
    return " ".join(text.split())
