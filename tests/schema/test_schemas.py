"""The schemas themselves: closed, described, right about whole games, and the same to a plain JSON Schema validator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from trickcore.diagnostics import Diagnostics
from trickcore.resources import folder
from trickcore.schema import check_shape
from trickcore.schema.plain import plain
from trickcore.source import read_text

OURS = ["game", "patch", "diagnostics", "match", "record", "view", "coverage"]

GAME = """
trickcore: 1
name: Everything that can be said
version: 1.0
help: A game that uses each form of each key
source: A book
sources: [A book, A page]
players: [3, 4]
seats: [north, NO, on, off]
options:
  target: {type: number, default: 31, min: 1, max: 99, help: Points that win}
  strict: {type: flag, default: true}
  equal: {type: [first, last], default: first}
deck: {suits: [♥, ♦, x], ranks: 9..1, extra: {joker: 2}}
teams: 2 if players == 4 else players
trumps: hearts + A♠
suits: {♠: spades}
order: {over: joker, trumps: 5 J A♥, plain: A K Q, ♥ ♦: K Q, all: 7}
equals: {10♥: last if strict else first, any: first}
values: {A: 11, 10: 10, 2♥ 10♥: -5, K: 1/3, trumps: {J: 20}, plain: 3, all: {any: 1}}
sides: {one: bidder, others: rest}
let: {broken: played meets hearts, "power(m)": worth(m), "pair(a, b)": a}
tables:
  base: {♦: 9, grand: 24, else: 0}
  list: [1, 2, 3]
melds:
  a: {run: 3, worth: 20}
  b: {run: 5..8, worth: 100, class: c, copies: 2, help: x}
  c: {all of: A 10 K Q, worth: 100}
  d: {some of: 3 2 A, count: 3, worth: 3}
  e: {cards: K Q of trump, worth: 40}
sequence: A K Q J 10 9 8 7
contracts: {solo: {}, wenz: {heads: unders, order: {trumps: A K}, until: x, "f(n)": 1, lead: [any]}}
when: {players == 3: {sides: {a: b}, follow: [led], values: {all: {J: 1}}}}
zones: {stock: hidden, upcard: open, bids: {per: seat, seen: me, keep: true, help: x}, hand: {seen: seats}}
state: {stake: number = 1, phase: [a, b], mate: {type: seat, seen: mate, help: x}, k: {type: [a, 2]}}
kept: {bags: number per team}
play:
  leader: eldest
  lead: [any - hearts if not broken, any]
  follow: [led, {cards: trumps, why: You must trump}, {cards: any}]
  free: joker
  winner: usual
  takes: me
  next: me
  until: false
  more: false
  by: me
  as: suits
  before trick: []
  before card: [set: {x: 1}]
  after card: [{when: x, set: {x: 1}}]
  after trick: [{each: seats, show: hand}]
  calls:
    no more: {}
    double: {who: others, with: {level: 1..5, s: [a, b]}, if: x, set: {stake: 2}, do: [end: play], help: x}
steps:
  - {deal: {each: 5, upcard: 1, hand(dealer): 2, rest: stock}, id: first deal}
  - {move: {who: seats from winning, from: [stock, upcard], to: hand, cards: any, count: 1}, times: 2}
  - pick: {who: seats, from: hand, to: hand(me + 1), cards: [a, {cards: b, why: c}], count: 3, open: x, at once: true}
  - pick: {who: me, from: hand, leave: 6}
  - show: any
  - ask:
      {who: bidder, choose: {trump: suits, level: [1, ouvert, "null"]}, if: x, until: y, repeat: true, at once: false}
  - ask: {who: them, calls: {accept: {}, fold: {do: [end: play]}}}
  - auction: {from: dealer, turn: once, bid: 4..10, worth: x, if: a, equal: b, forced: c, pass: stays in, stop: d,
             all pass: []}
  - auction: {bid: [18, 20], then: [show: x], calls: {double: {}}, all pass: [end: redeal]}
  - auction: {bid: {level: 1..7, strain: [♣, nt], alone: flags}, all pass: [{set: {a: 1}}, {end: deal}]}
  - play: all
  - play: 6
  - {set: {done(dealer): true, x: 1}, each: teams}
  - score: value(taken)
  - score: {lines: {High: 1, "no 90": 2}, points: total}
  - do: [{end: trick}, {end: match}]
    when: x
match: {first dealer: north, dealer: dealer + 1, deals: 24, ends: x, winner: y, tie: z}
checks: [x == 1, {that: y, why: because}]
"""


def load(name: str) -> Any:
    return json.loads((folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))


def subschemas(schema: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """All schemas within a schema, with where they stand."""
    yield place, schema
    for word in ("properties", "patternProperties", "$defs"):
        for key, inner in schema.get(word, {}).items():
            yield from subschemas(inner, f"{place}/{word}/{key}")
    for word in ("items", "additionalProperties", "propertyNames", "then"):
        if isinstance(schema.get(word), dict):
            yield from subschemas(schema[word], f"{place}/{word}")


@pytest.mark.parametrize("name", OURS)
def test_a_schema_is_right_about_itself(name: str) -> None:
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"{name}.schema.json"


@pytest.mark.parametrize("name", OURS)
def test_every_map_is_closed(name: str) -> None:
    open_maps = [
        place
        for place, schema in subschemas(load(name))
        if "object" in schema.get("type", []) and not {"additionalProperties", "then"} & set(schema)
    ]
    assert open_maps == (["#/$defs/part_of_step"] if name == "patch" else [])  # the `if` before it knows its keys


@pytest.mark.parametrize("name", OURS)
def test_every_property_is_described(name: str) -> None:
    known = {n: load(n) for n in OURS}

    def described(schema: dict[str, Any], file: str) -> bool:
        while "description" not in schema and "$ref" in schema:
            target, _, pointer = schema["$ref"].partition("#")
            file = target.removesuffix(".schema.json") or file
            schema = known[file]
            for part in pointer.strip("/").split("/"):
                schema = schema[part]
        return bool(schema.get("description", "").endswith("."))

    bare = [p for p, s in subschemas(known[name]) if p.split("/")[-2:-1] == ["properties"] and not described(s, name)]
    assert bare == []


@pytest.mark.parametrize("name", OURS)
def test_no_alternative_is_left_to_guess(name: str) -> None:
    words = {word for _, schema in subschemas(load(name)) for word in schema}
    assert not words & {"oneOf", "anyOf", "allOf", "not", "dependentSchemas"}


def test_everything_that_can_be_said_is_right() -> None:
    found = Diagnostics()
    node = read_text(GAME, "f", found)
    assert node is not None
    check_shape(node, "game", found)
    assert [str(d.span) + " " + d.message for d in found] == []


def test_every_key_of_the_language_is_in_that_game() -> None:
    node = read_text(GAME, "f", Diagnostics())
    assert node is not None
    used: set[str] = set()

    def collect(data: Any) -> None:
        if isinstance(data, dict):
            used.update(data)
        for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
            collect(inner)

    collect(plain(node))
    keys = {p.split("/")[-1] for p, _ in subschemas(load("game")) if p.split("/")[-2:-1] == ["properties"]}
    assert keys - used == {"extends", "remove"}


def test_a_validator_that_knows_only_the_standard_agrees() -> None:
    schemas = {f"{name}.schema.json": load(name) for name in OURS}
    resources = [(name, Resource.from_contents(schema, DRAFT202012)) for name, schema in schemas.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    node = read_text(GAME, "f", Diagnostics())
    assert node is not None
    data = plain(node)
    assert list(Draft202012Validator(schemas["game.schema.json"], registry=registry).iter_errors(data)) == []
    patch = {"trickcore": 1, "name": "X", "extends": "y", "steps": data["steps"], "play": data["play"]}
    assert list(Draft202012Validator(schemas["patch.schema.json"], registry=registry).iter_errors(patch)) == []
    wrong = {**data, "steps": [{"plays": "all"}]}
    assert list(Draft202012Validator(schemas["game.schema.json"], registry=registry).iter_errors(wrong)) != []


def test_checking_is_fast() -> None:
    import time

    node = read_text(GAME, "f", Diagnostics())
    assert node is not None
    check_shape(node, "game", Diagnostics())  # loads the validator
    times = []
    for _ in range(5):
        start = time.process_time()
        check_shape(node, "game", Diagnostics())
        times.append(time.process_time() - start)
    assert min(times) < 0.02  # a file twice as long as games are; about 5 ms on a slow machine
