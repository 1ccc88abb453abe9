"""The language study and the records of real games: they lie beside a checkout, not in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"
STUDY = SHARED / "design" / "language"
RECORDS = SHARED / "records"


def require_study(folder: Path = STUDY) -> Path:
    """The folder of the study, for the top of a test module.

    Without it that module is skipped, or fails where CI is set, since it is there to run everything.
    """
    return _require(folder, "the language study")


def require_records(folder: Path = RECORDS) -> Path:
    """The folder of the records, in the same way."""
    return _require(folder, "the records of real games")


def _require(folder: Path, what: str) -> Path:
    if folder.is_dir():
        return folder
    if "CI" in os.environ:
        pytest.fail(f"no folder {folder}: {what} must be there where CI is set", pytrace=False)
    pytest.skip(f"not beside this checkout: {what}, no folder {folder}", allow_module_level=True)
