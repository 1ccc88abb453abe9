"""Games of the language study that need what few others do: both engines play them alike."""

from __future__ import annotations

import pytest

from tests.compiler.support import play_out, program_of
from tests.engines.lockstep import lockstep
from tests.study import require_study

GAMES = require_study() / "games"


@pytest.mark.parametrize("game", ["klaverjas", "tressette", "pinochle", "french-tarot", "sedma"])
def test_plays(game: str) -> None:
    program = program_of((GAMES / f"{game}.yaml").read_text(encoding="utf-8"))
    assert lockstep(program, 3)[1] == ""
    assert play_out(program, 5, "called").decisions > 100
