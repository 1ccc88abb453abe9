"""The rule files of the language study: they lie beside a checkout, not in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

STUDY = Path(__file__).parents[2] / "shared" / "design" / "language"


def require_study(folder: Path = STUDY) -> Path:
    """The folder of the study, for the top of a test module.

    Without it that module is skipped, or fails where CI is set, since it is there to run everything.
    """
    if folder.is_dir():
        return folder
    if "CI" in os.environ:
        pytest.fail(f"the language study is not in {folder}, and CI is set", pytrace=False)
    pytest.skip("the rule files of the language study are not beside this checkout", allow_module_level=True)
