"""What authors of rule files get wrong: one finding on the right line, with a hint, quickly and with little memory.

Each fault is put into a right file and validated by the command in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME = """\
trickcore: 1
name: Example
players: [3, 4]
options:
  bonus: {type: number, default: 2, min: 0, help: Points for the last trick}
deck: french 52
trumps: hearts
order: {all: A K Q J 10..2}
values: {A: 4, 10: 10, 7: 1}
play:
  leader: eldest
  follow: [led, any]
steps:
  - deal: {each: 52 // players}
  - play: all
  - score: {lines: {cards: value(taken), last: bonus if last_winner == me}}
match: {deals: 4}
"""

Change = tuple[str, str]
NINE = "[{}]".format(", ".join(["{}"] * 9))
BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} {NINE.format(*[f'*a{n - 1}'] * 9)}\n" for n in range(1, 9))

FAULTS: dict[str, tuple[Change, tuple[int, str], tuple[str, ...]]] = {
    # name: (what is replaced by what, line and code, words that the message or the hint must have)
    "an unknown key of a step": (("deal: {each:", "deal: {ech:"), (14, "unknown-key"), ("`ech`", "`each`")),
    "an unknown kind of step": (("- play: all", "- paly: all"), (15, "unknown-kind"), ("`play`", "`auction`")),
    "a wrong value of a step": (("- play: all", "- play: [1]"), (15, "wrong-type"), ("`play`", "a text", "`all`")),
    "an unknown top key": (("trumps: hearts", "trump: hearts"), (7, "unknown-key"), ("`trump`", "`trumps`")),
    "a duplicate key": (("trumps: hearts", "trumps: hearts\ntrumps: spades"), (8, "duplicate-key"), ("line 7",)),
    "a rank twice, once quoted": (("7: 1}", '7: 1, "7": 2}'), (9, "duplicate-key"), ("`7`", "line 9")),
    "an unknown name in a flow": (("value(taken)", "valeu(taken)"), (16, "unknown-name"), ("`valeu`", "`value`")),
    "a name in a folded text": (
        ("trumps: hearts", "trumps: >-\n  any -\n  spdaes"),
        (9, "unknown-name"),
        ("`spades`",),
    ),
    "a text that ends too early": (("value(taken)", "value(taken"), (16, "syntax"), ("too early", "`)`", "not closed")),
    "an operator too many": (("52 // players", "52 // // players"), (14, "syntax"), ("`//`", "a value")),
    "a power": (("52 // players", "52 ** players"), (14, "syntax"), ("no powers", "multiply")),
    "a comma in braces": (("bonus if last_winner == me", "max(1, bonus)"), (16, "comma-in-braces"), ("quotes",)),
    "a tag": (("trumps: hearts", "trumps: !hearts"), (7, "tag"), ("`not hearts`", "quote")),
    "a question mark at the end": (("all: A K", "all?: A K"), (8, "question-mark"), ("quote",)),
    "a tab as indentation": (("  leader: eldest", "\tleader: eldest"), (11, "tab-indentation"), ("spaces",)),
    "a second document": (("{deals: 4}", "{deals: 4}\n---\nname: Other"), (18, "several-documents"), ("`---`",)),
    "an alias bomb": (("{deals: 4}", "{deals: 4}\n" + BOMB), (23, "too-large"), ("20,000",)),
    "deep brackets": (("{deals: 4}", "[" * 5000), (17, "too-deep"), ("40 levels",)),
    "deep parentheses": (("value(taken)", "(" * 900 + "1" + ")" * 900), (16, "nested-too-deep"), ("`let`",)),
    "a long text": (("value(taken)", "(" * 3000 + "1" + ")" * 3000), (16, "too-long"), ("2,000", "`let`")),
    "a number of many digits": (("10: 10", "10: 99999999999"), (9, "number-too-long"), ("10 digits",)),
    "a number out of range": (("52 // players", "99999 * 99999 * 9"), (14, "out-of-range"), ("2147483647",)),
    "another encoding": (("Example", "Ex\udcffmple"), (2, "encoding"), ("0xFF", "UTF-8")),
}

# What looks like something else to older readers of YAML is just text here, and a byte order mark moves nothing.
TEXTS = {
    "no is text": ("name: Example", "name: no"),
    "a seat called no": ("players: [3, 4]", "players: 3\nseats: [no, on, y]"),
    "a rank as a key": ("7: 1}", "7: 1, 8: 0}"),
    "no sexagesimals": ("help: Points for the last trick", "help: 1:30"),
    "a byte order mark": ("trickcore: 1", "\ufefftrickcore: 1"),
}


def validated(path: Path, data: bytes) -> tuple[int, list[dict[str, object]], float]:
    """Exit code, findings and seconds of processor time of the command, which gets no more than 300 MB."""
    path.write_bytes(data)
    limited = ["sh", "-c", f'ulimit -d {300 * 1024} && exec "$@"', "sh"]
    command = [*limited, sys.executable, "-m", "trickcore", "validate", str(path), "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        out, err = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert not err, err.decode()
    return process.returncode, json.loads(out), usage.ru_utime + usage.ru_stime


def test_the_right_file_is_right(tmp_path: Path) -> None:
    assert validated(tmp_path / "game.yaml", GAME.encode())[:2] == (0, [])


@pytest.mark.parametrize("name", FAULTS)
def test_fault(name: str, tmp_path: Path) -> None:
    (old, new), place, words = FAULTS[name]
    assert GAME.count(old) == 1
    data = GAME.replace(old, new).encode(errors="surrogateescape")
    exit_code, findings, seconds = validated(tmp_path / "game.yaml", data)
    assert exit_code == 1
    assert seconds < 1
    assert len(findings) <= 3
    found = {(f["span"]["line"], f["code"]): f"{f['message']} {f['hint']}" for f in findings}  # type: ignore[index]
    assert place in found
    assert all(word in found[place] for word in words)
    assert max(map(len, found.values())) < 600  # nothing dumps the document


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_just_text(name: str, tmp_path: Path) -> None:
    old, new = TEXTS[name]
    assert GAME.count(old) == 1
    assert validated(tmp_path / "game.yaml", GAME.replace(old, new).encode())[:2] == (0, [])
