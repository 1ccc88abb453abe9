from __future__ import annotations

from pathlib import Path

import pytest

from tests.study import require_study


def test_a_study_that_is_there_is_given(tmp_path: Path) -> None:
    assert require_study(tmp_path) == tmp_path


@pytest.mark.parametrize(("ci", "outcome"), [(None, pytest.skip.Exception), ("1", pytest.fail.Exception)])
def test_without_the_study_tests_are_skipped_or_fail_in_ci(
    ci: str | None, outcome: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if ci is not None:
        monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="study"):
        require_study(tmp_path / "nowhere")
