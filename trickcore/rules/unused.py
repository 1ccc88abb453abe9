"""Options and variables that nothing in the file speaks of: they are hardly meant so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from trickcore.diagnostics.model import Diagnostics
from trickcore.language.core import Get, Home
from trickcore.rules.model import Choose, Rules, Target


def check_unused(rules: Rules, found: Diagnostics) -> None:
    """A warning for each of them. Whatever names one is a use of it, be it in a part that has no use itself."""
    used = set(_mentioned(rules))
    kinds = (("option", rules.options.values()), ("variable", rules.variables.values()))
    for what, declared in kinds:
        for one in declared:
            if one.name not in used:
                hint = "speak of it in some rule, or leave it out"
                found.warning("unused-name", f"nothing speaks of the {what} `{one.name}`", one.span, hint)


def _mentioned(rules: Rules) -> Iterator[str]:
    waiting: list[object] = [rules]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple | list):
            waiting += part
        elif isinstance(part, dict):
            waiting += part.values()
        elif is_dataclass(part):
            if isinstance(part, Target | Choose) or (isinstance(part, Get) and part.home in _HOMES):
                yield part.name
            waiting += [getattr(part, one.name) for one in fields(part)]


_HOMES = (Home.OPTION, Home.STATE, Home.CHOICE)
