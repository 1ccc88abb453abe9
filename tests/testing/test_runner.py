"""Running cases: what passes, what fails and where, and what is said of words that the game does not know."""

from __future__ import annotations

import pytest

from trickcore import loads
from trickcore.diagnostics import Diagnostics
from trickcore.match import Match
from trickcore.testing import Outcome, check_case, check_cases, loads_cases, position, run_case

HANDS = "    dealer: 0\n    hands: {0: 2♦ Q♦ A♣ 6♥ A♠ 8♠, 1: 5♦ 7♦ 9♣ K♣ 3♠ 4♥}\n    stock: 2♣ 3♣ 4♣ 5♣\n"


def run(*steps: str, setup: str = HANDS) -> Outcome:
    """The outcome of a course; its first step stands on line 10 with these hands."""
    course = "".join(f"      - {step}\n" for step in steps)
    text = f"trickcore: 1\ngame: two-ten-jack\ncases:\n  - id: a\n    says: Something\n{setup}    course:\n{course}"
    found = Diagnostics()
    file = loads_cases(text, "x.cases.yaml", found)
    assert file is not None, list(found)
    return run_case(file.cases[0])


@pytest.mark.parametrize(
    "steps",
    [
        ["turn: 1", "legal: 5♦ 7♦ 9♣ K♣ 3♠ 4♥"],
        ["legal: 4H 3S KC 9C 7D 5D"],
        ["play: 5♦", "turn: 0", "legal: [2♦, Q♦]"],
        ["play: 5D QD", "takes: 0", "turn: 0", "hand: {0: 2♦ A♣ 6♥ A♠ 8♠ 2♣, 1: 7♦ 9♣ K♣ 3♠ 4♥ 3♣}"],
        ["play: 5♦ Q♦", "legal: 2♦ A♣ 6♥ A♠ as ♠ A♠ as trump 8♠ 2♣"],
        ["play: 5♦ Q♦", "play: [A♠ as trump, 4♥]", "takes: 0", "taken: {0: 5♦ Q♦ A♠ 4♥, 1: none}"],
        ["play: 5♦, Q♦, A♠ as S, 3♠"],
        ["play: 5♦", "refused: {play: 6♥, because: Suit that was led, line: led}", "play: Q♦"],
        ["refused: {play: 2♦}", "refused: {play: 2♣}"],
        [
            "count: {stock: 40, hand: 12, hand(1): 6, taken(0): 0, trick: 0}",
            "play: 5♦",
            "count: {trick: 1, hand(1): 5}",
        ],
        ["view: {seat: 0, sees: A♠ 8♠, hidden: 5♦ 2♣ 3♣}", "play: 5♦", "view: {seat: 0, sees: 5♦}"],
        ["play: 5♦ Q♦", "play: [A♠ as ♠]", "view: {seat: 1, sees: A♠ as ♠ 7♦ 5♦}", "view: {seat: 0, sees: AS as S}"],
        [
            "play: 5♦ Q♦",
            "play: [A♠ as trump]",
            "view: {seat: 1, sees: 'A♠ as trump, A♠'}",
            "view: {seat: 1, sees: none}",
        ],
        ["auto: 52", "deal: 2", "dealer: 1", "points: {all: 5}", "score: {all: 5}", "over: no"],
        ["auto: rest of deal", "deal: 2", "undo: all", "deal: 1", "count: {stock: 40}"],
        ["auto: rest of trick", "count: {trick: 0, hand: 12, stock: 38}"],
        ["auto: rest of match", "legal: none"],
        ["worth: {2♥ 10H JH: 5, 6♦: 1, A♥: 0}"],
    ],
)
def test_courses_that_hold(steps: list[str]) -> None:
    outcome = run(*steps)
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize(
    ("steps", "line", "step", "text"),
    [
        (["turn: 0"], 10, "turn", "another seat is to act"),
        (["play: 5♦", "turn: 1"], 11, "turn", "another seat"),
        (["play: 5♦ 6♥"], 10, "play", "6♥ cannot be played"),
        (["play: 5♦", "takes: 0"], 11, "takes", "nobody"),
        (["play: 5♦ 2♦", "takes: 0"], 11, "takes", "found:    1"),
        (["refused: {play: 5♦}"], 10, "refused", "5♦ is allowed"),
        (["play: 5♦", "refused: {play: 6♥, because: nonsense}"], 11, "refused", "the reason is another"),
        (["play: 5♦", "refused: {play: 6♥, line: nonsense}"], 11, "refused", "the reason names another line"),
        (["points: {0: 1}"], 10, "points", "no deal has been finished"),
        (["auto: rest of deal", "points: {all: 6}"], 11, "points", "all together"),
        (["score: {0: 1}"], 10, "score", "the scores are others, seat 0"),
        (["worth: {2♥ A♥: 5}"], 10, "worth", "A♥ counts something else"),
        (["over: [0]"], 10, "over", "the match goes on"),
        (["auto: rest of match", "over: no"], 11, "over", "the match is over"),
        (["auto: rest of match", "turn: 0"], 11, "turn", "nobody is to act"),
        (["auto: rest of match", "auto: 1"], 11, "auto", "the match is over"),
        (["auto: 10", "undo: 11"], 11, "undo", "only 10 actions"),
        (["deal: 2"], 10, "deal", "another deal"),
        (["dealer: 1"], 10, "dealer", "another seat deals"),
        (["hand: {0: 2♦}"], 10, "hand", "extra:    A♣ Q♦ 6♥ A♠ 8♠"),
        (["count: {stock: 39}"], 10, "count", "found:    40"),
        (["count: {stok: 39}"], 10, "count", "did you mean `stock`?"),
        (["view: {seat: 0, sees: 5♦}"], 10, "view", "seat 0 cannot see 5♦"),
        (["play: 5♦", "view: {seat: 0, hidden: 5♦}"], 11, "view", "seat 0 is told of 5♦"),
        (["view: {seat: 0, sees: A♠ as ♠}"], 10, "view", "seat 0 cannot see A♠ as ♠"),
        (
            ["play: 5♦ Q♦", "play: [A♠ as ♠]", "view: {seat: 1, sees: A♠ as trump}"],
            12,
            "view",
            "cannot see A♠ as trump",
        ),
    ],
)
def test_courses_that_fail(steps: list[str], line: int, step: str, text: str) -> None:
    outcome = run(*steps)
    assert outcome.diagnostics == ()
    assert outcome.failure is not None
    assert (outcome.failure.span.line, outcome.failure.step) == (line, step)
    assert text in str(outcome.failure)
    assert not outcome.passed


def test_the_difference_of_legal_sets_is_exact() -> None:
    failure = run("play: 5♦", "legal: 2♦ 8♠ 6♥").failure
    assert failure is not None
    assert (failure.expected, failure.found) == ("2♦ 8♠ 6♥", "Q♦ 2♦")
    assert (failure.missing, failure.extra) == (("8♠", "6♥"), ("Q♦",))
    assert str(failure.span) == "x.cases.yaml:11:9"


def test_a_played_word_has_its_own_place() -> None:
    failure = run("play: 5♦ Q♦ 9♥").failure
    assert failure is not None
    assert str(failure.span) == "x.cases.yaml:10:21"


@pytest.mark.parametrize(
    ("steps", "setup", "finding"),
    [
        (["play: 5♦ 1♥"], HANDS, "10:18 unknown-action"),
        (["legal: nonsense"], HANDS, "10:16 unknown-action"),
        (["view: {seat: 0, sees: 'A♠ as ♣, 5♦'}"], HANDS, "10:32 unknown-action"),
        (["view: {seat: 0, sees: 1♥}"], HANDS, "10:31 unknown-card"),
        (["turn: 2"], HANDS, "10:15 unknown-seat this game has no seat `2`"),
        (["hand: {west: 5♦}"], HANDS, "10:16 unknown-seat"),
        (["hand: {0: 5♦ 11♦}"], HANDS, "10:22 unknown-card this game has no card `11♦`"),
        (["worth: {1♥: 5}"], HANDS, "10:17 unknown-card"),
        (["points: {2: 5}"], HANDS, "10:18 unknown-seat"),
        (["turn: 0"], "    hands: {0: A♠ 5♦ joker}\n", "6:22 unknown-card"),
        (["turn: 0"], "    hands: {0: A♠ 5♦, 1: 2♦ AS}\n", "6:29 card-twice the card A♠ is given 2 times"),
        (["turn: 0"], "    hands: {0: 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦}\n", "6:5 cards-do-not-fit"),
        (["turn: 0"], "    zones: {kitty: 2♦}\n", "6:5 cards-do-not-fit"),
        (["turn: 0"], "    dealer: 5\n", "6:13 unknown-seat"),
        (["turn: 0"], "    options: {target: 501}\n", "6:23 option-value"),
        (["turn: 0"], "    options: {goal: 5}\n", "6:15 unknown-option"),
        (["turn: 0"], "    players: 3\n", "6:14 option-value"),
    ],
)
def test_words_that_the_game_does_not_know(steps: list[str], setup: str, finding: str) -> None:
    outcome = run(*steps, setup=setup)
    assert outcome.failure is None
    assert not outcome.passed
    found = [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in outcome.diagnostics]
    assert any(line.startswith(finding) for line in found), found
    assert all(d.span.file == "x.cases.yaml" for d in outcome.diagnostics)


def test_a_game_that_does_not_exist() -> None:
    found = Diagnostics()
    text = "{trickcore: 1, game: two-ten-jak, cases: [{id: a, says: b, course: [turn: 0]}]}"
    file = loads_cases(text, "x.cases.yaml", found)
    assert file is not None
    (finding,) = run_case(file.cases[0]).diagnostics
    assert (finding.code, str(finding.span)) == ("unknown-game", "x.cases.yaml:1:22")
    assert "two-ten-jack" in finding.hint


BIDS = """
trickcore: 1
name: Bids
players: 2
deck: french 52
state: {bid: number per seat}
order: {all: A K Q J 10..2}
play: {follow: [led, any]}
steps: [{deal: {each: 5}}, {ask: {who: seats from eldest, choose: {bid: 0..5}}}, {play: all}, {score: tricks}]
match: {deals: 2}
"""


def bids(*steps: str, setup: str = "", rules: str = BIDS) -> Outcome:
    """The outcome of a course of a game with numbers to choose."""
    course = "".join(f"      - {step}\n" for step in steps)
    text = f"trickcore: 1\ngame: bids\ncases:\n  - id: a\n    says: Something\n{setup}    course:\n{course}"
    found = Diagnostics()
    file = loads_cases(text, "x.cases.yaml", found)
    assert file is not None, list(found)
    return run_case(file.cases[0], lambda *_: loads(rules))


@pytest.mark.parametrize("step", ["play: 3", "play: '3'", "legal: [bid 2, 3]", "refused: {play: 3}"])
def test_a_number_alone_is_no_action(step: str) -> None:
    (finding,) = bids(step).diagnostics
    assert (finding.code, finding.message) == ("unknown-action", "`3` is not an action of this game")
    assert finding.hint == "write `bid 3`"


def test_words_that_are_no_part_of_an_action_get_an_example_of_each_kind() -> None:
    (finding,) = bids("play: nonsense").diagnostics
    assert finding.hint == "actions are written like `A♣` and `bid 0`"
    assert bids("play: bid 3 bid 2", "legal: none").failure is not None


@pytest.mark.parametrize(
    ("step", "wrong", "hint"),
    [
        ("play: bid 14", ["bid 14"], "write `bid 0`, `bid 1`, `bid 2`, `bid 3`, `bid 4` or `bid 5`"),
        ("play: bid 14 bid 3", ["bid 14"], "write `bid 0`"),
        ("play: bid x A♠", ["bid x"], "write `bid 0`"),
        ("play: A♠ 14", ["14"], "actions are written like"),
        ("legal: bid 14 bid 15", ["bid 14", "bid 15"], "write `bid 0`"),
    ],
)
def test_a_wrong_choice_is_one_finding(step: str, wrong: list[str], hint: str) -> None:
    found = bids(step).diagnostics
    assert [
        word for word in wrong for one in found if f"`{word}`" in one.message or f"'{word}'" in one.message
    ] == wrong
    assert len(found) == len(wrong) and found[0].hint.startswith(hint)


def test_of_many_choices_the_first_and_the_last_are_named() -> None:
    (found,) = bids("play: bid 99", rules=BIDS.replace("bid: 0..5", "bid: 0..9")).diagnostics
    assert found.hint == "write one of 10, from `bid 0` to `bid 9`"


def test_cards_of_a_later_deal_that_do_not_fit_fail_the_step() -> None:
    failure = bids("auto: rest of deal", setup="    deals: [{}, {zones: {kitty: 2♦}}]\n").failure
    assert failure is not None and failure.step == "auto"
    assert failure.message.startswith("the cards of the next deal do not fit: no cards are dealt to kitty")


def test_a_case_can_be_checked_without_being_played() -> None:
    text = "trickcore: 1\ngame: two-ten-jack\ncases:\n"
    text += "  - {id: a, says: b, hands: {0: ♣}, course: [turn: 0]}\n"
    text += "  - {id: b, says: b, zones: {kitty: 2♦}, course: [turn: 0]}\n"
    text += "  - {id: c, says: It does not hold, dealer: 0, course: [turn: 0]}\n"
    found = Diagnostics()
    file = loads_cases(text, "x.cases.yaml", found)
    assert file is not None and not len(found)
    check_cases(file, found)
    assert [(d.code, d.span.line) for d in found] == [("unknown-card", 4), ("cards-do-not-fit", 5)]
    one = Diagnostics()
    check_case(file.cases[1], one)
    assert [d.code for d in one] == ["cards-do-not-fit"]


def test_a_number_that_a_seat_does_not_know_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    real = position.count

    def less(match: Match, place: str, seat: int | None, viewer: int | None = None) -> int | None:
        return 0 if viewer == 1 and place == "stock" else real(match, place, seat, viewer)

    monkeypatch.setattr(position, "count", less)
    assert run("count: {hand: 12, taken: 0}").passed
    failure = run("count: {stock: 40}").failure
    assert failure is not None
    assert (failure.message, failure.expected, failure.found) == (
        "seat 1 knows of another number of cards in stock",
        "40",
        "0",
    )
