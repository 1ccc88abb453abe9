"""A game in which numbers are bid, as a person plays it."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

import trickcore
from tests.cli.conftest import Run
from trickcore.actions import Action
from trickcore.cli.log import Log, lines
from trickcore.cli.typed import COMMANDS, _letters, forms, labels, not_offered, typed
from trickcore.cli.values import variable_rows
from trickcore.decision import Decision
from trickcore.events import Value
from trickcore.game import Game

HEAD = """\
trickcore: 1
name: Exact
players: [3, 4]
deck: french 52
trumps: trump
order: {all: A K Q J 10..2}
zones: {turned: open}
let: {size: 8 - deal_no}
state:
  trump: suit
  bid: number per seat
  helper: seat
  secret: {type: number per seat, seen: me}
  ready: flag per seat
  doubled: flag
play: {leader: eldest, follow: [{cards: led, why: Follow suit}, any]}
match: {deals: 2}
"""
BIDS = """\
steps:
  - deal: {each: size, turned: 1}
  - set: {trump: suit(turned)}
  - ask:
      who: seats from eldest
      choose: {bid: 0..size}
      if: me != dealer or sum(bid(s) for s in seats) != size
  - play: all
  - score: {lines: {tricks: tricks, exact: 10 if tricks == bid}}
"""
OTHERS = """\
steps:
  - deal: {each: size, turned: 1}
  - ask: {who: eldest, choose: {helper: seats}}
  - ask: {who: seats from eldest, choose: {secret: 0..3}}
  - ask: {who: seats from eldest, choose: {ready: flags}}
  - ask: {who: eldest, choose: {doubled: flags}}
  - ask: {who: eldest, choose: {trump: suits}}
  - play: all
  - score: {points: tricks}
"""


@pytest.fixture
def exact(tmp_path: Path) -> str:
    path = tmp_path / "exact.yaml"
    path.write_text(HEAD + BIDS, encoding="utf-8")
    return str(path)


def others() -> Game:
    return trickcore.loads(HEAD + OTHERS, players=3)


def start(path: str, *more: str) -> tuple[str, ...]:
    return ("play", path, "--seed", "1", "--players", "3", "--seat", "1", *more)


@pytest.mark.parametrize("text", ["3", "bid 3", "BID 3"])
def test_a_number_is_the_number_that_is_bid(run: Run, exact: str, text: str) -> None:
    output = run(*start(exact), input=f"{text}\nquit\n").output
    assert "  0) bid 0  1) bid 1  2) bid 2  3) bid 3" in output
    assert "seat 1: bid 3\n" in output
    assert "chosen" not in output


@pytest.mark.parametrize("text", ["9", "bid 9", "bid x", "bid"])
def test_what_is_not_offered_is_answered_with_what_is(run: Run, exact: str, text: str) -> None:
    for line in (text, f"why {text}"):
        output = run(*start(exact), input=f"{line}\nquit\n").output
        assert f"{text} is not offered now; what is: bid 0 bid 1 bid 2 bid 3 bid 4 bid 5 bid 6 bid 7\n" in output
        assert "did you mean" not in output
        assert "Stopped after 0 actions" in output


def test_a_bid_that_only_the_rules_forbid_is_not_offered(run: Run, exact: str) -> None:
    output = run("play", exact, "--seed", "1", "--players", "3", input="7\nquit\n").output
    bids = [int(number) for number in re.findall(r"seat [12]: bid (\d)", output)]
    assert (
        f"{7 - sum(bids)} is not offered now"
        in run("play", exact, "--seed", "1", "--players", "3", input=f"{7 - sum(bids)}\nquit\n").output
    )


def test_why_tells_that_a_bid_may_be_chosen(run: Run, exact: str) -> None:
    assert "bid 2 may be chosen.\n" in run(*start(exact), input="why 2\nquit\n").output


def test_the_table_has_bids_trump_and_tricks(run: Run, exact: str) -> None:
    output = run(*start(exact), input="2\n1\n1\nquit\n").output
    (trump,) = re.findall(r"^set trump (.)$", output, re.MULTILINE)
    last = output[output.rindex("\ndeal 1") :]
    assert f"\nstate    trump {trump}\n" in last
    told = dict(re.findall(r"^(seat \d): bid (\d)$", output, re.MULTILINE))
    assert told["seat 1"] == "2"
    assert f"\nbid      {'   '.join(f'{seat}: {told[seat]}' for seat in sorted(told))}\n" in last
    takers = re.findall(r"^(seat \d) takes", output, re.MULTILINE)
    won = "   ".join(f"seat {n}: {takers.count(f'seat {n}')}" for n in range(3))
    assert len(takers) >= 1
    assert f"\ntricks   {won}\n" in last


@pytest.mark.parametrize("players", ["3", "4"])
def test_a_whole_match_can_be_bid_and_played(run: Run, exact: str, players: str) -> None:
    result = run("play", exact, "--seed", "3", "--players", players, input="1\n" * 40)
    assert result.exit_code == 0
    assert "— The match has ended: " in result.output
    assert len(re.findall(r"seat \d: bid \d\n", result.output)) == 2 * int(players)


# ------------------------------------------------------------------------------------------------ other choices


def test_what_is_chosen_is_told_in_the_words_of_the_action() -> None:
    game = others()
    match = game.start(seed=1, dealer=0)
    for text in ("helper seat 2", "secret 3", "secret 0", "secret 1", "ready yes", "ready no", "ready yes"):
        match.play(text)
    match.play("doubled yes").play("trump H")
    told = {seat: [text for text in lines(match.events(seat), match) if ":" in text] for seat in (1, None)}
    chosen = [text for text in told[1] if "gets" not in text and "→" not in text]
    assert chosen == [
        "seat 1: helper seat 2",
        "seat 1: secret 3",
        "seat 2: secret in secret",
        "seat 0: secret in secret",
        "seat 1: ready yes",
        "seat 2: ready no",
        "seat 0: ready yes",
        "seat 1: doubled yes",
        "seat 1: trump ♥",
    ]
    assert "seat 1: secret in secret" in told[None]
    assert not [text for text in told[None] if re.search(r"secret \d", text)]


def test_variables_are_shown_to_those_who_may_know_them(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "others.yaml"
    path.write_text(HEAD + OTHERS, encoding="utf-8")
    typed_in = ["2", "3", "yes", "yes", "hearts", "quit", ""]
    seed = next(n for n in range(20) if others().start(n).decision.seat == 1)
    output = run(
        "play", str(path), "--seed", str(seed), "--players", "3", "--seat", "1", input="\n".join(typed_in)
    ).output
    assert "  0) helper seat 0  1) helper seat 1  2) helper seat 2\n" in output
    assert "seat 1: trump ♥\n" in output
    last = output[output.rindex("\ndeal 1") :]
    assert "\nsecret   seat 0: ?   seat 1: 3   seat 2: ?\n" in last
    assert "\nready    seat" in last
    assert "\nstate    trump ♥   helper seat 2   doubled\n" in last


def test_who_plays_is_shown_where_somebody_sits_out() -> None:
    game = trickcore.loads(
        HEAD + OTHERS.replace("  - play: all\n", "  - set: {playing: seats - eldest}\n  - play: all\n"), players=3
    )
    match = game.start(seed=1, dealer=0)
    assert "state" not in dict(variable_rows(match.view(0)))
    while match.decision.kind != "play":
        match.play(match.decision.legal.ids[0])
    assert dict(variable_rows(match.view(0)))["state"] == ("playing seat 0, seat 2", "trump ♣", "helper seat 0")


def test_a_value_that_was_set_is_told_by_its_name() -> None:
    log = Log(others())
    sets: dict[str, tuple[Value, str]] = {"helper": (2, "seat 2"), "trump": ("♥", "♥"), "doubled": (False, "no")}
    for name, (value, words) in sets.items():
        assert log.tell(trickcore.Event(0, "set", name, {"value": value})) == [f"set {name} {words}"]
    assert log.tell(trickcore.Event(0, "set", "trump", {"value": None})) == ["set trump none"]


# ------------------------------------------------------------------------------------------------ labels


def actions(*texts: str, card: str = "") -> list[Action]:
    return [Action(n, text, text, "choose", text if card else "") for n, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("pass", "double"), ["1", "2"]),
        (("bid 0", "bid 10", "pass"), ["0", "10", "a"]),
        (("bid -1", "bid 1"), ["-1", "1"]),
        (("bid 3", "raise 3", "raise 4"), ["a", "b", "4"]),
        (("level 1 strain ♥", "level 2 strain ♥"), ["a", "b"]),
        (("bid 1♥", "bid 2♥"), ["a", "b"]),
        (("7", "bid 7", "pass"), ["", "a", "b"]),
        (("a", "bid 1", "c b"), ["c", "1", "d"]),
    ],
)
def test_labels(texts: tuple[str, ...], expected: list[str]) -> None:
    assert labels(actions(*texts)) == expected


def test_cards_are_numbered_unless_they_are_numbers() -> None:
    assert labels(actions("10♥", "2♠", card="yes")) == ["1", "2"]
    assert labels(actions("7", "21", card="yes")) == ["", ""]


def test_letters_go_on_after_z_and_are_no_commands() -> None:
    letters = list(islice(_letters(), 1000))
    assert letters[:3] == ["a", "b", "c"]
    assert letters[24:27] == ["z", "aa", "ab"]
    assert set(letters).isdisjoint(COMMANDS)
    assert len(set(letters)) == 1000


def decision(*texts: str) -> Decision:
    class Legal(list[Action]):
        pass

    return Decision(0, "choose", "", Legal(actions(*texts)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("3", "bid 3"),
        ("raise 3", "raise 3"),
        ("4", "raise 4"),
        ("b", "pass"),
        ("no", "ready no"),
        ("undo", None),
        ("say undo", "say undo"),
        ("", None),
        ("5", None),
    ],
)
def test_what_is_typed(line: str, meant: str | None) -> None:
    offered = (
        decision("bid 3", "raise 4", "pass", "ready no", "say undo", "raise 3")
        if line[:1] in "r"
        else decision("bid 3", "raise 4", "ready no", "pass", "say undo")
    )
    found = typed(line, offered)
    assert (found.text if found else None) == meant


def test_what_the_match_knows_better_is_left_to_it() -> None:
    assert not_offered("zz", decision("bid 3", "pass")) == ""
    assert not_offered("9" * 50, decision("bid 3")) == ""
    assert not_offered("9", decision("yes", "no")) == "There is no action with the number 9."
    assert not_offered("9", decision(*(f"bid {n}" for n in range(9, 30)))).endswith("bid 19 bid 20 …")


def test_cards_have_no_shorter_forms() -> None:
    (card,) = actions("A♠ as ♠", card="yes")
    assert forms(card) == {"a♠ as ♠"}
