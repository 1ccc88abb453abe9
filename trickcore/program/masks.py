"""Sets as bit masks: element i is in the set if bit i is 1."""

from __future__ import annotations


def elements(mask: int) -> list[int]:
    """The elements of a set, lowest first.

    >>> elements(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def element(mask: int) -> int:
    """The lowest element of a set; −1 if it is empty.

    >>> element(0b10110), element(0)
    (1, -1)
    """
    return (mask & -mask).bit_length() - 1
