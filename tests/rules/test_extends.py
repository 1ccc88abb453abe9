from __future__ import annotations

import pytest

from tests.rules.helpers import codes, good, read
from trickcore.rules.model import Do, End, Play, Score, Show

PARENT = """
trickcore: 1
name: Parent
players: 2
options:
  target: {type: number, default: 31, min: 1, help: Points}
deck: french 52
zones: {stock: hidden, upcard: open}
values: {A: 4, K: 3}
play:
  follow: [led, any]
  after trick:
    - {id: draw, move: {from: stock, to: hand, count: 1}}
steps:
  - deal: {each: 6, upcard: 1, rest: stock}
  - play: all
  - score: {lines: {cards: value(taken), tricks: tricks}, points: total}
match: {ends: any(score(t) >= target for t in teams)}
"""


def child(*lines: str, extends: str = "parent") -> str:
    return "\n".join(["trickcore: 1", "name: Child", f"extends: {extends}", *lines])


PARENTS = {"parent": PARENT}


def patched(*lines: str) -> list[str]:
    return codes(child(*lines), PARENTS)


def test_maps_merge_by_key_and_lists_replace() -> None:
    rules = good(child("values: {K: 2, Q: 1}", "play: {follow: [any]}", "zones: {pot: open}"), PARENTS)
    assert rules.name == "Child"
    assert [line.items[0].text for line in rules.base.values or ()] == ["A", "K", "Q"]
    assert [tier.text for tier in rules.base.follow or ()] == ["any"]
    assert list(rules.zones) == ["stock", "upcard", "pot"]
    assert rules.files == ("test", "parent")
    assert len(rules.hooks.after_trick) == 1


def test_options_may_change_their_default_bounds_and_help() -> None:
    option = good(child("options: {target: {default: 21, max: 40, help: Fewer}}"), PARENTS).options["target"]
    assert (option.default, option.low, option.high, option.help) == (21, 1, 40, "Fewer")


def test_options_may_not_change_their_type() -> None:
    _, found = read(child("options: {target: {type: flag, default: true}}"), PARENTS)
    (error,) = [d for d in found if d.code == "patch-type"]
    assert error.span.file == "test.yaml"
    assert error.related[0].span.file == "parent.yaml"


def test_steps_are_patched_by_id() -> None:
    rules = good(child("steps:", "  score: {lines: {tricks: 2 * tricks}}", "  play: 5"), PARENTS)
    _, play, score = rules.steps
    assert isinstance(play, Play) and play.tricks is not None
    assert isinstance(score, Score)
    assert [label for label, _ in score.lines] == ["cards", "tricks"]
    assert score.points is not None


def test_a_patch_may_be_written_as_a_step() -> None:
    rules = good(child("steps: {play: {when: deal_no > 1, play: all}}"), PARENTS)
    assert rules.steps[1].when is not None


def test_steps_can_be_inserted_before_and_after() -> None:
    lines = ["steps:", "  before play: [{show: upcard}, {show: none}]", "  after score: {end: match}"]
    steps = good(child(*lines), PARENTS).steps
    assert [step.id for step in steps] == ["deal", "show", "show", "play", "score", "end"]
    assert isinstance(steps[1], Show) and isinstance(steps[5], End)


def test_hooks_are_patched_like_steps() -> None:
    rules = good(child("play: {after trick: {draw: {count: 2}}}"), PARENTS)
    assert len(rules.hooks.after_trick) == 1


def test_steps_of_a_block_are_patched_like_steps() -> None:
    block = "  - {id: twice, times: 2, do: [{id: table, show: upcard}, {id: stop, end: deal}]}"
    parents = {"parent": PARENT.replace("  - play: all", f"{block}\n  - play: all")}
    lines = ["steps:", "  twice: {do: {stop: {end: match}, before table: {id: none, show: none}}}"]
    blocks = [step for step in good(child(*lines), parents).steps if isinstance(step, Do)]
    assert [[step.id for step in block.steps] for block in blocks] == [["none", "table", "stop"]]
    assert codes(child("steps: {twice: {do: {nothing: {end: match}}}}"), parents) == ["patch-no-target"]


def test_remove_comes_first_and_takes_out_whole_paths() -> None:
    lines = ["remove: [zones.upcard, values, steps.score, play.after trick.draw]", "steps: {deal: {each: 5}}"]
    _, found = read(child(*lines), PARENTS)
    assert [d.code for d in found] == ["unknown-name"]  # the deal of the parent still deals an upcard
    rules = good(
        child("remove: [zones.upcard, values, steps.score, steps.deal.deal.upcard, play.after trick]"), PARENTS
    )
    assert rules.base.values is None
    assert [step.id for step in rules.steps] == ["deal", "play"]
    assert rules.hooks.after_trick == ()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("remove: [zones.upcrad]", "upcard"),
        ("remove: [steps.plays]", "play"),
        ("steps: {scores: {points: 1}}", "score"),
        ("steps: {after plays: [{end: match}]}", "play"),
    ],
)
def test_a_patch_that_hits_nothing_is_an_error_with_what_is_there(line: str, hint: str) -> None:
    rules, found = read(child(line), PARENTS)
    (error,) = found
    assert rules is None
    assert error.code == "patch-no-target"
    assert f"`{hint}`" in error.hint


def test_an_id_of_two_steps_is_an_error_with_both_places() -> None:
    twice = PARENT.replace("  - play: all\n", "  - play: 3\n  - play: 3\n")
    _, found = read(child("steps: {play: all}"), {"parent": twice})
    (error,) = found
    assert error.code == "patch-ambiguous"
    assert [place.span.line for place in error.related] == [16, 17]


def test_a_patch_that_changes_nothing_is_a_warning() -> None:
    rules, found = read(child("values: {K: 3}"), PARENTS)
    assert rules is not None
    assert [(d.code, d.severity.value) for d in found] == [("patch-no-change", "warning")]


def test_errors_cite_their_own_place_and_the_way_there() -> None:
    _, found = read(child("remove: [zones.stock]"), PARENTS)
    assert {d.span.file for d in found} == {"parent.yaml"}
    assert all(d.related[-1].message == "through `extends` at test.yaml:3:10" for d in found)


def test_an_error_of_the_patch_cites_the_patch() -> None:
    _, found = read(child("let: {x: hartz}"), PARENTS)
    (error,) = found
    assert (error.span.file, error.related) == ("test.yaml", ())


def test_an_unknown_parent_gets_the_nearest_name() -> None:
    _, found = read(child(extends="parrent"), PARENTS)
    (error,) = found
    assert error.code == "unknown-parent"
    assert "`parent`" in error.hint


@pytest.mark.parametrize("name", ["../parent", "parent.yaml", "/etc/passwd", "Parent"])
def test_a_parent_is_never_a_path(name: str) -> None:
    def resolve(asked: str) -> None:
        raise AssertionError(f"asked for {asked}")

    from trickcore.diagnostics.model import Diagnostics
    from trickcore.rules import read_rules
    from trickcore.source import read_text

    found = Diagnostics()
    node = read_text(child(extends=name), "test.yaml", found)
    assert node is not None
    assert read_rules(node, "test", found, resolve) is None
    assert [d.code for d in found] == ["bad-parent"]


def test_circles_are_errors() -> None:
    one, two = child(extends="two"), child(extends="one")
    _, found = read(one, {"one": one, "two": two}, "one.yaml")
    (error,) = found
    assert error.code == "extends-cycle"
    assert "one → two → one" in error.message


def test_chains_have_at_most_four_parents() -> None:
    def chain(length: int) -> dict[str, str]:
        files = {f"p{number}": child(f"help: {number}", extends=f"p{number - 1}") for number in range(2, length + 1)}
        return {"p1": PARENT, **files}

    four = good(child(extends="p4"), chain(4))
    assert four.files == ("test", "p4", "p3", "p2", "p1")
    assert four.help == "4"
    assert codes(child(extends="p5"), chain(5)) == ["extends-depth"]
