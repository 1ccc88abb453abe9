"""Node counts of the shipped games, and what changes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import trickcore
from tests.checking import bad
from tests.games.shipped import variant
from trickcore.checking.perft import (
    MOST_NODES,
    SEEDS,
    Count,
    counted,
    differences,
    file_of,
    perft,
    positions,
    read,
    written,
)
from trickcore.errors import RecordError
from trickcore.resources import folder
from trickcore.schema.library import validator


def counts(game: str) -> tuple[Count, ...]:
    return read(folder("games") / f"{game}.perft.json")


@pytest.mark.parametrize("game", trickcore.catalogue())
def test_the_counts_of_a_shipped_game_are_those_beside_it(game: str) -> None:
    rules = trickcore.load(game).rules
    assert tuple(counted(rules, counts(game))) == counts(game)


@pytest.mark.parametrize("game", trickcore.catalogue())
def test_three_deals_are_counted_at_several_places_each(game: str) -> None:
    found = counts(game)
    assert {count.seed for count in found} == set(SEEDS)
    assert {count.players for count in found} == set(trickcore.load(game).rules.players)
    assert len({count.after for count in found}) > 2
    assert all(len(count.nodes) >= 3 for count in found)
    assert sum(count.nodes[-1] for count in found) > 1000
    assert all(sum(count.nodes) < 3 * MOST_NODES for count in found)


def test_each_deal_is_another_one_to_its_end() -> None:
    """Random play comes to other places in each: choosing the first legal action each time does not."""
    late = [count.nodes for count in counts("two-ten-jack")[2::3]]
    assert len(set(late)) == len(late)


def test_a_duty_that_is_lifted_late_in_a_deal_is_noticed() -> None:
    wanted = tuple(positions(bad.game(bad.SOUND + "play: {follow: [led, any]}\n").rules))
    lifted = bad.game(bad.SOUND + "play: {follow: [{cards: led if trick_no < 7}, any]}\n").rules
    assert [text for _, text in differences(lifted, wanted, lambda _: False) if text]


def test_it_goes_deeper_where_more_nodes_are_allowed() -> None:
    rules = bad.game(bad.SOUND).rules
    few, many = (tuple(positions(rules, most)) for most in (100, 20_000))
    assert all(len(more.nodes) > len(less.nodes) for more, less in zip(many[::3], few[::3], strict=True))
    assert tuple(counted(rules, many)) == many


def test_counting_anew_gives_the_same() -> None:
    assert tuple(positions(trickcore.load("klaverjas").rules)) == counts("klaverjas")


def by_hand(match: trickcore.Match, depth: int) -> tuple[int, ...]:
    """The same through the public API: play, count, take back."""
    lines: list[tuple[int, ...]] = [()]
    found = []
    for _ in range(depth):
        longer = []
        for line in lines:
            twin = match.copy()
            for action in line:
                twin.play_id(action)
            longer += [(*line, action) for action in twin.legal_ids]
        lines = longer
        found.append(len(lines))
    return tuple(found)


@pytest.mark.parametrize("game", trickcore.catalogue())
def test_they_are_what_playing_counts(game: str) -> None:
    match = trickcore.load(game).start(seed=5)
    assert perft(match, 3) == by_hand(match, 3)


def test_a_match_that_ends_has_no_longer_lines() -> None:
    match = bad.game(bad.SOUND).start(1)
    while len(match.ids) < 22:
        match.play_id(match.legal_ids[0])
    counts = perft(match, 4)
    assert counts is not None and counts[-2:] == (0, 0)


@pytest.mark.parametrize(
    ("game", "patch"),
    [
        ("two-ten-jack", "options: {must_trump: {default: false}}"),
        ("euchre", "play: {follow: [any]}"),
        ("euchre", "trumps: trump + joker"),
        ("hearts", "options: {must_break: {default: false}}"),
        ("klaverjas", "options: {trumping: {default: rotterdam}}"),
        ("klaverjas", "order: {trumps: J 9 A 10 K Q 7 8}"),
        ("ten-point-smear", "options: {may_trump: {default: true}}"),
    ],
)
def test_another_rule_of_what_is_legal_gives_other_counts(game: str, patch: str) -> None:
    rules = trickcore.loads(variant(game, "Bent", f"{patch}\n")).rules
    found = [text for _, text in differences(rules, counts(game), lambda _: False) if text]
    assert found
    assert all(text.replace(",", "").replace(" ", "").isdigit() for text in found)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    rules = bad.game(bad.SOUND).rules
    found = tuple(positions(rules))
    path = file_of(tmp_path / "bad.yaml")
    path.write_text(written(rules, found), encoding="utf-8")
    assert read(path) == found
    import json

    assert list(validator("perft").iter_errors(json.loads(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("text", ["", "[]", '{"format": "perft"}', "[" * 100_000, '{"counts": [{"players": -1}]}'])
def test_a_file_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.perft.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError):
        read(path)


def test_rules_that_cannot_go_on_are_a_difference() -> None:
    wanted = tuple(positions(bad.game(bad.SOUND).rules))
    found = list(differences(bad.game(bad.FIRST).rules, wanted, lambda _: False))
    assert all("outside" in text for _, text in found)
    assert len(list(differences(bad.game(bad.SOUND).rules, wanted, lambda done: done == 2))) == 2
