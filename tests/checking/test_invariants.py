"""Each invariant holds in the games here and notices what is against it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import trickcore
from tests.checking import bad
from trickcore.checking.invariants import INVARIANTS, MOST_DECISIONS, Look, problems
from trickcore.engines.reference import Machine
from trickcore.errors import Defect
from trickcore.match import Match
from trickcore.reader import Reader


def played(name: str = "euchre", actions: int = 30, seed: int = 2) -> Match:
    match, dice = trickcore.load(name).start(seed), Random(seed)
    for _ in range(actions):
        match.play_id(dice.choice(match.legal_ids))
    return match


def wrong(match: Match, name: str) -> list[str]:
    return [str(problem) for _, problem in problems(Look(match), [name])]


@pytest.mark.parametrize("name", INVARIANTS)
def test_it_holds_and_leaves_the_match_as_it_is(name: str) -> None:
    for match in (played(), played("hearts", 20), played("ten-point-smear", 0)):
        before = match.to_json()
        assert wrong(match, name) == []
        assert match.to_json() == before


@pytest.mark.parametrize("name", INVARIANTS)
def test_it_holds_in_positions_and_given_deals(name: str) -> None:
    game = trickcore.load("two-ten-jack")
    position = game.position({"hands": ["A♠ 9♣", "10♥ 2♣"], "leader": 1, "scores": [12, 30]}, seed=4)
    given = game.start(seed=2, deal={"hands": {0: "A♠ K♠"}}, dealer=0)
    for match in (position, given):
        match.play_id(match.legal_ids[0])
        assert wrong(match, name) == []


def changed(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, change: Callable[[Any], Any]) -> None:
    """Let a method of a class give something else."""
    right = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args, **named: change(right(*args, **named)))


def test_a_card_that_lies_twice_or_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("hearts", 3)
    hand = match.game.program.roles["hand"]
    right = Reader.values

    def with_hands(change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> None:
        monkeypatch.setattr(Reader, "values", lambda *args: (v := right(*args)) | {hand: change(v[hand])})

    with_hands(lambda masks: (masks[0] | masks[1], *masks[1:]))
    assert "lies in 2 places at once" in wrong(match, "cards")[0]
    with_hands(lambda masks: (0, *masks[1:]))
    assert "has gone" in wrong(match, "cards")[0]


def test_a_trick_that_is_won_may_be_seen_until_the_next_one() -> None:
    text = bad.rules(more="state: {x: flag}\nplay: {after trick: [{ask: {who: eldest, choose: {x: flags}}}]}")
    match = bad.game(text).start(1)
    kinds = set()
    while not match.over:
        assert wrong(match, "cards") == []
        kinds.add((match.decision.kind, len(match.view(None).trick)))
        match.play_id(match.legal_ids[0])
    assert ("x", 3) in kinds


def test_a_trick_that_nobody_has_won_may_be_seen_too() -> None:
    more = "equals: nobody\nstate: {x: flag}\nplay: {after trick: [{ask: {who: eldest, choose: {x: flags}}}]}"
    match = bad.game(bad.rules(more=more).replace("deck: ", "deck: 3 x ")).start(1)
    dead = set()
    while not match.over:
        assert wrong(match, "cards") == []
        last = match.events()[-1]
        dead.add((last.name, last.label) == ("taken", "nobody") and len(match.view(None).trick) == 3)
        match.play_id(match.legal_ids[0])
    assert dead == {False, True}


def test_decisions_and_legal_actions_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    monkeypatch.setattr(Match, "legal_ids", property(lambda self: self._legal[1:]))
    assert wrong(match, "turn") == ["the decisions and the legal actions differ"]
    monkeypatch.setattr(Match, "outcome", None)
    monkeypatch.setattr(Match, "over", True)
    assert wrong(match, "turn") == ["nobody can act, and the match has no outcome"]


def test_a_deal_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("two-ten-jack", 60)
    assert wrong(match, "bounds") == []
    monkeypatch.setattr("trickcore.checking.invariants.MOST_DECISIONS", 5)
    assert wrong(match, "bounds") == ["a deal goes on for more than 5 decisions"]
    monkeypatch.setattr("trickcore.checking.invariants.MOST_DECISIONS", 20)
    assert wrong(match, "bounds") == []  # it is in its second deal
    assert MOST_DECISIONS == 1000


def test_a_declared_check() -> None:
    match = bad.game(bad.TOTAL).start(1)
    while not match.over:
        assert wrong(match, "checks") == []
        match.play_id(match.legal_ids[0])
    ((_, problem),) = problems(Look(match), ["checks"])
    assert "sum(scored(t) for t in teams) == 28" in problem.message
    assert problem.span is not None and problem.span.line == 13


def test_engines_that_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, Machine, "dump", lambda dump: [*dump[:-1], 5])
    assert wrong(played(), "engines") == ["the two engines disagree after 0 actions"]


def test_json_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, Match, "to_json", lambda data: data | {"actions": data["actions"][:-1]})
    assert "another position" in wrong(played(), "json")[0]


def test_a_record_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, Match, "record", lambda data: data | {"scores": [7] * 4})
    assert "its record cannot be played again" in wrong(played(), "record")[0]


def test_copies_that_share_their_log(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Match.copy

    def shared(match: Match) -> Match:
        twin = copy(match)
        twin._log = match._log
        return twin

    monkeypatch.setattr(Match, "copy", shared)
    assert "when a copy is played, is another one" in wrong(played(), "copies")[0]


def test_a_pickle_of_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "__reduce__", lambda self: (self.game.start, (self.seed,)))
    assert "pickled and read back" in wrong(played(), "pickle")[0]


def test_what_the_rules_cannot_do_is_found_by_playing() -> None:
    match = bad.game(bad.RANGE).start(2)
    while len(match.ids) < 22:
        match.play_id(match.legal_ids[0])
    assert [name for name in INVARIANTS if wrong(match, name)] == []
    with pytest.raises(Defect):
        match.play_id(match.play_id(match.legal_ids[0])[0])


def test_what_this_package_cannot_do_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Match) -> object:
        raise KeyError("hand")

    monkeypatch.setattr(Match, "to_json", fail)
    assert wrong(played(), "json") == ["KeyError: 'hand'"]
