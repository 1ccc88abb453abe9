"""Whole numbers in rule files are written with the digits 0 to 9; anything like them is a finding with its place."""

from __future__ import annotations

import pytest

import trickcore
from tests.rules.helpers import game, read

ODD = ["²", "٣", "１", "-٣", "½", "--5", "+5", "- 5", "1_0", "-", "1.5", "9" * 11, "9" * 1000, "-" + "9" * 11]

ASKED = "[{{ask: {{who: eldest, choose: {{n: [1, '{}']}}}}}}, {{play: all}}]"
PLACES = {
    "default": {"options": "{{n: {{type: number, default: '{}'}}}}"},
    "least": {"options": "{{n: {{type: number, default: 1, min: '{}'}}}}"},
    "key": {"tables": "{{t: {{'{}': 1, else: 0}}}}", "match": "{{deals: t(1)}}"},
    "explicit key": {"tables": "{{t: {{? '{}' : 1, else: 0}}}}", "match": "{{deals: t(1)}}"},
    "choice": {"state": "{{n: number}}", "steps": ASKED},
    "value": {"state": "{{n: number = {}}}"},
}
VALUES = ("--5", "- 5")  # of expressions, where a minus may stand before any number
CASES = [(place, odd) for place in PLACES for odd in ODD if not (place == "value" and odd in VALUES)]


@pytest.mark.parametrize(("place", "odd"), CASES, ids=lambda text: text[:12])
def test_odd_numbers_are_findings(place: str, odd: str) -> None:
    _, found = read(game(**{name: section.format(odd) for name, section in PLACES[place].items()}))
    assert found.has_errors
    assert all(d.span is not None and d.span.line > 0 for d in found)
    assert all(len(d.message) < 400 for d in found)


@pytest.mark.parametrize("odd", ODD, ids=lambda text: text[:12])
def test_odd_numbers_are_no_values_of_options(odd: str) -> None:
    text = game(
        options="{n: {type: number, default: 1, min: -9}, m: {type: [1, 2], default: 2}}", match="{deals: n + m}"
    )
    for name in ("n", "m"):
        with pytest.raises(trickcore.RulesError, match=f"option `{name}` cannot be"):
            trickcore.loads(text, options={name: odd})


def test_numbers_may_begin_with_zeros() -> None:
    rules, found = read(game(options="{n: {type: [001, 2], default: 01}}", match="{deals: n}"))
    assert rules is not None
    assert not found.has_errors
    option = rules.options["n"]
    assert (option.choices, option.default) == (("1", "2"), 1)


@pytest.mark.parametrize("key", ["2", "02", "-0"])
def test_a_key_of_a_table_is_its_number_whether_it_is_looked_up_early_or_late(key: str) -> None:
    number = int(key)
    text = game(
        tables=f'{{t: {{"{key}": 7, else: 1}}}}',
        state="{late: number}",
        steps=f"[{{deal: {{each: 1}}}}, {{set: {{late: tricks(eldest) + {number}}}}}, {{play: all}},"
        f" {{score: t({number}) * 10 + t(late)}}]",
        match="{deals: 1}",
    )
    match = trickcore.loads(text).start(1)
    while not match.over:
        match.play_id(match.legal_ids[0])
    assert match.scores == (77, 77)


@pytest.mark.parametrize(
    ("sections", "finding"),
    [
        ({"tables": "{t: {1: 5, 01: 6}}", "match": "{deals: t(1)}"}, ("duplicate-key", "test.yaml:6:20")),
        ({"options": "{n: {type: [2, 02], default: 2}}", "match": "{deals: n}"}, ("duplicate-value", "test.yaml:6:21")),
        ({"state": "{n: number}", "steps": ASKED.format("01")}, ("duplicate-value", "test.yaml:5:45")),
        ({"state": "{n: number}", "steps": ASKED.format("1")}, ("duplicate-value", "test.yaml:5:45")),
    ],
)
def test_one_number_is_one_key_and_one_choice(sections: dict[str, str], finding: tuple[str, str]) -> None:
    _, found = read(game(**sections))
    assert finding in [(d.code, str(d.span)) for d in found]
