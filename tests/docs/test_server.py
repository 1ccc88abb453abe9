"""The server and the table of events of the guide, held to what they say."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import trickcore
from tests.docs.pages import FOLDER

GUIDE = (FOLDER / "embedding.md").read_text(encoding="utf-8")
COMPILER = FOLDER.parent / "trickcore" / "compiler"


def table(match: trickcore.Match) -> Any:
    """The table of the guide."""
    block = next(b for b in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL) if "class Table" in b)
    code = "\n".join(line[4:] for line in block.splitlines() if line[:3] in (">>>", "..."))
    names: dict[str, Any] = {}
    exec(code, names)
    return names["Table"](match)


Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def served(at: Any, *talks: Talk) -> None:
    """Let clients talk to the table one after the other."""
    async with await asyncio.start_server(at.serve, "127.0.0.1", 0, limit=1024) as server:
        for talk in talks:
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
            await talk(reader, writer)
            writer.close()


async def heard(reader: asyncio.StreamReader) -> Any:
    return json.loads(await asyncio.wait_for(reader.readline(), 10))


def test_seats_have_tokens_and_each_view_has_what_is_new() -> None:
    at = table(trickcore.load("two-ten-jack").start(seed=7, dealer=1))
    token = next(iter(at.tokens))

    async def plays(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(f"{token}\n".encode())
        first = await heard(reader)
        assert first["seat"] == 0 and len(first["hand"]) == 6 and [e["number"] for e in first["events"]] == [0, 1, 2]
        writer.write(b"A\xff\nad\n4c\n")
        assert "is not an action" in (await heard(reader))["error"]
        assert "does not hold it" in (await heard(reader))["error"]
        second = await heard(reader)
        assert [e["number"] for e in second["events"]] == [3] and second["decision"] is None
        writer.write(b"J\xe2\x99\xa6\n")
        assert await heard(reader) == {"error": "seat 0 has nothing to decide now"}

    async def looks_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"no token\n5c\n")
        view = await heard(reader)
        assert view["seat"] is None and view["hand"] == [] and len(view["events"]) == 4
        assert await heard(reader) == {"error": "who looks on has nothing to decide now"}

    asyncio.run(served(at, plays, looks_on, looks_on))
    assert [action.text for action in at.match.actions] == ["4♣"]


@pytest.mark.parametrize("sent", [b"x" * 5000 + b"\n", b"", b"\n" * 20, b"\xff\xfe\n"])
def test_what_is_no_action_ends_nothing_but_the_connection(sent: bytes) -> None:
    at = table(trickcore.load("two-ten-jack").start(seed=7, dealer=1))

    async def breaks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(f"{next(iter(at.tokens))}\n".encode())
        await heard(reader)
        writer.write(sent)
        writer.transport.abort()

    async def goes_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(f"{next(iter(at.tokens))}\n4c\n".encode())
        assert (await heard(reader))["decision"] is not None
        assert (await heard(reader))["trick"][0]["card"] == "4♣"

    asyncio.run(served(at, breaks, goes_on))


def test_who_does_not_read_is_dropped() -> None:
    class Transport:
        aborted = False

        def get_write_buffer_size(self) -> int:
            return 1 << 21

        def abort(self) -> None:
            self.aborted = True

    class Writer:
        transport = Transport()

    at, writer = table(trickcore.load("two-ten-jack").start(seed=7)), Writer()
    at.clients[writer] = 0, 0
    at.tell(writer)
    assert writer.transport.aborted


def rows() -> dict[str, str]:
    part = GUIDE[GUIDE.index("| name | label | fields |") :].partition("\n\n")[0]
    found: dict[str, str] = {}
    for line in part.splitlines()[2:]:
        names, _, fields = line.strip("|").split("|")
        found.update(dict.fromkeys(re.findall(r"`([^`]*)`", names), fields))
    return found


def test_every_event_is_in_the_table() -> None:
    told = {
        name for file in COMPILER.rglob("*.py") for name in re.findall(r'tell\(\s*"([^"]+)"', file.read_text("utf-8"))
    }
    assert set(rows()) == told | {"claimed", "conceded"}


@pytest.mark.parametrize("name", trickcore.catalogue())
def test_every_field_of_an_event_is_in_the_table(name: str) -> None:
    table = rows()
    for note in trickcore.load(name).program.notes:
        fields = {field.name for field in note.fields if field.domain != "audience"}
        listed = set(re.findall(r"`([^`]*)`", table[note.name]))
        assert fields <= listed or note.name == "chosen", note.name
