"""What can be typed for the actions of a decision: labels, and the shorter texts that mean one of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trickcore.actions import Action
    from trickcore.decision import Decision

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: What is typed for other things than actions. Only the whole text of an action comes first.
COMMANDS = ("?", "help", "why", "undo", "hand", "score", "taken", "hint", "save", "log", "quit", "exit", "q")
_LONGEST = 40  # characters of a line that are repeated
_MOST = 12  # actions in a message


def labels(actions: Sequence[Action]) -> list[str]:
    """What stands before each action, and may be typed for it: its place in the list, from 1. Where the actions speak
    of numbers themselves, a number that is typed means that number, so it is the label; what has none gets a letter.

    An action that is nothing but a number, such as a card of a pack of numbers, needs no label.
    """
    if not any(map(_is_numeric, actions)):
        return [str(place) for place in range(1, len(actions) + 1)]
    values = [_value(action) for action in actions]
    often = Counter(values)
    texts = {form for action in actions for form in forms(action)}
    letters = (letter for letter in _letters() if letter not in texts)
    return [
        "" if action.text == value else value if value and often[value] == 1 else next(letters)
        for action, value in zip(actions, values, strict=True)
    ]


def typed(line: str, decision: Decision) -> Action | None:
    """The legal action that a line means exactly: by its text, its label, or its values alone."""
    actions, wanted = tuple(decision.legal), line.casefold()
    for action in actions:
        if wanted in (action.text.casefold(), action.ascii.casefold()):
            return action
    marks = dict(zip(labels(actions), actions, strict=True))
    if wanted and wanted in marks:
        return marks[wanted]
    short = [action for action in actions if wanted in forms(action) and wanted not in COMMANDS]
    return short[0] if len(short) == 1 else None


def not_offered(line: str, decision: Decision) -> str:
    """What is to be said of a line that means no action of a choice among other things than cards, or is the number of
    none; empty where the match knows better.
    """
    actions = tuple(decision.legal)
    number = _NUMBER.fullmatch(line) is not None
    if number and not any(map(_is_numeric, actions)):
        return f"There is no action with the number {line}."
    if any(action.card for action in actions):
        return ""
    names = {action.text.partition(" ")[0].casefold() for action in actions}
    if not number and line.partition(" ")[0].casefold() not in names:
        return ""
    listed = " ".join(action.text for action in actions[:_MOST]) + (" …" if len(actions) > _MOST else "")
    return f"{line[:_LONGEST]} is not offered now; what is: {listed}"


def forms(action: Action) -> set[str]:
    """The texts of an action, in small letters; of what is no card also those without the names of what is chosen.

    >>> from trickcore.actions import Action
    >>> sorted(forms(Action(0, "level 2 strain ♥", "level 2 strain H", "bid")))
    ['2 h', '2 ♥', '2h', '2♥', 'level 2 strain h', 'level 2 strain ♥']
    """
    texts = {action.text.casefold(), action.ascii.casefold()}
    values = [] if action.card else [text.split()[1::2] for text in texts if len(text.split()) % 2 == 0]
    return {*texts, *(joint.join(words) for words in values for joint in ("", " "))}


def _is_numeric(action: Action) -> bool:
    """Whether the action's text has a number that is not the rank of a card to be played or picked."""
    if action.card:
        return action.text.isdecimal()
    return any(word[:1].isdecimal() for word in action.text.replace("-", " ").split())


def _value(action: Action) -> str:
    """The one number that an action speaks of, or nothing."""
    words = action.text.split()
    numbers = [word for word in words if word[:1].isdecimal() or _NUMBER.fullmatch(word)]
    return numbers[0] if len(numbers) == 1 and numbers[0] == words[-1] and _NUMBER.fullmatch(words[-1]) else ""


def _letters() -> Iterator[str]:
    """a to z, then aa, ab and so on, without what is a command."""
    for length in range(1, 5):
        for letters in product(_LETTERS, repeat=length):
            if (word := "".join(letters)) not in COMMANDS:
                yield word
