"""Matches as JSON data, and back. Numbers that some readers of JSON would round are written as texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trickcore.actions import short
from trickcore.deal import Pack, Placed
from trickcore.errors import ActionError, ChangedRules, RecordError, SetupError
from trickcore.match import Match

if TYPE_CHECKING:
    from trickcore.game import Game

VERSION = 1
_EXACT = 1 << 53  # below, every reader of JSON has whole numbers exactly

Data = dict[str, Any]

#: What is said of the one where the other is wanted.
_OTHER = {
    "match": "this is a saved match, no record: `play --resume` and `Match.from_json` go on with it, and `Match.record`"
    " makes a record of it",
    "record": "this is a record, no saved match: `replay` plays it again",
}


def match_json(match: Match) -> Data:
    """What `Match.to_json` gives."""
    return {
        "format": "match",
        **head_json(match),
        "actions": [{"id": action.id, "text": action.text} for action in match.actions],
        **said_json(match),
        "position": [_cell(value) for value in match.game.engine.dump(match.state())],
    }


def head_json(match: Match) -> Data:
    """Which rules, and how the match started: what matches and records have in common."""
    return {"version": VERSION, **_rules_json(match.game), "start": _start_json(match)}


def _rules_json(game: Game) -> Data:
    """Which rules: name, identity, players and options."""
    return {"game": game.id, "identity": game.identity, "players": game.players, "options": game.options}


def said_json(match: Match) -> Data:
    """Claims and a concession, where there are any."""
    claims = [{"seat": c.seat, "after": c.after, "count": c.count} for c in match.claims]
    return {
        **({"claims": claims} if claims else {}),
        **({} if match.conceded is None else {"conceded": match.conceded}),
    }


def _start_json(match: Match) -> Data:
    setup = match.setup
    start: Data = {"seed": _seed_json(setup.seed)}
    if setup.given is not None:
        start["deals"] = [_deal_json(match.game, deal) for deal in match.game.deals.read(setup.given)]
    if setup.dealer is not None:
        start["dealer"] = setup.dealer
    if setup.position is not None:
        start["position"] = dict(setup.position.written)
    return start


def _seed_json(seed: int | str) -> object:
    if isinstance(seed, str):
        return {"text": seed}
    return int(seed) if abs(seed) < _EXACT else {"number": str(int(seed))}


def _deal_json(game: Game, deal: Pack | Placed) -> Data:
    cards = game.program.cards
    if isinstance(deal, Pack):
        return {"pack": [cards[i].name for i in deal.order]}
    names = {card.kind: card.name for card in cards}
    data: Data = {}
    for (place, seat), kinds in deal.kinds.items():
        texts = [names[kind] for kind in kinds]
        if place == "hand" and seat >= 0:
            data.setdefault("hands", {})[str(seat)] = texts
        elif seat >= 0:
            data.setdefault("zones", {}).setdefault(place, {})[str(seat)] = texts
        else:
            data.setdefault("zones", {})[place] = texts
    return data


def _cell(value: Any) -> object:
    """A cell of a dump: a number, a pile; large sets as hexadecimal texts."""
    return value if isinstance(value, list) or abs(value) < _EXACT else hex(value)


# ------------------------------------------------------------------------------------------------------------ and back


def restored(game: Game | None, data: object) -> Match:
    """What `Match.from_json` gives."""
    stored = checked(data, "match")
    game = game_of(stored) if game is None else game
    same_rules(game, stored)
    match = started(game, stored)
    try:
        for number, action in enumerate(stored["actions"], 1):
            if match.read(action["id"]).text != action["text"]:
                raise RecordError(f"action {number} is {action['text']} and has the id of {match.read(action['id'])}")
            match.play_id(action["id"])
    except ActionError as error:
        raise RecordError(f"action {number} of the stored match cannot be played: {error}") from error
    said_again(match, stored)
    if [_cell(value) for value in game.engine.dump(match.state())] != stored["position"]:
        raise RecordError("the stored match comes to another position than the one stored with it")
    return match


def checked(data: Any, schema: str) -> Data:
    """The data, if it is what the schema says. Raises RecordError with the first place that is not."""
    from trickcore.schema.library import validator

    other = data.get("format") if isinstance(data, dict) else None
    if isinstance(other, str) and other != schema and other in _OTHER:
        raise RecordError(_OTHER[other])
    error = next(iter(validator(schema).iter_errors(data)), None)
    if error is not None:
        place = "/".join(str(part) for part in error.absolute_path)
        where = f"at {place}: " if place else ""
        raise RecordError(f"this is no {schema} of trickcore; {where}{short(error.message, 200)}")
    assert isinstance(data, dict)
    return data


def same_rules(game: Game, stored: Mapping[str, Any]) -> None:
    """Raise ChangedRules unless the data is of a match by the very rules of a game."""
    if stored["identity"] != game.identity:
        differing = _differing(game, stored)
        raise ChangedRules(
            f"played by other rules: the {stored['format']} is of {stored['game']} with the identity"
            f" {stored['identity']}, and {game.id} has the identity {game.identity} now"
            + (f"; {differing}" if differing else ""),
            stored["identity"],
            game.identity,
        )


def _differing(game: Game, stored: Mapping[str, Any]) -> str:
    """Which players and options are others than those of the data, in words; nothing where it is the rules alone."""
    there, here = ({"players": of["players"], **of["options"]} for of in (stored, _rules_json(game)))
    parts = [
        f"{name}: {_said(there, name)} there and {_said(here, name)} here"
        for name in sorted({*there, *here})
        if there.get(name) != here.get(name)
    ]
    return ", ".join(parts)


def _said(settings: Mapping[str, object], name: str) -> str:
    value = settings.get(name, "unknown")
    return ("no", "yes")[value] if isinstance(value, bool) else short(str(value))


def game_of(stored: Mapping[str, Any]) -> Game:
    """The game of a stored match or a record, from the catalogue. Raises RulesError."""
    from trickcore.game import load

    return load(stored["game"], players=stored["players"], options=stored["options"])


def started(game: Game, stored: Mapping[str, Any]) -> Match:
    """The match before its first action. Raises RecordError."""
    start = stored["start"]
    try:
        seed = _seed(start["seed"])
        if "position" in start:
            return game.position(start["position"], seed=seed)
        deals = [deal.get("pack", deal) for deal in start["deals"]] if "deals" in start else None
        return game.start(seed, deal=deals, dealer=start.get("dealer"))
    except SetupError as error:
        raise RecordError(f"the stored match cannot be set up: {error}") from error


def said_again(match: Match, stored: Mapping[str, Any]) -> None:
    """Claims and the concession of the stored match. Raises RecordError."""
    try:
        match.claimed((c["seat"], c["after"], c["count"]) for c in stored.get("claims", ()))
        if "conceded" in stored:
            match.concede(stored["conceded"])
    except (ActionError, ValueError) as error:
        raise RecordError(f"what was claimed or conceded does not fit: {error}") from error


def _seed(data: Any) -> int | str:
    if isinstance(data, int):
        return data
    if len(data) != 1:
        raise RecordError("a seed is a number or a text, not both")
    return str(data["text"]) if "text" in data else int(data["number"])
