"""The rule files of the language study: 23 games and 14 fragments, read as they stand but for the corrections here."""

from __future__ import annotations

import pytest

from tests.rules.helpers import read
from tests.study import require_study
from trickcore.rules.model import Rules

GAMES = (
    "barbu belote bridge coinche doppelkopf euchre forty-fives french-tarot hearts-omnibus hearts klaverjas oh-hell "
    "pinochle schafkopf schnapsen sedma skat spades ten-point-smear tressette truc twenty-nine two-ten-jack"
)
FRAGMENTS = (
    "boston calypso cat-in-the-box five-hundred fox gooseberry jekyll koenigrufen napoleon ninety-nine skull-king "
    "toepen truco-raises ulti"
)
#: Text → its correction, by file. Each is a fault of the file, not of the language.
CORRECTIONS: dict[str, list[tuple[str, str]]] = {
    # a side was called `players`, which is the number of players: one name, one meaning
    "schafkopf": [
        ("{players: bidder", "{declarers: bidder"),
        ("victors: players if", "victors: declarers if"),
        ("victors == players", "victors == declarers"),
        ("eyes(players)", "eyes(declarers)"),
        ("dealt(players)", "dealt(declarers)"),
    ],
    # `nt` is no suit: the strain of the contract is one of the strains that can be bid
    "five-hundred": [("strain: suit", "strain: [♠, ♣, ♦, ♥, nt]")],
}

#: What is warned of, rightly, in a file that means what it says.
WARNINGS = {
    "doppelkopf": ["all-copies"],  # a wedding is declared with both queens of clubs
    # fragments declare what the rest of their games would speak of
    "cat-in-the-box": ["unused-name"],
    "koenigrufen": ["unused-name"] * 3,
    "skull-king": ["unused-name"],
}
STUDY = require_study()


def text(kind: str, name: str) -> str:
    """The corrected text of a file; what a fragment leaves out is supplied."""
    result = (STUDY / kind / f"{name}.yaml").read_text(encoding="utf-8")
    for old, new in CORRECTIONS.get(name, []):
        assert old in result, f"{old!r} is not in {name}"
        result = result.replace(old, new)
    if kind == "fragments":
        result = "trickcore: 1\n" + result
        result += "" if "\nsteps:" in result else "\nsteps: [play: all]\n"
    return result


def rules(kind: str, name: str) -> Rules:
    parents = {parent: text("games", parent) for parent in ("hearts", "belote")}
    result, found = read(text(kind, name), parents, f"{name}.yaml")
    assert result is not None, "\n".join(f"{d.span} {d.code} {d.message}" for d in found)
    assert [d.code for d in found] == WARNINGS.get(name, [])
    return result


@pytest.mark.parametrize("name", GAMES.split())
def test_a_game_of_the_study_is_read_without_a_finding(name: str) -> None:
    assert rules("games", name).steps


@pytest.mark.parametrize("name", FRAGMENTS.split())
def test_a_fragment_of_the_study_is_read_without_a_finding(name: str) -> None:
    assert rules("fragments", name).name


def test_all_files_of_the_study_are_named_here() -> None:
    def stems(kind: str) -> set[str]:
        return {path.stem for path in (STUDY / kind).glob("*.yaml")}

    assert stems("games") == set(GAMES.split())
    assert stems("fragments") == set(FRAGMENTS.split())


@pytest.mark.parametrize("name", sorted(CORRECTIONS))
def test_without_its_correction_a_file_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CORRECTIONS, name, [])
    kind = "fragments" if name in FRAGMENTS.split() else "games"
    assert read(text(kind, name))[0] is None


def test_hearts_omnibus_is_hearts_with_another_default() -> None:
    omnibus, hearts = rules("games", "hearts-omnibus"), rules("games", "hearts")
    assert omnibus.files == ("hearts-omnibus", "hearts")
    assert omnibus.options["jack_bonus"].default is True
    assert hearts.options["jack_bonus"].default is False
    assert omnibus.options.keys() == hearts.options.keys()
    assert len(omnibus.steps) == len(hearts.steps)


def test_coinche_takes_the_upcard_out_of_belote_and_brings_its_own_steps() -> None:
    coinche = rules("games", "coinche")
    assert coinche.zones == {}
    assert "pot" not in coinche.variables
    assert [step.id for step in coinche.steps] == ["deal", "auction", "play", "score"]
    assert coinche.variables["trump"].type.symbols == ("♣", "♦", "♥", "♠", "no_trumps", "all_trumps")


def test_the_contract_of_doppelkopf_is_any_of_its_contracts() -> None:
    doppelkopf = rules("games", "doppelkopf")
    assert doppelkopf.contracts[0] == "normal"
    assert doppelkopf.variables["contract"].type.symbols == doppelkopf.contracts
    assert len(doppelkopf.overlays) == len(doppelkopf.contracts)
    wedding = doppelkopf.overlays[1].layer
    assert set(wedding.definitions) == {"solo", "re", "kontra"}


def test_a_bid_that_each_seat_makes_is_a_value_per_seat() -> None:
    assert rules("games", "oh-hell").variables["bid"].per == "seat"
    assert rules("games", "spades").variables["bid"].per == "seat"
    assert rules("games", "bridge").variables["level"].per == ""
    assert rules("games", "euchre").variables["trump"].per == ""


def test_definitions_are_per_seat_or_side_as_their_bodies_are() -> None:
    schafkopf = rules("games", "schafkopf").base.definitions
    assert schafkopf["eyes"].per == "side"
    assert schafkopf["callable"].per == "seat"
    assert schafkopf["runners"].per == ""
    assert rules("games", "barbu").base.definitions["gain"].per == "seat"  # only the contracts' texts speak of me
    assert rules("games", "spades").base.definitions["nil_worth"].per == "seat"


def test_parameters_get_the_type_that_fits() -> None:
    power = rules("games", "belote").base.definitions["power"]
    assert [str(type_) for _, type_ in power.parameters] == ["meld"]
    size = rules("games", "french-tarot").base.definitions["handful_size"]
    assert [str(type_) for _, type_ in size.parameters] == ["number"]
    level = rules("fragments", "jekyll").base.definitions["level"]
    assert [str(type_) for _, type_ in level.parameters] == ["card"]


def test_values_that_are_fractions_make_all_values_fractions() -> None:
    tarot = rules("games", "french-tarot")
    assert tarot.base.definitions["ahead"].type.fraction
    assert not rules("games", "skat").base.definitions["eyes"].type.fraction
