"""Bytes to text: UTF-8 and nothing else, no control characters, no more than fits."""

from __future__ import annotations

import re

from trickcore.diagnostics.model import Diagnostics, Span
from trickcore.source.lines import Lines

LARGEST = 256 * 1024  # bytes
_BOM = "\ufeff"
_MARKS = {b"\xff\xfe\x00\x00": "UTF-32", b"\x00\x00\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
# YAML's printable characters; besides, the line breaks of old YAML, which editors do not count as such, are refused.
_UNWANTED = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_NAMES = {
    "\x00": "a NUL character",
    _BOM: "a byte order mark",
    "\u2028": "a line separator",
    "\x85": "a NEL line break",
}


def to_text(source: str | bytes, file: str, found: Diagnostics) -> str | None:
    """The text without its byte order mark, or None after an error."""
    if isinstance(source, bytes):
        text = None if _too_large(len(source), file, found) else _decoded(source, file, found)
    else:
        size = len(source) if len(source) > LARGEST else len(source.encode("utf-8", "surrogatepass"))
        text = None if _too_large(size, file, found) else source
    if text is None:
        return None
    text = str(text).removeprefix(_BOM)
    bad = _UNWANTED.search(text)
    if bad is None:
        return text
    name = _NAMES.get(bad[0], f"the control character U+{ord(bad[0]):04X}")
    at = Lines(text, file).span(*bad.span())
    found.error("control-character", f"{name} does not belong in a rule file", at, "delete it, or retype this line")
    return None


def _too_large(size: int, file: str, found: Diagnostics) -> bool:
    if size <= LARGEST:
        return False
    message = f"the file has {size:,} bytes; rule files have at most {LARGEST:,}"
    found.error("file-too-large", message, Span(file, 1, 1, 1, 1), "split it, or remove what does not belong to it")
    return True


def _decoded(data: bytes, file: str, found: Diagnostics) -> str | None:
    name = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    if name is None and b"\x00" in data[:4]:
        name = "UTF-16 or UTF-32"  # no mark, but the first characters have empty bytes
    if name:
        message = f"the file is written in {name}"
        found.error("encoding", message, Span(file, 1, 1, 1, 1), "save it as UTF-8")
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8").removeprefix(_BOM)
        at = Lines(before, file).span(len(before), len(before))
        message = f"the byte 0x{data[problem.start]:02X} here is not UTF-8"
        found.error("encoding", message, at, "save the file as UTF-8")
        return None
