"""The rules of the style guide that can be checked, by the names that the page gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

Part = Mapping[str, Any]
Problem = tuple[str, str]  # the rule, and where it is not kept

_HEAD = "trickcore name version help source sources extends remove"
_CARDS = "deck teams trumps suits order equals values sides sequence melds"
_WORDS = "tables zones state kept let contracts when"
GROUPS = tuple(
    group.split() for group in (_HEAD, "players seats options", _CARDS, _WORDS, "play", "steps", "match checks")
)  # fmt: skip
_HOOKS = ("before trick", "before card", "after card", "after trick")
_SUITS = re.compile(r"count\((hearts|spades|clubs|diamonds)\)")
_NOT_SO = ("not_", "without_", "disable_", "skip_")
_CARD = re.compile(r"(10|[2-9AKQJ])[♠♥♦♣CDHS]\b|(10|[2-9AKQJ])[♠♥♦♣]")


def rule_problems(rules: Part) -> Iterator[Problem]:
    """What a rule file, or a part of one, has against the guide."""
    yield from _order(list(rules))
    yield from _options(rules.get("options", {}))
    yield from _steps("steps", rules.get("steps", []))
    for hook in _HOOKS:
        yield from _steps(hook, rules.get("play", {}).get(hook, []))
    for law in ("lead", "follow"):
        yield from _duties(law, rules.get("play", {}).get(law, []))
    for section in ("zones", "state", "kept"):
        for name, own in rules.get(section, {}).items():
            yield from _help(f"{section}.{name}", own)
    for place, text in _texts("", rules):
        if _SUITS.search(text):
            yield "count-of-a-suit", place


def source_problems(rules: Part) -> Iterator[Problem]:
    """A whole file names where its rules come from."""
    if not rules.get("source") and not rules.get("sources"):
        yield "source", "sources"


def _order(keys: list[str]) -> Iterator[Problem]:
    groups = [next(n for n, group in enumerate(GROUPS) if key in group) for key in keys]
    for (before, key), group, last in zip(pairwise(keys), groups[1:], groups, strict=False):
        if group < last:
            yield "section-order", f"{key} after {before}"


def _options(options: Part) -> Iterator[Problem]:
    for name, own in options.items():
        yield from _help(f"options.{name}", own)
        if name.startswith(_NOT_SO):
            yield "option-name", name
        if own.get("type") == "number" and not {"min", "max"} <= set(own):
            yield "number-bounds", name


def _help(place: str, own: object) -> Iterator[Problem]:
    text = own.get("help", "") if isinstance(own, Mapping) else ""
    if not text or text.endswith("."):
        yield "help", place


def _steps(place: str, steps: list[Part]) -> Iterator[Problem]:
    for number, step in enumerate(steps):
        here = f"{place}.{step.get('id', number)}"
        if "id" not in step:
            yield "step-id", here
        yield from _steps(here, step.get("do", []))
        for kind in ("auction", "pick", "ask"):
            inner = step.get(kind, {})
            yield from _steps(f"{here}.all pass", inner.get("all pass", []))
            yield from _duties(here, inner.get("cards", []))


def _duties(place: str, duties: object) -> Iterator[Problem]:
    for duty in duties if isinstance(duties, list) else [duties]:
        why = duty.get("why", "") if isinstance(duty, Mapping) else ""
        if duty != "any" and (not why or why.endswith(".")):
            yield "why", f"{place}: {duty}"


def _texts(place: str, part: object) -> Iterator[tuple[str, str]]:
    """All expressions: what is no help and no source."""
    if isinstance(part, Mapping):
        for key, own in part.items():
            if key not in ("help", "why", "source", "sources"):
                yield from _texts(f"{place}.{key}", own)
    elif isinstance(part, list):
        for own in part:
            yield from _texts(place, own)
    else:
        yield place, str(part)


def _rules(case: Part) -> Iterator[str]:
    """The ids of the rules of a case, in all rows of its table."""
    lines = [line for line in case.get("table", "").splitlines() if line.strip() and not line.lstrip().startswith("#")]
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    columns = dict(zip(rows[0], zip(*rows[1:], strict=True), strict=True)) if rows else {}
    rules = case.get("rules", [])
    for rule in rules.split() if isinstance(rules, str) else rules:
        yield from " ".join(columns.get(rule[1:], ())).split() if rule.startswith("$") else [rule]


def case_problems(cases: Part) -> Iterator[Problem]:
    """What a cases file has against the guide."""
    checked = {rule for case in cases.get("cases", []) for rule in _rules(case)}
    for sentence in [*cases.get("sentences", []), *cases.get("rulings", [])]:
        if sentence["id"] not in checked and not sentence.get("untested"):
            yield "sentence-untested", sentence["id"]
    for case in cases.get("cases", []):
        if not case.get("rules"):
            yield "case-rules", case["id"]
        given = any(key in case for key in ("hands", "stock", "zones", "deals", "position"))
        named = [step[key] for step in case["course"] for key in ("play", "legal", "refused") if key in step]
        if "seed" in case and not given and _CARD.search(str(named)):
            yield "seed", case["id"]
