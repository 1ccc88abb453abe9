"""What people type that is not of the language, and what they should type: habits of other languages, YAML's traps."""

from __future__ import annotations

import re

from trickcore.diagnostics.words import quote

#: Signs of other languages, longest first, with what to write instead.
SIGNS = {
    "===": "equal is `==`",
    "!==": "unequal is `!=`",
    "**": "there are no powers; multiply",
    "&&": "write `and`",
    "++": "variables are changed by `set:`, as in `{stake: stake + 1}`",
    "+=": "variables are changed by `set:`, as in `{stake: stake + 1}`",
    "-=": "variables are changed by `set:`, as in `{stake: stake - 1}`",
    "||": "write `or`",
    "=>": "at least is `>=`",
    "=<": "at most is `<=`",
    "<>": "unequal is `!=`",
    "|": "two sets together are `a + b`, either of two conditions is `a or b`",
    "!": "write `not`; unequal is `!=`",
    "=": "equal is `==`",
    "%": "the remainder of a division is `a mod b`",
    "^": "there are no powers; multiply",
    "~": "what is in a and not in b is `a - b`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `//` (whole numbers) or `/`",
    "−": "this is a typographic minus; write `-`",
    "–": "this is a dash; write `-`",
    "—": "this is a dash; write `-`",
    "…": "a range is written with two points: `1..7`",
    "[": "whose is said with round brackets: `hand(me)`; cards stand side by side: `A♠ K♠`",
    "]": "whose is said with round brackets: `hand(me)`; cards stand side by side: `A♠ K♠`",
    "{": "a comma or brace inside a text needs the text on a line of its own, outside { }",
    "}": "a comma or brace inside a text needs the text on a line of its own, outside { }",
    '"': "values need no quotes",
    "'": "values need no quotes",
    "`": "values need no quotes",
    "?": "say it with `if`: `a if condition else b`",
    ":": "say it with `if`: `a if condition else b`",
    ";": "one text holds one value",
    "#": "a comment needs a space before the `#`",
    "@": "whose is said with round brackets: `hand(me)`",
    "$": "names are written bare",
    ".": "a range is `1..7`, a fraction `3/2`, and whose is said with brackets: `hand(me)`",
    "\\": "a division is `//` (whole numbers) or `/`",
    "\u00a0": "this is a space that does not break; write an ordinary one",
    "\ufeff": "this is an invisible mark; delete it",
    "\u200b": "this is an invisible space; delete it",
}
_ORDERED = sorted(SIGNS, key=lambda sign: (-len(sign), sign))
_DECIMAL = re.compile(r"\.[0-9]+")
_FIGURE = re.compile(r"[0-9]+[A-Za-z_][A-Za-z0-9_]*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

#: Names of other languages and everyday words that are no names here: message hints by name.
HABITS = {
    "null": "nothing at all is `none`",
    "nil": "nothing at all is `none`",
    "nobody": "nobody is `none`",
    "nothing": "nothing at all is `none`",
    "unset": "not set is `none`: `x == none`",
    "yes": "a flag is `true` or `false`",
    "no": "a flag is `true` or `false`",
    "on": "a flag is `true` or `false`",
    "off": "a flag is `true` or `false`",
    "len": "how many there are is `count(…)`",
    "size": "how many there are is `count(…)`",
    "number": "how many there are is `count(…)`",
    "round": "fractions are rounded with `floor(…)` or `ceil(…)`",
    "ceiling": "fractions are rounded with `floor(…)` or `ceil(…)`",
    "all_cards": "all cards are `any`",
    "cards": "all cards are `any`",
    "deck": "all cards are `any`",
    "then": "a choice is written `value if condition else other`",
    "elif": "a choice is written `value if condition else other`",
    "each": "going through a set is `sum(… for x in set)`",
    "lambda": "going through a set is `sum(… for x in set)`",
    "is": "equal is `==`",
    "xor": "for flags, `a != b`",
}


def describe_trap(text: str, at: int) -> tuple[str, str, int]:
    """Message, hint and length of what stands at a place where no token starts.

    >>> describe_trap("a && b", 2)
    ('`&&` is not of this language', 'write `and`', 2)
    """
    for pattern, describe in ((_DECIMAL, _decimal), (_FIGURE, _figure), (_WORD, _word)):
        if hit := pattern.match(text, at):
            return describe(hit.group())
    sign = next((sign for sign in _ORDERED if text.startswith(sign, at)), "")
    if sign:
        shown = sign if sign.isprintable() and not sign.isspace() else f"U+{ord(sign):04X}"
        return f"`{shown}` is not of this language", SIGNS[sign], len(sign)
    char = text[at]
    if char in "♡♢♤♧":  # pragma: no branch
        return f"`{char}` is an outline", "suits are written ♣ ♦ ♥ ♠", 1
    shown = char if char.isprintable() and not char.isspace() else f"U+{ord(char):04X}"
    return f"`{shown}` is not of this language", "", 1


def _decimal(found: str) -> tuple[str, str, int]:
    return f"{quote(found)}: there are no decimals", "write a fraction: `3/2`", len(found)


def _figure(found: str) -> tuple[str, str, int]:
    if re.fullmatch(r"[0-9]+[xX]", found):
        return f"`{found}` runs together", f"put a space: `{found[:-1]} x`", len(found)
    if re.fullmatch(r"[0-9]{1,2}[shdct]", found):
        return f"`{found}` is no number", f"cards are written with capitals: `{found.upper()}`", len(found)
    return (
        f"{quote(found)} is neither a number nor a name",
        "a name starts with a letter, a number has only digits",
        len(found),
    )


def _word(found: str) -> tuple[str, str, int]:
    lower = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", found).lower().strip("_")
    hint = f"names are written in small letters: {quote(lower)}" if lower else "a name starts with a small letter"
    return f"{quote(found)} is no name", hint, len(found)
