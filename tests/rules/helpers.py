from __future__ import annotations

from collections.abc import Mapping

from trickcore.diagnostics.model import Diagnostics
from trickcore.rules import read_rules
from trickcore.rules.model import Rules
from trickcore.source import Node, read_text

HEAD = "trickcore: 1\nname: Test\nplayers: 2\n"


def read(
    text: str, parents: Mapping[str, str] | None = None, file: str = "test.yaml"
) -> tuple[Rules | None, Diagnostics]:
    """The rules of a text, and what was found."""
    found = Diagnostics()
    texts = parents or {}

    def resolve(name: str) -> Node | None:
        return read_text(texts[name], f"{name}.yaml", Diagnostics()) if name in texts else None

    node = read_text(text, file, found)
    rules = read_rules(node, file.removesuffix(".yaml"), found, resolve, texts) if node is not None else None
    return rules, found


def game(**sections: str) -> str:
    """A small whole game; sections replace or add to what it has (`deck=…`), an empty one leaves it out."""
    parts = {"deck": "french 52", "steps": "[{deal: {each: 5}}, {play: all}]", **sections}
    return HEAD + "".join(f"{name.rstrip('_')}: {value}\n" for name, value in parts.items() if value)


def good(text: str, parents: Mapping[str, str] | None = None) -> Rules:
    """The rules of a text without errors."""
    rules, found = read(text, parents)
    assert rules is not None, "\n".join(f"{d.span} {d.code} {d.message}" for d in found)
    return rules


def codes(text: str, parents: Mapping[str, str] | None = None) -> list[str]:
    """The codes of what is found, in file order."""
    return [d.code for d in read(text, parents)[1]]
