"""Files of legal size that ask for as much work as they can: each is read, or refused, in little time and memory."""

from __future__ import annotations

import sys
import time
import tracemalloc

import pytest

from trickcore.compiler import compile_game
from trickcore.diagnostics.limited import MOST
from trickcore.diagnostics.model import Diagnostic, Diagnostics
from trickcore.rules import read_rules
from trickcore.source import read_text

#: Seconds of this process; a file takes well below one on a machine that has nothing else to do.
SECONDS = 2.5
MEGABYTES = 100

HEAD = "trickcore: 1\nname: X\nplayers: 2\ndeck: french 52\n"
MANY = HEAD.replace("french", "4 x french")
STEPS = "steps: [{deal: {each: 6}}, {play: all}]\n"
FIVE = "steps: [{deal: {each: 5}}, {play: all}"
STEP = "steps: [{deal: {each: 6}}, {play: all}"
NUMBER = "state: {x: number}\n"


def let(*definitions: str) -> str:
    return "let: {" + ", ".join(definitions) + "}\n"


def chain(count: int, first: str, body: str) -> str:
    """Definitions each of which speaks of the one before as `B`."""
    return let(f"a0: {first}", *(f"a{i}: {body.replace('B', f'a{i - 1}')}" for i in range(1, count)))


def table(name: str, count: int, entry: str) -> str:
    return f"  {name}: {{" + ", ".join(f"k{i}: {entry}{i}" for i in range(count)) + "}\n"


DEEP = "(" * 30 + "B" + " + 1)" * 30
CARDS = ", ".join(f"c{i}: card" for i in range(600))
ASK = ", {ask: {who: seats, choose: {x: suits}, if: any(suit(k) == x for k in hand)}}"

#: Text, and the code of its first finding; none for what is read.
WORST: dict[str, tuple[str, str]] = {
    "a wide range": (HEAD + "teams: sum(1 for x in 0..99999999)\n" + STEPS, "program-too-large"),
    "a wide choice": (HEAD + STEP + ", {ask: {who: eldest, choose: {x: 1..999999999}}}]\n", "program-too-large"),
    "squares": (HEAD + "teams: a30\n" + chain(31, "99", "B * B") + STEPS, "out-of-range"),
    "a chain of definitions": (HEAD + "teams: a300\n" + chain(301, "1", "B + 0") + STEPS, "program-too-large"),
    "deep known definitions": (HEAD + "teams: a58\n" + chain(59, "1", DEEP) + STEPS, "program-too-large"),
    "deep definitions": (
        HEAD + NUMBER + chain(59, "x + 0", DEEP) + "play: {leader: eldest + a58}\n" + STEPS,
        "program-too-large",
    ),
    "deep laws": (
        HEAD + NUMBER + chain(59, "x + 0", DEEP) + "trumps: hearts if a58 > 3\n" + STEPS,
        "program-too-large",
    ),
    "doubled definitions": (
        HEAD + NUMBER + chain(40, "x + 0", "B + B") + "play: {leader: eldest + a39}\n" + STEPS,
        "program-too-large",
    ),
    "doubled laws": (
        HEAD + NUMBER + chain(40, "x + 0", "B + B") + "trumps: hearts if a39 > 3\n" + STEPS,
        "program-too-large",
    ),
    "many overlays of one law": (
        MANY + "when:\n" + "".join(f"  deal_no mod {k} == 0: {{trumps: hearts}}\n" for k in range(2, 14)) + STEPS,
        "",
    ),
    "laws of many states": (
        MANY + "state: {a: rank, b: rank, c: rank}\ntrumps: a + b + c\n" + STEPS,
        "program-too-large",
    ),
    "laws of very many states": (
        HEAD + f"state: {{{CARDS}}}\ntrumps: {' + '.join(f'c{i}' for i in range(90))}\n" + STEPS,
        "not-lowered",
    ),
    "many duties": (
        HEAD
        + "when:\n"
        + "".join(f"  deal_no == {k}: {{follow: [hearts if deal_no == {k}]}}\n" for k in range(100))
        + STEPS,
        "",
    ),
    "many contracts": (
        HEAD + "contracts: {" + ", ".join(f"c{i}: {{trumps: hearts}}" for i in range(100)) + "}\n" + STEPS,
        "",
    ),
    "too many contracts": (
        HEAD + "contracts: {" + ", ".join(f"c{i}: {{trumps: hearts}}" for i in range(999)) + "}\n" + STEPS,
        "too-large",
    ),
    "a table of unknown names": (HEAD + "tables: {t: [" + ", ".join(["x"] * 2900) + "]}\n" + STEPS, ""),
    "tables of unknown names": (HEAD + "tables:\n" + "".join(table(f"t{i}", 29, "b_") for i in range(90)) + STEPS, ""),
    "a long table": (HEAD + "tables: {t: [" + ", ".join(["x"] * 18_000) + "]}\n" + STEPS, "too-large"),
    "definitions of unknown names": (HEAD + let(*(f"a{i}: b{i}" for i in range(2900))) + STEPS, "unknown-name"),
    "very many definitions": (HEAD + let(*(f"a{i}: b{i}" for i in range(9000))) + STEPS, "too-large"),
    "long definitions": (
        HEAD + NUMBER + let(*(f"a{i}: {' + '.join(['x'] * 90)}" for i in range(600))) + STEPS,
        "too-large",
    ),
    "parameters of unknown types": (
        HEAD + let(*(f'"a{i}(x, y, z)": {" + ".join("xyz" * 30)} > hand' for i in range(160))) + STEPS,
        "parameter-types",
    ),
    "many names in an option": (
        HEAD
        + "options: {o: {help: x, default: s0, type: ["
        + ", ".join(f"s{i}" for i in range(2900))
        + "]}}\n"
        + STEPS,
        "",
    ),
    "loops in loops": (
        HEAD + NUMBER + STEP + ", {set: {x: sum(sum(sum(1 for c in any if c in hand(dealer)) for d in any "
        "if d in hand(dealer)) for e in any)}}]\n",
        "program-too-large",
    ),
    "rounds in rounds": (
        HEAD.replace("players: 2", "players: 10")
        + NUMBER
        + FIVE
        + ", "
        + "{each: seats, do: [" * 8
        + "{set: {x: x + 1}}"
        + "]}" * 8
        + "]\n",
        "program-too-large",
    ),
    "many scores": (HEAD + STEP + ", {score: tricks}" * 1400 + "]\n", ""),
    "many questions": (HEAD + STEP + ASK * 480 + "]\n", "program-too-large"),
    "many wide questions": (
        HEAD + STEP + ", {ask: {who: eldest, choose: {x: 0..999}}}" * 200 + "]\n",
        "program-too-large",
    ),
    "many moves": (HEAD + STEP + ", {move: {from: hand(dealer), to: taken(dealer)}}" * 700 + "]\n", ""),
    "many events": (
        HEAD + NUMBER + "steps: [{times: 35, do: [{times: 30, do: [{set: {x: x + 1}}]}]}]\nmatch: {ends: false}\n",
        "program-too-large",
    ),
}


def read(text: str) -> tuple[Diagnostic, ...]:
    found = Diagnostics()
    node = read_text(text, "worst.yaml", found)
    assert node is not None
    rules = read_rules(node, "worst", found)
    if rules is not None:
        compile_game(rules, None, {}, found)
    return found.sorted()


@pytest.mark.parametrize("name", WORST)
def test_the_worst_files_cost_little(name: str) -> None:
    text, code = WORST[name]
    assert len(text.encode()) < 256_000
    read(HEAD + STEPS)  # what is loaded once is not counted
    start = time.process_time()
    found = read(text)
    seconds = time.process_time() - start
    errors = [finding for finding in found if finding.severity.value == "error"]
    assert [finding.code for finding in errors[:1]] == [code] * bool(code)
    assert len(found) <= 2 * MOST  # of reading and of compiling
    assert all(len(finding.message) < 300 for finding in found)
    if sys.gettrace() is None:  # a measured run takes many times as long
        assert seconds < SECONDS


@pytest.mark.parametrize("name", ["a wide choice", "many moves", "laws of many states", "definitions of unknown names"])
def test_the_worst_files_take_little_memory(name: str) -> None:
    tracemalloc.start()
    try:
        read(WORST[name][0])
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES * 2**20
    finally:
        tracemalloc.stop()


def test_only_so_many_findings_are_told() -> None:
    found = read(HEAD + let(*(f"a{i}: b{i}" for i in range(2900))) + STEPS)
    assert len(found) == MOST
    steps = ", {ask: {who: seats, repeat: true, calls: {c: {if: true}}}}"
    found = read(HEAD + STEP + steps * 150 + "]\n")
    assert len(found) <= MOST
