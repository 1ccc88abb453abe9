"""Words for a syntax error: what was found, what could have stood there, and the likely slip."""

from __future__ import annotations

from trickcore.diagnostics.words import quote
from trickcore.language.traps import SIGNS
from trickcore.language.tree import Token

_END = "$END"
_COMPARES = frozenset({"EQ", "NE", "LE", "GE", "LT", "GT", "IN", "MEETS"})
_OPERATORS = _COMPARES | {"PLUS", "MINUS", "TIMES", "DIV", "SLASH", "MOD", "BOTH", "NOT", "AND", "OR"}
_VALUES = frozenset({"NAME", "LPAR", "CARD", "SUIT", "RANK", "INT", "NOT", "MINUS"})

#: Everything else, in the order in which messages speak of it.
_PHRASES = {
    "NAME": "a name",
    "INT": "a number",
    "RANK": "a rank",
    "CARD": "a card",
    "SUIT": "a suit",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "X": "`x`",
    "OF": "`of`",
    "SET": "`set of`",
    "DOTS": "`..`",
    "IF": "`if`",
    "ELSE": "`else`",
    "FOR": "`for`",
    "IN": "`in`",
    "FROM": "`from`",
    "PER": "`per`",
    "EQUAL": "`=`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    _END: "the end",
}


def describe(token: Token, before: Token | None, able: frozenset[str], kind: str, rest: str = "") -> tuple[str, str]:
    """Message and hint. `able`: the kinds of token that could stand there; `kind`: the kind of text; `rest`: what is
    written from the token on.

    >>> describe(Token("$END", "", 3, 3), Token("PLUS", "+", 2, 3), frozenset({"NAME", "LPAR", "CARD"}), "expression")
    ('the text ends too early: expected a value', '')
    """
    wanted = _wanted(able, before)
    if token.kind == _END:
        start = "the text is empty" if before is None else "the text ends too early"
        return f"{start}: expected {wanted}", _hint_at_end(able)
    habit = next((SIGNS[rest[:n]] for n in (3, 2) if rest[:n] in SIGNS), "")
    return f"{quote(token.text)} cannot stand here: expected {wanted}", habit or _hint(token, before, able, kind)


def _wanted(able: frozenset[str], before: Token | None) -> str:
    phrases = []
    rest = set(able)
    if "PLUS" in able:  # after a value: that more of it, or brackets, could follow goes without saying
        rest -= {"LPAR", "INT", "RANK", "CARD", "SUIT"}
        rest -= {"OF"} if before is not None and before.kind != "RANK" else set()
    if {"NAME", "LPAR", "CARD"} <= rest:
        phrases.append("a value")
        rest -= _VALUES
    if {"PLUS", "TIMES"} <= rest:
        phrases.append("an operator")
        rest -= _OPERATORS
    if {"EQ", "IN"} <= rest:
        phrases.append("a comparison")
        rest -= _COMPARES
    phrases += [phrase for name, phrase in _PHRASES.items() if name in rest]
    if len(phrases) < 2:
        return "".join(phrases) or "nothing"
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


def _hint_at_end(able: frozenset[str]) -> str:
    if "RPAR" in able:
        return "a `(` is not closed; in YAML, a comma inside { } ends the text: give the text a line of its own"
    if "ELSE" in able or "IF" in able or "PLUS" in able:
        return ""
    return "going through a set is `count(… for x in set)`" if "IN" in able and "FROM" in able else ""


def _hint(token: Token, before: Token | None, able: frozenset[str], kind: str) -> str:
    last = before.kind if before else ""
    if before and before.end == token.start and (habit := SIGNS.get(before.text + token.text)):
        return habit
    if token.kind == "SUIT" and last in ("INT", "RANK") and before:
        return f"a card is one word: `{before.text}{token.text}`"
    if token.kind in ("INT", "RANK") and last == "SUIT" and before:
        return f"a card's rank stands first: `{token.text}{before.text}`"
    if token.kind == "SUIT" and before and last == "NAME" and len(before.text) == 1:
        return f"cards are written with capitals: `{before.text.upper()}{token.text}`"
    if last == "NOT" and able == {"IN"}:
        return "what is not in a set is `… not in …`; two conditions are joined by `and not`"
    if token.kind == "COMMA" and last == "INT":
        return "numbers are written without separators; commas stand only between the arguments of a function"
    if token.kind == "NAME" and before and before.text in ("any", "all", "count", "sum", "which", "most", "least"):
        return f"going through a set is `{before.text}(… for x in set)`"
    if token.kind == "NOT" and "NAME" in able:
        return "put brackets around it: `(not …)`"
    if token.kind in ("NAME", "CARD") and last in ("NAME", "CARD", "SUIT", "RPAR"):
        return _HINTS.get(token.text, "two values need an operator between them; sets are joined with `+`")
    if token.kind in _COMPARES and "PLUS" in able:
        return "compare twice: `a < b and b < c`"
    if kind == "head" and token.kind != "COMMA":
        return "the left side of a definition is a name, or a name with parameters: `power(m)`"
    return _BY_KIND.get(token.kind, "")


_HINTS = {
    "then": "a choice is written `value if condition else other`",
    "is": "equal is `==`",
    "where": "a condition is written with `if`: `count(x for x in set if condition)`",
    "when": "a condition is written with `if`: `value if condition else other`",
    "unless": "write `if not …`",
}
_BY_KIND = {
    "EQUAL": "equal is `==`",
    "IF": "a choice is written `value if condition else other`; brackets around a choice inside a choice",
    "ELSE": "a choice is written `value if condition else other`",
    "DOTS": "a range stands only where something is chosen, behind `for x in`, or in a list of ranks",
    "COMMA": "commas stand only between the arguments of a function; cards and ranks are separated by spaces",
    "RPAR": "there is no `(` for it, or something is missing before it",
    "FOR": "going through a set is `count(… for x in set)`, with the function's name before the bracket",
    "FROM": "`from` stands behind `who:` and in `first(… for s from seat)`",
    "OF": "`of` stands behind ranks: `K Q of trump`",
    "MEETS": "`a meets b`: they have an element in common",
    "IN": "`a in b`: there is an a, and all of it is in b",
    "NOT": "put brackets around it: `(not …)`",
}
