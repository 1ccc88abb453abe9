"""Games of the language study: which of them can be played, and that both engines play those alike."""

from __future__ import annotations

import pytest

import trickcore
from tests.compiler.support import play_out, program_of
from tests.engines.lockstep import lockstep
from tests.study import require_study
from trickcore.errors import RulesError

GAMES = require_study() / "games"

#: What is found in those that cannot be played: the codes, and why.
REFUSED = {
    "coinche": ["unknown-parent"],  # it changes a game that is not in the catalogue
    "schafkopf": ["name-taken", "wrong-type"],  # a side bears the name of the number of players
}


def _codes(name: str) -> list[str]:
    try:
        trickcore.load(GAMES / f"{name}.yaml")
    except RulesError as error:
        return sorted({one.code for one in error.diagnostics if one.severity is trickcore.Severity.ERROR})
    return []


@pytest.mark.parametrize("game", sorted(path.stem for path in GAMES.glob("*.yaml")))
def test_loads_or_has_a_reason(game: str) -> None:
    assert _codes(game) == REFUSED.get(game, [])


@pytest.mark.parametrize("game", ["belote", "klaverjas", "tressette", "pinochle", "french-tarot", "sedma"])
def test_plays(game: str) -> None:
    program = program_of((GAMES / f"{game}.yaml").read_text(encoding="utf-8"))
    assert lockstep(program, 3)[1] == ""
    assert play_out(program, 5, "called").decisions > 100
