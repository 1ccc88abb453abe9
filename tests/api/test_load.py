from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import trickcore
from trickcore import Game, RulesError
from trickcore.references import find, parse, split


def codes(error: pytest.ExceptionInfo[RulesError]) -> list[str]:
    return [d.code for d in error.value.diagnostics]


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(RulesError) as error:
        trickcore.load("two-ten-jakc")
    assert codes(error) == ["unknown-game"]
    assert "two-ten-jack" in error.value.diagnostics[0].hint


def test_the_name_of_a_file_without_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spade.yaml").write_text("trickcore: 1", encoding="utf-8")
    with pytest.raises(RulesError) as error:
        trickcore.load("spade(target=3)")
    assert codes(error) == ["unknown-game"]
    assert error.value.diagnostics[0].hint == "the file in this folder is spade.yaml: a path ends with .yaml or .yml"


def test_a_reference_may_hold_options(game: Game) -> None:
    assert trickcore.load("two-ten-jack(target=21)").options["target"] == 21
    assert trickcore.load(" two-ten-jack ( target = 21 , must_trump=no ) ").options == {
        "target": 21,
        "must_trump": False,
    }
    assert trickcore.load("two-ten-jack(target=31)") == game


def test_options_by_argument_win_over_those_of_the_reference() -> None:
    assert trickcore.load("two-ten-jack(target=21)", options={"target": 50}).options["target"] == 50


@pytest.mark.parametrize("text", ["two-ten-jack(target)", "two-ten-jack(=3)", "two-ten-jack(target=)"])
def test_options_that_cannot_be_read(text: str) -> None:
    with pytest.raises(RulesError) as error:
        trickcore.load(text)
    assert codes(error) == ["bad-reference"]


def test_an_option_given_twice() -> None:
    with pytest.raises(RulesError, match="given twice"):
        trickcore.load("two-ten-jack(target=1, target=2)")


@pytest.mark.parametrize(
    "text", ["two-ten-jack(target=0)", "two-ten-jack(target=501)", "two-ten-jack(target=x)", "two-ten-jack(targt=3)"]
)
def test_options_that_the_game_does_not_take(text: str) -> None:
    with pytest.raises(RulesError):
        trickcore.load(text)


def test_a_number_of_players_that_cannot_play() -> None:
    with pytest.raises(RulesError):
        trickcore.load("two-ten-jack", players=3)


def test_a_path_is_loaded_like_a_name(game: Game) -> None:
    path = find("two-ten-jack")
    assert path is not None
    assert trickcore.load(path) == trickcore.load(str(path)) == game


def test_a_path_without_a_file(tmp_path: Path) -> None:
    for ref in (tmp_path / "none.yaml", str(tmp_path / "none.yaml"), tmp_path):
        with pytest.raises(RulesError) as error:
            trickcore.load(ref)
        assert codes(error) == ["no-such-file"]


@pytest.mark.parametrize(
    "text", ["", " ", "x" * 100_000, "/" * 5000, "a\0b", "a\0.yaml", "(", ")(", "((x=1)", "\n", "♠"]
)
def test_any_text_as_a_reference(text: str) -> None:
    with pytest.raises(RulesError) as error:
        trickcore.load(text)
    assert len(str(error.value)) < 2000


@pytest.mark.parametrize("text", ["x" + " " * 4000 + ")", "(" * 4000 + ")", " " * 4000 + "x" + "()" * 20])
def test_brackets_and_spaces_are_read_in_one_go(text: str) -> None:
    started = time.process_time()
    with pytest.raises(RulesError):
        trickcore.load(text)
    assert time.process_time() - started < 0.1


def test_a_reference_has_its_length() -> None:
    with pytest.raises(RulesError, match="at most 4,096 are read") as error:
        trickcore.load("two-ten-jack(" + " " * 8000 + ")")
    assert codes(error) == ["bad-reference"]


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [
        ("hearts", "hearts", None),
        (" hearts ( players = 4 ) ", "hearts", " players = 4 "),
        ("a/b (1).yaml", "a/b (1).yaml", None),
        ("a/b (1).yaml(x=2)", "a/b (1).yaml", "x=2"),
        ("(x)", "", "x"),
        ("x)", "x)", None),
        ("", "", None),
    ],
)
def test_a_reference_has_two_parts(text: str, name: str, written: str | None) -> None:
    assert split(text) == (name, written)


def test_a_name_without_slash_or_ending_is_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = find("two-ten-jack")
    assert path is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert trickcore.load("./mine").name == "Two-Ten-Jack"
    with pytest.raises(RulesError) as error:
        trickcore.load("mine")
    assert codes(error) == ["unknown-game"]
    assert "./mine" in error.value.diagnostics[0].hint


def test_a_name_never_leads_out_of_the_catalogue() -> None:
    assert find("../pyproject") is None
    with pytest.raises(RulesError):
        parse("..")


def test_a_file_of_a_path_with_brackets(tmp_path: Path, game: Game) -> None:
    path = find("two-ten-jack")
    assert path is not None
    copy = tmp_path / "two-ten-jack (1).yaml"
    copy.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    assert trickcore.load(str(copy)).identity == game.identity


def test_loads_takes_text(game: Game) -> None:
    path = find("two-ten-jack")
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert trickcore.loads(text).identity == game.identity
    assert trickcore.loads(text.encode(), id="mine").id == "mine"


@pytest.mark.parametrize(
    "text", ["", "trickcore: 1", "[", "{" * 5000, "trickcore: 1\nname: [x]\n", b"\xff\xfe\xff", "\0"]
)
def test_bad_texts_are_findings(text: str | bytes) -> None:
    with pytest.raises(RulesError) as error:
        trickcore.loads(text)
    assert error.value.diagnostics


def test_resolve_gives_the_parents_of_a_text() -> None:
    path = find("two-ten-jack")
    assert path is not None
    parents = {"base": path.read_text(encoding="utf-8")}
    child = trickcore.loads("trickcore: 1\nextends: base\nname: Child\n", resolve=parents.get)
    assert child.identity != "" and child.name == "Child"
    assert trickcore.loads("trickcore: 1\nextends: two-ten-jack\nname: Child\n").name == "Child"


def test_a_parent_that_is_not_in_the_catalogue_suggests_the_nearest() -> None:
    with pytest.raises(RulesError) as error:
        trickcore.loads("trickcore: 1\nname: Mine\nextends: two-ten-jakc\n")
    assert codes(error) == ["unknown-parent"]
    assert "did you mean `two-ten-jack`?" in error.value.diagnostics[0].hint


def test_a_game_cannot_be_changed(game: Game) -> None:
    with pytest.raises(AttributeError):
        game.rules = None  # type: ignore[assignment]
    game.options["target"] = 3
    assert game.options["target"] == 31


def test_a_game_can_be_pickled(game: Game) -> None:
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game and hash(copy) == hash(game)
    assert copy.start(7).legal_ids == game.start(7).legal_ids
    assert copy.options == game.options


def test_threads_share_a_game() -> None:
    shared = trickcore.load("two-ten-jack(target=3)")
    ends: list[tuple[int, ...]] = []

    def run() -> None:
        match = shared.start(11)
        while not match.over:
            match.play(match.legal_ids[0])
        ends.append(match.scores)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ends) == 4 and len(set(ends)) == 1


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys; import trickcore; print([m for m in sys.modules if m.startswith('trickcore.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_importing_the_package_takes_no_heavy_module() -> None:
    code = "import sys; before = set(sys.modules); import trickcore; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['__future__', 'trickcore']"


def test_every_public_name_is_there() -> None:
    assert set(trickcore.__all__) <= set(dir(trickcore))
    assert all(getattr(trickcore, name) is not None for name in trickcore.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        trickcore.nothing  # noqa: B018
    code = (
        "from trickcore import *; import trickcore.references, trickcore.simulation; print(catalogue()[:0], simulate)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_text_of_an_error_has_the_hint_and_no_folder_of_the_package() -> None:
    with pytest.raises(RulesError, match=r"no game named 'two-ten-jak' in the catalogue; did you mean two-ten-jack\?"):
        trickcore.load("two-ten-jak")
    with pytest.raises(RulesError, match=r"^two-ten-jack\.yaml:\d+:\d+: ") as error:
        trickcore.load("two-ten-jack", players=9)
    assert "/" not in str(error.value)
