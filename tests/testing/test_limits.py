"""Cases files that are too large, that have too much wrong, or that lead to files of others."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from trickcore import load
from trickcore.diagnostics import Diagnostics
from trickcore.references import find
from trickcore.source.nodes import Scalar
from trickcore.testing import (
    CaseFile,
    Outcome,
    check_cases,
    costs,
    load_cases,
    loads_cases,
    run_case,
    run_paths,
    update_paths,
)
from trickcore.testing import words as words_of_cases
from trickcore.testing.position import taker


def text_of(course: str, setup: str = "", game: str = "two-ten-jack") -> str:
    case = f"  - id: a\n    says: Something\n{setup}    course: [{course}]\n"
    return f"trickcore: 1\ngame: {game}\ncases:\n{case}"


def read(text: str, file: str = "x.cases.yaml") -> CaseFile:
    found = Diagnostics()
    cases = loads_cases(text, file, found)
    assert cases is not None, list(found)
    return cases


def run(course: str, setup: str = "") -> Outcome:
    return run_case(read(text_of(course, setup)).cases[0])


def codes(outcome: Outcome) -> list[str]:
    return [finding.code for finding in outcome.diagnostics]


@pytest.mark.parametrize(
    ("course", "setup"),
    [
        (f'{{legal: "{"A♠ " * 20_000}"}}', ""),
        (f'{{play: "{"A♠ " * 20_000}"}}', ""),
        (f'{{play: "{"A♠, " * 20_000}"}}', ""),
        (f"{{play: [{'A♠, ' * 15_000}]}}", ""),
        ("{turn: 0}", f'    stock: "{"A♠ " * 20_000}"\n'),
    ],
)
def test_a_text_has_its_number_of_words(course: str, setup: str) -> None:
    started = time.process_time()
    assert codes(run(course, setup)) == ["too-many-words"]
    assert time.process_time() - started < 2


def test_a_text_may_have_as_many_words_as_are_read() -> None:
    outcome = run(f'{{legal: "{"A♠ " * words_of_cases.MOST_WORDS}"}}')
    assert outcome.diagnostics == ()
    assert outcome.failure is not None


@pytest.mark.parametrize(
    ("course", "setup", "code"),
    [
        (f'{{legal: "{"foo " * 200}"}}', "", "unknown-action"),
        (f"{{over: [{'9, ' * 5000}]}}", "", "unknown-seat"),
        ("{turn: 0}", f"    stock: {'foo ' * 200}\n", "unknown-card"),
        ("{turn: 0}", f"    stock: {'A♠ ' * 200}\n", "card-twice"),
    ],
)
def test_a_hundred_findings_are_enough(course: str, setup: str, code: str) -> None:
    found = codes(run(course, setup))
    assert found.count(code) == 100
    assert sorted(set(found)) == sorted({code, "too-many-findings"})


def many(count: int, course: str) -> str:
    cases = "".join(f"  - {{id: a{i}, says: x, course: [{course}]}}\n" for i in range(count))
    return f"trickcore: 1\ngame: two-ten-jack\ncases:\n{cases}"


def test_a_hundred_findings_are_enough_for_a_file(tmp_path: Path) -> None:
    text = many(150, "{turn: 7}")
    found = Diagnostics()
    check_cases(read(text), found)
    assert [d.code for d in found].count("unknown-seat") == 100
    assert [str(d.span) for d in found if d.code == "too-many-findings"] == ["x.cases.yaml:104:10"]
    path = tmp_path / "x.cases.yaml"
    path.write_text(text, encoding="utf-8")
    report = run_paths([path])
    assert not report.passed
    assert report.counts == (0, 100)
    assert [d.code for d in report.files[0].diagnostics] == ["too-many-findings"]


def test_cases_that_fail_in_play_are_all_told(tmp_path: Path) -> None:
    path = tmp_path / "x.cases.yaml"
    path.write_text(many(120, "{over: [0]}"), encoding="utf-8")
    assert run_paths([path]).counts == (0, 120)


def test_a_game_that_cannot_be_loaded_is_read_once(tmp_path: Path) -> None:
    from trickcore.testing import load_game

    asked = []

    def loader(reference: str, players: int | None, options: dict[str, bool | int | str]) -> object:
        asked.append(reference)
        return load_game(reference, players, options)

    path = tmp_path / "x.cases.yaml"
    path.write_text(many(5, "{turn: 0}").replace("two-ten-jack", "no-such-game"), encoding="utf-8")
    assert run_paths([path], loader).counts == (0, 5)  # type: ignore[arg-type]
    assert asked == ["no-such-game"]


def test_unknown_rules_and_ids_used_twice_are_told_a_hundred_times() -> None:
    sentences = "".join("  - {id: S, says: x}\n" for _ in range(300))
    case = f"cases:\n  - {{id: a, says: x, rules: [{', '.join(f'T{i}' for i in range(300))}], course: [{{turn: 0}}]}}\n"
    found = Diagnostics()
    assert loads_cases(f"trickcore: 1\ngame: two-ten-jack\nsentences:\n{sentences}{case}", "x", found) is None
    told = [d.code for d in found]
    assert [told.count(code) for code in ("unknown-rule", "duplicate-id", "too-many-findings")] == [100, 100, 2]


@pytest.mark.parametrize("seat", ["9" * 5000, "²", "٣", "2", "-1"])
def test_a_seat_is_a_small_number(seat: str) -> None:
    assert codes(run(f'{{turn: "{seat}"}}')) == ["unknown-seat"]


@pytest.mark.parametrize(
    "place", ["hand(0", "hand)", "(((", "hand(0)1", " " * 50_000 + "(", "hand(" + "9" * 5000 + ")"]
)
def test_places_that_cannot_be_read(place: str) -> None:
    started = time.process_time()
    assert codes(run(f'{{count: {{? "{place}" : 3}}}}')) in (["unknown-place"], ["unknown-seat"])
    assert time.process_time() - started < 1


def test_a_place_may_have_spaces() -> None:
    assert run('{count: {" hand ( 1 ) ": 6, " stock ": 40}}').passed


@pytest.mark.parametrize("kind", ["takes", "refused"])
def test_a_course_looks_back_only_so_often(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = load("two-ten-jack").start(0)
    for _ in range(40):
        match.play(match.legal_ids[0])
    other = next(action.text for action in match.game.actions.actions.values() if match.why_not(action.text))
    step = f"{{takes: {taker(match)}}}" if kind == "takes" else f"{{refused: {{play: {other}}}}}"
    assert run("{auto: 40}, " + f"{step}, " * 20).passed
    monkeypatch.setattr("trickcore.testing.table.MOST", 40 + 40 * 3)
    assert run("{auto: 40}, " + f"{step}, " * 3).passed
    failure = run("{auto: 40}, " + f"{step}, " * 4).failure
    assert failure is not None
    assert "looks back too often: more than 160 plays" in failure.message


def test_a_course_plays_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickcore.testing.table.MOST", 100)
    failure = run("{auto: 40}, {undo: all}, " * 4).failure
    assert failure is not None
    assert "no end after 100 plays in this course" in failure.message


def test_what_a_seat_knows_is_asked_anew_after_each_play() -> None:
    hands = "    dealer: 0\n    hands: {0: 2♦ Q♦ A♣ 6♥ A♠ 8♠, 1: 5♦ 7♦ 9♣ K♣ 3♠ 4♥}\n"
    hidden, sees = "{view: {seat: 0, hidden: 5♦}}", "{view: {seat: 0, sees: 5♦}}"
    assert run(f"{hidden}, {{play: 5♦}}, {sees}, {{undo: 1}}, {hidden}", hands).passed


# -------------------------------------------------------------------------------------------- the folder of the file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game, one below it, and a file beside it that no cases file in it may read."""
    rules = find("two-ten-jack")
    assert rules is not None
    inside = tmp_path / "games (1)"
    (inside / "more").mkdir(parents=True)
    for path in (inside / "mine.yaml", inside / "more" / "mine.yaml", tmp_path / "secret.yaml"):
        path.write_text(rules.read_text(encoding="utf-8"), encoding="utf-8")
    (inside / "away.yaml").symlink_to(tmp_path / "secret.yaml")
    (inside / "up").symlink_to(tmp_path)
    (inside / "near.yaml").symlink_to(inside / "mine.yaml")
    (inside / "round.yaml").symlink_to(inside / "round.yaml")
    return inside


def cases_of(folder: Path, game: str) -> tuple[CaseFile | None, list[str]]:
    path = folder / "x.cases.yaml"
    path.write_text(text_of("{turn: 1}", "    dealer: 0\n", game), encoding="utf-8")
    found = Diagnostics()
    return load_cases(path, found), [d.code for d in found]


@pytest.mark.parametrize(
    "game", ["mine.yaml", "./mine.yaml", "more/mine.yaml", "more/../mine.yaml", "near.yaml", "mine.yaml(target=3)"]
)
def test_a_game_in_the_folder(folder: Path, game: str) -> None:
    file, found = cases_of(folder, game)
    assert (file is not None, found) == (True, [])
    assert file is not None
    outcome = run_case(file.cases[0])
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize(
    "game",
    [
        *("../secret.yaml", "more/../../secret.yaml", "away.yaml", "up/secret.yaml", "round.yaml", '"\\0.yaml"'),
        *("/etc/passwd", "../secret.yaml(target=3)", "/etc/passwd(target=3)", "..", "../"),
    ],
)
def test_a_game_elsewhere(folder: Path, game: str) -> None:
    file, found = cases_of(folder, game)
    if game == "..":  # no path by its look: a name that no game has
        assert file is not None
        assert [d.code for d in run_case(file.cases[0]).diagnostics] == ["unknown-game"]
    elif game == "round.yaml" and file is not None:  # a circle leads nowhere, which newer systems say later
        assert [d.code for d in run_case(file.cases[0]).diagnostics] == ["no-such-file"]
    else:
        assert (file, found) == (None, ["outside-folder"])


def test_a_name_is_not_looked_for_in_the_working_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / "secret").write_text("secret: yes", encoding="utf-8")
    monkeypatch.chdir(folder.parent)
    file, found = cases_of(folder, "secret")
    assert file is not None
    assert found == []
    assert [d.code for d in run_case(file.cases[0]).diagnostics] == ["unknown-game"]


def test_words_with_commas_have_their_places() -> None:
    scalar = read(text_of("{play: ' A♠  as ♠ ,,  3♠,'}")).cases[0].course[0].value
    assert isinstance(scalar, Scalar)
    found = words_of_cases.parts(scalar)
    assert [(word.text, word.span.column, word.span.end_column) for word in found] == [
        ("A♠  as ♠", 23, 31),
        ("3♠", 36, 38),
    ]


# ------------------------------------------------------------------------------------------------ how long it takes

HEAVY = """\
trickcore: 1
name: Heavy
players: 3
deck: french 52
order: {all: A K Q J 10..2}
play:
  leader: eldest
  follow: [led, any]
  before card: [{times: 50, do: [{times: 50, set: {k: 1 - k}}]}]
zones: {stock: hidden}
state: {k: number}
steps: [{deal: {each: 17, rest: stock}}, {play: all}, {score: k}]
match: {ends: deal_no >= 2}
"""


def heavy(folder: Path, *courses: str) -> Path:
    """A cases file about a game in which each play takes long."""
    (folder / "heavy.yaml").write_text(HEAVY, encoding="utf-8")
    cases = "".join(f"  - {{id: a{at}, says: x, course: [{course}]}}\n" for at, course in enumerate(courses))
    path = folder / "x.cases.yaml"
    path.write_text(f"trickcore: 1\ngame: heavy.yaml\ncases:\n{cases}", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("course", "limit", "said"),
    [
        (
            "{auto: 3}, {holds: secrets}",
            "MOST_OF_CASE",
            "holds: this takes too long: .* more than 200,000 instructions",
        ),
        ("{auto: 3}, {takes: 0}", "MOST_EVENTS", "takes: this takes too long: .* more than 5,000 events"),
        ("{auto: 3}, {view: {seat: 0, hidden: A♠}}", "MOST_EVENTS", "view: this takes too long: .* 5,000 events"),
        ("{auto: 3}, {refused: {play: A♠, because: x}}", "MOST_EVENTS", "refused: this takes too long"),
        ("{auto: 40}", "MOST_OF_CASE", "auto: this takes too long: .* more than 200,000 instructions"),
    ],
)
def test_what_takes_too_long_fails(
    course: str, limit: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(costs, limit, 200_000 if limit == "MOST_OF_CASE" else 5_000)
    monkeypatch.setattr(costs, "_UNCOUNTED", 0)
    (outcome,) = run_paths([heavy(tmp_path, course)]).outcomes
    assert outcome.failure is not None
    assert re.search(said, str(outcome.failure))


def test_the_cases_of_a_file_take_only_so_long_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "MOST_OF_FILE", 300_000)
    report = run_paths([heavy(tmp_path, *["{auto: 3}, {takes: 0}"] * 9)])
    assert 1 < len(list(report.outcomes)) < 9
    (found,) = report.files[0].diagnostics
    assert found.code == "takes-too-long"
    assert found.span.line == 4 + len(list(report.outcomes))


@pytest.mark.parametrize("course", ["{auto: 90}", "{auto: 3}, {holds: all}", "{auto: 3}, {takes: 0}"])
def test_a_case_is_stopped_while_it_runs(course: str, tmp_path: Path) -> None:
    path = heavy(tmp_path, "{turn: 0}", course)
    asked = iter([False])
    report = run_paths([path], stop=lambda: next(asked, True))
    assert report.interrupted
    assert len(list(report.outcomes)) <= 1
    before = path.read_bytes()
    assert update_paths([path], stop=lambda: True).report.interrupted
    assert path.read_bytes() == before
