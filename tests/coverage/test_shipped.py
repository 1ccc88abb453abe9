"""The shipped games: their cases and random play use every tier, guard, award, call and step."""

from __future__ import annotations

from itertools import islice

import pytest

import trickcore
from trickcore.checking.settings import settings
from trickcore.coverage import cover_cases, cover_play
from trickcore.coverage.excuses import excused
from trickcore.diagnostics.model import Diagnostics
from trickcore.resources import folder
from trickcore.testing import load_cases


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_a_shipped_game_is_used_up(name: str) -> None:
    rules, found = trickcore.load(name).rules, Diagnostics()
    cases = load_cases(folder("games") / f"{name}.cases.yaml", found)
    assert cases is not None and not found.has_errors
    play = cover_play(rules, islice(settings(rules), 12), deals=4)
    coverage = excused(play | cover_cases(rules, [cases]), cases.unused)
    assert not coverage.findings
    assert [(str(place.span), place.kind, place.text, way) for place, way in coverage.missing] == []
    assert coverage.percent == 100.0
