"""Variables of a game in words: who is who, what is unset, what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from trickcore.diagnostics.words import many
from trickcore.events import Hidden, One

if TYPE_CHECKING:
    from trickcore.events import Value
    from trickcore.game import Game
    from trickcore.program.model import Slot
    from trickcore.view import View


def variable_rows(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the rules keep and the seat may know: one row for each variable that seats or teams have, and one, `state`,
    for all others. What is unset, empty or a flag that is down is left out.
    """
    slots, shared = _slots(view.game), []
    for name, value in view.variables.items():
        slot = slots[name]
        if slot.per and isinstance(value, tuple):
            parts = tuple(_owned(view.game, slot, list(value)))
            if parts:
                yield name, parts
        elif _all_play(view.game, name, value):
            continue
        elif text := _shown(view.game, slot, value):
            shared.append(text)
    if shared:
        yield "state", tuple(shared)


def in_words(game: Game, name: str, value: Value) -> str:
    """A value of a variable in words, as the actions that choose it say it."""
    slot = _slots(game).get(name)
    return _text(game, slot.domain if slot else "", value)


def _slots(game: Game) -> dict[str, Slot]:
    return {slot.label: slot for slot in game.program.slots if slot.label}


def _shown(game: Game, slot: Slot, value: Value | tuple[Value, ...]) -> str:
    """The name and the value of what all share."""
    if value is True:
        return slot.label
    return "" if _is_nothing(value) else f"{slot.label} {_text(game, slot.domain, value)}"


def _owned(game: Game, slot: Slot, values: list[Value]) -> Iterator[str]:
    """The value of each owner; of a flag, those for whom it is up."""
    owner = _team if slot.per == "team" else _seat
    for number, value in enumerate(values):
        if value is True:
            yield owner(game, number)
        elif not _is_nothing(value):
            yield f"{owner(game, number)}: {_text(game, slot.domain, value)}"


def _all_play(game: Game, name: str, value: object) -> bool:
    """Who plays in the deal is worth a word only where somebody sits out."""
    return name == "playing" and isinstance(value, tuple) and len(value) == game.players


def _is_nothing(value: object) -> bool:
    return value is None or value is False or value == ()


def _text(game: Game, domain: str, value: Value | tuple[Value, ...]) -> str:
    if isinstance(value, tuple):
        joint = ", " if domain.removesuffix("s") in _NAMES else " "
        return joint.join(_text(game, domain, part) for part in value) or "nothing"
    if isinstance(value, Hidden):
        return "?" if value.count is None else many(value.count, "card")
    if isinstance(value, bool):
        return "yes" if value else "no"
    names = _NAMES.get(domain.removesuffix("s"))
    return "none" if value is None else names(game, value) if names else str(value)


def _seat(game: Game, number: One) -> str:
    return game.seats[number] if isinstance(number, int) and number < game.players else str(number)


def _team(game: Game, number: One) -> str:
    """The partners of a team."""
    return " + ".join(name for name, team in zip(game.seats, game.teams, strict=True) if team == number)


_NAMES: dict[str, Callable[[Game, One], str]] = {"seat": _seat, "team": _team}
