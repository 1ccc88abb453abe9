"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: str | os.PathLike[str], data: bytes | str) -> None:
    """Put data (a text as UTF-8) into a file at once: whoever reads it meanwhile, or after a failure, has what was
    there before. A file that is there keeps its permissions. Raises OSError, and ValueError for a name that no file
    can have.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "a.txt", b"all of it")
    ...     [(file.name, file.read_text()) for file in Path(folder).iterdir()]
    [('a.txt', 'all of it')]
    """
    file = Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{file.name[:40]}.", dir=file.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data.encode() if isinstance(data, str) else data)
        beside.chmod(_mode(file))
        os.replace(beside, file)  # noqa: PTH105 - all or nothing
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _mode(file: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    with suppress(OSError):
        return file.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
