"""A whole match of each shipped game, typed in: what the program shows is held against the match itself."""

from __future__ import annotations

import re

import pytest

import trickcore
from tests.cli.conftest import Run
from trickcore.match import Match

GAMES = [
    ("two-ten-jack(target=5)", 2, 0),
    ("hearts(target=20)", 3, 1),
    ("hearts(target=20)", 4, 0),
    ("hearts(target=20)", 5, 4),
    ("euchre(target=2)", 4, 0),
    ("euchre(target=2, benny=yes, keep_upcard=yes, say_alone=before_lead, stick=yes)", 4, 3),
    ("ten-point-smear(target=6)", 4, 0),
    ("ten-point-smear(target=6, stuck_dealer=yes)", 5, 2),
    ("ten-point-smear(target=6)", 6, 5),
    ("klaverjas(deals=2)", 4, 1),
]


def typed_in(reference: str, players: int, seat: int, seed: int) -> tuple[Match, list[str]]:
    """A match in which one seat plays by chance and greedy bots have the others, and what that seat types."""
    match = trickcore.load(reference, players=players).start(seed)
    mine, others = trickcore.RandomBot(seed), trickcore.GreedyBot()
    typed: list[str] = []
    while not match.over:
        due = match.decision.seat
        bot = mine if due == seat else others
        action = match.game.action(bot.choose(match.view(due)))
        if due == seat:
            typed.append(action.text if len(typed) % 2 else action.ascii)
        match.play(action)
    return match, typed


@pytest.mark.parametrize(("reference", "players", "seat"), GAMES)
def test_a_whole_match(run: Run, reference: str, players: int, seat: int) -> None:
    match, typed = typed_in(reference, players, seat, 11)
    arguments = ("play", reference, "--players", str(players), "--seat", str(seat), "--seed", "11")
    result = run(*arguments, input="\n".join(typed) + "\n")
    assert result.exit_code == 0 and match.outcome is not None
    assert "Stopped after" not in result.output
    scored = [event for event in match.events(seat) if event.name == "score"]
    assert re.findall(r" (?:[+-]\d+), now (-?\d+)\n", result.output) == [str(e.fields["total"]) for e in scored]
    lines = [event for event in match.events(seat) if event.name == "scored"]
    told = re.findall(r"^  (.+): ([+-]\d+) for ", result.output, re.MULTILINE)
    assert told == [(event.label, f"{event.fields['points']:+d}") for event in lines]
    winners = " and ".join(match.game.seats[winner] for winner in match.outcome.winners)
    verb = "win" if " and " in winners else "wins"
    assert re.search(rf": {winners} {verb} \(.*\) —\nThe same cards again: ", result.output)


@pytest.mark.parametrize(("reference", "players", "seat"), GAMES)
def test_a_hint_at_every_decision_is_what_the_bot_does(run: Run, reference: str, players: int, seat: int) -> None:
    match = trickcore.load(reference, players=players).start(3)
    bot = trickcore.GreedyBot()
    hinted: list[str] = []
    while not match.over and len(match.ids) < 60:
        due = match.decision
        action = match.game.action(bot.choose(match.view(due.seat)))
        if due.seat == seat:
            hinted += ["hint", action.text]
        match.play(action)
    arguments = ("play", reference, "--players", str(players), "--seat", str(seat), "--seed", "3")
    output = run(*arguments, input="\n".join([*hinted, "quit", ""])).output
    told = re.findall(r"^The greedy bot would (?:play|choose) (.+?): \S", output, re.MULTILINE)
    assert told == [text for text in hinted if text != "hint" and not text.startswith("pick ")]
    assert re.search(r"^The greedy bot would (play|choose|pick) ", output, re.MULTILINE)
