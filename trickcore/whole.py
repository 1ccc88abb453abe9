"""Whole numbers as people write them in texts: one way to read them, for seats, players and ranks alike."""

from __future__ import annotations

MOST_DIGITS = 10  # nothing that is counted at a card table needs more
_SHOWN = 40  # digits or characters of a value in a message


def whole(text: str) -> int | None:
    """The number that a text is, or None for any other text. A number has 1 to 10 ASCII digits and nothing else, so
    that what is read is never long and other scripts' digits never pass for a seat.

    >>> [whole(text) for text in ("7", "007", "-7", " 7", "٣", "²", "", "9" * 5000)]
    [7, 7, None, None, None, None, None, None]
    """
    return int(text) if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit() else None


def signed(text: str) -> int | None:
    """The number that a text is, a `-` before it or not; None for any other text, as in `whole`.

    >>> [signed(text) for text in ("7", "-7", "-0", "--7", "+7", "- 7", "-٣", "-")]
    [7, -7, 0, None, None, None, None, None]
    """
    number = whole(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number


def shown(value: object) -> str:
    """Any value for a message: short, on one line, also a number that is too long to be printed.

    >>> shown(None), shown("two"), shown(10**5000)
    ('None', "'two'", 'a number of more than 40 digits')
    """
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return f"a number of more than {_SHOWN} digits"
    if isinstance(value, str):
        return repr(value[:_SHOWN])
    return repr(value) if value is None or isinstance(value, int | float) else f"a value of type {type(value).__name__}"
