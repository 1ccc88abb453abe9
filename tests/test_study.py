from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.study import require_records, require_study

REQUIRE = pytest.mark.parametrize(("require", "what"), [(require_study, "study"), (require_records, "records")])


@REQUIRE
def test_a_folder_that_is_there_is_given(require: Callable[[Path], Path], what: str, tmp_path: Path) -> None:
    assert what
    assert require(tmp_path) == tmp_path


@REQUIRE
@pytest.mark.parametrize(("ci", "outcome"), [(None, pytest.skip.Exception), ("1", pytest.fail.Exception)])
def test_without_it_tests_are_skipped_or_fail_in_ci(
    require: Callable[[Path], Path],
    what: str,
    ci: str | None,
    outcome: type[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if ci is not None:
        monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match=what):
        require(tmp_path / "nowhere")
