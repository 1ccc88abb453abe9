"""Every text of the rule files of the language study can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.study import require_study
from trickcore.language.parser import parse

STUDY = require_study()
FILES = sorted([*STUDY.glob("games/*.yaml"), *STUDY.glob("fragments/*.yaml")])

#: Keys whose contents are no texts of the language.
_KEYS = "trickcore name extends remove options players seats help end turn pass class per run repeat keep id"
PLAIN = {*_KEYS.split(), "all of", "some of", "at once"}
DOMAINS = {"choose", "bid", "with"}

Text = tuple[str, str]  # kind of text, text


def texts(node: Any, key: str, inside: str = "") -> Iterator[Text]:
    """The texts of a node, with the kind that its key gives them."""
    if key in PLAIN or node in ("rest", "all", "hidden", "open", "null") or (inside == "melds" and key == "cards"):
        return
    if key == "deck" and isinstance(node, dict):  # a pack of the game's own
        return
    if isinstance(node, list):
        for part in node:
            yield from texts(part, key, inside)
    elif isinstance(node, dict):
        for name, value in node.items():
            yield from entry(name, value, key, inside)
    else:
        yield kind_of(key), node


def entry(name: str, value: Any, key: str, inside: str) -> Iterator[Text]:
    if key == "let":
        yield "head", name
    elif key == "values" and name not in ("trumps", "plain", "all"):
        yield "items", name
    elif key == "when":
        yield "expression", name
    elif key == "set":
        yield "target", name
    if key in ("order", "values", "state", "kept", "state entry") and not (key == "order" and inside == "zones"):
        deeper = {"state": "state entry", "kept": "state entry"}.get(key, key)
        yield from texts(value, "expression" if name in ("seen", "initial") else deeper, inside)
    elif key in DOMAINS:
        yield from texts(value, "domain", inside)
    elif key == "melds" or inside == "melds":
        yield from texts(value, name, "melds")
    else:
        yield from texts(value, name, inside)


def kind_of(key: str) -> str:
    if key == "values":
        return "expression"
    kinds = {"order": "items", "sequence": "items", "state entry": "variable", "to": "target", "rest": "target"}
    kinds |= {"deck": "deck", "who": "who", "domain": "domain", "bid": "domain"}
    return kinds.get(key, "expression")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_of_the_study_can_be_read(path: Path) -> None:
    document = yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader)
    found = [text for key, value in document.items() for text in texts(value, key)]
    assert found or "extends" in document
    for kind, text in found:
        parse(text, kind)
