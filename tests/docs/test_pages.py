from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import trickcore
from tests.docs.pages import FOLDER, PAGES
from trickcore import errors
from trickcore.cli import main
from trickcore.compiler import lowered_constructs

ROOT = FOLDER.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
VARIANTS = (FOLDER / "variants.md").read_text(encoding="utf-8")
GAME = (ROOT / "games" / "two-ten-jack.yaml").read_text(encoding="utf-8")
TEXTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *FOLDER.glob("*.md")])


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", sorted(PAGES))
def test_generated_pages_are_current(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


def test_the_reference_has_a_section_for_every_map() -> None:
    page = PAGES["reference.md"]()
    titles = {title.replace("`", "") for title in re.findall(r"^### (.*)$", page, re.MULTILINE)}
    assert titles >= {"zone", "bid", "lines", "table", "option", "score step", "cards without a suit"}
    rows = re.findall(r"^\| `([^`]*)`[^|]*\| `([^`]*)` \|", page, re.MULTILINE)
    assert [(key, kind) for key, kind in rows if key == kind and kind not in titles] == []


def test_the_reference_has_a_row_for_everything_that_can_be_played() -> None:
    page = PAGES["reference.md"]()
    keys = set(re.findall(r"^\| `([^`]*)`", page, re.MULTILINE))
    for names in lowered_constructs().values():
        assert set(names) <= keys
    turn = re.search(r"^\| `turn` .*$", page, re.MULTILINE)
    assert turn and all(f"`{way}`" in turn[0].rpartition("|")[0].rpartition("|")[2] for way in ("around", "duel"))


def test_the_readme_has_the_game_as_it_is() -> None:
    shown, shipped = yaml.load(blocks(README, "yaml")[0], yaml.BaseLoader), yaml.load(GAME, yaml.BaseLoader)
    del shipped["sources"]
    assert shown == shipped
    assert set(blocks(README, "yaml")[0].splitlines()) - {""} <= set(GAME.splitlines())


WHOLE = [text for text in blocks(VARIANTS, "yaml") if text.startswith("trickcore: 1")]


@pytest.mark.parametrize("text", [blocks(README, "yaml")[1], *WHOLE])
def test_the_variants_can_be_played(text: str) -> None:
    game = trickcore.loads(text)
    assert game.name in text
    assert not game.warnings
    assert game.identity != trickcore.load("two-ten-jack").identity
    assert trickcore.simulate(game, deals=5, seed=1).deals == 5


def test_the_first_variant_does_what_it_says() -> None:
    game = trickcore.loads(blocks(README, "yaml")[1])
    assert game.options["target"] == 21
    assert dict(trickcore.simulate(game, deals=5, seed=1).totals) == {7: 5}


def variant(name: str) -> str:
    return next(text for text in WHOLE if f"\nname: {name}" in text)


def test_the_variants_score_as_they_say() -> None:
    great = trickcore.loads(variant("Two-Ten-Jack with a Great Two"))
    assert dict(trickcore.simulate(great, deals=5, seed=1).totals) == {9: 5}
    dear = trickcore.loads(variant("Dear Hearts"))
    assert dict(trickcore.simulate(dear, deals=5, seed=1).totals) == {5 + 15 + 1: 5}
    other = trickcore.loads(variant("Two-Ten-Jack with Other Trumps"), options={"trump": "♣"})
    assert dict(trickcore.simulate(other, deals=5, seed=1).totals) == {5: 5}


def test_the_house_rule_lets_the_loser_draw_first() -> None:
    game = trickcore.loads(variant("Friendly"))
    match = game.start(seed=7, dealer=1, deal={"hands": {0: "A♦", 1: "3♦"}}).play("A♦").play("3♦")
    drawn = [event.fields["to"] for event in match.events(None) if event.name == "moved"][-2:]
    assert match.decision.seat == 0
    assert drawn == [1, 0]


@pytest.mark.parametrize(
    ("page", "name", "text"),
    [
        (
            README,
            "my-game.yaml",
            GAME.replace("{cards: led,", "{card: led,").replace("value(taken & (clubs", "valeu(taken & (clubs"),
        ),
        (VARIANTS, "short.yaml", blocks(VARIANTS, "yaml")[0].replace("6♦: 3", "6♦: 3, Q♠: tenn")),
    ],
    ids=["readme", "variants"],
)
def test_findings_are_shown_as_they_are_printed(
    page: str, name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("LC_ALL", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    Path(name).write_text(text, encoding="utf-8")
    assert main(["validate", name]) == 1
    assert f"```\n$ trickcore validate {name}\n{capsys.readouterr().out}```\n" in page


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.name))
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        where = file.parent / path if path else file
        assert where.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.*)$", where.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_the_server_is_short_whole_and_typed() -> None:
    page = (FOLDER / "embedding.md").read_text(encoding="utf-8").partition("## A server")[2]
    lines = [line[4:] for line in blocks(page, "python")[0].strip().splitlines()]
    assert len(lines) <= 30
    for function in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            assert function.returns and all(arg.annotation for arg in function.args.args[1:])


def test_the_server_tells_nobody_of_the_hand_of_another() -> None:
    page = (FOLDER / "embedding.md").read_text(encoding="utf-8").partition("## A server")[2]
    names: dict[str, Any] = {}
    exec("\n".join(line[4:] for line in blocks(page, "python")[0].strip().splitlines()), names)
    table = names["Table"](trickcore.load("two-ten-jack").start(seed=7, dealer=1).play("4♣"))
    for seat, text, told in [
        (1, "A♦", "what would do: 5♣"),
        (0, "5♣", "seat 0 has nothing to decide now"),
        (None, "5♣", "who looks on has nothing to decide now"),
    ]:
        with pytest.raises(trickcore.IllegalAction, match=told):
            table.match.act(seat, text)
    table.match.act(1, "5♣")
    assert table.match.actions[-1].text == "5♣"


def test_every_error_is_public_and_in_the_page_on_embedding() -> None:
    page = (FOLDER / "embedding.md").read_text(encoding="utf-8").partition("## Errors")[2]
    names = [
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and value.__module__ == "trickcore.errors"
    ]
    assert len(names) > 6
    for name in names:
        assert f"`{name}`" in page and getattr(trickcore, name) is vars(errors)[name]


def test_every_page_is_in_the_index() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert [
        file.name for file in FOLDER.glob("*.md") if file.name != "index.md" and f"({file.name})" not in index
    ] == []


def test_every_page_is_linked_from_the_readme() -> None:
    assert [file.name for file in FOLDER.glob("*.md") if f"(docs/{file.name})" not in README] == []
