"""Files that commands write: whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Write a file, or leave what is there. Raises OSError, and ValueError for a name that no file can have."""
    beside = file.with_name(f".{file.name}.part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, file)  # noqa: PTH105 - all or nothing
