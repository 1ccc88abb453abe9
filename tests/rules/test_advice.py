"""What a rule file may say and hardly means, and what the hints say to do instead."""

from __future__ import annotations

import pytest

from tests.rules.helpers import game, good, read
from trickcore.diagnostics.model import Diagnostic

PARENT = game(
    options="{strict: {type: flag, default: true, help: Whether trumps must be played}}",
    trumps="hearts",
    values="{2♥ 10♥ J♥: 5, 10..8: 1, K♠: 2}",
    play="{follow: [led, trumps if strict, any]}",
    zones="{pot: open}",
    steps="[{id: deal, deal: {each: 6, pot: 1}}, {id: play, play: all}, {id: score, score: tricks}]",
)


def child(*lines: str) -> str:
    return "\n".join(["trickcore: 1", "name: Child", "extends: parent", *lines]) + "\n"


def found(text: str) -> list[Diagnostic]:
    _, diagnostics = read(text, {"parent": PARENT})
    return list(diagnostics)


def only(text: str) -> Diagnostic:
    (one,) = found(text)
    return one


# ------------------------------------------------------------------------------------------------ unused


def test_options_and_variables_that_nothing_speaks_of_are_warned_of() -> None:
    options = "{target: {type: number, default: 5, help: Points}}"
    text = game(options=options, state="{seen: number, told: number}", let="{next_told: told + 1}")
    assert [(d.code, d.severity.value, d.message) for d in found(text)] == [
        ("unused-name", "warning", "nothing speaks of the option `target`"),
        ("unused-name", "warning", "nothing speaks of the variable `seen`"),
    ]


@pytest.mark.parametrize(
    "sections",
    [
        {"steps": "[{deal: {each: 5}}, {ask: {who: eldest, choose: {bid: 0..5}}}, {play: all}]"},
        {"state": "{x: number}", "steps": "[{deal: {each: 5}}, {set: {x: 1}}, {play: all}]"},
        {"options": "{o: {type: flag, default: true, help: O}}", "deck": "french 52 - (2♥ if o)"},
        {"options": "{o: {type: flag, default: true, help: O}}", "when": "{o: {trumps: hearts}}"},
        {"kept": "{x: number}", "tables": "{t: {1: 5, else: 0}}", "match": "{ends: t(x) > 3}"},
    ],
)
def test_whatever_is_set_chosen_or_read_is_used(sections: dict[str, str]) -> None:
    assert found(game(**sections)) == []


# ------------------------------------------------------------------------------------------------ variants


def test_a_list_of_steps_with_ids_that_leaves_out_steps_is_warned_of() -> None:
    one = only(child("steps: [{id: score, score: 2 * tricks}]"))
    assert (one.code, one.severity.value) == ("patch-replaces", "warning")
    assert one.message == "this list replaces all steps of the parent, and leaves out `deal` and `play`"
    assert "by their ids" in one.hint
    assert one.related[0].span.file == "parent.yaml"


@pytest.mark.parametrize(
    "steps",
    [
        "[{deal: {each: 6}}, {play: all}]",
        "[{id: deal, deal: {each: 5}}, {id: play, play: all}, {id: more, score: 1}, {id: score, score: tricks}]",
        "{score: {score: 2 * tricks}}",
    ],
)
def test_steps_that_are_replaced_knowingly_are_not(steps: str) -> None:
    assert found(child(f"steps: {steps}")) == []


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ("{2♥: 9}", "`remove: ['values.2♥ 10♥ J♥']` and give the other cards their value again"),
        ("{K♠: 3}", ""),
        ("{9: 2}", "`remove: ['values']` and give the other cards their value again"),
    ],
)
def test_a_second_value_of_a_card_says_what_to_remove(values: str, hint: str) -> None:
    findings = found(child(f"values: {values}"))
    assert [finding.code for finding in findings] == ["value-twice"] * bool(hint)
    assert all(finding.hint.endswith(hint) for finding in findings)


def test_what_the_hint_says_works() -> None:
    lines = ("remove: ['values.2♥ 10♥ J♥']", "values: {2♥: 9, 10♥ J♥: 5}")
    assert len(good(child(*lines), {"parent": PARENT}).base.values or ()) == 4


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("play.follow.1", "write the whole list again, which replaces it"),
        ("play.follow.led", "write the whole list again, which replaces it"),
        ("steps.2", "it has `deal`, `play` or `score`"),
        ("trumps.hearts", "what stands there is one text: write it again, which replaces it"),
    ],
)
def test_what_cannot_be_removed_says_what_can(path: str, hint: str) -> None:
    one = only(child(f"remove: [{path}]"))
    assert one.code == "patch-no-target"
    assert one.hint.endswith(hint)


def test_a_name_that_was_removed_says_where() -> None:
    one = only(child("remove: [options.strict]"))
    assert (one.code, one.span.file) == ("unknown-name", "parent.yaml")
    assert [(r.message, str(r.span)) for r in one.related] == [
        ("`strict` is removed here", "test.yaml:4:10"),
        ("through `extends` at test.yaml:3:10", "test.yaml:3:10"),
    ]


def test_a_whole_section_that_was_removed_says_so_too() -> None:
    findings = found(child("remove: [zones]"))
    assert findings
    assert findings[0].related[0].message == "`pot` is removed here"


def test_what_may_be_extended_is_named() -> None:
    one = only("trickcore: 1\nname: X\nextends: paren\n")
    assert one.hint == "did you mean `parent`? known are `parent`; no file beside this one is looked for"
    one = only("trickcore: 1\nname: X\nextends: ./parent.yaml\n")
    assert one.hint.startswith("name a game of the catalogue: `parent`; a path is not possible")


# ------------------------------------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("word", "per", "hint"),
    [
        ("all", "", "what all may see is `seen: seats`"),
        ("open", "", "what all may see is `seen: seats`"),
        ("nobody", "", "what nobody may see is `seen: none`"),
        ("hidden", "", "what nobody may see is `seen: none`"),
        ("owner", ", per: seat", "what its owner may see is `seen: me`"),
        ("owner", "", "it has no owner without `per: seat`"),
    ],
)
def test_words_for_who_may_see_have_the_right_hint(word: str, per: str, hint: str) -> None:
    one = only(game(zones=f"{{turned: {{seen: {word}{per}}}}}"))
    assert (one.code, one.hint) == ("unknown-name", hint)


def test_variables_have_it_as_well() -> None:
    steps = "[{deal: {each: 5}}, {set: {x: 1}}, {play: all}]"
    assert only(game(state="{x: {type: number, seen: all}}", steps=steps)).hint == "what all may see is `seen: seats`"


def test_a_choice_of_suits_is_a_list_of_signs() -> None:
    options = "{t: {help: T, default: spades, type: [spades, hearts, none]}}"
    one = only(game(options=options, trumps="t"))
    assert (one.code, one.hint.endswith("lists their signs: `[♠, ♥]`")) == ("wrong-type", True)
    one = only(game(options="{t: {help: T, default: ♠, type: suit}}", trumps="t"))
    assert one.hint == "it may be `number` or `flag`, or a list such as `[♣, ♦, ♥, ♠]`"
    assert found(game(options="{t: {help: T, default: ♠, type: [♣, ♦, ♥, ♠]}}", trumps="t")) == []
