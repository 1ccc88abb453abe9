"""The rules of a game as YAML: what its file says, with all that it takes over from the games that it extends."""

from __future__ import annotations

from collections.abc import Mapping as AnyMapping
from typing import Any

from trickcore.cli.games import parents
from trickcore.diagnostics.model import Diagnostics
from trickcore.source import Mapping, Node, read_file
from trickcore.source.nodes import Sequence

_ONE_LINE = 80  # characters of a list or map that stands in brackets, where there is so much room
#: Keys about the file and the table, which stand elsewhere.
_NO_LAWS = ("trickcore", "name", "version", "help", "source", "sources", "players", "seats", "options")


def rules_text(reference: str, width: int = 96) -> str:
    """Everything that a game plays by, key by key in the order of its file; words such as `why` and `help` included.
    For games that can be loaded. `width`: columns, as far as single words fit.

    >>> print(rules_text("two-ten-jack").splitlines()[0])
    trumps: hearts + A♠
    """
    import yaml

    class Plain(yaml.SafeDumper):
        """Writes every scalar as the text that it is (`6`, not `'6'`), and what is short in brackets."""

        yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 - the base has it as an attribute of the class

        def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - texts have no identity
            return True

        def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
            flow_style = len(mapping) > 1 and _is_short([*mapping, *mapping.values()], width)
            return super().represent_mapping(tag, mapping, flow_style)

        def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
            flow_style = _is_short(sequence, width)
            return super().represent_sequence(tag, sequence, flow_style)

    laws = {key: value for key, value in _read(reference).items() if key not in _NO_LAWS}
    if isinstance(laws.get("deck"), str):  # a pack of the game's own is a law like others
        del laws["deck"]
    text: str = yaml.dump(laws, Dumper=Plain, allow_unicode=True, sort_keys=False, width=width)
    return text


def _is_short(parts: list[Any], width: int) -> bool:
    room = min(_ONE_LINE, width - 16)
    return all(isinstance(part, str) for part in parts) and sum(len(part) + 2 for part in parts) <= room


def _read(reference: str) -> AnyMapping[str, Any]:
    """The file of a game laid over those that it extends, as plain data."""
    from trickcore.references import parse
    from trickcore.rules.extends import follow, merge_chain

    parsed, found = parse(reference), Diagnostics()
    node = read_file(parsed.path, found)
    chain = follow(node, parsed.id, parents(found), (), found) if isinstance(node, Mapping) else None
    plain = {} if chain is None else _plain(merge_chain(chain, found))
    return plain if isinstance(plain, dict) else {}


def _plain(node: Node) -> Any:
    if isinstance(node, Mapping):
        return {entry.key.text: _plain(entry.value) for entry in node if entry.key.text not in ("extends", "remove")}
    return [_plain(item) for item in node] if isinstance(node, Sequence) else node.text
