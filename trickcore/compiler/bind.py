"""Settles options and the number of players: each value checked against what the rule file allows."""

from __future__ import annotations

from collections.abc import Mapping

from trickcore.diagnostics.model import Diagnostics
from trickcore.diagnostics.words import nearest, quote
from trickcore.language.types import Kind
from trickcore.rules.model import Option, OptionValue, Rules
from trickcore.whole import MOST_DIGITS, shown, signed

_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def bind_options(
    rules: Rules, players: int | None, given: Mapping[str, object], found: Diagnostics
) -> tuple[int, dict[str, OptionValue]] | None:
    """The number of players and a value for every option, or None if something given does not fit (see `found`).

    `players` None: the first number of the file. A value may be text, as on a command line: `"21"`, `"yes"`.
    """
    count = _players(rules, players, found)
    values: dict[str, OptionValue] = {name: option.default for name, option in rules.options.items()}
    sound = count is not None
    for name, value in given.items():
        option = rules.options.get(name)
        settled = None
        if option is None:
            _unknown(rules, name, found)
        else:
            settled = _value(option, value, found)
        if settled is None:
            sound = False
        else:
            values[name] = settled
    return (count, values) if sound and count is not None else None


def _players(rules: Rules, players: int | None, found: Diagnostics) -> int | None:
    if players is None:
        return rules.players[0]
    if isinstance(players, bool) or players not in rules.players:
        allowed = ", ".join(str(n) for n in rules.players)
        place = rules.places.get("players", rules.span)
        found.error("option-value", f"{shown(players)} cannot play {rules.name}", place, f"it is for {allowed} players")
        return None
    return players


def _unknown(rules: Rules, name: str, found: Diagnostics) -> None:
    near = nearest(name, rules.options, 0.6)
    known = ", ".join(rules.options) or "none"
    hint = f"did you mean `{near}`?" if near else f"its options are {known}"
    place = rules.places.get("options", rules.span)
    found.error("unknown-option", f"{rules.name} has no option {quote(name)}", place, hint)


def _value(option: Option, value: object, found: Diagnostics) -> OptionValue | None:
    kind = option.type.kind
    read = _flag(value) if kind is Kind.FLAG else _number(value) if kind is Kind.NUMBER else _symbol(option, value)
    if read is None or not _allowed(option, read):
        message = f"option `{option.name}` cannot be {_shown(value)}"
        found.error("option-value", message, option.span, _hint(option, value))
        return None
    return read


def _flag(value: object) -> bool | None:
    if isinstance(value, str):
        return _FLAGS.get(value.strip().lower())
    return value if isinstance(value, bool) else None


def _number(value: object) -> int | None:
    if isinstance(value, str):
        return signed(value.strip())
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**MOST_DIGITS else None


def _symbol(option: Option, value: object) -> str | None:
    names = option.choices or option.type.symbols
    if not isinstance(value, str):
        return None
    return next((name for name in names if name == value.strip()), None)


def _allowed(option: Option, value: OptionValue) -> bool:
    if isinstance(value, bool | str):
        return True
    if option.choices and str(value) not in option.choices:
        return False
    return (option.low is None or value >= option.low) and (option.high is None or value <= option.high)


def _shown(value: object) -> str:
    return f"`{value[:40] if isinstance(value, str) else shown(value)}`"


def _hint(option: Option, value: object) -> str:
    if option.type.kind is Kind.FLAG:
        return "it is yes or no"
    if option.choices:
        near = nearest(value if isinstance(value, str) else shown(value), option.choices, 0.6)
        return f"it is one of {', '.join(option.choices)}" + (f"; did you mean `{near}`?" if near else "")
    if option.low is not None and option.high is not None:
        return f"it is a number from {option.low} to {option.high}"
    if option.low is not None:
        return f"it is a number from {option.low} on"
    return f"it is a number up to {option.high}" if option.high is not None else "it is a whole number"
