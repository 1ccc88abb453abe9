"""JSON form and identity."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.games import stock_game, whist
from tests.engines.random_programs import RandomProgram
from trickcore.program.codec import dumps, from_json, identity, loads, to_json
from trickcore.program.model import Program
from trickcore.program.verify import verify


@pytest.mark.parametrize("program", [whist(), stock_game(), *(RandomProgram(seed).program() for seed in range(10))])
def test_the_round_trip_is_exact(program: Program) -> None:
    assert loads(dumps(program)) == program
    assert dumps(loads(dumps(program))) == dumps(program)


def test_the_form_is_canonical() -> None:
    text = dumps(whist())
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "♠" in text


def test_words_that_only_explain_do_not_change_the_identity() -> None:
    program = whist()
    changed = replace(
        program,
        spans=(),
        code=tuple(replace(instr, span=-1) for instr in program.code),
        slots=tuple(replace(slot, label="other", help="other") for slot in program.slots),
        menus=tuple(replace(menu, prompt="other") for menu in program.menus),
        duties=tuple(
            replace(duty, tiers=tuple(replace(tier, text="t", why="w", span=-1) for tier in duty.tiers))
            for duty in program.duties
        ),
    )
    assert changed != program
    assert identity(changed) == identity(program)


@pytest.mark.parametrize(
    "change",
    [
        lambda p: {"code": p.code[::-1]},
        lambda _: {"reasons": ("other",)},
        lambda _: {"teams": (0, 1, 0, 1)},
        lambda p: {"menus": (replace(p.menus[0], items=p.menus[0].items[::-1]),)},
        lambda p: {"tables": (replace(p.tables[0], absent=1), *p.tables[1:])},
        lambda p: {"slots": (replace(p.slots[0], size=5), *p.slots[1:])},
    ],
)
def test_what_decides_changes_the_identity(change: Callable[[Program], dict[str, Any]]) -> None:
    program = whist()
    assert identity(replace(program, **change(program))) != identity(program)


def test_identity_is_stable() -> None:
    assert identity(whist()) == identity(whist()) != identity(stock_game())
    assert len(identity(whist())) == 64


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["name"], 5, "program.name is int, not str"),
        (["slots", 0, "kind"], "bag", r"program.slots\[0\].kind is 'bag'; it may be int, set"),
        (["slots", 0, "low"], True, "is bool, not int"),
        (["slots", 0, "low"], 1.5, "is float, not int"),
        (["code", 3], {"op": "copy"}, r"program.code\[3\] lacks 'args'"),
        (["code", 3, "args", 0], "1", r"program.code\[3\].args\[0\] is str"),
        (["code", 3, "extra"], 1, r"program.code\[3\] has no 'extra'"),
        (["cards"], {}, "program.cards is dict, not list"),
        (["roles"], [], "program.roles is list, not dict"),
    ],
)
def test_what_is_no_program_is_refused(path: list[Any], value: Any, words: str) -> None:
    data = json.loads(dumps(whist()))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(ValueError, match=words):
        from_json(data)


@pytest.mark.parametrize("text", ["", "[]", "3", "null", "{", "[" * 100_000])
def test_what_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        loads(text)


JSON = st.recursive(st.none() | st.booleans() | st.integers(-5, 99) | st.text(max_size=3), st.lists, max_leaves=5)


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), JSON)
def test_spoiled_data_never_crashes_the_verifier(random: Any, value: Any) -> None:
    data = to_json(whist())
    place, key = data, random.choice(sorted(data))
    while isinstance(place[key], (dict, list)) and place[key] and random.random() < 0.85:
        place = place[key]
        key = random.choice(sorted(place)) if isinstance(place, dict) else random.randrange(len(place))
    place[key] = value
    try:
        program = from_json(data)
    except ValueError:
        return
    assert isinstance(verify(program), list)
