"""Words for messages: the nearest known name, lists of names, numbers of things."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_LONGEST = 60  # of a word that is compared or shown: a message never dumps the document
_SHOWN = 24  # names in a list
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # categories that steer a terminal, hide, or break lines


def nearest(word: str, candidates: Iterable[str], cutoff: float = 0.7) -> str | None:
    """The candidate that `word` was probably meant to be, or None. The same for every order of the candidates.

    `cutoff`: how alike they must be, from 0 to 1; below the usual where there are few candidates or texts are short.

    >>> nearest("folow", ["lead", "follow", "free"])
    'follow'
    >>> nearest("after_trick", ["after card", "after trick"])
    'after trick'
    >>> nearest("xyz", ["lead", "follow"]) is None
    True
    """
    known = sorted(set(candidates))
    if not word or len(word) > _LONGEST:
        return None
    plain = _plain(word)
    for name in known:
        if _plain(name) == plain:
            return name
    import difflib  # only for messages, so a right file never loads it

    forms = {_plain(name): name for name in reversed(known)}
    close = difflib.get_close_matches(plain, sorted(forms), n=1, cutoff=cutoff)
    return forms[close[0]] if close else None


def _plain(word: str) -> str:
    return word.casefold().replace("_", " ").replace("-", " ").strip()


def quote(word: str) -> str:
    """The word in back quotes, cut if it is long, on one line.

    >>> quote("follow")
    '`follow`'
    """
    line = " ".join(word.split())
    return f"`{line}`" if len(line) <= _LONGEST else f"`{line[: _LONGEST - 1]}…`"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """Names as a phrase, in the order given; long lists are cut.

    >>> listed(["deal", "move", "end"], "or")
    '`deal`, `move` or `end`'
    """
    words = [quote(n) for n in names]
    if len(words) > _SHOWN:
        return ", ".join(words[:_SHOWN]) + f" and {len(words) - _SHOWN} more"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def did_you_mean(word: str, candidates: Iterable[str], allowed: str = "") -> str:
    """The hint for an unknown name: the nearest one and, with `allowed` as their introduction, all of them.

    >>> did_you_mean("folow", ["follow", "lead"])
    'did you mean `follow`?'
    >>> did_you_mean("tum", ["around", "once"], "a turn is")
    'a turn is `around` or `once`'
    >>> did_you_mean("onse", ["around", "once"], "a turn is")
    'did you mean `once`? a turn is `around` or `once`'
    """
    names = list(dict.fromkeys(candidates))
    close = nearest(word, names)
    parts = [f"did you mean {quote(close)}?"] if close else []
    if allowed and names:
        parts.append(f"{allowed} {listed(names, 'or')}")
    return " ".join(parts)


def many(count: int, what: str, plural: str = "") -> str:
    """A number of things. `plural`: where it is more than an `s` at the end.

    >>> many(1, "card"), many(0, "card"), many(2000, "entry", "entries")
    ('1 card', '0 cards', '2,000 entries')
    """
    return f"{count:,} {what if count == 1 else plural or what + 's'}"


def times(count: int) -> str:
    """How often something happened.

    >>> times(1), times(2000)
    ('once', '2,000 times')
    """
    return "once" if count == 1 else f"{count:,} times"


def one_line(text: str) -> str:
    """The text without line breaks and without what a terminal obeys or hides.

    >>> one_line("a\\tb\\r\\nc\\x07")
    'a b c?'
    """
    if text.isprintable():
        return text
    line = re.sub(r"\r\n|[\t\n\r\u2028\u2029]", " ", text)
    return "".join("?" if unicodedata.category(c) in UNSEEN else c for c in line)
