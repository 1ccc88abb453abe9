"""Files that cannot be read are findings; reading brings nothing heavy with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from trickcore.diagnostics import Diagnostics
from trickcore.source import Mapping, read_file


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes("name: ♥\r\n".encode())
    found = Diagnostics()
    node = read_file(path, found)
    assert isinstance(node, Mapping)
    assert not len(found)
    assert node.span.file == str(path)


def test_a_missing_file_names_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "hearts.yaml").write_text("a: 1\n")
    found = Diagnostics()
    assert read_file(tmp_path / "heart.yaml", found) is None
    (finding,) = found
    assert (finding.code, finding.hint) == ("cannot-read", "did you mean `hearts.yaml`?")


@pytest.mark.parametrize("name", [".", "no/such/folder/x.yaml", "a\0b", "x" * 5000])
def test_what_is_no_file_is_a_finding(tmp_path: Path, name: str) -> None:
    found = Diagnostics()
    assert read_file(str(tmp_path) + "/" + name, found) is None
    assert [d.code for d in found] == ["cannot-read"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yaml")
    found = Diagnostics()
    assert read_file(tmp_path / "x.yaml", found) is None
    assert [d.code for d in found] == ["cannot-read"]


def test_only_as_much_as_is_allowed_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a" * 400_000)
    found = Diagnostics()
    assert read_file(path, found) is None
    assert [d.code for d in found] == ["file-too-large"]


def test_importing_the_room_is_light() -> None:
    code = "import sys, trickcore.source, trickcore.schema; print({'yaml', 'jsonschema', 'lark'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"
