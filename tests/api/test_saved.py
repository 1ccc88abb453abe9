"""Matches of all shipped games as JSON, and copies, undo and records, at every step; other processes, and threads."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from threading import Barrier
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

import trickcore
from tests.api.conftest import play_random
from trickcore import ChangedRules, Game, Match, RecordError
from trickcore.schema.library import schemas, validator

STEPS = 90


def settings() -> Iterator[tuple[str, int | None]]:
    """All shipped games, at each number of players that they take."""
    for name in trickcore.catalogue():
        for players in trickcore.load(name).rules.players:
            yield name, players


@pytest.fixture(scope="module", params=list(settings()), ids=lambda p: f"{p[0]}-{p[1]}")
def shipped(request: pytest.FixtureRequest) -> Game:
    name, players = request.param
    return trickcore.load(name, players=players)


def through_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def look(match: Match) -> list[object]:
    """All that can be seen of a match."""
    seats = [None, *range(match.game.players)]
    return [match.legal_ids, match.scores, match.ids, *(match.view(seat).to_json() for seat in seats)]


def test_every_step_of_a_random_match_survives(shipped: Game) -> None:
    """As JSON and as a record, both held against their schemas when they are read; in copies; and undone."""
    match, random = shipped.start(11), Random(11)
    before: list[list[object]] = []  # what was seen at each step
    for step in range(STEPS):
        seen, data = look(match), through_json(match.to_json())
        again = Match.from_json(shipped, data)
        assert look(again) == seen
        replay = trickcore.replay(through_json(match.record()), shipped)
        assert replay.ok and look(replay.match) == seen
        if step % 30 == 20:  # with the game, which is compiled again
            assert look(pickle.loads(pickle.dumps(match))) == seen
        if match.over:
            break
        twin = match.copy()
        match.play_id(random.choice(match.legal_ids))
        assert look(twin) == seen and through_json(again.to_json()) == data
        assert not before or look(twin.undo()) == before[-1]
        before.append(seen)
    assert len(before) > 50 and look(again.undo(len(again.ids))) == before[0]


@pytest.mark.parametrize("at", ["deal", "trick"])
def test_matches_from_a_position_survive(shipped: Game, at: str) -> None:
    position: dict[str, Any] = {"at": "deal", "deal": 2}
    if at == "trick":
        pack = dict.fromkeys(card.name for card in shipped.program.cards)
        position = {"hands": [list(pack)[seat * 3 : seat * 3 + 3] for seat in range(shipped.players)], "leader": 1}
    start = shipped.position(position, seed=6)
    match, random = start.copy(), Random(6)
    for _ in range(12):
        seen = look(match)
        again = Match.from_json(shipped, through_json(match.to_json()))
        assert look(again) == seen
        assert look(trickcore.replay(through_json(match.record()), shipped).match) == seen
        assert look(again.undo(len(again.ids))) == look(start)
        if match.over:
            break
        match.play_id(random.choice(match.legal_ids))


def test_a_whole_match_goes_on_in_the_same_way(shipped: Game) -> None:
    match = play_random(shipped.start(5), 5, 30)
    again = Match.from_json(shipped, through_json(match.to_json()))
    ends = [play_random(m, 6, 4000) for m in (match, again)]
    assert ends[0].ids == ends[1].ids and ends[0].scores == ends[1].scores and ends[0].outcome == ends[1].outcome
    record = through_json(match.record())
    assert list(validator("record").iter_errors(record)) == []
    replay = trickcore.replay(record)  # by the catalogue
    assert replay.ok and replay.match.outcome == match.outcome and not replay.changed
    totals = [sum(points) for points in zip(*(deal["points"] for deal in record["deals"]), strict=True)]
    assert not record["deals"] or match.outcome is None or tuple(totals) == match.scores


@pytest.mark.parametrize("seed", [0, -5, 1 << 53, -(1 << 127), "7", ""])
def test_seeds_are_exact(game: Game, seed: int | str) -> None:
    match = play_random(game.start(seed), 1, 20)
    data = through_json(match.to_json())
    again = Match.from_json(game, data)
    assert again.seed == seed and type(again.seed) is type(seed) and look(again) == look(match)
    numbers = [cell for cell in data["position"] if isinstance(cell, int)]
    assert all(abs(number) <= 1 << 53 for number in numbers)
    assert isinstance(data["start"]["seed"], dict) == (isinstance(seed, str) or abs(seed) >= 1 << 53)


DEALS: list[Any] = [
    {"hands": {0: "A♠ 2♥"}},
    {"hands": ["A♠", "2♥"], "stock": "K♦ Q♦"},
    trickcore.Deal(hands={"seat 1": "10H"}, zones={"stock": ["2C"]}),
    [{"hands": {0: "A♠"}}, {"hands": {1: "A♠"}}],
]


@pytest.mark.parametrize("deal", DEALS)
def test_given_cards_are_kept(game: Game, deal: Any) -> None:
    match = play_random(game.start(3, deal=deal, dealer=1), 3, 60)
    again = Match.from_json(game, through_json(match.to_json()))
    assert look(again) == look(match) and play_random(again, 1, 60).ids == play_random(match, 1, 60).ids
    again.undo(len(again.ids))
    assert look(again) == look(game.start(3, deal=deal, dealer=1))
    assert trickcore.replay(through_json(match.record())).ok


def test_a_whole_pack_is_kept(game: Game) -> None:
    pack = [card.name for card in reversed(game.program.cards)]
    match = game.start(3, deal=pack)
    data = through_json(match.to_json())
    assert data["start"]["deals"] == [{"pack": pack}] and look(Match.from_json(game, data)) == look(match)


def changed(data: dict[str, Any], *path: Any, to: object) -> dict[str, Any]:
    data = copy.deepcopy(data)
    inner: Any = data
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = to
    return data


BAD: list[tuple[tuple[Any, ...], object, str]] = [
    (("format",), "record", "this is a record, no saved match"),
    (("version",), 2, "at version"),
    (("start", "seed"), True, "at start/seed"),
    (("start", "seed"), {"number": "1", "text": "1"}, "at start/seed"),
    (("start", "seed"), {"number": "9" * 5000}, "at start/seed"),
    (("start", "deals"), [{"hands": {"9": "A♠"}}], "cannot be set up: there is no seat"),
    (("start", "deals"), [{"hands": {"0": "A♠ A♠"}}], "cannot be set up: A♠ is given 2 times"),
    (("start", "dealer"), 7, "cannot be set up: there is no seat 7"),
    (("start", "position"), {"hands": {"0": "A♠"}, "leader": 5}, "cannot be set up: leader"),
    (("actions", 3, "id"), 9999, "action 4 of the stored match cannot be played"),
    (("actions", 3, "text"), "Z", "action 4 is Z"),
    (("position", 0), "0b1", "at position/0"),
    (("position", 1), 77, "another position"),
    (("claims",), [{"seat": 0, "after": 8, "count": 9}], "does not fit"),
    (("claims",), [{"seat": 8, "after": 0, "count": 1}], "does not fit"),
    (("conceded",), 2, "does not fit"),
    (("more",), 2, "no match of trickcore"),
]


@pytest.mark.parametrize(("path", "to", "message"), BAD)
def test_what_is_no_match_is_refused(game: Game, path: tuple[Any, ...], to: object, message: str) -> None:
    data = through_json(play_random(game.start(3), 3, 10).to_json())
    with pytest.raises(RecordError, match=message):
        Match.from_json(game, changed(data, *path, to=to))


@pytest.mark.parametrize("data", [None, [], "x", 7, {}, {"format": "match"}])
def test_other_data_is_refused(game: Game, data: object) -> None:
    with pytest.raises(RecordError, match="no match of trickcore"):
        Match.from_json(game, data)
    with pytest.raises(RecordError, match="no record"):
        trickcore.replay(data)


def test_a_match_by_other_rules_is_refused(game: Game) -> None:
    other = trickcore.load("two-ten-jack(must_trump=false)")
    data = game.start(3).to_json()
    with pytest.raises(ChangedRules, match=f"{game.identity}.*{other.identity} now") as error:
        Match.from_json(other, data)
    assert (error.value.stored, error.value.present) == (game.identity, other.identity)
    copied = pickle.loads(pickle.dumps(error.value))
    assert copied.stored == game.identity and str(copied) == str(error.value)


def test_the_schemas_are_plain_json_schema(shipped: Game) -> None:
    known = schemas()
    registry: Registry[Any] = Registry().with_resources(
        [(name, Resource.from_contents(schema, DRAFT202012)) for name, schema in known.items()]
    )
    match = play_random(shipped.start(3, deal={"hands": {0: "A♠ K♥"}}), 3, 20).concede(0)
    for name, data in (("match", match.to_json()), ("record", match.record())):
        plain = Draft202012Validator(known[f"{name}.schema.json"], registry=registry)
        assert list(plain.iter_errors(through_json(data))) == []


def test_stored_data_holds_no_way_to_the_seed_in_views(game: Game) -> None:
    match = play_random(game.start(123456789), 3, 20)
    for seat in (None, 0, 1):
        assert "123456789" not in json.dumps(match.view(seat).to_json())
    assert "123456789" in json.dumps(match.record())


# ------------------------------------------------------------------------------------------------ processes and threads


def finish(game: Game, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    match = play_random(game.start(seed), seed, 400)
    match.view(0).to_json()
    return match.ids, match.scores


def go_on(match: Match) -> tuple[int, ...]:
    return play_random(match, 4, 200).ids


def test_games_and_matches_go_to_other_processes(shipped: Game) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        far = pool.submit(finish, shipped, 3)
        match = play_random(shipped.start(4), 4, 40)
        gone_on = pool.submit(go_on, match)
        assert far.result(60) == finish(shipped, 3)
        assert gone_on.result(60) == go_on(match.copy())


@pytest.fixture
def taking_turns() -> Iterator[None]:
    """Threads are interrupted all the time."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("taking_turns")
def test_threads_play_the_same_game(shipped: Game) -> None:
    fresh: Game = pickle.loads(pickle.dumps(shipped))  # nothing is made yet: the threads make it at the same time
    seeds, together = [0, 0, 1, 1], Barrier(4)

    def begin(seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        together.wait(60)
        return finish(fresh, seed)

    with ThreadPoolExecutor(4) as pool:
        played = list(pool.map(begin, seeds))
        counted = list(pool.map(lambda _: fresh.playouts(5, 2).scores, range(4)))
    assert played == [finish(shipped, seed) for seed in seeds]
    assert counted == [shipped.playouts(5, 2).scores] * 4


def test_the_data_names_its_game() -> None:
    match = trickcore.load("euchre", players=4, options={"target": 7}).start(3)
    again = Match.from_json(None, through_json(match.to_json()))
    assert again.game == match.game and again.view(0) == match.view(0)


def test_players_and_options_that_differ_are_named(game: Game) -> None:
    data = trickcore.load("two-ten-jack(target=7,must_trump=no)").start(3).to_json()
    with pytest.raises(ChangedRules, match=r"now; must_trump: no there and yes here, target: 7 there and 31 here$"):
        Match.from_json(game, data)
    data = trickcore.load("euchre", players=4).start(3).to_json()
    with pytest.raises(ChangedRules, match=r"players: 4 there and 2 here"):
        Match.from_json(game, data)


def test_every_view_of_every_game_is_as_the_schema_says(shipped: Game) -> None:
    check, match, random = validator("view"), shipped.start(5), Random(5)
    heard = dict.fromkeys((None, *range(shipped.players)), 0)
    while not match.over and len(match.ids) < 120:
        if len(match.ids) % 23 == 0:
            for seat, since in heard.items():
                data = through_json(match.view(seat, since=since).to_json())
                assert [error.message for error in check.iter_errors(data)] == []
                heard[seat] = len(match.events(seat))
                assert [e["number"] for e in data["events"]] == list(range(since, heard[seat]))
        match.play(random.choice(match.legal_ids))
    data = through_json((match if match.over else match.concede(0)).view(0).to_json())
    assert check.is_valid(data) and data["outcome"] == through_json(match.outcome.to_json())  # type: ignore[union-attr]
    assert data["teams"] == list(shipped.teams)


@pytest.mark.parametrize("name", ["two-ten-jack(target=5)", "euchre(target=3)"])
def test_everybody_hears_which_seats_have_won(name: str) -> None:
    match = play_random(trickcore.load(name, players=4 if "euchre" in name else 2).start(5), 5)
    outcome, event = match.outcome, match.events(None)[-1]
    assert outcome is not None and event.fields["winners"] == outcome.winners
    assert match.view(1).outcome == outcome and len(outcome.winners) == match.game.players // 2
