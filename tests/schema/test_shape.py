"""Faults in the shape of a file, each with its place, the owner by name, and what would be right."""

from __future__ import annotations

import time

import pytest

from trickcore.diagnostics import Diagnostic, Diagnostics
from trickcore.schema import check_shape, schema_of
from trickcore.source import read_text

HEAD = "trickcore: 1\nname: X\nplayers: 4\ndeck: french 52\n"
KINDS = "`deal`, `move`, `pick`, `show`, `ask`, `auction`, `play`, `set`, `score`, `do` or `end`"


def findings(text: str, schema: str = "") -> tuple[Diagnostic, ...]:
    found = Diagnostics()
    node = read_text(text, "f", found)
    assert node is not None
    assert not len(found)
    check_shape(node, schema or schema_of(node), found)
    return found.sorted()


def step(text: str) -> tuple[Diagnostic, ...]:
    return findings(HEAD + "steps:\n  - " + text + "\n")


def top(text: str) -> tuple[Diagnostic, ...]:
    return findings(HEAD + "steps: [play: all]\n" + text + "\n")


# a step; code; column in line 6; a part of the message; a part of the hint
STEPS = [
    ("plays: all", "unknown-kind", 5, "`plays` is no step kind", "did you mean `play`? there are " + KINDS),
    ("before trick: []", "unknown-kind", 5, "`before trick` is no step kind", KINDS),
    ("{deal: {each: 5}, foo: 2}", "unknown-key", 23, "a step has no key `foo`", "`id`, `when`, `each` or `times`"),
    ("{move: {from: a, to: b}, cards: c}", "unknown-key", 30, "a step has no key `cards`", "belongs inside `move`"),
    ("{deal: {each: 5}, play: all}", "several-kinds", 23, "`deal` and `play`", "two steps"),
    ("{when: x}", "missing-kind", 6, "a step needs a step kind", KINDS),
    ("{}", "missing-kind", 5, "a step needs a step kind", KINDS),
    ("all", "wrong-type", 5, "item 1 of `steps` must be a map; found the text `all`", "One key"),
    ("move: {from: a, too: b, to: c}", "unknown-key", 21, "a `move` step has no key `too`", "did you mean `to`?"),
    ("move: {from: a}", "missing-key", 5, "a `move` step needs `to`", "Where they go"),
    ("pick: {who: me, from: hand}", "missing-kind", 5, "a `pick` step needs a number", "`count` or `leave`"),
    ("pick: {who: me, from: a, count: 1, leave: 2}", "several-kinds", 40, "`count` and `leave`", "leave out one"),
    ("pick: {who: me, from: a, count: 1, at once: yes}", "wrong-type", 49, "found the text `yes`", "mean `true`?"),
    ("pick: {who: me, from: a, count: 1, at_once: true}", "unknown-key", 40, "`at_once`", "did you mean `at once`?"),
    ("ask: {who: me}", "missing-kind", 5, "an `ask` step needs a question", "`choose` or `calls`"),
    ("ask: {who: me, choose: {Trump: suits}}", "bad-name", 29, "`Trump`", "such as `trump`"),
    ("ask: {who: me, calls: {go: {iff: x}}}", "unknown-key", 33, "a call has no key `iff`", "did you mean `if`?"),
    ("ask: {who: me, calls: {go: }}", "empty-value", 28, "nothing stands after `go:`", "`{}` does nothing"),
    ("auction: {bid: 4..10}", "missing-key", 5, "an `auction` step needs `all pass`", "`[]` goes on"),
    ("auction: {turn: onse, bid: 1..2, all pass: []}", "wrong-value", 21, "`onse`", "did you mean `once`?"),
    ("auction: {pass: stays, bid: 1..2, all pass: []}", "wrong-value", 21, "`stays`", "`out` or `stays in`"),
    ("auction: {bid: [], all pass: []}", "wrong-size", 15, "`bid` is empty", "4..10"),
    ("play: [all]", "wrong-type", 5, "`play` must be a text; found a list", "`all`"),
    ("play: null", "null-value", 11, "`null` without quotes", 'write "null" in quotes'),
    ("play: ~", "null-value", 11, "`null` without quotes", "quotes"),
    ("play:", "empty-value", 5, "nothing stands after `play:`", "`all`"),
    ("set: {}", "wrong-size", 5, "`set` is empty", "Variable"),
    ("set: {Foo: 1}", "bad-name", 11, "`Foo`", "such as `foo`"),
    ("score: {line: {a: 1}}", "unknown-key", 13, "a `score` step has no key `line`", "did you mean `lines`?"),
    ("do: play", "wrong-type", 9, "`do` must be a list; found the text `play`", "block of steps"),
    ("end: tricks", "wrong-value", 10, "`end` cannot be `tricks`", "did you mean `trick`?"),
    ("end: [deal]", "wrong-type", 5, "`end` must be `trick`, `play`", ""),
]


@pytest.mark.parametrize(("text", "code", "column", "message", "hint"), STEPS, ids=[s[0] for s in STEPS])
def test_a_fault_in_a_step(text: str, code: str, column: int, message: str, hint: str) -> None:
    (finding,) = step(text)
    assert finding.code == code
    assert message in finding.message
    assert hint in finding.hint
    assert (finding.span.line, finding.span.column) == (6, column)


# what stands at the top of a file; code; place; a part of the message; a part of the hint
TOPS = [
    ("trickcoer: 1", "unknown-key", "6:1", "a rule file has no key `trickcoer`", "did you mean `trickcore`?"),
    ("follow: [led]", "unknown-key", "6:1", "`follow`", "it belongs inside `play`"),
    ("ends: x", "unknown-key", "6:1", "`ends`", "it belongs inside `match`"),
    ("play: {trumps: x}", "unknown-key", "6:8", "`play` has no key `trumps`", "top of the file"),
    ("play: {folow: [led]}", "unknown-key", "6:8", "`play` has no key `folow`", "did you mean `follow`? it may have"),
    ("play: {after_trick: []}", "unknown-key", "6:8", "`after_trick`", "did you mean `after trick`?"),
    (
        "play: {follow: led}",
        "wrong-type",
        "6:16",
        "`follow` must be a list; found the text `led`",
        "[led, trumps, any]",
    ),
    ("play: {follow: []}", "wrong-size", "6:8", "`follow` is empty", "[led, trumps, any]"),
    ("play: {follow: [{why: x}]}", "missing-key", "6:18", "a duty needs `cards`", "cards"),
    ("play: {follow: [led, [any]]}", "wrong-type", "6:22", "item 2 of `follow` must be a text or a map", ""),
    ("zones: {Stock: hidden}", "bad-name", "6:9", "`Stock`", "such as `stock`"),
    ("zones: {x: visible}", "wrong-value", "6:12", "`x` cannot be `visible`", "`hidden` or `open`, or a map"),
    ("zones: {x: {seem: me}}", "unknown-key", "6:13", "a zone has no key `seem`", "did you mean `seen`?"),
    ("zones: {x: {per: team}}", "wrong-value", "6:18", "`per` cannot be `team`", "`seat`"),
    ("options: {x: {default: 1}}", "missing-key", "6:11", "an option needs `type`", "`number`, `flag`"),
    ("options: {x: {type: numbr, default: 1}}", "wrong-value", "6:21", "`numbr`", "did you mean `number`?"),
    (
        "options: {x: {type: flag, default: true, hlep: y}}",
        "unknown-key",
        "6:42",
        "an option has no key `hlep`",
        "`help`",
    ),
    ("options: {x: {type: number, default: 1, min: '2'}}", "wrong-type", "6:46", "a whole number", "without quotes"),
    ("options: {x: 3}", "wrong-type", "6:14", "`x` must be a map; found the number `3`", "type: number"),
    ("state: {x: {seen: me}}", "missing-key", "6:9", "a variable needs `type`", "type"),
    ("kept: {x: {type: flag, sen: me}}", "unknown-key", "6:24", "a variable has no key `sen`", "`seen`"),
    ("tables: {x: {1:2}}", "empty-value", "6:14", "nothing stands after `1:2:`", "`1: 2`"),
    ("tables: {x: y}", "wrong-type", "6:13", "`x` must be a map or a list", "Key"),
    ("melds: {x: {run: 3}}", "missing-key", "6:9", "a meld needs `worth`", "worth"),
    ("melds: {x: {worth: 3}}", "missing-kind", "6:9", "a meld needs a shape", "`run`, `all of`, `some of` or `cards`"),
    ("let: {f(Me): 1}", "bad-name", "6:7", "`f(Me)`", "small letter"),
    ("when: {x: {order: A K}}", "wrong-type", "6:19", "`order` must be a map", "trumps: J 9"),
    ("contracts: [a, b]", "wrong-type", "6:1", "`contracts` must be a map; found a list", ""),
    ("values: {trumps: {A: [1]}}", "wrong-type", "6:19", "`A` must be a text; found a list", "worth"),
    ("on: x", "unknown-key", "6:1", "`on`", "it may have"),
    ("seats: [north, NO, null]", "null-value", "6:20", "`null`", "quotes"),
    ("match: {winer: x}", "unknown-key", "6:9", "`match` has no key `winer`", "did you mean `winner`?"),
    ("teams:", "empty-value", "6:1", "nothing stands after `teams:`", "Number of teams"),
]


@pytest.mark.parametrize(("text", "code", "place", "message", "hint"), TOPS, ids=[t[0] for t in TOPS])
def test_a_fault_at_the_top(text: str, code: str, place: str, message: str, hint: str) -> None:
    (finding,) = top(text)
    assert (finding.code, str(finding.span)) == (code, f"f:{place}")
    assert message in finding.message
    assert hint in finding.hint


def test_words_that_other_yaml_takes_for_flags_are_texts() -> None:
    text = (
        "seats: [NO, on, off, yes]\nstate: {no: flag, y: suit = ♥}\nsides: {off: x, on: rest}\nvalues: {7: 0, 10: 10}"
    )
    assert top(text) == ()


def test_the_head_of_a_file() -> None:
    found = findings("trickcore: '1'\nplayers: [2, 2, 11, x]\nseats: []\n")
    assert [(d.code, d.message, str(d.span)) for d in found] == [
        ("missing-key", "a rule file needs `deck`", "f:1:1"),
        ("missing-key", "a rule file needs `name`", "f:1:1"),
        ("missing-key", "a rule file needs `steps`", "f:1:1"),
        ("language-version", "`trickcore` must be `1`; found the text `1`", "f:1:12"),
        ("repeated-item", "an item stands twice in `players`", "f:2:1"),
        ("out-of-bounds", "item 3 of `players` must be at most 10; found the number `11`", "f:2:17"),
        ("wrong-type", "item 4 of `players` must be a whole number; found the text `x`", "f:2:21"),
        ("wrong-size", "`seats` is empty", "f:3:1"),
    ]


@pytest.mark.parametrize(("text", "kind"), [("[]", "an empty list"), ("x", "the text `x`"), ("[a]", "a list")])
def test_a_file_that_is_no_map(text: str, kind: str) -> None:
    (finding,) = findings(text)
    assert finding.message == f"this file must be a map; found {kind}"


def test_places_hold_in_flow_style_anchors_and_blocks() -> None:
    text = HEAD + "steps:\n  - &s\n    score: {lien: 1}\n  - *s\n  - score: >-\n      value(taken)\nhelp: [x]\n"
    found = findings(text)
    assert [(d.code, str(d.span)) for d in found] == [("unknown-key", "f:7:13"), ("wrong-type", "f:11:1")]


def test_a_patch_has_its_own_schema() -> None:
    text = (
        "trickcore: 1\nname: Y\nextends: x\noptions: {a: {default: 3}}\nremove: [zones.z]\nkept: {b: {seen: me}}\n"
        "steps: {score: {lines: {a: 1}}, play: 3, after play: [{show: x}], before score: {end: deal}, bid: {when: y}}\n"
        "play: {after trick: {move: {count: 2}}, follow: [led]}\n"
    )
    assert findings(text) == ()
    assert {d.code for d in findings(text, "game")} >= {"missing-key", "wrong-type"}


PATCHES = [
    ("steps: {after play: [{shw: x}]}", "unknown-kind", "4:23", "`shw`"),
    ("steps: {before play: {end: foo}}", "wrong-value", "4:28", "`foo`"),
    ("steps: {bid: {auction: {turn: onse}}}", "wrong-value", "4:31", "`onse`"),
    ("steps: {bid: {auction: {trun: once}}}", "unknown-key", "4:25", "an `auction` step has no key `trun`"),
    ("steps: [pay: all]", "unknown-kind", "4:9", "`pay`"),
    ("options: {a: {defalt: 2}}", "unknown-key", "4:15", "an option has no key `defalt`"),
    ("play: {foo: 1}", "unknown-key", "4:8", "`foo`"),
    ("extend: y", "unknown-key", "4:1", "a rule file that extends another has no key `extend`"),
]


@pytest.mark.parametrize(("text", "code", "place", "message"), PATCHES, ids=[p[0] for p in PATCHES])
def test_a_fault_in_a_patch(text: str, code: str, place: str, message: str) -> None:
    (finding,) = findings("trickcore: 1\nname: Y\nextends: x\n" + text + "\n")
    assert (finding.code, str(finding.span)) == (code, f"f:{place}")
    assert message in finding.message


@pytest.mark.parametrize(
    "steps",
    [
        "  - a: {" + ", ".join(f"k{i}: {i}" for i in range(9000)) + "}\n",
        "  - score: {" + ", ".join(f"k{i}: {i}" for i in range(9000)) + "}\n",
        "  - x\n" * 9000,
        "  - play: all\nplayers: [" + ", ".join(f"{{a: {i}}}" for i in range(4000)) + "]\n",
        "  - play: all\nlet: {? f(" + "a " * 50_000 + "! : 1}\n",
        "  - {" + ", ".join(f"k{i}: {i}" for i in range(9000)) + "}\n",
    ],
)
def test_many_faults_are_told_quickly_and_in_part(steps: str) -> None:
    start = time.process_time()
    found = findings(HEAD.replace("players: 4\n", "") + "steps:\n" + steps)
    assert time.process_time() - start < 3
    assert 1 <= len(found) <= 100
    assert all(len(d.message) < 200 and len(d.hint) < 600 for d in found)


def test_no_message_speaks_of_schemas() -> None:
    every = [d for text, *_ in STEPS for d in step(text)] + [d for text, *_ in TOPS for d in top(text)]
    assert not [d for d in every if "schema" in (d.message + d.hint).casefold()]
