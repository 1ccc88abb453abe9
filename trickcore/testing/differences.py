"""How what was found differs from what a case expects, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

_MOST = 400  # words of a text that are compared one by one


def sets(expected: Iterable[str], found: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is missing, and what is too much; each as often as it is.

    >>> sets(["A♠", "2♦"], ["2♦", "2♦"])
    (('A♠',), ('2♦',))
    """
    wanted, there = Counter(expected), Counter(found)
    return tuple((wanted - there).elements()), tuple((there - wanted).elements())


def numbers(pairs: Mapping[str, tuple[int, int]]) -> str:
    """How far each number that was found lies from the one that was expected.

    >>> numbers({"0": (12, 10), "1": (3, 3), "all": (15, 17)})
    '0: -2, all: +2'
    """
    return ", ".join(f"{name}: {found - expected:+}" for name, (expected, found) in pairs.items() if found != expected)


def texts(expected: str, found: str) -> str:
    """Two texts in one: what is only in the first in `[-…-]`, what is only in the second in `[+…+]`.

    >>> texts("a trump must be played", "any trump must be kept")
    '[-a-] [+any+] trump must be [-played-] [+kept+]'
    """
    old, new = expected.split(), found.split()
    if max(len(old), len(new)) > _MOST:
        return ""
    parts: list[str] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            parts.append(" ".join(old[i:j]))
            continue
        parts += [f"[-{' '.join(old[i:j])}-]"] if i < j else []
        parts += [f"[+{' '.join(new[k:m])}+]"] if k < m else []
    return " ".join(parts)
